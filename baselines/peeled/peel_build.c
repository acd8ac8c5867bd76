/* SPDX-License-Identifier: MIT */
/* peel_build.c - see peel_build.h. */
#include "baselines/peeled/peel_build.h"

#include "core/cache.h"
#include "core/mem.h"

/* Keys, or cells of the order, that are fetched ahead. Their lines are three or four nodes and as many cells: 16 keys
 * ask for up to 128 lines, more than a core can have in flight (10 to 70), and a quarter of its first cache. */
enum { PEEL_AHEAD = 16 };

/* A node's last byte counts in steps of PEEL_KEY. 63 keys in a cell are none of a random graph's: their number is
 * Poisson with a mean below 4. */
enum { PEEL_KEY = 4, PEEL_CROWDED = 63 * PEEL_KEY };

struct peel_work {
	uint8_t *node;
	unsigned stride; /* of a node, in bytes */
	uint64_t kept;   /* the bits of a node's word that are of this node, without its last byte */
	uint32_t *order;
	struct mem nodes, orders;
};

/* What a node keeps of a key. */
ALWAYS_INLINE uint64_t
peel_kept(enum peel_graph graph, const struct peel_map *m, uint64_t h)
{
	uint64_t kept = 0;

	if (graph == PEEL_XOR)
		return h;
	for (unsigned i = 1; i < peel_arity(graph); i++)
		kept |= peel_offset(m, h, i) << (i - 1) * m->log2;
	return kept;
}

/* The cells of the key that `kept` is of, one of whose cells, the which-th, is `at`. */
ALWAYS_INLINE void
peel_cells_again(enum peel_graph graph, const struct peel_map *m, uint64_t kept, size_t at, unsigned which,
                 size_t cell[PEEL_MOST])
{
	uint64_t offset[PEEL_MOST] = {0}, first;

	if (graph == PEEL_XOR) {
		peel_cells(graph, m, kept, cell);
		return;
	}
	for (unsigned i = 1; i < peel_arity(graph); i++)
		offset[i] = kept >> (i - 1) * m->log2 & (m->length - 1);
	first = (at ^ offset[which]) - which * m->length;
	for (unsigned i = 0; i < peel_arity(graph); i++)
		cell[i] = (first + i * m->length) ^ offset[i];
}

ALWAYS_INLINE uint8_t *
peel_node(const struct peel_work *w, size_t cell)
{
	return w->node + cell * w->stride;
}

ALWAYS_INLINE uint8_t *
peel_count(const struct peel_work *w, size_t cell)
{
	return peel_node(w, cell) + w->stride - 1;
}

ALWAYS_INLINE void
peel_ask(enum peel_graph graph, const struct peel_map *m, const struct peel_work *w, const size_t cell[PEEL_MOST])
{
	for (unsigned i = 0; i < peel_arity(graph); i++) {
		cache_ask(peel_node(w, cell[i]), m->second);
		cache_ask(m->data + cell[i] * m->r / 8, m->second);
	}
}

/* Puts a key into the nodes of its cells, and its fingerprint, with a value above it, into the cells. False: one of
 * them is crowded. */
ALWAYS_INLINE bool
peel_put(enum peel_graph graph, const struct peel_map *m, const struct peel_work *w, uint64_t h, uint64_t above)
{
	const uint64_t kept = peel_kept(graph, m, h),
		       value = (peel_fingerprint(h) & low_mask(m->check)) | above << m->check;
	bool crowded = false;
	size_t cell[PEEL_MOST];

	peel_cells(graph, m, h, cell);
	for (unsigned i = 0; i < peel_arity(graph); i++) {
		uint8_t *node = peel_node(w, cell[i]), *count = peel_count(w, cell[i]);

		store64(node, load64(node) ^ kept); /* the bytes behind it are xor-ed with 0 */
		crowded |= *count >= PEEL_CROWDED;
		*count = (uint8_t)((*count + PEEL_KEY) ^ i);
		peel_flip(m->data, cell[i], m->r, value);
	}
	return !crowded;
}

ALWAYS_INLINE bool
peel_put_all(enum peel_graph graph, const struct peel_map *m, const struct peel_work *w, const uint64_t *keys,
             const uint32_t *values, size_t n)
{
	uint64_t ring[PEEL_AHEAD];
	bool good = true;
	size_t cell[PEEL_MOST];

	for (size_t i = 0; i < n + PEEL_AHEAD && good; i++) {
		uint64_t *place = &ring[i % PEEL_AHEAD];

		if (i >= PEEL_AHEAD)
			good = peel_put(graph, m, w, *place,
			                values ? values[i - PEEL_AHEAD] & low_mask(m->r - m->check) : 0);
		if (i < n) {
			*place = hash_key(&m->hash, keys[i]);
			peel_cells(graph, m, *place, cell);
			peel_ask(graph, m, w, cell);
		}
	}
	return good;
}

/* Takes the key whose cell `at` is out of its other cells. Writes the cells that have one key then to order[tail...].
 * Returns the new tail. */
