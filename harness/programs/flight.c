/* SPDX-License-Identifier: MIT */
/*
 * flight.c - lookups with 1, 2, 4 ... keys in flight (flight.h), and as many reads of one line and of two.
 *
 *      tables of equal size:     | cf | | ss-cf | | blk-bf |        filled once
 *                                   \______|________/
 *      round 0     cf, 1 in flight | ceiling-2, 64 | blk-bf, 8 | cf's own loop | ...      each a slice of 5 ms or more
 *      round 1     ...
 *
 * All keys looked up are absent: for those a cuckoo filter needs both buckets, in whatever order it looks.
 */
#include "harness/programs/programs.h"

#include "harness/filters/setup.h"
#include "harness/timing/flight.h"
#include "harness/timing/measure.h"
#include "harness/timing/rounds.h"

#include <stdio.h>

static const struct {
	const char *twin;
	unsigned fp_bits; /* 0: the paper's number */
} families[] = {{"cf", 12}, {"ss-cf", 13}, {"blk-bf", 0}};
enum { FAMILIES = sizeof families / sizeof *families, MOST = (FAMILIES + 2) * (FLIGHT_WIDTHS + 1) };

/* A filter's lookups, or a ceiling's reads, by one width. Width 0 is the filter's own loop, or the ceiling's fastest
 * style. */
struct flyer {
	struct contestant who;
	unsigned width;
};

struct flight {
	struct test_table kernels[FAMILIES];
	struct query_set asked[FAMILIES];
	struct flyer flyer[MOST];
	struct slice slice[MOST];
	size_t count;
	char panel[NAME_MAX_PANEL];
	struct failure failure;
};

/* --- a slice ---------------------------------------------------------------------------------------------------- */

struct call {
	const struct flyer *flyer;
	const uint64_t *keys;
	uint8_t hit[QUERY_SET_CHUNK];
};

static size_t
make_call(void *state)
{
	struct call *c = state;
	const struct contestant *who = &c->flyer->who;

	if (who->filter)
		return flight_contains(who->filter, c->keys, QUERY_SET_CHUNK, c->hit, c->flyer->width);
	return flight_read(&who->ground, who->what == CEILING_READ_2, c->keys, QUERY_SET_CHUNK, c->hit,
	                   c->flyer->width);
}

/*
 * Chunks of keys that are looked up before a slice, to warm the caches. A table of 3 MiB has 48 Ki lines; the pairs of
 * lines of these keys leave one line in 200 unread. With one key in flight a slice reads only about as many lines, and
 * would measure how its cache fills. So the warm-up has many in flight. For a table beyond the caches it makes no
 * difference: what others left of it there is not read again.
 */
enum { WARM_CHUNKS = 8, WARM_WIDTH = 32 };

static void
warm_up(const struct flyer *f, struct call *call)
{
	const struct query_set *q = f->who.asked;
	const struct flyer many = {f->who, WARM_WIDTH};

	call->flyer = &many;
	for (size_t i = WARM_CHUNKS; i > 0; i--) {
		call->keys = q->keys + (f->who.next + q->chunks - i % q->chunks) % q->chunks * QUERY_SET_CHUNK;
		make_call(call);
	}
	call->flyer = f;
}

/* Like contend (rounds.h). */
static bool
fly(struct flyer *f, uint64_t least, struct slice *slice, struct failure *failure)
{
	const struct query_set *q = f->who.asked;
	struct call call = {.hit = {0}};

	warm_up(f, &call);
	if (f->width == 0)
		return contend(&f->who, least, slice, failure);
	*slice = (struct slice){0};
	while (slice->ns < least) {
		const size_t chunk = f->who.next;
		size_t hits;
		uint64_t ns;

		call.keys = q->keys + chunk * QUERY_SET_CHUNK;
		ns = measure_call(make_call, &call, &hits);
		if (f->who.filter && hits != q->hits[chunk]) {
			(void)failed(failure, STATUS_FAILED,
			             "%s, %u in flight: %zu of %d keys reported present, not %u",
			             contestant_name(&f->who), f->width, hits, QUERY_SET_CHUNK, q->hits[chunk]);
			return false;
		}
		slice->ns += ns, slice->ops += QUERY_SET_CHUNK;
		f->who.next = (chunk + 1) % q->chunks;
	}
	return true;
}

/* --- the cell --------------------------------------------------------------------------------------------------- */

/* The parameters of a family's table of this size: cuckoo tables 95 % full, Bloom filters with the paper's bits per
 * item. */
static size_t
set_up(size_t family, size_t bytes, struct filter_params *params)
{
	size_t target;

	setup_paper(filter_find(families[family].twin), bytes, params, &target);
	if (families[family].fp_bits) {
		const size_t buckets = bytes / 6; /* of four fingerprints of 12 bits, or semi-sorted ones of 13 */

		params->bytes = 0;
		params->buckets = buckets;
		params->fp_bits = families[family].fp_bits;
		params->slots = 4;
		target = buckets * 4 / 100 * 95 + buckets * 4 % 100 * 95 / 100;
	}
	return target;
}

