/* SPDX-License-Identifier: MIT */
/* ribbon_layers.c - see ribbon_layers.h. */
#include "baselines/ribbon/ribbon_layers.h"

#include "baselines/ribbon/ribbon_bump.h"
#include "baselines/ribbon/ribbon_solve.h"
#include "core/cache.h"
#include "core/rng.h"

#include <math.h>
#include <stdlib.h>

/* --- sizes ---------------------------------------------------------------------------------------------------- */

size_t
ribbon_marks(uint64_t starts)
{
	return (starts + 4 * RIBBON_BUCKET - 1) / (4 * RIBBON_BUCKET);
}

/* The slots that a layer with buckets lacks: -eps n, eps = -2/3 * 64 / (4 * 128 + 64). */
static uint64_t
lacking(uint64_t n)
{
	return n * 2 / 27;
}

/* The starts of a layer with buckets for n keys: (1 + eps) n slots, of which the last block has none. */
static uint64_t
bucket_starts(uint64_t n)
{
	const uint64_t slots = n - lacking(n);

	return (slots + RIBBON_W - 1) / RIBBON_W * RIBBON_W - RIBBON_W;
}

/* Has the layer l of n keys buckets? */
static bool
has_buckets(unsigned l, size_t n)
{
	return l < RIBBON_BUMPING && n > RIBBON_FEW;
}

/* Sets what follows from how many keys each layer got. Returns the bytes of the table. */
static size_t
layers_size(struct ribbon_bumped *f)
{
	struct ribbon_layers *m = &f->map;
	size_t words = 0, marks = 0;

	m->r = f->params.fp_bits;
	for (m->bumping = 0; has_buckets(m->bumping, f->keys[m->bumping]); m->bumping++)
		m->layer[m->bumping].starts = bucket_starts(f->keys[m->bumping]);
	m->layer[m->bumping].starts = ribbon_blocks(f->keys[m->bumping], m->r) * RIBBON_W;
	for (unsigned l = 0; l <= m->bumping; l++) {
		words += (m->layer[l].starts / RIBBON_W + 1) * m->r;
		marks += l < m->bumping ? ribbon_marks(m->layer[l].starts) : 0;
	}
	return words * sizeof(uint64_t) + marks;
}

/* How many keys go out of a layer with buckets is known once they are sorted. On average it is as many as it has fewer
 * slots than keys: 0.072 to 0.076 of 4000 to 10^6 random keys, counted. */
static const char *
layers_settle(const struct filter_ops *self, struct filter_params *p, size_t *bytes)
{
	struct ribbon_bumped f = {.keys = {p->items}};
	const char *why = ribbon_defaults(p, p->items, &f.map.hash);

	(void)self;
	f.params = *p;
	for (unsigned l = 0; has_buckets(l, f.keys[l]); l++)
		f.keys[l + 1] = lacking(f.keys[l]);
	*bytes = why ? 0 : layers_size(&f);
	return why;
}

/* Takes the table, and sets where each layer is. */
static enum filter_status
layers_alloc(struct ribbon_bumped *f, const struct placement *place)
{
	struct ribbon_layers *m = &f->map;
	const size_t bytes = layers_size(f);
	uint64_t *words;
	uint8_t *marks;

	if (mem_alloc(&f->table, bytes, place) != 0)
		return FILTER_ENOMEM;
	words = (uint64_t *)(void *)f->table.data;
	for (unsigned l = 0; l <= m->bumping; l++) {
		m->layer[l].words = words;
		words += (m->layer[l].starts / RIBBON_W + 1) * m->r;
	}
	marks = (uint8_t *)words;
	for (unsigned l = 0; l < m->bumping; l++) {
		m->layer[l].marks = marks;
		marks += ribbon_marks(m->layer[l].starts);
	}
	m->second = cache_asks_second(bytes, (m->r + 3) / 4);
	m->held = bytes <= cache_near(1);
	return FILTER_OK;
}

/* --- making one ----------------------------------------------------------------------------------------------- */

/* The filter without its table. */
static enum filter_status
layers_begin(const struct filter_ops *self, const struct filter_params *given, size_t n, struct ribbon_bumped **out,
             const char **why)
{
	struct ribbon_bumped *f = (struct ribbon_bumped *)family_new(self);

	*why = "no memory for the table";
	if (!f)
		return FILTER_ENOMEM;
	f->keys[0] = n;
	f->params = *given;
	*why = ribbon_defaults(&f->params, n, &f->map.hash);
	if (*why) {
		free(f);
		return FILTER_EINVAL;
	}
	f->map.isa = ribbon_isa(self, given->isa);
	f->map.r = f->params.fp_bits;
	f->params.place = NULL; /* it belongs to the caller, and is needed only while it is built */
	*out = f;
	return FILTER_OK;
}

