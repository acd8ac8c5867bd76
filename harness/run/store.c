/* SPDX-License-Identifier: MIT */
/*
 * store.c - see store.h. It has more than 400 lines: the one format of a record is written and read side by side.
 *
 * What is wrong with a record means three things:
 *
 *                                   results are read     a run goes on             runs are merged
 *      the last attempt is cut off  left out             left out                  refused
 *      a record is damaged          refused              left out: measured again  refused
 *      a later version's format     refused              refused                   refused
 */
#include "harness/run/store_parts.h"

#include "harness/base/memory.h"
#include "harness/base/values.h"
#include "harness/run/given_up.h"
#include "harness/run/noise.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- columns ---------------------------------------------------------------------------------------------- */

static const char *const attempt_names[ATTEMPT_COLUMNS] = {
	"cell",     "attempt",    "rep",      "status", "seconds", "call",  "alu_ps", "read_ps",
	"steal_ms", "migrations", "switches", "short",  "change",  "noise", "reason", "samples"};
static const char *const sample_names[SAMPLE_COLUMNS] = {"rep",     "place", "series", "x",
                                                         "measure", "unit",  "num",    "den"};

/* Splits a line at its commas. Returns the number of fields; more than LINE_MOST count as one more. */
static int
split(char *line, char *field[LINE_MOST])
{
	int n = 0;

	while (line && n < LINE_MOST)
		field[n++] = strsep(&line, ",");
	return n + (line != NULL);
}

void
line_columns(char *header, const char *const *names, int count, struct line_columns *c)
{
	char *field[LINE_MOST];

	c->count = count;
	c->fields = split(header, field);
	for (int i = 0; i < count; i++) {
		c->at[i] = -1;
		for (int j = 0; j < c->fields && c->fields <= LINE_MOST; j++)
			if (strcmp(field[j], names[i]) == 0)
				c->at[i] = j;
	}
}

bool
line_split(char *line, const struct line_columns *c, const char *value[LINE_MOST])
{
	char *field[LINE_MOST];

	if (split(line, field) != c->fields)
		return false;
	for (int i = 0; i < c->count; i++)
		value[i] = c->at[i] < 0 ? "" : field[c->at[i]];
	return true;
}

/* Returns what is behind the beginning of a line; NULL if it has another. */
static char *
after(char *line, const char *beginning)
{
	const size_t n = strlen(beginning);

	return strncmp(line, beginning, n) == 0 ? line + n : NULL;
}

/* Finds the columns of a kind of lines, whose header begins with its name. Returns false if one is missing other than
 * `may_lack`, which is -1 if none may. */
static bool
has_columns(char *header, const char *kind, const char *const *names, int count, int may_lack, struct line_columns *c)
{
	header = after(header, kind);
	if (!header)
		return false;
	line_columns(header, names, count, c);
	while (count > 0 && (c->at[count - 1] >= 0 || count - 1 == may_lack))
		count--;
	return count == 0;
}

static void
write_header(FILE *f, const char *kind, const char *const *names, int n)
{
	fputs(kind, f);
	for (int i = 0; i < n; i++)
		fprintf(f, "%s%c", names[i], i + 1 < n ? ',' : '\n');
}

static void
write_headers(FILE *f)
{
	fputs("format,1\nasked,experiments,cells\n", f);
	write_header(f, "attempt,", attempt_names, ATTEMPT_COLUMNS);
	write_header(f, "sample,", sample_names, SAMPLE_COLUMNS);
}

/* --- attempts --------------------------------------------------------------------------------------------- */

/* Only a timed cell that is done has canary readings. Those of earlier versions have no `change`. */
static struct disturbance
parse_disturbance(const char *const value[ATTEMPT_COLUMNS])
{
	struct disturbance d = {.known = true};
	uint64_t *const number[] = {&d.alu_ps, &d.read_ps, &d.steal_ms, &d.migrations, &d.switches, &d.short_slices};

	for (int i = ALU; i <= SHORT; i++)
		if (!value_number(value[i], 0, UINT64_MAX, number[i - ALU]))
			return (struct disturbance){.known = false};
	if (!value_number(value[CHANGE], 1, UINT64_MAX, &d.change))
		d.change = 0;
	return d;
}

