/* SPDX-License-Identifier: MIT */
/* values.h - parses values that people write, on the command line and in a file of options. Also finds words in a
 * list, and quotes them so that they can be typed again. */
#ifndef CUCKOOBENCH_VALUES_H
#define CUCKOOBENCH_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Each parser accepts only a text that is a value as a whole. Otherwise it returns false, and *out is undefined. */

/* A whole number from least to most: decimal, 0x... or 0... */
bool value_number(const char *text, uint64_t least, uint64_t most, uint64_t *out);
bool value_unsigned(const char *text, unsigned least, unsigned most, unsigned *out);
/* A real number from least to most. */
bool value_real(const char *text, double least, double most, double *out);
/* Bytes, at least 1, with an optional binary suffix K, M, G or T: "192M". */
bool value_size(const char *text, size_t *out);
/* Things, at least 1, with an optional decimal suffix: "10M" is ten million; "1e7" is, too. */
bool value_count(const char *text, size_t *out);
/* Writes bytes in the largest unit that divides them: "384", then `space`, then "KiB". */
enum { VALUE_SIZE = 32 };
const char *value_size_text(size_t bytes, const char *space, char text[VALUE_SIZE]);
/* Seconds, more than 0, with an optional unit s, m or h: "90s". */
bool value_duration(const char *text, double *out);
/* A share from 0 to 1, or in per cent: "0.25", "25%". */
bool value_share(const char *text, double *out);

/* Returns whether the word is among these, which have a space between them. */
bool is_among(const char *words, const char *word);
/* Writes a word for a shell, in single quotes if the shell would otherwise change it. */
void value_quote(FILE *, const char *word);

#endif
