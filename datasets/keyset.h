/* SPDX-License-Identifier: MIT */
/*
 * keyset.h - a set of real keys in memory, its sources, and the importers that make sets from Debian's packages.
 *
 *      file(s) --read, digested--> keyset_add / keyset_add_bytes --> keyset_finish: duplicates dropped and counted
 *                                                                          |
 *      integers:  keys[i]                                                  v
 *      bytes:     bytes[starts[i] .. starts[i + 1])  --the run's hash-->  keys of 64 bits (keyset_digest)
 *
 * A key is an integer of 64 bits, or a string of bytes. The first key added decides which kind the set has, and the set
 * keeps that kind. Strings stay strings here, because the hash of a run makes their 64-bit keys: a weak hash must show
 * its effect on them too.
 *
 * The description of a set (name, version, files with SHA-256) goes into the manifest of every run that uses it. Files
 * with the same digests give the same set everywhere, because keys keep the order in which they were added.
 *
 * An importer makes a set from files that a Debian package installed; this tree has no part of them. `root` goes before
 * every path that an importer reads: "" for this machine; in tests, a folder with made-up files.
 */
#ifndef CUCKOOBENCH_KEYSET_H
#define CUCKOOBENCH_KEYSET_H

#include "core/hash.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	KEYSET_NAME = 64,   /* a name and its NUL, as in cells and the manifest */
	KEYSET_DIGEST = 65, /* SHA-256: 64 hexadecimal digits and NUL */
	KEYSET_WHY = 512,   /* for a reason: one line without a full stop, such as "line 7: a NUL byte" */
	KEYSET_SOURCES = 64 /* the most files of one set */
};

enum keyset_status {
	KEYSET_OK,
	KEYSET_EINVAL, /* a file is not what it should be */
	KEYSET_EIO,    /* a file cannot be read */
	KEYSET_ENOMEM,
	KEYSET_MISSING, /* the package is not installed */
};

/* What happens to a key that is already in the set: it is dropped; it is dropped, but counted in times[]; it stays, as
 * in a trace of lookups. */
enum keyset_copies { KEYSET_DROPPED, KEYSET_COUNTED, KEYSET_KEPT };

/* A source file of a set. */
struct keyset_source {
	char *path; /* without the importer's root */
	char sha256[KEYSET_DIGEST];
};

struct keyset {
	char name[KEYSET_NAME];    /* as on the command line: "words", or a file's name without its folders */
	char version[KEYSET_NAME]; /* of the package, from its package manager; "" for the user's own files */
	struct keyset_source sources[KEYSET_SOURCES];
	size_t source_count;
	size_t count;      /* distinct keys, once finished */
	size_t duplicates; /* keys dropped, or only counted, because the set already had an equal one */
	/* skipped lines or records: the format allows them to have no key, such as comments */
	size_t passed_over;
	enum keyset_copies copies; /* DROPPED, unless it is set before the first key is added */
	uint32_t *times;           /* COUNTED, once finished: how often key i was added; else NULL */
	uint64_t *keys;            /* integers; NULL if the keys are strings */
	unsigned char *bytes;      /* strings, one after the other; NULL if the keys are integers */
	size_t *starts;            /* where string i begins; starts[count] is where the last ends */
	size_t room, bytes_room;   /* allocated: keys or starts; bytes */
};

/* Zeroes *set and names it; cuts a longer name. */
void keyset_init(struct keyset *, const char *name);
/* Frees what it holds; the struct may be initialised again. */
void keyset_destroy(struct keyset *);

/*
 * Reads a whole file, at `path` with `root` in front, and adds `path` to the sources with the SHA-256 of what was read.
 * Returns the bytes, with a NUL behind them that *n does not count; the caller frees them. On failure fills `why` and
 * returns no bytes: EIO, EINVAL (a folder, too many sources), ENOMEM. The digest of a compressed file is that of its
 * compressed bytes.
 */
enum keyset_status keyset_read(struct keyset *, const char *root, const char *path, char **bytes, size_t *n,
                               char why[KEYSET_WHY]);

/* Adds a key. False if memory is short, or if the set has keys of the other kind. */
bool keyset_add(struct keyset *, uint64_t key);
bool keyset_add_bytes(struct keyset *, const void *bytes, size_t n);

/*
 * Ends the adding: drops and counts duplicates, exactly. The first of each key stays, and the order stays. EINVAL if
 * fewer than two distinct keys are left, which cannot be halved (KEPT: if there is none); ENOMEM. The caller of an
 * importer calls this, not the importer.
 */
enum keyset_status keyset_finish(struct keyset *, char why[KEYSET_WHY]);

/*
 * The keys that a run uses with filters: the integers unchanged, or each string's hash under `hash`. Strings whose
 * hashes collide become one key: keys[0..returned) are distinct, and *collisions is how many were dropped because of
 * that. `keys` has room for set->count of them. `times` may be NULL; else it has the same room, and for COUNTED copies
 * returns how often each key was added. For KEPT copies keys[i] is that of key i. SIZE_MAX: memory is short.
 */
size_t keyset_digest(const struct keyset *, const struct hash *, uint64_t *keys, uint32_t *times, size_t *collisions);

/* --- importers (importers.c) ------------------------------------------------------------------------------------ */

struct importer {
	const char *name;    /* "words" */
	const char *package; /* that contains the file: "wamerican-insane" */
	const char *path;    /* of that file; a name that ends in .gz is inflated */
	const char *about;   /* one line: which keys these are, and how a line or record makes one */
	/* Adds the keys in the file's bytes to the set, and counts passed_over. Not OK: `why` says what is wrong, with
	 * file and line. */
	enum keyset_status (*parse)(struct keyset *, const struct importer *, const char *bytes, size_t n,
	                            char why[KEYSET_WHY]);
};

/* In the order in which they are listed; ends with a NULL name. */
extern const struct importer importer_all[];
/* By name, or NULL. */
const struct importer *importer_find(const char *name);

/* Is its file installed? Cheap: the file is not read. */
bool importer_installed(const struct importer *, const char *root);
/*
 * Fills a set that was initialised with the importer's name: version, source, keys, passed_over. The caller finishes
 * and destroys it, whatever is returned. Not OK: `why` says what is wrong; for MISSING, which package is missing.
 */
enum keyset_status importer_load(const struct importer *, struct keyset *, const char *root, char why[KEYSET_WHY]);

#endif
