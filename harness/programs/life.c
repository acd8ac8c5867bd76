/* SPDX-License-Identifier: MIT */
/*
 * life.c - the timed life of one filter, for every timed table and figure of the paper.
 *
 *      occupancy
 *        full |            ________ shares: lookups, 0 25 50 75 100 % positive;  errors
 *             |         __/        \__
 *             |      __/  fill: every  \__  deletions: every
 *             |   __/  step's inserts     \__ step's deletes
 *           0 |__/   occupancies: lookups    \__
 *                    between the steps
 *
 * Keys and queries are generated before the clock starts (cell_keys.h: random ones, or the user's own). The table is
 * touched when it is created. Occupancy is items / entries. A bit array has no entries; its occupancy is items / the
 * number that it is designed for.
 *
 * Which of it a life measures are its parts. It always fills. A static filter is built at once, so it has no steps.
 * Above 400 lines: both kinds share the keys, the queries and the turns.
 */
#include "harness/programs/programs.h"

#include "core/bits.h"
#include "core/mem.h"
#include "core/rng.h"
#include "harness/filters/setup.h"
#include "harness/programs/cell_keys.h"
#include "harness/stats/change.h"
#include "harness/stats/latin.h"
#include "harness/timing/measure.h"

#include <math.h>
#include <stdio.h>

enum { SEED_KEYS = 0, SEED_PICK = 1, SEED_ORDER = 2, SEED_TURNS = 3 };

/* Shares of present keys; and turns of a set of them, and of one between the steps, at most. */
enum { SHARES = 5, TURNS_MOST = 9, TURNS_BETWEEN = 3 };

/* Keys that are looked up in turns. */
struct set {
	uint64_t *keys;
	size_t n;
	unsigned percent; /* of them are in the filter */
	struct slice turn[TURNS_MOST], median;
};

struct life {
	struct run *run;
	const struct cell *cell;
	struct filter *filter;
	const char *name;
	size_t capacity; /* items at occupancy 1 */
	size_t items;
	size_t slice; /* keys that a pass of look-ups asks for, at most */
	struct cell_keys own;
	uint64_t *keys; /* to insert: as many as `own` has, at most the capacity */
	struct set set[SHARES];
	uint64_t insert_ns;
};

static void
life_draw(struct life *l, struct set *set, size_t n, unsigned percent, uint64_t purpose)
{
	set->n = n;
	set->percent = percent;
	cell_keys_ask(&l->own, set->keys, n, percent, l->items, run_seed(l->run, rng_derive(SEED_PICK, purpose)),
	              purpose);
}

/* The occupancies of whole and half steps are the same in every repetition, but not the one at which a filter refuses.
 * Samples from there are filed under LIFE_FULL. The occupancy itself is a sample, and its mean becomes the point's x
 * (life_cells.c). */
static void
emit_at(struct life *l, double items, bool regular, const char *measure, size_t n, uint64_t ns)
{
	double x = regular ? items / (double)(l->capacity / LIFE_STEPS) / LIFE_STEPS : LIFE_FULL;
	char occupancy[NAME_MAX_METRIC];

	emit(l->run, "", l->name, x, measure, "Mops/s", n, ns);
	snprintf(occupancy, sizeof occupancy, "%s_occupancy", measure);
	if (!regular)
		emit(l->run, "", l->name, LIFE_FULL, occupancy, "fraction", (uint64_t)items, l->capacity);
}

static bool
measures(const struct life *l, unsigned parts)
{
	return l->cell->parts & parts;
}

/* If the end cuts a step to less than a fifth, it has too few operations to time. */
static bool
long_enough(const struct life *l, size_t n)
{
	return n > l->capacity / LIFE_STEPS / 5;
}

/*
 * CACHED_SLICE: the keys that a pass looks up in a table that a last cache holds. Beyond the caches a pass looks up all
 * of its queries, because the next pass must not find what the last one fetched. A table of 12 MiB is in the last cache
 * after the untimed pass, however many keys follow. Half of 2^18 keys then find half of its lines or more, and take
 * 2 ms (cf, 15 ns a key on a Zen 4) to 13 ms (dl-cbf). So a slice is a few passes of the 5 ms that it needs.
 * With 2^17 keys cf comes out a fifth faster, and bf does not: caches keep what a pass has fetched (Zen 4, L2 1 MiB).
 */
