/* SPDX-License-Identifier: MIT */
/* ab_cell.c - a cell of `cuckoobench ab` from both sides: the children that load OLD and NEW and report the results,
 * and the program that takes them. */
#include "harness/ab/ab.h"

#include "core/rng.h"
#include "harness/base/memory.h"
#include "harness/filters/setup.h"
#include "harness/machine/machine.h"
#include "harness/timing/query_set.h"

#include <stdlib.h>

enum { ITEM_BITS = 13 }; /* of a usual filter, for estimates */

/* --- a child ------------------------------------------------------------------------------------------------ */

struct child {
	struct ab *ab;
	struct ab_cell *cell;
	unsigned process;
};

static json_t *
cell_report(const struct ab_cell *c, unsigned process)
{
	json_t *slices = json_array();

	for (enum ab_op op = 0; op < AB_OPS; op++)
		for (size_t i = 0; c->round[op] && i < AB_ROUNDS; i++)
			for (enum ab_side side = 0; side < AB_SIDES; side++) {
				const struct slice *s = &c->round[op][process * AB_ROUNDS + i].by[side];

				json_array_append_new(slices, json_integer((json_int_t)s->ops));
				json_array_append_new(slices, json_integer((json_int_t)s->ns));
			}
	return json_pack("{sIs[II]sIs[II]so}", "items", (json_int_t)c->items, "table", (json_int_t)c->table[0],
	                 (json_int_t)c->table[1], "asked", (json_int_t)c->asked, "wrong", (json_int_t)c->wrong[0],
	                 (json_int_t)c->wrong[1], "slices", slices);
}

/* What the tables and query sets of a cell take. */
static size_t
ab_cell_taken(const struct ab_cell *c)
{
	return AB_SIDES * (c->bytes + AB_LOOKUPS * query_set_bytes(ab_asked(c->bytes * 8 / ITEM_BITS)));
}

static bool
match(const struct child *child, FILE *out)
{
	struct ab *ab = child->ab;
	uint64_t random = rng_derive(ab->options->seed, child->process);
	const size_t first = rng_next(&random) >> 63;
	struct failure f;

	if (machine_pin(ab->options->cpu) < 0) {
		snprintf(child->cell->why, AB_WHY, "cannot pin to processor %d", ab->options->cpu);
		return false;
	}
	ab_place_pages(ab_cell_taken(child->cell), &random);
	for (size_t i = 0; i < 2; i++) {
		ab_place_shift(&random);
		if (!ab_object_load(&ab->object[first ^ i], &f)) {
			snprintf(child->cell->why, AB_WHY, "%.*s", AB_WHY - 1, f.text);
			return false;
		}
	}
	ab_place_shift(&random);
	return ab_match(ab, child->cell, child->process, out);
}

static void
cell_body(FILE *out, void *context)
{
	const struct child *child = context;
	json_t *told = match(child, out)
	                       ? cell_report(child->cell, child->process)
	                       : json_pack("{sssb}", "why", child->cell->why, "skipped", child->cell->skipped);

	json_dumpf(told, out, JSON_COMPACT);
	fputc('\n', out);
}

/* --- the program -------------------------------------------------------------------------------------------- */

static uint64_t
ab_cell_number(const json_t *j, size_t i)
{
	return (uint64_t)json_integer_value(json_is_array(j) ? json_array_get(j, i) : j);
}

