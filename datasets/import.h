/* SPDX-License-Identifier: MIT */
/*
 * import.h - what the parsers of installed files share (import_*.c); importers.c calls them.
 *
 *      file --keyset_read--> bytes --(.gz: import_inflate)--> bytes --parse--> keyset_add...
 *                                                                 |
 *                                                    import_lines: one line after the other
 *
 * These files come from packages, and somebody else made them for another purpose. So nothing is repaired or guessed.
 * Lines that the format allows to have no key are skipped and counted. Anything else ends the import with one line that
 * names the place.
 */
#ifndef CUCKOOBENCH_IMPORT_H
#define CUCKOOBENCH_IMPORT_H

#include "datasets/keyset.h"

typedef enum keyset_status import_parse(struct keyset *, const struct importer *, const char *bytes, size_t n,
                                        char why[KEYSET_WHY]);

import_parse import_words, import_domains, import_packages, import_ipv4, import_ipv6, import_kmers;

/* A line without its newline: adds its keys. NULL, or what is wrong with it. */
typedef const char *import_line(struct keyset *, const char *line, size_t n, void *state);
/* Such a function returns this if memory is short for a key. */
extern const char import_no_memory[];

/*
 * Calls `take` for every line. EINVAL, with the number of the first wrong line: `take` refuses it; it has a control
 * character other than a tab (a carriage return is one); or it has no newline at its end, as in a file that was cut
 * off.
 */
enum keyset_status import_lines(struct keyset *, const char *path, const char *bytes, size_t n, import_line *take,
                                void *state, char why[KEYSET_WHY]);

/* The same for files in which one line opens something and another ends it. The state of `take` is *open: whether the
 * end is still to come. EINVAL, with the message `missing`, if it is still to come after the last line. */
enum keyset_status import_enclosed_lines(struct keyset *, const char *path, const char *bytes, size_t n,
                                         import_line *take, bool open, const char *missing, char why[KEYSET_WHY]);

/* Replaces the bytes of a gzip file by its contents, and frees the old ones. On failure they are unchanged. */
enum keyset_status import_inflate(const char *path, char **bytes, size_t *n, char why[KEYSET_WHY]);

/*
 * The version of an installed package, from dpkg's own list below `root`: false if it is not there. The list is read
 * directly rather than through dpkg-query. So this works below any root, and starts no process.
 */
bool import_version(const char *root, const char *package, char version[KEYSET_NAME]);

/* Fills `why` with "PATH: ...". Returns EINVAL. */
enum keyset_status import_bad(char why[KEYSET_WHY], const char *path, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Fills `why`. Returns ENOMEM. */
enum keyset_status import_out_of_memory(char why[KEYSET_WHY]);

#endif
