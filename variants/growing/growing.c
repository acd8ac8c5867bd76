/* SPDX-License-Identifier: MIT */
/* growing.c - see growing.h: what the filters of all guards share. */
#include "variants/growing/growing.h"

#include <stdlib.h>

/* --- tables ------------------------------------------------------------------------------------------------- */

/* Creates a table of 2^doubled sub-tables of m buckets. NULL: no memory, or more buckets than an index has bits for. */
static struct striped *
new_table(struct growing *g, const struct filter_params *like, size_t m, unsigned doubled)
{
	struct filter_params p = *like;
	struct filter *f;
	const char *why;

	p.buckets = m << doubled;
	p.place = &g->place;
	if (striped_table(g->kind->table, &p, &f, &why) != FILTER_OK)
		return NULL;
	((struct striped *)f)->mask = (uint32_t)(m - 1);
	((struct striped *)f)->doubled = doubled;
	return (struct striped *)f;
}

static uint64_t
counted(const _Atomic uint64_t *count)
{
	return atomic_load_explicit(count, memory_order_relaxed);
}

static void
add_counts(struct striped_counts *to, const struct striped_counts *from)
{
	striped_count(&to->kicks, counted(&from->kicks));
	striped_count(&to->paths, counted(&from->paths));
	striped_count(&to->stale, counted(&from->stale));
	striped_count(&to->spins, counted(&from->spins));
	striped_count(&to->retries, counted(&from->retries));
	striped_count(&to->unsure, counted(&from->unsure));
}

/* Called between stop and go_on. Release: a thread that enters the new table (acquire) sees all that was put into
 * it. */
static void
publish(struct growing *g, struct striped *table)
{
	atomic_store_explicit(&g->table, table, memory_order_release);
	atomic_fetch_add_explicit(&g->generation, 1, memory_order_relaxed);
}

/* Only the holder of `growth` replaces the table, so it need not enter to look at it. */
static struct striped *
own_table(const struct growing *g)
{
	return atomic_load_explicit(&g->table, memory_order_relaxed);
}

/* Called after go_on. Releases `growth`, so that writers continue at once. Frees the old table when the last reader has
 * left it. */
static void
retire(struct growing *g, struct striped *old)
{
	pthread_mutex_unlock(&g->growth);
	g->kind->guard->drain(g);
	add_counts(g->past, old->counts);
	striped_destroy(&old->base);
}

/* Doubles the table, unless another thread has done so since `generation`. False: that is impossible. */
static bool
grow(struct growing *g, uint64_t generation)
{
	struct striped *old, *table;

	pthread_mutex_lock(&g->growth);
	old = own_table(g);
	if (counted(&g->generation) != generation) {
		pthread_mutex_unlock(&g->growth);
		return true;
	}
	/* Zeroing its pages takes as long as the split, so it happens while writers still work. */
	table = new_table(g, &old->params, (size_t)old->mask + 1, old->doubled + 1);
	if (!table) {
		pthread_mutex_unlock(&g->growth);
		return false;
	}
	g->kind->guard->stop(g);
	g->kind->split(table, old);
	striped_count(&table->counts->items, counted(&old->counts->items));
	publish(g, table);
	g->kind->guard->go_on(g);
	retire(g, old);
	return true;
}

/* Inserts the source's keys into the table. NULL, or why that failed. */
static const char *
fill(struct striped *table, struct growing_source source, uint64_t items)
{
	uint64_t keys[256];
	size_t n;

	while ((n = source.next(source.state, keys, 256)) > 0)
		if (table->kernel.insert(table, keys, n) != n)
			return "the keys do not fit into so many buckets";
	return counted(&table->counts->items) == items ? NULL : "the source has other keys than the filter";
}

