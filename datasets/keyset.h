/* SPDX-License-Identifier: MIT */
/*
 * keyset.h - a set of real keys in memory, where it came from, and the importers that make one of what Debian ships.
 *
 *      file(s) --read, digested--> keyset_add / keyset_add_bytes --> keyset_finish: duplicates dropped and counted
 *                                                                          |
 *      integers:  keys[i]                                                  v
 *      bytes:     bytes[starts[i] .. starts[i + 1])  --the run's hash-->  keys of 64 bits (keyset_digest)
 *  A key is an integer of 64 bits, or a string of bytes. Which of them a set has is decided by what is added first, and
 * it keeps to it. Strings stay strings here, because the hash of a run makes their 64-bit keys: a weak hash shall show
 * on them too.
 *  What a set says of itself (name, version, files with SHA-256) goes into the manifest of every run that uses it. It
 * is the same set wherever its files have these digests: keys keep the order in which they were added.
 *  An importer makes a set of files that a Debian package installed; nothing of them is in this tree. `root` is put
 * before every path it reads: "" for this machine, a folder with files made up for it in tests.
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
	KEYSET_WHY = 512,   /* room for a reason: one line without a full stop, such as "line 7: a NUL byte" */
	KEYSET_SOURCES = 64 /* files that a set is made of, at most */
};

enum keyset_status {
	KEYSET_OK,
	KEYSET_EINVAL, /* a file is not what it should be */
	KEYSET_EIO,    /* a file cannot be read */
	KEYSET_ENOMEM,
	KEYSET_MISSING, /* the package is not installed */
};

/* What becomes of a key that was there before: it is dropped; it is dropped, but counted in times[]; it stays, as in a
 * trace of questions. */
enum keyset_copies { KEYSET_DROPPED, KEYSET_COUNTED, KEYSET_KEPT };

/* A file that a set was made of. */
struct keyset_source {
	char *path; /* without the importer's root */
	char sha256[KEYSET_DIGEST];
};

struct keyset {
	char name[KEYSET_NAME];    /* as on the command line: "words", or a file's name without its folders */
	char version[KEYSET_NAME]; /* of the package, as its package manager tells it; "" for files of one's own */
	struct keyset_source sources[KEYSET_SOURCES];
	size_t source_count;
	size_t count;      /* distinct keys, once finished */
	size_t duplicates; /* keys dropped, or only counted, because an equal one was there before */
	/* lines or records without a key, such as comments, that the format lets one pass over */
	size_t passed_over;
	enum keyset_copies copies; /* dropped, unless it is set before the first key is added */
	uint32_t *times;           /* COUNTED, once finished: how often key i was there; else NULL */
	uint64_t *keys;            /* integers; NULL if the keys are strings */
	unsigned char *bytes;      /* strings, one after the other; NULL if the keys are integers */
	size_t *starts;            /* where string i begins; starts[count] is where the last ends */
	size_t room, bytes_room;   /* allocated: keys or starts; bytes */
};

/* Zeroes *set and names it; a longer name is cut. */
void keyset_init(struct keyset *, const char *name);
/* Frees what it holds; the struct may be initialised again. */
void keyset_destroy(struct keyset *);

/*
 * Reads a whole file, path with `root` before it, notes it among the sources under `path` with the SHA-256 of what was
 * read, and gives its bytes, with a NUL behind them that *n does not count, to be freed by the caller. Fills `why` and
 * gives no bytes if that fails: EIO, EINVAL (a folder, too many sources), ENOMEM. What is compressed is digested as it
 * lies on the disk.
 */
enum keyset_status keyset_read(struct keyset *, const char *root, const char *path, char **bytes, size_t *n,
                               char why[KEYSET_WHY]);

/* Adds a key. False if memory is short, or if the set has keys of the other kind. */
bool keyset_add(struct keyset *, uint64_t key);
bool keyset_add_bytes(struct keyset *, const void *bytes, size_t n);

/*
 * Ends the adding: drops and counts duplicates, exactly, keeping the first of each; the others keep their order. EINVAL
 * if fewer than two distinct keys are left, which cannot be halved (KEPT: if there is none); ENOMEM. Called by who
 * called an importer, not by the importer.
 */
enum keyset_status keyset_finish(struct keyset *, char why[KEYSET_WHY]);

/*
 * The keys that a run asks filters about: the integers as they are, or each string's hash under `hash`. Strings whose
 * hashes collide are one key: keys[0..returned) are distinct, and *collisions is how many were dropped for that. `keys`
 * has room for set->count of them, and so has `times`, to which a set of COUNTED copies gives how often each is there;
 * NULL: nowhere. Of a set of KEPT copies keys[i] is that of key i. SIZE_MAX: memory is short.
 */
size_t keyset_digest(const struct keyset *, const struct hash *, uint64_t *keys, uint32_t *times, size_t *collisions);

/* --- importers (importers.c) ------------------------------------------------------------------------------------ */

struct importer {
	const char *name;    /* "words" */
	const char *package; /* whose file it reads: "wamerican-insane" */
	const char *path;    /* of that file; what ends in .gz is inflated */
	const char *about;   /* one line: which keys these are, and how one is made of a line or record */
	/* Adds the keys of the file's bytes to the set, and counts passed_over. Not OK: `why` says what is wrong, with
	 * file and line. */
	enum keyset_status (*parse)(struct keyset *, const struct importer *, const char *bytes, size_t n,
	                            char why[KEYSET_WHY]);
};

/* In the order in which they are listed; name NULL at the end. */
extern const struct importer importer_all[];
/* By name, or NULL. */
const struct importer *importer_find(const char *name);

/* Is its file there? Cheap: the file is not read. */
bool importer_installed(const struct importer *, const char *root);
/*
 * Fills a set that was initialised with the importer's name: version, source, keys, passed_over. The caller finishes
 * and destroys it, whatever is returned. Not OK: `why` says what is wrong; for MISSING, which package is.
 */
enum keyset_status importer_load(const struct importer *, struct keyset *, const char *root, char why[KEYSET_WHY]);

#endif
