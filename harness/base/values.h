/* SPDX-License-Identifier: MIT */
/* values.h - reading values that people write, on the command line and in a file of options; and writing words for them
 * to type again. */
#ifndef CUCKOOBENCH_VALUES_H
#define CUCKOOBENCH_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Each takes the whole text or nothing; false, and *out is undefined, where the text is no such value. */

/* A whole number from least to most, decimal, 0x... or 0... */
bool value_number(const char *text, uint64_t least, uint64_t most, uint64_t *out);
bool value_unsigned(const char *text, unsigned least, unsigned most, unsigned *out);
/* A number from least to most. */
bool value_real(const char *text, double least, double most, double *out);
/* Bytes or items, at least 1, with an optional K, M, G or T, binary: "192M". */
bool value_size(const char *text, size_t *out);
/* Seconds, more than none, or with s, m, h: "90s". */
bool value_duration(const char *text, double *out);
/* A share from 0 to 1, or in per cent: "0.25", "25%". */
bool value_share(const char *text, double *out);

/* A word for a shell: in single quotes where it would not leave it alone. */
void value_quote(FILE *, const char *word);

#endif
