/* SPDX-License-Identifier: MIT */
/*
 * cqf_batch.c - CQF whose operations fetch the blocks of the next keys of the call meanwhile, as rsqf_batch.c does. It
 * has a name of its own because cqf handles one key after the other. The operations themselves stay in their order, so
 * that the table is cqf's, bit for bit.
 */
#define OPS_AHEAD RSQF_AHEAD
#include "baselines/quotient/cqf_ops.h"
#include "baselines/quotient/cqf_table.h"

const struct filter_ops FILTER_OPS(cqf_batch) = {
	.name = "cqf-batch",
	.title = "CQF, batched",
	.about = "cqf, all operations fetch the blocks of the call's next keys meanwhile",
	.twin = "cqf",
	.facts = {.source = __FILE__,
                  .params = {.fp_bits = RSQF_DEFAULT_REMAINDER},
                  .ns = {150, 40, 150},
                  .part = FILTER_FIELD},
	CQF_OPS,
	.insert = cqf_insert,
	.contains = cqf_contains,
	.remove = cqf_remove,
};
