/* SPDX-License-Identifier: MIT */
/*
 * ribbon_sort.c - the hashes of keys, roughly in the order of where their rows start.
 *
 *      keys --> hashes, counted by parts of RIBBON_PART starts --> placed part by part, in the keys' order within each
 *
 * Elimination in a part needs 8 bytes a slot, which a core's first cache then holds. Finer order is no faster.
 */
#include "baselines/ribbon/ribbon_solve.h"

#include "baselines/ribbon/ribbon_rows.h"

#include <stdlib.h>

ALWAYS_INLINE size_t
part_of(uint64_t h, uint64_t starts)
{
	return ribbon_start(h, starts) / RIBBON_PART;
}

ALWAYS_INLINE void
count_parts(enum hash_kind kind, const struct hash *hash, uint64_t starts, const uint64_t *keys, size_t n, size_t *end)
{
	for (size_t i = 0; i < n; i++)
		end[part_of(hash_key_by(kind, hash, keys[i]), starts)]++;
}

ALWAYS_INLINE void
place_hashes(enum hash_kind kind, const struct hash *hash, uint64_t starts, const uint64_t *keys, size_t n, size_t *end,
             uint64_t *to)
{
	for (size_t i = 0; i < n; i++) {
		const uint64_t h = hash_key_by(kind, hash, keys[i]);

		to[end[part_of(h, starts)]++] = h;
	}
}

bool
ribbon_sort(const struct hash *given, uint64_t starts, const uint64_t *keys, size_t n, const struct placement *place,
            struct ribbon_sorted *out)
{
	const struct hash hash = *given;
	const size_t parts = starts / RIBBON_PART + 1;
	size_t *end = calloc(parts, sizeof *end), sum = 0;

	if (!end || mem_alloc(&out->hashes, (n + 1) * sizeof *out->hash, place) != 0) {
		free(end);
		return false;
	}
	out->hash = (uint64_t *)(void *)out->hashes.data;
	out->scratch = out->hashes.mapped + parts * sizeof *end;
	HASH_BY_KIND(&hash, count_parts, &hash, starts, keys, n, end);
	for (size_t i = 0; i < parts; i++) {
		const size_t in = end[i];

		end[i] = sum;
		sum += in;
	}
	HASH_BY_KIND(&hash, place_hashes, &hash, starts, keys, n, end, out->hash);
	free(end);
	return true;
}

void
ribbon_sorted_free(struct ribbon_sorted *s)
{
	mem_free(&s->hashes);
}
