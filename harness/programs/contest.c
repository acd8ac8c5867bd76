/* SPDX-License-Identifier: MIT */
/* contest.c - see contest.h. */
#include "harness/programs/contest.h"

#include "harness/run/running.h"
#include "harness/timing/measure.h"

#include <stdarg.h>
#include <stdio.h>

/* Purposes of seeds: of the keys, of the filters' hash, of the orders. */
enum { SEED_KEYS, SEED_HASH, SEED_ORDER };

struct contest *
contest_begin(struct run *run, const struct cell *cell)
{
	struct contest *c = run_alloc(run, sizeof *c);

	c->run = run, c->cell = cell;
	return c;
}

void
contest_end(struct contest *c)
{
	for (size_t i = 0; i < c->entrants; i++)
		contestant_free(&c->entrant[i].who);
	for (size_t i = 0; i < c->sets; i++)
		query_set_free(&c->asked[i]);
	for (size_t i = 0; i < c->tables; i++)
		table_free(&c->table[i]);
	c->entrants = c->sets = c->tables = 0;
}

void
contest_fail(struct contest *c, const char *format, ...)
{
	char why[256];
	va_list args;

	va_start(args, format);
	vsnprintf(why, sizeof why, format, args);
	va_end(args);
	contest_end(c);
	run_fail(c->run, "%s", why);
}

/* Fails the cell if there is no room for one more. */
static void
check_room(struct contest *c, size_t count, size_t most, const char *what)
{
	if (count == most)
		contest_fail(c, "more than %zu %s", most, what);
}

struct filter_params
contest_params(const struct contest *c, const struct filter_params *like)
{
	struct filter_params params = *like;

	params.seed = run_seed(c->run, SEED_HASH);
	params.hash = c->cell->params.hash;
	params.isa = c->cell->params.isa;
	params.place = like->place ? like->place : c->cell->params.place;
	return params;
}

uint64_t
contest_keys(const struct contest *c)
{
	return run_seed(c->run, SEED_KEYS);
}

const struct test_table *
contest_table(struct contest *c, const struct filter_ops *twin, const struct filter_params *like, size_t target)
{
	const struct filter_params params = contest_params(c, like);

	check_room(c, c->tables, CONTEST_TABLES, "tables");
	if (!table_make(&c->table[c->tables], twin, &params, contest_keys(c), target, &c->failure))
		contest_fail(c, "%s", c->failure.text);
	return &c->table[c->tables++];
}

const struct query_set *
contest_ask(struct contest *c, const struct test_table *k, unsigned percent, bool (*takes)(void *, uint64_t),
            void *context)
{
	const struct query_source source = {k->seed, k->items, percent, takes, context};
	struct query_set *q = &c->asked[c->sets];

	check_room(c, c->sets, CONTEST_SETS, "query sets");
	if (!query_set_make(q, &source, k->filter, c->cell->queries, &c->failure))
		contest_fail(c, "%s", c->failure.text);
	for (size_t i = 0; i < c->sets; i++)
		query_set_share(q, &c->asked[i]);
	c->sets++;
	return q;
}

const struct filter *
contest_fastest(struct contest *c, const struct test_table *k, const struct query_set *asked, unsigned rounds,
                uint64_t slice_ns)
{
	const struct filter *best = k->filter;
	struct slice most = {0};

	for (unsigned round = 0; round < rounds; round++)
		for (size_t i = 0; i < k->views; i++) {
			struct contestant who = {.filter = k->view[i], .asked = asked};
			struct slice s;

			if (contestant_is_bulk(who.filter->ops) || who.filter->ops->caps & FILTER_CONTROL)
				continue;
			contestant_start(&who, i + round * k->views);
			if (!contend(&who, slice_ns, &s, &c->failure))
				contest_fail(c, "%s", c->failure.text);
			if (slice_is_faster(s, most)) {
				most = s;
				best = who.filter;
			}
		}
	return best;
}

/* --- heats -------------------------------------------------------------------------------------------------- */

void
contest_heat(struct contest *c)
{
	check_room(c, c->heats, CONTEST_HEATS, "heats");
	c->first[c->heats++] = c->entrants;
}

struct entrant *
contest_enter(struct contest *c, const char *panel, const char *series, double x, struct contestant who)
{
	struct entrant *e = &c->entrant[c->entrants];

	if (c->heats == 0)
		contest_heat(c);
	check_room(c, c->entrants, CONTEST_MOST, "contestants");
	*e = (struct entrant){.who = who, .x = x, .metric = "lookup"};
	snprintf(e->panel, sizeof e->panel, "%s", panel);
	snprintf(e->series, sizeof e->series, "%s", series);
	c->first[c->heats] = ++c->entrants;
	return e;
}

size_t
contest_enter_all(struct contest *c, const char *panel, double x, const struct test_table *k, const struct query_set *q)
{
	const size_t from = c->entrants;
	struct contestant who;

	for (size_t i = 0; i < k->views; i++) {
		const struct filter *view = k->view[i];

		if (contestant_is_bulk(view->ops) && view->ops->batch > q->n)
			continue;
		if (!contestant_lookups(&who, view, q, &c->failure))
			contest_fail(c, "%s", c->failure.text);
		contest_enter(c, panel, contestant_name(&who), x, who);
	}
	for (enum ceiling what = CEILING_READ_1; what <= CEILING_READ_2; what++)
		contest_enter(c, panel, ceiling_series[what], x, contestant_ceiling(what, k, q));
	return c->entrants - from;
}

/* --- rounds ------------------------------------------------------------------------------------------------- */

/* Each contestant of a heat begins at a place of its own in its keys. */
static void
spread(struct entrant *e, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (e[i].who.asked)
			contestant_start(&e[i].who, i * e[i].who.asked->chunks / n);
}

void
contest_turns(struct contest *c, unsigned number)
{
	for (size_t i = 0; i < c->heats; i++) {
		const size_t heat = (i + number) % c->heats, n = c->first[heat + 1] - c->first[heat];
		struct entrant *e = c->entrant + c->first[heat];
		unsigned order[LATIN_MOST];

		if (number == 0)
			spread(e, n);
		latin_order((unsigned)n, number, run_seed(c->run, SEED_ORDER), order);
		for (size_t place = 0; place < n; place++)
			if (!contend(&e[order[place]].who, measure_least_ns(), &e[order[place]].slice, &c->failure))
				contest_fail(c, "%s", c->failure.text);
	}
}

void
contest_tell(const struct contest *c)
{
	for (const struct entrant *e = c->entrant; e < c->entrant + c->entrants; e++)
		if (e->metric && e->slice.ops)
			emit(c->run, e->panel, e->series, e->x, e->metric, "Mops/s", e->slice.ops, e->slice.ns);
}

void
contest_round(struct contest *c, unsigned round)
{
	run_round(c->run, round);
	contest_turns(c, round);
	contest_tell(c);
}

void
contest_run(struct contest *c)
{
	for (unsigned round = 0; round < c->cell->rounds; round++)
		contest_round(c, round);
	contest_end(c);
}
