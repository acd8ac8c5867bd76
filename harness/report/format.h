/* SPDX-License-Identifier: MIT */
/* format.h - how numbers, names and statistics are put into words, the same in figures, tables and the page. */
#ifndef CUCKOOBENCH_FORMAT_H
#define CUCKOOBENCH_FORMAT_H

#include "harness/analysis/published.h"
#include "harness/plan/experiment.h"

enum { FORMAT_TEXT = 160 };

/* A unit of the data, and the one it is shown in: shown = value * factor. */
struct unit {
	const char *name, *shown;
	double factor;
	int decimals, digits; /* at least so many decimals, and at least so many significant digits */
};

/* A unit that is not known is shown as it is. */
struct unit format_unit(const char *name);

/* Each of these writes to `text` and returns it; what is not known (NaN) gives "". */
const char *format_number(char text[FORMAT_TEXT], const struct unit *, double value);
/* "[127.80, 127.85]" */
const char *format_interval(char text[FORMAT_TEXT], const struct experiment *, const struct point *);
/* The experiment's statistic of the point. */
const char *format_point(char text[FORMAT_TEXT], const struct experiment *, const struct point *);
/* A printed value: no more digits than were printed. */
const char *format_printed(char text[FORMAT_TEXT], const struct published_value *);
/* Who published it, in a word: "paper" for the CoNEXT paper, else the first word of the source. */
const char *format_source(char text[FORMAT_TEXT], const struct published_value *);
/* "bits per item", or "false positive rate (%)" */
const char *format_metric(char text[FORMAT_TEXT], const char *metric, const struct unit *);
/* The experiment's statistic: "mean", "minimum" or "median"; NULL for "none", when runs are drawn rather than summed
 * up. */
const char *format_statistic(const struct experiment *);
/* Is a value of this unit a yes or a no? */
bool format_is_answer(const char *unit);
/* One whose statistic is to stand beside that: the mean with a median, the median with any other. NULL for "none". */
const struct experiment *format_beside(const struct experiment *);
/* "mean of 10 runs", "mean of up to 10 runs", "one run"; "computed" if nothing was measured; "" without a statistic. */
const char *format_runs(char text[FORMAT_TEXT], const char *statistic, const struct points *);
/* What the figure draws: "median of 10 runs, 95 % interval", "median of 3 runs; no intervals with fewer than 6", "";
 * and, of one's own keys where the experiment takes some, which those are (manifest_own_keys): "...; keys of
 * urls.txt". */
const char *format_note(char text[FORMAT_TEXT], const struct experiment *, const struct points *, const char *keys);
/* Why the figure is not drawn, though there are points: it would show nothing. NULL if it is. */
const char *format_undrawn(const struct experiment *, const struct points *);
bool format_has_interval(const struct experiment *, const struct points *);
/* Which intervals those are, in words. */
extern const char format_interval_is[];

/* The experiment's statistic: mean, minimum or median. */
double format_value(const struct experiment *, const struct point *);
/* A point that tells a rate's share of its ceiling (reduce.h): the first; NULL if there is none. */
const struct point *format_share_of_ceiling(const struct points *);
/* Has this point, of that experiment, a ceiling? */
bool format_has_ceiling(const struct experiment *, const struct point *);
/* What such a share is, in words. */
extern const char format_ceiling_is[];

/* Ours over printed, NaN if they are not of one kind. */
double format_ratio(const struct experiment *, const struct point *, const struct published_value *);
/* The distinct series: filters in the order of the registry, then others as they come. To be freed. */
const char **format_series_of(const struct points *, size_t *count);

#endif
