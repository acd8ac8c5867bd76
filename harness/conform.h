/* SPDX-License-Identifier: MIT */
/*
 * conform.h - the conformance kit, `cuckoobench verify --plugin FILE`: does each filter of a plug-in keep the contract of
 * include/cuckoobench.h? All of it runs in children with limits of time and memory. What is broken is shown with the shortest sequence
 * of operations that breaks it.
 */
#ifndef CUCKOOBENCH_CONFORM_H
#define CUCKOOBENCH_CONFORM_H

#include "harness/options.h"

/* Tries every filter of the plug-ins that are loaded, and prints a table, or JSON. An exit status. */
int conform_run(const struct options *);

#endif
