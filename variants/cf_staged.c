/* SPDX-License-Identifier: MIT */
/*
 * cf_staged.c - CF with look-ups in two stages, in portable C: the second bucket is fetched only for keys that the first
 * does not answer.
 *
 *      keys             |  block 0  |  block 1  |  block 2  |
 *      locate           |===========|===========|===========|                            and ask for the line of the first bucket
 *      first bucket                 |===========|===========|===========|                and ask for the second's of the misses
 *      second bucket                            |===  |=====|==   |                      of the misses alone
 *
 * An insertion tries the first bucket first, so more than half of the keys that are present are in it: they cost one line, not two. Those
 * that are absent cost two as before, and instructions more, which where memory is fast are dearer than the lines that are spared: there
 * cf-batch is ahead at every share of positives, and only cf-avx512-staged, whose instructions are few, is ahead of its like. In the caches
 * nothing is to be spared: small tables are looked up as by cf-batch.
 */
#include "variants/plain_batch.h"

ALWAYS_INLINE void
locate_block(enum hash_kind kind, const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n,
             struct batch_places *at, unsigned f, unsigned b)
{
	for (size_t k = 0; k < n; k++) {
		const struct cuckoo_place p = cuckoo_locate_by(kind, c, codec, keys[k], f);

		PROBE(c->table.data + p.i1 * b * f / 8, (p.i1 * b * f % 8 + b * f + 7) / 8);
		at->i1[k] = (uint32_t)p.i1;
		at->i2[k] = (uint32_t)p.i2;
		at->fp[k] = p.fp;
		batch_fetch(c->table.data, p.i1, f, b);
	}
}

/* Keys of a block that were not in their first bucket: the second, the fingerprint, which of the block. */
struct misses {
	uint32_t i2[BATCH_BLOCK], fp[BATCH_BLOCK];
	uint8_t which[BATCH_BLOCK];
	size_t n;
};

/* Key k of the block is one of the misses; if not, the next one takes its place. */
ALWAYS_INLINE void
note(const struct batch_places *at, size_t k, bool found, uint8_t *hit, struct misses *m)
{
	m->i2[m->n] = at->i2[k];
	m->fp[m->n] = at->fp[k];
	m->which[m->n] = (uint8_t)k;
	m->n += !found;
	hit[k] = found;
}

ALWAYS_INLINE void
first_stage(const struct plain_compare *compare, const uint8_t *t, const struct batch_places *at, size_t n, uint8_t *hit, struct misses *m, unsigned f, unsigned b)
{
	size_t k = 0;

	m->n = 0;
	for (; k + 2 <= n; k += 2) {
		const plain_two found = plain_find(compare, t, at->i1[k], at->fp[k], at->i1[k + 1], at->fp[k + 1], f, b);

		note(at, k, found[0] != 0, hit, m);
		note(at, k + 1, found[1] != 0, hit, m);
	}
	if (k < n)
		note(at, k, plain_find(compare, t, at->i1[k], at->fp[k], at->i1[k], at->fp[k], f, b)[0] != 0, hit, m);
	for (k = 0; k < m->n; k++) {
		PROBE(t + (size_t)m->i2[k] * b * f / 8, ((size_t)m->i2[k] * b * f % 8 + b * f + 7) / 8);
		batch_fetch(t, m->i2[k], f, b);
	}
}

ALWAYS_INLINE size_t
second_stage(const struct plain_compare *compare, const uint8_t *t, const struct misses *m, uint8_t *hit, unsigned f, unsigned b)
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
contains_staged_by(enum hash_kind kind, const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, uint8_t *hit, unsigned f, unsigned b)
{
	const struct cuckoo local = *c; /* as in cuckoo_contains_by */
	const struct plain_compare compare = plain_compare(f, b);
	const uint8_t *t = local.table.data;
	struct batch_places place[2];
	struct misses misses[2];
	size_t hits = 0, here, next, last = 0, which = 0;

	here = n < BATCH_BLOCK ? n : BATCH_BLOCK;
	locate_block(kind, &local, codec, keys, here, &place[0], f, b);
	misses[1].n = 0;
	for (size_t k = 0; k < n; k += here, last = here, here = next, which ^= 1) {
		next = n - k - here < BATCH_BLOCK ? n - k - here : BATCH_BLOCK;
		locate_block(kind, &local, codec, keys + k + here, next, &place[which ^ 1], f, b);
		first_stage(&compare, t, &place[which], here, hit + k, &misses[which], f, b);
		hits += here - misses[which].n;
		hits += second_stage(&compare, t, &misses[which ^ 1], hit + k - last, f, b);
	}
	return hits + second_stage(&compare, t, &misses[which ^ 1], hit + n - last, f, b);
}

ALWAYS_INLINE size_t
contains_staged(const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, uint8_t *hit, unsigned f, unsigned b)
{
#define LOOK_UP(kind) contains_staged_by(kind, c, codec, keys, n, hit, f, b)
	if (c->near)
		return plain_contains(c, codec, keys, n, hit, f, b);
	return HASH_INSTANCES(&c->hash, LOOK_UP);
#undef LOOK_UP
}

CUCKOO_KERNEL_BATCH(f8b4, batch_plain, contains_staged, 8, 4)
CUCKOO_KERNEL_BATCH(f12b4, batch_plain, contains_staged, 12, 4)
CUCKOO_KERNEL_BATCH(f16b4, batch_plain, contains_staged, 16, 4)
CUCKOO_KERNEL_BATCH(any, batch_plain, contains_staged, c->f, c->b)

static const struct cuckoo_kernel kernels[] = {CUCKOO_KERNEL_ROW(f12b4, 12, 4), CUCKOO_KERNEL_ROW(f8b4, 8, 4),
                                               CUCKOO_KERNEL_ROW(f16b4, 16, 4), CUCKOO_KERNEL_ROW(any, 0, 0)};

static const struct cuckoo_kind kind = {
	.kernels = kernels, .limits = &cuckoo_limits_plain, .bucket_used = plain_bucket_used,
	CUCKOO_INTERLEAVES};

const struct filter_ops FILTER_OPS(cf_staged) = {
	.name = "cf-staged", .title = "CF, staged",
	.about = "cf-batch, the second bucket fetched only for keys not in the first",
	.twin = "cf", .rearranges = true, .batch = CUCKOO_CALL,
	.facts = {.source = __FILE__, .params = {.fp_bits = 12, .slots = 4}, .ns = {30, 20, 20}},
	.kind = &kind,
	CUCKOO_OPS,
};
