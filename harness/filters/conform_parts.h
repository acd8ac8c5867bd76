/* SPDX-License-Identifier: MIT */
/*
 * conform_parts.h - what the files of the conformance kit (conform.h) share.
 *
 *      conform.c           which promises are checked, and what is printed for each
 *      conform_child.c     a child: which call it is in, and how it ended
 *      conform_subject.c   creates and destroys the filter under test; memory for its tables, with canaries around it
 *      conform_model.c     which keys are in
 *      conform_sequence.c  runs a sequence of operations in a child, together with a model of what must be true
 *      conform_shrink.c    the shortest sequence that still breaks the promise
 *      conform_create.c    checks without a sequence: parameters, damaged saves, threads
 *      conform_static.c    checks of a filter that is built at once, of all of its keys
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
	bool dropped, hangs; /* seen so far: the filter cannot be created; a call did not return */
	/* For the suite's own filters (tests/as_plugin.h), which are trusted: checks run in this process. */
	bool here;
	/* The shape of the tables of sequences, and its text. NULL: each recipe has its own size, and other parameters
	 * are the filter's defaults. */
	const struct filter_params *shape;
	const char *text;
	const struct oracle *oracle; /* NULL: the contract is all that is promised */
	unsigned rounds;             /* of threads that work at one time; 0: as for a plug-in */
};
/* What must also be true of the suite's own filters. Each returns a fault, or NULL. */
struct oracle {
	const char *(*same)(const void *a, const void *b);             /* of the same parameters and calls */
	const char *(*emptied)(const void *filter, const void *fresh); /* all of its keys were removed */
};

/* A sequence is a list of atoms. Adjacent atoms with the same step and act make one call. */
enum act { ACT_INSERT, ACT_CONTAINS, ACT_REMOVE, ACT_RELOAD };
struct atom {
	enum act act;
	uint32_t step;
	uint64_t key;
};
/* The exact multiset of keys that a filter should hold, of all keys that a sequence names. */
struct key_counts {
	uint64_t *key;   /* distinct, in ascending order */
	uint32_t *count; /* how often each is in */
	size_t keys, total;
};
void key_counts_init(struct key_counts *, const struct atom *, size_t n);
void key_counts_free(struct key_counts *);
uint32_t *key_counts_of(const struct key_counts *, uint64_t key);

/* a second filter gets the same keys: one by one; or in the same calls */
enum twin { TWIN_NONE, TWIN_SINGLE, TWIN_SAME };
struct sequence {
	uint64_t bytes, seed;
	enum twin twin;
	/* At the end, look up keys that were never in. A filter may report all of them present, but that is worth a
	 * note. */
	bool strangers;
	struct atom *atom;
	size_t n;
};

/* How a sequence ended. kind 0: well. Otherwise a letter for each way to break the contract, or one of these for the
 * ways in which a child dies. */
enum { KIND_CRASH = 'X', KIND_SLOW = 'H', KIND_LARGE = 'L' };
struct outcome {
	char kind;
	char what[240];
	/* The operations as they were run, separated by "; ". If the child died in a call, that call is the last. The
	 * caller frees it. */
	char *log;
	char note[160]; /* a remark on a promise that is kept; "": none */
	bool hurried;   /* there was no time to shorten the sequence fully */
};

/* How to make a sequence. */
struct recipe {
	uint64_t bytes;
	size_t keys;  /* number of different keys; 0: a fill, 64 per call; or a walk */
	size_t calls; /* number of calls, with at most `most` keys each */
	size_t most;
	bool removes, reloads, strangers;
	bool walks;   /* through every number of items: keys go in one by one, and out in another order */
	size_t small; /* atoms of it that are enough for a table of any shape, if the kit has one; 0: not tried there */
	enum twin twin;
};
/* The promises (conform.c), in their order; the last one has no name. */
struct check {
	const char *name;
	unsigned needs;   /* capabilities that the check needs */
	bool built;       /* also of filters that are built at once; the others insert */
	bool saves;       /* it also needs save */
	guard_body *body; /* NULL: the check runs sequences */
	struct recipe recipe[3];
};
extern const struct check conform_checks[];
/* Is it about filters of this kind, built at once or not? And does this one promise it? */
bool conform_concerns(const struct kit *, const struct check *);
bool conform_is_promised(const struct kit *, const struct check *);
/* Checks one promise. If the kit has a shape, tries the small recipes with tables of it. */
struct outcome conform_try(const struct kit *, const struct check *);

