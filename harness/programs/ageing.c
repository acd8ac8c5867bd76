/* SPDX-License-Identifier: MIT */
/*
 * ageing.c - a filter in steady state: of ten operations three insert, four look up and three delete. It has two tables
 * of the same load. One is young, and in the other all keys have been replaced several times.
 *
 *      key's number    0 ... tail ......................................... head ...
 *                            | next to go | may be looked up               | next to come
 *
 *      a portion       delete 96, look up 128, insert 96;  delete 96, look up 128, insert 96;  ... STEPS times
 *
 *      round 0         young | aged          a slice of portions each, in turn
 *      round 1         aged | young
 *
 * Keys come in the order of their stream and go in the same order, so every key stays equally long. Half of the lookups
 * are for keys that are in. A refused key is put off: one fewer key is deleted next time, and another takes its place.
 * So the load stays what it is. A key that is not found, or that cannot be deleted, fails the cell.
 */
#include "harness/programs/programs.h"

#include "datasets/keys.h"
#include "harness/timing/measure.h"
#include "harness/timing/table.h"

#include <string.h>

/* Of a step: 30, 40 and 30 % of 320 operations. A portion is long beside the reading of a clock. */
enum {
	CHANGED = 96,
	ASKED = 128,
	STEPS = 16,
	COMING = STEPS * CHANGED,
	QUESTIONS = STEPS * ASKED,
	FEWEST = 4 * COMING
};
/* How often all keys of an aged table have been replaced. */
enum { TURNOVERS = 4 };
enum { YOUNG, AGED, AGES };
/* The most refused keys among those that are in: a sixteenth of a table of a million. */
enum { REFUSED_MOST = 1 << 16 };
enum { SEED_KEYS = 0, SEED_ASKED = 1 };
static const char *const age_names[AGES] = {"young", "aged"};
/* Loads in per cent; at small scales, only those that are marked. A filter takes part up to its own (facts.full). */
static const struct {
	unsigned load;
	bool few;
} loads[] = {{50, true}, {75, false}, {90, true}, {95, false}};
enum { LOADS = sizeof loads / sizeof *loads };

/* A table and the keys that are in it: numbers tail .. head - 1, but for those that were refused. */
struct aged {
	struct filter *filter;
	uint64_t tail, head, *refused; /* numbers of refused keys between tail and head, ascending: a ring */
	size_t first_refused, refusals;
	size_t wanted, items;
	struct slice slice;
	uint64_t inserts, kicks; /* of the slice */
	uint64_t not_taken;      /* refused in the slice */
};

struct ageing {
	struct run *run;
	const struct cell *cell;
	uint64_t seed, asking;
	struct aged of[AGES];
	/* one portion */
	struct aged *now;
	uint64_t going[COMING], coming[COMING], asked[QUESTIONS];
	uint16_t goes[STEPS], came[STEPS];
	bool in[COMING];
	size_t deleted, present;
};

static unsigned
load_most(const struct filter_ops *ops)
{
	return ops->facts.full ? ops->facts.full : 95;
}

/* --- one portion ---------------------------------------------------------------------------------------------- */

/* The number of the oldest key that is in. */
static uint64_t
ageing_oldest(struct aged *a)
{
	while (a->refusals && a->refused[a->first_refused % REFUSED_MOST] == a->tail)
		a->first_refused++, a->refusals--, a->tail++;
	return a->tail;
}

static bool
was_refused(const struct aged *a, uint64_t number)
{
	size_t low = 0, high = a->refusals;

	while (low < high) {
		const size_t mid = (low + high) / 2;

		if (a->refused[(a->first_refused + mid) % REFUSED_MOST] < number)
			low = mid + 1;
		else
			high = mid;
	}
	return low < a->refusals && a->refused[(a->first_refused + low) % REFUSED_MOST] == number;
}

