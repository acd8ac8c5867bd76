/* SPDX-License-Identifier: MIT */
/*
 * test_plan.c - the plan of all experiments at each scale: the same each time, every label once, cells in an order that
 * gives no filter a better place, and a default scale that keeps its promise.
 */
#include "tests/test.h"

#include "core/build.h"
#include "harness/exp/field_settings.h"
#include "harness/exp/front_points.h"
#include "harness/filters/candidates.h"
#include "harness/filters/setup.h"
#include "harness/plan/options_rows.h"
#include "harness/plan/plan.h"
#include "harness/stats/stats.h"
#include "harness/timing/table.h"

#include <math.h>

static struct failure failure;

/* The paper's part, which is what a run measures that names nothing, takes less than eleven minutes of the plan's own
 * estimate, on two processors, and so does not need its time budget (options.c). And less than 4 GiB. */
TEST(quick_is_quick)
{
	char *none[] = {NULL};
	struct options options = {.scale = SCALE_QUICK, .arguments = none, .seed = 1, .cpu = -1, .jobs = 2};
	struct plan p;
	double seconds = 0;

	/* Must come before the first use of the topology, which is read once. More processors give more thread
	 * counts. */
	assert_int_equal(setenv("HWLOC_SYNTHETIC", "core:2 pu:1", 1), 0);
	assert_int_equal(plan_make(&p, &options, &failure), 0);
	for (size_t i = 0; i < p.count; i++)
		if (!p.at[i].cell.program->timed)
			seconds += p.at[i].seconds / options.jobs;
		else
			seconds += p.at[i].seconds;
	require(seconds < 660, "%.0f s", seconds);
	assert_true(plan_totals(&p, SIZE_MAX).bytes < (size_t)4 << 30);
	plan_free(&p);
}

TEST(plans_are_deterministic_and_labels_unique)
{
	char *every[] = {(char *)"@everything", NULL};

	for (int s = 0; s < SCALES; s++) {
		struct options options = {.scale = (enum scale)s, .arguments = every, .seed = 1, .cpu = -1};
		struct plan a, b;

		assert_int_equal(plan_make(&a, &options, &failure), 0);
		assert_int_equal(plan_make(&b, &options, &failure), 0);
		assert_int_equal(a.count, b.count);
		for (size_t i = 0; i < a.count; i++) {
			assert_string_equal(a.at[i].label, b.at[i].label);
			assert_null(strpbrk(a.at[i].label, ", \n"));
			assert_true(memchr(a.at[i].by, true, sizeof a.at[i].by) && a.at[i].seconds > 0 &&
			            a.at[i].bytes > 0);
			for (size_t j = 0; j < i && s == SCALE_SMOKE; j++)
				assert_string_not_equal(a.at[i].label, a.at[j].label);
		}
		plan_free(&a);
		plan_free(&b);
	}
}

/* A static filter's fill of P2 is one of F3 and of F4: nothing is measured twice. Later ones are P2's alone. */
TEST(static_fills_are_shared)
{
	char *names[] = {(char *)"p2", (char *)"f3", (char *)"f4", NULL};
	const size_t p2 = experiment_index("p2"), f3 = experiment_index("f3"), f4 = experiment_index("f4");

	for (int s = 0; s < SCALES; s++) {
		struct options options = {.scale = (enum scale)s, .arguments = names, .seed = 1, .cpu = -1};
		struct plan p;
		size_t shared = 0;

		assert_int_equal(plan_make(&p, &options, &failure), 0);
		for (size_t i = 0; i < p.count; i++) {
			if (!setup_is_static(p.at[i].cell.filter))
				continue;
			assert_int_equal(p.at[i].by[f3], p.at[i].by[f4]);
			assert_true(p.at[i].by[f3]);
			shared += p.at[i].by[p2];
		}
		assert_true(shared >= 16);
		plan_free(&p);
	}
}