const char *
line_attempt(const char *const value[ATTEMPT_COLUMNS], struct attempt *a)
{
	uint64_t count;

	*a = (struct attempt){
		.cell = value[CELL],
		.status = value[STATUS],
		.done = strcmp(value[STATUS], "done") == 0,
		.given_up = strcmp(value[REASON], given_up_reason) == 0,
		.disturbance = parse_disturbance(value),
		.noise = value[NOISE],
		.reason = value[REASON],
	};
	if (!value_unsigned(value[ATTEMPT], 0, UINT_MAX, &a->number) ||
	    !value_unsigned(value[REP], 0, UINT_MAX, &a->rep) || !value_unsigned(value[CALL], 0, UINT_MAX, &a->call) ||
	    !value_real(value[SECONDS], 0, HUGE_VAL, &a->seconds) || !value_number(value[SAMPLES], 0, SIZE_MAX, &count))
		return "not an attempt: one of its numbers is none";
	a->count = count;
	if (a->done || strcmp(a->status, "failed") == 0 || strcmp(a->status, "skipped") == 0)
		return NULL;
	return "not an attempt: its status is none";
}

/* Writes free text up to the end of its first line, without commas and quotes, so that lines stay simple to split. */
static void
write_text(FILE *f, const char *text)
{
	fputc(',', f);
	for (; *text && *text != '\n'; text++)
		fputc(*text == ',' || *text == '"' ? ';' : *text, f);
}

/* Its samples, a->count lines, are to follow. */
static void
write_attempt(FILE *f, const struct attempt *a)
{
	const struct disturbance *d = &a->disturbance;

	fprintf(f, "attempt,%s,%u,%u,%s,%.3f,%u", a->cell, a->number, a->rep, a->status, a->seconds, a->call);
	if (d->known)
		fprintf(f, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",", d->alu_ps,
		        d->read_ps, d->steal_ms, d->migrations, d->switches, d->short_slices);
	else
		fputs(",,,,,,,", f);
	if (d->known && d->change)
		fprintf(f, "%" PRIu64, d->change);
	write_text(f, a->noise);
	write_text(f, a->reason);
	fprintf(f, ",%zu\n", a->count);
}

/* --- samples ---------------------------------------------------------------------------------------------- */

void
sample_write(FILE *f, const struct sample *s)
{
	fprintf(f, "sample,%u,%s,%s,%.9g,%s,%s,%" PRIu64 ",%" PRIu64 "\n", s->round, s->panel, s->series, s->x,
	        s->metric, s->unit, s->num, s->den);
}

bool
sample_is_same(const struct sample *a, const struct sample *b)
{
	return a->round == b->round && a->x == b->x && a->num == b->num && a->den == b->den &&
	       strcmp(a->panel, b->panel) == 0 && strcmp(a->series, b->series) == 0 &&
	       strcmp(a->metric, b->metric) == 0 && strcmp(a->unit, b->unit) == 0;
}

static bool
copy_text(const char *from, char *to, size_t room)
{
	return (size_t)snprintf(to, room, "%s", from) < room;
}

bool
line_sample(const char *const value[SAMPLE_COLUMNS], struct sample *s)
{
	*s = (struct sample){.superseded = false};
	return value_unsigned(value[S_REP], 0, UINT_MAX, &s->round) &&
	       copy_text(value[S_PLACE], s->panel, sizeof s->panel) &&
	       copy_text(value[S_SERIES], s->series, sizeof s->series) &&
	       value_real(value[S_X], -HUGE_VAL, HUGE_VAL, &s->x) &&
	       copy_text(value[S_MEASURE], s->metric, sizeof s->metric) &&
	       copy_text(value[S_UNIT], s->unit, sizeof s->unit) &&
	       value_number(value[S_NUM], 0, UINT64_MAX, &s->num) && value_number(value[S_DEN], 0, UINT64_MAX, &s->den);
}

/* --- what a call was asked for ---------------------------------------------------------------------------- */

void
line_names(const char *names, bool set[EXPERIMENTS])
{
	char name[16];

	for (; *names && *names != ','; names += strcspn(names, " ,"), names += *names == ' ') {
		snprintf(name, sizeof name, "%.*s", (int)strcspn(names, " ,"), names);
		if (experiment_find(name))
			set[experiment_index(name)] = true;
	}
}

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

/* Says what n runs together were asked for, and how many cells they have, with `more` to come. */
static void
write_asked(FILE *f, struct store *const *stores, size_t n, size_t more)
{
	const char *separator = "";

	fputs("asked,", f);
	for (size_t e = 0; experiment_all[e]; e++) {
		bool asked = false;

		for (size_t i = 0; i < n; i++)
			asked |= stores[i]->asked[e];
		if (asked) {
			fprintf(f, "%s%s", separator, experiment_all[e]->id);
			separator = " ";
		}
	}
	for (size_t i = 0; i < n; i++)
		more += count_kept(stores[i]);
	fprintf(f, ",%zu\n", more);
}

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

