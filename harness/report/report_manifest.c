/* SPDX-License-Identifier: MIT */
/*
 * report_manifest.c - where the numbers come from: the manifest in plain words at the head of the page, and in full at
 * its end. A value that the manifest lacks is shown as unknown. The table also shows keys that this program does not
 * know.
 */
#include "harness/report/page.h"
#include "harness/report/report_parts.h"
#include "harness/run/manifest.h"

#include <string.h>
#include <time.h>

/* "36 MiB"; a string is taken as it is. */
static const char *
manifest_bytes(const json_t *value, char text[FACT_TEXT])
{
	static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
	double n = json_number_value(value);
	size_t i = 0;

	if (!json_is_number(value))
		return fact_text(value, text);
	for (; n >= 1024 && i + 1 < sizeof units / sizeof *units; i++)
		n /= 1024;
	snprintf(text, FACT_TEXT, "%.4g %s", n, units[i]);
	return text;
}

/* --- in plain words --------------------------------------------------------------------------------------- */

static void
head_scale(const struct report *r)
{
	static const char *const meaning[SCALES] = {
		[SCALE_SMOKE] = "tiny tables, only to see that everything runs",
		[SCALE_QUICK] =
			"the paper's 192 MiB filters where speeds are compared, few repetitions, minutes in all",
		[SCALE_FULL] = "the paper's 192 MiB filters",
		[SCALE_PAPER] = "the paper's sizes and repetitions",
	};
	char text[FACT_TEXT];
	const char *scale = fact_text(run_data_fact(r->run, "run", "scale"), text);

	html(r->f, "<div><dt>Scale</dt><dd><b>%s</b>", scale);
	for (int i = 0; i < SCALES; i++)
		if (strcmp(scale, scale_names[i]) == 0)
			html(r->f, ": %s", meaning[i]);
	html(r->f, "</dd></div>\n");
}

static void
head_machine(const struct report *r)
{
	char text[FACT_TEXT];
	json_t *caches = json_object_get(json_object_get(r->manifest, "machine"), "caches"), *size;
	const char *name, *comma = "; caches: ";

	page_facts(r->f, r->manifest, "<div><dt>Machine</dt><dd>{machine.cpu}");
	if (run_data_fact(r->run, "machine", "cores"))
		page_facts(r->f, r->manifest, "; {machine.cores} cores");
	if (run_data_fact(r->run, "machine", "threads"))
		page_facts(r->f, r->manifest, "; {machine.threads} hardware threads");
	if (run_data_fact(r->run, "machine", "processors_allowed"))
		page_facts(r->f, r->manifest, "; processors allowed: {machine.processors_allowed}");
	html(r->f, "; %s of memory", manifest_bytes(run_data_fact(r->run, "machine", "memory_bytes"), text));
	json_object_foreach(caches, name, size)
	{
		html(r->f, "%s%s %s", comma, name, manifest_bytes(size, text));
		comma = ", ";
	}
	page_facts(r->f, r->manifest,
	           "</dd></div>\n<div><dt>System</dt><dd>{machine.os}; kernel {machine.kernel}; virtualization: "
	           "{machine.virtualization}; frequency governor: {machine.governor}; transparent huge pages: "
	           "{machine.thp}</dd></div>\n");
}

/* Seconds since 1970 of "2014-12-02T09:30:00Z". */
static bool
manifest_time(const json_t *value, time_t *when, struct tm *broken)
{
	const char *text = json_string_value(value), *rest;

	*broken = (struct tm){0};
	rest = text ? strptime(text, "%Y-%m-%dT%H:%M:%S", broken) : NULL;
	if (!rest || strcmp(rest, "Z") != 0)
		return false;
	*when = timegm(broken);
	return true;
}

static void
head_time(const struct report *r)
{
	char text[FACT_TEXT];
	struct tm broken, ended;
	time_t from, to;

	html(r->f, "<div><dt>Started</dt><dd>");
	if (manifest_time(run_data_fact(r->run, "run", "started"), &from, &broken)) {
		strftime(text, sizeof text, "%d %B %Y, %H:%M UTC", &broken);
		html(r->f, "<time datetime=\"%s\">%s</time>",
		     json_string_value(run_data_fact(r->run, "run", "started")), text + (*text == '0'));
		if (manifest_time(run_data_fact(r->run, "run", "finished"), &to, &ended) && to >= from) {
			unsigned s = (unsigned)(to - from);

			html(r->f,
			     s < 120    ? "; took %u s"
			     : s < 7200 ? "; took %u min"
			                : "; took %u h",
			     s < 120    ? s
			     : s < 7200 ? (s + 30) / 60
			                : (s + 1800) / 3600);
		}
	} else {
		page_facts(r->f, r->manifest, "{run.started}");
	}
	html(r->f, "</dd></div>\n");
}

