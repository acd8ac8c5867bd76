/* SPDX-License-Identifier: MIT */
/* fill_place.h - parts of the place where the program fill measured: "b=4:m=2^15", a table's slots and buckets. */
#ifndef CUCKOOBENCH_FILL_PLACE_H
#define CUCKOOBENCH_FILL_PLACE_H

#include "harness/plan/experiment.h"

#include <stdio.h>
#include <string.h>

/* Names the sample's series after its table's buckets: "m=2^15". */
static inline void
fill_series_buckets(struct sample *s)
{
	const char *colon = strchr(s->panel, ':');

	snprintf(s->series, sizeof s->series, "%.*s", NAME_MAX_SERIES - 1, colon ? colon + 1 : "");
}

#endif
