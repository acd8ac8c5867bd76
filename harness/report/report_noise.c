/* SPDX-License-Identifier: MIT */
/*
 * report_noise.c - the single measurements: those that did not run, and how quiet the machine was during the others,
 * from DIR/cells.csv (ledger.h).
 *
 *      cell A, attempt 0   noisy                    every attempt stays in the data;
 *      cell A, attempt 1   quiet    <- counts       the last one that was done counts for the cell
 *      cell B, attempt 0   quiet    <- counts
 */
#include "harness/base/archive.h"
#include "harness/base/memory.h"
#include "harness/report/html.h"
#include "harness/report/page_table.h"
#include "harness/report/report_parts.h"
#include "harness/run/ledger.h"
#include "harness/stats/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- reading ---------------------------------------------------------------------------------------------- */

enum {
	CELL,
	ATTEMPT,
	STATUS,
	SECONDS,
	CALL,
	FOR,
	ALU,
	READ,
	STEAL,
	MIGRATIONS,
	SWITCHES,
	SHORT,
	NOISE,
	REASON,
	COLUMNS
};
static const char *const columns[COLUMNS] = {"cell",     "attempt", "status",  "seconds",  "call",
                                             "for",      "alu_ps",  "read_ps", "steal_ms", "migrations",
                                             "switches", "short",   "noise",   "reason"};

void
report_cells_free(struct cells *c)
{
	csv_close(&c->csv);
	free(c->at);
	*c = (struct cells){0};
}

static int
compare_attempts(const void *a, const void *b)
{
	const struct cell_row *x = a, *y = b;
	int c = strcmp(x->cell, y->cell);

	if (c == 0)
		c = (x->attempt > y->attempt) - (x->attempt < y->attempt);
	return c ? c : x->cell < y->cell ? -1 : x->cell > y->cell; /* the text of a later row is at a higher address */
}

/* Marks each cell's last attempt, and the attempt whose samples count. Counts the cells. */
static void
cells_settle(struct cells *c)
{
	struct cell_row *speaks = NULL;

	if (c->count > 0)
		qsort(c->at, c->count, sizeof *c->at, compare_attempts);
	for (size_t i = 0; i < c->count; i++) {
		struct cell_row *a = &c->at[i];

		if (strcmp(a->status, "done") == 0)
			speaks = a;
		a->last = i + 1 == c->count || strcmp(a->cell, a[1].cell) != 0;
		if (!a->last)
			continue;
		c->cells++;
		if (speaks)
			c->done++;
		else if (strcmp(a->reason, given_up_reason) == 0)
			c->given_up++;
		else
			*(strcmp(a->status, "skipped") == 0 ? &c->skipped : &c->failed) += 1;
		if (speaks)
			speaks->speaks = true;
		speaks = NULL;
	}
}

/* An empty field means: not counted. */
static double
cells_number(const char *text)
{
	char *end;
	double v = strtod(text, &end);

	return end == text || *end ? NAN : v;
}

static struct cell_row
cells_row(char *const *field)
{
	return (struct cell_row){
		.cell = field[CELL],
		.attempt = (unsigned)strtoul(field[ATTEMPT], NULL, 10),
		.status = field[STATUS],
		.seconds = cells_number(field[SECONDS]),
		.call = field[CALL],
		.wants = ledger_parse_wants(field[FOR]),
		.alu_ps = cells_number(field[ALU]),
		.read_ps = cells_number(field[READ]),
		.steal_ms = cells_number(field[STEAL]),
		.migrations = cells_number(field[MIGRATIONS]),
		.switches = cells_number(field[SWITCHES]),
		.shorts = cells_number(field[SHORT]),
		.noise = field[NOISE],
		.reason = field[REASON],
	};
}

static const char *
cells_header(char *const *field, int fields)
{
	for (int i = 0; i < COLUMNS; i++)
		if (fields != COLUMNS || strcmp(field[i], columns[i]) != 0)
			return "unexpected header";
	return NULL;
}

