/* SPDX-License-Identifier: MIT */
/*
 * test_mutants.c - the filters for many threads with one thing done wrong: a bump left out, an ordering relaxed, a lock
 * not taken. Each of mutants.def must be caught in the scenario that it names. Otherwise the scenarios would not notice
 * the fault in the filter either.
 *
 *      mutant --> its scenario, in every shape of its filter --> caught
 */
#include "tests/explore_scenarios.h"
#include "tests/test.h"

#define STRIPED_MUTANT(filter, number, name, scenario) extern const struct filter_ops filter_##filter##_mutant##number;
#include "tests/mutants.def"
#undef STRIPED_MUTANT

static const struct mutant {
	const struct filter_ops *ops;
	unsigned number;
	const char *name, *scenario;
} mutants[] = {
#define STRIPED_MUTANT(filter, number, name, scenario) \
	{&filter_##filter##_mutant##number, MUTANT_##name, #name, scenario},
#include "tests/mutants.def"
#undef STRIPED_MUTANT
};

#define STRIPED_MUTANT(filter, number, name, scenario) \
	_Static_assert((number) == (int)MUTANT_##name, "numbered as in striped.h");
#include "tests/mutants.def"
#undef STRIPED_MUTANT

/* The most executions of one shape: the mutant that is caught last takes a few hundred. */
enum { MOST = 100000 };

static const struct scenario *
scenario_of(const struct mutant *m)
{
	for (size_t i = 0; i < scenario_count; i++)
		if (strcmp(scenarios[i].name, m->scenario) == 0)
			return &scenarios[i];
	test_fail(__FILE__, __LINE__, "a scenario of that name", "%s: there is no scenario '%s'", m->name, m->scenario);
}

static bool
is_caught(const struct mutant *m)
{
	const struct scenario *scenario = scenario_of(m);

	for (size_t s = 0; s < shape_count; s++) {
		struct explore_result r;

		if (strcmp(shapes[s].filter, m->ops->name) != 0)
			continue;
		world_explore(m->ops, &shapes[s], scenario, 2, MOST, &r);
		if (r.failed) {
			print_message("  %-20s caught in '%s' (%s), execution %llu: %s\n", m->name, m->scenario,
			              shapes[s].name, (unsigned long long)(r.executions + r.cut), r.broken);
			return true;
		}
	}
	return false;
}

static void
must_be_caught(void **state)
{
	const struct mutant *m = *state;

	explore_or_skip();
	require(is_caught(m), "'%s' does not catch the mutant %s", m->scenario, m->name);
}

/* Every enumerator of enum striped_mutant is in the list. */
TEST(none_is_forgotten)
{
	bool listed[MUTANTS] = {false};

	for (size_t i = 0; i < COUNT_OF(mutants); i++)
		listed[mutants[i].number] = true;
	for (unsigned n = 1; n < MUTANTS; n++)
		require(listed[n], "mutant %u of variants/striped/striped.h is not in tests/mutants.def", n);
}

int
main(int argc, char **argv)
{
	for (size_t i = 0; i < COUNT_OF(mutants); i++)
		test_add((struct CMUnitTest){.name = mutants[i].name,
		                             .test_func = must_be_caught,
		                             .initial_state = (void *)(uintptr_t)&mutants[i]});
	return test_main(argc, argv, filter_all);
}
