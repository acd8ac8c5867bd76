/* SPDX-License-Identifier: MIT */
/* ribbon_bump.c - see ribbon_bump.h. */
#include "baselines/ribbon/ribbon_bump.h"

#include "baselines/ribbon/ribbon_solve.h"

#include <stdlib.h>

enum { PART_GROUPS = RIBBON_PART / RIBBON_BUCKET * RIBBON_GROUPS };

/* Where the keys of one part are sorted by groups, and the slots that a group has taken. */
struct work {
	uint64_t *hash, *taken;
};

/* The group of a start, counted from its part's first one. */
static unsigned
group_in_part(uint64_t start)
{
	return (unsigned)(start % RIBBON_PART / RIBBON_BUCKET) * RIBBON_GROUPS + ribbon_group(start);
}

/* Adds a group's keys, all or none. */
static bool
add_group(struct ribbon_bump *b, const uint64_t *hash, size_t n, unsigned r, uint64_t *taken)
{
	uint64_t *next = taken;

	for (size_t i = 0; i < n; i++) {
		const uint32_t wanted = (uint32_t)(ribbon_wanted(hash[i]) & low_mask(r));

		if (!ribbon_add_wanted(b->band, b->right, ribbon_start(hash[i], b->starts), ribbon_row(hash[i]), wanted,
		                       &next)) {
			while (next-- > taken)
				b->band[*next] = b->right[*next] = 0;
			return false;
		}
	}
	return true;
}

/* Adds the keys of one part. Returns how many went out; their next hashes are in out. */
static size_t
add_part(struct ribbon_bump *b, const uint64_t *hash, size_t n, unsigned r, const struct work *w, uint64_t *out)
{
	size_t end[PART_GROUPS + 1] = {0}, went = 0;
	const uint64_t first = n ? ribbon_start(hash[0], b->starts) / RIBBON_PART * (RIBBON_PART / RIBBON_BUCKET) : 0;

	for (size_t i = 0; i < n; i++)
		end[group_in_part(ribbon_start(hash[i], b->starts)) + 1]++;
	for (unsigned g = 1; g <= PART_GROUPS; g++)
		end[g] += end[g - 1];
	for (size_t i = 0; i < n; i++)
		w->hash[end[group_in_part(ribbon_start(hash[i], b->starts))]++] = hash[i];
	/* each end is now its group's own */
	for (unsigned g = 0, mark = RIBBON_GROUPS; g < PART_GROUPS; g++) {
		const size_t begin = g ? end[g - 1] : 0;
		const uint64_t bucket = first + g / RIBBON_GROUPS;

		mark = g % RIBBON_GROUPS ? mark : RIBBON_GROUPS;
		if (mark == RIBBON_GROUPS && !add_group(b, w->hash + begin, end[g] - begin, r, w->taken)) {
			mark = g % RIBBON_GROUPS;
			b->marks[bucket / 4] ^= (uint8_t)((mark ^ RIBBON_GROUPS) << bucket % 4 * 2);
		}
		for (size_t i = begin; i < end[g] && mark < RIBBON_GROUPS; i++)
			out[went++] = ribbon_next(w->hash[i]);
	}
	return went;
}

/* Where the part ends that begins with hash[i]. */
static size_t
part_end(const struct ribbon_bump *b, const uint64_t *hash, size_t n, size_t i)
{
	const uint64_t part = ribbon_start(hash[i], b->starts) / RIBBON_PART;

	while (i < n && ribbon_start(hash[i], b->starts) / RIBBON_PART == part)
		i++;
	return i;
}

/* Takes what the layer has. Its marks say that nothing went out. */
static bool
bump_alloc(struct ribbon_bump *b, const struct placement *place)
{
	const size_t slots = b->starts + RIBBON_W;

	b->marks = malloc(ribbon_marks(b->starts));
	if (!b->marks)
		return false;
	if (mem_alloc(&b->bands, slots * sizeof *b->band, place) != 0) {
		free(b->marks);
		return false;
	}
	if (mem_alloc(&b->rights, slots * sizeof *b->right, place) != 0) {
		mem_free(&b->bands);
		free(b->marks);
		return false;
	}
	b->band = (uint64_t *)(void *)b->bands.data;
	b->right = (uint32_t *)(void *)b->rights.data;
	memset(b->marks, 0xff, ribbon_marks(b->starts));
	return true;
}

bool
ribbon_bump(struct ribbon_bump *b, uint64_t *hash, size_t n, unsigned r, const struct placement *place, size_t *out,
            size_t *scratch, size_t *most)
{
	size_t largest = 0;
	struct work w;

	for (size_t i = 0, end; i < n; i = end) {
		end = part_end(b, hash, n, i);
		largest = end - i > largest ? end - i : largest;
	}
	w.hash = malloc(2 * (largest + 1) * sizeof *w.hash);
	if (!w.hash || !bump_alloc(b, place)) {
		free(w.hash);
		return false;
	}
	w.taken = w.hash + largest + 1;
	*out = 0;
	for (size_t i = 0, end; i < n; i = end) {
		end = part_end(b, hash, n, i);
		*out += add_part(b, hash + i, end - i, r, &w, hash + *out);
	}
	*scratch += b->bands.mapped + b->rights.mapped + ribbon_marks(b->starts);
	if (*scratch + 2 * (largest + 1) * sizeof *w.hash > *most)
		*most = *scratch + 2 * (largest + 1) * sizeof *w.hash;
	free(w.hash);
	return true;
}

void
ribbon_bump_free(struct ribbon_bump *b)
{
	mem_free(&b->rights);
	mem_free(&b->bands);
	free(b->marks);
}
