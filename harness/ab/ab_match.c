/* SPDX-License-Identifier: MIT */
/*
 * ab_match.c - one filter at one size: OLD, NEW and OLD again are filled, looked up and emptied in turn, round by round
 * (ab.h).
 *
 *      keys 0, 1, ... of the stream: the largest number that both take, up to the number the filter is made for
 *      | slice 0 | slice 1 |      one slice a round; `slices` rounds of each operation are one life
 */
#include "harness/ab/ab.h"

#include "datasets/keys.h"
#include "harness/base/memory.h"
#include "harness/filters/setup.h"
#include "harness/stats/latin.h"
#include "harness/timing/answers.h"
#include "harness/timing/contestant.h"
#include "harness/timing/measure.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct ab_table {
	struct ab_filter kind;
	struct filter *filter;
	struct query_set asked[AB_LOOKUPS];
	struct contestant look[AB_LOOKUPS];
};

struct match {
	const struct ab *ab;
	struct ab_cell *cell;
	FILE *out;
	struct ab_table who[AB_SIDES];
	struct filter_params params;
	uint64_t seed; /* of the keys and of the order, the same in all processes */
	size_t first;  /* the number of this process' first round, counted over all processes */
	unsigned slices, lives;
	uint64_t keys[QUERY_SET_CHUNK];
	uint8_t hit[QUERY_SET_CHUNK];
};

/* Sets the cell's reason. Always false. */
static bool __attribute__((format(printf, 3, 4))) fail(struct match *m, enum ab_side side, const char *format, ...)
{
	const int n = snprintf(m->cell->why, AB_WHY, "%s: ", ab_side_names[side]);
	va_list args;

	va_start(args, format);
	vsnprintf(m->cell->why + n, AB_WHY - (size_t)n, format, args);
	va_end(args);
	return false;
}

/* Reports whose code runs next, in case it never returns. No clock runs meanwhile. */
static void
turn(const struct match *m, enum ab_side side)
{
	fprintf(m->out, "%s\n", ab_side_names[side]);
	fflush(m->out);
}

/* The order of the sides in a round of this process, and onwards: a row of a Latin square (latin.h). The next round has
 * the same row reversed. */
static void
order_of(const struct match *m, size_t round, unsigned order[AB_SIDES])
{
	unsigned row[AB_SIDES];

	round += m->first;
	latin_order(AB_SIDES, (unsigned)(round / 2), m->seed, row);
	for (unsigned place = 0; place < AB_SIDES; place++)
		order[place] = row[round % 2 ? AB_SIDES - 1 - place : place];
}

/* Makes the next keys of the stream: a chunk, or those before `end`. Returns how many. */
static size_t
next_keys(struct match *m, size_t from, size_t end)
{
	const size_t n = end - from < QUERY_SET_CHUNK ? end - from : QUERY_SET_CHUNK;

	keys_fill(m->keys, n, m->seed, from);
	return n;
}

/* --- tables ------------------------------------------------------------------------------------------------- */

static bool
create(struct match *m, enum ab_side side)
{
	struct ab_table *c = &m->who[side];
	const char *why = NULL;
	enum filter_status status;

	turn(m, side);
	status = filter_create(&c->kind.base.ops, &m->params, &c->filter, &why);
	m->cell->skipped |= status == FILTER_EISA;
	return status == FILTER_OK || fail(m, side, "refused: %s", why);
}

/* Destroys a side's filter. False: the filter wrote beyond its table, or did not free it. */
static bool
destroy(struct match *m, enum ab_side side)
{
	struct filter *f = m->who[side].filter;

	turn(m, side);
	m->who[side].filter = NULL;
	f->ops->destroy(f);
	return !plugin_fault() || fail(m, side, "%s", plugin_fault());
}

/* Inserts keys from..to of the stream and sets *in to the number it took. Returns the nanoseconds that the thread had a
 * processor. An insertion happens only once and takes as long as it takes, and on a shared machine other processes run
 * meanwhile. */
static uint64_t
insert(struct match *m, struct ab_table *c, size_t from, size_t to, size_t *in)
{
	uint64_t ns = 1, start;

	for (*in = 0; from + *in < to;) {
		const size_t n = next_keys(m, from + *in, to);
		size_t got;

		start = thread_ns();
		measure_insert(c->filter, m->keys, n, &got);
		ns += thread_ns() - start;
		*in += got;
		if (got < n)
			break;
	}
	return ns;
}

/* Sets the number of keys that both take, up to `most`. At the design load NEW must take all keys if OLD does. */
static bool
try_room(struct match *m, size_t most, bool is_design)
{
	size_t took[2];

	for (enum ab_side side = AB_OLD; side <= AB_NEW; side++) {
		turn(m, side);
		insert(m, &m->who[side], 0, most, &took[side]);
	}
	m->cell->items = took[AB_NEW] < took[AB_OLD] ? took[AB_NEW] : took[AB_OLD];
	if (is_design && took[AB_NEW] < most && took[AB_OLD] == most)
		return fail(m, AB_NEW, "is full at %zu keys of the %zu that it is for, and OLD is not", took[AB_NEW],
		            most);
	return true;
}