int
report_cells_read(struct cells *c, const char *dir, struct failure *f)
{
	char path[FILES_PATH], *field[COLUMNS], *cut;
	const char *wrong;
	int fields, status;

	*c = (struct cells){0};
	if ((status = archive_find(path, dir, "cells.csv", f)) != STATUS_DONE)
		return status;
	if (csv_open(&c->csv, path) != 0)
		return STATUS_DONE;
	if ((cut = strrchr(c->csv.text, '\n'))) /* a killed run may have cut off the last line */
		cut[1] = '\0';
	fields = csv_row(&c->csv, field, COLUMNS);
	wrong = cells_header(field, fields);
	while (!wrong && (fields = csv_row(&c->csv, field, COLUMNS)) == COLUMNS) {
		c->at = memory_grown(c->at, c->count, sizeof *c->at);
		c->at[c->count++] = cells_row(field);
	}
	if (!wrong && fields != 0)
		wrong = "not as many fields as its header";
	if (wrong) {
		status = failed(f, STATUS_FAILED, "%s:%lu: %s", path, c->csv.line, wrong);
		report_cells_free(c);
		return status;
	}
	cells_settle(c);
	return STATUS_DONE;
}

/* --- what did not run ------------------------------------------------------------------------------------- */

size_t
report_missing(const struct report *r)
{
	json_int_t n = json_integer_value(json_object_get(json_object_get(r->manifest, "run"), "cells_planned"));
	json_t *call;
	size_t i;

	/* The last call may have planned fewer cells than an interrupted one before it. */
	json_array_foreach(json_object_get(r->manifest, "calls"), i, call)
	{
		const json_int_t planned = json_integer_value(json_object_get(call, "cells_planned"));

		n = planned > n ? planned : n;
	}
	return n > 0 && (size_t)n > r->cells.cells ? (size_t)n - r->cells.cells : 0;
}

static void
not_run_table(const struct report *r)
{
	struct page_table t;

	page_table(&t, r->f, "cells", "caption", "plain",
	           "Measurements that failed or were skipped, of %zu; the points above are without them"
	           "|Cell|Status|Reason",
	           r->cells.cells);
	for (size_t i = 0; i < r->cells.count; i++) {
		const struct cell_row *a = &r->cells.at[i];

		if (a->last && strcmp(a->status, "done") != 0 && strcmp(a->reason, given_up_reason) != 0)
			page_row(&t, "<code>%s</code>|%s|%s", a->cell, a->status, *a->reason ? a->reason : "unknown");
	}
	page_table_end(&t);
}

void
report_not_run(const struct report *r)
{
	const struct given_up given_up = given_up_of(r->manifest);
	const size_t missing = report_missing(r);
	char text[GIVEN_UP_TEXT];

	html(r->f,
	     "<section id=\"cells\" aria-labelledby=\"cells-title\">\n<h2 id=\"cells-title\">What did not run</h2>\n");
	if (r->cells.count == 0)
		html(r->f, "<p>There is no record of the single measurements (cells.csv).</p>\n");
	else if (missing > 0)
		html(r->f,
		     "<p>The run is incomplete: %u of %u measurements are still to come. The command that began it "
		     "goes on where it stopped.</p>\n",
		     (unsigned)missing, (unsigned)(missing + r->cells.cells));
	else if (r->cells.given_up > 0)
		html(r->f, "<p>%s</p>\n", given_up_text(&given_up, text));
	else if (r->cells.failed + r->cells.skipped == 0)
		html(r->f, "<p>Nothing: all %u measurements were done.</p>\n", (unsigned)r->cells.done);
	if (r->cells.failed + r->cells.skipped > 0)
		not_run_table(r);
	html(r->f, "</section>\n");
}

/* --- the machine while the others ran ----------------------------------------------------------------------- */

/* A field of an attempt by its offset, because the canary has two loops. */
static double
attempt_field(const struct cell_row *a, size_t offset)
{
	double v;

	memcpy(&v, (const char *)a + offset, sizeof v);
	return v;
}

/* Writes one row: the number of readings, their median, and their range. */
static void
noise_canary(const struct report *r, struct page_table *t, const char *name, size_t offset)
{
	double *v = malloc((r->cells.count + 1) * sizeof *v);
	size_t n = 0;

	memory_needed(v);
	for (size_t i = 0; i < r->cells.count; i++)
		if (!isnan(attempt_field(&r->cells.at[i], offset)))
			v[n++] = attempt_field(&r->cells.at[i], offset) * 1e-3; /* ps to ns */
	if (n > 0) {
		double median;

		stats_sort(v, n);
		median = stats_median(v, n);
		page_row(t, "%s|%zu|.ours %.3g ns|%+.1f %%|%+.1f %%|%+.1f %% to %+.1f %%", name, n, median,
		         100 * (v[(n - 1) / 10] / median - 1), 100 * (v[n - 1 - (n - 1) / 10] / median - 1),
		         100 * (v[0] / median - 1), 100 * (v[n - 1] / median - 1));
	}
	free(v);
}

