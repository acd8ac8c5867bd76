/* SPDX-License-Identifier: MIT */
/* wrap.h - breaks text at spaces. */
#ifndef CUCKOOBENCH_WRAP_H
#define CUCKOOBENCH_WRAP_H

#include <stddef.h>
#include <stdio.h>

/* Counts the characters of UTF-8 text, not its bytes. */
int wrap_width(const char *text, size_t bytes);
/* Writes text from `column` on and ends the line. If `columns` do not suffice, further lines are indented by `indent`
 * blanks. */
void wrap_write(FILE *, const char *text, int column, int indent, int columns);

#endif
