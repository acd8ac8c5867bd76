/* SPDX-License-Identifier: MIT */
/*
 * ab.h - two builds of filters against each other: what the parts of `cuckoobench ab OLD NEW` share.
 *
 *      OLD.so, NEW.so --child: what is it?--> filters of both --> cells: filter x size
 *      cell --children: pinned, each loads both anew--> lives of three tables: OLD, NEW, OLD again; in two rounds
 *           --> rows (ab_judge.h)
 *
 *      life    | insert: a slice a round | look up 0, 50, 100 %: a slice a round | delete: a slice a round |
 *
 * In a round each side does one slice of each operation. The next round reverses the order of the sides (A B, B A). A
 * slice is a million keys, or the whole of a smaller table. So a small table is built anew for every round, on other
 * pages, and a large table once a process. A slice of lookups is the median of some short turns. A slice of insertions
 * or deletions is the time that the thread had a processor, because other processes get the processor in between. A
 * side that misses, miscounts or refuses a key fails its cell. A side that crashes or hangs loses only its own cell
 * (guard.h).
 *
 * A child inherits where its parent's memory lies, and gets the pages that the child before gave back. So each draws
 * which pages it gets, and how far both objects and what it maps after them are shifted (ab_place.c). It loads the two,
 * and makes the tables and query sets of the sides, in an order of its own. What the place of code, tables and keys
 * does to speed then differs from process to process and is part of the interval.
 *
 *      ab_object.c    loads a library or a plug-in         ab_match.c    lives and rounds
 *      ab_library.c   a library's filters as filter_ops    ab_cell.c     the child of a cell
 *      ab_symbols.c   keeps the functions of both apart    ab_place.c    draws where a child's memory lies
 *      ab_tell.c      prints the table, JSON, files        ab_judge.c    verdicts
 *      command_ab.c   which cells there are, and their order
 */
#ifndef CUCKOOBENCH_AB_H
#define CUCKOOBENCH_AB_H

#include "harness/ab/ab_judge.h"
#include "harness/filters/plugin.h"
#include "harness/plan/options.h"

enum ab_op { AB_INSERT, AB_ABSENT, AB_HALF, AB_PRESENT, AB_DELETE, AB_OPS };
enum { AB_LOOKUPS = AB_PRESENT - AB_ABSENT + 1 };
/* Keys of a slice, unless the table has fewer. A query set has as many keys as the table, within ASKED_LEAST and
 * ASKED_MOST; rounds look them up again and again. */
enum { AB_SLICE = 1 << 20, AB_ASKED_LEAST = 1 << 15, AB_ASKED_MOST = 1 << 20 };
static inline size_t
ab_asked(size_t keys)
{
	return keys < AB_ASKED_LEAST ? AB_ASKED_LEAST : keys < AB_ASKED_MOST ? keys : AB_ASKED_MOST;
}
enum { AB_TURNS = 9 }; /* of lookups, in one slice */
enum { AB_WHY = 400 };

/* "insert", "lookup 0 %", ...; "OLD", "NEW", "OLD again". */
extern const char *const ab_op_names[AB_OPS], *const ab_side_names[AB_SIDES];

/* The functions of include/cuckoobench.h that this program calls in a loaded library. */
struct ab_library {
	uint32_t (*abi)(void);
	const char *(*version)(void);
	const char *(*name)(size_t i);
	uint32_t (*caps)(const char *name);
	int32_t (*create)(const char *name, const struct cuckoobench_params *, struct cuckoobench_filter **,
	                  const char **why);
	void (*destroy)(struct cuckoobench_filter *);
	size_t (*insert)(struct cuckoobench_filter *, const uint64_t *keys, size_t n);
	size_t (*contains)(const struct cuckoobench_filter *, const uint64_t *keys, size_t n, uint8_t *hit);
	size_t (*remove)(struct cuckoobench_filter *, const uint64_t *keys, size_t n);
	void (*info)(const struct cuckoobench_filter *, struct cuckoobench_info *);
	const char *(*check)(const struct cuckoobench_filter *);
};

/* OLD or NEW. */
struct ab_object {
	struct plugin_file file; /* of a library too */
	bool is_library;
	json_t *filters;           /* {name: facts}, as plugin_facts gives them; a library's facts are name and caps */
	struct ab_library library; /* set if is_library, once loaded */
};

