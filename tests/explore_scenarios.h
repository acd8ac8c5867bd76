/* SPDX-License-Identifier: MIT */
/* explore_scenarios.h - small scenes of what threads do to each other in a cuckoo filter (explore_world.h), and shapes
 * to run them in: one stripe or several, entries in one word or in two, each variant. */
#ifndef CUCKOOBENCH_TESTS_EXPLORE_SCENARIOS_H
#define CUCKOOBENCH_TESTS_EXPLORE_SCENARIOS_H

#include "tests/explore_world.h"

struct scenario {
	const char *name;
	world_build *build;
};
/* Scenes of explore_copies.c, for the table of explore_scenarios.c. */
extern world_build alias_comes_and_goes, alias_before, alias_behind, copies_in_both, alias_and_move, two_inserts_of_one,
	delete_beside_delete, deletes_beside_read, two_deletes_of_copies;
extern const struct scenario scenarios[];
extern const size_t scenario_count;

extern const struct world_shape shapes[];
extern const size_t shape_count;

#endif
