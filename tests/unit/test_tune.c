/* SPDX-License-Identifier: MIT */
/* test_tune.c - what `tune` answers on made-up races: a tie is reported as one wherever it was run, and no two lines
 * contradict each other. */
#include "tests/test.h"

#include "harness/tune/tune.h"

#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 30, CONFIGS = 3, ITEMS = 512000 };

static struct tune_table tables[CONFIGS];
static struct tune_config configs[CONFIGS];
static struct tune_ceiling ceiling;
static const struct options options;

static struct tune *
made_up(struct topology *topology)
{
	static const char *const kernels[CONFIGS] = {"cf", "bf", "sb-bf"};
	static const char *const names[CONFIGS] = {"f12", "13k9", "13"};
	struct tune *t = calloc(1, sizeof *t);

	assert_non_null(t);
	*topology = (struct topology){.cpus = 4};
	t->topology = topology;
	t->options = &options;
	t->load = (struct workload){.items = ITEMS, .bits_per_key = 20, .saved_ns = 0, .max_fpr = 0.01};
	t->size[t->sizes++] = ITEMS;
	for (size_t i = 0; i < CONFIGS; i++) {
		tables[i] = (struct tune_table){.items = ITEMS, .bits_per_key = 13};
		tables[i].of.twin = filter_find(kernels[i]);
		snprintf(tables[i].of.name, sizeof tables[i].of.name, "%s", names[i]);
		configs[i] = (struct tune_config){
			.table = &tables[i], .kernel = filter_find(kernels[i]), .call = 4096, .threads = 2, .lines = 1};
	}
	return t;
}

/* A stage of the first n configurations. Configuration i costs cost[i]; in every other round, all except the first cost
 * the share `swing` less. */
static void
add_stage(struct tune *t, const char *name, size_t n, const double *cost, double swing)
{
	struct tune_stage *stage = &t->stage[t->stages++];

	*stage = (struct tune_stage){
		.name = name, .items = ITEMS, .config = configs, .configs = n, .ceiling = &ceiling, .ceilings = 1};
	race_begin(&stage->race, n);
	stage->slice = calloc(ROUNDS * (n + 1), sizeof *stage->slice);
	assert_non_null(stage->slice);
	for (size_t round = 0; round < ROUNDS; round++) {
		double *row = race_round(&stage->race);

		for (size_t i = 0; i < n; i++) {
			row[i] = cost[i] * (i && round % 2 ? 1 - swing : 1);
			stage->slice[round * (n + 1) + i] = (struct slice){1000000, (uint64_t)(1e6 * row[i])};
		}
		stage->slice[round * (n + 1) + n] = (struct slice){1000000, 500000};
	}
	race_look(&stage->race);
	assert_int_equal(stage->race.leader, 0);
}

static char *
answer(struct tune *t)
{
	char *text = NULL;
	size_t length;
	FILE *f = open_memstream(&text, &length);

	assert_non_null(f);
	tune_answer(t, f);
	fclose(f);
	return text;
}

static void
release(struct tune *t)
{
	for (size_t i = 0; i < t->stages; i++) {
		race_end(&t->stage[i].race);
		free(t->stage[i].slice);
	}
	free(t);
}

static void
has(const char *text, const char *words)
{
	require(strstr(text, words) != NULL, "no '%s' in:\n%s", words, text);
}

/* Filters that did not reach the last stage: one is tied with the best, one is not. */
static void
what_was_left_behind_may_be_tied(void **state)
{
	static const double first[] = {1, 1.06, 3}, last[] = {1};
	struct topology topology;
	struct tune *t = made_up(&topology);
	struct tune_tie *tie;
	size_t count;
	char *text;

	(void)state;
	add_stage(t, "kernel", CONFIGS, first, 0.1);
	add_stage(t, "place", 1, last, 0);
	t->stage[0].race.state[1] = RACE_HOPELESS; /* at an early look, before it caught up */
	tie = tune_ties(t, &count);
	assert_int_equal(count, 1);
	assert_true(tie[0].stage == &t->stage[0] && tie[0].config == 1);
	free(tie);
	text = answer(t);
	has(text, "  not separated from the next filter, 1.006 times as good [0.954, 1.060]:\n    bf:13k9, 4096 keys a "
	          "call, 2 threads");
	require(strstr(text, "as the next filter") == NULL, "%s", text);
	free(text);
	release(t);
}

static void
what_is_told_apart_is_no_tie(void **state)
{
	static const double cost[] = {1, 1.3, 3};
	struct topology topology;
	struct tune *t = made_up(&topology);
	size_t count;
	char *text;

	(void)state;
	add_stage(t, "kernel", CONFIGS, cost, 0.1);
	free(tune_ties(t, &count));
	assert_int_equal(count, 0);
	text = answer(t);
	has(text, " as the next filter:\n    bf:13k9,");
	require(strstr(text, "not separated") == NULL, "%s", text);
	free(text);
	release(t);
}

/* The others that are tied follow, each once. */
static void
ties_are_told_once(void **state)
{
	static const double cost[] = {1, 1.06, 1.061};
	struct topology topology;
	struct tune *t = made_up(&topology);
	int told = 0;
	char *text;

	(void)state;
	add_stage(t, "kernel", CONFIGS, cost, 0.1);
	text = answer(t);
	has(text, "  not separated from the next filter, ");
	has(text, "  nor from:\n    sb-bf:13, 4096 keys a call");
	for (const char *at = text; (at = strstr(at, "    bf:13k9")); at++)
		told++;
	require(told == 1, "%d times:\n%s", told, text);
	free(text);
	release(t);
}

/* The best configuration of one thread at the workload's size differs from the answer; it is not printed with it. */
static void
one_size_has_one_answer(void **state)
{
	static const double cost[] = {1, 2, 3};
	struct topology topology;
	struct tune *t = made_up(&topology);
	char *text;

	(void)state;
	add_stage(t, "size", CONFIGS, cost, 0.1);
	add_stage(t, "kernel", CONFIGS, cost, 0.1);
	text = answer(t);
	require(strstr(text, "at 512000 keys") == NULL, "%s", text);
	free(text);
	t->stage[0].items = 15360;
	text = answer(t);
	has(text, "  at 15360 keys, by one thread:\n    cf:f12, ");
	free(text);
	release(t);
}

static void
lines_fit_a_terminal(void **state)
{
	static const double cost[] = {1, 1.06, 3};
	struct topology topology;
	struct tune *t = made_up(&topology);
	char *text;

	(void)state;
	t->load.saved_ns = 123456;
	t->load.positives = 0.333;
	for (size_t i = 0; i < CONFIGS; i++)
		tables[i].numa = (struct numa_choice){.policy = NUMA_INTERLEAVE};
	add_stage(t, "kernel", CONFIGS, cost, 0.1);
	text = answer(t);
	for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
		require(strcspn(line, "\n") <= TUNE_COLUMNS, "%zu columns:\n%s", strcspn(line, "\n"), text);
	free(text);
	release(t);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_left_behind_may_be_tied),
		cmocka_unit_test(what_is_told_apart_is_no_tie),
		cmocka_unit_test(ties_are_told_once),
		cmocka_unit_test(one_size_has_one_answer),
		cmocka_unit_test(lines_fit_a_terminal),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
