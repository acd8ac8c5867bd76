/* SPDX-License-Identifier: MIT */
/* wrap.h - text broken at spaces. */
#ifndef CUCKOOBENCH_WRAP_H
#define CUCKOOBENCH_WRAP_H

#include <stddef.h>
#include <stdio.h>

/* Characters of UTF-8, not bytes. */
int wrap_width(const char *text, size_t bytes);
/* Writes text from `column` on; where `columns` do not suffice, further lines begin behind `indent` blanks. Ends the
 * line. */
void wrap_write(FILE *, const char *text, int column, int indent, int columns);
/* On standard output. */
void wrap_print(const char *text, int column, int indent, int columns);

#endif
