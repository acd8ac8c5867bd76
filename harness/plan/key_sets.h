/* SPDX-License-Identifier: MIT */
/*
 * key_sets.h - the key sets of a run, and how a filter's keys are drawn from any of them.
 *
 *      --keys LIST     -->  key_sets_make  -->  struct key_set  -->  key_draw: n keys to insert | n absent keys
 *      --queries SET          reads, once                             a seed decides which
 *  A set is a generated stream (datasets/streams.h), a data set that Debian packages contain (datasets/keyset.h), or a
 * file of one's own (datasets/key_files.h).
 *  One set of --keys can replace the random integers that timed cells insert and look up: then it is the run's own
 * (cell_keys.h). Sets are read before the first cell starts. A cell's process finds them in the memory that it inherits
 * at the fork.
 */
#ifndef CUCKOOBENCH_KEY_SETS_H
#define CUCKOOBENCH_KEY_SETS_H

#include "datasets/key_files.h"
#include "datasets/keyset.h"
#include "datasets/permutation.h"
#include "datasets/streams.h"
#include "harness/plan/options.h"

#include <jansson.h>

enum { KEY_SETS_MOST = 48, KEY_SET_NAME = 24 };

struct key_set {
	char name[KEY_SET_NAME];         /* in labels and panels; unique within the run */
	const struct stream *stream;     /* NULL: the set was read */
	const struct importer *importer; /* NULL: a stream, or a file of one's own */
	struct key_format format;        /* of a file */
	struct keyset read;
	bool absent;          /* it could not be read, and no option named it */
	char why[KEYSET_WHY]; /* why it is absent */
};

struct key_sets {
	struct key_set at[KEY_SETS_MOST];
	size_t count;
	const struct key_set *own; /* the set that timed cells insert; NULL: random integers */
	/* The set that timed cells look up (--queries). NULL: they look up the other half of their own set. */
	struct key_set *asked;
};

/* Which sets are wanted in addition to those of --keys. streams: all streams. imported: the importers' sets, marked
 * absent if not installed. own: the only set of --keys is the run's own, and --queries and --multiset belong to it. */
struct key_sets_wanted {
	bool streams, imported, own;
};
/* Reads the sets. Call key_sets_free in any case. */
int key_sets_make(struct key_sets *, const struct options *, struct key_sets_wanted, struct failure *);
/* Opens one set by its name, or a file by its path ("-": standard input). `option` is the option that named it, for
 * the text of a failure. Call key_set_close in any case. */
int key_set_open(struct key_set *, const struct options *, const char *option, const char *name, enum keyset_copies,
                 struct failure *);
void key_set_close(struct key_set *);
void key_sets_free(struct key_sets *);

/* Returns the prefix of the paths of packages' files: "", or $CUCKOOBENCH_PACKAGES if packages were unpacked without
 * being installed. */
const char *key_sets_root(void);

/* Returns the number of keys in the set, before it is halved. A stream has SIZE_MAX. */
size_t key_set_count(const struct key_set *);
/* The manifest's record of the sets that were read: name -> {version, format, keys, duplicates, sources: [{path,
 * sha256}]}. */
json_t *key_sets_json(const struct key_sets *);
json_t *key_set_json(const struct key_set *);

/* --- keys of a set, under a hash and a seed ----------------------------------------------------------------------- */

/*
 * Decides which keys are inserted, in which order, and which are absent. There are `half` keys of each kind. `half` is
 * SIZE_MAX for a stream, which has no practical limit. It may be 0 for a set of strings if the hash maps nearly all to
 * the same value.
 */
struct key_draw {
	struct stream_keys stream;
	struct permutation order;
	const uint64_t *keys;  /* NULL: a stream's */
	const uint32_t *times; /* how often each key is to be inserted; NULL: once */
	size_t half, collisions;
};

/* Returns the number of integers that key_draw_make needs as `room`; 0 if none. */
size_t key_draw_room(const struct key_set *);
/* Prepares a draw. Strings become integers by `hash`, which carries the seed for them. `times` has one number for each
 * key of a set whose copies are counted; otherwise it is NULL. Returns false if memory is short. */
bool key_draw_make(struct key_draw *, const struct key_set *, const struct hash *, uint64_t seed, uint64_t *room,
                   uint32_t *times);
/* Fills keys[0..n) with the present keys number first, first + 1, ..., or with the absent ones. */
void key_draw_present(const struct key_draw *, uint64_t *keys, size_t n, size_t first);
void key_draw_absent(const struct key_draw *, uint64_t *keys, size_t n, size_t first);
/* Returns how often present key i is to be inserted. */
uint32_t key_draw_times(const struct key_draw *, size_t i);

#endif
