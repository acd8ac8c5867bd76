/* SPDX-License-Identifier: MIT */
/* test_shard.c - shards: for any number of them each cell of the plan is in one, repetitions are whole and in their
 * order, and none has much more than another. */
#include "tests/test.h"

#include "harness/plan/plan.h"

static struct failure failure;

static char *all[] = {NULL}, *some[] = {"t3", "f2", "l2", NULL};

static struct options
options_of(enum scale scale, char **experiments)
{
	return (struct options){.scale = scale,
	                        .arguments = experiments,
	                        .seed = 1,
	                        .cpu = -1,
	                        .jobs = 2,
	                        .mem_limit = (size_t)16 << 30};
}

TEST(texts_are_read)
{
	static const char *const bad[] = {
		"",       "/",    "1",    "1/",    "/4",   "0/4", "5/4",  "1/0",
		"1/1025", "-1/4", "1/4 ", "1/4/4", " 1/4", "a/4", "1/4x", "1111111111111111111111111111/4"};
	char text[SHARD_TEXT];
	struct shard s;

	assert_true(shard_parse("2/4", &s) && s.index == 2 && s.of == 4);
	assert_string_equal(shard_text(s, text), "2/4");
	assert_true(shard_parse("1024/1024", &s) && s.index == SHARD_MOST && s.of == SHARD_MOST);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		require(!shard_parse(bad[i], &s), "'%s' was taken", bad[i]);
}

/* Returns the seconds of a part's timed cells, plus those of its deterministic ones, four of which run at once. */
static double
weight_of_part(const struct plan *plan, unsigned index)
{
	double sum = 0;

	for (size_t i = 0; i < plan->count; i++)
		if (plan->at[i].shard == index)
			sum += plan->at[i].seconds / (plan->at[i].cell.program->timed ? 1 : 4);
	return sum;
}

/* The cells of all n shards, made as `run --shard` makes them, are those of the plan, each once and in its order. */
static void
check_partition(enum scale scale, char **experiments, unsigned n)
{
	struct options options = options_of(scale, experiments);
	struct plan whole, part;
	size_t sum = 0;

	assert_int_equal(plan_make(&whole, &options, &failure), 0);
	shard_split(&whole, n);
	for (unsigned i = 1; i <= n; i++) {
		size_t next = 0;

		options.shard = (struct shard){i, n};
		assert_int_equal(plan_make(&part, &options, &failure), 0);
		assert_string_equal(part.whole, whole.whole);
		for (size_t j = 0; j < whole.count; j++)
			if (whole.at[j].shard == i) {
				assert_true(next < part.count);
				assert_string_equal(part.at[next].label, whole.at[j].label);
				assert_memory_equal(part.at[next].by, whole.at[j].by, sizeof part.at[next].by);
				next++;
			}
		assert_int_equal(next, part.count);
		sum += part.count;
		plan_free(&part);
	}
	assert_int_equal(sum, whole.count);
	plan_free(&whole);
}

TEST(shards_are_a_partition)
{
	for (unsigned n = 1; n <= 9; n++)
		check_partition(SCALE_SMOKE, all, n);
	check_partition(SCALE_QUICK, some, 4);
	check_partition(SCALE_SMOKE, some, 300); /* more than there is to share: some have none */
}

TEST(repetitions_are_whole_and_shards_balanced)
{
	static const unsigned numbers[] = {2, 3, 4, 7, 10, 64};
	struct options options = options_of(SCALE_FULL, all);
	struct plan p;

	assert_int_equal(plan_make(&p, &options, &failure), 0);
	for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
		const unsigned n = numbers[k];
		double least = 0, most = 0, largest = 0, repetition = 0;

		shard_split(&p, n);
		for (size_t i = 0; i < p.count; i++) {
			const struct cell *c = &p.at[i].cell;
			const bool again = i > 0 && c->program->timed && c[0].rep == p.at[i - 1].cell.rep &&
			                   p.at[i - 1].cell.program->timed;

			assert_in_range(p.at[i].shard, 1, n);
			if (again)
				assert_int_equal(p.at[i].shard, p.at[i - 1].shard);
			repetition = (again ? repetition : 0) + p.at[i].seconds;
			largest = repetition > largest ? repetition : largest;
		}
		for (unsigned i = 1; i <= n; i++) {
			const double weight = weight_of_part(&p, i);

			least = i == 1 || weight < least ? weight : least;
			most = weight > most ? weight : most;
		}
		require(most - least <= largest, "%u shards weigh from %g to %g", n, least, most);
	}
	/* Where nothing is large, they have nearly the same weight. */
	plan_free(&p);
	options = options_of(SCALE_QUICK, (char *[]){"f2", "l2", "e3", NULL});
	assert_int_equal(plan_make(&p, &options, &failure), 0);
	shard_split(&p, 3);
	assert_true(weight_of_part(&p, 1) < 1.01 * weight_of_part(&p, 2) &&
	            weight_of_part(&p, 2) < 1.01 * weight_of_part(&p, 3) &&
	            weight_of_part(&p, 3) < 1.01 * weight_of_part(&p, 1));
	plan_free(&p);
}

/* Experiments, filters and repetitions decide to which plan a part belongs; the machine does not. */
TEST(plans_are_told_apart)
{
	struct options options = options_of(SCALE_SMOKE, some);
	struct plan p, q;

	assert_int_equal(plan_make(&p, &options, &failure), 0);
	options.jobs = 7;
	options.mem_limit = (size_t)1 << 20;
	assert_int_equal(plan_make(&q, &options, &failure), 0);
	assert_string_equal(p.whole, q.whole);
	shard_split(&p, 3);
	shard_split(&q, 3);
	for (size_t i = 0; i < p.count; i++)
		assert_int_equal(p.at[i].shard, q.at[i].shard);
	plan_free(&q);
	options.reps = 3;
	assert_int_equal(plan_make(&q, &options, &failure), 0);
	assert_string_not_equal(p.whole, q.whole);
	plan_free(&q);
	plan_free(&p);
}

/* One machine if it has the time; more, the less time there is; none if a single repetition takes longer. */
TEST(machines_are_as_few_as_do)
{
	struct options options = options_of(SCALE_FULL, all);
	struct plan_machines before = {1, 0}, m;
	double whole;
	struct plan p;

	assert_int_equal(plan_make(&p, &options, &failure), 0);
	whole = plan_totals(&p, SIZE_MAX).wall;
	m = plan_machines(&p, whole);
	assert_true(m.n == 1 && m.longest == whole);
	for (double seconds = whole / 1.5; (m = plan_machines(&p, seconds)).n; seconds /= 1.5) {
		assert_true(m.n > 1 && m.n >= before.n && m.longest <= seconds && m.longest * m.n >= 0.99 * whole);
		before = m;
	}
	assert_true(before.n > 1 && m.longest <= before.longest);
	plan_free(&p);
}