static void
sort(struct store *s)
{
	s->sorted = memory_new(s->count, sizeof(struct attempt *));
	s->by_base = memory_new(s->count, sizeof(struct attempt *));
	for (size_t i = 0; i < s->count; i++) {
		s->sorted[i] = s->by_base[i] = &s->at[i];
		s->at[i].base = label_base(s->at[i].cell);
	}
	qsort(s->sorted, s->count, sizeof(struct attempt *), compare_attempts);
	qsort(s->by_base, s->count, sizeof(struct attempt *), compare_bases);
	mark(s);
	noise_compare(s);
}

/* --- reading ---------------------------------------------------------------------------------------------- */

enum { HEADERS = 4 }; /* format, asked, attempt, sample */

struct reader {
	struct store *s;
	struct line_columns attempt, sample;
	char *at; /* the line to read next */
	unsigned long line;
	struct failure *f;
};

/* Ends the line at a NUL, and goes on to the next. NULL at the end, and if the last line is cut off. */
static char *
next_line(struct reader *r)
{
	char *line = r->at, *end = strchr(line, '\n');

	if (!end)
		return NULL;
	*end = '\0';
	r->at = end + 1;
	r->line++;
	return line;
}

static int
damaged(struct reader *r, const char *what)
{
	return failed(r->f, STATUS_FAILED, "%s:%lu: %s", r->s->path, r->line, what);
}

/* Takes the samples of an attempt, as many as it says. */
static int
take_samples(struct reader *r, struct attempt *a)
{
	const char *value[LINE_MOST];
	struct store *s = r->s;

	a->first = s->samples;
	while (s->samples - a->first < a->count) {
		char *line = next_line(r), *fields = line ? after(line, "sample,") : NULL;

		s->sample = memory_grown(s->sample, s->samples, sizeof *s->sample);
		if (fields && line_split(fields, &r->sample, value) && line_sample(value, &s->sample[s->samples])) {
			s->sample[s->samples++].attempt = a->number;
			continue;
		}
		s->samples = a->first;
		if (!line) {
			s->cut = true;
			return STATUS_DONE;
		}
		if (!fields) { /* it may be the next attempt */
			r->at[-1] = '\n';
			r->at = line;
		}
		return damaged(r, "not a sample, and the attempt before it has more");
	}
	s->count++;
	return STATUS_DONE;
}

static int
take_attempt(struct reader *r, char *fields)
{
	const char *value[LINE_MOST], *wrong = "not as many fields as its header";
	struct store *s = r->s;

	s->at = memory_grown(s->at, s->count, sizeof *s->at);
	if (!line_split(fields, &r->attempt, value) || (wrong = line_attempt(value, &s->at[s->count])))
		return damaged(r, wrong);
	return take_samples(r, &s->at[s->count]);
}

/* A run that goes on leaves out what is damaged, up to the next record. */
static void
skip_damaged(struct reader *r)
{
	while (*r->at && !after(r->at, "attempt,") && !after(r->at, "asked,") && next_line(r))
		;
	r->s->lost++;
	*r->f = (struct failure){.status = STATUS_DONE};
}

static int
take_records(struct reader *r)
{
	struct store *s = r->s;
	int status = STATUS_DONE;
	char *line, *fields;

	while (status == STATUS_DONE && !s->cut && (line = next_line(r))) {
		if ((fields = after(line, "attempt,"))) {
			status = take_attempt(r, fields);
		} else if ((fields = after(line, "asked,"))) {
			line_names(fields, s->asked);
			fields = strchr(fields, ',');
			s->planned = fields ? strtoull(fields + 1, NULL, 10) : 0;
		} else {
			status = damaged(r, "neither an attempt nor what a call was asked for");
		}
		if (status != STATUS_DONE && s->reading == STORE_CONTINUE) {
			skip_damaged(r);
			status = STATUS_DONE;
		}
	}
	s->cut |= *r->at != '\0';
	return status;
}

/* How does the file begin: with other headers than this version writes? Or was only a part of these written? Then a run
 * that goes on begins it anew. */
static void
look_at_headers(struct store *s)
{
	char *headers;
	size_t length;
	FILE *f = memory_stream(&headers, &length);

	write_headers(f);
	memory_whole(f);
	s->other = strncmp(s->text, headers, length) != 0;
	s->cut = s->reading == STORE_CONTINUE && strlen(s->text) < length &&
	         strncmp(s->text, headers, strlen(s->text)) == 0;
	free(headers);
}

