/* SPDX-License-Identifier: MIT */
/* ribbon_bump.c - see ribbon_bump.h. */
#include "baselines/ribbon/ribbon_bump.h"

#include "baselines/ribbon/ribbon_solve.h"

#include <stdlib.h>

enum { PART_GROUPS = RIBBON_PART / RIBBON_BUCKET * RIBBON_GROUPS };

/* The equations of a part's keys, by groups, with their hashes; and room for the slots that a group takes. */
struct work {
	struct ribbon_equation *equation;
	uint64_t *hash, *taken;
	enum isa isa;
};

/* The group of a start, counted from its part's first one. */
static unsigned
group_in_part(uint64_t start)
{
	return (unsigned)(start % RIBBON_PART / RIBBON_BUCKET) * RIBBON_GROUPS + ribbon_group(start);
}

/* Sorts the keys of one part by groups. end[g], 0 before, is where group g ends. */
static void
sort_part(const struct ribbon_bump *b, const uint64_t *hash, size_t n, unsigned r, const struct work *w, size_t *end)
{
	for (size_t i = 0; i < n; i++)
		end[group_in_part(ribbon_start(hash[i], b->starts))]++;
	for (size_t g = 0, sum = 0; g < PART_GROUPS; g++) {
		sum += end[g];
		end[g] = sum - end[g];
	}
	for (size_t i = 0; i < n; i++) {
		const uint64_t h = hash[i], start = ribbon_start(h, b->starts);
		const size_t at = end[group_in_part(start)]++;

		w->equation[at] =
			(struct ribbon_equation){start, ribbon_row(h), (uint32_t)(ribbon_wanted(h) & low_mask(r))};
		w->hash[at] = h;
	}
}

/* Adds the keys of one part. Returns how many went out; their next hashes are in out. */
static size_t
add_part(struct ribbon_bump *b, const uint64_t *hash, size_t n, unsigned r, const struct work *w, uint64_t *out)
{
	const uint64_t first = ribbon_start(hash[0], b->starts) / RIBBON_PART * (RIBBON_PART / RIBBON_BUCKET);
	size_t end[PART_GROUPS] = {0}, begin = 0, went = 0;

	sort_part(b, hash, n, r, w, end);
	for (unsigned g = 0, mark = RIBBON_GROUPS; g < PART_GROUPS; begin = end[g++]) {
		const uint64_t bucket = first + g / RIBBON_GROUPS;

		mark = g % RIBBON_GROUPS ? mark : RIBBON_GROUPS;
		if (mark == RIBBON_GROUPS &&
		    !ribbon_add_equations(b->band, b->right, w->equation + begin, end[g] - begin, g % RIBBON_GROUPS > 0,
		                          w->isa, w->taken)) {
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

static bool
work_alloc(struct work *w, size_t largest, enum isa isa)
{
	*w = (struct work){malloc((largest + 1) * sizeof *w->equation), malloc((largest + 1) * sizeof *w->hash),
	                   malloc((largest + 1) * sizeof *w->taken), isa};
	return w->equation && w->hash && w->taken;
}

static void
work_free(struct work *w)
{
	free(w->equation);
	free(w->hash);
	free(w->taken);
}

bool
ribbon_bump(struct ribbon_bump *b, uint64_t *hash, size_t n, unsigned r, enum isa isa, const struct placement *place,
            size_t *out, size_t *scratch, size_t *most)
{
	size_t largest = 0, work;
	struct work w;

	for (size_t i = 0, end; i < n; i = end) {
		end = part_end(b, hash, n, i);
		largest = end - i > largest ? end - i : largest;
	}
	if (!work_alloc(&w, largest, isa) || !bump_alloc(b, place)) {
		work_free(&w);
		return false;
	}
	*out = 0;
	for (size_t i = 0, end; i < n; i = end) {
		end = part_end(b, hash, n, i);
		*out += add_part(b, hash + i, end - i, r, &w, hash + *out);
	}
	work_free(&w);
	work = (largest + 1) * (sizeof *w.equation + sizeof *w.hash + sizeof *w.taken);
	*scratch += b->bands.mapped + b->rights.mapped + ribbon_marks(b->starts);
	*most = *scratch + work > *most ? *scratch + work : *most;
	return true;
}

void
ribbon_bump_free(struct ribbon_bump *b)
{
	mem_free(&b->rights);
	mem_free(&b->bands);
	free(b->marks);
}
