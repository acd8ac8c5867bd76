/* SPDX-License-Identifier: MIT */
/* test_change.c - a change of speed is seen, within a slice of lookups and from one round to the next. The times are
 * made up. */
#include "tests/test.h"

#include "harness/programs/contest.h"
#include "harness/programs/programs.h"
#include "harness/run/run.h"
#include "harness/timing/contestant.h"
#include "harness/timing/measure.h"

/* Parts of a slice are whole calls, and all keys together; it has the hits of the whole. */
TEST(parts_make_a_slice)
{
	static const size_t lengths[] = {1, 256, 2048, 5000, QUERY_SET_CHUNK};
	const struct filter_ops *ops = filter_find("cf");
	const struct test_config config = test_default_config(ops, 2000);
	struct failure failure;
	struct test_table k;
	struct query_set q;

	require(table_make(&k, ops, &config.params, test_stream("keys"), 2000, &failure), "%s", failure.text);
	require(query_set_make(&q, &(struct query_source){k.seed, k.items, 50, NULL, NULL}, k.filter, QUERY_SET_CHUNK,
	                       &failure),
	        "%s", failure.text);
	for (size_t i = 0; i < COUNT_OF(lengths); i++) {
		struct slice part[CHANGE_PARTS];
		size_t hits, in_parts, keys = 0;

		(void)measure_contains(k.filter, q.keys, lengths[i], &hits);
		(void)measure_contains_in_parts(k.filter, q.keys, lengths[i], &in_parts, part);
		assert_int_equal(in_parts, hits);
		for (int j = 0; j < CHANGE_PARTS; j++) {
			keys += part[j].ops;
			require(part[j].ops % MEASURE_BATCH == 0 || keys == lengths[i], "part %d of %zu has %zu", j,
			        lengths[i], (size_t)part[j].ops);
		}
		assert_int_equal(keys, lengths[i]);
	}
	query_set_free(&q);
	table_free(&k);
}

/* One that takes what is written here, round after round, in nanoseconds. */
struct made_up {
	uint64_t ns[8];
	unsigned round;
};

static bool
measure_made_up(struct contestant *c, uint64_t least, struct slice *slice, struct failure *failure)
{
	struct made_up *m = c->state;

	(void)least, (void)failure;
	*slice = (struct slice){1000000, m->ns[m->round++] * 1000000};
	return true;
}

static struct made_up filter_made_up, ceiling_made_up;

static void
run_made_up(struct run *run, const struct cell *cell)
{
	static const struct query_set asked = {.chunks = 1};
	static const struct filter filter;
	struct contest *c = contest_begin(run, cell);

	filter_made_up.round = ceiling_made_up.round = 0;
	contest_enter(c, "", "cf", 0,
	              (struct contestant){.filter = &filter, .measure = measure_made_up, .state = &filter_made_up});
	contest_enter(c, "", "ceiling-2", 0,
	              (struct contestant){.asked = &asked, .measure = measure_made_up, .state = &ceiling_made_up});
	contest_run(c);
}

/* A filter that falls to six tenths between two rounds is noticed; a machine that does, with its ceiling, is not. */
TEST(a_change_between_rounds_is_noted)
{
	static const struct program program = {.name = "made_up", .run = run_made_up};
	static const struct {
		struct made_up filter, ceiling;
		uint64_t change;
	} cases[] = {
		{{.ns = {60, 60, 61, 60, 61, 60, 60, 60}}, {.ns = {10, 10, 10, 10, 10, 10, 10, 10}}, 1000},
		{{.ns = {60, 60, 61, 100, 101, 100, 100, 99}}, {.ns = {10, 10, 10, 10, 10, 10, 10, 10}}, 600},
		{{.ns = {60, 60, 61, 60, 120, 120, 122, 120}}, {.ns = {10, 10, 10, 10, 20, 20, 20, 20}}, 1000},
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct planned planned = {.label = "test", .cell = {.program = &program, .rounds = 8}};
		const struct options options = {.seed = 1, .cpu = -1};
		struct run_notes notes;
		FILE *out = fopen("/dev/null", "w");

		filter_made_up = cases[i].filter, ceiling_made_up = cases[i].ceiling;
		assert_non_null(out);
		assert_int_equal(run_cell(&planned, &options, out, &notes), 0);
		fclose(out);
		require(notes.change == cases[i].change, "case %zu: %u", i, (unsigned)notes.change);
	}
}
