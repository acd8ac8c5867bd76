/* SPDX-License-Identifier: MIT */
/*
 * cf_staged.c - CF with lookups in two stages, in portable C: the second bucket is fetched only for keys that the first
 * does not answer.
 *
 *      keys             |  block 0  |  block 1  |  block 2  |
 *      locate           |===========|===========|===========|                    and prefetch the first bucket's line
 *      first bucket                 |===========|===========|===========|        and prefetch the misses' second bucket
 *      second bucket                            |===  |=====|==   |              for the misses alone
 *
 * An insertion tries the first bucket first, so more than half of the present keys are in it: they cost one line, not
 * two. Absent keys cost two as before, and more instructions. So a call continues in stages only as long as enough of
 * the recent keys were found. It looks up the rest like cf-batch: both lines at once, and one comparison. The answers
 * are the same. Where a cache delivers many lines at once, there is little to save: tables up to
 * cache_near(STAGED_KEYS) are looked up like cf-batch.
 */
#include "variants/cuckoo/cuckoo_parted.h"
#include "variants/plain/plain_batch.h"

/*
 * STAGED_FROM: stages are used as long as the last STAGED_LATELY blocks have at least this number of hits, five eighths
 * of their keys. Always in stages, against cf-batch, Emerald Rapids: 192 MiB and 1 GiB 0.90 to 0.93 times as fast with
 * no key present, 1.0 to 1.08 with half, 1.2 to 1.28 with all; 24 MiB 0.88 to 0.98 with half, 1.04 to 1.15 with all; 6
 * MiB 0.85 to 0.92 and 0.92 to 1.05. A call begins with stages, and stops using them after two blocks without a hit.
 */
enum {
	STAGED_KEYS = 4,
	STAGED_LATELY = 4,
	STAGED_FROM = STAGED_LATELY * CUCKOO_BLOCK * 5 / 8,
	STAGED_BEGIN = 2 * STAGED_FROM
};

/* Keys of a block that were not in their first bucket: the second bucket, the fingerprint, the index in the block. */
struct misses {
	uint32_t i2[CUCKOO_BLOCK], fp[CUCKOO_BLOCK];
	uint8_t which[CUCKOO_BLOCK + 1];
	size_t n;
};

/* Records key k of the block as a miss; if it is none, the next key overwrites the record. */
ALWAYS_INLINE void
note(size_t k, bool found, uint8_t *hit, struct misses *m)
{
	m->which[m->n] = (uint8_t)k;
	m->n += !found;
	hit[k] = found;
}

/* Prefetches the second buckets of the misses. */
ALWAYS_INLINE void
ask_second(const uint8_t *t, const struct cuckoo_block *at, struct misses *m, bool second, unsigned f, unsigned b)
{
	for (size_t k = 0; k < m->n; k++) {
		m->i2[k] = at->i2[m->which[k]];
		m->fp[k] = at->fp[m->which[k]];
		batch_fetch(t, m->i2[k], second, f, b);
	}
}

ALWAYS_INLINE void
first_stage(const struct plain_compare *compare, const uint8_t *t, const struct cuckoo_block *at, size_t n,
            uint8_t *hit, struct misses *m, bool second, unsigned f, unsigned b)
{
	size_t k = 0;

	for (; k + 2 <= n; k += 2) {
		const plain_two found =
			plain_find(compare, t, at->i1[k], at->fp[k], at->i1[k + 1], at->fp[k + 1], f, b);

		note(k, found[0] != 0, hit, m);
		note(k + 1, found[1] != 0, hit, m);
	}
	if (k < n)
		note(k, plain_find(compare, t, at->i1[k], at->fp[k], at->i1[k], at->fp[k], f, b)[0] != 0, hit, m);
	if (second)
		ask_second(t, at, m, true, f, b);
	else
		ask_second(t, at, m, false, f, b);
}

ALWAYS_INLINE size_t
second_stage(const struct plain_compare *compare, const uint8_t *t, const struct misses *m, uint8_t *hit, unsigned f,
             unsigned b)
{
	size_t hits = 0, k = 0;

	for (; k + 2 <= m->n; k += 2) {
		const plain_two found = plain_find(compare, t, m->i2[k], m->fp[k], m->i2[k + 1], m->fp[k + 1], f, b);
		const bool one = found[0] != 0, other = found[1] != 0;

		hit[m->which[k]] = one;
		hit[m->which[k + 1]] = other;
		hits += one;
		hits += other;
	}
	if (k < m->n) {
		const bool found = plain_find(compare, t, m->i2[k], m->fp[k], m->i2[k], m->fp[k], f, b)[0] != 0;

		hit[m->which[k]] = found;
		hits += found;
	}
	return hits;
}

ALWAYS_INLINE size_t
contains_staged_by(enum hash_kind kind, const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys,
                   size_t n, uint8_t *hit, unsigned f, unsigned b)
{
	const struct cuckoo local = *c; /* as in cuckoo_contains_by */
	const struct plain_compare compare = plain_compare(f, b);
	const uint8_t *t = local.table.data;
	struct cuckoo_blocks s;
	struct misses misses[2], *before = &misses[0]; /* of the block before */
	size_t hits = 0, lately = STAGED_BEGIN, last = 0, done;

	cuckoo_blocks_begin(&s);
	before->n = 0;
	while (lately >= STAGED_FROM &&
	       cuckoo_blocks_next(&s, kind, &local, codec, batch_fetch, false, keys, n, f, b)) {
		struct misses *here = before == &misses[0] ? &misses[1] : &misses[0];
		size_t found;

		here->n = 0;
		first_stage(&compare, t, &s.block[s.side], s.n, hit + s.at, here, local.second, f, b);
		found = s.n - here->n + second_stage(&compare, t, before, hit + last, f, b);
		hits += found;
		lately += found - lately / STAGED_LATELY;
		last = s.at;
		before = here;
	}
	hits += second_stage(&compare, t, before, hit + last, f, b);
	done = s.at + s.n;
	return hits + c->rest->contains(c, keys + done, n - done, hit + done);
}

ALWAYS_INLINE size_t
contains_staged(const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, uint8_t *hit,
                unsigned f, unsigned b)
{
	if (c->table.bytes <= cache_near(STAGED_KEYS))
		return c->rest->contains(c, keys, n, hit);
	return HASH_BY_KIND(&c->hash, contains_staged_by, c, codec, keys, n, hit, f, b);
}

#define KERNEL(id, F, B) CUCKOO_KERNEL_LOOKUP(id, batch_plain, contains_staged, F, B)
CUCKOO_KERNELS(PLAIN_WIDTHS, KERNEL, CUCKOO_KERNEL_ROW_LOOKUP, c->b)

static const struct cuckoo_kind kind = {.kernels = kernels,
                                        .rest = &FILTER_KIND(cf_batch),
                                        .limits = &cuckoo_limits_plain,
                                        .bucket_used = plain_bucket_used,
                                        CUCKOO_INTERLEAVES};

const struct filter_ops FILTER_OPS(cf_staged) = {
	.name = "cf-staged",
	.title = "CF, staged",
	.about = "cf-batch, the second bucket fetched only for keys not in the first",
	.twin = "cf",
	.rearranges = true,
	.batch = CUCKOO_CALL,
	.facts = {.source = __FILE__, .params = {.fp_bits = 12, .slots = 4}, .ns = {30, 20, 20}},
	.kind = &kind,
	.build = cuckoo_build,
	CUCKOO_OPS,
};