/* Chooses keys of the next portion: the keys to delete, the keys to insert, and the keys to look up in between. */
static void
ageing_draw(struct ageing *c, struct aged *a)
{
	size_t fewer = a->wanted > a->items ? a->wanted - a->items : 0, n = 0;

	for (unsigned s = 0; s < STEPS; s++) {
		const size_t spared = fewer < CHANGED ? fewer : CHANGED;

		c->goes[s] = (uint16_t)(CHANGED - spared);
		fewer -= spared;
		for (unsigned i = 0; i < c->goes[s]; i++, a->tail++)
			c->going[n++] = key_at(c->seed, ageing_oldest(a));
	}
	keys_fill(c->coming, COMING, c->seed, a->head);
	c->present = 0;
	for (size_t i = 0; i < QUESTIONS; i++) {
		const uint64_t random = rng_next(&c->asking);
		const uint64_t number = a->tail + (random >> 1) % (a->head - a->tail);
		const bool in = random & 1 && !was_refused(a, number);

		c->asked[i] = key_at(c->seed, in ? number : KEYS_ABSENT + (random >> 2));
		c->present += in;
	}
}

/* The timed part. Returns how many questions were answered by yes. */
static size_t
ageing_portion(void *state)
{
	struct ageing *c = state;
	struct filter *f = c->now->filter;
	uint8_t hit[ASKED];
	size_t hits = 0, gone = 0;

	for (unsigned s = 0; s < STEPS; s++) {
		const uint64_t *coming = c->coming + s * CHANGED;

		c->deleted += f->ops->remove(f, c->going + gone, c->goes[s]);
		gone += c->goes[s];
		hits += f->ops->contains(f, c->asked + s * ASKED, ASKED, hit);
		memset(c->in + s * CHANGED, 1, CHANGED);
		for (size_t i = 0; i < CHANGED; i++) {
			i += f->ops->insert(f, coming + i, CHANGED - i);
			if (i < CHANGED)
				c->in[s * CHANGED + i] = false;
		}
	}
	return hits;
}

/* Enters what came into the books. False: more keys are refused than there is room for. */
static bool
ageing_book(struct ageing *c, struct aged *a, size_t gone)
{
	a->items -= gone;
	for (size_t i = 0; i < COMING; i++, a->head++) {
		if (c->in[i]) {
			a->items++;
			continue;
		}
		if (a->refusals == REFUSED_MOST)
			return false;
		a->refused[(a->first_refused + a->refusals++) % REFUSED_MOST] = a->head;
		a->not_taken++;
	}
	return true;
}

static void
ageing_step(struct ageing *c, struct aged *a)
{
	const char *name = a->filter->ops->name;
	size_t hits, gone = 0;
	uint64_t ns;

	ageing_draw(c, a);
	for (unsigned s = 0; s < STEPS; s++)
		gone += c->goes[s];
	c->now = a;
	c->deleted = 0;
	ns = measure_call(ageing_portion, c, &hits);
	if (c->deleted != gone)
		run_fail(c->run, "%s: %zu of %zu keys could be deleted", name, c->deleted, gone);
	if (hits < c->present)
		run_fail(c->run, "false negatives: %s found %zu of %zu keys", name, hits, c->present);
	if (!ageing_book(c, a, gone))
		run_fail(c->run, "%s refuses more than %d keys while it holds %zu", name, REFUSED_MOST, a->items);
	a->slice.ops += gone + QUESTIONS + COMING;
	a->slice.ns += ns;
	a->inserts += COMING;
}

/* --- a load ---------------------------------------------------------------------------------------------------- */

/* Makes a table and fills it. False: it does not get that full, or a portion would be most of it. */
static bool
ageing_fill(struct ageing *c, struct aged *a, unsigned load)
{
	uint64_t *const refused = a->refused ? a->refused : run_alloc(c->run, REFUSED_MOST * sizeof *refused);

	*a = (struct aged){.filter = run_create(c->run, c->cell, false), .refused = refused};
	a->wanted = program_capacity(c->run, c->cell, a->filter) / 100 * load;
	a->head = a->items = program_fill_filter(c->run, a->filter, 0, a->wanted);
	return a->items == a->wanted && a->wanted >= FEWEST;
}

