/* SPDX-License-Identifier: MIT */
/*
 * cf_branch.c - a control for CF's lookup: it jumps on the answer, where cf stores it. The paper's did: its rate "drops
 * slightly when p = 50 % because the CPU's branch prediction is least accurate" (section 7.2). Everything else is cf.
 *
 *      both buckets -> compare -> found? --yes--> hit[k] = 1, count it       cf: hit[k] = found, count += found
 *                                   '-----no---> hit[k] = 0
 *
 * A processor that guesses the jump right goes on with the next keys, as in cf. If it guessed wrong, it learns that
 * when the buckets have arrived from memory, and has to begin the next keys once more.
 */
#include "variants/plain/plain_codec.h"

static const struct cuckoo_codec plain = {PLAIN_CODEC, .fp_hash = cuckoo_fp_hash};

ALWAYS_INLINE size_t
branch_contains_by(enum hash_kind hash, const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys,
                   size_t n, uint8_t *hit, unsigned f, unsigned b)
{
	const struct cuckoo local = *c; /* as in cuckoo_contains_by */
	const struct plain_compare compare = plain_compare(f, b);
	const uint8_t *t = local.table.data;
	size_t hits = 0;

	for (size_t k = 0; k < n; k++) {
		const struct cuckoo_place p = cuckoo_locate_by(hash, &local, codec, keys[k], f);

		PLAIN_PROBE(t, p, f, b);
		hit[k] = 0;
		if (plain_any(plain_find(&compare, t, p.i1, p.fp, p.i2, p.fp, f, b))) {
			__asm__ volatile(""); /* else compilers compute the answer without a jump */
			hit[k] = 1;
			hits++;
		}
	}
	return hits;
}

ALWAYS_INLINE size_t
branch_contains(const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, uint8_t *hit,
                unsigned f, unsigned b)
{
	return HASH_BY_KIND(&c->hash, branch_contains_by, c, codec, keys, n, hit, f, b);
}

#define KERNEL(id, F, B) \
	CUCKOO_KERNEL_OF(id, plain, cuckoo_insert, cuckoo_insert_bfs, branch_contains, cuckoo_remove, F, B)

#define WIDTHS(X) X(f12b4, 12, 4)
CUCKOO_KERNELS(WIDTHS, KERNEL, CUCKOO_KERNEL_ROW, c->b)

static const struct cuckoo_kind kind = {
	.kernels = kernels, .limits = &cuckoo_limits_plain, .bucket_used = plain_bucket_used};

const struct filter_ops FILTER_OPS(cf_branch) = {
	.name = "cf-branch",
	.title = "CF, branching",
	.about = "cf with look-ups that jump on the answer",
	.twin = "cf",
	.facts = {.source = __FILE__,
                  .params = {.fp_bits = 12, .slots = 4},
                  .ns = {220, 80, 80},
                  .part = FILTER_DESCRIBED},
	.kind = &kind,
	CUCKOO_CONTROL,
};
