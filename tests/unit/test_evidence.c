/* SPDX-License-Identifier: MIT */
/*
 * test_evidence.c - what of the samples counts when a claim is judged. The world of the paper (tests/paper_world.h)
 * lacks samples here, or has them in another order, more than once, or with rates that differ.
 *
 *      absent --> not run        in another order --> the same        a repetition of one filter lost --> pairs of the
 *                                                                     others
 *      not asked for --> left out, and counted
 */
#include "tests/paper_world.h"

#include "harness/plan/groups.h"

/* A limit whose instructions this processor lacks is neither confirmed nor contradicted. The others are judged. */
TEST(limits_need_their_instructions)
{
	static const char *const beyond[] = {"H1 (best)",  "H1 (bits)",  "H1 (cache)", "H1 (bulk)",
	                                     "H1 (ss-CF)", "H1 (Bloom)", "H2 (4 KiB)"};
	struct world w = make_world(NULL, 10, 0.005);
	struct board board;
	size_t kept = 0;

	for (size_t i = 0; i < w.samples.count; i++)
		if (!strstr(w.samples.at[i].series, "avx512"))
			w.samples.at[kept++] = w.samples.at[i];
	w.samples.count = kept;
	board = board_of(&w.samples, SCALE_PAPER);
	for (size_t i = 0; i < COUNT_OF(beyond); i++) {
		const struct judged *j = find(&board, beyond[i]);

		require(j->verdict.kind == VERDICT_NOT_RUN && strstr(j->verdict.numbers, "no look-up with avx512"),
		        "%s: %s: %s", beyond[i], verdict_names[j->verdict.kind], j->verdict.numbers);
	}
	require(find(&board, "H1 (AVX2)")->verdict.kind == VERDICT_CONFIRMED, "%s",
	        find(&board, "H1 (AVX2)")->verdict.numbers);
	board_free(&board);
	samples_free(&w.samples);
}

/* On one memory node every page is where it should be, so nothing is judged. */
TEST(placement_needs_two_nodes)
{
	static const char *const ids[] = {"X3 (pages)", "X3 (remote)", "X3 (replicas)"};
	static const struct twist one = {"X3 (pages)", "x3", "policies", "all", 0, "nodes", 0.5, 0};
	struct world w = make_world(&one, 10, 0.005);
	struct board board = board_of_one(&w.samples, SCALE_PAPER, one.id);

	for (size_t i = 0; i < COUNT_OF(ids); i++) {
		const struct judged *j = find(&board, ids[i]);

		require(j->verdict.kind == VERDICT_NOT_RUN && strstr(j->verdict.numbers, "one memory node"),
		        "%s: %s: %s", ids[i], verdict_names[j->verdict.kind], j->verdict.numbers);
	}
	board_free(&board);
	samples_free(&w.samples);
}

/* Samples of a world without those that drop() selects. */
static struct samples
without(const struct samples *all, bool (*drop)(const struct sample *, const void *), const void *what)
{
	struct samples some = {.at = malloc((all->count + 1) * sizeof *some.at)};

	assert_non_null(some.at);
	for (size_t i = 0; i < all->count; i++)
		if (!drop(&all->at[i], what))
			some.at[some.count++] = all->at[i];
	return some;
}

static bool
is_of_experiment(const struct sample *s, const void *exp)
{
	return is(s->exp, exp);
}

static bool
is_of_series(const struct sample *s, const void *series)
{
	return is(s->series, series);
}

static bool
is_unlucky(const struct sample *s, const void *seed)
{
	return rng_mix(*(const uint64_t *)seed ^ s->num ^ (uint64_t)(s->x * 1000) ^ (s->rep << 7)) % 3 == 0;
}

TEST(absent_data_are_not_run)
{
	struct world w = make_world(NULL, 10, 0.005);

	for (size_t e = 0; experiment_all[e]; e++) {
		struct samples some = without(&w.samples, is_of_experiment, experiment_all[e]->id);
		const struct claim *first = experiment_all[e]->claims;
		struct board board = board_of_one(&some, SCALE_FULL, first ? first->id : "");

		for (size_t i = 0; i < board.count; i++)
			if (board.at[i].experiment == experiment_all[e])
				require(board.at[i].verdict.kind == VERDICT_NOT_RUN, "%s without %s: %s",
				        board.at[i].claim->id, experiment_all[e]->id,
				        verdict_names[board.at[i].verdict.kind]);
		board_free(&board);
		samples_free(&some);
	}
	for (size_t f = 0; filter_all[f]; f++) {
		struct samples some = without(&w.samples, is_of_series, filter_all[f]->name);
		/* a sanitizer is slow: it gets one of twelve filters, each of which takes a whole board */
		const bool left_out = TEST_SANITIZED && f % 12 && !is(filter_all[f]->name, "qf-slots");
		struct board board;

		if (some.count == w.samples.count || left_out) { /* or no claim has it */
			samples_free(&some);
			continue;
		}
		board = board_of(&some, SCALE_FULL);
		if (is(filter_all[f]->name, "qf-slots"))
			require(find(&board, "B6")->verdict.kind == VERDICT_NOT_RUN &&
			                find(&board, "B8")->verdict.kind == VERDICT_CONFIRMED,
			        "without qf: B6 %s", verdict_names[find(&board, "B6")->verdict.kind]);
		board_free(&board);
		samples_free(&some);
	}
	/* whatever is missing, there is a verdict and it can be written, at each scale */
	for (uint64_t seed = 0; seed < (TEST_SANITIZED ? 4 : 20); seed++) {
		struct samples some = without(&w.samples, is_unlucky, &seed);

		free(json_of(&some, (enum scale)(seed % SCALES)));
		samples_free(&some);
	}
	samples_free(&w.samples);
}

