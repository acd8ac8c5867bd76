/* SPDX-License-Identifier: MIT */
/* manifest_facts.h - the facts that make up a manifest. Reports, comparisons and tune record them, too. */
#ifndef CUCKOOBENCH_MANIFEST_FACTS_H
#define CUCKOOBENCH_MANIFEST_FACTS_H

#include "harness/machine/topology.h"

#include <jansson.h>
#include <stdbool.h>

/* Facts that stay the same over all calls of one build on one machine. */
json_t *manifest_program(void);
json_t *manifest_machine(void);
/* Facts that change: load, pressure, clock rate, free memory and pages, at this moment. */
json_t *manifest_state(void);
/* The processors and memory nodes that this call may use, and the order in which its threads take them. */
json_t *manifest_topology(enum pin_order);
/* SHA-256 of every file that the program reads in addition to the run's own: {"datasets/paper/printed.csv": "...",
 * ...}. */
json_t *manifest_inputs(void);

/* Reads the manifest in DIR. Returns NULL if there is none, with *problem NULL; or if it is damaged, with *problem
 * saying how, unless problem is NULL. */
json_t *manifest_read(const char *dir, const char **problem);
struct failure;
/* Seals the manifest and writes it. STATUS_UNFIT: it cannot be written. */
int manifest_write(const char *dir, json_t *, struct failure *);
/* Notes the digest of the record in DIR. */
int manifest_seal_record(const char *dir, json_t *, struct failure *);
enum { MANIFEST_REALS = JSON_REAL_PRECISION(6) }; /* significant digits of a number that is not whole */
/* The message about a manifest that was changed by hand, and so must not be added to or merged. */
extern const char manifest_changed[];
/* The current time, in the format of all times in a manifest. */
json_t *manifest_now(void);

/* Appends the dotted names of everything that differs in one group of two manifests. */
void manifest_differences(json_t *differs, const json_t *old, const json_t *new, const char *group);
/* {name: library} of the libraries in `new` that differ from those in `old` but bear on no measurement. They do not
 * count as differences. */
json_t *manifest_updates(const json_t *old, const json_t *new);
/* Formats the value of a dotted name, shortened to fit `text`. */
enum { MANIFEST_VALUE = 48 };
const char *manifest_value(json_t *m, const char *name, char text[MANIFEST_VALUE]);
/* Names the builds of two programs, which differ, with as much as tells them apart: "commit 7f17d854fe74" and "commit
 * 7f17d854fe74 with changes". */
enum { MANIFEST_BUILD = 128 };
void manifest_builds(const json_t *a, const json_t *b, char of_a[MANIFEST_BUILD], char of_b[MANIFEST_BUILD]);
/* Two sizes of tables, "tables" of a run; null or NULL: a call without such tables, which goes with any. */
bool manifest_tables_go_together(const json_t *a, const json_t *b);
/* The first call that has such tables says how large they are for all: `run` takes the size from `new` unless it has
 * one. */
void manifest_take_tables(json_t *run, const json_t *new);
/* May `new` continue the run whose manifest is `old`? If not, the failure names every difference. *differs receives
 * what would then be mixed; the caller releases it. */
bool manifest_may_go_on(const char *dir, json_t *old, json_t *new, bool mix, json_t **differs, struct failure *);
/* Records in m that the build and machine of `new` made call number `call`. Each build and machine has one entry. */
void manifest_note_mixing(json_t *m, json_t *new, json_t *differs, unsigned call);
/*
 * Do both manifests name a key set whose keys differ? Then `text` says which one: "words: 3001 keys, SHA-256 0a1b2c...
 * there, ... here". of_a and of_b are the words after the values of a and of b. A set in only one manifest makes no
 * difference.
 */
enum { MANIFEST_KEY_SET = 300 };
bool manifest_key_set_differs(const json_t *a, const json_t *b, const char *of_a, const char *of_b,
                              char text[MANIFEST_KEY_SET]);
/* Adds the key sets of `new` to those of m. */
void manifest_add_key_sets(json_t *m, const json_t *new);

/* Returns the number, from 1, of the entry of "mixed" that lists this call. 0: none, so the manifest's own program and
 * machine made it. */
size_t manifest_maker_of(const json_t *, long call);
/* Returns the object that has the "program" and "machine" which made this call: that entry, or the manifest itself. */
json_t *manifest_origin(json_t *, long call);
/* Does a difference in this fact mean another machine? Not for the amount of memory, nor for the processors that the
 * process may use. */
bool manifest_tells_machines_apart(const char *fact);

/* {path, sha256} of a file. */
json_t *manifest_file(const char *path);
/* These return JSON null for an unknown value: a text; a number; the whole number in a file of the system; the numbers
 * in the file of this name in each folder of /sys/kernel/mm/hugepages, {"2048kB": 0, ...}. */
json_t *manifest_text(const char *text);
json_t *manifest_count(unsigned long long n, bool known);
json_t *manifest_number(const char *path);
json_t *manifest_hugetlb(const char *file);
/* A limit of the control group. "none" is known; null is not. */
json_t *manifest_limit(double value, bool whole);

#endif
