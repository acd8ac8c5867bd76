/* SPDX-License-Identifier: MIT */
/* manifest_parts.h - what the facts of a machine (manifest_machine.c) share with its state (manifest_state.c). */
#ifndef CUCKOOBENCH_MANIFEST_PARTS_H
#define CUCKOOBENCH_MANIFEST_PARTS_H

#include <jansson.h>
#include <stdbool.h>

/* The whole number in a file of the system; null if there is none. */
json_t *manifest_number(const char *path);
/* A number that each folder of /sys/kernel/mm/hugepages has in this file: {"2048kB": 0, ...}. */
json_t *manifest_hugetlb(const char *file);
/* A limit of the control group. "none" is known; null is not. */
json_t *manifest_limit(double value, bool whole);

#endif
