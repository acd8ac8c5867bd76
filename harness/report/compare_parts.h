/* SPDX-License-Identifier: MIT */
/* compare_parts.h - what the files of a comparison share: its conditions, and its figures. Private to compare*.c. */
#ifndef CUCKOOBENCH_COMPARE_PARTS_H
#define CUCKOOBENCH_COMPARE_PARTS_H

#include "harness/base/files.h"
#include "harness/report/compare.h"

/* Do both manifests have the same value of this key? */
bool compare_same_fact(const struct comparison *, const char *group, const char *key);
/* Notes all differences of the conditions that limit the comparison. */
void compare_note_conditions(struct comparison *);

/* Figures, drawn in a temporary folder. */
struct compare_drawings {
	char folder[FILES_PATH]; /* "" if it could not be created */
};

/* Draws both runs' figures on the same axes, from their reduced data. Says by notice() which it cannot draw: the page
 * is then without them. */
void compare_drawings_make(struct compare_drawings *, const struct comparison *);
/* Reads both SVGs of an experiment; NULL if a figure was not drawn. Free each by compare_drawing_free. */
void compare_drawings_take(const struct compare_drawings *, const struct experiment *, char *svg[SIDES]);
void compare_drawing_free(char *svg);
void compare_drawings_remove(struct compare_drawings *);

#endif