/* The number of keys: for a filter that takes any number, by bits per item. For a known filter with slots, one per cent
 * of the slots below the paper's load. For others, until one of the two is full. */
static bool
find_items(struct match *m, size_t target)
{
	const struct filter_facts *facts = &m->who[AB_OLD].kind.base.ops.facts;
	const size_t old = filter_told(m->who[AB_OLD].filter).slots, new = filter_told(m->who[AB_NEW].filter).slots,
		     slots = old < new ? old : new;
	const bool is_design = m->who[AB_OLD].kind.is_known && slots > 0;

	m->cell->items = target;
	if (target == SIZE_MAX &&
	    !try_room(m, is_design ? slots / 100 * ((facts->full ? facts->full : 95) - 1) : m->cell->bytes * 8,
	              is_design))
		return false;
	return m->cell->items >= 1000 || fail(m, AB_OLD, "takes only %zu keys, too few to time", m->cell->items);
}

/* Chooses the parameters, and in the first process the number of keys by a first life of OLD and NEW. */
static bool
ab_match_prepare(struct match *m)
{
	size_t target;
	bool good;

	setup_paper(&m->who[AB_OLD].kind.base.ops, m->cell->bytes, &m->params, &target);
	m->params.seed = rng_derive(m->seed, 1);
	m->params.hash = m->ab->options->hash;
	m->params.isa = m->ab->options->isa;
	if (m->cell->items == 0) {
		good = create(m, AB_OLD) && create(m, AB_NEW);
		for (enum ab_side side = AB_OLD; good && side <= AB_NEW; side++)
			m->cell->table[side] = filter_told(m->who[side].filter).bytes;
		if (!good || !find_items(m, target) || !destroy(m, AB_OLD) || !destroy(m, AB_NEW))
			return false; /* the process ends next */
	}
	m->lives = ab_cell_lives(m->cell->items);
	m->slices = AB_ROUNDS / m->lives;
	return true;
}

/* --- slices ------------------------------------------------------------------------------------------------- */

static size_t
slice_begin(const struct match *m, unsigned slice)
{
	return m->cell->items * slice / m->slices;
}

static bool
insert_slice(struct match *m, enum ab_side side, unsigned slice, struct slice *to)
{
	const size_t from = slice_begin(m, slice), until = slice_begin(m, slice + 1);
	size_t in;

	to->ns = insert(m, &m->who[side], from, until, &in);
	to->ops = in;
	return from + in == until || fail(m, side, "refused key %zu of %zu", from + in, m->cell->items);
}

static bool
delete_slice(struct match *m, enum ab_side side, unsigned slice, struct slice *to)
{
	const size_t from = slice_begin(m, slice), until = slice_begin(m, slice + 1);
	uint64_t start;

	to->ns = 1;
	for (size_t done = from, n, found; done < until; done += n) {
		n = next_keys(m, done, until);
		start = thread_ns();
		measure_remove(m->who[side].filter, m->keys, n, &found);
		to->ns += thread_ns() - start;
		to->ops += found;
		if (found != n)
			return fail(m, side,
			            "false negative: deleted %zu of %zu keys that were inserted, from key %zu on",
			            found, n, done);
	}
	return true;
}

/* Checks that every key is present, by each answer and by their sum, and that the filter counts its keys right. */
static bool
ab_match_verify(struct match *m, enum ab_side side, size_t items)
{
	const struct ab_table *c = &m->who[side];
	const char *broken;

	turn(m, side);
	broken = c->filter->ops->check(c->filter);
	if (broken)
		return fail(m, side, "check: %s", broken);
	if (filter_told(c->filter).items != items)
		return fail(m, side, "wrong count: says that it has %zu keys, not %zu", filter_told(c->filter).items,
		            items);
	for (size_t done = 0, n; done < items; done += n) {
		size_t hits;
		char why[ANSWERS_WHY];

		n = next_keys(m, done, items);
		hits = c->filter->ops->contains(c->filter, m->keys, n, m->hit);
		if (answers_look(m->hit, n, hits, why) != ANSWERS_RIGHT)
			return fail(m, side, "wrong answers: %s", why);
		for (size_t i = 0; i < n; i++)
			if (!m->hit[i])
				return fail(m, side, "false negative: key %zu of %zu, which was inserted", done + i,
				            items);
	}
	return true;
}

/* --- lookups ------------------------------------------------------------------------------------------------ */

static const unsigned percents[AB_LOOKUPS] = {0, 50, 100};