/* What is taken while it is built. */
struct layers_work {
	struct ribbon_bump bump[RIBBON_BUMPING];
	unsigned bumping;            /* of which so many are filled */
	struct ribbon_sorted sorted; /* the keys of the layer that is built */
	bool is_sorted;
	struct mem band; /* of the last layer */
	size_t scratch, most;
};

/* Sorts the keys of a layer: given ones for the first, and those that went out of the layer before. */
static bool
layers_sort(const struct ribbon_bumped *f, struct layers_work *w, uint64_t starts, const uint64_t *keys, size_t n,
            const struct placement *place)
{
	struct ribbon_sorted before = w->sorted;
	const bool again = w->is_sorted;
	struct hash as_it_is;

	(void)hash_init(&as_it_is, "identity", 0);
	w->is_sorted =
		ribbon_sort(again ? &as_it_is : &f->map.hash, starts, again ? before.hash : keys, n, place, &w->sorted);
	if (w->is_sorted) {
		w->most = w->scratch + w->sorted.scratch > w->most ? w->scratch + w->sorted.scratch : w->most;
		w->scratch += w->sorted.hashes.mapped;
	}
	if (again) {
		w->scratch -= before.hashes.mapped;
		ribbon_sorted_free(&before);
	}
	return w->is_sorted;
}

/* Fills all layers. False: no memory. */
static bool
layers_fill(struct ribbon_bumped *f, struct layers_work *w, const uint64_t *keys, const struct placement *place)
{
	size_t n = f->keys[0];
	uint64_t starts;

	while (has_buckets(w->bumping, n)) {
		struct ribbon_bump *b = &w->bump[w->bumping];

		b->starts = bucket_starts(n);
		if (!layers_sort(f, w, b->starts, keys, n, place) ||
		    !ribbon_bump(b, w->sorted.hash, n, f->map.r, f->map.isa, place, &n, &w->scratch, &w->most))
			return false;
		f->keys[++w->bumping] = n;
	}
	starts = ribbon_blocks(n, f->map.r) * RIBBON_W;
	if (!layers_sort(f, w, starts, keys, n, place) ||
	    mem_alloc(&w->band, (starts + RIBBON_W) * sizeof(uint64_t), place) != 0)
		return false;
	w->scratch += w->band.mapped;
	w->most = w->scratch > w->most ? w->scratch : w->most;
	ribbon_add_all((uint64_t *)(void *)w->band.data, starts, w->sorted.hash, n, f->map.isa);
	return true;
}

/* Solves for all layers. False: the last one reports too many absent keys present (RIBBON_EXCESS). */
static bool
layers_solve(struct ribbon_bumped *f, const struct layers_work *w)
{
	const struct ribbon_layers *m = &f->map;
	const struct ribbon_layer *last = &m->layer[m->bumping];
	uint64_t *words = (uint64_t *)(void *)f->table.data;
	uint8_t *marks = f->table.data + (last->words - words) * (ptrdiff_t)sizeof *words +
	                 (last->starts / RIBBON_W + 1) * m->r * sizeof *words;
	double excess;

	for (unsigned l = 0; l < m->bumping; l++) {
		const uint64_t blocks = m->layer[l].starts / RIBBON_W + 1;

		ribbon_solve(w->bump[l].band, w->bump[l].right, blocks, m->r, 0, m->isa, words);
		memcpy(marks, w->bump[l].marks, ribbon_marks(m->layer[l].starts));
		words += blocks * m->r;
		marks += ribbon_marks(m->layer[l].starts);
	}
	ribbon_solve((const uint64_t *)(const void *)w->band.data, NULL, last->starts / RIBBON_W + 1, m->r,
	             rng_derive(f->params.seed, last->starts), m->isa, words);
	excess = ribbon_rate(words, last->starts / RIBBON_W, m->r) - ldexp(1, -(int)m->r);
	return excess * (double)f->keys[m->bumping] <= (double)f->keys[0] * ldexp(RIBBON_EXCESS, -(int)m->r);
}

static void
layers_work_free(struct layers_work *w)
{
	for (unsigned l = 0; l < w->bumping; l++)
		ribbon_bump_free(&w->bump[l]);
	if (w->is_sorted)
		ribbon_sorted_free(&w->sorted);
	if (w->band.data)
		mem_free(&w->band);
}

