/* SPDX-License-Identifier: MIT */
/* store.c - see store.h. */
#include "harness/base/memory.h"
#include "harness/run/store_parts.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- order ------------------------------------------------------------------------------------------------ */

static int
attempt_compare_keys(const struct attempt *a, const struct attempt *b)
{
	const int c = strcmp(a->cell, b->cell);

	return c ? c : (a->number > b->number) - (a->number < b->number);
}

/* Attempts of one key keep their order. */
static int
compare_attempts(const void *a, const void *b)
{
	const struct attempt *p = *(struct attempt *const *)a, *q = *(struct attempt *const *)b;
	const int c = attempt_compare_keys(p, q);

	return c ? c : (p > q) - (p < q);
}

/* How many attempts in order are not after this one? */
static size_t
count_until(const struct store *s, const char *cell, unsigned number)
{
	const struct attempt key = {.cell = cell, .number = number};
	size_t from = 0, to = s->count;

	while (from < to) {
		const size_t middle = (from + to) / 2;

		if (attempt_compare_keys(s->sorted[middle], &key) <= 0)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

struct attempt *
store_find(const struct store *s, const char *cell, unsigned number)
{
	const size_t n = count_until(s, cell, number);
	struct attempt *a = n > 0 ? s->sorted[n - 1] : NULL;

	return a && a->number == number && strcmp(a->cell, cell) == 0 ? a : NULL;
}

void
store_drop(struct store *s, const char *cell)
{
	for (size_t i = count_until(s, cell, UINT_MAX); i > 0 && strcmp(s->sorted[i - 1]->cell, cell) == 0; i--)
		s->sorted[i - 1]->dropped = true;
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
	size_t from = 0, to = s->count;
	bool done = false;

	while (from < to) {
		const size_t middle = from + (to - from) / 2;

		if (s->by_base[middle]->base < base)
			from = middle + 1;
		else
			to = middle;
	}
	*parts = 0;
	for (; from < s->count && s->by_base[from]->base == base; from++)
		if (s->by_base[from]->done && !s->by_base[from]->dropped) {
			done = true;
			*parts |= label_parts(s->by_base[from]->cell, program);
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

const char *const *
store_files(const char *dir)
{
	static const char *const own[] = {STORE_FILE, NULL};
	char path[FILES_PATH];
	const bool has_own = (files_path(path, "%s/%s", dir, STORE_FILE) && files_exists(path)) ||
	                     (files_path(path, "%s/%s.gz", dir, STORE_FILE) && files_exists(path));

	return has_own ? own : older_files;
}

bool
store_is_history(const char *dir)
{
	char path[FILES_PATH];

	return (files_path(path, "%s/%s.gz", dir, STORE_FILE) && files_exists(path)) || older_exists(dir, ".gz");
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
	if (older_exists(dir, ""))
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
