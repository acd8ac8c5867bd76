/* SPDX-License-Identifier: MIT */
/*
 * judge_show.h - the texts of numbers, labels and relations.
 */
#ifndef CUCKOOBENCH_JUDGE_SHOW_H
#define CUCKOOBENCH_JUDGE_SHOW_H

#include "harness/analysis/judge_parts.h"

enum { NUMBER = 32 };

/* Formats a number for its unit, without the unit and with it. */
const char *show_number(char text[NUMBER], double, const char *unit);
const char *show_number_with_unit(char text[NUMBER], double, const char *unit);
/* "CF/BF at p=0" of the label "CF/BF at p=|0|". */
void show_label(char *text, size_t room, const char *label);
/* Writes relation->text. */
void show_relation(struct relation *);
/* Prints every relation: first those that fail or are open; those of one kind in one line. */
void show_relations(const struct judge *, char *to, size_t room);

#endif