/* A cell that P0 plans for two rates, and P1 for a third, takes more than either's. */
TEST(joint_cells_take_what_all_their_parts_take)
{
	char *names[][3] = {{(char *)"p0", (char *)"p1", NULL}, {(char *)"p0", NULL}, {(char *)"p1", NULL}};
	struct plan p[COUNT_OF(names)];
	size_t joined = 0;

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		struct options options = {.scale = SCALE_FULL, .arguments = names[i], .seed = 1, .cpu = -1, .reps = 1};

		assert_int_equal(plan_make(&p[i], &options, &failure), 0);
	}
	for (size_t i = 0; i < p[0].count; i++)
		for (size_t alone = 1; alone < COUNT_OF(names); alone++)
			for (size_t k = 0; k < p[alone].count; k++) {
				const struct planned *both = &p[0].at[i], *one = &p[alone].at[k];

				if (both->base != one->base)
					continue;
				assert_int_equal(both->seconds > one->seconds, both->cell.parts != one->cell.parts);
				assert_int_equal(both->bytes > one->bytes, both->cell.parts != one->cell.parts);
				joined += both->cell.parts != one->cell.parts;
			}
	assert_int_equal(joined, 2);
	for (size_t i = 0; i < COUNT_OF(names); i++)
		plan_free(&p[i]);
}

/* A later filter's setting for a rate is of that rate, and P2 has as many of each as can be told apart. */
TEST(later_filters_have_settings)
{
	unsigned have = 0;

	for (size_t i = 0; filter_all[i]; i++) {
		const struct filter_ops *ops = filter_all[i];
		unsigned setting[FIELD_SETTINGS], count;

		if (!field_has_settings(ops))
			continue;
		have++;
		assert_null(ops->twin);
		assert_true(field_setting(ops, 8));
		for (unsigned k = 2; k <= 16; k++)
			if (field_setting(ops, k))
				assert_int_equal(field_asked(ops, field_setting(ops, k)), k);
		count = field_settings(ops, setting);
		assert_true(count);
		for (unsigned j = 1; j < count; j++)
			assert_true(setting[j - 1] < setting[j]);
	}
	assert_true(have >= 10);
}

/* Who inserts gets no candidate that cannot; who has little time gets few of those, and of later filters. */
TEST(candidates_are_asked_for)
{
	for (size_t n = 1 << 8; n < (size_t)1 << 26; n *= 8) {
		struct candidate at[CANDIDATES_MOST];
		const size_t all = candidates_make(at, CANDIDATES_ALL, n, 20);
		size_t others = 0, inserting, few;

		for (size_t i = 0; i < all; i++) {
			assert_true(at[i].bits_per_key <= 20);
			others += at[i].twin->caps & FILTER_STATIC || at[i].twin->facts.part == FILTER_FIELD;
		}
		inserting = candidates_make(at, CANDIDATES_INSERT, n, 20);
		for (size_t i = 0; i < inserting; i++)
			assert_false(at[i].twin->caps & FILTER_STATIC);
		assert_int_equal(inserting + others, all);
		few = candidates_make(at, CANDIDATES_FEW_STATIC, n, 20);
		assert_true(inserting < few && few - inserting < others / 2);
		assert_true(candidates_make(at, CANDIDATES_ALL, n, 12) < all);
	}
}

/* Whoever compares filters at a rate gets those that are near it, each family's once, and each family by itself. */
TEST(candidates_are_near_rates)
{
	struct candidate at[CANDIDATES_MOST], own[CANDIDATES_MOST];
	size_t sum = 0, each = 0, others;

	for (unsigned near = 8; near <= 16; near += 4) {
		const size_t n = candidates_near(at, NULL, CANDIDATES_NEAR(near), 7 << 9);

		for (size_t i = 0; i < n; i++) {
			assert_int_equal(at[i].near, near);
			for (size_t j = 0; j < i; j++)
				assert_ptr_not_equal(at[i].twin, at[j].twin);
			assert_int_equal(candidates_near(own, at[i].twin, CANDIDATES_NEAR(near), 7 << 9), 1);
			assert_string_equal(own[0].name, at[i].name);
		}
		assert_true(n >= 8);
		sum += n;
	}
	assert_int_equal(candidates_near(at, NULL, 7, 7 << 9), sum);
	for (size_t i = 0; filter_all[i]; i++)
		each += candidates_near(own, filter_all[i], 7, 7 << 9);
	assert_int_equal(each, sum);
	/* some are for this alone: qf has no other */
	others = candidates_make(at, CANDIDATES_ALL, 7 << 9, 1000);
	for (size_t i = 0; i < others; i++)
		assert_string_not_equal(at[i].twin->name, "qf");
	assert_int_equal(candidates_near(own, filter_find("qf"), 7, 7 << 9), 3);
}

