/* SPDX-License-Identifier: MIT */
/*
 * sysfile.h - reads the small text files of /proc, /sys and /etc that describe a system. No function here fails: for a
 * file that cannot be read it returns "" or an empty count, and the caller treats that as unknown.
 */
#ifndef CUCKOOBENCH_SYSFILE_H
#define CUCKOOBENCH_SYSFILE_H

#include <stdbool.h>
#include <stddef.h>

/* Prefix of all paths. Tests set it to the folder of a made-up system; otherwise it is "". */
extern const char *sysfile_root;

/* Longer lines are truncated. A processor's list of features has about 2000 characters. */
enum { SYSFILE_TEXT = 8192 };

/* Returns the first line of a file without its newline. */
const char *sysfile_line(const char *path, char *text, size_t room);
/* Returns the text after `key` and a separator on its line: "key: value", "key = value", KEY="value", or "key 123". */
const char *sysfile_value(const char *path, const char *key, char *text, size_t room);
/* Reads the whole number at the beginning of the first line. Returns false if there is none. */
bool sysfile_number(const char *path, unsigned long long *number);
bool sysfile_exists(const char *path);

/*
 * Calls visit for names in a folder, in the order of their numbers or names. With a prefix ("cpu", "node") these are
 * the names made of the prefix and a number; with NULL, all that do not begin with a dot.
 */
void sysfile_each(const char *folder, const char *prefix, void (*visit)(const char *name, void *context),
                  void *context);

#endif
