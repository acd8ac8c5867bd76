/* SPDX-License-Identifier: MIT */
/*
 * report_noise.c - the single measurements: those that did not run, and how quiet the machine was during the others.
 *
 *      record --attempts--> done | skipped | failed | given up
 *                           quiet or disturbed: it counts
 */
#include "harness/base/memory.h"
#include "harness/report/page.h"
#include "harness/report/report_parts.h"
#include "harness/run/noise.h"
#include "harness/stats/stats.h"

#include <stdlib.h>
#include <string.h>

/* --- counts ----------------------------------------------------------------------------------------------- */

static void
count_noise(struct cells *c, const struct store *s, const struct attempt *a)
{
	struct noise noise;

	noise_judge(s, a, &noise);
	c->timed += a->done && a->disturbance.known;
	c->disturbed += a->done && *a->noise;
	c->apart += noise.apart > 0;
	c->noisy += *noise.text != '\0';
	c->series += noise.series;
	c->series_apart += noise.apart;
}

struct cells
report_cells_of(const struct store *s)
{
	struct cells c = {.done = 0};

	for (size_t i = 0; i < s->count; i++) {
		const struct attempt *a = s->sorted[i];

		count_noise(&c, s, a);
		if (a->done)
			c.done++;
		else if (a->given_up)
			c.given_up++;
		else
			*(strcmp(a->status, "skipped") == 0 ? &c.skipped : &c.failed) += 1;
	}
	return c;
}

/* --- what did not run ------------------------------------------------------------------------------------- */

static void
not_run_table(const struct report *r)
{
	struct page_table t;

	page_table(&t, r->f, "cells", "caption", "plain",
	           "Measurements that failed or were skipped, of %zu; the points above are without them"
	           "|Cell|Status|Reason",
	           r->samples->store.count);
	for (size_t i = 0; i < r->samples->store.count; i++) {
		const struct attempt *a = r->samples->store.sorted[i];

		if (!a->done && !a->given_up)
			page_row(&t, "<code>%s</code>|%s|%s", a->cell, a->status, *a->reason ? a->reason : "unknown");
	}
	page_table_end(&t);
}

void
report_not_run(const struct report *r)
{
	const size_t missing = run_data_missing(r->run);
	char text[GIVEN_UP_TEXT];

	page_section(r->f, "", "cells", "What did not run");
	if (missing > 0)
		html(r->f,
		     "<p>The run is incomplete: %u of %u measurements are still to come. The command that began it "
		     "goes on where it stopped.</p>\n",
		     (unsigned)missing, (unsigned)(missing + r->samples->store.count));
	else if (r->cells.given_up > 0)
		html(r->f, "<p>%s</p>\n", given_up_text(&r->samples->given_up, text));
	else if (r->cells.failed + r->cells.skipped == 0)
		html(r->f, "<p>Nothing: all %u measurements were done.</p>\n", (unsigned)r->cells.done);
	if (r->cells.failed + r->cells.skipped > 0)
		not_run_table(r);
	html(r->f, "</section>\n");
}

/* --- the machine while the others ran ----------------------------------------------------------------------- */

/* A field of a disturbance by its offset, because the canary has two loops. */
static double
disturbance_field(const struct attempt *a, size_t offset)
{
	uint64_t v;

	memcpy(&v, (const char *)&a->disturbance + offset, sizeof v);
	return (double)v;
}

/* Writes one row: the number of readings, their median, and their range. */
static void
noise_canary(const struct report *r, struct page_table *t, const char *name, size_t offset)
{
	double *v = memory_new(r->samples->store.count, sizeof *v);
	size_t n = 0;

	for (size_t i = 0; i < r->samples->store.count; i++)
		if (r->samples->store.at[i].disturbance.known)
			v[n++] = disturbance_field(&r->samples->store.at[i], offset) * 1e-3; /* ps to ns */
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

	for (size_t i = 0; i < r->samples->store.count; i++) {
		const double v = disturbance_field(&r->samples->store.at[i], offset);

		sum += v;
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
	           "that depend on nothing but the machine. It disturbs no measurement. Deviations are from the median."
	           "|Loop|Readings|Median|10th percentile|90th percentile|Least to greatest");
	noise_canary(r, &t, "dependent multiply-add", offsetof(struct disturbance, alu_ps));
	noise_canary(r, &t, "dependent random load", offsetof(struct disturbance, read_ps));
	page_table_end(&t);
	page_table(&t, r->f, "noise", "caption", "plain numbers",
	           "What the kernel counted while timed measurements ran|Disturbance|In all|Measurements it met");
	noise_count(r, &t, "time stolen by the hypervisor", offsetof(struct disturbance, steal_ms), " ms");
	noise_count(r, &t, "migrations to another processor", offsetof(struct disturbance, migrations), "");
	noise_count(r, &t, "involuntary context switches", offsetof(struct disturbance, switches), "");
	noise_count(r, &t, "timed slices too short", offsetof(struct disturbance, short_slices), "");
	page_table_end(&t);
}

static void
noise_log(const struct report *r)
{
	const struct store *s = &r->samples->store;
	struct page_table t;
	struct noise noise;

	if (r->cells.noisy == 0)
		return;
	html(r->f, "<details%s>\n<summary>Noise log: %zu measurements</summary>\n", r->cells.noisy <= 40 ? " open" : "",
	     r->cells.noisy);
	page_table(&t, r->f, "log", "caption", "plain log",
	           "Every measurement that was disturbed|Cell|Multiply-add|Load|What disturbed it");
	for (size_t i = 0; i < s->count; i++) {
		const struct attempt *a = s->sorted[i];

		noise_judge(s, a, &noise);
		if (!*noise.text)
			continue;
		page_row(&t, "<code>%s</code>", a->cell);
		if (a->disturbance.known)
			page_add(&t, "|%.3g ns|%.3g ns", (double)a->disturbance.alu_ps * 1e-3,
			         (double)a->disturbance.read_ps * 1e-3);
		else
			page_add(&t, "|unknown|unknown");
		page_add(&t, "|%s", noise.text);
	}
	page_table_end(&t);
	html(r->f, "</details>\n");
}

void
report_noise(const struct report *r)
{
	page_section(r->f, "", "noise", "Noise");
	if (r->cells.timed == 0) {
		html(r->f, "<p>No timed measurement was watched: there is nothing to tell.</p>\n</section>\n");
		return;
	}
	html(r->f,
	     "<p>Of %zu timed measurements, %zu noted a disturbance while they ran, and %zu have a series whose "
	     "own turns disagree. %zu of their %zu series with three turns or more do: more than a third of the turns "
	     "are off the median by 10 %%. All count like the others: nothing was dropped.</p>\n",
	     r->cells.timed, r->cells.disturbed, r->cells.apart, r->cells.series_apart, r->cells.series);
	noise_tables(r);
	noise_log(r);
	html(r->f, "</section>\n");
}
