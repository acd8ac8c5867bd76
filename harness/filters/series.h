/* SPDX-License-Identifier: MIT */
/* series.h - the titles of series in samples and figures: filters, and what else is measured. */
#ifndef CUCKOOBENCH_SERIES_H
#define CUCKOOBENCH_SERIES_H

/* Returns a filter's title, the title of another series that has one, or otherwise the name itself. */
const char *series_title(const char *series);

#endif
