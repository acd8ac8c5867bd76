/* SPDX-License-Identifier: MIT */
/* test_registry.c - core/registry.c: lists every filter of the tree, once, under a name that can be typed. */
#include "tests/test.h"

#include <dirent.h>

TEST(names_are_unique)
{
	require(filter_all[0] != NULL, "no filter at all");
	for (size_t i = 0; filter_all[i]; i++) {
		const struct filter_ops *ops = filter_all[i];

		require(ops->name[0] && strspn(ops->name, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(ops->name),
		        "'%s' is not a plain name", ops->name);
		require(strlen(ops->name) < 32, "%s is too long for a saved filter", ops->name);
		require(ops->title && ops->title[0], "%s has no title", ops->name);
		require(ops->about && strlen(ops->about) > 10, "%s is not described", ops->name);
		require(filter_find(ops->name) == ops, "%s is not found by its name", ops->name);
		require(filter_all_traced[i] && filter_find_traced(ops->name) == filter_all_traced[i], "no twin of %s",
		        ops->name);
		require(filter_all_traced[i] != ops, "the twin of %s is itself", ops->name);
		for (size_t j = 0; j < i; j++)
			require(strcmp(filter_all[j]->name, ops->name) && strcmp(filter_all[j]->title, ops->title),
			        "%s twice", ops->name);
	}
	require(!filter_find("") && !filter_find("CF") && !filter_find_traced("c"), "a filter without that name");
}

TEST(status_texts)
{
	for (int s = FILTER_OK; s <= FILTER_EISA; s++) {
		require(*filter_status_text((enum filter_status)s), "status %d has no text", s);
		for (int t = FILTER_OK; t < s; t++)
			require(strcmp(filter_status_text((enum filter_status)s),
			               filter_status_text((enum filter_status)t)),
			        "statuses %d and %d have one text", s, t);
	}
	require(*filter_status_text((enum filter_status)99), "an unknown status has no text");
}

/* The path of a file of the tree, derived from the path of this file. */
static const char *
in_tree(char path[4096], const char *directory, const char *name)
{
	snprintf(path, 4096, "%.*s%s/%s", (int)(strlen(__FILE__) - strlen("tests/unit/test_registry.c")), __FILE__,
	         directory, name);
	return path;
}

static char *
read_file(const char *path)
{
	FILE *f = fopen(path, "r");
	char *text = model_memory(1, 1 << 20);

	require(f != NULL, "cannot read %s", path);
	text[fread(text, 1, (1 << 20) - 1, f)] = '\0';
	fclose(f);
	return text;
}

/* How many rows of the list a marker's filter has: "FILTER_OPS(cf)" one, "VECTOR_OPS(xor)" one for each set of
 * instructions that its file is compiled for. */
static size_t
rows_of(const char *listed, const char *id, bool of_sets)
{
	char line[128];
	size_t rows = 0;

	for (enum isa isa = of_sets ? ISA_AVX2 : ISA_PORTABLE; isa < (of_sets ? ISA_SETS : ISA_AVX2); isa++) {
		snprintf(line, sizeof line, "\nFILTER(%.*s%s%s)\n", (int)strcspn(id, ")"), id, of_sets ? "_" : "",
		         of_sets ? isa_name(isa) : "");
		rows += strstr(listed, line) != NULL;
	}
	return rows;
}

/* Names of the ops that a directory's files define: "const struct filter_ops FILTER_OPS(id) = " at the start of a
 * line. */
static size_t
find_ops(const char *directory, const char *listed)
{
	static const char *const markers[] = {"\nconst struct filter_ops FILTER_OPS(",
	                                      "\nconst struct filter_ops VECTOR_OPS("};
	char path[4096];
	DIR *d = opendir(in_tree(path, directory, ""));
	size_t found = 0;

	if (!d)
		skip(); /* run from elsewhere */
	for (struct dirent *e = readdir(d); e; e = readdir(d)) {
		size_t length = strlen(e->d_name);
		char *text;

		if (length < 3 || strcmp(e->d_name + length - 2, ".c") != 0)
			continue;
		text = read_file(in_tree(path, directory, e->d_name));
		for (size_t m = 0; m < COUNT_OF(markers); m++)
			for (char *at = strstr(text, markers[m]); at; at = strstr(at + 1, markers[m])) {
				const char *id = at + strlen(markers[m]);
				const size_t rows = rows_of(listed, id, m == 1);

				require(rows > 0, "%s is not in core/filters.def: %.*s", path, (int)strcspn(id, ")"),
				        id);
				found += rows;
			}
		free(text);
	}
	closedir(d);
	return found;
}

/* The same over all rooms of a house. */
static size_t
find_in_rooms(const char *house, const char *listed)
{
	char path[4096], room[600];
	size_t found = 0;
	DIR *d = opendir(in_tree(path, house, ""));

	require(d, "%s: no such folder", path);
	for (struct dirent *e; (e = readdir(d));)
		if (!strchr(e->d_name, '.')) {
			snprintf(room, sizeof room, "%s/%s", house, e->d_name);
			found += find_ops(room, listed);
		}
	closedir(d);
	return found;
}

TEST(every_filter_is_listed)
{
	char path[4096];
	size_t filters = 0, found;
	char *listed;
	FILE *f = fopen(in_tree(path, "core", "filters.def"), "r");

	if (!f)
		skip();
	fclose(f);
	listed = read_file(path);
	while (filter_all[filters])
		filters++;
	found = find_in_rooms("variants", listed) + find_in_rooms("baselines", listed);
	require(found == filters, "%zu filters in the tree, %zu in the program", found, filters);
	free(listed);
}
