/* SPDX-License-Identifier: MIT */
/*
 * command_list.c - `cuckoobench list`: experiments, their groups, filters and hashes. With --filters: what each filter
 * can do, and whether it runs on this machine.
 *
 *      Filters that the paper times
 *        cf                  cuckoo filter, packed buckets ...
 *      Filters for many threads
 *        cf-mutex            cf for many threads behind one mutex
 */
#include "harness/cli/commands.h"

#include "core/hash.h"
#include "harness/base/memory.h"
#include "harness/base/terminal.h"
#include "harness/filters/plugin.h"
#include "harness/filters/setup.h"
#include "harness/plan/groups.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How the paper covers the filter: it times it, only names it, or is older than the filter. */
static const char *
part_of(const struct filter_ops *ops)
{
	if (plugin_of(ops))
		return "plug-in";
	if (!setup_is_compared(ops))
		return "later";
	return ops->facts.part == FILTER_NAMED ? "named" : "timed";
}

/* What a filter can do; all look up, and all but the static ones insert. */
static const struct {
	const char *name;
	unsigned cap;
} can[] = {{"deletes", FILTER_REMOVE}, {"copies", FILTER_MULTISET}, {"fills", FILTER_FILLS},    {"grows", FILTER_GROWS},
           {"threads", FILTER_SHARED}, {"static", FILTER_STATIC},   {"control", FILTER_CONTROL}};
enum { SHOWN = sizeof can / sizeof *can - 1 /* a table's columns: all but the last */, TABLE_WIDTH = 102 };

static json_t *
filter_json(const struct filter_ops *ops)
{
	const struct plugin_filter *plugin = plugin_of(ops);
	json_t *filter = json_pack("{ssssssssso}", "name", ops->name, "title", ops->title, "about", ops->about, "paper",
	                           part_of(ops), "answers_of", json_text(ops->twin));

	for (size_t i = 0; i < sizeof can / sizeof *can; i++)
		json_object_set_new(filter, can[i].name, json_boolean(ops->caps & can[i].cap));
	json_object_set_new(filter, "needs", json_string(isa_name(ops->isa == ISA_ANY ? ISA_PORTABLE : ops->isa)));
	json_object_set_new(filter, "chooses", json_text(ops->chooses ? isa_name(ops->chooses) : NULL));
	json_object_set_new(filter, "plugin", json_text(plugin ? plugin->file->path : NULL));
	json_object_set_new(filter, "lacks", json_text(isa_refuses(ops->isa, ISA_ANY)));
	return filter;
}

static json_t *
group_json(const struct group *g)
{
	json_t *members = json_array();

	for (size_t i = 0; experiment_all[i]; i++)
		if (group_has(g, experiment_all[i]))
			json_array_append_new(members, json_string(experiment_all[i]->id));
	return json_pack("{ssssssso}", "name", g->name, "title", g->title, "make", g->make, "experiments", members);
}

static void
list_json(bool filters_alone)
{
	json_t *experiments = json_array(), *filters = json_array(), *hashes = json_array(), *groups = json_array();

	for (size_t i = 0; filter_all[i]; i++)
		json_array_append_new(filters, filter_json(filter_all[i]));
	for (size_t i = 0; experiment_all[i]; i++)
		json_array_append_new(experiments, json_pack("{ssssss}", "id", experiment_all[i]->id, "title",
		                                             experiment_all[i]->title, "kind",
		                                             experiment_all[i]->timed ? "timed" : "deterministic"));
	for (size_t i = 0; i < GROUPS; i++)
		json_array_append_new(groups, group_json(&group_all[i]));
	for (const struct hash_entry *h = hash_all; h->name; h++)
		json_array_append_new(hashes, json_pack("{ssss}", "name", h->name, "about", h->about));
	print_json(filters_alone ? json_pack("{sO}", "filters", filters)
	                         : json_pack("{sOsOsOsO}", "filters", filters, "experiments", experiments, "groups",
	                                     groups, "hashes", hashes));
	json_decref(experiments);
	json_decref(groups);
	json_decref(filters);
	json_decref(hashes);
}

const char *
chosen_here(const struct filter_ops *ops)
{
	return ops->chooses && !isa_refuses(ops->chooses, ISA_ANY) ? isa_name(ops->chooses) : NULL;
}

/* Prints a filter, its plug-in if it has one, and why it cannot run here. */
static void
list_filter(const struct filter_ops *ops)
{
	const struct plugin_filter *plugin = plugin_of(ops);
	const char *lacks = isa_refuses(ops->isa, ISA_ANY);
	size_t length;
	char *text;
	FILE *f = memory_stream(&text, &length);

	fputs(ops->about, f);
	if (plugin)
		fprintf(f, " [plug-in %s%s]", plugin->file->path,
		        ops->caps & FILTER_SHARED ? ", for many threads" : "");
	if (lacks)
		fprintf(f, " [not here: %s]", lacks);
	memory_whole(f);
	terminal_write(text, printf("  %-19s ", ops->name));
	free(text);
}

