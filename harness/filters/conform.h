/* SPDX-License-Identifier: MIT */
/*
 * conform.h - the conformance kit, `cuckoobench verify --plugin FILE`: whether each filter of a plug-in keeps the
 * contract of include/cuckoobench.h. Every check runs in children with limits of time and memory. For a broken promise
 * the kit prints the shortest sequence of operations that it found to break it.
 */
#ifndef CUCKOOBENCH_CONFORM_H
#define CUCKOOBENCH_CONFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct conform_wanted {
	double seconds; /* limit for one step */
	uint64_t seed;
	bool json; /* print JSON instead of a table */
};
/* Checks every filter of the loaded plug-ins and prints the results. Returns the number of broken promises. */
size_t conform_run(const struct conform_wanted *);

#endif
