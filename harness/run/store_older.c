/* SPDX-License-Identifier: MIT */
/*
 * store_older.c - the runs of earlier versions, whose raw record was two files:
 *
 *      cells.csv     cell,attempt,status,seconds,call,for,alu_ps,...,noise,reason
 *      samples.csv   cell,attempt,rep,exp,panel,series,x,metric,unit,num,den
 *
 * A sample belonged to an experiment, and a cell to those that it was measured `for`. One measurement was kept once for
 * each experiment that showed it. All of them become the same sample, in the words of its program:
 *
 *      life:cf:...:rep=3       f6,a,cf,0.05,lookup    ->  life:cf:...:parts=...:rep=3      ,cf,0.05,lookup_absent
 *      fill:cf:m=32768:f=12..  f2,a,m=2^15,12,load    ->  fill:cf:...                      b=4:m=2^15,cf,12,load
 *
 * Lines that a kill cut off are left out. Earlier versions of cells.csv lack columns, which then are empty.
 */
#include "harness/run/store_parts.h"

#include "core/bits.h"
#include "harness/base/memory.h"
#include "harness/base/values.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const older_files[] = {"cells.csv", "samples.csv", NULL};

void
older_remove(const char *dir)
{
	char path[FILES_PATH];

	for (int i = 0; i < 2; i++)
		if (files_path(path, "%s/%s", dir, older_files[i]))
			unlink(path);
}

/* --- names of samples ------------------------------------------------------------------------------------- */

/* Experiments whose samples have other names now. NULL: any; as it was. x == true: where the sample is seen has become
 * the experiment's. */
static const struct word {
	const char *program, *exp, *panel, *metric, *place, *measure;
	bool anywhere;
} words[] = {
	{"life", "f6", "a", "lookup", "", "lookup_absent", false},
	{"life", "f6", "b", "lookup", "", "lookup_present", false},
	{"life", "f6", "a", "occupancy", "", "lookup_absent_occupancy", false},
	{"life", "f6", "b", "occupancy", "", "lookup_present_occupancy", false},
	{"life", "f7", "", "occupancy", "", "insert_occupancy", false},
	{"life", "f8", "", "occupancy", "", "delete_occupancy", false},
	{"ground", "c1", NULL, NULL, NULL, NULL, false},
	{"ground", NULL, NULL, NULL, "", "rate", true},
	{"scaling", "x1", "a", NULL, "lookup-0", NULL, false},
	{"scaling", "x1", "b", NULL, "lookup-50", NULL, false},
	{"scaling", "x1", "c", NULL, "lookup-100", NULL, false},
	{"scaling", "x1", "d", NULL, "build", NULL, false},
	{"scaling", "x1", "e", NULL, "mix-95", NULL, false},
	{"scaling", "x1", "f", NULL, "mix-50", NULL, false},
	{"scaling", "x2", "", NULL, "stripes", NULL, false},
	{"scaling", "x4", "a", NULL, "churn-one", NULL, false},
	{"scaling", "x4", "b", NULL, "churn-all", NULL, false},
	{"scaling", "x4", "c", NULL, "memory", NULL, false},
	{"fill", NULL, NULL, "bits_at_f", NULL, "bits_per_item", false},
	{"fill", NULL, NULL, "bits_at_setting", NULL, "bits_per_item", false},
};

static bool
matches(const char *pattern, const char *text)
{
	return !pattern || strcmp(pattern, text) == 0;
}

/* A fill is named after its table and its fingerprints, which its label tells. */
static void
name_fill(const char *cell, struct sample *s)
{
	const size_t b = label_number(cell, "b"), m = label_number(cell, "m"), f = label_number(cell, "f");

	(void)label_filter(cell, s->series);
	*s->panel = '\0';
	if (b && is_power_of_two(m))
		snprintf(s->panel, sizeof s->panel, "b=%zu:m=2^%u", b, log2_floor(m));
	else if (b)
		snprintf(s->panel, sizeof s->panel, "b=%zu:m=%zu", b, m);
	s->x = (double)(f ? f : label_number(cell, "k"));
}

/* Names a sample whose exp, panel, series and metric were an experiment's as its program would. Returns false if that
 * program emits no such sample: it can be computed from others. */
static bool
name_sample(const char *cell, struct sample *s)
{
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		const struct word *w = &words[i];

		if (!label_is_of(cell, w->program) || !matches(w->exp, s->exp) || !matches(w->panel, s->panel) ||
		    !matches(w->metric, s->metric))
			continue;
		if (w->place)
			snprintf(s->panel, sizeof s->panel, "%s", w->place);
		if (w->measure)
			snprintf(s->metric, sizeof s->metric, "%s", w->measure);
		if (w->anywhere)
			s->x = 0;
		break;
	}
	if (!label_is_of(cell, "fill"))
		return true;
	name_fill(cell, s);
	return strcmp(s->metric, "interleaved") != 0;
}