const char *
growing_rebuild(struct filter *f, size_t buckets, struct growing_source source)
{
	struct growing *g = (struct growing *)f;
	struct striped *old, *table;
	const char *why;

	if (!is_power_of_two(buckets))
		return "buckets must be a power of two";
	pthread_mutex_lock(&g->growth);
	old = own_table(g);
	table = new_table(g, &old->params, buckets, 0);
	if (!table) {
		pthread_mutex_unlock(&g->growth);
		return "no memory for so many buckets";
	}
	g->kind->guard->stop(g);
	why = fill(table, source, counted(&old->counts->items));
	if (why) {
		g->kind->guard->go_on(g);
		pthread_mutex_unlock(&g->growth);
		striped_destroy(&table->base);
		return why;
	}
	publish(g, table);
	g->kind->guard->go_on(g);
	retire(g, old);
	return NULL;
}

void
growing_no_drain(struct growing *g)
{
	(void)g;
}

/* --- operations --------------------------------------------------------------------------------------------- */

bool
growing_is_hopeless(const struct striped *c, uint64_t key)
{
	const struct striped_place p = c->kind->locate(c, key);
	uint32_t fp[16] = {0};

	c->kind->entries(c, p.i1, fp);
	c->kind->entries(c, p.i2, fp + c->b);
	for (unsigned e = 0; e < 2 * c->b; e++)
		if (fp[e] != p.fp)
			return false;
	return true;
}

size_t
growing_insert(struct filter *f, const uint64_t *keys, size_t n)
{
	struct growing *g = (struct growing *)f;
	size_t done = 0;

	for (;;) {
		struct striped *table = g->kind->guard->enter_to_write(g);
		const uint64_t generation = counted(&g->generation);
		bool final;

		done += table->kernel.insert(table, keys + done, n - done);
		final = done == n || table->doubled == table->params.doublings ||
		        growing_is_hopeless(table, keys[done]);
		g->kind->guard->leave(g);
		if (final || !grow(g, generation))
			return done;
	}
}

size_t
growing_contains(const struct filter *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	struct growing *g = growing_of(f);
	const struct striped *table = g->kind->guard->enter(g);
	const size_t hits = table->kernel.contains(table, keys, n, hit);

	g->kind->guard->leave(g);
	return hits;
}

size_t
growing_remove(struct filter *f, const uint64_t *keys, size_t n)
{
	struct growing *g = (struct growing *)f;
	struct striped *table = g->kind->guard->enter_to_write(g);
	const size_t found = table->kernel.remove(table, keys, n);

	g->kind->guard->leave(g);
	return found;
}

void
growing_info(const struct filter *f, struct filter_info *info)
{
	struct growing *g = growing_of(f);
	const struct striped *table = g->kind->guard->enter(g);

	striped_info(&table->base, info);
	g->kind->guard->leave(g);
	info->kicks += counted(&g->past->kicks);
	info->contention.paths += counted(&g->past->paths);
	info->contention.stale += counted(&g->past->stale);
	info->contention.spins += counted(&g->past->spins);
	info->contention.retries += counted(&g->past->retries);
	info->contention.unsure += counted(&g->past->unsure);
}

static bool
is_in_right_sub_table(const struct striped *c)
{
	uint32_t fp[8];

	for (size_t i = 0; i < c->buckets; i++) {
		c->kind->entries(c, i, fp);
		for (unsigned e = 0; e < c->b; e++)
			if (fp[e] && (uint64_t)fp[e] >> (c->f - c->doubled) != i / ((size_t)c->mask + 1))
				return false;
	}
	return true;
}

const char *
growing_check(const struct filter *f)
{
	struct growing *g = growing_of(f);
	const struct striped *table = g->kind->guard->enter(g);
	const char *why = striped_check(&table->base);

	if (!why && !is_in_right_sub_table(table))
		why = "a fingerprint is in another sub-table than its highest bits say";
	g->kind->guard->leave(g);
	return why;
}

/* --- from create to destroy --------------------------------------------------------------------------------- */

