/* SPDX-License-Identifier: MIT */
/* merge.c - see merge.h. */
#include "harness/run/merge.h"

#include "harness/base/files.h"
#include "harness/base/folder.h"
#include "harness/base/memory.h"
#include "harness/run/manifest_facts.h"
#include "harness/run/merge_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- reading ---------------------------------------------------------------------------------------------- */

/* Are all calls that its cells name in the manifest, and did it attempt all cells that it planned? */
static bool
is_whole(const struct part *p, struct failure *f)
{
	const json_int_t of_run = json_integer_value(
				 json_object_get(json_object_get(p->manifest, "run"), "cells_planned")),
			 planned = of_run > (json_int_t)p->store.planned ? of_run : (json_int_t)p->store.planned;

	for (size_t i = 0; i < p->store.count; i++)
		if (p->store.at[i].call >= p->calls) {
			(void)failed(f, STATUS_USAGE, "%s: %s names call %u, which manifest.json does not have", p->dir,
			             STORE_FILE, p->store.at[i].call);
			return false;
		}
	if ((json_int_t)p->store.cells < planned)
		(void)failed(f, STATUS_USAGE, "%s has %zu of %lld cells; the command that began it goes on", p->dir,
		             p->store.cells, (long long)planned);
	return (json_int_t)p->store.cells >= planned;
}

static bool
read_part(struct part *p, struct failure *f)
{
	if (!merge_read_manifest(p, f) || folder_take(p->dir, &p->lock, f) != STATUS_DONE)
		return false;
	if (store_read_whole(&p->store, p->dir, f) != STATUS_DONE) {
		(void)failed(f, STATUS_USAGE, "%s", f->text);
		return false;
	}
	return is_whole(p, f);
}

/* Two names of one folder are one run. */
static bool
all_different(char *const *dirs, struct failure *f)
{
	for (size_t i = 0; dirs[i]; i++)
		for (size_t j = 0; j < i; j++)
			if (files_same(dirs[i], dirs[j])) {
				(void)failed(f, STATUS_USAGE, "%s is given twice", dirs[i]);
				return false;
			}
	return true;
}

static bool
read_parts(struct parts *parts, char *const *dirs, struct failure *f)
{
	size_t n = 0;

	while (dirs[n])
		n++;
	parts->at = calloc(n + 1, sizeof *parts->at);
	memory_needed(parts->at);
	for (; parts->count < n; parts->count++)
		parts->at[parts->count] = (struct part){.dir = dirs[parts->count], .lock = -1};
	for (size_t i = 0; i < n; i++)
		if (!read_part(&parts->at[i], f))
			return false;
	return true;
}

static void
free_parts(struct parts *parts)
{
	for (size_t i = 0; i < parts->count; i++) {
		struct part *p = &parts->at[i];

		store_free(&p->store);
		json_decref(p->manifest);
		free(p->origin);
		if (p->lock >= 0)
			close(p->lock);
	}
	free(parts->at);
}

static int
compare_parts(const void *a, const void *b)
{
	const struct part *p = a, *q = b;

	return (p->shard.index > q->shard.index) - (p->shard.index < q->shard.index);
}

/* --- cells that several have ------------------------------------------------------------------------------ */

struct place {
	struct attempt *attempt;
	size_t part;
};

/* By cell, then by part. */
static int
compare_cells(const void *a, const void *b)
{
	const struct place *p = a, *q = b;
	const int c = strcmp(p->attempt->cell, q->attempt->cell);

	return c ? c : (p->part > q->part) - (p->part < q->part);
}

/* Among n places of one part, its last attempt that is done; NULL if there is none. */
static struct attempt *
done_among(const struct place *at, size_t n)
{
	struct attempt *done = NULL;

	for (size_t i = 0; i < n; i++)
		if (at[i].attempt->done)
			done = at[i].attempt;
	return done;
}

/* Two parts have done one cell. If it is deterministic and the same in both, the first keeps it. */
static bool
settle_twice(const struct parts *parts, const struct attempt *first, size_t in_first, const struct attempt *second,
             size_t in_second, struct failure *f)
{
	const char *a = parts->at[in_first].dir, *b = parts->at[in_second].dir, *line = second->samples;
	size_t same = 0;

	if (first->disturbance.known || second->disturbance.known) {
		(void)failed(f, STATUS_USAGE, "%s was measured in %s and in %s: it is one run's or the other's",
		             first->cell, a, b);
		return false;
	}
	if (first->length == second->length && memcmp(first->samples, second->samples, first->length) == 0)
		return true;
	for (; same < first->length && same < second->length && first->samples[same] == second->samples[same]; same++)
		if (second->samples[same] == '\n')
			line = second->samples + same + 1;
	(void)failed(f, STATUS_USAGE, "%s is not the same in %s and in %s: '%.*s'", first->cell, a, b,
	             (int)strcspn(line, "\n"), line);
	return false;
}

/* Resolves all places of one cell: the part that did it keeps it. If none did, the first that tried it does. */
static bool
settle_cell(const struct parts *parts, const struct place *at, size_t n, struct failure *f)
{
	struct attempt *speaks = NULL;
	size_t by = at[0].part;

	for (size_t from = 0, to; from < n; from = to) {
		struct attempt *done;

		for (to = from; to < n && at[to].part == at[from].part; to++)
			;
		done = done_among(at + from, to - from);
		if (done && speaks && !settle_twice(parts, speaks, by, done, at[from].part, f))
			return false;
		if (done && !speaks) {
			speaks = done;
			by = at[from].part;
		}
	}
	for (size_t i = 0; i < n; i++)
		at[i].attempt->dropped = at[i].part != by;
	return true;
}

