/* SPDX-License-Identifier: MIT */
/* compare_parts.h - the figures of a comparison: drawn in a folder of their own, which goes away. Private to
 * compare*.c. */
#ifndef CUCKOOBENCH_COMPARE_PARTS_H
#define CUCKOOBENCH_COMPARE_PARTS_H

#include "harness/base/files.h"
#include "harness/report/compare.h"

struct compare_drawings {
	char folder[FILES_PATH]; /* "" if it could not be made */
};

/* Draws both runs' figures on the same axes, from their reduced data. What fails is said on stderr and left undrawn. */
void compare_drawings_make(struct compare_drawings *, const struct comparison *);
/* Both SVGs of an experiment, each to be freed by compare_drawing_free; NULL if it was not drawn. */
void compare_drawings_take(const struct compare_drawings *, const struct experiment *, char *svg[SIDES]);
void compare_drawing_free(char *svg);
void compare_drawings_remove(struct compare_drawings *);

#endif