enum filter_status
growing_create(const struct filter_ops *self, const struct filter_params *params, struct filter **out, const char **why)
{
	const struct growing_kind *kind = self->kind;
	struct growing *g = calloc(1, sizeof *g);
	enum filter_status status;
	struct filter *table;

	*out = NULL;
	*why = "the table does not fit in memory";
	if (!g)
		return FILTER_ENOMEM;
	status = striped_table(kind->table, params, &table, why);
	if (status != FILTER_OK) {
		free(g);
		return status;
	}
	g->base.ops = self;
	g->kind = kind;
	g->place = mem_unlimited(params->place);
	atomic_init(&g->table, (struct striped *)table);
	g->past = aligned_alloc(128, (sizeof *g->past + 127) / 128 * 128);
	if (!g->past || !kind->guard->init(g)) {
		*why = "what guards the table does not fit in memory";
		free(g->past);
		striped_destroy(table);
		free(g);
		return FILTER_ENOMEM;
	}
	memset(g->past, 0, sizeof *g->past);
	pthread_mutex_init(&g->growth, NULL); /* cannot fail with glibc */
	*out = &g->base;
	return FILTER_OK;
}

const char *
growing_settle(const struct filter_ops *self, struct filter_params *p, size_t *bytes)
{
	return striped_size(((const struct growing_kind *)self->kind)->table, p, bytes);
}

void
growing_destroy(struct filter *f)
{
	struct growing *g = (struct growing *)f;

	if (!g)
		return;
	striped_destroy(&own_table(g)->base);
	g->kind->guard->fini(g);
	pthread_mutex_destroy(&g->growth);
	free(g->past);
	free(g);
}

/* Saved parameters: those of a new filter with sub-tables of this size. Words: items, kicks, number of doublings. */
enum filter_status
growing_save(const struct filter *f, FILE *file)
{
	struct growing *g = growing_of(f);
	const struct striped *table = g->kind->guard->enter(g);
	struct filter_params p = table->params;
	uint64_t words[SERIAL_WORDS] = {counted(&table->counts->items),
	                                counted(&table->counts->kicks) + counted(&g->past->kicks), table->doubled};
	enum filter_status status;

	p.buckets = (size_t)table->mask + 1;
	status = serial_save(file, f->ops->name, &p, words, &table->table);
	g->kind->guard->leave(g);
	return status;
}

/* Replaces the new filter's table by one that was doubled this often, and has so many bytes at most. A file that says
 * otherwise is corrupt. */
static enum filter_status
redouble(struct growing *g, uint64_t doubled, size_t most)
{
	struct striped *old = own_table(g), *table;
	struct mem_limit limit = {.bytes = most};

	if (doubled > old->params.doublings)
		return FILTER_ECORRUPT;
	g->place.limit = &limit;
	table = new_table(g, &old->params, old->buckets, (unsigned)doubled);
	g->place.limit = NULL;
	if (!table)
		return limit.exceeded ? FILTER_ECORRUPT : FILTER_ENOMEM;
	striped_destroy(&old->base);
	atomic_store_explicit(&g->table, table, memory_order_release);
	return FILTER_OK;
}

enum filter_status
growing_load(const struct filter_ops *self, FILE *file, const struct placement *place, struct filter **out)
{
	struct serial s;
	struct growing *g;
	enum filter_status status = serial_begin(self, file, place, &s, out);

	if (status != FILTER_OK)
		return status;
	g = (struct growing *)*out;
	if (s.words[2])
		status = redouble(g, s.words[2], s.table_bytes);
	if (status != FILTER_OK)
		return serial_finish(status, out);
	atomic_store_explicit(&own_table(g)->counts->items, s.words[0], memory_order_relaxed);
	atomic_store_explicit(&own_table(g)->counts->kicks, s.words[1], memory_order_relaxed);
	return serial_finish(serial_load_table(file, &s, &own_table(g)->table), out);
}
