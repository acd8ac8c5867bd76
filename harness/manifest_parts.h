/* SPDX-License-Identifier: MIT */
/* manifest_parts.h - what a manifest is put together from; private to manifest*.c. */
#ifndef CUCKOOBENCH_MANIFEST_PARTS_H
#define CUCKOOBENCH_MANIFEST_PARTS_H

#include "harness/topology.h"

#include <jansson.h>
#include <stdbool.h>

/* What stays the same from call to call of one build, on one machine. */
json_t *manifest_program(void);
json_t *manifest_machine(void);
/* What does not: load, pressure, clock, free memory and pages, now. */
json_t *manifest_state(void);
/* Processors and memory nodes as this call may use them, and the order in which its threads take them. */
json_t *manifest_topology(enum pin_order);
/* SHA-256 of every file that the program reads beside the run's own: {"datasets/paper/printed.csv": "...", ...}. */
json_t *manifest_inputs(void);

/* {path, sha256} of a file. */
json_t *manifest_file(const char *path);
/* Null for what is not known. */
json_t *manifest_text(const char *text);
json_t *manifest_count(unsigned long long n, bool known);

#endif
