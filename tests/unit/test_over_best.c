/* SPDX-License-Identifier: MIT */
/* test_over_best.c - each lookup of a place over the best one there: by its median, in the same round; the last attempt
 * counts. */
#include "tests/test.h"

#include "harness/analysis/reduce.h"
#include "harness/analysis/separation.h"
#include "harness/exp/round_points.h"

#include <math.h>

enum { ROUNDS = 7 };
struct bench {
	struct sample at[64];
	struct samples all;
	struct points points;
};

/* Rates of a million a second, times 1, 2 ... by the round: as on a machine with other load. */
static void
put(struct bench *b, const char *panel, const char *series, double x, uint64_t rate)
{
	for (unsigned rep = 0; rep < ROUNDS; rep++) {
		struct sample *s = &b->at[b->all.count++];

		*s = (struct sample){.exp = "h1", .metric = "lookup", .unit = "Mops/s", .x = x, .rep = rep};
		s->num = rate * (rep + 1), s->den = 1000;
		snprintf(s->panel, sizeof s->panel, "%s", panel);
		snprintf(s->series, sizeof s->series, "%s", series);
	}
	points_add(&b->points, panel, series, x, "lookup", "Mops/s", (double)rate * (ROUNDS + 1) / 2);
}

static double
over(struct bench *b, const char *panel, const char *series, double x)
{
	const struct point *p = points_find(&b->points, panel, series, x, "over_best");

	return p ? p->median : NAN;
}

TEST(the_best_of_each_place_is_one)
{
	static struct bench b;
	struct run_data run;

	b = (struct bench){.all = {.at = b.at}};
	put(&b, "cf12_p0", "cf", 192, 20);
	put(&b, "cf12_p0", "cf-batch", 192, 50);
	put(&b, "cf12_p0", "cf-bulk", 192, 100); /* compared, but not the best */
	put(&b, "cf12_p0", "ceiling-2", 192, 200);
	put(&b, "cf12_p0", "cf", 24, 30);
	put(&b, "sscf13_p0", "ss-cf", 192, 10);
	put(&b, "sscf13_p0", "ss-cf-decode", 192, 12); /* a control */
	run_data_of(&run, &b.all, SCALE_FULL);
	over_best(&run, "h1", &b.points);
	run_data_free(&run);
	assert_true(fabs(over(&b, "cf12_p0", "cf", 192) - 0.4) < 1e-12);
	assert_true(over(&b, "cf12_p0", "cf-batch", 192) == 1);
	assert_true(over(&b, "cf12_p0", "cf-bulk", 192) == 2);
	assert_true(isnan(over(&b, "cf12_p0", "ceiling-2", 192)));
	assert_true(over(&b, "cf12_p0", "cf", 24) == 1);
	assert_true(over(&b, "sscf13_p0", "ss-cf", 192) == 1 &&
	            fabs(over(&b, "sscf13_p0", "ss-cf-decode", 192) - 1.2) < 1e-12);
	assert_int_equal(points_find(&b.points, "cf12_p0", "cf", 192, "over_best")->n, ROUNDS);
	points_free(&b.points);
}

/* Four processes of three rounds, in each of which the second of two lookups is 2, 3 or 10 times as fast; in the last
 * process, twice that. One value a process is told, and of quotients, not of rates. */
TEST(rounds_of_a_process_are_one_value)
{
	enum { PROCESSES = 4 };
	static const uint64_t gain[] = {3, 10, 2};
	static struct bench b;
	struct run_data run;
	struct points all;
	const struct point *p;
	struct separation apart;
	char text[SEPARATION_TEXT];

	b = (struct bench){.all = {.at = b.at}};
	for (unsigned k = 0; k < 2; k++)
		for (unsigned rep = 0; rep < PROCESSES; rep++)
			for (unsigned round = 0; round < COUNT_OF(gain); round++) {
				struct sample *s = &b.at[b.all.count++];
				const uint64_t slow = 10 * (1 + (rep + round) % 3);

				*s = (struct sample){.exp = "h1",
				                     .panel = "cf12_p0",
				                     .metric = "lookup",
				                     .unit = "Mops/s",
				                     .x = 192,
				                     .rep = rep,
				                     .round = round,
				                     .num = slow * (k ? gain[round] * (rep == 3 ? 2 : 1) : 1),
				                     .den = 1000};
				snprintf(s->series, sizeof s->series, "%s", k ? "cf-batch" : "cf");
			}
	run_data_of(&run, &b.all, SCALE_FULL);
	reduce_experiment(&run, experiment_find("h1"), &all);
	p = points_find(&all, "cf12_p0", "cf", 192, "over_best");
	assert_int_equal(p->n, PROCESSES);
	assert_true(fabs(p->median - 1.0 / 3) < 1e-12 && fabs(p->min - 1.0 / 6) < 1e-12);
	p = points_find(&all, "cf12_p0", "cf", 192, "lookup");
	assert_true(p->n == PROCESSES && p->median == 20 && p->min == 10 && p->max == 30);
	points_free(&all);
	run_data_free(&run);
	/* of a single process, rounds */
	for (size_t i = 0; i < b.all.count; i++)
		b.at[i].round += 3 * b.at[i].rep, b.at[i].rep = 0;
	run_data_of(&run, &b.all, SCALE_FULL);
	reduce_experiment(&run, experiment_find("h1"), &all);
	assert_int_equal(points_find(&all, "cf12_p0", "cf", 192, "over_best")->n, PROCESSES * COUNT_OF(gain));
	points_free(&all);
	apart = separation_of(&run, experiment_find("h1"));
	assert_true(apart.rounds && apart.repetitions == PROCESSES * COUNT_OF(gain));
	assert_non_null(strstr(separation_text(&apart, text), "(12 rounds of one process, whose quotients"));
	run_data_free(&run);
}
