/* SPDX-License-Identifier: MIT */
/*
 * manifest.h - DIR/manifest.json: what was run, by which program, on which machine.
 *
 * Any number of calls may continue a run. What must stay the same is written once; what varies is written for each
 * call.
 *
 *      program   version, git_commit, git_dirty, git_diff_sha256 (sources that differ from the commit), compiler,
 *                flags, link_flags, features[] (-march), libraries{name: version, file, sha256},
 *                sha256 (of the program)
 *      machine   cpu and everything else in manifest_machine.c
 *      run       The run's identity:
 *                  scale, seed (text: it has 64 bits), hash, pages, isa, kicks, numa, pin,
 *                  threads (0: one on each processor),
 *                  own_keys (name of the key set that replaces random integers),
 *                  asked (name of the key set to look up: --queries), multiset (true),
 *                  shard ("2/4"; null: all of the plan), plan (of the shard: number of cells and a digest).
 *                Of the last call: cells_planned, reps, command, options, finished. Of the first call: started.
 *      plugins   {"NAME": {file, sha256, version, title, about, caps, batch, bits_per_item, lines[4], saves}, ...}:
 *                the filters of plug-ins (plugin.h). Another file for a filter in this list makes another build.
 *      inputs    {"datasets/paper/printed.csv": SHA-256, ...}: files that the program read in addition to the run's
 *                own, at the last call
 *      key_sets  {"words": {package, version, format, kind, keys, duplicates, passed_over,
 *                sources[]{path, sha256}}, ...}: those that any call read, by name; "queries:NAME": looked up.
 *                copies: how those were treated ("inserted, too", "asked for in turn")
 *      left_out  {"cf-avx512": "this processor has no ...", ...}: filters whose instructions are missing, over all
 *                calls; isa in run is the lesser of --isa and CUCKOOBENCH_ISA
 *      calls[]   command, isa_variable (CUCKOOBENCH_ISA), config{path, sha256} (its file of options),
 *                options{name: value} (options_json), reps, cells_planned, started, finished, git_commit,
 *                program_sha256, mixed (by another build or machine than the above), gnuplot, topology{},
 *                at_start{}, at_end{} (processors, load, pressure, MHz, memory),
 *                time_budget_seconds,
 *                given_up{time_budget_seconds, timed{cells, repetitions_kept, repetitions_planned},
 *                deterministic{...}, studies ("@space, @keys"), study_cells} (what the run lacks for its budget;
 *                only in the last call that ended)
 *      record_sha256   of record.csv, not compressed, when the last call ended; null: it has not
 *      digest    SHA-256 of everything else, as JSON with sorted keys and without blanks (manifest_is_sealed)
 *      mixed[]   empty, or one entry for each other build and machine that took part, on demand (--mix):
 *                calls[] (their numbers), differs[] (dotted names: "program.git_commit", "machine.kernel"),
 *                program, machine
 *
 * The n-th entry of calls has number n, from 0; record.csv names the call that ran each cell. An unknown value is null
 * and never left out. An interrupted or killed call has null for finished and at_end.
 */
#ifndef CUCKOOBENCH_MANIFEST_H
#define CUCKOOBENCH_MANIFEST_H

#include "harness/base/failure.h"
#include "harness/plan/experiment.h"

/* Is the manifest as the program wrote it, by its digest? */
struct json_t;
struct plan;
bool manifest_is_sealed(const struct json_t *);

/*
 * Begins or continues the run in DIR and adds this call to its manifest; *call receives the call's number. A run that
 * is already there must meet these conditions:
 *  - It has the same scale, seed, hash, pages, isa, kicks, numa, pin, threads, and the same shard of the same plan.
 *  - It has the same build and machine, unless options->mix is set.
 *  - It is not an archived run (files.h), and its manifest has not been changed since the program wrote it.
 *  - A key set in both has the same keys.
 *
 * STATUS_USAGE: this call must not add to what the folder holds. STATUS_UNFIT: the manifest cannot be written. Either
 * has changed nothing.
 */
int manifest_begin(const char *dir, const struct plan *, unsigned *call, struct failure *);
/* Does the same without writing. *m is the manifest as it would become; the caller releases it. NULL if the call is
 * refused. */
int manifest_look(const char *dir, const struct plan *, unsigned *call, struct json_t **m, struct failure *);
/* Records the end of a call, and what the run has given up by then (given_up.h); earlier calls no longer say so. */
struct given_up;
int manifest_finish(const char *dir, unsigned call, const struct given_up *, struct failure *);
/* Names the keys of a run that are not random integers: "keys of urls.txt, asked for as in trace.txt". "" if all are,
 * or if it is not known: the manifest may be NULL. */
enum { MANIFEST_KEYS = 96 };
const char *manifest_keys_of(const struct json_t *, char text[MANIFEST_KEYS]);
/* Returns the digest of the record that the manifest has; NULL: none. */
const char *manifest_record(const struct json_t *);
/* Fails if the record is another than that. Of a run that goes on, or was stopped, it is not known. */
struct store;
int manifest_check_record(const struct json_t *, const struct store *, struct failure *);
/* Reads the manifest of the run in DIR, which the caller releases, and its scale; registers its plug-ins (plugin.h).
 * STATUS_USAGE: DIR has no run. */
int manifest_load(const char *dir, struct json_t **m, enum scale *, struct failure *);
/* Lists in words what no longer matches the manifest: the program that derives, and the files it reads. The caller
 * releases it. */
struct json_t *manifest_notes(const char *dir);

#endif