static bool
flight_build(struct flight *f, struct run *run, const struct cell *cell, size_t family)
{
	const struct filter_ops *twin = filter_find(families[family].twin);
	struct test_table *k = &f->kernels[family];
	struct filter_params params;
	const size_t target = set_up(family, cell->params.bytes, &params);

	params.seed = run_seed(run, 1);
	params.hash = cell->params.hash;
	params.isa = cell->params.isa;
	params.place = cell->params.place;
	if (!table_make(k, twin, &params, run_seed(run, 0), target, &f->failure))
		return false;
	if (!flight_has(k->filter)) {
		(void)failed(&f->failure, STATUS_FAILED, "%s: no look-up with a number of keys in flight", twin->name);
		return false;
	}
	if (k->huge >= 0)
		emit(run, f->panel, twin->name, 0, "huge_pages", "fraction", (uint64_t)(k->huge > 0 ? k->huge : 0),
		     k->info.mapped);
	return query_set_make(&f->asked[family], k, 0, cell->queries, &f->failure);
}

/* Enters a contestant once for each width, and once with width 0. */
static void
enter(struct flight *f, struct contestant who)
{
	for (unsigned width = 0; width <= FLIGHT_MOST; width = width ? 2 * width : 1)
		f->flyer[f->count++] = (struct flyer){who, width};
}

static bool
flight_prepare(struct flight *f, struct run *run, const struct cell *cell)
{
	for (size_t i = 0; i < FAMILIES; i++)
		if (!flight_build(f, run, cell, i))
			return false;
	for (size_t i = 0; i < FAMILIES; i++)
		enter(f, (struct contestant){.filter = table_view(&f->kernels[i], families[i].twin),
		                             .kernels = &f->kernels[i],
		                             .asked = &f->asked[i]});
	for (enum ceiling what = CEILING_READ_1; what <= CEILING_READ_2; what++)
		enter(f, contestant_ceiling(what, &f->kernels[0], &f->asked[0]));
	for (size_t i = 0; i < f->count; i++) { /* each starts at a place of its own, as in rounds_enter */
		struct contestant *who = &f->flyer[i].who;

		who->next = i * who->asked->chunks / f->count;
		who->ground.at = who->next * QUERY_SET_CHUNK;
	}
	return true;
}

static bool
flight_measure(struct flight *f, struct run *run, unsigned round)
{
	unsigned order[LATIN_MOST];

	run_round(run, round);
	latin_order((unsigned)f->count, round, run_seed(run, 2), order);
	for (size_t i = 0; i < f->count; i++)
		if (!fly(&f->flyer[order[i]], measure_least_ns(), &f->slice[order[i]], &f->failure))
			return false;
	for (size_t i = 0; i < f->count; i++)
		emit(run, f->panel, contestant_name(&f->flyer[i].who), f->flyer[i].width,
		     f->flyer[i].width ? "lookup" : "own", "Mops/s", f->slice[i].ops, f->slice[i].ns);
	return true;
}

/* "192MiB". */
static void
name_panel(char panel[NAME_MAX_PANEL], size_t bytes)
{
	const bool large = bytes >= (size_t)1 << 20;

	snprintf(panel, NAME_MAX_PANEL, "%zu%s", bytes >> (large ? 20 : 10), large ? "MiB" : "KiB");
}

static void
flight_run(struct run *run, const struct cell *cell)
{
	struct flight *f = run_alloc(run, sizeof *f);
	bool good;

	*f = (struct flight){.count = 0};
	name_panel(f->panel, cell->params.bytes);
	good = flight_prepare(f, run, cell);
	for (unsigned round = 0; good && round < cell->rounds; round++)
		good = flight_measure(f, run, round);
	for (size_t i = 0; i < FAMILIES; i++) {
		query_set_free(&f->asked[i]);
		table_free(&f->kernels[i]);
	}
	if (!good)
		run_fail(run, "%s", f->failure.text);
}

static void
flight_estimate(const struct cell *cell, struct cell_estimate *e)
{
	const double slices = (MOST + 2 * CEILING_STYLES) * cell->rounds * 0.0075;

	/* A key takes 2 ns (plan.c). Insertion and check take some 70 ns, a lookup some 60 ns. */
	for (size_t i = 0; i < FAMILIES; i++) {
		struct filter_params params;

		e->keys += 35 * (double)set_up(i, cell->params.bytes, &params) + 30 * (double)cell->queries;
	}
	e->keys += 0.5e9 * slices;
	e->bytes = FAMILIES * (cell->params.bytes + cell->queries * sizeof(uint64_t)) + (1 << 20);
}

const struct program program_flight = {.name = "flight", .timed = true, .run = flight_run, .estimate = flight_estimate};