enum { CACHED_TABLE = 64 << 20, CACHED_SLICE = 1 << 18 };

static size_t
slice_of(const struct cell *cell)
{
	return cell->params.bytes < CACHED_TABLE && cell->queries > CACHED_SLICE ? CACHED_SLICE : cell->queries;
}

/*
 * LONG_PASS: a filling takes a minute, and a pass over 2^21 keys 60 ms (cf) to 1 s (qf-slots; a table of 192 MiB, Zen
 * 4). On a shared machine the memory is slower by a sixth to a half for some tens of milliseconds, several times a
 * second. A short pass meets such a time or does not, and the quotient of two spread by a tenth. So beyond the caches a
 * set of shares has some half a second or more: nine turns, or three of long passes. A table that the last cache holds
 * is filled in a second, and its passes are short turns of their own.
 */
enum { LONG_PASS_NS = 100000000, LONG_LESS = 3 };

static unsigned
life_turns(const struct cell *cell, unsigned most, double pass_ns)
{
	return cell->params.bytes < CACHED_TABLE ? 1 : pass_ns < LONG_PASS_NS ? most : most / LONG_LESS;
}

static struct slice
life_turn(const struct life *l, const struct set *set)
{
	size_t hits;
	const struct slice slice = program_time_lookups(l->filter, set->keys, set->n, &hits);

	if (set->percent == 100 && hits != slice.ops)
		run_fail(l->run, "false negatives: %zu of %zu present keys reported absent at %zu items",
		         (size_t)slice.ops - hits, (size_t)slice.ops, l->items);
	return slice;
}

/* Times the sets in turns, each turn in another order. A set's median turn is its result. One that is disturbed does
 * not move it. */
static void
life_take_turns(struct life *l, size_t sets, unsigned most)
{
	unsigned order[SHARES], turns;
	double rate[TURNS_MOST];
	uint64_t longest = 0;
	size_t hits;

	for (size_t i = 0; i < sets; i++) {
		const uint64_t ns = measure_contains(l->filter, l->set[i].keys, l->set[i].n, &hits);

		longest = ns > longest ? ns : longest;
	}
	turns = life_turns(l->cell, most, (double)longest);
	for (unsigned turn = 0; turn < turns; turn++) {
		latin_order((unsigned)sets, turn, run_seed(l->run, SEED_TURNS), order);
		for (size_t place = 0; place < sets; place++)
			l->set[order[place]].turn[turn] = life_turn(l, &l->set[order[place]]);
	}
	for (size_t i = 0; i < sets; i++) {
		for (unsigned turn = 0; turn < turns; turn++)
			rate[turn] = slice_rate(l->set[i].turn[turn]);
		run_changed(l->run, change_of_rounds(rate, turns));
		l->set[i].median = slice_median(l->set[i].turn, turns);
	}
}

static void
lookups_here(struct life *l, uint64_t step, bool regular)
{
	const size_t n = l->slice / 2, sets = l->items == 0 ? 1 : 2;

	if (!measures(l, LIFE_OCCUPANCIES))
		return;
	for (size_t i = 0; i < sets; i++)
		life_draw(l, &l->set[i], n, i == 0 ? 0 : 100, 2 * step + i);
	life_take_turns(l, sets, TURNS_BETWEEN);
	for (size_t i = 0; i < sets; i++)
		emit_at(l, (double)l->items, regular, i == 0 ? "lookup_absent" : "lookup_present", l->set[i].median.ops,
		        l->set[i].median.ns);
}

/* A static filter has all of its keys at once, or none. */
static void
build(struct life *l, size_t n)
{
	const struct run_built built = run_build(l->run, l->cell, false, l->keys, n);

	l->filter = built.filter;
	l->items = n;
	l->insert_ns = built.ns;
	if (measures(l, LIFE_FILL))
		emit(l->run, "", l->name, 0, "attempts", "seeds", built.seeds, 1);
}