/* --- names of cells ----------------------------------------------------------------------------------------------- */

/* What a cell measured for an experiment, in the order in which labels name it. */
static const struct part {
	const char *program, *name, *experiments;
} parts[] = {
	{"life", "fill", "t3 f7 c2"},   {"life", "occupancies", "f6 c2"}, {"life", "errors", "t3 c2"},
	{"life", "shares", "f5 l4 c2"}, {"life", "deletions", "f8"},      {"scaling", "threads", "x1"},
	{"scaling", "churn", "x4"},
};

static bool
served_any(const bool served[EXPERIMENTS], const char *experiments)
{
	for (size_t i = 0; experiment_all[i]; i++)
		if (served[i] && is_among(experiments, experiment_all[i]->id))
			return true;
	return false;
}

/* Writes the label that a cell has now which served these experiments. */
static const char *
name_cell(const char *cell, const bool served[EXPERIMENTS], char label[])
{
	const char *rep = strstr(cell, ":rep="), *separator = ":parts=";
	size_t n;

	rep = rep ? rep : cell + strlen(cell);
	n = (size_t)snprintf(label, LABEL_ROOM, "%.*s", (int)(rep - cell), cell);
	for (size_t i = 0; i < sizeof parts / sizeof *parts && n < LABEL_ROOM; i++)
		if (label_is_of(cell, parts[i].program) && served_any(served, parts[i].experiments)) {
			n += (size_t)snprintf(label + n, LABEL_ROOM - n, "%s%s", separator, parts[i].name);
			separator = "+";
		}
	if (n < LABEL_ROOM)
		snprintf(label + n, LABEL_ROOM - n, "%s", rep);
	return label;
}

/* --- the two files ---------------------------------------------------------------------------------------- */

/* The columns of both, in the order of an attempt's and a sample's values now; then those that only they have. */
enum { FOR = ATTEMPT_COLUMNS, CELLS_COLUMNS };
enum { S_CELL = SAMPLE_COLUMNS, S_ATTEMPT, S_EXP, SAMPLES_COLUMNS };
static const char *const cells_names[CELLS_COLUMNS] = {
	"cell",       "attempt",  "rep",   "status", "seconds", "call",   "alu_ps",  "read_ps", "steal_ms",
	"migrations", "switches", "short", "change", "noise",   "reason", "samples", "for"};
static const char *const samples_names[SAMPLES_COLUMNS] = {"rep", "panel", "series", "x",       "metric", "unit",
                                                           "num", "den",   "cell",   "attempt", "exp"};

/* A line of samples.csv. Its sample's exp is the experiment that it was kept for. */
struct row {
	const char *cell;
	struct sample sample;
	size_t order;
};

struct older {
	struct store *s;
	char path[FILES_PATH];
	struct row *row;
	size_t rows;
};

static const char *
take_cell(struct older *o, const char *value[])
{
	struct store *s = o->s;
	struct attempt *a;
	const char *wrong;

	s->at = memory_grown(s->at, s->count, sizeof *s->at);
	a = &s->at[s->count++];
	value[REP] = value[SAMPLES] = "0";
	if (!*value[CALL])
		value[CALL] = "0";
	wrong = line_attempt(value, a);
	a->rep = (unsigned)label_number(a->cell, "rep");
	line_names(value[FOR], a->served);
	return wrong;
}

static const char *
take_sample(struct older *o, const char *value[])
{
	const char *wrong;
	struct row *r;

	o->row = memory_grown(o->row, o->rows, sizeof *o->row);
	r = &o->row[o->rows];
	if ((wrong = line_sample(value, &r->sample)))
		return wrong;
	if (!value_unsigned(value[S_ATTEMPT], 0, UINT_MAX, &r->sample.attempt))
		return "not a sample: its attempt is none";
	snprintf(r->sample.exp, sizeof r->sample.exp, "%s", value[S_EXP]);
	r->cell = value[S_CELL];
	r->order = o->rows++;
	return NULL;
}

