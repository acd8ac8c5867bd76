/* SPDX-License-Identifier: MIT */
/* What a time budget gives up, by a clock that the test turns: studies, then repetitions of deterministic parts, then
 * of timed ones, to the fewest that carry an interval. */
#include "tests/test.h"

#include "harness/plan/groups.h"
#include "harness/programs/programs.h"
#include "harness/run/budget.h"
#include "harness/run/given_up.h"
#include "harness/stats/student.h"

#include <jansson.h>
#include <limits.h>
#include <string.h>

enum { CELLS = 4, REPS = 10, ALL = CELLS * REPS };

/* Repetitions of a few cells, each expected to take a second, on two processors; and a budget for them. */
static void
begin(struct budget *b, double seconds, struct planned at[ALL])
{
	static const struct options two = {.jobs = 2};

	for (unsigned i = 0; i < ALL; i++)
		at[i] = (struct planned){
			.cell = {.program = i % 2 ? &program_life : &program_scaling, .rep = i / CELLS}, .seconds = 1};
	budget_begin(b, &(struct plan){.options = &two, .at = at, .count = ALL}, seconds);
}

/* The cells of repetition `rep` take so long each; then the clock is at `passed`, and the next repetition is about to
 * begin. */
static bool
repetition(struct budget *b, const struct planned at[ALL], unsigned rep, double seconds, double *passed)
{
	for (unsigned i = rep * CELLS; i < (rep + 1) * CELLS; i++) {
		budget_learns(b, &at[i], seconds);
		*passed += seconds;
	}
	return budget_look(b, at + (rep + 1) * CELLS, ALL - (rep + 1) * CELLS, *passed);
}

TEST(what_fits_is_kept)
{
	struct planned at[ALL];
	struct budget b;
	double passed = 0;

	begin(&b, 101, at);
	assert_false(budget_look(&b, at, ALL, 99));     /* of the first repetition nothing is known */
	assert_true(repetition(&b, at, 0, 3, &passed)); /* twelve seconds a repetition: eight fit */
	assert_int_equal(b.kept.timed, 8);
	assert_false(b.late);
	assert_true(budget_keeps(&b, &at[8 * CELLS - 1]));
	assert_false(budget_keeps(&b, &at[8 * CELLS]));
	assert_true(repetition(&b, at, 1, 0.5, &passed)); /* the machine is quiet again: seven a repetition */
	assert_int_equal(b.kept.timed, UINT_MAX);
	assert_true(repetition(&b, at, 2, 10, &passed)); /* 54 seconds, 18 a repetition: two more fit */
	assert_int_equal(b.kept.timed, 5);
}

TEST(the_fewest_stay)
{
	struct planned at[ALL];
	struct budget b;
	double passed = 0;

	begin(&b, 20, at);
	assert_true(repetition(&b, at, 0, 3, &passed));
	assert_int_equal(b.kept.timed, STUDENT_LEAST);
	assert_true(b.late);
	for (unsigned rep = 1; rep < STUDENT_LEAST; rep++)
		assert_false(repetition(&b, at, rep, 3, &passed));
	/* What is given up stays so, without another word. */
	for (unsigned rep = STUDENT_LEAST; rep < REPS; rep++) {
		assert_false(budget_keeps(&b, &at[rep * CELLS]));
		(void)budget_look(&b, at + rep * CELLS, ALL - rep * CELLS, passed);
		assert_int_equal(b.kept.timed, STUDENT_LEAST);
	}
}

/* Cells of another program have their own pace, one that has not run yet has that of all, and a finished one takes no
 * time. A repetition of two cells of each program, which the plan expects to take a second each. */
TEST(each_program_has_its_pace)
{
	struct planned at[ALL];
	struct budget b;

	begin(&b, 320, at);
	budget_learns(&b, &at[1], 9); /* by the pace of all 36 seconds a repetition: eight in 320 */
	assert_true(budget_look(&b, at + CELLS, ALL - CELLS, 9));
	assert_int_equal(b.kept.timed, 9);
	budget_learns(&b, &at[0], 2); /* two and nine: 22 seconds a repetition */
	assert_true(budget_look(&b, at + CELLS, ALL - CELLS, 11));
	assert_int_equal(b.kept.timed, UINT_MAX);
	for (unsigned i = 2 * CELLS; i < ALL; i++)
		at[i].finished = at[i].cell.rep % 2;
	assert_false(budget_look(&b, at + CELLS, ALL - CELLS, 200)); /* five repetitions: 110 seconds */
}

TEST(without_a_budget_all_is_kept)
{
	struct planned at[ALL];
	struct budget b;

	begin(&b, 0, at);
	assert_false(budget_look(&b, at + CELLS, ALL - CELLS, 1e9));
	assert_true(budget_keeps(&b, &at[ALL - 1]));
}

/* Two studies: of each, five repetitions of a second of deterministic parts, on two processors, and of two seconds of
 * timed ones. */