/* Fills step by step until the target, or until a key is refused. */
static void
grow(struct life *l, size_t target)
{
	bool full = false;

	lookups_here(l, 0, true);
	for (size_t step = 1; step <= LIFE_STEPS && !full && l->items < target; step++) {
		size_t goal = l->capacity / LIFE_STEPS * step, from = l->items, got;
		uint64_t ns;

		if (goal > target)
			goal = target;
		ns = measure_insert(l->filter, l->keys + from, goal - from, &got);
		full = got < goal - from;
		l->items += got;
		l->insert_ns += ns;
		/* Steps are rounded down. The few keys that this leaves a filter with a limit of its own, as qf has,
		 * are no step. */
		if (got < LIFE_STEPS)
			break;
		if (measures(l, LIFE_FILL) && long_enough(l, got))
			emit_at(l, (double)(from + l->items) / 2, !full, "insert", got, ns);
		lookups_here(l, step, !full);
	}
}

/* Looks up the absent keys of eight slices, or all there are. */
static void
report_errors(struct life *l)
{
	const size_t there = cell_keys_absent_count(&l->own), asked = 8 * l->slice < there ? 8 * l->slice : there;
	uint64_t positives = 0;

	if (!measures(l, LIFE_ERRORS))
		return;
	for (size_t done = 0; done < asked;) {
		const size_t n = asked - done < l->slice ? asked - done : l->slice;
		size_t hits;

		cell_keys_absent(&l->own, l->set[0].keys, n, done);
		(void)measure_contains(l->filter, l->set[0].keys, n, &hits);
		positives += hits;
		done += n;
	}
	emit(l->run, "", l->name, 0, "fpr", "rate", positives, asked);
}

/* Runs the queries of --queries in their own mix: how many are for present keys, how fast they are answered, and how
 * many wrongly. */
static void
report_asked(struct life *l)
{
	const size_t questions = l->own.questions, in = cell_keys_asked_present(&l->own, l->items);
	struct slice slice;
	size_t hits;

	if (questions == 0 || !measures(l, LIFE_ERRORS))
		return;
	(void)measure_contains(l->filter, l->own.question, questions, &hits);
	slice = program_time_lookups(l->filter, l->own.question, questions, &hits);
	hits /= slice.ops / questions;
	if (hits < in)
		run_fail(l->run,
		         "false negatives: %zu of %zu questions of --queries are for keys that are in, and only %zu "
		         "are answered so",
		         in, questions, hits);
	emit(l->run, "", l->name, 0, "lookup_asked", "Mops/s", slice.ops, slice.ns);
	emit(l->run, "", l->name, 0, "asked_present", "fraction", in, questions);
	if (in < questions)
		emit(l->run, "", l->name, 0, "fpr_asked", "rate", hits - in, questions - in);
}

static void
report_full(struct life *l)
{
	const size_t n = l->items;
	const struct filter_info info = program_told(l->run, l->filter, n);

	program_verify_keys(l->run, l->filter, l->keys, n, 0);
	if (measures(l, LIFE_FILL)) {
		emit(l->run, "", l->name, 0, "items", "items", n, 1);
		emit(l->run, "", l->name, 0, "bits_per_item", "bits/item", info.bytes * 8, n);
		emit(l->run, "", l->name, 0, "scratch", "bits/item", info.scratch * 8, n);
		emit(l->run, "", l->name, 0, "construction", "Mops/s", n, l->insert_ns);
		if (info.slots)
			emit(l->run, "", l->name, 0, "load", "fraction", n, info.slots);
	}
	report_errors(l);
	report_asked(l);
}

static void
lookups_by_share(struct life *l)
{
	if (!measures(l, LIFE_SHARES))
		return;
	for (unsigned i = 0; i < SHARES; i++)
		life_draw(l, &l->set[i], l->slice, 25 * i, 1000 + 25 * i);
	life_take_turns(l, SHARES, TURNS_MOST);
	for (unsigned i = 0; i < SHARES; i++)
		emit(l->run, "", l->name, l->set[i].percent, "lookup", "Mops/s", l->set[i].median.ops,
		     l->set[i].median.ns);
}

static void
shrink(struct life *l)
{
	size_t full = l->items, removed = 0;
	const char *broken;

	if (!l->filter->ops->remove || !measures(l, LIFE_DELETIONS))
		return;
	/* In order of insertion the first deletions would all hit d-left's leftmost table, and the first slots
	 * everywhere. A random order favours none. */
	cell_keys_shuffle(l->keys, l->items, run_seed(l->run, SEED_ORDER));
	while (l->items > 0) {
		size_t step = (l->items - 1) * LIFE_STEPS / l->capacity, goal = l->capacity / LIFE_STEPS * step;
		size_t n = l->items - goal, found;
		uint64_t ns = measure_remove(l->filter, l->keys + removed, n, &found);

		if (found != n)
			run_fail(l->run, "lost keys: %zu of %zu inserted keys were not found to delete", n - found, n);
		if (long_enough(l, n))
			emit_at(l, (double)(l->items + goal) / 2, n == l->capacity / LIFE_STEPS, "delete", n, ns);
		removed += n;
		l->items -= n;
	}
	broken = l->filter->ops->check(l->filter);
	if (broken)
		run_fail(l->run, "after deleting all %zu keys: %s", full, broken);
}