static int
read_headers(struct reader *r)
{
	char *line[HEADERS] = {NULL};
	int n = 0;

	while (n < HEADERS && (line[n] = next_line(r)))
		n++;
	if (n > 0 && after(line[0], "format,") && strcmp(line[0], "format,1") != 0)
		return failed(r->f, STATUS_FAILED, "%s:1: '%s': a later version's record", r->s->path, line[0]);
	if (n == HEADERS && strcmp(line[0], "format,1") == 0 && after(line[1], "asked,") &&
	    has_columns(line[2], "attempt,", attempt_names, ATTEMPT_COLUMNS, CHANGE, &r->attempt) &&
	    has_columns(line[3], "sample,", sample_names, SAMPLE_COLUMNS, -1, &r->sample))
		return STATUS_DONE;
	return failed(r->f, STATUS_FAILED, "%s:%d: not the record of a run: unexpected header", r->s->path, n ? n : 1);
}

static int
read_record(struct store *s, size_t length, struct failure *f)
{
	struct reader r = {.s = s, .at = s->text, .f = f};

	/* A power cut may leave zeros. With a comma for each, their line has more fields than its header. */
	for (char *zero = s->text; (zero = memchr(zero, '\0', (size_t)(s->text + length - zero)));)
		*zero = ',';
	look_at_headers(s);
	if (s->cut)
		return STATUS_DONE;
	return read_headers(&r) != STATUS_DONE ? f->status : take_records(&r);
}

/* --- the file --------------------------------------------------------------------------------------------- */

static bool
holds(const char *dir, const char *file, const char *suffix)
{
	char path[FILES_PATH];

	return files_path(path, "%s/%s%s", dir, file, suffix) && files_exists(path);
}

const char *const *
store_files(const char *dir)
{
	static const char *const own[] = {STORE_FILE, NULL};

	return holds(dir, STORE_FILE, "") || holds(dir, STORE_FILE, ".gz") ? own : older_files;
}

bool
store_is_history(const char *dir)
{
	return holds(dir, STORE_FILE, ".gz") || holds(dir, older_files[0], ".gz");
}

static int
check_whole(const struct store *s, struct failure *f)
{
	if (s->cut)
		return failed(f, STATUS_FAILED, "%s: its end is cut off; run it again to mend it", s->path);
	for (size_t i = 0; i + 1 < s->count; i++)
		if (strcmp(s->sorted[i]->cell, s->sorted[i + 1]->cell) == 0 &&
		    s->sorted[i]->number == s->sorted[i + 1]->number && s->sorted[i + 1]->done && s->sorted[i]->done)
			return failed(f, STATUS_FAILED, "%s has %s twice", s->path, s->sorted[i]->cell);
	return STATUS_DONE;
}

int
store_read(struct store *s, enum store_reading reading, const char *dir, struct failure *f)
{
	int status = STATUS_DONE, error;
	size_t length;

	*s = (struct store){.reading = reading};
	if (files_find(s->path, dir, STORE_FILE, f) != STATUS_DONE)
		return f->status;
	s->text = files_read(s->path, &length);
	error = errno;
	if (s->text) {
		status = read_record(s, length, f);
	} else if (error == ENOENT && (holds(dir, older_files[0], "") || holds(dir, older_files[0], ".gz"))) {
		status = older_read(s, dir, f);
	} else if (error != ENOENT || reading != STORE_CONTINUE) {
		errno = error;
		status = failed_at(f, STATUS_FAILED, s->path);
	}
	if (status != STATUS_DONE)
		return status;
	sort(s);
	return reading == STORE_MERGE ? check_whole(s, f) : STATUS_DONE;
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
	free(s->labels);
	*s = (struct store){.at = NULL};
}

int
store_write(const char *dir, struct store *const *stores, size_t n, size_t more, struct failure *f)
{
	struct files_new new;

	if (!files_begin(&new, "%s/%s", dir, STORE_FILE))
		return files_finish(&new, STATUS_FAILED, f);
	write_headers(new.stream);
	write_asked(new.stream, stores, n, more);
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < stores[i]->count; j++) {
			const struct attempt *a = &stores[i]->at[j];

			if (a->dropped)
				continue;
			write_attempt(new.stream, a);
			for (size_t k = 0; k < a->count; k++)
				sample_write(new.stream, &stores[i]->sample[a->first + k]);
		}
	return files_finish(&new, STATUS_FAILED, f);
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
	bool stale = !s->text || s->older || s->other || s->cut || s->lost > 0;

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
	older_remove(dir);
	if (!files_path(s->path, "%s/%s", dir, STORE_FILE) || !(s->file = fopen(s->path, "ae")))
		return failed_at(f, STATUS_FAILED, s->path);
	return STATUS_DONE;
}

int
store_append(struct store *s, const struct attempt *a, const char *samples, size_t length)
{
	struct attempt whole = *a;

	if (!a->done)
		length = 0;
	for (size_t i = 0; i < length; i++)
		whole.count += samples[i] == '\n';
	write_attempt(s->file, &whole);
	if (length > 0)
		fwrite(samples, 1, length, s->file);
	return fflush(s->file) == 0 ? 0 : -1;
}
