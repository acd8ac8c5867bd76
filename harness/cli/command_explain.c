/* SPDX-License-Identifier: MIT */
/* command_explain.c - `cuckoobench explain ID`: what an experiment shows, how it runs, how to read it; or what a filter
 * is (explain_filter.c). */
#include "harness/cli/commands.h"

#include "harness/base/terminal.h"
#include "harness/plan/groups.h"

#include <jansson.h>

static void
print_part(const char *heading, const char *text)
{
	if (!text)
		return;
	printf("\n%s\n  ", heading);
	terminal_write(text, 2);
}

static void
explain_one(const struct experiment *e, enum scale scale)
{
	terminal_line("%s", e->title);
	print_part(group_heading(e), e->shows);
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

/* What has been told: as text, or as JSON of both kinds. */
struct told {
	json_t *experiments, *filters;
	bool any;
};

/* Sets a text apart from the one before it. */
static void
begin_text(struct told *told)
{
	fputs(told->any ? "\n\n" : "", stdout);
	told->any = true;
}

/* Explains what a word names; experiments of a group in the order of reports. */
static int
explain_named(const char *word, enum scale scale, struct told *told, struct failure *f)
{
	const struct filter_ops *ops = filter_find(word);
	bool chosen[EXPERIMENTS] = {false};
	const int status = ops ? STATUS_DONE : group_choose(word, chosen, f);

	if (ops && told->filters) {
		json_array_append_new(told->filters, explain_filter_json(ops));
	} else if (ops) {
		begin_text(told);
		explain_filter(ops);
	}

	for (size_t i = 0; experiment_all[i]; i++) {
		if (!chosen[i])
			continue;
		if (told->experiments) {
			json_array_append_new(told->experiments, explain_json(experiment_all[i], scale));
		} else {
			begin_text(told);
			explain_one(experiment_all[i], scale);
		}
	}
	return status;
}

int
command_explain(const struct options *o, struct failure *f)
{
	struct told told = {o->json ? json_array() : NULL, o->json ? json_array() : NULL, false};
	int status = STATUS_DONE;

	if (!*o->arguments)
		status = failed(f, STATUS_USAGE,
		                "explain needs an experiment or a filter; `cuckoobench list` names them");
	for (char **word = o->arguments; *word && status == STATUS_DONE; word++)
		status = explain_named(*word, o->scale, &told, f);
	if (status == STATUS_DONE && o->json)
		print_json(json_pack("{sOsO}", "experiments", told.experiments, "filters", told.filters));
	json_decref(told.experiments);
	json_decref(told.filters);
	return status;
}
