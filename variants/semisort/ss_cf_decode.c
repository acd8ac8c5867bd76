/* SPDX-License-Identifier: MIT */
/*
 * ss_cf_decode.c - a control for ss-CF's lookup. Both buckets are decoded into their four fingerprints, which are then
 * compared one after the other. That is how the paper describes it (section 5.2: "extra encoding/decoding overhead").
 * Everything else is ss-cf.
 *
 *      | code | d0 | d1 | d2 | d3 |  --->  | f0 | f1 | f2 | f3 |  = f?       ss-cf compares the d in place, and decodes
 *                                                                            only a bucket in which one of them agrees
 */
#include "variants/semisort/semisort_codec.h"

ALWAYS_INLINE bool
decoded_pair_has(const uint8_t *t, size_t i1, size_t i2, uint32_t fp, unsigned f, unsigned b)
{
	const uint128 v1 = ss_load(t, i1, f), v2 = ss_load(t, i2, f);
	uint32_t first[4], second[4];

	PROBE(t + i1 * (4 * f - 4) / 8, (i1 * (4 * f - 4) % 8 + 4 * f - 4 + 7) / 8);
	PROBE(t + i2 * (4 * f - 4) / 8, (i2 * (4 * f - 4) % 8 + 4 * f - 4 + 7) / 8);
	ss_decode(v1, first, f);
	ss_decode(v2, second, f);
	for (unsigned e = 0; e < b; e++)
		if (first[e] == fp || second[e] == fp)
			return true;
	return false;
}

static const struct cuckoo_codec decoded = {.pair_has = decoded_pair_has,
                                            .put = ss_put,
                                            .replace = ss_replace,
                                            .swap = ss_swap,
                                            .entries = ss_entries,
                                            .fp_hash = cuckoo_fp_hash,
                                            .fetch = ss_fetch};

#define WIDTHS(X) X(f9, 9, 4) X(f13, 13, 4) X(f17, 17, 4)
#define KERNEL(id, F, B) CUCKOO_KERNEL(id, decoded, F, B)
CUCKOO_KERNELS(WIDTHS, KERNEL, CUCKOO_KERNEL_ROW, 4)

static const struct cuckoo_kind kind = {
	.kernels = kernels, .limits = &cuckoo_limits_semisorted, .bucket_used = ss_bucket_used};

const struct filter_ops FILTER_OPS(ss_cf_decode) = {
	.name = "ss-cf-decode",
	.title = "ss-CF, decoding",
	.about = "ss-cf with look-ups that decode both buckets and compare in a loop",
	.twin = "ss-cf",
	.facts = {.source = __FILE__,
                  .params = {.fp_bits = 13, .slots = 4},
                  .ns = {330, 100, 190},
                  .part = FILTER_DESCRIBED},
	.kind = &kind,
	CUCKOO_CONTROL,
};
