/* SPDX-License-Identifier: MIT */
/* present.h - how numbers, names and statistics are put into words, the same in figures, tables and the page. */
#ifndef CUCKOOBENCH_PRESENT_H
#define CUCKOOBENCH_PRESENT_H

#include "harness/analysis/printed.h"
#include "harness/plan/experiment.h"

enum { PRESENT_TEXT = 160 };

/* A unit of the data, and the one it is shown in: shown = value * factor. */
struct unit {
	const char *name, *shown;
	double factor;
	int decimals, digits; /* at least so many decimals, and at least so many significant digits */
};

/* A unit that is not known is shown as it is. */
struct unit present_unit(const char *name);

/* Each of these writes to `text` and returns it; what is not known (NaN) gives "". */
const char *present_number(char text[PRESENT_TEXT], const struct unit *, double value);
/* "[127.80, 127.85]" */
const char *present_interval(char text[PRESENT_TEXT], const struct experiment *, const struct point *);
/* The experiment's statistic of the point. */
const char *present_point(char text[PRESENT_TEXT], const struct experiment *, const struct point *);
/* A printed value: no more digits than were printed. */
const char *present_printed(char text[PRESENT_TEXT], const struct printed_value *);
/* Who published it, in a word: "paper" for the CoNEXT paper, else the first word of the source. */
const char *present_source(char text[PRESENT_TEXT], const struct printed_value *);
/* "bits per item", or "false positive rate (%)" */
const char *present_metric(char text[PRESENT_TEXT], const char *metric, const struct unit *);
/* The experiment's statistic: "mean", "minimum" or "median"; NULL for "none", when runs are drawn rather than summed up. */
const char *present_statistic(const struct experiment *);
/* Is a value of this unit a yes or a no? */
bool present_is_answer(const char *unit);
/* One whose statistic is to stand beside that: the mean with a median, the median with any other. NULL for "none". */
const struct experiment *present_beside(const struct experiment *);
/* "mean of 10 runs", "mean of up to 10 runs", "one run"; "computed" if nothing was measured; "" without a statistic. */
const char *present_runs(char text[PRESENT_TEXT], const char *statistic, const struct points *);
/* What the figure draws: "median of 10 runs, 95 % interval", "median of 3 runs; no intervals with fewer than 6", ""; and, of one's own keys
 * where the experiment takes some, which those are (manifest_own_keys): "...; keys of urls.txt". */
const char *present_note(char text[PRESENT_TEXT], const struct experiment *, const struct points *, const char *keys);
/* Why the figure is not drawn, though there are points: it would show nothing. NULL if it is. */
const char *present_undrawn(const struct experiment *, const struct points *);
bool present_has_interval(const struct experiment *, const struct points *);
/* Which intervals those are, in words. */
extern const char present_interval_is[];

/* The experiment's statistic: mean, minimum or median. */
double present_value(const struct experiment *, const struct point *);
/* A point that tells a rate's share of its ceiling (reduce.h): the first; NULL if there is none. */
const struct point *present_share_of_ceiling(const struct points *);
/* Has this point, of that experiment, a ceiling? */
bool present_has_ceiling(const struct experiment *, const struct point *);
/* What such a share is, in words. */
extern const char present_ceiling_is[];

/* Ours over printed, NaN if they are not of one kind. */
double present_ratio(const struct experiment *, const struct point *, const struct printed_value *);
/* The distinct series: filters in the order of the registry, then others as they come. To be freed. */
const char **present_series_of(const struct points *, size_t *count);

#endif