/* Makes a side's query sets and records its false positives. All sides get the same keys. */
static bool
ask(struct match *m, enum ab_side side)
{
	struct ab_table *c = &m->who[side];
	const size_t items = m->cell->items;
	struct failure failure;

	for (size_t i = 0; i < AB_LOOKUPS; i++) {
		const struct query_source source = {.seed = m->seed, .items = items, .percent = percents[i]};

		if (!query_set_make(&c->asked[i], &source, c->filter, ab_asked(items), &failure) ||
		    !contestant_lookups(&c->look[i], c->filter, &c->asked[i], &failure))
			return fail(m, side, "%s", failure.text);
	}
	if (side != AB_CONTROL) {
		m->cell->asked = c->asked[0].n;
		m->cell->wrong[side] = c->asked[0].all_hits;
	}
	return true;
}

static bool
look_up_once(struct match *m, enum ab_side side, enum ab_op op, size_t turn_number, struct slice *to)
{
	struct contestant *look = &m->who[side].look[op - AB_ABSENT];
	struct failure failure;

	look->filter = m->who[side].filter;
	contestant_start(look, turn_number);
	turn(m, side);
	return contend(look, 1000 * measure_resolution_ns(), to, &failure) || fail(m, side, "%s", failure.text);
}

/* Lookups change nothing, so the sides take short turns, and the median turn is the slice. Other processes that get the
 * processor for a while disturb only one or two turns. In a turn all sides begin with the same chunk of their keys. If
 * each went on where it was, a side that times one chunk of two after warming up with the other would never time that,
 * and sides would be compared that look up other keys. */
static bool
look_up_round(struct match *m, enum ab_op op, size_t round)
{
	struct slice of[AB_SIDES][AB_TURNS];
	unsigned order[AB_SIDES];

	for (size_t i = 0; i < AB_TURNS; i++) {
		order_of(m, round + i, order);
		for (size_t place = 0; place < AB_SIDES; place++)
			if (!look_up_once(m, order[place], op, (m->first + round) * AB_TURNS + i, &of[order[place]][i]))
				return false;
	}
	for (enum ab_side side = 0; side < AB_SIDES; side++)
		m->cell->round[op][m->first + round].by[side] = slice_median(of[side], AB_TURNS);
	return true;
}

/* --- lives -------------------------------------------------------------------------------------------------- */

/* Runs one round of one operation. */
static bool
one_round(struct match *m, enum ab_op op, unsigned life, unsigned slice)
{
	const size_t round = (size_t)life * m->slices + slice;
	unsigned order[AB_SIDES];
	bool good = true;

	if (op != AB_INSERT && op != AB_DELETE)
		return look_up_round(m, op, round);
	order_of(m, round, order);
	for (size_t place = 0; place < AB_SIDES && good; place++) {
		const enum ab_side side = order[place];
		struct slice *to = &m->cell->round[op][m->first + round].by[side];

		turn(m, side);
		good = op == AB_INSERT ? insert_slice(m, side, slice, to) : delete_slice(m, side, slice, to);
	}
	return good;
}

static bool
run_rounds(struct match *m, enum ab_op first, enum ab_op last, unsigned life)
{
	for (unsigned slice = 0; slice < m->slices; slice++)
		for (enum ab_op op = first; op <= last; op++)
			if (!one_round(m, op, life, slice))
				return false;
	return true;
}

static bool
run_life(struct match *m, unsigned life)
{
	unsigned order[AB_SIDES];

	order_of(m, life, order);
	for (size_t place = 0; place < AB_SIDES; place++)
		if (!create(m, order[place]))
			return false;
	if (!run_rounds(m, AB_INSERT, AB_INSERT, life))
		return false;
	for (enum ab_side side = 0; side < AB_SIDES; side++)
		if (!ab_match_verify(m, side, m->cell->items))
			return false;
	for (size_t place = 0; place < AB_SIDES && life == 0; place++)
		if (!ask(m, order[place]))
			return false;
	if (!run_rounds(m, AB_ABSENT, AB_PRESENT, life))
		return false;
	if (m->cell->removes && !run_rounds(m, AB_DELETE, AB_DELETE, life))
		return false;
	for (enum ab_side side = 0; side < AB_SIDES; side++)
		if ((m->cell->removes && !ab_match_verify(m, side, 0)) || !destroy(m, side))
			return false;
	return true;
}

bool
ab_match(struct ab *ab, struct ab_cell *cell, unsigned process, FILE *out)
{
	struct match *m = memory_new(1, sizeof *m); /* the child's end frees this and everything it owns */
	bool good;

	m->ab = ab, m->cell = cell, m->out = out;
	m->first = (size_t)process * AB_ROUNDS;
	m->seed = rng_derive(ab->options->seed, 0x6162 /* "ab" */);
	for (enum ab_side side = 0; side < AB_SIDES; side++)
		ab_object_filter(&ab->object[side == AB_NEW], cell->name, &m->who[side].kind);
	good = ab_match_prepare(m);
	for (unsigned life = 0; good && life < m->lives; life++)
		good = run_life(m, life);
	return good;
}
