/* SPDX-License-Identifier: MIT */
/*
 * test_striped.c - the filters for many threads, as they are built except for the hooks, in every scenario and every
 * shape of explore_scenarios.c. Nothing may be wrong in any execution with at most two preemptions.
 *
 *      CUCKOOBENCH_STRESS=2      explore the few largest scenarios to their end, not only MOST executions (a minute)
 *      CUCKOOBENCH_STRESS=3      allow three preemptions
 */
#include "tests/explore_scenarios.h"
#include "tests/test.h"

extern const struct filter_ops filter_cf_striped_hooked, filter_ss_cf_striped_hooked, filter_cf_inline_hooked,
	filter_cf_seqlock_hooked, filter_cf_unchecked_hooked;
static const struct filter_ops *const hooked[] = {&filter_cf_striped_hooked, &filter_ss_cf_striped_hooked,
                                                  &filter_cf_inline_hooked, &filter_cf_seqlock_hooked};

/* All except about ten of a hundred scenarios are smaller than this. */
enum { MOST = TEST_SANITIZED ? 5000 : 50000 };

static const struct filter_ops *
hooked_filter(const char *name)
{
	size_t i = 0;

	while (strcmp(hooked[i]->name, name) != 0)
		i++;
	return hooked[i];
}

static void
every_scenario(void **state)
{
	const struct world_shape *shape = *state;
	uint64_t executions = 0, cut = 0;

	explore_or_skip();
	for (size_t i = 0; i < scenario_count; i++) {
		struct explore_result r;

		world_explore(hooked_filter(shape->filter), shape, &scenarios[i], explore_bound(),
		              test_stress() < 2 ? MOST : 0, &r);
		if (r.failed)
			fprintf(stderr, "%s: %s\n%s", scenarios[i].name, r.broken, r.schedule);
		require(!r.failed, "%s: %s", scenarios[i].name, r.broken);
		if (r.executions) /* some scenarios do not apply to some shapes */
			print_message("  %-34s %8llu executions, %8llu cut%s\n", scenarios[i].name,
			              (unsigned long long)r.executions, (unsigned long long)r.cut,
			              r.complete ? "" : ", stopped there");
		executions += r.executions, cut += r.cut;
	}
	print_message("%s: %llu executions, %llu cut\n", shape->name, (unsigned long long)executions,
	              (unsigned long long)cut);
}

/* cf-unchecked, whose lookups check nothing, must be seen to miss keys. */
TEST(the_control_fails)
{
	struct explore_result r;

	explore_or_skip();
	for (size_t i = 0; i < scenario_count; i++) {
		world_explore(&filter_cf_unchecked_hooked, &shapes[0], &scenarios[i], explore_bound(), MOST, &r);
		if (r.failed && strstr(r.broken, "is not found"))
			return;
	}
	require(false, "no scenario shows that cf-unchecked misses keys");
}

int
main(int argc, char **argv)
{
	static char name[16][64];

	for (size_t i = 0; i < shape_count && i < COUNT_OF(name); i++) {
		snprintf(name[i], sizeof name[i], "%s, %s", shapes[i].filter, shapes[i].name);
		test_add((struct CMUnitTest){
			.name = name[i], .test_func = every_scenario, .initial_state = (void *)(uintptr_t)&shapes[i]});
	}
	return test_main(argc, argv, filter_all);
}
