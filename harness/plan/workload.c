/* SPDX-License-Identifier: MIT */
/* workload.c - see workload.h. */
#include "harness/plan/workload.h"

#include "harness/base/values.h"
#include "harness/plan/options.h"

/* An upper limit. It leaves room for the two thirds of a second that filling a table of one GiB takes, and for bucket
 * numbers in their counters. */
static const size_t items_most = (size_t)1 << 32;

const char *
workload_set_items(struct options *o, const char *value)
{
	return value_size(value, &o->workload.items) && o->workload.items >= 1000 && o->workload.items <= items_most
	               ? NULL
	               : "not a number of keys from 1000 to 4G";
}

const char *
workload_set_positives(struct options *o, const char *value)
{
	return value_share(value, &o->workload.positives) ? NULL : "not a share such as 0.25 or 25%";
}

const char *
workload_set_saved(struct options *o, const char *value)
{
	return value_real(value, 0, 1e12, &o->workload.saved_ns) ? NULL : "not a number of nanoseconds from 0 to 1e12";
}

const char *
workload_set_bits_per_key(struct options *o, const char *value)
{
	return value_real(value, 1, 64, &o->workload.bits_per_key) ? NULL : "not a number from 1 to 64";
}

const char *
workload_set_max_fpr(struct options *o, const char *value)
{
	return value_share(value, &o->workload.max_fpr) && o->workload.max_fpr > 0
	               ? NULL
	               : "not a share above 0 such as 0.001 or 0.1%";
}

void
workload_complete(struct workload *w)
{
	if (w->bits_per_key <= 0)
		w->bits_per_key = WORKLOAD_BITS_PER_KEY;
	if (w->max_fpr <= 0)
		w->max_fpr = w->saved_ns > 0 ? 1 : WORKLOAD_MAX_FPR;
}

size_t
workload_items(size_t bytes)
{
	return bytes / 6 * 4 / 16 * 15 + bytes / 6 * 4 % 16 * 15 / 16;
}
