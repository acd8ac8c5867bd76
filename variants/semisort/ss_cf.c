/* SPDX-License-Identifier: MIT */
/*
 * ss_cf.c - ss-CF, the cuckoo filter with semi-sorted buckets (paper, section 5.2), for every f from 5 to 32.
 *
 *   fingerprint of f bits:   | 4 most significant: prefix | w = f - 4: direct |
 *
 *   bucket:   | code 12 | d0 w | d1 w | d2 w | d3 w |         4f - 4 bits: one bit saved per entry
 *             f = 13: 48 bits, as many as CF with f = 12; m = 2^25 is 192 MiB
 *
 * The four fingerprints are kept sorted. So their prefixes are sorted too, and form the code (semisort_fields.h). Their
 * direct parts follow in the same order. Sorting by the whole fingerprint, not only by its prefix, costs nothing more.
 * It makes a bucket's bits a function of its content, with empty entries (0) first.
 *
 * A lookup compares the four direct parts in place, bit-parallel as CF does. It decodes the prefixes only of a bucket
 * in which one agrees: at f = 13 that saves 98.4 % of the negative lookups any decoding.
 *
 * Costs a key at f = 13, in large tables. A deletion takes 110 instructions, 40 of them to hash and to locate, and two
 * lines of memory, requested at once. Only two of its branches depend on the table, and both are predicted. So the loop
 * waits only when the processor has no room for more instructions. That is every fourth key, and each instruction less
 * brings the next key's lines nearer. An insertion into a nearly full table waits for one line after the other, because
 * each bucket determines the next.
 */
#include "variants/semisort/semisort_codec.h"

static const struct cuckoo_codec semisorted = {.pair_has = ss_pair_has,
                                               .put = ss_put,
                                               .replace = ss_replace,
                                               .swap = ss_swap,
                                               .entries = ss_entries,
                                               .fp_hash = cuckoo_fp_hash,
                                               .fetch = ss_fetch};

#define KERNEL(id, F, B) \
	CUCKOO_KERNEL_OF(id, semisorted, cuckoo_insert, cuckoo_insert_bfs, cuckoo_contains, ss_remove, F, B)

CUCKOO_KERNELS(SS_WIDTHS, KERNEL, CUCKOO_KERNEL_ROW, 4)

static const struct cuckoo_kind kind = {
	.kernels = kernels, .limits = &cuckoo_limits_semisorted, .bucket_used = ss_bucket_used};

/* The lengths that have their own kernels and whose entries, a bit shorter, fill up to 20 bits a key; and the longest
 * that does. The rate is 8 times 2^-f in a full table, and so between those of the others: two more are near them. */
static const struct filter_shape shapes[] = {{.fp_bits = 13, .usual = true},
                                             {.fp_bits = 17},
                                             {.fp_bits = 19, .near = 16},
                                             {.fp_bits = 11, .near = 8, .field = true},
                                             {.fp_bits = 15, .near = 12, .field = true},
                                             {0}};

const struct filter_ops FILTER_OPS(ss_cf) = {
	.name = "ss-cf",
	.title = "ss-CF",
	.about = "cuckoo filter, semi-sorted buckets (Fan et al., CoNEXT 2014, 5.2)",
	.facts = {.source = __FILE__,
                  .params = {.fp_bits = 13, .slots = 4},
                  .lines = {2, 2, 1, 2},
                  .ns = {330, 100, 190},
                  .fp_saved = 1,
                  .shapes = shapes},
	.kind = &kind,
	CUCKOO_OPS,
};
