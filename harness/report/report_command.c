/* SPDX-License-Identifier: MIT */
/* report_command.c - the command that repeats one experiment of the run, from the options that the manifest knows. */
#include "harness/base/memory.h"
#include "harness/base/values.h"
#include "harness/report/page.h"
#include "harness/report/report_parts.h"

#include <stdlib.h>
#include <string.h>

/* Settings of the run. The manifest has them whether the user gave them or not. */
static const char *const settings[] = {"scale", "seed",  "reps", "hash", "pages",
                                       "isa",   "kicks", "numa", "pin",  "threads"};

static void
command_option(FILE *f, const char *name, const char *value)
{
	fprintf(f, " --%s ", name);
	value_quote(f, value);
}

/* Is this an option of key sets that does not affect this experiment? */
static bool
is_of_others(const struct experiment *e, const char *option)
{
	if (strcmp(option, "queries") == 0)
		return e->keys != KEYS_OWN;
	return strncmp(option, "keys", 4) == 0 && e->keys == KEYS_NONE;
}

/* Writes each plug-in file once, because a file may have several filters. */
static void
command_plugins(FILE *f, json_t *plugins)
{
	json_t *files = json_object(), *facts;
	const char *name, *file;

	json_object_foreach(plugins, name, facts)
	{
		file = json_string_value(json_object_get(facts, "file"));
		if (!file || json_object_get(files, file))
			continue;
		json_object_set_new(files, file, json_true());
		command_option(f, "plugin", file);
	}
	json_decref(files);
}

void
report_command(const struct report *r, const struct experiment *e)
{
	const size_t n = sizeof settings / sizeof *settings;
	char text[FACT_TEXT], *line = NULL;
	const char *name;
	size_t length, i;
	json_t *value;
	FILE *f = memory_stream(&line, &length);

	for (i = 0; i < n; i++) {
		const char *fact = fact_text(value = run_data_fact(r->run, "run", settings[i]), text);

		/* 0: each experiment has its own; default: the kernel chooses */
		if (value && strcmp(fact, "0") != 0 && strcmp(fact, "default") != 0)
			command_option(f, settings[i], fact);
	}
	command_plugins(f, json_object_get(r->manifest, "plugins"));
	json_object_foreach(json_object_get(json_object_get(r->manifest, "run"), "options"), name, value)
	{
		for (i = 0; i < n && strcmp(settings[i], name) != 0; i++)
			;
		if (i == n && json_is_string(value) && !is_of_others(e, name))
			command_option(f, name, json_string_value(value));
	}
	if (e->keys == KEYS_OWN && json_is_true(json_object_get(json_object_get(r->manifest, "run"), "multiset")))
		fputs(" --multiset", f);
	memory_whole(f);
	html(r->f, "<dt>To repeat it</dt><dd><pre><code>cuckoobench run %s%s -o results/%s</code></pre></dd>\n", e->id,
	     line, e->id);
	free(line);
}
