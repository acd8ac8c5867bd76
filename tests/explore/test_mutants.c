/* SPDX-License-Identifier: MIT */
/*
 * test_mutants.c - the filters for many threads with one thing done wrong: a bump left out, an ordering relaxed, a lock
 * not taken. Each of mutants.def must be caught in some scenario, or the scenarios would not notice it in the filter
 * either.
 *
 *      mutant --> every shape and scenario, FEW executions of each --> caught, or again with MANY
 */
#include "tests/explore_scenarios.h"
#include "tests/test.h"

#define STRIPED_MUTANT(filter, number, name) extern const struct filter_ops filter_##filter##_mutant##number;
#include "tests/mutants.def"
#undef STRIPED_MUTANT

static const struct mutant {
	const struct filter_ops *ops;
	unsigned number;
	const char *name;
} mutants[] = {
#define STRIPED_MUTANT(filter, number, name) {&filter_##filter##_mutant##number, MUTANT_##name, #name},
#include "tests/mutants.def"
#undef STRIPED_MUTANT
};

#define STRIPED_MUTANT(filter, number, name) _Static_assert((number) == (int)MUTANT_##name, "numbered as in striped.h");
#include "tests/mutants.def"
#undef STRIPED_MUTANT

enum { FEW = 1000, MANY = 100000 };

static bool
is_caught(const struct mutant *m, uint64_t most)
{
	uint64_t before = 0;

	for (size_t s = 0; s < shape_count; s++) {
		if (strcmp(shapes[s].filter, m->ops->name) != 0)
			continue;
		for (size_t i = 0; i < scenario_count; i++) {
			struct explore_result r;

			world_explore(m->ops, &shapes[s], scenarios[i].build, 2, most, &r);
			if (r.failed) {
				print_message("  %-20s caught in '%s' (%s), execution %llu and %llu before: %s\n", m->name, scenarios[i].name,
				              shapes[s].name, (unsigned long long)(r.executions + r.cut),
				              (unsigned long long)before, r.broken);
				return true;
			}
			before += r.executions + r.cut;
		}
	}
	return false;
}

static void
must_be_caught(void **state)
{
	const struct mutant *m = *state;

	if (explore_obstacle()) {
		print_message("%s\n", explore_obstacle());
		skip();
	}
	require(is_caught(m, FEW) || is_caught(m, MANY), "no scenario catches the mutant %s", m->name);
}

/* Every enumerator of enum striped_mutant is in the list. */
static void
none_is_forgotten(void **state)
{
	bool listed[MUTANTS] = {false};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(mutants); i++)
		listed[mutants[i].number] = true;
	for (unsigned n = 1; n < MUTANTS; n++)
		require(listed[n], "mutant %u of variants/striped.h is not in tests/mutants.def", n);
}

int
main(int argc, char **argv)
{
	struct CMUnitTest tests[COUNT_OF(mutants) + 1];

	for (size_t i = 0; i < COUNT_OF(mutants); i++)
		tests[i] = (struct CMUnitTest){.name = mutants[i].name,
		                               .test_func = must_be_caught,
		                               .initial_state = (void *)(uintptr_t)&mutants[i]};
	tests[COUNT_OF(mutants)] = (struct CMUnitTest)cmocka_unit_test(none_is_forgotten);
	return test_run(argc, argv, "mutants", tests, COUNT_OF(tests));
}
