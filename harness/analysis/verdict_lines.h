/* SPDX-License-Identifier: MIT */
/*
 * verdict_lines.h - the numbers of a verdict: all relations of a claim in few lines.
 *
 *      of 25 relations 23 hold, 1 is open, 1 fails
 *      CF/QF at p=100: 0.953x [0.931, 0.978], n=10, p=0.002 (fails)       what fails, one by one
 *      BF/QF at p=0: 1.020x [0.994, 1.041], n=10, p=0.34 (not separated)  what is open; many of one kind together
 *      CF/QF at p=0, 25, 50, 75: 3.44 to 4.31x [3.31, 4.52], ...          what holds, one line a kind
 */
#ifndef CUCKOOBENCH_VERDICT_LINES_H
#define CUCKOOBENCH_VERDICT_LINES_H

#include "harness/analysis/judge_parts.h"

enum { VERDICT_NUMBER = 32, VERDICT_LINE = 400 };

/* Writes all lines: first what fails, then what is open; a kind stands where its first relation does. */
void verdict_lines(const struct judge *, char *to, size_t room);
/* Writes the line of a relation; with `all`, one line for it and all later relations of its kind. */
void verdict_line(const struct judge *, const struct relation *, bool all, char *to, size_t room);
/* Appends to a text like printf. */
void verdict_add(char *to, size_t room, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Is the relation open because repetitions are too few? */
bool verdict_few(const struct relation *);
/* Writes a number for its unit, and the unit if `with_unit`. Returns text. */
const char *verdict_number(char text[VERDICT_NUMBER], double, const char *unit, bool with_unit);

#endif
