/* SPDX-License-Identifier: MIT */
/* merge.c - see merge.h. */
#include "harness/run/merge.h"

#include "harness/base/files.h"
#include "harness/base/memory.h"
#include "harness/run/manifest.h"
#include "harness/run/manifest_facts.h"
#include "harness/run/merge_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- reading ---------------------------------------------------------------------------------------------- */

/* Does the manifest have every call that a cell names, and was every planned cell attempted? */
static bool
is_whole(const struct part *p, struct failure *f)
{
	const json_int_t of_run = json_integer_value(
				 json_object_get(json_object_get(p->manifest, "run"), "cells_planned")),
			 planned = of_run > (json_int_t)p->store.planned ? of_run : (json_int_t)p->store.planned;

	for (size_t i = 0; i < p->store.count; i++)
		if (p->store.at[i].call >= p->calls)
			return failing(f, "%s: %s names call %u, which manifest.json does not have", p->dir, STORE_FILE,
			               p->store.at[i].call);
	if ((json_int_t)p->store.count < planned)
		return failing(f, "%s has %zu of %lld cells; the command that began it goes on", p->dir, p->store.count,
		               (long long)planned);
	return manifest_check_record(p->manifest, &p->store, f) == STATUS_DONE;
}

static bool
read_part(struct part *p, struct failure *f)
{
	return merge_read_manifest(p, f) && folder_take(p->dir, &p->lock, f) == STATUS_DONE &&
	       store_read(&p->store, STORE_MERGE, p->dir, f) == STATUS_DONE && is_whole(p, f);
}

/* Two names of one folder are one run. */
static bool
all_different(char *const *dirs, struct failure *f)
{
	for (size_t i = 0; dirs[i]; i++)
		for (size_t j = 0; j < i; j++)
			if (files_same(dirs[i], dirs[j]))
				return failing(f, "%s is given twice", dirs[i]);
	return true;
}

