/* SPDX-License-Identifier: MIT */
/* workload.c - see workload.h. */
#include "harness/plan/workload.h"

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