/* Writes one row: a sum over all attempts, and the number of attempts that it affected. */
static void
noise_count(const struct report *r, struct page_table *t, const char *name, size_t offset, const char *unit)
{
	double sum = 0;
	size_t hit = 0;

	for (size_t i = 0; i < r->cells.count; i++) {
		double v = attempt_field(&r->cells.at[i], offset);

		sum += v > 0 ? v : 0;
		hit += v > 0;
	}
	page_row(t, "%s|.ours %.0f%s|%zu", name, sum, unit, hit);
}

static void
noise_tables(const struct report *r)
{
	struct page_table t;

	page_table(&t, r->f, "canary", "caption", "plain numbers",
	           "The canary, read before and after every timed measurement, of which the slower counts: two loops "
	           "that depend on nothing but the machine. Deviations are from the median."
	           "|Loop|Readings|Median|10th percentile|90th percentile|Least to greatest");
	noise_canary(r, &t, "dependent multiply-add", offsetof(struct cell_row, alu_ps));
	noise_canary(r, &t, "dependent random load", offsetof(struct cell_row, read_ps));
	page_table_end(&t);
	page_table(&t, r->f, "noise", "caption", "plain numbers",
	           "What the kernel counted while timed measurements ran|Disturbance|In all|Measurements it met");
	noise_count(r, &t, "time stolen by the hypervisor", offsetof(struct cell_row, steal_ms), " ms");
	noise_count(r, &t, "migrations to another processor", offsetof(struct cell_row, migrations), "");
	noise_count(r, &t, "involuntary context switches", offsetof(struct cell_row, switches), "");
	noise_count(r, &t, "timed slices too short", offsetof(struct cell_row, shorts), "");
	page_table_end(&t);
}

/* Does an attempt belong in the log, because it was noisy or its cell has several attempts? */
static bool
noise_logged(const struct cells *c, size_t i)
{
	const struct cell_row *a = &c->at[i];

	return *a->noise || (i > 0 && strcmp(a[-1].cell, a->cell) == 0) || !a->last;
}

static void
noise_log(const struct report *r)
{
	struct page_table t;
	size_t rows = 0;

	for (size_t i = 0; i < r->cells.count; i++)
		rows += noise_logged(&r->cells, i);
	if (rows == 0)
		return;
	html(r->f, "<details%s>\n<summary>Noise log: %zu attempts</summary>\n", rows <= 40 ? " open" : "", rows);
	page_table(&t, r->f, "log", "caption", "plain log",
	           "Every attempt that was disturbed, and every attempt at a measurement that was made again. The "
	           "values of one that does not speak enter the least and the greatest of a point only."
	           "|Cell|Attempt|Speaks|Multiply-add|Load|What disturbed it");
	for (size_t i = 0; i < r->cells.count; i++) {
		const struct cell_row *a = &r->cells.at[i];

		if (!noise_logged(&r->cells, i))
			continue;
		page_row(&t, "<code>%s</code>|%u|%s", a->cell, a->attempt + 1, a->speaks ? "yes" : "no");
		/* A deviation from the canary's usual reading would need its median, and show no more. */
		page_add(&t, isnan(a->alu_ps) ? "|unknown" : "|%.3g ns", a->alu_ps * 1e-3);
		page_add(&t, isnan(a->read_ps) ? "|unknown" : "|%.3g ns", a->read_ps * 1e-3);
		page_add(&t, "|%s", *a->noise ? a->noise : strcmp(a->status, "done") == 0 ? "nothing" : a->reason);
	}
	page_table_end(&t);
	html(r->f, "</details>\n");
}

void
report_noise(const struct report *r)
{
	size_t timed = 0, again = 0, disturbed = 0;

	for (size_t i = 0; i < r->cells.count; i++) {
		const struct cell_row *a = &r->cells.at[i];

		timed += a->speaks && !isnan(a->alu_ps);
		again += a->attempt > 0;
		disturbed += a->speaks && *a->noise;
	}
	html(r->f, "<section id=\"noise\" aria-labelledby=\"noise-title\">\n<h2 id=\"noise-title\">Noise</h2>\n");
	if (timed == 0) {
		html(r->f, "<p>No timed measurement was watched: there is nothing to tell.</p>\n</section>\n");
		return;
	}
	html(r->f,
	     "<p>Of %u timed measurements, %u speak from a disturbed attempt; %u further attempts were made at "
	     "disturbed ones. Nothing was dropped.</p>\n",
	     (unsigned)timed, (unsigned)disturbed, (unsigned)again);
	noise_tables(r);
	noise_log(r);
	html(r->f, "</section>\n");
}
