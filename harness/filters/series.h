/* SPDX-License-Identifier: MIT */
/*
 * series.h - the names of series in samples and figures: filters, and what else is measured.
 *
 *      cf, ss-cf-batch, a plug-in's     a filter
 *      cf:f12, m=2^15                   a filter with parameters, which no filter's name can be: ":" and "="
 *      hash, ceiling-1, cf-again        something else of the suite; a plug-in's filter may not have such a name
 */
#ifndef CUCKOOBENCH_SERIES_H
#define CUCKOOBENCH_SERIES_H

#include "core/filter.h"

/* Returns a filter's title, the title of another series that has one, or otherwise the name itself. */
const char *series_title(const char *series);
/* Returns the filter of that name; for a name that a filter had in earlier runs, the one that does the same now. NULL:
 * none. */
const struct filter_ops *series_now(const char *name);
/* Returns whether another series than a filter has this title. */
bool series_has_title(const char *title);
/* Returns what of the suite, other than a filter, has this name or may get it; NULL: nothing. The text follows "is
 * taken by". */
const char *series_owner(const char *name);

#endif
