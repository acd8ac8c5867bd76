/* SPDX-License-Identifier: MIT */
/* command_explain.c - `cuckoobench explain EXPERIMENT`: what an experiment shows, how it runs, how to read it. */
#include "harness/cli/commands.h"

#include "harness/base/wrap.h"
#include "harness/plan/experiment.h"

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

int
command_explain(const struct options *o, struct failure *f)
{
	json_t *told = o->json ? json_array() : NULL;
	const struct experiment *e = NULL;

	if (!*o->arguments)
		(void)failed(f, STATUS_USAGE, "explain needs an experiment; `cuckoobench list` names them");
	for (char **name = o->arguments; *name && (e = experiment_asked(*name, f)); name++) {
		if (told)
			json_array_append_new(told, explain_json(e, o->scale));
		else
			explain_one(e, o->scale);
		if (!told && name[1])
			fputs("\n\n", stdout);
	}
	if (e && told)
		print_json(json_pack("{sO}", "experiments", told));
	json_decref(told);
	return e ? STATUS_DONE : f->status;
}