/* Lists which of its lines_* a plug-in's filter omitted, of the operations that it has. */
static void
plugin_lines(const struct report *r, json_t *facts)
{
	static const char *const names[] = {"lines_absent", "lines_present", "lines_insert", "lines_remove"};
	enum { NAMES = sizeof names / sizeof *names, INSERT = 2, REMOVE = 3 };
	const json_t *lines = json_object_get(facts, "lines");
	const unsigned caps = (unsigned)json_integer_value(json_object_get(facts, "caps"));
	const bool has[NAMES] = {true,
	                         true, [INSERT] = !(caps & FILTER_STATIC), [REMOVE] = (caps & FILTER_REMOVE) != 0};
	bool lacks[NAMES];
	const char *comma = "";
	size_t missing = 0, all = 0;

	for (size_t i = 0; i < NAMES; i++) {
		lacks[i] = has[i] && !(json_number_value(json_array_get(lines, i)) > 0);
		missing += lacks[i];
		all += has[i];
	}
	if (missing == 0)
		return;
	html(r->f, " It does not say how many lines its operations touch (");
	for (size_t i = 0; i < NAMES; i++)
		if (lacks[i]) {
			html(r->f, "%s%s", comma, names[i]);
			comma = ", ";
		}
	html(r->f, "): the ceiling of %s is that of one line.", missing == all ? "each" : "these");
}

/* Writes the plug-ins' filters: what they are, and from which files. */
static void
head_plugins(const struct report *r)
{
	json_t *plugins = json_object_get(r->manifest, "plugins"), *facts;
	char text[FACT_TEXT];
	const char *name;

	if (json_object_size(plugins) == 0)
		return;
	html(r->f, "<div class=\"wide plugins\"><dt>Filters of plug-ins, which are not the suite's</dt>\n");
	json_object_foreach(plugins, name, facts)
	{
		page_facts(r->f, facts, "<dd><b>{title}</b> (<code>");
		html(r->f, "%s", name);
		page_facts(r->f, facts, "</code>): {about}; <code>{file}</code>, SHA-256 <code>");
		html(r->f, "%.12s</code>.", fact_text(json_object_get(facts, "sha256"), text));
		plugin_lines(r, facts);
		html(r->f, "</dd>\n");
	}
	html(r->f, "</div>\n");
}

/* --- warnings --------------------------------------------------------------------------------------------- */

static bool
fact_is(const struct report *r, const char *group, const char *key, const char *value)
{
	char text[FACT_TEXT];

	return strcmp(fact_text(run_data_fact(r->run, group, key), text), value) == 0;
}

static void
warn_of_machine(const struct report *r)
{
	if (run_data_fact(r->run, "machine", "virtualization") && !fact_is(r, "machine", "virtualization", "none"))
		page_facts(r->f, r->manifest,
		           "<li>Virtualization: {machine.virtualization}. Neighbours on the same hardware may have "
		           "disturbed the timings.</li>\n");
	if (run_data_fact(r->run, "machine", "governor") && !fact_is(r, "machine", "governor", "performance"))
		page_facts(r->f, r->manifest,
		           "<li>The processor's frequency followed the load (governor {machine.governor}): timings "
		           "vary more than they need to.</li>\n");
	if (r->makers > 1)
		html(r->f,
		     "<li>Parts of this run were measured by other builds or on other machines (<a "
		     "href=\"#machines\">which</a>). %s</li>\n",
		     r->timed_by > 1 ? report_machines_warning : "All timed cells are of one.");
	if (run_data_fact(r->run, "run", "shard"))
		page_facts(r->f, r->manifest,
		           "<li>This is shard {run.shard} of a run: the other parts are not in it.</li>\n");
	if (json_is_true(run_data_fact(r->run, "program", "git_dirty")))
		html(r->f, "<li>The program was built from sources with changes that are not committed.</li>\n");
}