struct outcome sequence_run(const struct kit *, const struct sequence *);
/* Makes the sequence as short as possible, and *o the outcome of the short one. */
void sequence_shrink(const struct kit *, struct sequence *, struct outcome *);

/*
 * Mark a call that is not in the log. If the child dies in it, the parent appends it to the log. The parent reads it
 * from shared memory, because the log would become long with every lookup that follows an operation.
 */
void now_calls(const char *operation, const uint64_t *keys, size_t n);
void now_returned(void);
/* Write to the log, and flush it: a function of the plug-in that is called next may never return. tell_keys shortens
 * runs: " 1, 2, 5..9". */
void tell(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
void tell_keys(FILE *out, const uint64_t *key, size_t n);

/* Writes that a promise is broken, after the log: a line "!K what". Returns false. */
bool verdict(FILE *out, char kind, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Runs a body in a child. The body writes a log, then a verdict if a promise is broken. It writes a line "?note" for a
 * remark. */
struct outcome outcome_of(const struct kit *, guard_body *, void *context);
/* The source of tables in a child. fault: a fault in how they were returned, or written to; "": none. */
struct kit_table {
	uint8_t *map, *data;
	size_t bytes, mapped;
};
struct kit_memory {
	struct cuckoobench_memory memory; /* first member: host points to this struct */
	struct kit_table *table;
	size_t taken;       /* tables that were not returned yet */
	size_t bytes, peak; /* theirs, and the most that they ever were */
	char fault[160];
};
/* Returns whether the memory around the tables that are still taken is unchanged. If not, fault describes it. */
bool kit_memory_whole(struct kit_memory *);
/* Frees the tables that were not returned. */
void kit_memory_end(struct kit_memory *);

/* The plug-in's filter under test, in a child. */
struct subject {
	const struct cuckoobench_plugin_filter *ops;
	struct cuckoobench_params params;
	struct kit_memory host;
	void *filter;
	bool wrote; /* build wrote to the keys that it was given */
};
/* Creates the filter. Returns the status of create, and what it says of it in *why, which may be NULL. */
int32_t subject_try(struct subject *, const struct kit *, const struct filter_params *, const char **why);
/* The same of build. It gets a copy of the keys, which is overwritten and freed when it has returned: a filter that has
 * kept a pointer to them looks up something else. */
int32_t subject_try_build(struct subject *, const struct kit *, const struct filter_params *, const uint64_t *keys,
                          size_t n, const char **why);
/* Does what create or build (`call`) returned keep the contract, a refusal as well as a filter? If not, returns false,
 * after a verdict. */
bool subject_answered(struct subject *, const char *call, int32_t status, const char *why, FILE *out);
/* Creates the filter. On failure returns false, after it wrote "!C what". */
bool subject_create(struct subject *, const struct kit *, const struct filter_params *, FILE *out);
/* Creates the filter and inserts the keys, of which it must take all; or builds it of them, with a seed that works. On
 * failure returns false, after a verdict. */
bool subject_make(struct subject *, const struct kit *, const struct filter_params *, const uint64_t *keys, size_t n,
                  FILE *out);
/* Destroys the filter. If destroy kept memory or broke another promise about it, returns false, after "!M what". */
bool subject_destroy(struct subject *, FILE *out);
/* Calls insert or remove with n keys: with all at once or, if `single`, with one at a time, until one fails if it
 * `stops`. Returns how many succeeded. */
size_t subject_call(size_t (*call)(void *, const uint64_t *, size_t), void *filter, const uint64_t *keys, size_t n,
                    bool single, bool stops);
uint64_t subject_items(const struct subject *);
/* Returns whether the tables that were taken exceed the bytes that info counts by at most an eighth, plus a cache line
 * for each of them. */
bool subject_is_fair(const struct subject *, uint64_t counted);
/* Returns the number of keys for a table of `bytes` in the paper's set-up. If the filter states
 * no bits per item, only a refusal shows when it is full; then this is the number of keys to try. */
size_t kit_target(const struct kit *, uint64_t bytes);

/* Bodies of checks. Their context is the kit. */
guard_body conform_size, conform_options, conform_create, conform_damage, conform_readers, conform_threads,
	conform_leak, conform_build, conform_built_keys, conform_built_same, conform_built_size;

#endif
