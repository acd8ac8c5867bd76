/* SPDX-License-Identifier: MIT */
/* peel_build.c - see peel_build.h. */
#include "baselines/peeled/peel_build.h"
#include "baselines/peeled/peel_node.h"

#include "core/cache.h"
#include "core/mem.h"

#include <stdlib.h>

/* Keys, or cells of the order, that are fetched ahead. Their lines are three or four nodes and as many cells: 16 keys
 * ask for up to 128 lines, more than a core can have in flight (10 to 70), and a quarter of its first cache. */
enum { PEEL_AHEAD = 16 };

/* Puts a key into the nodes of its cells, and its fingerprint, with a value above it, into the cells. False: one of
 * them is crowded, and the node behind it damaged. */
ALWAYS_INLINE bool
peel_put(enum peel_graph graph, const struct peel_map *m, const struct peel_work *w, uint64_t h, uint64_t above,
         unsigned r)
{
	const uint64_t kept = peel_kept(graph, m, h),
		       value = (peel_fingerprint(h) & low_mask(m->check)) | above << m->check;
	bool crowded = false;
	size_t cell[PEEL_MOST];

	peel_cells(graph, m, h, cell);
	for (unsigned i = 0; i < peel_arity(graph); i++) {
		crowded |= peel_change(graph, w, cell[i], kept, i, PEEL_KEY) >= PEEL_CROWDED;
		peel_flip(m->data, cell[i], r, value);
	}
	return !crowded;
}

/* What stands above a key's fingerprint. */
ALWAYS_INLINE uint64_t
peel_above(const struct peel_map *m, const uint32_t *values, size_t i)
{
	return values ? values[i] & low_mask(m->r - m->check) : 0;
}

ALWAYS_INLINE bool
peel_put_near(enum peel_graph graph, enum hash_kind kind, const struct peel_map *m, const struct peel_work *w,
              const uint64_t *keys, const uint32_t *values, size_t n, unsigned r)
{
	bool good = true;

	for (size_t i = 0; i < n && good; i++)
		good = peel_put(graph, m, w, hash_key_by(kind, &m->hash, keys[i]), peel_above(m, values, i), r);
	return good;
}

ALWAYS_INLINE bool
peel_put_unsorted(enum peel_graph graph, enum hash_kind kind, const struct peel_map *m, const struct peel_work *w,
                  const uint64_t *keys, const uint32_t *values, size_t n, unsigned r)
{
	uint64_t ring[PEEL_AHEAD];
	bool good = true;
	size_t cell[PEEL_MOST];

	for (size_t i = 0; i < n + PEEL_AHEAD && good; i++) {
		uint64_t *place = &ring[i % PEEL_AHEAD];

		if (i >= PEEL_AHEAD)
			good = peel_put(graph, m, w, *place, peel_above(m, values, i - PEEL_AHEAD), r);
		if (i < n) {
			*place = hash_key_by(kind, &m->hash, keys[i]);
			peel_cells(graph, m, *place, cell);
			peel_ask(graph, m, w, cell);
		}
	}
	return good;
}

/*
 * Sorts the keys' hashes, or their numbers if they have values, by the segment of their first cell.
 *
 *      sorted:   | 7 3 9 12 .. | 1 4 .. | 2 6 8 10 .. |        end[s]: where those of segment s end
 *
 * A segment has room for as many as it has cells: for a tenth more than come to it, three to nine deviations (n from
 * 10^5 to 10^7). What is too many goes to the next one. Equal keys may be too many for that as well: false.
 */
ALWAYS_INLINE bool
peel_sort(enum hash_kind kind, const struct peel_map *m, const struct peel_work *w, const uint64_t *keys,
          const uint32_t *values, size_t n)
{
	const size_t segments = m->starts >> m->log2;

	for (size_t s = 0; s < segments; s++)
		w->end[s] = (uint32_t)(s << m->log2);
	for (size_t i = 0; i < n; i++) {
		const uint64_t h = hash_key_by(kind, &m->hash, keys[i]);
		size_t s = mul_high(h, m->starts) >> m->log2;

		if (w->end[s] == (s + 1) << m->log2)
			s = s + 1 < segments ? s + 1 : 0;
		if (w->end[s] == (s + 1) << m->log2)
			return false;
		w->sorted[w->end[s]++] = values ? i : h;
	}
	return true;
}

/* Puts the keys in segment by segment. The nodes of three or four segments are in the second cache. With values the
 * keys are fetched ahead, and hashed again. */