/* Who is compared at a rate has it, within half a bit (front_points.h). */
TEST(compared_filters_have_their_rate)
{
	enum { KEYS = 7 << 12, QUERIES = TEST_SANITIZED ? 1 << 15 : 1 << 19 };
	struct candidate at[CANDIDATES_MOST];
	const size_t n = candidates_near(at, NULL, CANDIDATES_NEAR(8) | CANDIDATES_NEAR(12), KEYS);

	for (size_t i = 0; i < n; i++) {
		struct test_table t;
		double wrong;

		at[i].params.seed = 5;
		assert_true(table_fill(&t, at[i].twin, &at[i].params, 5, KEYS, &failure));
		wrong = (double)table_false_positives(&t, t.filter, 0, QUERIES);
		require(front_rate(wrong / QUERIES) == at[i].near || (TEST_SANITIZED && at[i].near == 12),
		        "%s:%s, 2^%.2f, not 2^-%u", at[i].twin->name, at[i].name, log2(wrong / QUERIES), at[i].near);
		table_free(&t);
	}
	assert_true(n >= 38);
}

/* Who is compared at a rate has a kernel for its parameters, and so has its batched twin: a general one takes up to
 * twice as long. Only bf's loop ends where it ends, whatever its k; and gcs decodes any r in the same way. */
TEST(compared_filters_have_kernels)
{
	struct candidate at[CANDIDATES_MOST];
	const size_t n = candidates_near(at, NULL, 7, 7 << 9);
	const uint64_t key = 1;
	unsigned tried = 0;

	for (size_t i = 0; i < n; i++) {
		const struct filter_ops *const ops[] = {at[i].twin, table_builder(at[i].twin, &at[i].params)};

		for (size_t j = 0; j < COUNT_OF(ops); j++) {
			struct filter_info info;
			struct filter *f;
			const char *why;

			if (ops[j]->caps & FILTER_STATIC)
				assert_int_equal(build_filter(ops[j], &at[i].params, &key, 1, &f, NULL, &why),
				                 FILTER_OK);
			else
				assert_int_equal(filter_create(ops[j], &at[i].params, &f, &why), FILTER_OK);
			ops[j]->info(f, &info);
			if (strcmp(at[i].twin->name, "bf") != 0 && strcmp(at[i].twin->name, "gcs") != 0)
				assert_int_not_equal(strncmp(info.kernel, "any", 3), 0);
			tried++;
			ops[j]->destroy(f);
		}
	}
	assert_true(tried >= 80);
}

