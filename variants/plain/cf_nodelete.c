/* SPDX-License-Identifier: MIT */
/*
 * cf_nodelete.c - CF without deletion: a key that is found already is not stored (Fan et al., CoNEXT 2014, section 3.1;
 * cuckoo_nodelete.h). The table is CF's. It takes a few keys more, and any number of copies of one.
 */
#include "variants/cuckoo/cuckoo_nodelete.h"
#include "variants/plain/plain_codec.h"

static const struct cuckoo_codec plain = {PLAIN_CODEC, .fp_hash = cuckoo_fp_hash};

#define WIDTHS(X) X(f8b4, 8, 4) X(f12b4, 12, 4)
#define KERNEL(id, F, B) NODELETE_KERNEL(id, plain, plain_contains, F, B)
CUCKOO_KERNELS(WIDTHS, KERNEL, NODELETE_KERNEL_ROW, c->b)

static const struct cuckoo_kind kind = {
	.kernels = kernels, .limits = &cuckoo_limits_nodelete, .bucket_used = plain_bucket_used};

const struct filter_ops FILTER_OPS(cf_nodelete) = {
	.name = "cf-nodelete",
	.title = "CF, no deletion",
	.about = "cuckoo filter that stores no key which it finds already (Fan et al., CoNEXT 2014, 3.1)",
	.facts = {.source = __FILE__,
                  .params = {.fp_bits = 12, .slots = 4},
                  .lines = {2, 2, 2, 0},
                  .ns = {240, 70, 0},
                  .part = FILTER_LATER},
	.kind = &kind,
	NODELETE_OPS,
};
