/* SPDX-License-Identifier: MIT */
/*
 * kernels.h - one table and every look-up there is for it: what is timed against each other, and what is asked.
 *
 *      cf-batch fills ----> | table | <---- views: cf, cf-batch, cf-avx2, cf-avx512, ...
 *                               ^
 *                               '------ the ceilings read the very same lines
 *
 * The filters that share a twin answer alike, so of every run of keys asked it is known how many are reported present, by the
 * filter that filled the table; whoever tells another number while the clock runs is wrong.
 *
 * Nothing here needs a struct run: each function says what went wrong, and the caller fails its cell or its command.
 */
#ifndef CUCKOOBENCH_KERNELS_H
#define CUCKOOBENCH_KERNELS_H

#include "core/filter.h"
#include "core/hash.h"

enum { KERNELS_VIEWS = 32, KERNELS_WHY = 200 };

struct kernels {
	struct filter *filter; /* that was filled; the table is its */
	struct filter *view[KERNELS_VIEWS];
	size_t views;
	struct filter_info info; /* when filled */
	size_t items;
	long long huge; /* bytes of the table on huge pages, as the kernel tells it; -1: it does not */
	struct hash hash;
	uint64_t seed; /* of the keys: 0, 1, ... items - 1 are in */
};

/* Is it one whose look-ups are compared on tables of `twin`: that filter or one with its answers, for one thread, with views? */
bool kernels_include(const struct filter_ops *, const struct filter_ops *twin);
/* The filter that fills such a table: twin-batch, made for it, where there is one that takes these parameters; else the twin. */
const struct filter_ops *kernels_builder(const struct filter_ops *twin, const struct filter_params *);

/*
 * A table of `twin` filled with `target` keys, or until one is refused, and a view of it by every filter of the registry that
 * kernels_include and whose instructions may be used. All keys are looked for. False, with nothing to free, and why not.
 */
bool kernels_make(struct kernels *, const struct filter_ops *twin, const struct filter_params *, uint64_t seed, size_t target,
                  char why[KERNELS_WHY]);
void kernels_free(struct kernels *);
/* The view of that name, or NULL. */
const struct filter *kernels_view(const struct kernels *, const char *name);

/* Keys to look up, in chunks: a percentage of them was inserted, and how many of each chunk are reported present is known. */
enum { QUESTIONS_CHUNK = 1 << 14 };
struct questions {
	uint64_t *keys;
	uint32_t *hits; /* of each chunk */
	size_t n, chunks, all_hits;
	unsigned percent;
};

/* n is rounded up to whole chunks. False, with nothing to free, and why not: a present key is reported absent, or no memory. */
bool questions_make(struct questions *, const struct kernels *, unsigned percent, size_t n, char why[KERNELS_WHY]);
/* Of those keys only that `takes` says yes of. */
bool questions_choose(struct questions *, const struct kernels *, unsigned percent, size_t n, bool (*takes)(void *context, uint64_t key),
                      void *context, char why[KERNELS_WHY]);
void questions_free(struct questions *);

#endif
