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
#include "harness/programs/contest.h"
#include "harness/programs/programs.h"

#include "harness/filters/setup.h"
#include "harness/timing/flight.h"
#include "harness/timing/measure.h"

#include <stdio.h>

static const struct {
	const char *twin;
	unsigned fp_bits; /* 0: the paper's number */
} families[] = {{"cf", 12}, {"ss-cf", 13}, {"blk-bf", 0}};
enum { FAMILIES = sizeof families / sizeof *families, MOST = (FAMILIES + 2) * (FLIGHT_WIDTHS + 1) };

/* Keys in flight. 0: a filter's own loop, or a ceiling's fastest style. */
static unsigned widths[] = {0, 1, 2, 4, 8, 16, 32, 64, FLIGHT_MOST};
_Static_assert(sizeof widths / sizeof *widths == FLIGHT_WIDTHS + 1, "all powers of two");

/* --- a slice ---------------------------------------------------------------------------------------------------- */

struct call {
	const struct contestant *who;
	unsigned width;
	const uint64_t *keys;
	uint8_t hit[QUERY_SET_CHUNK];
};

static size_t
make_call(void *state)
{
	struct call *c = state;
	const struct contestant *who = c->who;

	if (who->filter)
		return flight_contains(who->filter, c->keys, QUERY_SET_CHUNK, c->hit, c->width);
	return flight_read(&who->ground, who->what == CEILING_READ_2, c->keys, QUERY_SET_CHUNK, c->hit, c->width);
}

/*
 * Chunks of keys that are looked up before a slice, to warm the caches. A table of 3 MiB has 48 Ki lines; the pairs of
 * lines of these keys leave one line in 200 unread. With one key in flight a slice reads only about as many lines, and
 * would measure how its cache fills. So the warm-up has many in flight. For a table beyond the caches it makes no
 * difference: what others left of it there is not read again.
 */
enum { WARM_CHUNKS = 8, WARM_WIDTH = 32 };

static void
warm_up(const struct contestant *who, struct call *call)
{
	const struct query_set *q = who->asked;

	for (size_t i = WARM_CHUNKS; i > 0; i--) {
		call->keys = q->keys + (who->next + q->chunks - i % q->chunks) % q->chunks * QUERY_SET_CHUNK;
		make_call(call);
	}
}

static bool
fly(struct contestant *who, uint64_t least, struct slice *slice, struct failure *failure)
{
	const struct query_set *q = who->asked;
	const unsigned width = *(const unsigned *)who->state;
	struct call call = {.who = who, .width = WARM_WIDTH};

	warm_up(who, &call);
	if (width == 0)
		return contend_by_chunks(who, least, slice, failure);
	call.width = width;
	while (slice->ns < least) {
		const size_t chunk = who->next;
		size_t hits;

		call.keys = q->keys + chunk * QUERY_SET_CHUNK;
		slice->ns += measure_call(make_call, &call, &hits);
		slice->ops += QUERY_SET_CHUNK;
		if (who->filter && hits != q->hits[chunk])
			return failing(failure, "%s, %u in flight: %zu of %d keys reported present, not %u",
			               contestant_name(who), width, hits, QUERY_SET_CHUNK, q->hits[chunk]);
		who->next = (chunk + 1) % q->chunks;
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

/* Enters a contestant once for each width. */
static void
flight_enter(struct contest *c, const char *panel, struct contestant who)
{
	who.measure = fly;
	for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
		who.state = &widths[i];
		contest_enter(c, panel, contestant_name(&who), widths[i], who)->metric = widths[i] ? "lookup" : "own";
	}
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
	struct contest *c = contest_begin(run, cell);
	char panel[NAME_MAX_PANEL];

	name_panel(panel, cell->params.bytes);
	for (size_t i = 0; i < FAMILIES; i++) {
		struct filter_params params;
		const size_t target = set_up(i, cell->params.bytes, &params);
		const struct test_table *k = contest_table(c, filter_find(families[i].twin), &params, target);

		if (!flight_has(k->filter))
			contest_fail(c, "%s: no look-up with a number of keys in flight", k->filter->ops->name);
		if (k->huge >= 0)
			emit(run, panel, families[i].twin, 0, "huge_pages", "fraction",
			     (uint64_t)(k->huge > 0 ? k->huge : 0), k->info.mapped);
		flight_enter(c, panel,
		             (struct contestant){.filter = table_view(k, families[i].twin),
		                                 .asked = contest_ask(c, k, 0, NULL, NULL)});
	}
	for (enum ceiling what = CEILING_READ_1; what <= CEILING_READ_2; what++)
		flight_enter(c, panel, contestant_ceiling(what, &c->table[0], &c->asked[0]));
	contest_run(c);
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

const struct program program_flight = {
	.name = "flight", .timed = true, .cheap_rounds = true, .run = flight_run, .estimate = flight_estimate};
