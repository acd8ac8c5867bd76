/* SPDX-License-Identifier: MIT */
/*
 * conform.h - the conformance kit, `cuckoobench verify --plugin FILE`: does each filter of a plug-in keep the contract
 * of include/cuckoobench.h? All of it runs in children with limits of time and memory. What is broken is shown with the
 * shortest sequence of operations that breaks it.
 */
#ifndef CUCKOOBENCH_CONFORM_H
#define CUCKOOBENCH_CONFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct conform_wanted {
	double seconds; /* a step that takes longer is ended */
	uint64_t seed;
	bool json; /* a table otherwise */
};
/* Tries every filter of the plug-ins that are loaded, prints what became of it, and says how many promises are
 * broken. */
size_t conform_run(const struct conform_wanted *);

#endif
