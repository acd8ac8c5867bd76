/* SPDX-License-Identifier: MIT */
/*
 * label.h - a cell's label, which names it in the record of a run:
 *
 *      life:cf:bytes=12582912:q=1048576:parts=fill+shares:rep=3
 *      |    |  |                        |                 |
 *      |    |  |                        |                 repetition
 *      |    |  |                        what it measures, if its program can do with less
 *      |    |  parameters that are not the default
 *      |    filter, or "-"
 *      program
 *
 * Two cells that differ only in their parts have the same base: together they are one cell that measures the parts of
 * both.
 */
#ifndef CUCKOOBENCH_LABEL_H
#define CUCKOOBENCH_LABEL_H

#include "harness/plan/experiment.h"

enum { LABEL_ROOM = 320 };

/* Writes the label; it contains no comma and no blank. */
void label_cell(const struct cell *, char label[LABEL_ROOM]);
/* Returns a digest of the label without its parts. */
uint64_t label_base(const char *label);
/* Returns whether the cell is of the program of this name. */
bool label_is_of(const char *label, const char *program);
/* Returns the cell's program; NULL if no experiment looks at it. */
const struct program *label_program(const char *label);
/* Returns the parts that a cell of this program measures. */
unsigned label_parts(const char *label, const struct program *);
/* Returns the number that follows ":name="; 0 if there is none. */
size_t label_number(const char *label, const char *name);
/* Writes the filter's name. */
const char *label_filter(const char *label, char name[NAME_MAX_SERIES]);

#endif
