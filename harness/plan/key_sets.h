/* SPDX-License-Identifier: MIT */
/*
 * key_sets.h - the key sets of a run: streams that are made (datasets/streams.h), sets of what Debian ships
 * (datasets/keyset.h), files of one's own (datasets/key_files.h); and how a filter's keys are drawn from any of them.
 *
 *      --keys LIST     -->  key_sets_make  -->  struct key_set  -->  key_draw: n keys to insert | as many that never are
 *      --queries SET          reads, once                             a seed decides which
 *  One set of --keys can take the place of the random integers that timed cells insert and ask for: then it is the
 * run's own (cell_keys.h). Sets are read before the first cell starts; its process finds them in the memory that it was
 * forked with.
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
	char name[KEY_SET_NAME];         /* in labels and panels; unique among the run's */
	const struct stream *stream;     /* NULL: it was read */
	const struct importer *importer; /* NULL: a stream, or a file of one's own */
	struct key_format format;        /* of a file */
	struct keyset read;
	bool absent;          /* it could not be read, and nobody asked for it by name */
	char why[KEYSET_WHY]; /* that is so */
};

struct key_sets {
	struct key_set at[KEY_SETS_MOST];
	size_t count;
	const struct key_set *own; /* that timed cells insert; NULL: random integers */
	struct key_set *asked;     /* whose keys they are asked for (--queries); NULL: the other half of their own */
};

/* What is wanted beside the sets of --keys: all streams; the importers' sets, of which what is not installed is absent;
 * and whether the only set of --keys is the run's own, to which --queries and --multiset belong. */
struct key_sets_wanted {
	bool streams, imported, own;
};
/* An exit status (commands.h) after one line on stderr; release them in any case. */
int key_sets_make(struct key_sets *, const struct options *, struct key_sets_wanted);
/* One set by name, or a file's, "-" for standard input; `option` is what named it, for messages. As above. */
int key_set_open(struct key_set *, const struct options *, const char *option, const char *name, enum keyset_copies);
void key_set_close(struct key_set *);
void key_sets_free(struct key_sets *);

/* What stands before the paths of packages' files: "", or $CUCKOOBENCH_PACKAGES, where packages were unpacked without
 * being installed. */
const char *key_sets_root(void);

/* How many keys it has to be halved; of a stream SIZE_MAX. */
size_t key_set_count(const struct key_set *);
/* What the manifest says of those that were read: name -> {version, format, keys, duplicates, sources: [{path, sha256}]}. */
json_t *key_sets_json(const struct key_sets *);
json_t *key_set_json(const struct key_set *);

/* --- keys of a set, under a hash and a seed ----------------------------------------------------------------------- */

/*
 * Which keys are inserted, in which order, and which are absent: `half` of each. A stream has SIZE_MAX, as good as; a
 * set whose strings a hash hardly tells apart may have none.
 */
struct key_draw {
	struct stream_keys stream;
	struct permutation order;
	const uint64_t *keys;  /* NULL: a stream's */
	const uint32_t *times; /* how often each is to be inserted; NULL: once */
	size_t half, collisions;
};

/* Room for key_draw_make: how many integers; 0 if it needs none. */
size_t key_draw_room(const struct key_set *);
/* Strings go through `hash`, which has the seed of theirs. `times`: as many numbers as the set has keys, for a set
 * whose copies are counted; else NULL. False: memory is short. */
bool key_draw_make(struct key_draw *, const struct key_set *, const struct hash *, uint64_t seed, uint64_t *room,
                   uint32_t *times);
/* keys[0..n): those of number first, first + 1, ... of the present ones, or of the absent ones. */
void key_draw_present(const struct key_draw *, uint64_t *keys, size_t n, size_t first);
void key_draw_absent(const struct key_draw *, uint64_t *keys, size_t n, size_t first);
/* How often present key i is to be inserted. */
uint32_t key_draw_times(const struct key_draw *, size_t i);

#endif
