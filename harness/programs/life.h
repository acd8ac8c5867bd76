/* SPDX-License-Identifier: MIT */
/*
 * life.h - what the files of program life share: tables side by side, and the filters that take turns on each.
 *
 *      life.c           the course of a life: up, and at the top
 *      life_down.c      its way down
 *      life_tables.c    tables, and who they are at a time
 *      life_work.c      filling, emptying and verifying all of them, not timed, by several threads
 *      life_slices.c    what is timed, in turns: slices of insertions and deletions
 *      life_lookups.c   and of lookups
 *      life_anchor.c    tables that stay as full as they are, for slices beside them
 *
 *      table 0   cf         faces  cf  cf-branch          filled by  cf-batch
 *      table 1   ss-cf             ss-cf  ss-cf-decode               ss-cf-batch
 *      table 2   qf                qf  qf-slots                      qf
 *      ...
 */
#ifndef CUCKOOBENCH_LIFE_H
#define CUCKOOBENCH_LIFE_H

#include "harness/programs/cell_keys.h"
#include "harness/programs/programs.h"
#include "harness/stats/slice.h"

/* LIFE_SETS: shares of present keys, 0 to 100 %. LIFE_CHUNK: keys that are timed at a time, until a slice is long
 * enough: 160 us and more. A cell's rounds are those at an occupancy; LIFE_COMPARED times as many pairs where claims
 * compare it with others, LIFE_FULL_ROUNDS times as many rounds of full tables. LIFE_ROUNDS: the most of one kind. */
enum { LIFE_TABLES = 32, LIFE_FACES = 64, LIFE_SETS = 5, LIFE_CHUNK = 1 << 14 };
enum { LIFE_COMPARED = 2, LIFE_FULL_ROUNDS = 4, LIFE_ROUNDS = 12 };
/* Of a pair of slices, keys that go to one table before as many go to the other, 30 us and more; and the most of such
 * turns: of 2^21 keys. */
enum { LIFE_PAIR_CHUNK = 1 << 12, LIFE_PAIR_CHUNKS = 1 << 9 };
/* LIFE_BLOCK: keys that are deleted one after the other, a line of them. Alone each would be a miss of the caches in
 * the harness: a third of a life's time (1 GiB of keys, Zen 5). LIFE_BLOCKS: lines of keys that are asked for ahead. */
enum { LIFE_BLOCK = 8, LIFE_BLOCKS = 8 };
/* A run of lookups takes as long as so many slices. */
enum { LIFE_RUN = 20 };
/* Threads that fill tables: no more help, because the dearest table (qf) takes a quarter of the time of all. */
enum { LIFE_THREADS = 4 };
enum { LIFE_SEED_KEYS, LIFE_SEED_PICK, LIFE_SEED_ORDER, LIFE_SEED_TURNS };

/* Keys that are looked up in turns. */
struct life_set {
	uint64_t *keys;
	size_t n;
	unsigned percent; /* of them are in the table */
};

struct life_table {
	struct filter *filter;          /* who it is changes with each slice (filter_ops.become) */
	const struct filter_ops *owner; /* whose table it is: the first of its faces */
	const struct filter_ops *fast;  /* the filter that fills and empties it */
	struct cell cell;               /* the owner's */
	size_t capacity;                /* items at occupancy 1 */
	size_t target;                  /* items that it gets at most */
	bool refuses;                   /* it fills until one is refused, if there are keys enough */
	size_t items;
	size_t whole; /* the items at the end of the last whole step */
	bool full;    /* no more items: refused, or the target is reached */
	bool told;    /* what is looked up in it when it is full was told */
	struct life_set set[LIFE_SETS];
	/* The order of deletions, in blocks of keys: each one's number is the last one's plus stride. ahead: asked
	 * for */
	size_t removed, block, ahead, stride;
	size_t goal;                  /* of the work that threads share */
	size_t stretch;               /* keys of the stretch of a step that slices are a half of */
	size_t next;                  /* of an anchor: the key that its next slice begins with */
	size_t lost;                  /* keys that they did not find */
	uint64_t positives;           /* answers to absent keys */
	bool asks, regular;           /* keys are looked up in it now; at the occupancy of a whole step */
	const struct life_set *asked; /* the set that is looked up, and where its next slice begins */
	size_t at;
	struct slice run; /* of this step's keys, those that went in by runs of seconds (LIFE_WHOLE) */
	double whole_ns;  /* the insertions so far, by these runs */
	double cost;      /* nanoseconds of an insertion, of the plan's guess: who is done first */
};

