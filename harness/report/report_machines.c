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

#include <string.h>

const char report_machines_warning[] = "Timed cells of several builds or machines are in this run. Filters are "
				       "compared within a repetition, which one of them measured; an absolute speed, "
				       "its median and its interval are over all of them, and so no machine's.";

void
report_makers_count(struct report *r)
{
	r->makers = json_array_size(json_object_get(r->manifest, "mixed")) + 1;
	r->maker = memory_new(r->makers, sizeof *r->maker);
	for (size_t i = 0; i < r->samples->store.count; i++) {
		const struct attempt *a = &r->samples->store.at[i];
		struct maker *who = &r->maker[manifest_maker_of(r->manifest, a->call)];

		who->cells += a->done;
		if (a->done && a->disturbance.known && a->rep < REPETITIONS)
			who->timed[a->rep] = true;
	}
	for (size_t i = 0; i < r->makers; i++)
		r->timed_by += memchr(r->maker[i].timed, true, REPETITIONS) != NULL;
}

/* Writes the marked repetitions: "0, 2-5, 9". */
static void
write_repetitions(FILE *f, const bool of[REPETITIONS])
{
	const char *comma = "";

	for (unsigned from = 0, to; from < REPETITIONS; from = to) {
		for (to = from; to < REPETITIONS && of[to]; to++)
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

/* Writes one row: who it is, how it differs from the first, and what it measured. */
static void
write_who(const struct report *r, struct page_table *t, size_t who)
{
	const json_t *origin = who ? json_array_get(json_object_get(r->manifest, "mixed"), who - 1) : r->manifest;
	const json_t *commit = json_object_get(json_object_get(origin, "program"), "git_commit");
	char text[FACT_TEXT];
	json_t *name;
	size_t i;

	page_row(t, "%zu|", who + 1);
	page_facts(r->f, origin, "{machine.cpu}; node {machine.node}");
	page_add(t, "|commit %.12s|%s", fact_text(commit, text), who == 0 ? "—" : "");
	json_array_foreach(json_object_get(origin, "differs"), i, name)
		page_add(t, "%s%s", i ? ", " : "", json_string_value(name));
	page_add(t, "|%zu|", r->maker[who].cells);
	write_repetitions(r->f, r->maker[who].timed);
}

/* Writes the repetitions that more than one measured. */
static void
write_shared(const struct report *r)
{
	bool shared[REPETITIONS], any = false;

	for (size_t rep = 0; rep < REPETITIONS; rep++) {
		unsigned by = 0;

		for (size_t who = 0; who < r->makers; who++)
			by += r->maker[who].timed[rep];
		shared[rep] = by > 1;
		any |= by > 1;
	}
	if (!any)
		return;
	html(r->f, "<p><b>More than one measured timed cells of the same repetition:</b> ");
	write_repetitions(r->f, shared);
	html(r->f, ". What is compared within it may be of two machines.</p>\n");
}

void
report_who_measured(const struct report *r)
{
	struct page_table t;

	if (r->makers == 1)
		return;
	page_section(r->f, "", "machines", "Who measured what");
	html(r->f, "<p>%s</p>\n",
	     r->timed_by > 1 ? report_machines_warning : "All timed cells are of one build and machine.");
	write_shared(r);
	page_table(&t, r->f, "machines", "caption", "plain",
	           "The builds and machines that took part (<a href=\"#manifest\">in full</a>)"
	           "|Who|Machine|Program|Differs from the first in|Cells|Timed repetitions");
	for (size_t who = 0; who < r->makers; who++)
		write_who(r, &t, who);
	page_table_end(&t);
	html(r->f, "</section>\n");
}