ALWAYS_INLINE bool
peel_put_sorted(enum peel_graph graph, enum hash_kind kind, const struct peel_map *m, const struct peel_work *w,
                const uint64_t *keys, const uint32_t *values, unsigned r)
{
	const size_t segments = m->starts >> m->log2;
	bool good = true;

	for (size_t s = 0; s < segments && good; s++)
		for (size_t j = s << m->log2; j < w->end[s] && good; j++) {
			const uint64_t it = w->sorted[j];

			if (values && j + PEEL_AHEAD < w->end[s])
				__builtin_prefetch(&keys[w->sorted[j + PEEL_AHEAD]]);
			good = values ? peel_put(graph, m, w, hash_key_by(kind, &m->hash, keys[it]),
			                         peel_above(m, values, it), r)
			              : peel_put(graph, m, w, it, 0, r);
		}
	return good;
}

ALWAYS_INLINE bool
peel_put_all(enum hash_kind kind, enum peel_graph graph, const struct peel_map *m, const struct peel_work *w,
             const uint64_t *keys, const uint32_t *values, size_t n, unsigned r)
{
	if (w->near)
		return peel_put_near(graph, kind, m, w, keys, values, n, r);
	if (graph != PEEL_XOR && w->end && peel_sort(kind, m, w, keys, values, n))
		return peel_put_sorted(graph, kind, m, w, keys, values, r);
	return peel_put_unsorted(graph, kind, m, w, keys, values, n, r);
}

/* Takes the key whose cell `at` is out of its other cells. Writes the cells that have one key then to order[tail...].
 * Returns the new tail. The index of the cell is unpredictable, so nothing branches on it. */
ALWAYS_INLINE size_t
peel_take(enum peel_graph graph, const struct peel_map *m, const struct peel_work *w, size_t at, size_t tail,
          unsigned r)
{
	const unsigned arity = peel_arity(graph), which = *peel_count(w, at) % PEEL_KEY;
	const uint64_t kept = load64(peel_node(w, at)) & w->kept, value = peel_load(m->data, at, r) & low_mask(r);
	size_t cell[2 * PEEL_MOST];

	*peel_count(w, at) = (uint8_t)which;
	peel_cells_again(graph, m, kept, at, which, cell);
	for (unsigned i = 0; i < arity - 1; i++)
		cell[arity + i] = cell[i];
	for (unsigned j = 1; j < arity; j++) {
		const size_t other = cell[which + j];
		const unsigned i = which + j < arity ? which + j : which + j - arity;

		w->order[tail] = (uint32_t)other;
		tail += peel_change(graph, w, other, kept, i, -PEEL_KEY) / PEEL_KEY == 2;
		peel_flip(m->data, other, r, value);
	}
	return tail;
}

/* Asks for the other cells of a cell's only key. */
ALWAYS_INLINE void
peel_ask_others(enum peel_graph graph, const struct peel_map *m, const struct peel_work *w, size_t at)
{
	const unsigned count = *peel_count(w, at);
	size_t cell[PEEL_MOST];

	if (count / PEEL_KEY != 1)
		return;
	peel_cells_again(graph, m, load64(peel_node(w, at)) & w->kept, at, count % PEEL_KEY, cell);
	peel_ask(graph, m, w, cell);
}

/*
 * Peels off as many keys as possible. order[0...) become their cells; their number is returned.
 *
 *      order:   | peeled | done with | cells with one key, or since then with none | free |
 *                 ^ peeled             ^ head                                        ^ tail
 *
 * A cell comes to have one key once at most, so the order needs no more places than there are cells, and one that is
 * written in vain.
 */
ALWAYS_INLINE size_t
peel_off(enum peel_graph graph, const struct peel_map *m, const struct peel_work *w, unsigned r, bool asks)
{
	const size_t total = peel_total(graph, m);
	size_t tail = 0, peeled = 0;

	for (size_t i = 0; i < total; i++) {
		w->order[tail] = (uint32_t)i;
		tail += *peel_count(w, i) / PEEL_KEY == 1;
	}
	for (size_t head = 0; head < tail; head++) {
		const size_t at = w->order[head];

		if (asks && head + 2 * PEEL_AHEAD < tail)
			cache_ask(peel_node(w, w->order[head + 2 * PEEL_AHEAD]), m->second);
		if (asks && head + PEEL_AHEAD < tail)
			peel_ask_others(graph, m, w, w->order[head + PEEL_AHEAD]);
		if (*peel_count(w, at) / PEEL_KEY != 1)
			continue;
		w->order[peeled++] = (uint32_t)at;
		tail = peel_take(graph, m, w, at, tail, r);
	}
	return peeled;
}

