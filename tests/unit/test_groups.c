/* SPDX-License-Identifier: MIT */
/*
 * test_groups.c - the studies: every experiment is in one, and each word of a command line chooses what it names.
 *
 *      "@space" -> g7 p2 p4 p6        "f5" -> f5        "all" -> all        "@spade" -> did you mean '@space'?
 */
#include "tests/test.h"

#include "harness/plan/groups.h"

static size_t
chosen_by(const char *word, bool chosen[EXPERIMENTS])
{
	struct failure failure = {.status = STATUS_DONE};
	size_t n = 0;

	memset(chosen, false, EXPERIMENTS * sizeof *chosen);
	require(group_choose(word, chosen, &failure) == STATUS_DONE, "%s: %s", word, failure.text);
	for (size_t i = 0; i < EXPERIMENTS; i++)
		n += chosen[i];
	return n;
}

static size_t
experiments(void)
{
	size_t n = 0;

	while (experiment_all[n])
		n++;
	return n;
}

/* Who reads that claims were not asked for is told a study for each of them, and not merely "everything". */
TEST(every_experiment_is_in_a_study)
{
	for (size_t i = 0; experiment_all[i]; i++) {
		size_t in = 0;

		for (size_t g = 0; g < GROUP_everything; g++)
			in += group_has(&group_all[g], experiment_all[i]);
		require(in > 0, "%s is in no group", experiment_all[i]->id);
		require(in == 1 || !group_has(&group_all[GROUP_paper], experiment_all[i]), "%s is the paper's alone",
		        experiment_all[i]->id);
	}
}

/* A group names experiments that there are, each once. */
TEST(groups_have_what_they_name)
{
	for (size_t g = 0; g < GROUPS; g++) {
		bool chosen[EXPERIMENTS];
		const size_t n = chosen_by(group_all[g].name, chosen);
		size_t words = 1;

		for (const char *c = group_all[g].members; c && *c; c++)
			words += *c == ' ';
		require(n == (group_all[g].members ? words : experiments()), "%s: %zu", group_all[g].name, n);
		for (size_t i = 0; experiment_all[i]; i++)
			assert_int_equal(chosen[i], group_has(&group_all[g], experiment_all[i]));
	}
}

TEST(words_choose_what_they_name)
{
	bool chosen[EXPERIMENTS], both[EXPERIMENTS] = {false};
	struct failure failure = {.status = STATUS_DONE};

	assert_int_equal(chosen_by("F5", chosen), 1);
	assert_true(chosen[experiment_index("f5")]);
	assert_int_equal(chosen_by("ALL", chosen), experiments());
	assert_int_equal(chosen_by("@Keys", chosen), 1);
	/* A second word adds. */
	assert_int_equal(group_choose("@keys", both, &failure), STATUS_DONE);
	assert_int_equal(group_choose("f5", both, &failure), STATUS_DONE);
	assert_true(both[experiment_index("k1")] && both[experiment_index("f5")] && !both[experiment_index("f6")]);
}

TEST(unknown_words_are_refused)
{
	static const char *const refused[][2] = {
		{"@feild", "no group '@feild'; did you mean '@field'?"},
		{"field", "no experiment 'field'; did you mean '@field'?"},
		{"f55", "no experiment 'f55'; did you mean 'f5'?"},
		{"@", "no group '@'; `cuckoobench list` names them"},
		{"", "no experiment ''; `cuckoobench list` names them"},
	};

	for (size_t i = 0; i < COUNT_OF(refused); i++) {
		struct failure failure = {.status = STATUS_DONE};
		bool chosen[EXPERIMENTS] = {false};

		assert_int_equal(group_choose(refused[i][0], chosen, &failure), STATUS_USAGE);
		assert_string_equal(failure.text, refused[i][1]);
		assert_null(memchr(chosen, true, sizeof chosen));
	}
}

TEST(nothing_named_is_the_paper)
{
	for (int s = 0; s < SCALES; s++) {
		bool usual[EXPERIMENTS] = {false}, named[EXPERIMENTS];

		(void)chosen_by(s == SCALE_SMOKE ? "@everything" : "@paper", named);
		group_choose_usual((enum scale)s, usual);
		assert_memory_equal(usual, named, sizeof usual);
	}
}
