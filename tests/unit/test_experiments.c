/* SPDX-License-Identifier: MIT */
/* Every experiment is complete enough to be listed, explained, planned at each scale and drawn. */
#include "tests/test.h"

#include "harness/files.h"
#include "harness/plan.h"

#include <string.h>

static void
experiments_are_documented(void **state)
{
	(void)state;
	for (size_t i = 0; experiment_all[i]; i++) {
		const struct experiment *e = experiment_all[i];

		assert_non_null(e->plan);
		assert_true(strlen(e->title) > 10 && strlen(e->shows) > 20 && strlen(e->setup) > 20 && strlen(e->reading) > 10);
		assert_true(strcmp(e->statistic, "mean") == 0 || strcmp(e->statistic, "min") == 0 ||
		            strcmp(e->statistic, e->timed ? "median" : "none") == 0);
		assert_ptr_equal(experiment_find(e->id), e);
		if (e->figure) {
			char path[FILES_PATH];

			assert_true(files_path(path, "plots/%s.gp", e->id) && files_exists(path));
		}
	}
	assert_true(experiment_index("no such") < 64); /* wants is a 64-bit mask */
}

static void
plans_are_deterministic_and_labels_unique(void **state)
{
	char *none[] = {NULL};

	(void)state;
	for (int s = 0; s < SCALES; s++) {
		struct options options = {.scale = (enum scale)s, .arguments = none, .seed = 1, .cpu = -1};
		struct plan a, b;

		assert_int_equal(plan_make(&a, &options), 0);
		assert_int_equal(plan_make(&b, &options), 0);
		assert_int_equal(a.count, b.count);
		for (size_t i = 0; i < a.count; i++) {
			assert_string_equal(a.at[i].label, b.at[i].label);
			assert_null(strpbrk(a.at[i].label, ", \n"));
			assert_true(a.at[i].cell.wants != 0 && a.at[i].seconds > 0 && a.at[i].bytes > 0);
			for (size_t j = 0; j < i && s == SCALE_SMOKE; j++)
				assert_string_not_equal(a.at[i].label, a.at[j].label);
		}
		plan_free(&a);
		plan_free(&b);
	}
}

/* Deterministic cells first; the timed ones by repetition, each repetition with every filter once. */
static void
timed_cells_are_interleaved(void **state)
{
	char *names[] = {(char *)"t3", (char *)"f2", NULL};
	struct options options = {.scale = SCALE_SMOKE, .arguments = names, .seed = 1, .cpu = -1, .reps = 4};
	struct plan p;
	unsigned rep = 0;
	bool timed = false;

	(void)state;
	assert_int_equal(plan_make(&p, &options), 0);
	for (size_t i = 0; i < p.count; i++) {
		if (!p.at[i].cell.program->timed) {
			assert_false(timed);
			continue;
		}
		timed = true;
		assert_true(p.at[i].cell.rep == rep || p.at[i].cell.rep == rep + 1);
		rep = p.at[i].cell.rep;
	}
	assert_int_equal(rep, 3);
	plan_free(&p);
}

/* What the README promises of the default scale, by the plan's own reckoning: 10 minutes and 2 GB on two processors. */
static void
quick_is_quick(void **state)
{
	char *none[] = {NULL};
	struct options options = {.scale = SCALE_QUICK, .arguments = none, .seed = 1, .cpu = -1, .jobs = 2};
	struct plan p;
	struct plan_totals t;

	(void)state;
	assert_int_equal(plan_make(&p, &options), 0);
	t = plan_totals(&p, SIZE_MAX);
	assert_true(t.beside / 2 + t.alone < 600);
	assert_true(t.bytes < (size_t)2 << 30);
	plan_free(&p);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(experiments_are_documented),
		cmocka_unit_test(plans_are_deterministic_and_labels_unique),
		cmocka_unit_test(timed_cells_are_interleaved),
		cmocka_unit_test(quick_is_quick),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
