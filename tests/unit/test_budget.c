/* SPDX-License-Identifier: MIT */
/* What a time budget gives up, by a clock that the test turns: repetitions, to the fewest that
 * carry an interval. */
#include "tests/test.h"

#include "harness/programs/programs.h"
#include "harness/run/budget.h"
#include "harness/run/given_up.h"
#include "harness/stats/student.h"

#include <jansson.h>
#include <limits.h>
#include <string.h>

enum { CELLS = 4, REPS = 10, ALL = CELLS * REPS };

/* Repetitions of a few cells, each expected to take a second. */
static void
make_cells(struct planned at[ALL])
{
	for (unsigned i = 0; i < ALL; i++)
		at[i] = (struct planned){
			.cell = {.program = i % 2 ? &program_life : &program_scaling, .rep = i / CELLS}, .seconds = 1};
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

	make_cells(at);
	budget_begin(&b, 101);
	assert_false(budget_look(&b, at, ALL, 99));     /* of the first repetition nothing is known */
	assert_true(repetition(&b, at, 0, 3, &passed)); /* twelve seconds a repetition: eight fit */
	assert_int_equal(b.reps, 8);
	assert_false(b.late);
	assert_true(budget_keeps(&b, &at[8 * CELLS - 1]));
	assert_false(budget_keeps(&b, &at[8 * CELLS]));
	assert_true(repetition(&b, at, 1, 0.5, &passed)); /* the machine is quiet again: seven a repetition */
	assert_int_equal(b.reps, UINT_MAX);
	assert_true(repetition(&b, at, 2, 10, &passed)); /* 54 seconds, 18 a repetition: two more fit */
	assert_int_equal(b.reps, 5);
}

TEST(the_fewest_stay)
{
	struct planned at[ALL];
	struct budget b;
	double passed = 0;

	make_cells(at);
	budget_begin(&b, 20);
	assert_true(repetition(&b, at, 0, 3, &passed));
	assert_int_equal(b.reps, STUDENT_LEAST);
	assert_true(b.late);
	for (unsigned rep = 1; rep < STUDENT_LEAST; rep++)
		assert_false(repetition(&b, at, rep, 3, &passed));
	/* What is given up stays so, without another word. */
	for (unsigned rep = STUDENT_LEAST; rep < REPS; rep++) {
		assert_false(budget_keeps(&b, &at[rep * CELLS]));
		(void)budget_look(&b, at + rep * CELLS, ALL - rep * CELLS, passed);
		assert_int_equal(b.reps, STUDENT_LEAST);
	}
}

/* Cells of another program have their own pace, one that has not run yet has that of all, and a finished one takes no
 * time. A repetition of two cells of each program, which the plan expects to take a second each. */
TEST(each_program_has_its_pace)
{
	struct planned at[ALL];
	struct budget b;

	make_cells(at);
	budget_begin(&b, 320);
	budget_learns(&b, &at[1], 9); /* by the pace of all 36 seconds a repetition: eight in 320 */
	assert_true(budget_look(&b, at + CELLS, ALL - CELLS, 9));
	assert_int_equal(b.reps, 9);
	budget_learns(&b, &at[0], 2); /* two and nine: 22 seconds a repetition */
	assert_true(budget_look(&b, at + CELLS, ALL - CELLS, 11));
	assert_int_equal(b.reps, UINT_MAX);
	for (unsigned i = 2 * CELLS; i < ALL; i++)
		at[i].finished = at[i].cell.rep % 2;
	assert_false(budget_look(&b, at + CELLS, ALL - CELLS, 200)); /* five repetitions: 110 seconds */
}

TEST(without_a_budget_all_is_kept)
{
	struct planned at[ALL];
	struct budget b;

	make_cells(at);
	budget_begin(&b, 0);
	assert_false(budget_look(&b, at + CELLS, ALL - CELLS, 1e9));
	assert_true(budget_keeps(&b, &at[ALL - 1]));
}

/* Two parts that were merged, and a call that gave nothing up. */
TEST(a_manifest_tells_it)
{
	const struct given_up a = {.seconds = 540, .kept = 7, .planned = 10, .cells = 90},
			      b = {.seconds = 60, .kept = 8, .planned = 8, .cells = 3};
	json_t *m = json_pack("{s[{so}{so}{so}{}]}", "calls", "given_up", given_up_json(&a), "given_up",
	                      given_up_json(&(struct given_up){.seconds = 540}), "given_up", given_up_json(&b));
	const struct given_up all = given_up_of(m);
	char text[GIVEN_UP_TEXT];

	assert_non_null(m);
	assert_float_equal(all.seconds, 540, 1e-9);
	assert_int_equal(all.kept, 7);
	assert_int_equal(all.planned, 10);
	assert_int_equal(all.cells, 93);
	assert_string_equal(
		given_up_text(&all, text),
		"For the time budget of 9 min, 7 of 10 repetitions of timed parts were measured: 93 "
		"measurements were given up. Intervals are wider: with 7 repetitions about 1.3 times as wide as with "
		"10.");
	assert_string_equal(given_up_text(&(struct given_up){.seconds = 540, .planned = 10}, text), "");
	assert_non_null(
		strstr(given_up_text(&(struct given_up){.seconds = 9, .kept = 2, .planned = 10, .cells = 9}, text),
	               "2 of 10 repetitions of timed parts were measured: 9 measurements were given up. So few carry "
	               "no interval"));
	json_decref(m);
}
