/* SPDX-License-Identifier: MIT */
/* test_tune.c - what `tune` answers on made-up races: each family is told once, by where it was run last, and no two
 * lines contradict each other. */
#include "tests/test.h"

#include "harness/tune/tune.h"

enum { ROUNDS = 30, CONFIGS = 3, ITEMS = 512000 };

static struct tune_table tables[CONFIGS];
static struct tune_config configs[CONFIGS];
static struct tune_ceiling ceiling;
static const struct options options;
static struct topology topology = {.cpus = 4};

static struct tune *t;
static char *text;

static int
begin(void **state)
{
	static const char *const kernels[CONFIGS] = {"cf", "bf", "sb-bf"};
	static const char *const names[CONFIGS] = {"f12", "13k9", "13"};

	(void)state;
	t = calloc(1, sizeof *t);
	assert_non_null(t);
	t->topology = &topology;
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
	return 0;
}

/* A stage of the first n configurations. Configuration i costs cost[i]; in every other round, all except the first cost
 * the share `swing` less. */
static void
add_stage(const char *name, size_t n, const double *cost, double swing)
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
	tune_order(t, stage);
}

/* Into `text`. */
static void
answer(void)
{
	size_t length;
	FILE *f;

	free(text);
	assert_non_null(f = open_memstream(&text, &length));
	tune_answer(t, f);
	fclose(f);
}

static int
end(void **state)
{
	(void)state;
	for (size_t i = 0; i < t->stages; i++) {
		race_end(&t->stage[i].race);
		free(t->stage[i].slice);
		free(t->stage[i].order);
	}
	free(t);
	free(text);
	text = NULL;
	return 0;
}

static void
has(const char *words)
{
	require(strstr(text, words) != NULL, "no '%s' in:\n%s", words, text);
}

/* Each family has one row: of the last stage that it took part in, with its cost over that stage's leader. */
TEST_WITHIN(families_are_told_once, begin, end)
{
	static const double first[] = {1, 1.06, 3}, last[] = {1};
	struct tune_row row[CANDIDATES_MOST];

	add_stage("kernel", CONFIGS, first, 0.1);
	add_stage("place", 1, last, 0);
	t->stage[0].race.state[1] = RACE_HOPELESS; /* at an early look, before it caught up */
	assert_int_equal(tune_families(t, row), 3);
	assert_true(row[0].stage == &t->stage[1] && row[0].config == 0);
	assert_true(row[1].stage == &t->stage[0] && row[1].config == 1);
	answer();
	has("  the best of each other family, over the best of its leg:\n    bf:13k9, 4096 keys a call, 2 threads");
	has("      1.006 times its cost [0.954, 1.060] (kernel, not separated), errs ");
	has("    sb-bf:13, 4096 keys a call");
	require(!strstr(strstr(text, "    bf:13k9") + 1, "    bf:13k9"), "twice:\n%s", text);
}

TEST_WITHIN(what_is_told_apart_is_no_tie, begin, end)
{
	static const double cost[] = {1, 1.3, 3};

	add_stage("kernel", CONFIGS, cost, 0.1);
	answer();
	has("(kernel), errs ");
	require(strstr(text, "not separated") == NULL, "%s", text);
}

/* Other ways of the family that is best are counted, where they are tied. */
TEST_WITHIN(ways_of_the_best_are_counted, begin, end)
{
	static const double cost[] = {1, 1.06, 1.061};

	tables[1].of.twin = tables[2].of.twin = tables[0].of.twin;
	add_stage("kernel", CONFIGS, cost, 0.1);
	answer();
	has("  2 more ways of cf, by other pages, threads or calls, are not separated from it\n");
	require(strstr(text, "other family") == NULL, "%s", text);
}

/* The best configuration of one thread at the workload's size differs from the answer; it is not printed with it. */
TEST_WITHIN(one_size_has_one_answer, begin, end)
{
	static const double cost[] = {1, 2, 3};

	add_stage("size", CONFIGS, cost, 0.1);
	add_stage("kernel", CONFIGS, cost, 0.1);
	answer();
	require(strstr(text, "at 512000 keys") == NULL, "%s", text);
	t->stage[0].items = 15360;
	answer();
	has("  at 15360 keys, by one thread:\n    cf:f12, ");
}

/* The last leg has the last word: its rounds are those of processes. What was tied and did not go on stays so. */
TEST_WITHIN(processes_decide, begin, end)
{
	static const double kernels[] = {1, 1.06, 3}, place[] = {1, 1.5, 1.06}, last[] = {1, 1.5};
	struct tune_stage *final = &t->stage[2];

	add_stage("kernel", CONFIGS, kernels, 0.1);
	add_stage("place", CONFIGS, place, 0.1);
	add_stage("final", 2, last, 0);
	final->processes = 6;
	final->race.looks = 1;
	for (size_t round = 0; round < ROUNDS; round++)
		final->race.turn[round] = turn_of((unsigned)(round / 5), (unsigned)round);
	tune_order(t, final);
	assert_true(tune_answering(t) == final);
	assert_int_equal(tune_behind(t, final, 1).n, 6);
	assert_int_equal(tune_of_ceiling(final, 0).n, 6);
	answer();
	has("      1.500 times its cost [1.500, 1.500] (final), errs ");
	has("    sb-bf:13, 4096 keys a call");
	has("of 2 ways in 6 processes, 5 rounds each");
}

TEST_WITHIN(lines_fit_a_terminal, begin, end)
{
	static const double cost[] = {1, 1.06, 3};

	t->load.saved_ns = 123456;
	t->load.positives = 0.333;
	for (size_t i = 0; i < CONFIGS; i++)
		tables[i].numa = (struct numa_choice){.policy = NUMA_INTERLEAVE};
	add_stage("kernel", CONFIGS, cost, 0.1);
	answer();
	for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
		require(strcspn(line, "\n") <= TUNE_COLUMNS, "%zu columns:\n%s", strcspn(line, "\n"), text);
}
