/* SPDX-License-Identifier: MIT */
/* test_nearest.c - suggestions for a name that does not exist: a slip of each kind in every filter's name, and no guess
 * where nothing is near. */
#include "tests/test.h"

#include "harness/base/nearest.h"

enum { SHORTEST = 3 /* letters: one slip is allowed from here on */ };

static size_t
slips_to_a_filter(const char *word)
{
	struct nearest guess = nearest_of(word);

	for (size_t i = 0; filter_all[i]; i++)
		nearest_offer(&guess, filter_all[i]->name);
	return guess.name ? guess.slips : SIZE_MAX;
}

TEST(one_slip)
{
	size_t tried = 0;

	for (size_t i = 0; filter_all[i]; i++) {
		const char *name = filter_all[i]->name;
		const size_t n = strlen(name);

		require(slips_to_a_filter(name) == 0, "%s is not itself", name);
		for (size_t at = 0; at + 1 < n && n > SHORTEST; at++, tried++) {
			char word[40];

			snprintf(word, sizeof word, "%.*s%s", (int)at, name, name + at + 1);
			require(slips_to_a_filter(word) <= 1, "%s: one letter less than %s", word, name);
			snprintf(word, sizeof word, "%.*s_%s", (int)at, name, name + at);
			require(slips_to_a_filter(word) <= 1, "%s: one letter more than %s", word, name);
			snprintf(word, sizeof word, "%s", name);
			word[at] = '_';
			require(slips_to_a_filter(word) <= 1, "%s: another letter than in %s", word, name);
			word[at] = name[at + 1], word[at + 1] = name[at];
			require(slips_to_a_filter(word) <= 1, "%s: %s with two letters exchanged", word, name);
		}
	}
	require(tried > 100, "%zu places", tried);
}

TEST(nothing_near)
{
	static const char *const words[] = {"", "x", "zz", "quicksort",
	                                    "a-word-that-is-far-longer-than-any-name-of-a-filter"};

	for (size_t i = 0; i < COUNT_OF(words); i++)
		require(slips_to_a_filter(words[i]) == SIZE_MAX, "'%s' is taken for a filter", words[i]);
	for (size_t i = 0; i < COUNT_OF(words); i++) {
		struct nearest guess = nearest_of(words[i]);

		assert_string_equal(nearest_hint(&guess, "; what else"), "; what else");
	}
}

TEST(the_nearest_counts)
{
	struct nearest guess = nearest_of("cf-batsh");

	nearest_offer(&guess, "bf-batch");
	nearest_offer(&guess, "cf-batch");
	nearest_offer(&guess, "df-batch");
	assert_string_equal(nearest_hint(&guess, ""), "; did you mean 'cf-batch'?");
}
