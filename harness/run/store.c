/* SPDX-License-Identifier: MIT */
/* store.c - see store.h. */
#include "harness/base/memory.h"
#include "harness/run/store_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- order ------------------------------------------------------------------------------------------------ */

/* By cell, then by number; attempts of one key keep their order. */
static int
compare_attempts(const void *a, const void *b)
{
	const struct attempt *p = *(struct attempt *const *)a, *q = *(struct attempt *const *)b;
	const int c = strcmp(p->cell, q->cell);

	if (c || p->number == q->number)
		return c ? c : (p > q) - (p < q);
	return p->number > q->number ? 1 : -1;
}

static int
compare_cells(const void *cell, const void *a)
{
	return strcmp(cell, (*(struct attempt *const *)a)->cell);
}

/* Is the i-th in order an attempt at the cell? */
static bool
is_at(const struct store *s, size_t i, const char *cell)
{
	return i < s->count && strcmp(s->sorted[i]->cell, cell) == 0;
}

/* Where the attempts at a cell begin in order. If there is none, is_at is false there. */
static size_t
first_of(const struct store *s, const char *cell)
{
	struct attempt **at = bsearch(cell, s->sorted, s->count, sizeof *s->sorted, compare_cells);
	size_t i = at ? (size_t)(at - s->sorted) : s->count;

	while (i > 0 && is_at(s, i - 1, cell))
		i--;
	return i;
}

struct attempt *
store_find(const struct store *s, const char *cell, unsigned number)
{
	struct attempt *found = NULL;

	for (size_t i = first_of(s, cell); is_at(s, i, cell); i++)
		if (s->sorted[i]->number == number)
			found = s->sorted[i];
	return found;
}

struct attempt *
store_last(const struct store *s, const char *cell, bool done)
{
	struct attempt *found = NULL;

	for (size_t i = first_of(s, cell); is_at(s, i, cell); i++)
		if (!s->sorted[i]->dropped && (s->sorted[i]->done || !done))
			found = s->sorted[i];
	return found;
}

void
store_drop(struct store *s, const char *cell)
{
	for (size_t i = first_of(s, cell); is_at(s, i, cell); i++)
		s->sorted[i]->dropped = true;
}

static int
compare_bases(const void *a, const void *b)
{
	const struct attempt *p = *(struct attempt *const *)a, *q = *(struct attempt *const *)b;

	return (p->base > q->base) - (p->base < q->base);
}

bool
store_has(const struct store *s, uint64_t base, const struct program *program, unsigned *parts)
{
	const struct attempt key = {.base = base}, *of = &key;
	struct attempt **at = bsearch(&of, s->by_base, s->count, sizeof *s->by_base, compare_bases);
	bool done = false;

	*parts = 0;
	while (at && at > s->by_base && at[-1]->base == base)
		at--;
	for (; at && at < s->by_base + s->count && (*at)->base == base; at++)
		if ((*at)->done && !(*at)->dropped) {
			done = true;
			*parts |= label_parts((*at)->cell, program);
		}
	return done;
}

/* Marks the last attempt at each cell, and the one whose samples count. */
static void
mark(struct store *s)
{
	struct attempt *speaks = NULL;

	for (size_t i = 0; i < s->count; i++) {
		struct attempt *a = s->sorted[i];

		if (a->done)
			speaks = a;
		a->last = i + 1 == s->count || strcmp(a->cell, s->sorted[i + 1]->cell) != 0;
		if (!a->last)
			continue;
		s->cells++;
		if (speaks)
			speaks->speaks = true;
		speaks = NULL;
	}
}

void
store_sort(struct store *s)
{
	s->sorted = calloc(s->count + 1, sizeof(struct attempt *));
	s->by_base = calloc(s->count + 1, sizeof(struct attempt *));
	memory_needed(s->sorted);
	memory_needed(s->by_base);
	for (size_t i = 0; i < s->count; i++) {
		s->sorted[i] = s->by_base[i] = &s->at[i];
		s->at[i].base = label_base(s->at[i].cell);
	}
	qsort(s->sorted, s->count, sizeof(struct attempt *), compare_attempts);
	qsort(s->by_base, s->count, sizeof(struct attempt *), compare_bases);
	mark(s);
}

