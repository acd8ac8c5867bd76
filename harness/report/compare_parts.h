/* SPDX-License-Identifier: MIT */
/* compare_parts.h - the figures of a comparison, drawn in a temporary folder. Private to compare*.c. */
#ifndef CUCKOOBENCH_COMPARE_PARTS_H
#define CUCKOOBENCH_COMPARE_PARTS_H

#include "harness/base/files.h"
#include "harness/report/compare.h"

struct compare_drawings {
	char folder[FILES_PATH]; /* "" if it could not be created */
};

/* Draws both runs' figures on the same axes, from their reduced data. Reports failures on stderr and omits those
 * figures. */
void compare_drawings_make(struct compare_drawings *, const struct comparison *);
/* Reads both SVGs of an experiment; NULL if a figure was not drawn. Free each by compare_drawing_free. */
void compare_drawings_take(const struct compare_drawings *, const struct experiment *, char *svg[SIDES]);
void compare_drawing_free(char *svg);
void compare_drawings_remove(struct compare_drawings *);

#endif