/* Deterministic cells come first; then the timed ones by repetition, each repetition with every filter once. */
TEST(timed_cells_are_interleaved)
{
	char *names[] = {(char *)"t3", (char *)"f2", NULL};
	struct options options = {.scale = SCALE_SMOKE, .arguments = names, .seed = 1, .cpu = -1, .reps = 4};
	struct plan p;
	unsigned rep = 0;
	bool timed = false;

	assert_int_equal(plan_make(&p, &options, &failure), 0);
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

/* A cell that measures in rounds has several processes, and --reps says how many; rounds are the scale's, and more
 * where they cost little beside the tables. */
TEST(rounds_are_in_processes)
{
	char *names[] = {(char *)"h1", (char *)"h3", NULL};
	static const unsigned asked[] = {0, 4}, planned[] = {7, 4};

	for (size_t i = 0; i < COUNT_OF(asked); i++) {
		struct options options = {
			.scale = SCALE_FULL, .arguments = names, .seed = 1, .cpu = -1, .reps = asked[i]};
		unsigned cells[8] = {0};
		struct plan p;

		assert_int_equal(plan_make(&p, &options, &failure), 0);
		for (size_t k = 0; k < p.count; k++) {
			assert_int_equal(p.at[k].cell.rounds,
			                 strcmp(p.at[k].cell.program->name, "policies") == 0 ? 5 : 20);
			require(p.at[k].cell.rep < planned[i], "%s", p.at[k].label);
			cells[p.at[k].cell.rep]++;
		}
		for (unsigned rep = 0; rep < planned[i]; rep++)
			assert_true(cells[rep] > 0 && cells[rep] == cells[0]);
		plan_free(&p);
	}
}

/* In n repetitions of n cells each takes each place once, and (n even) follows each other cell once. The seed decides
 * the order. */
TEST(order_is_a_latin_square)
{
	enum { N = 6 }; /* built at once: each has a cell of its own */
	char *names[] = {(char *)"f5", NULL};
	struct options options = {.scale = SCALE_SMOKE, .arguments = names, .seed = 1, .cpu = -1, .reps = 2 * N};
	struct plan p, other;
	size_t differ = 0;

	options.cells.text = "^life:[a-z]";
	assert_int_equal(regcomp(&options.cells.compiled, options.cells.text, REG_EXTENDED | REG_NOSUB), 0);
	assert_int_equal(plan_make(&p, &options, &failure), 0);
	options.seed = 2;
	assert_int_equal(plan_make(&other, &options, &failure), 0);
	assert_int_equal(p.count, 2 * N * N);
	for (size_t i = 0; i < p.count; i++)
		differ += strcmp(p.at[i].label, other.at[i].label) != 0;
	assert_true(differ > p.count / 2);
	for (size_t square = 0; square < 2; square++) {
		struct planned *at = p.at + square * N * N;
		bool taken[N][N] = {{false}}, follows[N][N] = {{false}};

		for (size_t rep = 0; rep < N; rep++)
			for (size_t place = 0, before = N; place < N; place++) {
				size_t who = 0;

				/* Finds the first repetition's cell with the same label. A label ends with the
				 * repetition. */
				while (strncmp(at[who].label, at[rep * N + place].label,
				               (size_t)(strstr(at[who].label, "rep=") - at[who].label) +
				                       strlen("rep=")) != 0)
					assert_true(++who < N);
				assert_int_equal(at[rep * N + place].cell.rep, square * N + rep);
				assert_false(taken[who][place]);
				taken[who][place] = true;
				assert_true(before == N || !follows[before][who]);
				if (before < N)
					follows[before][who] = true;
				before = who;
			}
	}
	plan_free(&p);
	plan_free(&other);
	regfree(&options.cells.compiled);
}

/* Nothing is printed here: the failure has the status and the text. */
TEST(a_plan_that_cannot_be_made_says_why)
{
	char *unknown[] = {"f55", NULL}, *one[] = {"f1", NULL};
	struct options options = {.scale = SCALE_SMOKE, .arguments = unknown, .seed = 1, .cpu = -1};
	struct plan p;

	assert_int_equal(plan_make(&p, &options, &failure), STATUS_USAGE);
	assert_string_equal(failure.text, "no experiment 'f55'; did you mean 'f5'?");
	plan_free(&p);
	options.arguments = one;
	options.keys = "uniform";
	assert_int_equal(plan_make(&p, &options, &failure), STATUS_USAGE);
	assert_non_null(strstr(failure.text, "--keys: no experiment that was chosen takes key sets; k1, "));
	plan_free(&p);
}

/* An option that takes one of a few words sets the value that the rest of the suite calls by this word. */
TEST(words_are_names_of_their_values)
{
	for (const struct option_row *row = option_rows; row->name; row++)
		for (size_t i = 0; row->kind == OPTION_WORD && row->words[i]; i++) {
			struct options o = {.cpu = -1};

			assert_null(option_set(row, &o, row->words[i]));
			assert_string_equal(row->words[i],
			                    strcmp(row->name, "pages") == 0   ? mem_pages_name(o.place.pages)
			                    : strcmp(row->name, "isa") == 0   ? isa_name(o.isa)
			                    : strcmp(row->name, "kicks") == 0 ? filter_kicks_name(o.kicks)
			                    : strcmp(row->name, "pin") == 0   ? pin_order_names[o.pin]
			                                                      : scale_names[o.scale]);
		}
}
