/* SPDX-License-Identifier: MIT */
/*
 * rsqf_batch.c - RSQF whose operations fetch the blocks of the next keys of the call meanwhile (rsqf_loops.h). It has a
 * name of its own because rsqf handles one key after the other. The operations themselves stay in their order, so that
 * the table is rsqf's, bit for bit.
 */
#define OPS_AHEAD RSQF_AHEAD
#include "baselines/quotient/rsqf_ops.h"

const struct filter_ops FILTER_OPS(rsqf_batch) = {
	.name = "rsqf-batch",
	.title = "RSQF, batched",
	.about = "rsqf, all operations fetch the blocks of the call's next keys meanwhile",
	.twin = "rsqf",
	.facts = {.source = __FILE__,
                  .params = {.fp_bits = RSQF_DEFAULT_REMAINDER},
                  .ns = {150, 40, 150},
                  .part = FILTER_FIELD},
	RSQF_OPS,
	.insert = rsqf_insert,
	.contains = rsqf_contains,
	.remove = rsqf_remove,
};