/* Gives each key its cell's value, from the last one peeled to the first. The cell has the fingerprint; to it come the
 * other cells. Where check bits tell the owner, a value above them stays as it is: in the clear. */
ALWAYS_INLINE void
peel_assign(enum peel_graph graph, const struct peel_map *m, const struct peel_work *w, size_t peeled, unsigned r,
            bool asks)
{
	for (size_t i = peeled; i-- > 0;) {
		const size_t at = w->order[i];
		const unsigned which = *peel_count(w, at) % PEEL_KEY;
		uint64_t sum = 0;
		size_t cell[PEEL_MOST];

		if (asks && i >= PEEL_AHEAD)
			cache_ask(peel_node(w, w->order[i - PEEL_AHEAD]), m->second);
		peel_cells_again(graph, m, load64(peel_node(w, at)) & w->kept, at, which, cell);
		for (unsigned j = 0; j < peel_arity(graph); j++)
			sum ^= peel_load(m->data, cell[j], r);
		sum ^= peel_load(m->data, at, r); /* this cell still holds the fingerprint */
		sum ^= m->owned ? which + 1 : 0;
		peel_flip(m->data, at, r, sum & low_mask(m->owned ? m->check : r));
	}
}

/*
 * Writes the numbers of the keys that did not peel off to the order, ascending, and returns how many there are. A key
 * that did has a cell of its own, which no key is left in. One that did not has two keys or more in each of its cells.
 *
 * Where few are left, most of the others tell by their first cell.
 *
 * All equal keys are left. They have the same cells. As long as two of them are there, none of those cells has one key,
 * so none of the two can be the first to go.
 */
static size_t
peel_core(enum peel_graph graph, const struct peel_map *m, const struct peel_work *w, const uint64_t *keys, size_t n)
{
	size_t cell[PEEL_MOST], left = 0;

	for (size_t i = 0; i < n; i++) {
		unsigned j = 0;

		peel_cells(graph, m, hash_key(&m->hash, keys[i]), cell);
		while (j < peel_arity(graph) && *peel_count(w, cell[j]) >= PEEL_KEY)
			j++;
		w->order[left] = (uint32_t)i;
		left += j == peel_arity(graph);
	}
	return left;
}

/* Lists these keys; or all n, if a cell was crowded: then none has been peeled off. */
static enum filter_status
peel_leave(enum peel_graph graph, const struct peel_map *m, const struct peel_work *w, const uint64_t *keys, size_t n,
           bool crowded, struct peel_left *left)
{
	left->n = crowded ? n : peel_core(graph, m, w, keys, n);
	left->key = malloc(left->n * sizeof *left->key);
	if (!left->key)
		return FILTER_ENOMEM;
	for (size_t i = 0; i < left->n; i++)
		left->key[i] = crowded ? (uint32_t)i : w->order[i];
	return FILTER_ESEED;
}

/* The three steps of a build, for a graph and cells of r bits: 8 and 16, which the sources have, are constants, any
 * other r is not. Each is a function of its own, because together they would have too few registers. */
struct peel_steps {
	bool (*put)(const struct peel_map *, const struct peel_work *, const uint64_t *keys, const uint32_t *values,
	            size_t n);
	size_t (*off)(const struct peel_map *, const struct peel_work *);
	void (*assign)(const struct peel_map *, const struct peel_work *, size_t peeled);
};

#define PEEL_STEPS(id, GRAPH, R)                                                                         \
	static bool id##_put(const struct peel_map *of, const struct peel_work *w, const uint64_t *keys, \
	                     const uint32_t *values, size_t n)                                           \
	{                                                                                                \
		const struct peel_map map = *of;                                                         \
		const enum peel_graph graph = GRAPH;                                                     \
		const unsigned r = R;                                                                    \
                                                                                                         \
		return HASH_BY_KIND(&map.hash, peel_put_all, graph, &map, w, keys, values, n, r);        \
	}                                                                                                \
	static size_t id##_off(const struct peel_map *of, const struct peel_work *w)                     \
	{                                                                                                \
		const struct peel_map map = *of;                                                         \
                                                                                                         \
		return w->near ? peel_off(GRAPH, &map, w, R, false) : peel_off(GRAPH, &map, w, R, true); \
	}                                                                                                \
	static void id##_assign(const struct peel_map *of, const struct peel_work *w, size_t peeled)     \
	{                                                                                                \
		const struct peel_map map = *of;                                                         \
                                                                                                         \
		if (w->near)                                                                             \
			peel_assign(GRAPH, &map, w, peeled, R, false);                                   \
		else                                                                                     \
			peel_assign(GRAPH, &map, w, peeled, R, true);                                    \
	}

