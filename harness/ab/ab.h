/* SPDX-License-Identifier: MIT */
/*
 * ab.h - two builds of filters against each other; what the parts of `cuckoobench ab OLD NEW` share.
 *
 *      OLD.so, NEW.so --child: what is it?--> filters of both --> cells: filter x size
 *      cell --child: pinned, both loaded--> lives of three tables, OLD's, NEW's and OLD's again, in rounds --> rows (ab_judge.h)
 *
 *      life    | insert: a slice a round | look up 0, 50, 100 %: a slice a round | delete: a slice a round |
 *  In a round each side does one slice of each operation, in an order that the next round turns round (A B, B A). A
 * slice is a million keys or the whole of a smaller table; so small tables are built anew for every round, on other
 * pages, and a large one once. Of lookups it is the median of some short turns, of insertions and deletions the time
 * that the thread had a processor: others have it meanwhile, too. A side of which a key is missed, miscounted or
 * refused fails its cell; one that crashes or hangs costs its cell alone (guard.h).
 *
 *      ab_object.c    loading: a library or a plug-in     ab_match.c  lives and rounds       ab_cell.c      the child of a cell
 *      ab_library.c   a library's filters as ours         ab_tell.c   table, JSON, files     ab_judge.c     verdicts
 *      ab_symbols.c   whether the two stay apart          command_ab.c   which cells there are, and in which order
 */
#ifndef CUCKOOBENCH_AB_H
#define CUCKOOBENCH_AB_H

#include "harness/ab/ab_judge.h"
#include "harness/filters/plugin.h"
#include "harness/plan/options.h"

enum ab_op { AB_INSERT, AB_ABSENT, AB_HALF, AB_PRESENT, AB_DELETE, AB_OPS };
enum { AB_LOOKUPS = AB_PRESENT - AB_ABSENT + 1 };
/* Keys of a slice, unless the table has fewer. And lookups, that are asked again and again: as many as there are keys,
 * within these. */
enum { AB_SLICE = 1 << 20, AB_ASKED_LEAST = 1 << 15, AB_ASKED_MOST = 1 << 20 };
enum { AB_TURNS = 9 }; /* of lookups, to a slice */
enum { AB_WHY = PLUGIN_WHY };

/* "insert", "lookup 0 %", ...; "OLD", "NEW", "OLD again". */
extern const char *const ab_op_names[AB_OPS], *const ab_side_names[AB_SIDES];

/* The functions of include/cuckoobench.h that are called, of a library that was loaded. */
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
	struct plugin_file file; /* of a library, too */
	bool is_library;
	json_t *filters;           /* {name: facts}, as plugin_facts has them; of a library's, name and caps */
	struct ab_library library; /* where it is one and was loaded */
};

/* A filter of an object, in the child that loaded it. */
struct ab_filter {
	struct plugin_filter base; /* its ops are the filter's */
	const struct ab_library *library;
	bool is_known; /* this program has one of the name, and what the paper says of it */
};

/* --- ab_object.c --- */

/* Finds out in a child what the file is, and whether it stays apart from the program and from `other`, which may be
 * NULL. An exit status, with a line on stderr unless it is STATUS_DONE. */
int ab_object_look(struct ab_object *, const char *path, const struct ab_object *other);
void ab_object_free(struct ab_object *);
/* In a child: false, and why. */
bool ab_object_load(struct ab_object *, char why[AB_WHY]);
/* Its filter of that name, whose ops live as long as *to. */
void ab_object_filter(const struct ab_object *, const char *name, struct ab_filter *to);

/* --- ab_symbols.c --- */

/* Does what dlopen gave use its own functions? False, and why: a name is bound to another object. */
bool ab_symbols_are_own(void *handle, char why[AB_WHY]);

/* --- ab_library.c --- */

/* The functions of a library that dlopen gave; false, and why: it lacks some, or is of another ABI. */
bool ab_library_of(void *handle, struct ab_library *, char why[AB_WHY]);
/* Fills in the functions of to->base.ops. */
void ab_library_filter(struct ab_filter *to);

/* One filter at one size. */
struct ab_cell {
	const char *name;
	size_t bytes;   /* asked for */
	bool removes;   /* both can */
	double seconds; /* it will take, roughly */
	/* What came of it. */
	char why[AB_WHY]; /* it failed or was skipped; "" */
	bool skipped;
	size_t items;             /* keys of the full table */
	size_t table[2];          /* bytes of OLD's and NEW's */
	uint64_t asked, wrong[2]; /* absent keys looked up; reported present by OLD, by NEW */
	size_t rounds;
	struct ab_round *round[AB_OPS]; /* [rounds]; NULL: it has none of that operation */
	struct ab_judged judged[AB_OPS];
};

struct ab {
	const struct options *options;
	struct ab_object object[2]; /* OLD, NEW */
	struct ab_cell *cell;
	size_t cells, comparisons; /* rows of them all */
	unsigned rounds;
	double level; /* of each comparison */
};

/* --- ab_match.c --- */

/* Runs a cell of objects that are loaded, in this process, and fills in what comes of it but for the verdicts. False, and cell->why. Writes a
 * line whenever another side's code is about to run: its name. */
bool ab_match(struct ab *, struct ab_cell *, FILE *);

/* --- ab_cell.c --- */

/* Runs it in a child and takes what it tells, judged. */
void ab_cell_run(struct ab *, struct ab_cell *);
/* Bytes of memory, and seconds, that it will take. */
size_t ab_cell_memory(const struct ab_cell *);
double ab_cell_seconds(const struct ab *, const struct ab_cell *);

/* --- ab_tell.c --- */

void ab_tell_head(const struct ab *);
void ab_tell_cell(const struct ab_cell *);
/* How many rows have each verdict, and how many cells failed. */
void ab_tell_end(const struct ab *);
json_t *ab_json(const struct ab *);
/* DIR/ab.json, DIR/samples.csv. 0, or -1 after a line on stderr. */
int ab_write(const struct ab *, const char *dir);

#endif