TEST(the_least_wanted_goes_first)
{
	enum { N = 20 };
	static const struct options two = {.jobs = 2};
	static const struct {
		double seconds;
		struct budget_kept kept;
		bool late;
		const char *text;
	} expected[] = {
		{25.5, {SIZE_MAX, UINT_MAX, UINT_MAX}, false, "all of it"},
		{12.5, {GROUP_hardware, UINT_MAX, UINT_MAX}, false, "all but @hardware"},
		{11.5,
	         {GROUP_paper + 1, 3, UINT_MAX},
	         false,
	         "3 of 5 repetitions of deterministic parts; nothing of @hardware"},
		{10,
	         {GROUP_paper + 1, 3, 4},
	         false,
	         "3 of 5 repetitions of deterministic parts, 4 of 5 repetitions of timed parts; nothing of @hardware"},
		{4,
	         {GROUP_paper + 1, 3, 3},
	         true,
	         "3 of 5 repetitions of deterministic parts, 3 of 5 repetitions of timed parts; nothing of @hardware"},
	};
	struct planned at[N];
	struct plan plan = {.options = &two, .at = at, .count = N};
	char text[BUDGET_TEXT];

	for (unsigned i = 0; i < N; i++)
		at[i] = (struct planned){.cell = {.program = i < N / 2 ? &program_fill : &program_life, .rep = i % 5},
		                         .seconds = i < N / 2 ? 1 : 2,
		                         .study = i / 5 % 2 ? GROUP_hardware : GROUP_paper};
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
		struct budget b;

		budget_begin(&b, &plan, expected[i].seconds);
		assert_int_equal(b.kept.studies, expected[i].kept.studies);
		assert_int_equal(b.kept.fixed, expected[i].kept.fixed);
		assert_int_equal(b.kept.timed, expected[i].kept.timed);
		assert_int_equal(b.late, expected[i].late);
		assert_string_equal(budget_text(&b, at, N, text), expected[i].text);
		assert_int_equal(budget_drops_study(&b, &at[5]), i > 0);
		assert_false(budget_drops_study(&b, &at[0]));
	}
	/* Within a study by repetition, so that what is given up has not been measured. */
	budget_order(&plan);
	for (unsigned i = 0; i < N / 2; i++) {
		assert_int_equal(at[i].study, i < 5 ? GROUP_paper : GROUP_hardware);
		assert_int_equal(at[i].cell.rep, i % 5);
	}
}

/* A study that is asked for alone is never given up, wherever it stands in the list. */
TEST(one_study_stays)
{
	static const struct options two = {.jobs = 2};
	struct planned only = {.cell = {.program = &program_life}, .seconds = 100, .study = GROUP_keys};
	struct budget b;

	budget_begin(&b, &(struct plan){.options = &two, .at = &only, .count = 1}, 1);
	assert_true(budget_keeps(&b, &only));
	assert_true(b.late);
}

/* Names of studies are told apart by strstr. */
TEST(no_study_is_the_beginning_of_another)
{
	for (size_t i = 0; i < GROUPS; i++)
		for (size_t j = 0; j < GROUPS; j++)
			assert_true(i == j || !strstr(group_all[i].name, group_all[j].name));
}

/* Two parts that were merged, and a call that gave nothing up. */
TEST(a_manifest_tells_it)
{
	const struct given_up a = {.seconds = 540,
	                           .timed = {90, 7, 10},
	                           .fixed = {4, 6, 10},
	                           .study_cells = 5,
	                           .studies = "@space, @keys"},
			      b = {.seconds = 60, .timed = {3, 8, 8}, .study_cells = 1, .studies = "@keys"};
	json_t *m = json_pack("{s[{so}{so}{so}{}]}", "calls", "given_up", given_up_json(&a), "given_up",
	                      given_up_json(&(struct given_up){.seconds = 540}), "given_up", given_up_json(&b));
	const struct given_up all = given_up_of(m);
	char text[GIVEN_UP_TEXT];

	assert_non_null(m);
	assert_float_equal(all.seconds, 540, 1e-9);
	assert_int_equal(all.timed.kept, 7);
	assert_int_equal(all.timed.planned, 10);
	assert_int_equal(all.timed.cells, 93);
	assert_int_equal(given_up_cells(&all), 103);
	assert_string_equal(
		given_up_text(&all, text),
		"For the time budget of 9 min, 6 of 10 repetitions of deterministic parts and 7 of 10 "
		"repetitions of timed parts were measured, and nothing of @space, @keys: 103 measurements "
		"were given up. Intervals are wider: with 7 repetitions about 1.3 times as wide as with 10.");
	assert_string_equal(given_up_text(&(struct given_up){.seconds = 540, .timed.planned = 10}, text), "");
	assert_string_equal(
		given_up_text(&(struct given_up){.seconds = 540, .study_cells = 2, .studies = "@keys"}, text),
		"For the time budget of 9 min, nothing of @keys was measured: 2 measurements were given up.");
	assert_non_null(strstr(given_up_text(&(struct given_up){.seconds = 9, .timed = {9, 2, 10}}, text),
	                       "2 of 10 repetitions of timed parts were measured: 9 measurements were given up. So few "
	                       "carry no interval"));
	json_decref(m);
}

/* A run of an earlier version, which gave up timed repetitions only. */
TEST(an_older_manifest_tells_it)
{
	json_t *m = json_pack("{s[{s{sfsisisi}}]}", "calls", "given_up", "time_budget_seconds", 540.0,
	                      "repetitions_kept", 4, "repetitions_planned", 5, "cells", 11);
	const struct given_up all = given_up_of(m);

	assert_int_equal(all.timed.kept, 4);
	assert_int_equal(all.timed.planned, 5);
	assert_int_equal(given_up_cells(&all), 11);
	json_decref(m);
}