PEEL_STEPS(xor_8, PEEL_XOR, 8)
PEEL_STEPS(xor_16, PEEL_XOR, 16)
PEEL_STEPS(xor_any, PEEL_XOR, of->r)
PEEL_STEPS(fuse3_8, PEEL_FUSE3, 8)
PEEL_STEPS(fuse3_16, PEEL_FUSE3, 16)
PEEL_STEPS(fuse3_any, PEEL_FUSE3, of->r)
PEEL_STEPS(fuse4_8, PEEL_FUSE4, 8)
PEEL_STEPS(fuse4_16, PEEL_FUSE4, 16)
PEEL_STEPS(fuse4_any, PEEL_FUSE4, of->r)

static enum filter_status
peel_fill_work(enum peel_graph graph, const struct peel_map *m, const struct peel_work *w, const uint64_t *keys,
               const uint32_t *values, size_t n, struct peel_left *left)
{
	static const struct peel_steps all[][3] = {
		[PEEL_XOR] = {{xor_8_put, xor_8_off, xor_8_assign},
	                      {xor_16_put, xor_16_off, xor_16_assign},
	                      {xor_any_put, xor_any_off, xor_any_assign}},
		[PEEL_FUSE3] = {{fuse3_8_put, fuse3_8_off, fuse3_8_assign},
	                        {fuse3_16_put, fuse3_16_off, fuse3_16_assign},
	                        {fuse3_any_put, fuse3_any_off, fuse3_any_assign}},
		[PEEL_FUSE4] = {{fuse4_8_put, fuse4_8_off, fuse4_8_assign},
	                        {fuse4_16_put, fuse4_16_off, fuse4_16_assign},
	                        {fuse4_any_put, fuse4_any_off, fuse4_any_assign}},
	};
	const struct peel_steps *steps = &all[graph][m->r == 8 ? 0 : m->r == 16 ? 1 : 2];

	if (!steps->put(m, w, keys, values, n))
		return peel_leave(graph, m, w, keys, n, true, left);
	if (steps->off(m, w) != n)
		return peel_leave(graph, m, w, keys, n, false, left);
	steps->assign(m, w, n);
	return FILTER_OK;
}

enum filter_status
peel_fill(enum peel_graph graph, const struct peel_map *m, const uint64_t *keys, const uint32_t *values, size_t n,
          const struct placement *place, size_t *scratch, struct peel_left *left)
{
	const unsigned bits = graph == PEEL_XOR ? 64 : (peel_arity(graph) - 1) * m->log2, bytes = (bits + 7) / 8;
	const size_t total = peel_total(graph, m), ends = (m->starts >> m->log2) * sizeof(uint32_t);
	const struct placement beside = mem_beside(place);
	struct peel_work w = {.stride = bytes + 1, .shift = 8 * bytes, .kept = low_mask(8 * bytes)};
	enum filter_status status = FILTER_ENOMEM;
	size_t room = (total + 1) * sizeof *w.order, taken;
	bool sorts;

	*left = (struct peel_left){.n = 0};
	if (mem_alloc(&w.nodes, total * w.stride, &beside) != 0)
		return FILTER_ENOMEM;
	/* Nodes that a core holds: asking for their lines would cost a quarter of a build's time. Others are filled in
	 * the order of their hashes, which takes a third less time at 10^6 keys and half at 10^7 (fuse3, Zen 4). */
	w.near = total * w.stride <= cache_near(1);
	sorts = graph != PEEL_XOR && !w.near;
	if (sorts && room < m->starts * sizeof *w.sorted)
		room = m->starts * sizeof *w.sorted;
	if (mem_alloc(&w.orders, room, &beside) == 0) {
		if (sorts)
			w.end = malloc(ends); /* without it nothing is sorted */
		w.node = w.nodes.data, w.order = (void *)w.orders.data;
		w.sorted = (void *)w.orders.data;
		status = peel_fill_work(graph, m, &w, keys, values, n, left);
		taken = w.nodes.mapped + w.orders.mapped + (w.end ? ends : 0) + left->n * sizeof *left->key;
		*scratch = taken > *scratch ? taken : *scratch;
		free(w.end);
		mem_free(&w.orders);
	}
	mem_free(&w.nodes);
	return status;
}