/* Times one table for a slice, and tells what it came to. */
static void
ageing_turn(struct ageing *c, unsigned age, unsigned load)
{
	struct aged *a = &c->of[age];
	const char *name = a->filter->ops->name;
	const uint64_t kicks = filter_told(a->filter).kicks;

	a->slice = (struct slice){0};
	a->inserts = a->not_taken = 0;
	while (a->slice.ns < measure_least_ns())
		ageing_step(c, a);
	emit(c->run, age_names[age], name, load, "mixed", "Mops/s", a->slice.ops, a->slice.ns);
	emit(c->run, age_names[age], name, load, "relocations", "a key", filter_told(a->filter).kicks - kicks,
	     a->inserts);
	emit(c->run, age_names[age], name, load, "refused", "fraction", a->not_taken, a->inserts);
}

static void
ageing_rounds(struct ageing *c, unsigned load)
{
	const uint64_t n = c->cell->queries;

	while (c->of[AGED].inserts < TURNOVERS * (uint64_t)c->of[AGED].wanted)
		ageing_step(c, &c->of[AGED]);
	for (unsigned age = YOUNG; age < AGES; age++)
		emit(c->run, age_names[age], c->cell->filter->name, load, "fpr", "rate",
		     table_hits(c->of[age].filter, c->seed, KEYS_ABSENT + (UINT64_C(1) << 62), n), n);
	for (unsigned round = 0; round < c->cell->rounds; round++) {
		run_round(c->run, round);
		for (unsigned i = 0; i < AGES; i++)
			ageing_turn(c, (i + round) % AGES, load);
	}
}

static void
ageing_load(struct ageing *c, unsigned load)
{
	bool full = true;

	for (unsigned age = YOUNG; age < AGES; age++)
		full &= ageing_fill(c, &c->of[age], load);
	if (full)
		ageing_rounds(c, load);
	for (unsigned age = YOUNG; age < AGES; age++) {
		struct filter *f = c->of[age].filter;
		const char *broken = f->ops->check(f);

		if (broken)
			run_fail(c->run, "%s, %s: %s", f->ops->name, age_names[age], broken);
		run_discard(c->run, f);
	}
}

/* Fewer than this many rounds: few loads. */
enum { ALL_FROM_ROUNDS = 5 };

static bool
has_load(const struct cell *cell, size_t i)
{
	return loads[i].load <= load_most(cell->filter) && (loads[i].few || cell->rounds >= ALL_FROM_ROUNDS);
}

static void
ageing_run(struct run *run, const struct cell *cell)
{
	struct ageing *c = run_alloc(run, sizeof *c);

	c->run = run, c->cell = cell;
	c->seed = run_seed(run, SEED_KEYS);
	c->asking = run_seed(run, SEED_ASKED);
	for (size_t i = 0; i < LOADS; i++)
		if (has_load(cell, i))
			ageing_load(c, loads[i].load);
}

static void
ageing_estimate(const struct cell *cell, struct cell_estimate *e)
{
	const double items = (double)cell->params.bytes * 8 / 12;

	for (size_t i = 0; i < LOADS; i++)
		if (has_load(cell, i)) {
			const double filled = items * loads[i].load / 100;

			e->inserts += (AGES + TURNOVERS) * filled;
			e->removes += TURNOVERS * filled;
			e->lookups += TURNOVERS * filled * ASKED / CHANGED + AGES * (double)cell->queries;
			/* a key takes 2 ns (plan.c), so a slice of 6 ms 3 million */
			e->keys += (AGES + TURNOVERS * 10 / 3.0) * filled + AGES * cell->rounds * 3e6;
		}
	e->bytes = cell->params.bytes + AGES * REFUSED_MOST * sizeof(uint64_t);
}

const struct program program_ageing = {.name = "ageing", .timed = true, .run = ageing_run, .estimate = ageing_estimate};
