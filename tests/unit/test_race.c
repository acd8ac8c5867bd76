/* SPDX-License-Identifier: MIT */
/* test_race.c - a race on made-up costs: the clear winner is found whatever the machine does meanwhile, and ties stay
 * ties. */
#include "tests/test.h"

#include "harness/stats/race.h"

#include <math.h>

enum { ENTRIES = 60 };

static double
uniform(uint64_t *random)
{
	return (double)(rng_next(random) >> 11) * 0x1p-53;
}

/* Runs `rounds` rounds: entry i costs cost[i], a few per cent more or less. A whole round costs up to twice as much as
 * another. */
static void
run(struct race *r, const double *cost, size_t rounds, double noise, uint64_t *random)
{
	while (r->rounds < rounds && r->left > 1) {
		const double machine = 1 + uniform(random);
		double *row = race_round(r);

		assert_non_null(row);
		for (size_t i = 0; i < r->entries; i++)
			if (r->state[i] == RACE_IN)
				row[i] = cost[i] * machine * (1 + noise * (2 * uniform(random) - 1));
		race_look(r);
	}
}

TEST(a_clear_winner_is_found)
{
	uint64_t random = test_stream("winner");

	for (int trial = 0; trial < 50; trial++) {
		const size_t best = rng_next(&random) % ENTRIES;
		double cost[ENTRIES];
		struct race r;

		for (size_t i = 0; i < ENTRIES; i++)
			cost[i] = i == best ? 10 : 11 + 30 * uniform(&random);
		race_begin(&r, ENTRIES);
		run(&r, cost, 48, 0.03, &random);
		require(r.leader == best && r.state[best] == RACE_IN, "%zu leads, not %zu", r.leader, best);
		require(r.left == 1, "%zu are left after %zu rounds", r.left, r.rounds);
		assert_int_equal(race_runner_up(&r), ENTRIES);
		for (size_t i = 0; i < ENTRIES; i++) {
			const struct paired behind = race_behind(&r, i);

			require(i == best || fabs(behind.ratio - cost[i] / 10) < 0.1 * cost[i] / 10,
			        "entry %zu: %g, not %g", i, behind.ratio, cost[i] / 10);
			/* Far behind: dropped early. */
			require(cost[i] < 16 || (r.state[i] == RACE_HOPELESS && r.until[i] == 3),
			        "entry %zu at %g went after %zu rounds", i, cost[i], r.until[i]);
		}
		race_end(&r);
	}
}

/* Equals are never separated: averaged over many races, less than one in twenty loses any, and the leader is one of
 * them. */
TEST(ties_stay_ties)
{
	uint64_t random = test_stream("ties");
	int lost = 0;

	for (int trial = 0; trial < 200; trial++) {
		double cost[12];
		struct race r;

		for (size_t i = 0; i < COUNT_OF(cost); i++)
			cost[i] = i % 3 == 0 ? 20 : 25;
		race_begin(&r, COUNT_OF(cost));
		run(&r, cost, 96, 0.05, &random);
		assert_int_equal(r.rounds, 96);
		assert_int_equal(r.leader % 3, 0);
		require(r.left <= 4, "%zu are left", r.left);
		lost += r.left < 4;
		if (r.left == 4) {
			const size_t second = race_runner_up(&r);
			const struct paired behind = race_behind(&r, second);

			assert_true(second % 3 == 0 && second != r.leader);
			assert_int_equal(paired_separated(&behind), 0);
			assert_true(behind.lo <= 1 && behind.hi >= 1);
		}
		race_end(&r);
	}
	require(lost <= 10, "%d of 200 races lost one of the best", lost);
}

/* The machine halves its speed from one round to the next. Only comparisons within a round count. */
TEST(slow_rounds_do_not_matter)
{
	static const double pace[] = {1, 2, 1, 1, 2, 2, 1, 2, 2, 1, 2, 1};
	struct race r;
	double *row;

	race_begin(&r, 3);
	for (size_t round = 0; round < COUNT_OF(pace); round++) {
		row = race_round(&r);
		row[0] = 10.3 * pace[round];
		row[1] = 10 * pace[round];
		row[2] = 10.5 * pace[round];
		race_look(&r);
	}
	assert_int_equal(r.leader, 1);
	assert_true(fabs(race_behind(&r, 0).ratio - 1.03) < 1e-9);
	/* Twelve rounds of twelve are enough for one of two entries, at 16 looks: 2^-11 is below 0.05 / 32. */
	assert_true(r.left == 1 && r.state[0] == RACE_SEPARATED && r.until[0] == 12 && r.state[2] == RACE_SEPARATED);
	race_end(&r);
}

/* Without rounds, or with few, nothing is concluded. */
TEST(few_rounds_drop_only_the_hopeless)
{
	const double cost[] = {10, 12, 14.9, 15.2, 40};
	uint64_t random = test_stream("few");
	struct race r;

	race_begin(&r, COUNT_OF(cost));
	assert_int_equal(race_look(&r), 0);
	assert_int_equal(r.leader, 0);
	run(&r, cost, 2, 0, &random);
	assert_int_equal(r.left, 5);
	run(&r, cost, 3, 0, &random);
	assert_int_equal(r.left, 3);
	assert_true(r.state[3] == RACE_HOPELESS && r.state[4] == RACE_HOPELESS && r.until[4] == 3);
	assert_true(isnan(race_behind(&r, 1).lo));
	race_end(&r);
}

/* A round that was cut short does not count. */
TEST(a_round_is_forgotten)
{
	struct race r;
	double *row;

	race_begin(&r, 2);
	row = race_round(&r);
	row[0] = 2, row[1] = 1;
	race_look(&r);
	row = race_round(&r);
	row[0] = 1;
	race_forget_round(&r);
	assert_true(r.rounds == 1 && r.until[0] == 1 && r.until[1] == 1);
	race_look(&r);
	assert_true(r.leader == 1 && race_behind(&r, 0).ratio == 2 && race_behind(&r, 1).ratio == 1);
	race_end(&r);
}

/* Entry 1 costs more in the median of three processes of four, however many rounds those have in which it does not. */
TEST(processes_are_compared)
{
	static const double cost[4][3] = {{2, 2, 1}, {2, 1, 2}, {1, 1, 1}, {3, 3, 3}};
	struct race r;

	race_begin(&r, 2);
	r.looks = 1;
	for (r.process = 0; r.process < 4; r.process++)
		for (size_t round = 0; round < 3; round++) {
			double *row = race_round(&r);

			row[0] = 1, row[1] = cost[r.process][round];
		}
	race_lead(&r);
	assert_true(r.leader == 0 && r.left == 2);
	assert_true(race_level(&r) == STATS_LEVEL);
	assert_int_equal(race_behind(&r, 1).n, 4);
	assert_true(fabs(race_behind(&r, 1).ratio - 2) < 1e-12);
	race_end(&r);
}

TEST(one_entry_wins)
{
	struct race r;

	race_begin(&r, 1);
	*race_round(&r) = 5;
	assert_int_equal(race_look(&r), 0);
	assert_int_equal(r.leader, 0);
	assert_int_equal(race_runner_up(&r), 1);
	race_end(&r);
	race_begin(&r, 1);
	for (int i = 0; i < RACE_ROUNDS; i++)
		*race_round(&r) = 5;
	assert_null(race_round(&r));
	race_end(&r);
}
