/* SPDX-License-Identifier: MIT */
/* test_change.c - a speed that changes in the middle of a series of rounds is seen, and a contest notes it; noise is
 * not. All of it with times that are made up. */
#include "tests/test.h"

#include "harness/programs/contest.h"
#include "harness/run/run.h"
#include "harness/stats/change.h"

TEST(two_runs_of_rounds)
{
	static const struct {
		double round[10];
		size_t n;
		uint64_t change;
	} cases[] = {
		{{10.9, 10.8, 10.6, 6.5, 6.4, 6.6, 6.5, 6.5, 6.4, 6.6}, 10, 602},
		{{3.5, 3.4, 3.4, 3.4, 4.0, 2.5, 2.7, 2.6, 2.7, 2.8}, 10, 794}, /* that of change.h, rounds 4 to 13 */
		{{10, 10, 10, 6, 6, 6}, 6, 600},
		{{6, 6, 6, 10, 10, 10, 10}, 7, 1667},
		{{10, 10, 6, 6, 6, 6}, 6, 1000},          /* two rounds are no run */
		{{10, 10, 10, 6, 6}, 5, 1000},            /* nor here, and so few rounds cannot tell */
		{{10, 10, 10, 6, 6, 10, 6}, 7, 1000},     /* back again: a disturbance that the median bears */
		{{10, 11, 10, 9, 8.8, 9}, 6, 1000},       /* within 15 % */
		{{10, 10, 10, 8, 8, 8, 5, 5, 5}, 9, 556}, /* of two steps the wider */
		{{0, 0, 0, 0, 0, 0}, 6, 1000},            /* without a ceiling */
		{{0}, 0, 1000},
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const uint64_t change = change_of_rounds(cases[i].round, cases[i].n);

		require(change == cases[i].change, "case %zu: %u", i, (unsigned)change);
	}
}

/* Six normal rounds with the spread of quotients split in a few series of ten thousand. Real ones have longer tails. */
TEST(chance_is_no_change)
{
	uint64_t random = test_stream("rounds");
	unsigned changes = 0;

	for (unsigned i = 0; i < 10000; i++) {
		double round[6];

		for (unsigned j = 0; j < 6; j++) {
			double sum = 0; /* of twelve: nearly normal, with standard deviation 1 */

			for (unsigned k = 0; k < 12; k++)
				sum += (double)(rng_next(&random) >> 11) * 0x1p-53 - 0.5;
			round[j] = 1 + 0.056 * sum;
		}
		changes += change_of_rounds(round, 6) != CHANGE_NONE;
	}
	require(changes < 20, "%u of 10000 series", changes);
}

TEST(the_greater_one)
{
	assert_int_equal(change_greater(1000, 1000), 1000);
	assert_int_equal(change_greater(1100, 950), 1100);
	assert_int_equal(change_greater(1100, 800), 800); /* a fall to 0.8 is a rise by a quarter, seen from its end */
	assert_int_equal(change_greater(0, 1100), 0);
	assert_true(change_is_large(1151) && !change_is_large(1150) && change_is_large(869) && !change_is_large(870));
}

/* --- in a contest --------------------------------------------------------------------------------------------- */

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
