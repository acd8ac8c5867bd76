/* SPDX-License-Identifier: MIT */
/* test_judge_show.c - what a verdict's numbers show: kinds of relations in one line, the failed one first, what is
 * missing; and the whole list. */
#include "harness/stats/student.h"
#include "tests/paper_world.h"

/* Relations that hold share a line for each kind; one that fails stands alone and first. The list has every
 * relation. */
TEST(relations_of_a_kind_are_one_line)
{
	static const struct twist twist = {"B6", "f5", "", "dl-cbf", 25, "lookup", 0.1, 0};
	struct world w = make_world(&twist, 10, 0.005);
	struct board board = board_of(&w.samples, SCALE_PAPER);
	const struct verdict *v = &find(&board, "B6")->verdict;
	const char *next = v->relations;
	size_t lines = 1;

	require(strncmp(v->numbers, "of 25 relations 24 hold, 1 fails; dl-CBF/QF, slot by slot at p=25: 0.3", 70) ==
	                        0 &&
	                strstr(v->numbers, "; dl-CBF/QF, slot by slot at p=0, 50, 75, 100: 3.7") &&
	                strstr(v->numbers, "; BF/QF, slot by slot at p=0, 25, 50, 75, 100: ") &&
	                strstr(v->numbers, ", n=10, p<="),
	        "B6: %s", v->numbers);
	while ((next = strchr(next, '\n'))) {
		next++;
		lines++;
	}
	assert_int_equal(lines, 25);
	require(strstr(v->relations, "\ndl-CBF/QF, slot by slot at p=75: 3.") && !strchr(v->relations, '|') &&
	                !strchr(v->numbers, '|'),
	        "B6, list: %.300s", v->relations);
	next = strstr(v->numbers, "; dl-CBF/QF, slot by slot at p=0");
	require(next && !strstr(next + 1, "; dl-CBF/QF, slot by slot at p="), "B6, a kind told twice: %s", v->numbers);
	v = &find(&board, "B3")->verdict; /* equal, and a dip: of different kinds */
	require(strstr(v->numbers, "CF, branching at p=50 / 0, 50 / 100: ") &&
	                strstr(v->numbers, "CF, branching at p=100 / 0: "),
	        "B3: %s", v->numbers);
	v = &find(&board, "B9")->verdict;
	require(strstr(v->numbers, "CF, branching negative at α=0.25, 0.5, 0.75 / 0.9: ") &&
	                !strstr(v->numbers, "α=0.25 / 0.5, 0.5 / 0.75, 0.75 / 0.9"), /* the last requires more */
	        "B9: %s", v->numbers);
	v = &find(&board, "A7")->verdict;
	require(strstr(v->numbers, "ε over the bound, b=1, f=5 (6.5 %) to 21 (9.5e-05 %), 17 of them: "), "A7: %s",
	        v->numbers);
	board_free(&board);
	samples_free(&w.samples);
}

/* Three runs of a size judge Figure 2; of two nothing is said but that they are too few, and nothing of repetitions. */
TEST(too_few_runs_of_every_size_are_open)
{
	static const char *const of_loads[] = {"A3", "A4"};

	for (unsigned reps = STUDENT_LEAST - 1; reps <= STUDENT_LEAST; reps++) {
		struct world w = make_world(NULL, reps, 0.0005);
		struct board board = board_of(&w.samples, SCALE_PAPER);

		for (size_t i = 0; i < 2; i++) {
			const struct verdict *v = &find(&board, of_loads[i])->verdict;

			require(reps == STUDENT_LEAST
			                ? v->kind == VERDICT_CONFIRMED
			                : v->kind == VERDICT_INCONCLUSIVE && strstr(v->numbers, "three times") &&
			                          !strstr(v->margin, "repetitions"),
			        "%s, %u runs: %s: %s; %s", of_loads[i], reps, verdict_names[v->kind], v->numbers,
			        v->margin);
		}
		board_free(&board);
		samples_free(&w.samples);
	}
}

/* What is only counted is told, whatever the counts are. */
TEST(a_count_has_no_verdict)
{
	static const struct twist shorter = {"S1", "s1", "", "qf-slots", 0, "lines_of_code", 0.5, 0};
	struct world w = make_world(&shorter, 10, 0.005);
	struct board board = board_of_one(&w.samples, SCALE_PAPER, shorter.id);
	const struct judged *j = find(&board, shorter.id);

	require(j->verdict.kind == VERDICT_COUNTED && strstr(j->verdict.numbers, "QF slot by slot: 400 lines") &&
	                !strstr(j->verdict.numbers, "hold") && j->paragraph == j->claim->if_contradicted,
	        "%s: %s", verdict_names[j->verdict.kind], j->verdict.numbers);
	board_free(&board);
	samples_free(&w.samples);
}

/* The verdict mentions another filter's fault, but that is not the claim's. Nor is a filter judged at stages that were
 * not counted. */
TEST(other_filters_do_not_decide)
{
	struct world w = make_world(NULL, 10, 0.005);
	struct board board;
	const struct verdict *v;

	count(&w, "g1", "", "qf", 0, "missed_50", 1e-6, 1e6);
	count(&w, "g1", "", "bf", 0, "missed_50", 0, 1e6);
	board = board_of(&w.samples, SCALE_PAPER);
	v = &find(&board, "A13")->verdict;
	require(v->kind == VERDICT_CONSTRUCTED && strstr(v->numbers, "of another filter, QF, 10 missed in 10000000") &&
	                strstr(v->numbers, "1 other filters, none"),
	        "A13: %s: %s", verdict_names[v->kind], v->numbers);
	board_free(&board);
	samples_free(&w.samples);
}

/* "and more" appears only if more is missing than is named. */
TEST(what_is_missing_is_named_once)
{
	struct world w = make_world(NULL, 10, 0.005);
	struct board board;
	size_t kept = 0;

	for (size_t i = 0; i < w.samples.count; i++)
		if (!is(w.samples.at[i].exp, "t2"))
			w.samples.at[kept++] = w.samples.at[i];
	w.samples.count = kept;
	board = board_of(&w.samples, SCALE_PAPER);
	assert_string_equal(find(&board, "A18")->verdict.numbers,
	                    "not measured in this run: t2 bf refs_positive at x=0, t2 bf fpr at x=0, t2 bf "
	                    "refs_negative at x=0, t2 cf refs_positive at x=0, t2 cf refs_negative at x=0");
	board_free(&board);
	board = board_of(&(struct samples){0}, SCALE_PAPER);
	require(strstr(find(&board, "B1")->verdict.numbers, "t3 qf-slots construction at x=0") &&
	                !strstr(find(&board, "B1")->verdict.numbers, "and more"),
	        "B1: %s", find(&board, "B1")->verdict.numbers);
	require(strstr(find(&board, "B6")->verdict.numbers, " and more"), "B6: %s",
	        find(&board, "B6")->verdict.numbers);
	board_free(&board);
	samples_free(&w.samples);
}
