/* SPDX-License-Identifier: MIT */
/* series.h - what the series of samples and figures are called: filters, and what is measured beside them. */
#ifndef CUCKOOBENCH_SERIES_H
#define CUCKOOBENCH_SERIES_H

/* A filter's title, the title of another series that has one, or else its name. */
const char *series_title(const char *series);

#endif
