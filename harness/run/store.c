/* SPDX-License-Identifier: MIT */
/* store.c - see store.h. */
#include "harness/base/memory.h"
#include "harness/run/store_parts.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const store_files[FILES] = {"cells.csv", "samples.csv"};

/* --- order ------------------------------------------------------------------------------------------------ */

int
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

void
store_sort(struct store *s)
{
	struct attempt *speaks = NULL;

	s->sorted = calloc(s->count + 1, sizeof(struct attempt *));
	memory_needed(s->sorted);
	for (size_t i = 0; i < s->count; i++)
		s->sorted[i] = &s->at[i];
	qsort(s->sorted, s->count, sizeof(struct attempt *), compare_attempts);
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

static void
forget_samples(struct store *s)
{
	for (size_t i = 0; i < s->count; i++) {
		free(s->at[i].owned);
		s->at[i].samples = s->at[i].owned = NULL;
	}
	free(s->samples_text);
	s->samples_text = NULL;
}

void
store_free(struct store *s)
{
	forget_samples(s);
	if (s->samples)
		fclose(s->samples);
	if (s->rows)
		fclose(s->rows);
	free(s->at);
	free(s->sorted);
	free(s->rows_text);
	*s = (struct store){.at = NULL};
}

/* --- writing ---------------------------------------------------------------------------------------------- */

static void
write_attempt(const struct attempt *a, FILE *rows, FILE *samples)
{
	if (a->dropped)
		return;
	row_write(rows, a);
	if (a->done)
		fwrite(a->samples, 1, a->length, samples);
}

int
store_write(const char *dir, struct store *const *stores, size_t n, struct failure *f)
{
	char path[FILES][FILES_PATH];
	struct files_new new[FILES];
	int open = 0, whole = 0, error;

	errno = ENAMETOOLONG;
	while (open < FILES && files_path(path[open], "%s/%s", dir, store_files[open]) &&
	       files_begin(&new[open], path[open]))
		open++;
	if (open == FILES) {
		row_write_header(new[ROWS].stream);
		fputs(samples_header, new[SAMPLES].stream);
	}
	for (size_t i = 0; open == FILES && i < n; i++)
		for (size_t j = 0; j < stores[i]->count; j++)
			write_attempt(&stores[i]->at[j], new[ROWS].stream, new[SAMPLES].stream);
	/* The rows first: if the program is killed between the two, no attempt counts without its samples. */
	while (open == FILES && whole < FILES && files_commit(&new[whole]) == 0)
		whole++;
	if (whole == FILES)
		return STATUS_DONE;
	error = errno;
	(void)failed_at(f, STATUS_FAILED, path[open < FILES ? open : whole]);
	for (int i = open < FILES ? 0 : whole + 1; i < open; i++)
		files_abandon(&new[i]);
	errno = error;
	return STATUS_FAILED;
}

bool
store_is_history(const char *dir)
{
	char path[FILES_PATH];

	for (int i = 0; i < FILES; i++)
		if (files_path(path, "%s/%s.gz", dir, store_files[i]) && files_exists(path))
			return true;
	return false;
}

void
store_remove(const char *dir)
{
	char path[FILES_PATH];

	for (int i = 0; i < FILES; i++)
		if (files_path(path, "%s/%s", dir, store_files[i]))
			unlink(path);
}

int
store_begin(struct store *s, const char *dir, struct failure *f)
{
	if (store_write(dir, &s, 1, f) != STATUS_DONE)
		return f->status;
	forget_samples(s);
	if (!(s->rows = fopen(s->rows_path, "ae")))
		return failed_at(f, STATUS_FAILED, s->rows_path);
	if (!(s->samples = fopen(s->samples_path, "ae")))
		return failed_at(f, STATUS_FAILED, s->samples_path);
	return STATUS_DONE;
}

int
store_append(struct store *s, const struct attempt *a)
{
	if (a->done && (fwrite(a->samples, 1, a->length, s->samples) != a->length || fflush(s->samples) != 0))
		return -1;
	row_write(s->rows, a);
	return fflush(s->rows) == 0 ? 0 : -1;
}
