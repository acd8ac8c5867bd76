/* SPDX-License-Identifier: MIT */
/*
 * conform_parts.h - between the files of the conformance kit (conform.h).
 *
 *      conform.c           which promises are tried, and what is said of each
 *      conform_child.c     a child: which call it is in, and how it ended
 *      conform_memory.c    memory for its tables, with canaries round it
 *      conform_sequence.c  a sequence of operations, run in a child beside a model of what must be true
 *      conform_shrink.c    the shortest sequence that still breaks the promise
 *      conform_create.c    what needs no sequence: parameters, damaged saves, threads
 *      conform_params.c    the size of tables, and parameters that are used or refused
 */
#ifndef CUCKOOBENCH_CONFORM_PARTS_H
#define CUCKOOBENCH_CONFORM_PARTS_H

#include "harness/base/guard.h"
#include "harness/filters/plugin.h"

struct kit {
	struct plugin_filter *f;
	struct guard_limits limits;
	uint64_t seed;
	bool dropped, hangs; /* as seen so far: no filter can be had; a call did not return */
};

/* A sequence is a list of atoms: keys with the same step and act go into one call. */
enum act { ACT_INSERT, ACT_CONTAINS, ACT_REMOVE, ACT_RELOAD };
struct atom {
	enum act act;
	uint32_t step;
	uint64_t key;
};
enum twin { TWIN_NONE, TWIN_SINGLE, TWIN_SAME }; /* a second filter: key by key; or in the same calls */
struct sequence {
	uint64_t bytes, seed;
	enum twin twin;
	/* ask, at the end, for keys that were never in: a filter may say that all are, but that is worth a note */
	bool strangers;
	struct atom *atom;
	size_t n;
};

/* How one ended. kind: 0 well; a letter for each way of not keeping the contract, and those for how a child dies. */
enum { KIND_CRASH = 'X', KIND_SLOW = 'H', KIND_LARGE = 'L' };
struct outcome {
	char kind;
	char what[240];
	char *log; /* the operations as they were run, "; " between them, the call it died in at the end; to be freed */
	char note[160]; /* of what is kept, and yet worth a word; "": none */
	bool hurried;   /* there was no time to shorten it as far as it goes */
};

struct outcome sequence_run(const struct kit *, const struct sequence *);
/* Makes the sequence as short as it gets, and its outcome that of the short one. */
void sequence_shrink(const struct kit *, struct sequence *, struct outcome *);

/*
 * Around a call that is not in the log: of a child that dies in it, its log ends with it. The parent reads it from
 * memory they share, since every lookup that follows an operation would make the log long.
 */
void now_calls(const char *operation, const uint64_t *keys, size_t n);
void now_returned(void);
/* " 1, 2, 5..9" */
void tell_keys(FILE *out, const uint64_t *key, size_t n);

/* Runs a body that writes a log and, where a promise is broken, a line "!K what"; of what is worth a note, a line
 * "?note". */
struct outcome outcome_of(const struct kit *, guard_body *, void *context);
/* Where tables come from, in a child. fault: what is wrong with how they were given back, or written to; "":
 * nothing. */
struct kit_table {
	uint8_t *map, *data;
	size_t bytes, mapped;
};
struct kit_memory {
	struct cuckoobench_memory memory; /* first: host is this struct */
	struct kit_table *table;
	size_t taken, room; /* not given back yet */
	char fault[160];
};
void kit_memory_init(struct kit_memory *);
/* Has anything been written beside the tables that are taken? Then false, and what. */
bool kit_memory_whole(struct kit_memory *);
size_t kit_memory_bytes(const struct kit_memory *);
/* Gives back what was not. */
void kit_memory_end(struct kit_memory *);

/* The plug-in's filter, in a child. */
struct subject {
	const struct cuckoobench_plugin_filter *ops;
	struct cuckoobench_params params;
	struct kit_memory host;
	void *filter;
};
/* False after "!C what". */
bool subject_create(struct subject *, const struct kit *, const struct filter_params *, FILE *out);
/* False if destroy kept memory or another promise on it is broken, which *what says. */
bool subject_destroy(struct subject *, char what[240]);
uint64_t subject_items(const struct subject *);
/* Keys that fit a table of so many bytes, by the paper's set-up; where only a refusal tells, as many as it may be asked
 * to take. */
size_t kit_target(const struct kit *, uint64_t bytes);

/* Bodies, whose context is the kit. */
guard_body conform_size, conform_options, conform_create, conform_damage, conform_readers, conform_threads,
	conform_leak;

#endif