/* A filter of an object, in the child that loaded the object. */
struct ab_filter {
	struct plugin_filter base; /* its ops are the filter's */
	const struct ab_library *library;
	bool is_known; /* this program has a filter of the same name, so it knows what the paper reports of it */
};

/* --- ab_object.c --- */

/* Finds out in a child what the file is, and whether its functions stay apart from those of this program and of
 * `other`, which may be NULL. */
int ab_object_look(struct ab_object *, const char *path, const struct ab_object *other, struct failure *);
void ab_object_free(struct ab_object *);
/* Loads the object; only in a child. */
bool ab_object_load(struct ab_object *, struct failure *);
/* Fills in the object's filter of that name. Its ops live as long as *to. */
void ab_object_filter(const struct ab_object *, const char *name, struct ab_filter *to);

/* --- ab_symbols.c --- */

/* Does an object from dlopen use its own functions? If not, the failure names one that is bound to another object. */
bool ab_symbols_are_own(void *handle, struct failure *);

/* --- ab_library.c --- */

/* Finds the functions of a library that dlopen returned. Fails if it lacks some, or has another ABI. */
bool ab_library_of(void *handle, struct ab_library *, struct failure *);
/* Fills in the functions of to->base.ops. */
void ab_library_filter(struct ab_filter *to);

/* One filter at one size. */
struct ab_cell {
	const char *name;
	size_t bytes;   /* requested */
	bool removes;   /* both builds can delete */
	double seconds; /* estimate of its running time */
	/* The results. */
	char why[AB_WHY]; /* why it failed or was skipped; "" */
	bool skipped;
	size_t items;                   /* keys of the full table */
	size_t table[2];                /* bytes of OLD's and of NEW's table */
	uint64_t asked, wrong[2];       /* absent keys that were looked up; false positives of OLD and of NEW */
	struct ab_round *round[AB_OPS]; /* [processes * AB_ROUNDS]; NULL: no such operation */
	struct ab_judged judged[AB_OPS];
};

struct ab {
	const struct options *options;
	struct ab_object object[2]; /* OLD, NEW */
	struct ab_cell *cell;
	size_t cells, comparisons; /* rows of all cells */
	unsigned processes;        /* of each cell */
	double seconds;            /* estimate of all cells */
	size_t without;            /* bytes: tables from that size on are left out; 0: none are */
	double without_seconds;    /* estimate of those */
	double level;              /* of each comparison */
};

/* --- ab_place.c --- */

/* Moves what will be mapped next by 1 to 4096 pages, and what the heap gives next by 1 to 64. These stay, untouched,
 * until the process ends. */
void ab_place_shift(uint64_t *random);
/* Draws which pages this process gets for that many bytes, or for 32 MiB of them: those for which it matters fit in a
 * cache. Holds as many again. */
void ab_place_pages(size_t bytes, uint64_t *random);

/* --- ab_match.c --- */

/* Runs one process' part of a cell in this process, which has loaded its objects, and fills in its results. The first
 * process finds the number of keys, cell->items. False, and cell->why. Before another side's code runs, writes that
 * side's name as a line. */
bool ab_match(struct ab *, struct ab_cell *, unsigned process, FILE *);

/* --- ab_cell.c --- */

/* Runs a cell in its children, one after the other, takes the results that they report, and judges them. */
void ab_cell_run(struct ab *, struct ab_cell *);
/* How often a process fills a table of so many keys for its rounds: for each, unless the table has a slice for each. */
static inline unsigned
ab_cell_lives(size_t items)
{
	return items < (size_t)AB_ROUNDS * AB_SLICE ? AB_ROUNDS : 1;
}
/* Estimates of the memory, in bytes, and of the seconds that a cell takes. */
size_t ab_cell_memory(const struct ab_cell *);
double ab_cell_seconds(const struct ab *, const struct ab_cell *);

/* --- ab_tell.c --- */

void ab_tell_head(const struct ab *);
void ab_tell_cell(const struct ab_cell *);
/* Prints how many rows have each verdict, and how many cells failed. */
void ab_tell_end(const struct ab *);
json_t *ab_json(const struct ab *);
/* Writes DIR/ab.json and DIR/samples.csv. */
int ab_write(const struct ab *, const char *dir, struct failure *);

#endif
