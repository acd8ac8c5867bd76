/* SPDX-License-Identifier: MIT */
/* wrap.h - text on standard output, broken at spaces. */
#ifndef CUCKOOBENCH_WRAP_H
#define CUCKOOBENCH_WRAP_H

#include <stddef.h>

/* Characters of UTF-8, not bytes. */
int wrap_width(const char *text, size_t bytes);
/* Prints text from `column` on; where `columns` do not suffice, further lines begin behind `indent` blanks. Ends the line. */
void wrap_print(const char *text, int column, int indent, int columns);

#endif