/* Reads cells.csv (0) or samples.csv (1), and gives each line to take_cell or take_sample. */
static int
read_lines(struct older *o, const char *dir, int file, char **text, struct failure *f)
{
	struct line_columns columns;
	const char *value[LINE_MOST], *const *names = file ? samples_names : cells_names, *wrong;
	char *line, *end;

	if (files_find(o->path, dir, older_files[file], f) != STATUS_DONE)
		return f->status;
	if (!(*text = files_read(o->path, NULL)))
		return failed_at(f, STATUS_FAILED, o->path);
	if (!(end = strchr(*text, '\n')))
		return failed(f, STATUS_FAILED, "%s: empty file", o->path);
	*end = '\0';
	line_columns(*text, names, file ? SAMPLES_COLUMNS : CELLS_COLUMNS, &columns);
	for (int i = 0; i < columns.count; i++)
		if (columns.at[i] < 0 && (file || i == CELL || i == ATTEMPT || i == STATUS || i == SECONDS))
			return failed(f, STATUS_FAILED, "%s:1: no column '%s'", o->path, names[i]);
	for (size_t n = 2; *(line = end + 1) && (end = strchr(line, '\n')); n++) {
		*end = '\0';
		wrong = "not as many fields as its header";
		if (line_split(line, &columns, value))
			wrong = file ? take_sample(o, value) : take_cell(o, value);
		if (wrong)
			return failed(f, STATUS_FAILED, "%s:%zu: %s", o->path, n, wrong);
	}
	return STATUS_DONE;
}

/* --- samples of a cell ------------------------------------------------------------------------------------ */

/* By cell, attempt, and then as in the file. */
static int
compare_rows(const void *a, const void *b)
{
	const struct row *p = a, *q = b;
	const int c = strcmp(p->cell, q->cell);

	if (c || p->sample.attempt != q->sample.attempt)
		return c ? c : p->sample.attempt > q->sample.attempt ? 1 : -1;
	return (p->order > q->order) - (p->order < q->order);
}

/* How many rows are before the one of this order of an attempt. */
static size_t
rows_before(const struct older *o, const struct attempt *a, size_t order)
{
	const struct row key = {.cell = a->cell, .sample.attempt = a->number, .order = order};
	size_t first = 0;

	for (size_t n = o->rows, half; n > 0; n = half) {
		half = n / 2;
		if (compare_rows(&o->row[first + half], &key) < 0) {
			first += half + 1;
			half = n - half - 1;
		}
	}
	return first;
}

/* Adds the sample of a row to an attempt; `shared`: unless it is there. */
static void
add_sample(struct store *s, const struct attempt *a, const struct row *row, bool shared)
{
	struct sample new = row->sample;

	if (!name_sample(a->cell, &new))
		return;
	*new.exp = '\0';
	for (size_t i = a->first; i < s->samples && shared; i++)
		if (sample_is_same(&s->sample[i], &new))
			return;
	s->sample = memory_grown(s->sample, s->samples, sizeof *s->sample);
	s->sample[s->samples++] = new;
}

/* Of programs that several experiments shared, at most this many samples of a cell are compared with each other. */
enum { SHARED_MOST = 1000 };

/* Gives an attempt that is done its samples, each once. Which experiments was it for? If it does not say so, its
 * samples do. */
static int
add_samples(struct older *o, struct attempt *a, struct failure *f)
{
	struct store *s = o->s;
	const size_t begin = rows_before(o, a, 0), end = rows_before(o, a, SIZE_MAX);
	const bool told = memchr(a->served, true, sizeof a->served);

	if (begin == end)
		return failed(f, STATUS_FAILED, "%s has lost the samples of %s", o->path, a->cell);
	a->first = s->samples;
	for (size_t i = begin; i < end; i++) {
		if (!told)
			line_names(o->row[i].sample.exp, a->served);
		add_sample(s, a, &o->row[i], end - begin <= SHARED_MOST);
	}
	a->count = s->samples - a->first;
	return STATUS_DONE;
}

int
older_read(struct store *s, const char *dir, struct failure *f)
{
	struct older o = {.s = s};
	char *text = NULL;
	int status;

	s->older = true;
	if ((status = read_lines(&o, dir, 0, &s->text, f)) == STATUS_DONE &&
	    (status = read_lines(&o, dir, 1, &text, f)) == STATUS_DONE) {
		if (o.rows > 0)
			qsort(o.row, o.rows, sizeof *o.row, compare_rows);
		s->labels = memory_new(s->count, sizeof *s->labels);
	}
	for (size_t i = 0; i < s->count && status == STATUS_DONE; i++) {
		struct attempt *a = &s->at[i];

		if (a->done)
			status = add_samples(&o, a, f);
		a->cell = name_cell(a->cell, a->served, s->labels[i]);
		for (size_t e = 0; experiment_all[e]; e++)
			s->asked[e] |= a->served[e];
	}
	free(o.row);
	free(text);
	if (status == STATUS_DONE)
		notice("%s: a run of an earlier version, in cells.csv and samples.csv, is converted", dir);
	return status;
}
