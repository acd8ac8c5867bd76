/* SPDX-License-Identifier: MIT */
/*
 * ribbon_bump.h - fills a layer with buckets (ribbon_layers.h): which groups stay, and the band of their rows.
 *
 *      hashes, sorted by parts --> of each part by groups --> added, or taken out again --> band, right sides, marks
 *                                                         \-> hashes of the keys that went out
 */
#ifndef CUCKOOBENCH_RIBBON_BUMP_H
#define CUCKOOBENCH_RIBBON_BUMP_H

#include "baselines/ribbon/ribbon_layers.h"
#include "baselines/ribbon/ribbon_solve.h"

/* A layer while it is built. */
struct ribbon_bump {
	uint64_t starts;
	uint64_t *band;
	uint32_t *right; /* what the products of the band's rows are */
	uint8_t *marks;
	struct mem bands, rights;
};

/* Bytes of a layer's marks. */
size_t ribbon_marks(uint64_t starts);

/*
 * Fills a layer with the keys of these hashes, which are sorted for it. The hashes of those that went out are then the
 * first *out of them, as they are in the next layer. *scratch grows by what the layer takes, until ribbon_bump_free,
 * and *most is raised to that and what it took meanwhile. False: no memory, and nothing is to be freed.
 */
bool ribbon_bump(struct ribbon_bump *, uint64_t *hash, size_t n, unsigned r, enum isa, const struct placement *,
                 size_t *out, size_t *scratch, size_t *most);
void ribbon_bump_free(struct ribbon_bump *);

#endif