void
store_free(struct store *s)
{
	if (s->file)
		fclose(s->file);
	free(s->at);
	free(s->sorted);
	free(s->by_base);
	free(s->sample);
	free(s->text);
	*s = (struct store){.at = NULL};
}

/* --- writing ---------------------------------------------------------------------------------------------- */

/* The number of cells that have an attempt which is not dropped. */
static size_t
count_kept(const struct store *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->count; i++)
		n += !s->sorted[i]->dropped &&
		     (i == 0 || s->sorted[i - 1]->dropped || strcmp(s->sorted[i - 1]->cell, s->sorted[i]->cell) != 0);
	return n;
}

static void
write_attempt(FILE *f, const struct attempt *a)
{
	line_write_attempt(f, a);
	if (a->length > 0)
		fwrite(a->samples, 1, a->length, f);
}

/* What a file says of n runs together: all that they were asked for, and their cells. */
static void
write_asked(FILE *f, struct store *const *stores, size_t n, size_t more)
{
	bool asked[EXPERIMENTS] = {false};

	for (size_t i = 0; i < n; i++) {
		for (size_t e = 0; experiment_all[e]; e++)
			asked[e] |= stores[i]->asked[e];
		more += count_kept(stores[i]);
	}
	line_write_asked(f, asked, more);
}

int
store_write(const char *dir, struct store *const *stores, size_t n, size_t more, struct failure *f)
{
	struct files_new new;

	if (!files_begin(&new, "%s/%s", dir, STORE_FILE))
		return files_finish(&new, STATUS_FAILED, f);
	line_write_headers(new.stream, false);
	write_asked(new.stream, stores, n, more);
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < stores[i]->count; j++)
			if (!stores[i]->at[j].dropped)
				write_attempt(new.stream, &stores[i]->at[j]);
	return files_finish(&new, STATUS_FAILED, f);
}

bool
store_holds(const char *dir, const char *file, const char *suffix)
{
	char path[FILES_PATH];

	return files_path(path, "%s/%s%s", dir, file, suffix) && files_exists(path);
}

const char *const *
store_files(const char *dir)
{
	static const char *const own[] = {STORE_FILE, NULL};

	return store_holds(dir, STORE_FILE, "") || store_holds(dir, STORE_FILE, ".gz") ? own : older_files;
}

bool
store_is_history(const char *dir)
{
	return store_holds(dir, STORE_FILE, ".gz") || store_holds(dir, older_files[0], ".gz");
}

void
store_remove(const char *dir)
{
	char path[FILES_PATH];

	if (files_path(path, "%s/%s", dir, STORE_FILE))
		unlink(path);
}

/* Does the file hold what is no longer part of the run? */
static bool
is_stale(const struct store *s)
{
	bool stale = !s->text || s->older || s->cut || s->lost > 0;

	for (size_t i = 0; i < s->count; i++)
		stale |= s->at[i].dropped;
	return stale;
}

int
store_begin(struct store *s, const char *dir, const bool asked[EXPERIMENTS], size_t more, struct failure *f)
{
	bool stale = is_stale(s) || s->planned != count_kept(s) + more;

	for (size_t i = 0; experiment_all[i]; i++) {
		stale |= asked[i] && !s->asked[i];
		s->asked[i] |= asked[i];
	}
	if (stale && store_write(dir, &s, 1, more, f) != STATUS_DONE)
		return f->status;
	if (store_holds(dir, older_files[0], ""))
		older_remove(dir);
	if (!files_path(s->path, "%s/%s", dir, STORE_FILE) || !(s->file = fopen(s->path, "ae")))
		return failed_at(f, STATUS_FAILED, s->path);
	return STATUS_DONE;
}

int
store_append(struct store *s, const struct attempt *a)
{
	struct attempt whole = *a;

	if (!a->done)
		whole.length = 0;
	for (size_t i = 0; i < whole.length; i++)
		whole.count += whole.samples[i] == '\n';
	write_attempt(s->file, &whole);
	return fflush(s->file) == 0 ? 0 : -1;
}
