/* SPDX-License-Identifier: MIT */
/* command_explain.c - `cuckoobench explain EXPERIMENT`: what an experiment shows, how it runs, how to read it. */
#include "harness/cli/commands.h"

#include "harness/base/wrap.h"
#include "harness/plan/groups.h"

#include <jansson.h>

static void
print_part(const char *heading, const char *text)
{
	if (!text)
		return;
	printf("\n%s\n  ", heading);
	wrap_write(stdout, text, 2, 0, 98);
}

static void
explain_one(const struct experiment *e, enum scale scale)
{
	printf("%s\n", e->title);
	print_part("What the paper shows", e->shows);
	print_part("How it is run here", e->setup);
	print_part("How to read it", e->reading);
	print_part("Deviations from the paper", e->deviations);
	printf("\nRun it\n  cuckoobench run %s --scale %s\n", e->id, scale_names[scale]);
}

static json_t *
explain_json(const struct experiment *e, enum scale scale)
{
	return json_pack("{ssssssss?ss?ss?ss?so}", "id", e->id, "title", e->title, "kind",
	                 e->timed ? "timed" : "deterministic", "shows", e->shows, "setup", e->setup, "reading",
	                 e->reading, "deviations", e->deviations, "command",
	                 json_sprintf("cuckoobench run %s --scale %s", e->id, scale_names[scale]));
}

/* Explains what a word names; experiments of a group in the order of reports. */
static int
explain_named(const char *word, enum scale scale, json_t *told, bool *any, struct failure *f)
{
	bool chosen[EXPERIMENTS] = {false};
	const int status = group_choose(word, chosen, f);

	for (size_t i = 0; experiment_all[i]; i++) {
		if (!chosen[i])
			continue;
		if (told) {
			json_array_append_new(told, explain_json(experiment_all[i], scale));
		} else {
			fputs(*any ? "\n\n" : "", stdout);
			explain_one(experiment_all[i], scale);
		}
		*any = true;
	}
	return status;
}

int
command_explain(const struct options *o, struct failure *f)
{
	json_t *told = o->json ? json_array() : NULL;
	int status = STATUS_DONE;
	bool any = false;

	if (!*o->arguments)
		status = failed(f, STATUS_USAGE, "explain needs an experiment; `cuckoobench list` names them");
	for (char **word = o->arguments; *word && status == STATUS_DONE; word++)
		status = explain_named(*word, o->scale, told, &any, f);
	if (status == STATUS_DONE && told)
		print_json(json_pack("{sO}", "experiments", told));
	json_decref(told);
	return status;
}