static void
warn_of_run(const struct report *r)
{
	char lacks[GIVEN_UP_TEXT], unfinished[RUN_DATA_UNFINISHED];

	if (!manifest_is_sealed(r->manifest))
		html(r->f, "<li>manifest.json has been changed since the run wrote it: settings, program and machine "
		           "may be others than those that it names.</li>\n");
	else if (*run_data_unfinished(r->run, unfinished))
		html(r->f, "<li>%s.</li>\n", unfinished);
	if (fact_is(r, "run", "scale", scale_names[SCALE_FULL]))
		html(r->f, "<li>Filters have the paper's 192 MiB; Figure 2 stops at m = 2^25, with fewer runs "
		           "than the paper's.</li>\n");
	else if (run_data_fact(r->run, "run", "scale") && !fact_is(r, "run", "scale", scale_names[SCALE_PAPER]))
		page_facts(r->f, r->manifest,
		           "<li>Not all sizes are the paper's, but those of scale {run.scale}: numbers of items differ "
		           "by design, and tables that fit a cache are faster than the paper's.</li>\n");
	if (r->cells.failed + r->cells.skipped > 0)
		html(r->f,
		     "<li>Measurements that failed: %u, that were skipped: %u, of %u "
		     "(<a href=\"#cells\">which, and why</a>).</li>\n",
		     (unsigned)r->cells.failed, (unsigned)r->cells.skipped, (unsigned)r->samples->store.count);
	if (given_up_any(&r->samples->given_up))
		html(r->f, "<li>%s</li>\n", given_up_text(&r->samples->given_up, lacks));
	if (r->printed->count == 0)
		html(r->f, "<li>The printed numbers could not be read, so nothing is compared with them.</li>\n");
}

void
report_head(const struct report *r)
{
	html(r->f, "<header class=\"head\">\n<p class=\"kicker\">Replication report</p>\n"
	           "<h1>Cuckoo Filter: Practically Better Than Bloom</h1>\n"
	           "<p class=\"lead\">The tables and figures of B. Fan, D. G. Andersen, M. Kaminsky and M. D. "
	           "Mitzenmacher (CoNEXT 2014), measured again with an independent implementation of all their "
	           "filters, beside the numbers they printed.</p>\n");
	report_answer(r);
	html(r->f, "<dl class=\"facts\">\n");
	head_scale(r);
	head_time(r);
	head_machine(r);
	page_facts(r->f, r->manifest,
	           "<div><dt>Master seed</dt><dd>{run.seed}</dd></div>\n"
	           "<div><dt>Hash</dt><dd>{run.hash}</dd></div>\n"
	           "<div><dt>Pages of tables</dt><dd>{run.pages}</dd></div>\n");
	if (*r->samples->keys)
		html(r->f,
		     "<div><dt>Keys</dt><dd>%s, where experiments take some; random integers in others</dd></div>\n",
		     r->samples->keys);
	page_facts(r->f, r->manifest,
	           "<div><dt>Program</dt><dd>cuckoobench {program.version}, commit "
	           "<code>{program.git_commit}</code>, built by {program.compiler}</dd></div>\n"
	           "<div class=\"wide\"><dt>Command</dt><dd><code>{run.command}</code></dd></div>\n");
	head_plugins(r);
	html(r->f, "</dl>\n<ul class=\"warnings\" aria-label=\"To keep in mind\">\n");
	warn_of_run(r);
	warn_of_machine(r);
	html(r->f, "</ul>\n</header>\n");
}

/* --- in full ---------------------------------------------------------------------------------------------- */

void
report_manifest(const struct report *r)
{
	struct page_table t;
	const char *group, *name;
	json_t *values, *flat, *text;

	page_section(r->f, "", "manifest", "Machine and manifest");
	if (json_object_size(r->manifest) == 0) {
		html(r->f, "<p>unknown</p>\n</section>\n");
		return;
	}
	page_table(&t, r->f, "manifest", "caption", "manifest",
	           "Everything that was recorded about the program, the machine and the run (<a "
	           "href=\"manifest.json\">manifest.json</a>)");
	json_object_foreach(r->manifest, group, values)
	{
		page_group(&t);
		page_add(&t, "%s", group);
		flat = json_object();
		facts_flat(flat, json_is_object(values) ? "" : group, values);
		json_object_foreach(flat, name, text) page_row(&t, "%s|%s", name, json_string_value(text));
		json_decref(flat);
	}
	page_table_end(&t);
	html(r->f, "</section>\n");
}