static bool
read_parts(struct parts *parts, char *const *dirs, struct failure *f)
{
	size_t n = 0;

	while (dirs[n])
		n++;
	parts->at = memory_new(n, sizeof *parts->at);
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

static const struct sample *
sample_of(const struct part *p, const struct attempt *a, size_t i)
{
	return &p->store.sample[a->first + i];
}

/* Two parts have done one cell. If it is deterministic and the same in both, the first keeps it. */
static bool
is_same_twice(const struct part *first, const struct attempt *a, const struct part *second, const struct attempt *b,
              struct failure *f)
{
	size_t same = 0, length;
	char *line;
	FILE *text;

	if (a->disturbance.known || b->disturbance.known)
		return failing(f, "%s was measured in %s and in %s: it is one run's or the other's", a->cell,
		               first->dir, second->dir);
	while (same < a->count && same < b->count &&
	       sample_is_same(sample_of(first, a, same), sample_of(second, b, same)))
		same++;
	if (same == a->count && same == b->count)
		return true;
	text = memory_stream(&line, &length);
	if (same < b->count)
		sample_write(text, sample_of(second, b, same));
	memory_whole(text);
	(void)failing(f, "%s is not the same in %s and in %s: '%.*s'", a->cell, first->dir, second->dir,
	              (int)strcspn(line, "\n"), line);
	free(line);
	return false;
}

/* Of two parts that have a cell, the one that did it keeps it, for the experiments of both; otherwise the first. */
static bool
settle_cell(struct part *first, struct part *second, const struct attempt *a, const struct attempt *b,
            struct failure *f)
{
	store_add_by(&first->store, a->base, b->by);
	store_add_by(&second->store, b->base, a->by);
	store_drop(b->done && !a->done ? &first->store : &second->store, a->cell);
	return !a->done || !b->done || is_same_twice(first, a, second, b, f);
}

/* Has `first` measured a part of the cell a of `second`, in a cell with other parts? */
static bool
is_partly_in(const struct part *first, const struct attempt *a)
{
	const struct program *program = label_program(a->cell);
	unsigned parts;

	return program && a->done && store_has(&first->store, a->base, program, &parts) &&
	       parts & label_parts(a->cell, program);
}

/* Settles all cells of `second` that `first` has, too. */
static bool
settle_pair(struct part *first, struct part *second, struct failure *f)
{
	for (size_t i = 0; i < second->store.count; i++) {
		const struct attempt *b = second->store.sorted[i], *a = store_find(&first->store, b->cell);

		if (b->dropped)
			continue;
		if (a && !settle_cell(first, second, a, b, f))
			return false;
		if (!a && is_partly_in(first, b))
			return failing(f, "a part of %s was measured in %s and in %s", b->cell, first->dir,
			               second->dir);
	}
	return true;
}

static bool
settle_cells(const struct parts *parts, struct failure *f)
{
	for (size_t i = 0; i < parts->count; i++)
		for (size_t j = 0; j < i; j++)
			if (!settle_pair(&parts->at[j], &parts->at[i], f))
				return false;
	return true;
}

/* --- which machine made the timed cells ---------------------------------------------------------------------- */

/* Who made the first timed cell, of all or of one repetition. Among parts it is the base that the others are compared
 * with. */
struct timed {
	const struct part *part;
	const json_t *origin;
};

enum { REPETITIONS = 1000 }; /* the maximum of --reps */

static bool
is_same_origin(const struct timed *a, const struct timed *b, struct failure *f)
{
	return a->origin == b->origin || merge_same_origin(a->part, a->origin, b->part, b->origin, f);
}

/* All timed cells must come from one machine, or with --mix those of each repetition. */
static bool
settle_machines(struct parts *parts, struct failure *f)
{
	static struct timed of_rep[REPETITIONS];
	struct timed first = {.part = NULL};

	memset(of_rep, 0, sizeof of_rep);
	for (size_t i = 0; i < parts->count; i++)
		for (size_t j = 0; j < parts->at[i].store.count; j++) {
			const struct attempt *a = &parts->at[i].store.at[j];
			const struct timed who = {&parts->at[i], manifest_origin(parts->at[i].manifest, a->call)};
			struct timed *rep = &of_rep[a->rep % REPETITIONS];

			if (!a->done || !a->disturbance.known || a->dropped)
				continue;
			if (!first.part)
				first = who, parts->base = i;
			if (!rep->part)
				*rep = who;
			if (!parts->mix && !is_same_origin(&first, &who, f))
				return failing(f,
				               "timed cells of different machines (%s); --mix merges them, and says so",
				               f->text);
			if (rep->part != who.part && !is_same_origin(rep, &who, f))
				return failing(f,
				               "timed cells of repetition %u are of different machines (%s): what is "
				               "compared within a repetition needs one",
				               a->rep, f->text);
		}
	return true;
}

/* --- writing ---------------------------------------------------------------------------------------------- */

/* Writes all attempts; calls have the numbers that the merged manifest gives them. */
static int
write_raw(const struct parts *parts, const char *dir, struct failure *f)
{
	struct store **stores = memory_new(parts->count, sizeof *stores);
	int status;

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

	if (replace_beside(beside, sizeof beside, out) && files_make_folder("%s", beside) == 0 &&
	    write_raw(parts, beside, f) == STATUS_DONE) {
		if ((status = manifest_seal_record(beside, manifest, f)) != STATUS_DONE ||
		    (status = manifest_write(beside, manifest, f)) != STATUS_DONE) {
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
	bool good;

	if (files_exists(o->folder))
		return failed(f, STATUS_USAGE, "%s exists; a merged run has a folder of its own", o->folder);
	good = all_different(o->arguments, f) && read_parts(&parts, o->arguments, f) &&
	       merge_manifests_agree(&parts, f);
	if (good && parts.at[0].shard.of) /* shards merge in their own order, other runs in the order given */
		qsort(parts.at, parts.count, sizeof *parts.at, compare_parts);
	if (good && settle_cells(&parts, f) && settle_machines(&parts, f)) {
		json_t *manifest = merge_manifests(&parts, o);

		(void)write_output(&parts, manifest, o->folder, f);
		json_decref(manifest);
	} else {
		f->status = STATUS_USAGE;
	}
	free_parts(&parts);
	return f->status;
}
