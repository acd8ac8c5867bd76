/* SPDX-License-Identifier: MIT */
/* sysfile.c - see sysfile.h. */
#include "harness/base/sysfile.h"

#include "harness/base/files.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

const char *sysfile_root = "";

static FILE *
open_file(const char *path)
{
	char full[FILES_PATH];

	return files_path(full, "%s%s", sysfile_root, path) ? fopen(full, "re") : NULL;
}

bool
sysfile_exists(const char *path)
{
	char full[FILES_PATH];

	return files_path(full, "%s%s", sysfile_root, path) && files_exists(full);
}

const char *
sysfile_line(const char *path, char *text, size_t room)
{
	FILE *f = open_file(path);

	text[0] = '\0';
	if (f) {
		if (!fgets(text, (int)room, f))
			text[0] = '\0';
		fclose(f);
		text[strcspn(text, "\n")] = '\0';
	}
	return text;
}

/* Returns where the value begins on a line of this key, or NULL on any other line. The key of another line may begin
 * alike. */
static char *
value_of(char *line, const char *key)
{
	const size_t n = strlen(key);
	char *at = line + n;

	if (strncmp(line, key, n) != 0)
		return NULL;
	at += strspn(at, " \t");
	if (*at == ':' || *at == '=')
		at += 1 + strspn(at + 1, " \t\"");
	else if (at == line + n || *at < '0' || *at > '9')
		return NULL;
	return at;
}

const char *
sysfile_value(const char *path, const char *key, char *text, size_t room)
{
	FILE *f = open_file(path);
	char line[SYSFILE_TEXT], *value;

	text[0] = '\0';
	while (f && fgets(line, sizeof line, f)) {
		if (!(value = value_of(line, key)))
			continue;
		value[strcspn(value, "\"\n")] = '\0';
		snprintf(text, room, "%s", value);
		break;
	}
	if (f)
		fclose(f);
	return text;
}

bool
sysfile_number(const char *path, unsigned long long *number)
{
	char text[64], *end;

	*number = strtoull(sysfile_line(path, text, sizeof text), &end, 10);
	return end != text;
}

/* The prefix of sysfile_each. It is static because scandir passes no context. */
static const char *wanted_prefix;

static int
sysfile_is_wanted(const struct dirent *entry)
{
	const char *rest = entry->d_name;

	if (!wanted_prefix)
		return *rest != '.';
	if (strncmp(rest, wanted_prefix, strlen(wanted_prefix)) != 0)
		return 0;
	rest += strlen(wanted_prefix);
	return *rest && rest[strspn(rest, "0123456789")] == '\0';
}

void
sysfile_each(const char *folder, const char *prefix, void (*visit)(const char *name, void *context), void *context)
{
	char full[FILES_PATH];
	struct dirent **entry;
	int n;

	wanted_prefix = prefix;
	n = files_path(full, "%s%s", sysfile_root, folder) ? scandir(full, &entry, sysfile_is_wanted, versionsort) : -1;
	for (int i = 0; i < n; i++) {
		visit(entry[i]->d_name, context);
		free(entry[i]);
	}
	if (n >= 0)
		free(entry);
}
