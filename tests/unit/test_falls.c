/* SPDX-License-Identifier: MIT */
/*
 * test_falls.c - a verdict can fall either way with the repetitions that are planned, at each scale that judges its
 * claim. The level of one relation of many can be out of reach of few repetitions, however clear the data are.
 *
 *      plan of an experiment at a scale --> its fewest repetitions --> a made-up world with that many (paper_world.h)
 *              as the paper says         --> confirmed
 *              one number changed        --> contradicted (claim_twists.def)
 */
#include "tests/paper_world.h"

#include "harness/plan/plan.h"

static const struct twist twists[] = {
#include "tests/claim_twists.def"
};

/* The fewest repetitions of a cell that an experiment plans, of those that are repeated; 1: none is. */
static unsigned
fewest_planned(const struct experiment *e, enum scale scale)
{
	char *names[] = {(char *)e->id, NULL};
	struct options options = {.scale = scale, .arguments = names, .seed = 1, .cpu = -1, .jobs = 2};
	unsigned fewest = UINT_MAX;
	struct failure failure;
	struct plan p;

	(void)plan_make(&p, &options, &failure); /* an experiment may measure nothing at a scale */
	for (size_t i = 0; i < p.count; i++) {
		const size_t length = (size_t)(strstr(p.at[i].label, "rep=") - p.at[i].label);
		unsigned reps = 0;

		for (size_t k = 0; k < p.count && p.at[i].cell.rep == 0; k++)
			reps += strncmp(p.at[i].label, p.at[k].label, length) == 0;
		if (reps > 1 && reps < fewest)
			fewest = reps;
	}
	plan_free(&p);
	return fewest < UINT_MAX ? fewest : 1;
}

/* Shares and sizes of the made-up world are alike in all repetitions, as no real ones are: every second has one
 * more. */
static void
vary(struct samples *samples)
{
	for (size_t i = 0; i < samples->count; i++) {
		struct sample *s = &samples->at[i];

		if ((s->num > 0 && s->num < s->den) || is(s->unit, "bits/item"))
			s->num += s->rep % 2;
	}
}

/* The verdict on a claim of the paper's world with so many repetitions, twisted or not. */
static enum verdict_kind
kind_of(const struct claim *claim, const struct twist *twist, unsigned reps, enum scale scale)
{
	struct world w = make_world(twist, reps, 0.005);
	struct run_data run;
	struct verdict v;

	vary(&w.samples);
	run_data_of(&run, &w.samples, scale);
	judge_claim(&run, claim, &v, NULL);
	run_data_free(&run);
	samples_free(&w.samples);
	return v.kind;
}

static void
falls_either_way(const struct claim *claim, unsigned reps, enum scale scale)
{
	const enum verdict_kind true_kind = kind_of(claim, NULL, reps, scale);
	size_t fells = 0;

	for (size_t i = 0; i < COUNT_OF(twists); i++)
		if (is(twists[i].id, claim->id)) {
			const enum verdict_kind kind = kind_of(claim, &twists[i], reps, scale);

			require(kind == VERDICT_CONTRADICTED, "%s, %s scale, %u repetitions, %s %s %g twisted: %s",
			        claim->id, scale_names[scale], reps, twists[i].series, twists[i].metric, twists[i].x,
			        verdict_names[kind]);
			fells++;
		}
	/* what is only counted has nothing to fall from; A1 for plain CF is false by arithmetic (test_claims.c) */
	if (true_kind == VERDICT_COUNTED || is(claim->id, "A1 (CF)"))
		return;
	require(true_kind == VERDICT_CONFIRMED || true_kind == VERDICT_CONSTRUCTED, "%s, %s scale, %u repetitions: %s",
	        claim->id, scale_names[scale], reps, verdict_names[true_kind]);
	require(fells > 0 || is(claim->id, "A14"), "%s: nothing in tests/claim_twists.def fells it", claim->id);
}

TEST(each_verdict_can_fall_either_way)
{
	/* as in test_plan.c: more processors would give more numbers of threads */
	assert_int_equal(setenv("HWLOC_SYNTHETIC", "core:2 pu:1", 1), 0);
	for (size_t e = 0; experiment_all[e]; e++) {
		/* a sanitizer is slow, and the rule is the same for all */
		const struct claim *c = TEST_SANITIZED && e % 8 ? NULL : experiment_all[e]->claims;
		unsigned before = 0;

		for (enum scale scale = SCALE_QUICK; scale < SCALES && c; scale++) {
			const unsigned reps = fewest_planned(experiment_all[e], scale);

			for (c = experiment_all[e]->claims; c->id; c++)
				if (scale == c->least || (scale > c->least && reps != before))
					falls_either_way(c, reps, scale);
			before = reps;
		}
	}
}

/* Two numbers fell A14: answers that differ, and rates. */
TEST(answers_and_rates_may_differ)
{
	static const struct twist differ = {"A14", "g2", "a", "cf", 25, "differ", 1, 1e-6};
	struct world w = make_world(&differ, 3, 0.005);
	struct board board;

	for (size_t i = 0; i < w.samples.count; i++) {
		struct sample *s = &w.samples.at[i];

		s->num *= is(s->exp, "g2") && is(s->metric, "fpr") && s->x == 25 ? 2 : 1;
	}
	board = board_of_one(&w.samples, SCALE_QUICK, "A14");
	assert_int_equal(find(&board, "A14")->verdict.kind, VERDICT_CONTRADICTED);
	board_free(&board);
	samples_free(&w.samples);
}