/* Takes what a child reported. False: the report cannot be right. */
static bool
ab_cell_take(struct ab_cell *c, unsigned process, const json_t *told)
{
	const json_t *slices = json_object_get(told, "slices"), *why = json_object_get(told, "why");
	size_t at = 0;

	if (why) {
		snprintf(c->why, sizeof c->why, "%s", json_string_value(why));
		c->skipped = json_is_true(json_object_get(told, "skipped"));
		return true;
	}
	c->items = ab_cell_number(json_object_get(told, "items"), 0);
	c->asked = ab_cell_number(json_object_get(told, "asked"), 0);
	for (size_t i = 0; i < 2; i++) {
		c->table[i] = ab_cell_number(json_object_get(told, "table"), i);
		c->wrong[i] = ab_cell_number(json_object_get(told, "wrong"), i);
	}
	if (json_array_size(slices) != (c->removes ? AB_OPS : AB_OPS - 1) * AB_ROUNDS * AB_SIDES * 2)
		return false;
	for (enum ab_op op = 0; op < AB_OPS; op++)
		for (size_t i = 0; c->round[op] && i < AB_ROUNDS; i++)
			for (enum ab_side side = 0; side < AB_SIDES; side++, at += 2)
				c->round[op][process * AB_ROUNDS + i].by[side] =
					(struct slice){ab_cell_number(slices, at), ab_cell_number(slices, at + 1)};
	return true;
}

/* The last whole line of a text, which ends there; or "". */
static char *
last_line(char *text, size_t length)
{
	while (length > 0 && text[length - 1] != '\n')
		length--;
	if (length > 0)
		text[--length] = '\0';
	while (length > 0 && text[length - 1] != '\n')
		length--;
	return text + length;
}

/* Runs one process. False, and cell->why. */
static bool
run_process(struct ab *ab, struct ab_cell *cell, unsigned process)
{
	const double asked = ab->options->plugin_timeout, seconds = cell->seconds / ab->processes,
		     usual = seconds > 3 ? 20 * seconds : 60;
	const struct guard_limits limits = {.seconds = asked > 0 ? asked : usual,
	                                    .bytes = 4 * ab_cell_memory(cell) + ((size_t)1 << 30)};
	struct child child = {ab, cell, process};
	struct guard g = guard_run(cell_body, &child, &limits);
	const char *last = last_line(g.text, g.length); /* the report; or the side that ran when it ended */
	json_t *told = g.end == GUARD_WHOLE ? json_loads(last, 0, NULL) : NULL;

	if (g.end != GUARD_WHOLE)
		snprintf(cell->why, sizeof cell->why, "%.20s%sthe process %s", last, *last ? ": " : "", g.why);
	else if (!told || !ab_cell_take(cell, process, told))
		snprintf(cell->why, sizeof cell->why, "the report of the process cannot be read");
	json_decref(told);
	free(g.text);
	return !*cell->why;
}

void
ab_cell_run(struct ab *ab, struct ab_cell *cell)
{
	for (enum ab_op op = 0; op < AB_OPS; op++)
		if (op != AB_DELETE || cell->removes)
			cell->round[op] = memory_new((size_t)ab->processes * AB_ROUNDS, sizeof **cell->round);
	for (unsigned process = 0; process < ab->processes; process++)
		if (!run_process(ab, cell, process))
			return;
	for (enum ab_op op = 0; op < AB_OPS; op++)
		if (cell->round[op])
			cell->judged[op] = ab_judge(cell->round[op], ab->processes, ab->level);
}

/* A table of so many bytes has at most so many keys. */
size_t
ab_cell_memory(const struct ab_cell *c)
{
	return AB_SIDES * (c->bytes + AB_LOOKUPS * ab_asked(c->bytes) * 13) + (48 << 20);
}

double
ab_cell_seconds(const struct ab *ab, const struct ab_cell *c)
{
	struct ab_filter kind;
	struct setup_cost ns;
	double items = (double)c->bytes * 8 / ITEM_BITS, lives, looked;

	ab_object_filter(&ab->object[AB_OLD], c->name, &kind);
	ns = setup_cost(&kind.base.ops, c->bytes);
	lives = ab_cell_lives((size_t)items);
	looked = AB_LOOKUPS * ((double)ab_asked(c->bytes) * (ns.lookup + 20) +
	                       AB_ROUNDS * 2.0 * AB_TURNS * QUERY_SET_CHUNK * ns.lookup);
	return 1e-9 * AB_SIDES *
	       (ab->processes * (items * lives * (ns.insert + ns.lookup + ns.remove + 20) + looked) +
	        items * ns.insert);
}