/* What the run was not asked for is left out, at a scale too small for it, too; the studies to ask for are named. */
TEST(what_was_not_asked_for_is_left_out)
{
	struct world w = make_world(NULL, 10, 0.005);
	const struct group *study = &group_all[GROUP_hardware];
	char text[BOARD_OTHERS];
	struct run_data run;
	struct board board;
	size_t asked = 0;

	for (size_t e = 0; experiment_all[e]; e++)
		w.samples.store.asked[e] = group_has(study, experiment_all[e]);
	run_data_of(&run, &w.samples, SCALE_QUICK);
	board_make(&board, &run);
	for (size_t i = 0; i < board.count; i++) {
		const bool other = !group_has(study, board.at[i].experiment);

		require((board.at[i].verdict.kind == VERDICT_NOT_ASKED) == other && (!other || !board.at[i].paragraph),
		        "%s: %s", board.at[i].claim->id, verdict_names[board.at[i].verdict.kind]);
		asked += !other;
	}
	assert_int_equal(board_asked(&board), asked);
	require(strstr(board_others(&board, text), " claims of other studies were not asked for: make reproduce, "
	                                           "make threads, make field, make space, make keys"),
	        "%s", text);
	assert_int_equal(strtoul(text, NULL, 10), board.count - asked);
	board_free(&board);
	run_data_free(&run);
	board = board_of(&w.samples, SCALE_QUICK);
	assert_string_equal(board_others(&board, text), "");
	board_free(&board);
	samples_free(&w.samples);
}

TEST(order_does_not_matter)
{
	struct world w = make_world(NULL, 10, 0.5);
	char *before = json_of(&w.samples, SCALE_PAPER), *after;
	uint64_t random = test_stream("order");
	const size_t n = w.samples.count;

	for (size_t i = n; i > 1; i--) {
		size_t k = rng_next(&random) % i;
		struct sample s = w.samples.at[i - 1];

		w.samples.at[i - 1] = w.samples.at[k];
		w.samples.at[k] = s;
	}
	after = json_of(&w.samples, SCALE_PAPER);
	assert_string_equal(before, after);
	free(after);
	free(before);
	samples_free(&w.samples);
}

/* Rates that differ between filters by more than chance: the bound lies between them, and the verdict does not call it
 * exceeded. */
TEST(rates_that_differ_decide_less)
{
	struct world w = make_world(NULL, 10, 0.005);
	struct board board;
	const struct judged *j;

	for (size_t i = 0; i < w.samples.count; i++) {
		struct sample *s = &w.samples.at[i];

		if (is(s->exp, "f3") && is(s->series, "b=4") && is(s->metric, "fpr") && s->x == 5)
			s->num = (uint64_t)((double)s->num / 0.94 * 1.05 * (s->rep % 2 ? 1.02 : 0.99));
	}
	board = board_of(&w.samples, SCALE_PAPER);
	j = find(&board, "A7");
	require(j->verdict.kind == VERDICT_INCONCLUSIVE, "A7: %s: %s", verdict_names[j->verdict.kind],
	        j->verdict.numbers);
	board_free(&board);
	samples_free(&w.samples);
}

static bool
is_lost(const struct sample *s, const void *unused)
{
	(void)unused;
	return is(s->exp, "f5") &&
	       ((is(s->series, "cf-branch") && s->rep == 0) || (is(s->series, "bf") && s->rep == 5));
}

/* Each filter of a comparison lacks another repetition: the eight that both have are compared, each with its own. */
TEST(repetitions_are_paired)
{
	struct world w = make_world(NULL, 10, 0.005);
	struct samples some = without(&w.samples, is_lost, NULL);
	struct board board = board_of(&some, SCALE_FULL);
	const struct verdict *v = &find(&board, "B8")->verdict;

	require(v->kind == VERDICT_CONFIRMED && strstr(v->numbers, "n=8"), "B8: %s: %.300s", verdict_names[v->kind],
	        v->numbers);
	board_free(&board);
	samples_free(&some);
	samples_free(&w.samples);
}

static bool
is_costly(const struct sample *s, const void *unused)
{
	(void)unused;
	return is(s->exp, "f2") &&
	       (is(s->series, "m=2^30") || (is(s->panel, "b") && is(s->series, "m=2^25") && s->rep >= 2));
}

/* Two runs of a size have no interval: the verdict mentions them, and they do not decide. */
TEST(too_few_runs_of_a_size_are_told)
{
	struct world w = make_world(NULL, 10, 0.005);
	struct samples some = without(&w.samples, is_costly, NULL);
	struct board board = board_of(&some, SCALE_FULL);
	static const char *const ids[] = {"A3", "A4", "A5"};

	for (size_t i = 0; i < COUNT_OF(ids); i++) {
		const struct verdict *v = &find(&board, ids[i])->verdict;

		require(v->kind == VERDICT_CONFIRMED &&
		                strstr(v->numbers, "b=8, m=2^25: 98.5 % in 2 runs, too few to judge"),
		        "%s: %s: %s", ids[i], verdict_names[v->kind], v->numbers);
	}
	assert_int_equal(find(&board, "A3 (m = 2^30)")->verdict.kind, VERDICT_LARGER_SCALE);
	board_free(&board);
	samples_free(&some);
	samples_free(&w.samples);
}