static bool
settle_cells(const struct parts *parts, struct failure *f)
{
	size_t n = 0, from, to;
	struct place *all;
	bool good = true;

	for (size_t i = 0; i < parts->count; i++)
		n += parts->at[i].store.count;
	all = calloc(n + 1, sizeof *all);
	memory_needed(all);
	n = 0;
	for (size_t i = 0; i < parts->count; i++)
		for (size_t j = 0; j < parts->at[i].store.count; j++)
			all[n++] = (struct place){&parts->at[i].store.at[j], i};
	qsort(all, n, sizeof *all, compare_cells);
	for (from = 0; from < n && good; from = to) {
		for (to = from; to < n && strcmp(all[to].attempt->cell, all[from].attempt->cell) == 0; to++)
			;
		good = settle_cell(parts, all + from, to - from, f);
	}
	free(all);
	return good;
}

/* --- which machine made the timed cells ---------------------------------------------------------------------- */

/* The timed cells of one repetition: the first part that has some, and the build and machine that made them. */
struct timed {
	size_t part;
	const json_t *origin;
	bool known;
};

enum { REPETITIONS = 1000 }; /* the maximum of --reps */

static bool
is_timed(const struct attempt *a)
{
	return a->done && a->disturbance.known && !a->dropped;
}

/* All timed cells must come from one machine, or with --mix those of each repetition. */
static bool
settle_machines(const struct parts *parts, struct failure *f)
{
	static struct timed of_rep[REPETITIONS];
	struct timed first = {.known = false};

	memset(of_rep, 0, sizeof of_rep);
	for (size_t i = 0; i < parts->count; i++)
		for (size_t j = 0; j < parts->at[i].store.count; j++) {
			const struct part *p = &parts->at[i];
			const struct attempt *r = &p->store.at[j];
			const json_t *origin = is_timed(r) ? p->origin[r->call] : NULL;
			struct timed *rep = &of_rep[r->rep % REPETITIONS];

			if (!origin)
				continue;
			first = first.known ? first : (struct timed){i, origin, true};
			*rep = rep->known ? *rep : (struct timed){i, origin, true};
			if (!parts->mix && origin != first.origin &&
			    !merge_same_origin(&parts->at[first.part], first.origin, p, origin, f)) {
				(void)failed(f, STATUS_USAGE,
				             "timed cells of different machines (%s); --mix merges them, and says so",
				             f->text);
				return false;
			}
			if (rep->part != i && !merge_same_origin(&parts->at[rep->part], rep->origin, p, origin, f)) {
				(void)failed(f, STATUS_USAGE,
				             "timed cells of repetition %u are of different machines (%s): what is "
				             "compared within a repetition needs one",
				             r->rep, f->text);
				return false;
			}
		}
	return true;
}

/* The part whose machine the others are compared with: the one that measured times. */
static size_t
base_of(const struct parts *parts)
{
	for (size_t i = 0; i < parts->count; i++)
		for (size_t j = 0; j < parts->at[i].store.count; j++)
			if (is_timed(&parts->at[i].store.at[j]))
				return i;
	return 0;
}

/* --- writing ---------------------------------------------------------------------------------------------- */

/* Writes all attempts; calls have the numbers that the merged manifest gives them. */
static int
write_raw(const struct parts *parts, const char *dir, struct failure *f)
{
	struct store **stores = calloc(parts->count + 1, sizeof *stores);
	int status;

	memory_needed(stores);
	for (size_t i = 0; i < parts->count; i++) {
		stores[i] = &parts->at[i].store;
		for (size_t j = 0; j < stores[i]->count; j++)
			stores[i]->at[j].call += parts->at[i].first_call;
	}
	status = store_write(dir, stores, parts->count, 0, f);
	free(stores);
	return status;
}

static void
remove_folder(const char *dir)
{
	char path[FILES_PATH];
	const int error = errno;

	store_remove(dir);
	if (files_path(path, "%s/manifest.json", dir))
		unlink(path);
	rmdir(dir);
	errno = error;
}

/* Writes all files to a temporary folder in the same directory, and then renames it. */
static int
write_output(const struct parts *parts, json_t *manifest, const char *out, struct failure *f)
{
	char beside[FILES_PATH];
	int status;

	if (files_path(beside, "%.*s.%ld.tmp", (int)(strlen(out) - (out[strlen(out) - 1] == '/')), out,
	               (long)getpid()) &&
	    files_make_folder("%s", beside) == 0 && write_raw(parts, beside, f) == STATUS_DONE) {
		if ((status = manifest_write(beside, manifest, f)) != STATUS_DONE) {
			remove_folder(beside);
			return status;
		}
		if (rename(beside, out) == 0)
			return STATUS_DONE;
	}
	status = output_refused(out, f);
	remove_folder(beside);
	return status;
}

int
merge_runs(const struct options *o, struct failure *f)
{
	struct parts parts = {.mix = o->mix};
	int status = STATUS_USAGE;

	if (files_exists(o->folder))
		return failed(f, status, "%s exists; a merged run has a folder of its own", o->folder);
	if (all_different(o->arguments, f) && read_parts(&parts, o->arguments, f) && merge_manifests_agree(&parts, f)) {
		if (parts.at[0].shard.of) /* shards merge in their own order, other runs in the order given */
			qsort(parts.at, parts.count, sizeof *parts.at, compare_parts);
		if (settle_cells(&parts, f) && settle_machines(&parts, f)) {
			json_t *manifest = merge_manifests(&parts, base_of(&parts), o);

			status = write_output(&parts, manifest, o->folder, f);
			json_decref(manifest);
		}
	}
	free_parts(&parts);
	return status;
}
