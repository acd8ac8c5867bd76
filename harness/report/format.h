/* SPDX-License-Identifier: MIT */
/* format.h - numbers, names and statistics as text, in the same form for figures, tables and the page. */
#ifndef CUCKOOBENCH_FORMAT_H
#define CUCKOOBENCH_FORMAT_H

#include "harness/analysis/published.h"
#include "harness/plan/experiment.h"

enum { FORMAT_TEXT = 160 };

/* Each of these writes to `text` and returns it. An unknown value (NaN) gives "", and an unknown unit is shown
 * unchanged. */
const char *format_number(char text[FORMAT_TEXT], const char *unit, double value);
/* A place on the x axis: a whole number has all its digits, any other six. */
const char *format_x(char text[FORMAT_TEXT], double x);
/* "[127.80, 127.85]" */
const char *format_interval(char text[FORMAT_TEXT], const struct experiment *, const struct point *);
/* The experiment's statistic of the point; of answers "yes", "no" or "yes in 3 of 10". */
const char *format_point(char text[FORMAT_TEXT], const struct experiment *, const struct point *);
/* A published value, with no more digits than were printed. */
const char *format_printed(char text[FORMAT_TEXT], const struct published_value *);
/* Who published it, in a word: "paper" for the CoNEXT paper, else the first word of the source. */
const char *format_source(char text[FORMAT_TEXT], const struct published_value *);
/* "bits per item", or "false positive rate (%)" */
const char *format_metric(char text[FORMAT_TEXT], const char *metric, const char *unit);
/* "(a) CF" or "lookup CF": the name in that panel; without either of them the other one. */
const char *format_in_panel(char text[FORMAT_TEXT], const char *panel, const char *name);
/* The experiment's statistic: "mean", "minimum" or "median"; NULL for "none", when runs are drawn rather than summed
 * up. */
const char *format_statistic(const struct experiment *);
/* Is a value of this unit a yes or a no? */
bool format_is_answer(const char *unit);
/* An experiment whose statistic is shown next to that one's: the mean with a median, the median with any other. NULL
 * for "none". */
const struct experiment *format_beside(const struct experiment *);
/* "mean of 10 runs", "mean of up to 10 runs", "one run"; "computed" if nothing was measured; "" without a statistic. */
const char *format_runs(char text[FORMAT_TEXT], const char *statistic, const struct points *);
/* What the figure draws: "median of 10 runs, 95 % interval", "median of 2 runs; no intervals with fewer than 3", "".
 * Also names the user's own keys if the experiment uses them (manifest_keys_of): "...; keys of urls.txt". */
const char *format_note(char text[FORMAT_TEXT], const struct experiment *, const struct points *, const char *keys);
/* Why a figure is not drawn although there are points: it would show nothing. NULL if it is drawn. */
const char *format_undrawn(const struct experiment *, const struct points *);
bool format_has_interval(const struct experiment *, const struct points *);
/* Explains these intervals. */
extern const char format_interval_is[];

/* The value of the experiment's statistic: mean, minimum or median. */
double format_value(const struct experiment *, const struct point *);
/* The first point that is a rate's share of its ceiling (reduce.h); NULL if there is none. */
const struct point *format_share_of_ceiling(const struct points *);
/* Has this point of that experiment a ceiling? */
bool format_has_ceiling(const struct experiment *, const struct point *);
/* Explains such a share. */
extern const char format_ceiling_is[];

/* Our value over the published one; NaN if their units differ in kind. */
double format_ratio(const struct experiment *, const struct point *, const struct published_value *);

#endif
