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

/* Checks every filter of the loaded plug-ins, each step within `seconds`, and prints the results: a table, or JSON.
 * Returns the number of broken promises. */
size_t conform_run(double seconds, uint64_t seed, bool json);

#endif