enum filter_status
ribbon_bumped_build(const struct filter_ops *self, const struct filter_params *params, const uint64_t *keys, size_t n,
                    struct filter **out, const char **why)
{
	const struct placement beside = mem_beside(params->place);
	struct layers_work w = {.bumping = 0};
	struct ribbon_bumped *f = NULL;
	enum filter_status status = layers_begin(self, params, n, &f, why);

	*out = NULL;
	if (status != FILTER_OK)
		return status;
	status = FILTER_ENOMEM;
	if (layers_fill(f, &w, keys, &beside) && layers_alloc(f, params->place) == FILTER_OK)
		status = layers_solve(f, &w) ? FILTER_OK : FILTER_ESEED;
	layers_work_free(&w);
	if (status != FILTER_OK) {
		*why = status == FILTER_ESEED ? "seed: too many keys' rows are sums of others"
		                              : "no memory to build the table with";
		family_destroy(&f->base);
		return status;
	}
	f->scratch = w.most;
	*out = &f->base;
	return FILTER_OK;
}

const struct filter_family ribbon_bumped_family = {
	FAMILY_PARTS(struct ribbon_bumped), FAMILY_VIEWS(struct ribbon_bumped), .settle = layers_settle,
	.state = {offsetof(struct ribbon_bumped, keys[0]), offsetof(struct ribbon_bumped, keys[1]),
                  offsetof(struct ribbon_bumped, keys[2]), offsetof(struct ribbon_bumped, keys[3])}};
_Static_assert(RIBBON_BUMPING == 3, "each layer's keys are saved");

/* --- what there is -------------------------------------------------------------------------------------------- */

void
ribbon_bumped_info(const struct filter *base, struct filter_info *info)
{
	const struct ribbon_bumped *f = (const struct ribbon_bumped *)base;
	size_t slots = 0, buckets = 0;

	for (unsigned l = 0; l <= f->map.bumping; l++) {
		slots += f->map.layer[l].starts + RIBBON_W;
		buckets += l < f->map.bumping ? (f->map.layer[l].starts + RIBBON_BUCKET - 1) / RIBBON_BUCKET : 0;
	}
	*info = (struct filter_info){.bytes = f->table.bytes,
	                             .mapped = f->table.mapped + sizeof *f,
	                             .scratch = f->scratch,
	                             .items = f->keys[0],
	                             .slots = slots,
	                             .buckets = buckets,
	                             .fp_bits = f->map.r,
	                             .hashes = 1,
	                             .kernel = ribbon_kernel(f->map.r, f->map.isa),
	                             .table = f->table.data};
}

/* Nothing else can be told without the keys. */
const char *
ribbon_bumped_check(const struct filter *base)
{
	const struct ribbon_bumped *f = (const struct ribbon_bumped *)base;

	for (unsigned l = 0; l < f->map.bumping; l++) {
		const struct ribbon_layer *layer = &f->map.layer[l];
		const uint64_t buckets = (layer->starts + RIBBON_BUCKET - 1) / RIBBON_BUCKET;

		if (f->keys[l + 1] > f->keys[l])
			return "more keys went out of a layer than it got";
		for (uint64_t i = buckets; i < 4 * ribbon_marks(layer->starts); i++)
			if ((layer->marks[i / 4] >> i % 4 * 2 & 3) != 3)
				return "marks behind the last bucket are set";
	}
	return NULL;
}

enum filter_status
ribbon_bumped_load(const struct filter_ops *self, FILE *file, const struct placement *place, struct filter **out)
{
	enum filter_status status;
	struct serial s;
	struct ribbon_bumped *f;
	const char *why;

	*out = NULL;
	status = serial_load_header(file, self->name, &s);
	if (status != FILTER_OK)
		return status;
	/* a width of 0 would be the default one's */
	if (s.params.fp_bits < RIBBON_LEAST_R)
		return FILTER_ECORRUPT;
	status = layers_begin(self, &s.params, s.words[0], &f, &why);
	if (status != FILTER_OK)
		return status == FILTER_EINVAL ? FILTER_ECORRUPT : status;
	for (unsigned l = 1; l <= RIBBON_BUMPING && status == FILTER_OK; l++) {
		f->keys[l] = s.words[l];
		status = f->keys[l] <= f->keys[l - 1] ? FILTER_OK : FILTER_ECORRUPT;
	}
	/* before a table of that size is allocated */
	if (status == FILTER_OK)
		status = layers_size(f) == s.table_bytes ? layers_alloc(f, place) : FILTER_ECORRUPT;
	if (status != FILTER_OK) {
		free(f);
		return status;
	}
	*out = &f->base;
	return serial_finish(serial_load_table(file, &s, &f->table), out);
}
