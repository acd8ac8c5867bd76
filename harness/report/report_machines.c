/* SPDX-License-Identifier: MIT */
/*
 * report_machines.c - if several builds or machines took part in a run (--mix, merge): which of them measured which
 * repetitions. Comparisons within a repetition come from one machine. A speed over all repetitions belongs to no single
 * machine.
 *
 *      manifest: program, machine          who 0       attempts: the call of each, and so who measured it
 *                mixed[0]: calls 2, 3      who 1
 *                mixed[1]: calls 5         who 2
 */
#include "harness/base/memory.h"
#include "harness/report/page.h"
#include "harness/report/report_parts.h"
#include "harness/run/manifest_facts.h"

#include <stdlib.h>
#include <string.h>

const char report_machines_warning[] = "Timed cells of several builds or machines are in this run. Filters are "
				       "compared within a repetition, which one of them measured; an absolute speed, "
				       "its median and its interval are over all of them, and so no machine's.";

enum { REPETITIONS = 1000 }; /* the maximum of --reps */

/* The repetitions that one of them measured. */
struct repetitions {
	bool has[REPETITIONS];
};

/* Does a repetition count from this attempt at a timed cell? */
static bool
is_timed(const struct attempt *a)
{
	return a->speaks && a->disturbance.known && a->rep < REPETITIONS;
}

size_t
report_machines(const struct report *r)
{
	const size_t all = json_array_size(json_object_get(r->manifest, "mixed")) + 1;
	bool *measured = calloc(all, sizeof *measured);
	size_t n = 0;

	memory_needed(measured);
	for (size_t i = 0; i < r->samples->store.count; i++)
		if (is_timed(&r->samples->store.at[i]))
			measured[manifest_maker_of(r->manifest, r->samples->store.at[i].call)] = true;
	for (size_t i = 0; i < all; i++)
		n += measured[i];
	free(measured);
	return n;
}

/* Writes the marked repetitions: "0, 2-5, 9". */
static void
write_repetitions(FILE *f, const struct repetitions *of)
{
	const char *comma = "";

	for (unsigned from = 0, to; from < REPETITIONS; from = to) {
		for (to = from; to < REPETITIONS && of->has[to]; to++)
			;
		if (to - from == 1)
			html(f, "%s%u", comma, from);
		else if (to > from)
			html(f, to - from == 2 ? "%s%u, %u" : "%s%u–%u", comma, from, to - 1);
		comma = to > from ? ", " : comma;
		to += to == from;
	}
	html(f, "%s", *comma ? "" : "none");
}

static const char *
text_of(const json_t *origin, const char *group, const char *key)
{
	const char *text = json_string_value(json_object_get(json_object_get(origin, group), key));

	return text ? text : "unknown";
}

/* Writes one row: who it is, how it differs from the first, and what it measured. */
static void
write_who(const struct report *r, struct page_table *t, size_t who, const struct repetitions *of, size_t cells)
{
	const json_t *origin = who ? json_array_get(json_object_get(r->manifest, "mixed"), who - 1) : r->manifest;
	const json_t *differs = json_object_get(origin, "differs");
	json_t *name;
	size_t i;

	page_row(t, "%zu|%s; node %s", who + 1, text_of(origin, "machine", "cpu"), text_of(origin, "machine", "node"));
	page_add(t, "|commit %.12s|%s", text_of(origin, "program", "git_commit"), who == 0 ? "—" : "");
	json_array_foreach(differs, i, name) page_add(t, "%s%s", i ? ", " : "", json_string_value(name));
	page_add(t, "|%zu|", cells);
	write_repetitions(r->f, of);
}

/* Writes the repetitions that more than one measured. */
static void
write_shared(const struct report *r, const struct repetitions *of, size_t all)
{
	struct repetitions shared = {.has = {false}};
	size_t count = 0;

	for (size_t rep = 0; rep < REPETITIONS; rep++) {
		unsigned by = 0;

		for (size_t who = 0; who < all; who++)
			by += of[who].has[rep];
		shared.has[rep] = by > 1;
		count += by > 1;
	}
	if (count == 0)
		return;
	html(r->f, "<p><b>More than one measured timed cells of the same repetition:</b> ");
	write_repetitions(r->f, &shared);
	html(r->f, ". What is compared within it may be of two machines.</p>\n");
}

void
report_who_measured(const struct report *r)
{
	const size_t all = json_array_size(json_object_get(r->manifest, "mixed")) + 1;
	struct repetitions *of = calloc(all, sizeof *of);
	size_t *cells = calloc(all, sizeof *cells);
	struct page_table t;

	memory_needed(of && cells);
	for (size_t i = 0; all > 1 && i < r->samples->store.count; i++) {
		const struct attempt *a = &r->samples->store.at[i];
		const size_t who = manifest_maker_of(r->manifest, a->call);

		cells[who] += a->speaks;
		if (is_timed(a))
			of[who].has[a->rep] = true;
	}
	if (all > 1) {
		page_section(r->f, "", "machines", "Who measured what");
		html(r->f, "<p>%s</p>\n",
		     report_machines(r) > 1 ? report_machines_warning
		                            : "All timed cells are of one build and machine.");
		write_shared(r, of, all);
		page_table(&t, r->f, "machines", "caption", "plain",
		           "The builds and machines that took part (<a href=\"#manifest\">in full</a>)"
		           "|Who|Machine|Program|Differs from the first in|Cells|Timed repetitions");
		for (size_t who = 0; who < all; who++)
			write_who(r, &t, who, &of[who], cells[who]);
		page_table_end(&t);
		html(r->f, "</section>\n");
	}
	free(of);
	free(cells);
}
