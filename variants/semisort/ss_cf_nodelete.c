/* SPDX-License-Identifier: MIT */
/*
 * ss_cf_nodelete.c - ss-CF without deletion: a key that is found already is not stored, so buckets are sets (Fan et
 * al., CoNEXT 2014, section 5.2, footnote 4).
 *
 *      f = 4:       | number of the set: 11 bits |             a bit less than ss-CF would have (semisort_set.h)
 *      f >= 5:      | code 12 | d0 | d1 | d2 | d3 |            ss-CF's own bucket: no whole bit is to be saved
 */
#include "variants/cuckoo/cuckoo_nodelete.h"
#include "variants/semisort/semisort_codec.h"
#include "variants/semisort/semisort_set.h"

ALWAYS_INLINE bool
sets_pair_has(const uint8_t *t, size_t i1, size_t i2, uint32_t fp, unsigned f, unsigned b)
{
	uint32_t one[4], two[4];

	if (f > SET_MOST_F)
		return ss_pair_has(t, i1, i2, fp, f, b);
	PROBE(t + i1 * set_bits(f) / 8, (i1 * set_bits(f) % 8 + set_bits(f) + 7) / 8);
	PROBE(t + i2 * set_bits(f) / 8, (i2 * set_bits(f) % 8 + set_bits(f) + 7) / 8);
	(void)set_decode(set_load(t, i1, f), one, f);
	(void)set_decode(set_load(t, i2, f), two, f);
	return set_find(one, fp) < 4 || set_find(two, fp) < 4;
}

ALWAYS_INLINE bool
sets_replace(uint8_t *t, size_t i, uint32_t fp, uint32_t by, unsigned f, unsigned b)
{
	uint32_t all[4];
	unsigned e;

	if (f > SET_MOST_F)
		return ss_replace(t, i, fp, by, f, b);
	(void)set_decode(set_load(t, i, f), all, f);
	e = set_find(all, fp);
	if (e == 4)
		return false;
	set_change(t, i, all, e, by, f);
	return true;
}

ALWAYS_INLINE bool
sets_put(uint8_t *t, size_t i, uint32_t fp, unsigned f, unsigned b)
{
	return f > SET_MOST_F ? ss_put(t, i, fp, f, b) : sets_replace(t, i, 0, fp, f, b);
}

ALWAYS_INLINE uint32_t
sets_swap(uint8_t *t, size_t i, unsigned e, uint32_t fp, unsigned f, unsigned b)
{
	uint32_t all[4], old;

	if (f > SET_MOST_F)
		return ss_swap(t, i, e, fp, f, b);
	(void)set_decode(set_load(t, i, f), all, f);
	old = all[e];
	set_change(t, i, all, e, fp, f);
	return old;
}

ALWAYS_INLINE bool
sets_entries(const uint8_t *t, size_t i, uint32_t entry[], unsigned f, unsigned b)
{
	return f > SET_MOST_F ? ss_entries(t, i, entry, f, b) : set_decode(set_load(t, i, f), entry, f) < 4;
}

ALWAYS_INLINE void
sets_fetch(const uint8_t *t, size_t i, bool second, unsigned f, unsigned b)
{
	if (f > SET_MOST_F)
		ss_fetch(t, i, second, f, b);
	else
		cache_ask(t + i * set_bits(f) / 8, second);
}

static int
sets_bucket_used(const uint8_t *t, size_t i, unsigned f, unsigned b)
{
	uint32_t all[4];

	if (f > SET_MOST_F)
		return ss_bucket_used(t, i, f, b);
	return set_load(t, i, f) < set_before(5, f) ? (int)set_decode(set_load(t, i, f), all, f) : -1;
}

static const struct cuckoo_codec sets = {.pair_has = sets_pair_has,
                                         .put = sets_put,
                                         .replace = sets_replace,
                                         .swap = sets_swap,
                                         .entries = sets_entries,
                                         .fp_hash = cuckoo_fp_hash,
                                         .fetch = sets_fetch};

#define WIDTHS(X) X(f13, 13, 4) X(f4, 4, 4)
#define KERNEL(id, F, B) NODELETE_KERNEL(id, sets, cuckoo_contains, F, B)
CUCKOO_KERNELS(WIDTHS, KERNEL, NODELETE_KERNEL_ROW, 4)

static const struct cuckoo_kind kind = {
	.kernels = kernels, .limits = &cuckoo_limits_nodelete_semisorted, .bucket_used = sets_bucket_used};

const struct filter_ops FILTER_OPS(ss_cf_nodelete) = {
	.name = "ss-cf-nodelete",
	.title = "ss-CF, no deletion",
	.about = "semi-sorted cuckoo filter whose buckets are sets (Fan et al., CoNEXT 2014, 5.2, footnote 4)",
	.facts = {.source = __FILE__,
                  .params = {.fp_bits = 13, .slots = 4},
                  .lines = {2, 2, 2, 0},
                  .ns = {350, 100, 0},
                  .part = FILTER_LATER,
                  .fp_saved = 1},
	.kind = &kind,
	NODELETE_OPS,
};