ALWAYS_INLINE size_t
peel_take(enum peel_graph graph, const struct peel_map *m, const struct peel_work *w, size_t at, size_t tail)
{
	const unsigned which = *peel_count(w, at) % PEEL_KEY;
	const uint64_t kept = load64(peel_node(w, at)) & w->kept, value = peel_load(m->data, at, m->r) & low_mask(m->r);
	size_t cell[PEEL_MOST];

	*peel_count(w, at) = (uint8_t)which;
	peel_cells_again(graph, m, kept, at, which, cell);
	for (unsigned i = 0; i < peel_arity(graph); i++) {
		uint8_t *node = peel_node(w, cell[i]), *count = peel_count(w, cell[i]);

		if (i == which)
			continue;
		store64(node, load64(node) ^ kept);
		*count = (uint8_t)((*count - PEEL_KEY) ^ i);
		peel_flip(m->data, cell[i], m->r, value);
		w->order[tail] = (uint32_t)cell[i];
		tail += *count / PEEL_KEY == 1;
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
peel_off(enum peel_graph graph, const struct peel_map *m, const struct peel_work *w)
{
	const size_t total = peel_total(graph, m);
	size_t tail = 0, peeled = 0;

	for (size_t i = 0; i < total; i++) {
		w->order[tail] = (uint32_t)i;
		tail += *peel_count(w, i) / PEEL_KEY == 1;
	}
	for (size_t head = 0; head < tail; head++) {
		const size_t at = w->order[head];

		if (head + 2 * PEEL_AHEAD < tail)
			cache_ask(peel_node(w, w->order[head + 2 * PEEL_AHEAD]), m->second);
		if (head + PEEL_AHEAD < tail)
			peel_ask_others(graph, m, w, w->order[head + PEEL_AHEAD]);
		if (*peel_count(w, at) / PEEL_KEY != 1)
			continue;
		w->order[peeled++] = (uint32_t)at;
		tail = peel_take(graph, m, w, at, tail);
	}
	return peeled;
}

/* Gives each key its cell's value, from the last one peeled to the first. The cell has the fingerprint; to it come the
 * other cells. Where check bits tell the owner, a value above them stays as it is: in the clear. */
ALWAYS_INLINE void
peel_assign(enum peel_graph graph, const struct peel_map *m, const struct peel_work *w, size_t peeled)
{
	for (size_t i = peeled; i-- > 0;) {
		const size_t at = w->order[i];
		const unsigned which = *peel_count(w, at) % PEEL_KEY;
		uint64_t sum = 0;
		size_t cell[PEEL_MOST];

		if (i >= PEEL_AHEAD)
			cache_ask(peel_node(w, w->order[i - PEEL_AHEAD]), m->second);
		peel_cells_again(graph, m, load64(peel_node(w, at)) & w->kept, at, which, cell);
		for (unsigned j = 0; j < peel_arity(graph); j++)
			sum ^= j == which ? 0 : peel_load(m->data, cell[j], m->r);
		sum ^= m->owned ? which + 1 : 0;
		peel_flip(m->data, at, m->r, sum & low_mask(m->owned ? m->check : m->r));
	}
}

ALWAYS_INLINE enum filter_status
peel_fill_by(enum peel_graph graph, const struct peel_map map, const struct peel_work *w, const uint64_t *keys,
             const uint32_t *values, size_t n)
{
	if (!peel_put_all(graph, &map, w, keys, values, n) || peel_off(graph, &map, w) != n)
		return FILTER_ESEED;
	peel_assign(graph, &map, w, n);
	return FILTER_OK;
}

static enum filter_status
peel_fill_work(enum peel_graph graph, const struct peel_map *m, const struct peel_work *w, const uint64_t *keys,
               const uint32_t *values, size_t n)
{
	return graph == PEEL_XOR     ? peel_fill_by(PEEL_XOR, *m, w, keys, values, n)
	       : graph == PEEL_FUSE3 ? peel_fill_by(PEEL_FUSE3, *m, w, keys, values, n)
	                             : peel_fill_by(PEEL_FUSE4, *m, w, keys, values, n);
}

/* Where the work is done: beside the table, but never on pages of the system's pool, which are counted out for tables.
 */
static struct placement
peel_beside(const struct placement *place)
{
	struct placement beside = place ? *place : (struct placement){.placer = NULL};

	if (beside.pages == MEM_PAGES_HUGETLB || beside.pages == MEM_PAGES_1G)
		beside.pages = MEM_PAGES_DEFAULT;
	return beside;
}

enum filter_status
peel_fill(enum peel_graph graph, const struct peel_map *m, const uint64_t *keys, const uint32_t *values, size_t n,
          const struct placement *place, size_t *scratch)
{
	const unsigned bits = graph == PEEL_XOR ? 64 : (peel_arity(graph) - 1) * m->log2, bytes = (bits + 7) / 8;
	const size_t total = peel_total(graph, m);
	const struct placement beside = peel_beside(place);
	struct peel_work w = {.stride = bytes + 1, .kept = low_mask(8 * bytes)};
	enum filter_status status = FILTER_ENOMEM;
	size_t taken;

	if (mem_alloc(&w.nodes, total * w.stride, &beside) != 0)
		return FILTER_ENOMEM;
	if (mem_alloc(&w.orders, (total + 1) * sizeof *w.order, &beside) == 0) {
		w.node = w.nodes.data, w.order = (uint32_t *)(void *)w.orders.data;
		taken = w.nodes.mapped + w.orders.mapped;
		*scratch = taken > *scratch ? taken : *scratch;
		status = peel_fill_work(graph, m, &w, keys, values, n);
		mem_free(&w.orders);
	}
	mem_free(&w.nodes);
	return status;
}