/* Slices of insertions or deletions of one step. */
struct life_timed {
	uint64_t ops[LIFE_ROUNDS];
	double ns_each[LIFE_ROUNDS]; /* the sum over its slices of nanoseconds a key */
	unsigned slices[LIFE_ROUNDS];
};

/* A filter as which a table is timed. */
struct life_face {
	const struct filter_ops *ops;
	char name[NAME_MAX_SERIES];
	const char *place; /* of its samples: "", or "control" */
	struct life_table *table;
	struct life_timed step;             /* slices alone */
	struct life_timed beside, anchored; /* pairs */
	double built_ns;                    /* its insertions so far, by the slices of each step */
	double each;                        /* nanoseconds of one in the last step that had slices */
};

struct life {
	struct run *run;
	const struct cell *cell;
	struct cell_keys own;
	uint64_t *keys; /* to insert: as many as there are, at most the largest capacity */
	size_t keys_count;
	size_t slice; /* keys of a set */
	size_t sets;  /* that are drawn now for each table, and what for */
	uint64_t purpose;
	unsigned rounds, pairs; /* at this occupancy */
	unsigned latin;
	struct life_table table[LIFE_TABLES];
	struct life_table anchor[LIFE_TABLES]; /* of each table, its anchor; without a filter if it has none */
	struct life_face face[LIFE_FACES];
	size_t tables, faces;
	struct workers *workers; /* NULL: one processor */
	size_t threads;
};

/* Some operations of a kind, n or fewer, with the clock on. */
typedef struct slice life_some(struct life *, struct life_table *, size_t n);
/* A slice in a table and one in its anchor, a chunk here and a chunk there; no operations: it has no anchor, or the
 * user's own keys are too few. */
struct life_pair {
	struct slice table, anchor;
};

#define LIFE_TABLE_BESIDE "_beside" /* end the measures of the slices of pairs */
#define LIFE_ANCHOR_BESIDE "_anchor"
#define LIFE_CONTROL "control" /* the place of the samples of a table that is there a second time */

bool life_measures(const struct life *, unsigned parts);
/* Of a stretch, the keys that come before its slices, so that these are in its middle. */
size_t life_before_slices(const struct life *, const struct life_table *);

/* --- life_down.c --- */

/* Deletes all keys of every table that can. */
void life_shrink(struct life *);

/* --- life_tables.c --- */

/* Makes the cell's tables, empty, and its faces. Fails the cell on error. */
void life_open(struct life *);
/* Builds the cell's static filter, which has all of its keys at once; it is its table's only face. */
void life_open_static(struct life *);
/* Has the filter's table a second one beside it, measured as another filter's, in a cell of these parts? */
bool life_repeats(const struct filter_ops *, unsigned parts);
/* The filter that fills and empties such a table: the one that does both fastest, if the table can become its. */
const struct filter_ops *life_fastest(const struct filter_ops *owner, const struct filter_params *);
/* An empty table of this filter, for `to`. */
void life_make_table(struct life *, struct life_table *to, const struct filter_ops *owner);
/* Makes the table one of a face, or of its fast filter. */
void life_become(const struct life *, struct life_table *, const struct filter_ops *);

/* --- life_anchor.c --- */

/* Before slices are taken in the middle of this step, of insertions (LIFE_FILL) or deletions, or at its end
 * (LIFE_OCCUPANCIES): how many pairs, if claims compare it with others. */
