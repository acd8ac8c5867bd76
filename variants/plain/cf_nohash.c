/* SPDX-License-Identifier: MIT */
/*
 * cf_nohash.c - the cuckoo filter with i2 = i1 xor fingerprint, the fingerprint not hashed first.
 *
 *      bucket index:  | high bits: never change | low f bits: xor-ed |
 *
 * Section 3.1 of the paper argues that this is worse when fingerprints are short. Relocated items stay within 2^f
 * buckets, so the table is really m / 2^f separate small ones (claim A6). Eppstein (SWAT 2016) shows that it can be
 * analysed, and that it suffices when f is large enough. Everything except that one line is the plain cuckoo filter.
 */
#include "variants/plain/plain_codec.h"

ALWAYS_INLINE uint32_t
nohash_fp(uint32_t fp)
{
	return fp;
}

static const struct cuckoo_codec nohash = {PLAIN_CODEC, .fp_hash = nohash_fp};

#define WIDTHS(X) X(f12b4, 12, 4)
#define KERNEL(id, F, B) CUCKOO_KERNEL(id, nohash, F, B)
CUCKOO_KERNELS(WIDTHS, KERNEL, CUCKOO_KERNEL_ROW, c->b)

static const struct cuckoo_kind kind = {
	.kernels = kernels, .limits = &cuckoo_limits_unhashed, .bucket_used = plain_bucket_used};

const struct filter_ops FILTER_OPS(cf_nohash) = {
	.name = "cf-nohash",
	.title = "CF, f not hashed",
	.about = "cuckoo filter with i2 = i1 xor f (Fan et al., CoNEXT 2014, 3.1; Eppstein, SWAT 2016)",
	.facts = {.source = __FILE__,
                  .params = {.fp_bits = 12, .slots = 4},
                  .lines = {2, 2, 1, 2},
                  .ns = {220, 70, 80},
                  .part = FILTER_NAMED,
                  .full = 90},
	.kind = &kind,
	CUCKOO_OPS,
};