/* Every filter is of one kind: the first that fits. */
enum kind { TIMED, NAMED, SHARED, STATIC, TWIN, LATER, PLUGIN, KINDS };
static const char *const kinds[KINDS] = {
	[TIMED] = "Filters that the paper times",
	[NAMED] = "Filters that the paper names",
	[SHARED] = "Filters for many threads",
	[STATIC] = "Filters that are built once",
	[TWIN] = "Filters with the answers of another one",
	[LATER] = "Filters that the paper does not have",
	[PLUGIN] = "Filters of plug-ins",
};

static enum kind
kind_of(const struct filter_ops *ops)
{
	const char *part = part_of(ops);

	return plugin_of(ops)               ? PLUGIN
	       : strcmp(part, "timed") == 0 ? TIMED
	       : strcmp(part, "named") == 0 ? NAMED
	       : ops->caps & FILTER_SHARED  ? SHARED
	       : ops->caps & FILTER_STATIC  ? STATIC
	       : ops->twin                  ? TWIN
	                                    : LATER;
}

static void
list_kind(enum kind kind)
{
	bool any = false;

	for (size_t i = 0; filter_all[i]; i++) {
		if (kind_of(filter_all[i]) != kind)
			continue;
		if (!any)
			printf("\n%s\n", kinds[kind]);
		any = true;
		list_filter(filter_all[i]);
	}
}

/* In a window that is too narrow for the table: the same in words, what a filter has alone. */
static void
tell_filter(const struct filter_ops *ops)
{
	const char *lacks = isa_refuses(ops->isa, ISA_ANY), *chosen = chosen_here(ops), *before = "";
	size_t length;
	char *text;
	FILE *f = memory_stream(&text, &length);

	if (ops->twin) {
		fprintf(f, "answers of %s", ops->twin);
		before = "; ";
	}
	for (size_t i = 0; i < SHOWN; i++)
		if (ops->caps & can[i].cap) {
			fprintf(f, "%s%s", before, can[i].name);
			before = ", ";
		}
	if (lacks || chosen)
		fprintf(f, "%s%s%s", *before ? "; " : "", lacks ? "not here: " : "here by ", lacks ? lacks : chosen);
	else if (!*before)
		fputs("-", f);
	memory_whole(f);
	terminal_write(text, printf("%-19s %-7s ", ops->name, part_of(ops)));
	free(text);
}

/* Prints a line for each filter. The reason is the longest field, so it is the last. */
static void
list_filters(void)
{
	if (terminal_columns(STDOUT_FILENO) < TABLE_WIDTH) {
		for (size_t f = 0; filter_all[f]; f++)
			tell_filter(filter_all[f]);
		return;
	}
	printf("%-18s  %-7s  %-10s", "filter", "paper", "answers of");
	for (size_t i = 0; i < SHOWN; i++)
		printf("  %s", can[i].name);
	puts("  here");
	for (size_t f = 0; filter_all[f]; f++) {
		const struct filter_ops *ops = filter_all[f];
		const char *lacks = isa_refuses(ops->isa, ISA_ANY), *chosen = chosen_here(ops);

		printf("%-18s  %-7s  %-10s", ops->name, part_of(ops), ops->twin ? ops->twin : "-");
		for (size_t i = 0; i < SHOWN; i++)
			printf("  %-*s", (int)strlen(can[i].name), ops->caps & can[i].cap ? "yes" : "-");
		printf("  %s%s\n", lacks ? "no: " : chosen ? "yes, by " : "yes", lacks ? lacks : chosen ? chosen : "");
	}
}

static void
list_group(const struct group *g)
{
	char *text;

	memory_needed(asprintf(&text, "%s%s%s%s", g->title, g->members ? " (" : "", g->members ? g->members : "",
	                       g->members ? ")" : "") >= 0);
	terminal_write(text, printf("  %-11s ", g->name));
	free(text);
}

static void
list_all(void)
{
	puts("Experiments");
	for (size_t i = 0; experiment_all[i]; i++)
		terminal_write(experiment_all[i]->title, printf("  %-10s %-14s ", experiment_all[i]->id,
		                                                experiment_all[i]->timed ? "timed" : "deterministic"));
	puts("\nGroups");
	for (size_t i = 0; i < GROUPS; i++)
		list_group(&group_all[i]);
	for (enum kind kind = 0; kind < KINDS; kind++)
		list_kind(kind);
	puts("\nHashes");
	for (const struct hash_entry *h = hash_all; h->name; h++)
		terminal_write(h->about, printf("  %-10s ", h->name));
}

int
command_list(const struct options *o, struct failure *f)
{
	(void)f;
	if (o->json)
		list_json(o->filters);
	else if (o->filters)
		list_filters();
	else
		list_all();
	return STATUS_DONE;
}
