/* SPDX-License-Identifier: MIT */
/*
 * sysfile.h - the small text files of /proc, /sys and /etc by which a system says what it is. Nothing here fails: what
 * cannot be read is "" or an empty count, and the caller calls it unknown.
 */
#ifndef CUCKOOBENCH_SYSFILE_H
#define CUCKOOBENCH_SYSFILE_H

#include <stdbool.h>
#include <stddef.h>

/* Tests read a made-up system under this folder; "" otherwise. */
extern const char *sysfile_root;

/* Longer lines than this are cut. A processor's feature list is about 2000 long. */
enum { SYSFILE_TEXT = 8192 };

/* The first line of a file, without its newline. */
const char *sysfile_line(const char *path, char *text, size_t room);
/* What follows `key` and a separator on its line: "key: value", "key = value", KEY="value", or "key 123". */
const char *sysfile_value(const char *path, const char *key, char *text, size_t room);
/* The whole number that the first line begins with. False if there is none. */
bool sysfile_number(const char *path, unsigned long long *number);
bool sysfile_exists(const char *path);

/*
 * Calls visit for each name in a folder that is `prefix` and a number ("cpu", "node"), or with a NULL prefix for every
 * name that begins with no dot, in the order of numbers or names.
 */
void sysfile_each(const char *folder, const char *prefix, void (*visit)(const char *name, void *context),
                  void *context);

#endif