void life_prepare(struct life *, unsigned part, size_t step);
/* Makes the anchors of all tables, where slices at several occupancies are compared. */
void life_open_anchors(struct life *);
/* A pair of `some` operations of the face, `quota` at most, after half as many that are not timed. Then the anchor is
 * as full as before. Of lookups: of set k. */
struct life_pair life_pair_insertions(struct life *, struct life_face *, size_t quota, life_some *some);
struct life_pair life_pair_deletions(struct life *, struct life_face *, size_t quota, life_some *some);
struct life_pair life_pair_lookups(struct life *, struct life_face *, size_t k, life_some *some);
/* Fails the cell if an anchor is broken. */
void life_close_anchors(struct life *);

/* --- life_work.c --- */

/* Does this to every one of l->table or of l->anchor, as its fast filter, by all threads; one has a whole table. */
void life_share(struct life *, struct life_table *of, void (*on)(struct life *, struct life_table *));
/* Fills the table up to its goal, or until it refuses a key. */
void life_fill_one(struct life *, struct life_table *);
/* Fills every table up to its goal, as the fast filter, or as its owner with the clock on (LIFE_WHOLE). A table that
 * refuses a key of its owner is full. */
void life_fill(struct life *);
/* Removes keys in the order of deletions until each table has `goal` items. Fails the cell if one is lost. */
void life_empty(struct life *);
/* Will all keys of the table be deleted? Then each must be found at that time. */
bool life_empties(const struct life *, const struct life_table *);
/* Fails the cell if a key of a table that will not be emptied is reported absent. */
void life_verify(struct life *);
/* The next n keys to delete, into room for as many. */
void life_next_deletions(struct life *, struct life_table *, uint64_t *keys, size_t n);

/* --- life_slices.c --- */

/* The faces that take turns, in this round's order. Returns how many. */
size_t life_turns(struct life *, struct life_face *order[LIFE_FACES]);
/* Emits at the occupancy of so many items. The occupancies of whole and half steps are the same in every repetition,
 * but not the one at which a filter refuses. Samples from there are filed under LIFE_FULL. The occupancy itself is a
 * sample, and its mean becomes the point's x (life_cells.c). */
void life_emit_at(struct life *, const struct life_face *, double items, bool regular, const char *measure,
                  const char *suffix, struct slice);
/* As many operations as a slice needs, `quota` at most, a chunk at a time. */
struct slice life_slice(struct life *, struct life_table *, size_t quota, uint64_t least_ns, life_some *);
/* Inserts, or deletes, slices as each face in turn, for each round: half of each table's stretch at most. */
void life_time_insertions(struct life *);
void life_time_deletions(struct life *);
/* Inserts all that is left of a table that fills until one is refused, or up to its goal, as its faces in turn. */
void life_time_rest(struct life *, struct life_table *);
/* Nanoseconds of an insertion in this step, by the median of its rounds; 0: it was not timed. */
double life_each(const struct life *, const struct life_face *);
/* Deletes n keys, with the clock on, and returns the nanoseconds. Fails the cell if one is not found. */
uint64_t life_time_removal(struct life *, struct life_table *, const uint64_t *keys, size_t n);
/* Forgets the slices of a step; first tells the rates of its insertions ("insert") or deletions. */
void life_forget_step(struct life_face *);
void life_tell_step(struct life *, struct life_face *, const char *measure, double items, bool regular);

/* --- life_lookups.c --- */

/* Draws the keys that are looked up in the table: l->sets sets, the first without present keys, the last of them. */
void life_draw_sets(struct life *, struct life_table *);
/* Looks keys up in all tables, in turns: at a step's end; or by share of present ones. */
void life_time_lookups(struct life *, size_t step);
void life_time_shares(struct life *);
/* Looks absent and present keys up in each full table, in turns: a slice, a run, and a slice after it. */
void life_time_runs(struct life *);
#endif
