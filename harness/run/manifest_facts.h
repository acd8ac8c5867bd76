/* SPDX-License-Identifier: MIT */
/* manifest_facts.h - the facts that a manifest is put together from, and what else keeps them: reports, comparisons,
 * tune. */
#ifndef CUCKOOBENCH_MANIFEST_FACTS_H
#define CUCKOOBENCH_MANIFEST_FACTS_H

#include "harness/machine/topology.h"

#include <jansson.h>
#include <stdbool.h>

/* What stays the same from call to call of one build, on one machine. */
json_t *manifest_program(void);
json_t *manifest_machine(void);
/* What does not: load, pressure, clock, free memory and pages, now. */
json_t *manifest_state(void);
/* Processors and memory nodes as this call may use them, and the order in which its threads take them. */
json_t *manifest_topology(enum pin_order);
/* SHA-256 of every file that the program reads beside the run's own: {"datasets/paper/printed.csv": "...", ...}. */
json_t *manifest_inputs(void);

/* The manifest in DIR; NULL if there is none, and then *problem is NULL too, or what is wrong with it. */
json_t *manifest_read(const char *dir, const char **problem);
/* Seals it. 0, or -1 after a line on stderr. */
int manifest_write(const char *dir, json_t *);
enum { MANIFEST_REALS = JSON_REAL_PRECISION(6) }; /* digits of what is no whole number */
/* Gives it the digest of all else in it. */
void manifest_seal(json_t *);
/* The line about one that must not be added to, or merged. */
extern const char manifest_changed[];
/* The time, as all are written. */
json_t *manifest_now(void);

/* Dotted names of all that differs in one group of two manifests. */
json_t *manifest_differences(const json_t *old, const json_t *new, const char *group);
/* {name: library} of those in `new` that are other ones in `old` and do not count as a difference, because they bear on
 * no measurement. */
json_t *manifest_updates(const json_t *old, const json_t *new);
/* The value behind a dotted name, short. */
enum { MANIFEST_VALUE = 48 };
const char *manifest_value(json_t *at, const char *name, char text[MANIFEST_VALUE]);
/* May `new` go into the folder that holds `old`? *differs: what is mixed then, to be released. */
bool manifest_may_go_on(const char *dir, json_t *old, json_t *new, bool mix, json_t **differs);
/* Notes in m that call number `call` was of the build and machine that `new` has; one entry for each of those. */
void manifest_note_mixing(json_t *m, json_t *new, json_t *differs, unsigned call);
/*
 * Is a key set that both manifests name not the same keys in both? Then `text` says which: "words: 3001 keys, SHA-256
 * 0a1b2c... there, ... here", with what is to be said of a and of b. One that a manifest alone has makes no difference.
 */
enum { MANIFEST_KEY_SET = 300 };
bool manifest_key_set_differs(const json_t *a, const json_t *b, const char *of_a, const char *of_b,
                              char text[MANIFEST_KEY_SET]);
/* Adds those of `new` to m's. */
void manifest_add_key_sets(json_t *m, const json_t *new);

/* Which entry of "mixed" lists a call, from 1; 0: none, the manifest's own program and machine made it. */
size_t manifest_maker_of(const json_t *, long call);
/* Does this fact of the machine make it another? Not how much memory is plugged into it, nor to which processors a
 * process is kept. */
bool manifest_tells_machines_apart(const char *fact);

/* {path, sha256} of a file. */
json_t *manifest_file(const char *path);
/* Null for what is not known. */
json_t *manifest_text(const char *text);
json_t *manifest_count(unsigned long long n, bool known);

#endif