/* What of the filter's memory is on huge pages, if the kernel says so. */
static void
report_pages(struct life *l, long long before)
{
	const long long huge = mem_huge_bytes() - before;

	if (measures(l, LIFE_FILL) && before >= 0)
		emit(l->run, "", l->name, 0, "huge_pages", "fraction", (uint64_t)(huge > 0 ? huge : 0),
		     filter_told(l->filter).mapped);
}

/* Makes the filter, empty, and says how many items it has at occupancy 1. */
static void
life_create(struct life *l)
{
	const long long before = mem_huge_bytes();

	l->filter = run_create(l->run, l->cell, false);
	l->capacity = filter_told(l->filter).slots;
	report_pages(l, before);
}

static void
life_run(struct run *run, const struct cell *cell)
{
	struct life l = {.run = run, .cell = cell, .slice = slice_of(cell)};
	const bool at_once = cell->filter->caps & FILTER_STATIC;
	char name[NAME_MAX_SERIES];
	long long before;
	size_t most;

	snprintf(name, sizeof name, "%s%s", cell->filter->name, cell->copy ? "-again" : "");
	l.name = name;
	if (!at_once)
		life_create(&l);
	l.capacity = l.capacity ? l.capacity : cell->target;
	if (l.capacity == SIZE_MAX)
		run_fail(run, "%s never refuses a key and has no design capacity", l.name);
	for (size_t i = 0; i < SHARES; i++)
		l.set[i].keys = run_alloc(run, l.slice * sizeof *l.set[i].keys);
	most = cell_keys_open(&l.own, run, cell, SEED_KEYS, &l.keys, l.capacity);
	most = cell->target < most ? cell->target : most;
	before = mem_huge_bytes();
	if (at_once) {
		build(&l, most);
		report_pages(&l, before);
	} else {
		grow(&l, most);
	}
	report_full(&l);
	lookups_by_share(&l);
	shrink(&l);
}

/* Nanoseconds of a turn after its first pass. */
static double
more_passes(double pass_ns)
{
	return fmax(0, fmin(5e6, PROGRAM_PASSES * pass_ns) - pass_ns);
}

static void
life_estimate(const struct cell *cell, struct cell_estimate *e)
{
	/* At most 12.5 bits per item give 0.64 items per byte; 0.7 leaves room. */
	const double n = cell->target == SIZE_MAX ? 0.7 * (double)cell->params.bytes : (double)cell->target,
		     slice = (double)slice_of(cell), pass = slice * setup_cost(cell->filter, cell->params.bytes).lookup,
		     full = SHARES * life_turns(cell, TURNS_MOST, pass),
		     between = LIFE_STEPS * life_turns(cell, TURNS_BETWEEN, pass / 2); /* of half a slice each */

	e->inserts = n;
	e->removes = cell->filter->remove ? n : 0;
	/* Every set is drawn, and looked up once untimed. Then each of its turns takes a pass, and more until 5 ms or
	 * all passes have gone. A key that is generated takes 2 ns (plan.c). What is deleted is shuffled before, some
	 * 30 ns a key from memory. */
	e->lookups = n + (8 + SHARES + LIFE_STEPS + full + between) * slice;
	e->keys = n + (8 + SHARES + LIFE_STEPS) * slice + full * more_passes(pass) / 2 +
	          2 * between * more_passes(pass / 2) / 2 + 15 * e->removes;
	e->bytes = SHARES * slice_of(cell) * 8 + setup_scratch(cell->filter, n);
	cell_keys_estimate(cell, (size_t)n, e);
}

const struct program program_life = {.name = "life",
                                     .timed = true,
                                     .parts = {"fill", "occupancies", "errors", "shares", "deletions"},
                                     .run = life_run,
                                     .estimate = life_estimate};
