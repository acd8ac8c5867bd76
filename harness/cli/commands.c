/* SPDX-License-Identifier: MIT */
/* commands.c - what the commands share; help and version. Every other command has a file of its own. */
#include "harness/cli/commands.h"

#include "core/version.h"
#include "harness/base/files.h"

#include <jansson.h>
#include <stdlib.h>

void
print_json(json_t *j)
{
	json_dumpf(j, stdout, JSON_INDENT(2));
	putchar('\n');
	json_decref(j);
}

json_t *
json_text(const char *text)
{
	json_t *j = text ? json_string(text) : NULL;

	return j ? j : json_null();
}

const char *
folder_in_results(const char *name)
{
	static char path[FILES_PATH];
	const char *given = getenv("CUCKOOBENCH_RESULTS");

	files_path(path, "%s/%s", given && *given ? given : "results", name);
	return path;
}

const char *
folder_of(const struct options *o, const char *given)
{
	char name[64];

	if (given || o->folder)
		return given ? given : o->folder;
	if (!o->shard.of)
		return folder_in_results(scale_names[o->scale]);
	snprintf(name, sizeof name, "%s/shard-%u-of-%u", scale_names[o->scale], o->shard.index, o->shard.of);
	return folder_in_results(name);
}

bool
at_home(struct failure *f)
{
	bool found = files_at_home();

	if (!found)
		(void)failed(f, STATUS_UNFIT,
		             "%s is not the source tree: set CUCKOOBENCH_HOME to the folder that holds plots/ and "
		             "datasets/",
		             files_home());
	return found;
}

int
command_help(const struct options *o, struct failure *f)
{
	return options_print_help(*o->arguments, f);
}

int
command_version(const struct options *o, struct failure *f)
{
	(void)f;
	(void)o;
	puts("cuckoobench " CUCKOOBENCH_VERSION);
	return STATUS_DONE;
}
