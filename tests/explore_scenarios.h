/* SPDX-License-Identifier: MIT */
/* explore_scenarios.h - small scenes of what threads do to each other in a cuckoo filter (explore_world.h), and shapes
 * to run them in: one stripe or several, entries in one word or in two, each variant. */
#ifndef CUCKOOBENCH_TESTS_EXPLORE_SCENARIOS_H
#define CUCKOOBENCH_TESTS_EXPLORE_SCENARIOS_H

#include "tests/explore_world.h"

extern const struct scenario scenarios[];
extern const size_t scenario_count;

extern const struct world_shape shapes[];
extern const size_t shape_count;

#endif
