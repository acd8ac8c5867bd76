/* SPDX-License-Identifier: MIT */
/*
 * manifest.h - DIR/manifest.json: what was run, by which program, on which machine. A run may be taken up by any number
 * of calls; what must stay the same over all of them is written once, what varies once a call.
 *
 *      program   version, git_commit, git_dirty, git_diff_sha256 (sources that differ from the commit), compiler, flags,
 *                link_flags, features[] (-march), libraries{name: version, file, sha256}, sha256 (of the program itself)
 *      machine   cpu and what else is in manifest_machine.c
 *      run       scale, seed (text: it has 64 bits), hash, pages, isa, kicks, numa, pin, threads (0: a processor each), own_keys
 *                (in place of random integers, by their name), asked (whose keys are asked for: --queries), multiset (true), shard ("2/4"; null: all of the plan), plan (that the shard is of: cells and a digest): the run's identity;
 *                cells_planned, reps, command, options, finished: of the last call; started: of the first
 *      plugins   {"NAME": {file, sha256, version, title, about, caps, batch, bits_per_item, lines[4], saves}, ...}: the filters of
 *                plug-ins (plugin.h); of a filter that is there already another file is another build
 *      inputs    {"datasets/paper/printed.csv": SHA-256, ...}: files the program read beside the run's own, at the last call
 *      key_sets  {"words": {package, version, format, kind, keys, duplicates, passed_over, sources[]{path, sha256}}, ...}: those that were read
 *                for any call, by name; "queries:NAME": asked for. copies: what became of those ("inserted, too", "asked for in turn")
 *      left_out  {"cf-avx512": "this processor has no ...", ...}: filters without their instructions, of all calls; isa in run is the lesser of
 *                --isa and CUCKOOBENCH_ISA
 *      calls[]   command, isa_variable (CUCKOOBENCH_ISA), config{path, sha256} (its file of options), options{name: value} (options_json), reps,
 *                cells_planned, started, finished, git_commit, program_sha256, mixed (by another build or machine than the
 *                above), gnuplot, topology{}, at_start{}, at_end{} (processors, load, pressure, MHz, memory)
 *      digest    SHA-256 of all else, as JSON with sorted keys and without blanks (manifest_seal.c); null or not there: not known
 *      mixed[]   empty, or one entry for each other build and machine that took part, on demand (--mix):
 *                calls[] (their numbers), differs[] (dotted names: "program.git_commit", "machine.kernel"), program, machine
 *  The n-th entry of calls has number n, from 0; cells.csv says of every cell which call ran it. What is not known is
 * null, never left out; a call that was interrupted or killed has null as finished and at_end.
 */
#ifndef CUCKOOBENCH_MANIFEST_H
#define CUCKOOBENCH_MANIFEST_H

#include "harness/plan/plan.h"

enum manifest_status {
	MANIFEST_OK,
	MANIFEST_REFUSED,    /* the folder holds something that this call must not add to */
	MANIFEST_UNWRITABLE, /* it cannot be written */
};

/* Is it as the program wrote it? MANIFEST_UNSEALED: it has no digest, as those of earlier builds; nothing is known. */
enum manifest_seal { MANIFEST_UNSEALED, MANIFEST_SEALED, MANIFEST_CHANGED };
struct json_t;
enum manifest_seal manifest_seal_of(const struct json_t *);

/*
 * Begins or takes up the run in DIR and notes this call; *call is its number. A run that is there must be of the same
 * scale, seed, hash, pages, isa, kicks, numa, pin, threads and shard of the same plan; of the same build and machine
 * too, unless options->mix; and not be history (archive.h), nor have a manifest that was changed since. A key set that
 * both have must be of the same keys. Anything but MANIFEST_OK comes after one line on stderr and has changed nothing.
 */
enum manifest_status manifest_begin(const char *dir, const struct plan *, unsigned *call);
/* The same without writing: *m is the manifest as it would be, to be released; NULL if that is refused. */
enum manifest_status manifest_look(const char *dir, const struct plan *, unsigned *call, struct json_t **m);
/* The manifest in DIR, to be released; NULL: there is none, or a damaged one. */
struct json_t *manifest_of(const char *dir);
/* Were call `other` and call `call` of a manifest made by the same build on the same machine? */
bool manifest_same_maker(const struct json_t *, unsigned call, unsigned other);
/* Notes the end of a call. 0, or -1 after a line on stderr. */
int manifest_finish(const char *dir, unsigned call);
/* The keys of the run in DIR that are not random integers: "keys of urls.txt, asked for as in trace.txt"; "": they are,
 * or nobody knows. */
enum { MANIFEST_KEYS = 96 };
const char *manifest_own_keys(const char *dir, char text[MANIFEST_KEYS]);
/* The scale of the run in DIR, whose plug-ins are remembered (plugin.h). 0, or -1 after a line on stderr. */
int manifest_scale(const char *dir, enum scale *);
/* What is no longer as the manifest has it, in words, to be released: the program that derives, and the files it
 * reads. */
struct json_t *manifest_notes(const char *dir);

#endif
