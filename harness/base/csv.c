/* SPDX-License-Identifier: MIT */
/*
 * csv.c - see csv.h. Rows are split in place: removing the quotes only shortens a field, so nothing is copied.
 *
 *      cf,"bits, all of them","say ""yes"""\n   -->   cf\0  bits, all of them\0  say "yes"\0
 */
#include "harness/base/csv.h"

#include "harness/base/files.h"

#include <stdlib.h>
#include <string.h>

int
csv_open(struct csv *csv, const char *path)
{
	*csv = (struct csv){.text = files_read(path, NULL)};
	csv->next = csv->text;
	csv->next_line = 1;
	return csv->text ? 0 : -1;
}

void
csv_close(struct csv *csv)
{
	free(csv->text);
	*csv = (struct csv){0};
}

/* Unquotes the field at `from`, which begins with a quote. Returns the character after its closing quote, or NULL. */
static char *
csv_unquote(char *from, unsigned long *line)
{
	char *to = from++;

	for (; *from; from++) {
		if (*from == '"' && *++from != '"') {
			*to = '\0'; /* at the closing quote or before it */
			return from;
		}
		*line += *from == '\n';
		*to++ = *from;
	}
	return NULL;
}

int
csv_row(struct csv *csv, char **field, size_t room)
{
	char *at = csv->next, stop;
	size_t n = 0;

	for (; *at == '\n' || *at == '\r'; at++)
		csv->next_line += *at == '\n';
	csv->line = csv->next_line;
	csv->next = at;
	if (!*at)
		return 0;
	do {
		if (n == room)
			return -1;
		field[n++] = at;
		at = *at == '"' ? csv_unquote(at, &csv->next_line) : at + strcspn(at, ",\r\n\"");
		if (!at)
			return -1;
		if (*at == '\r')
			*at++ = '\0';
		stop = *at;
		if (stop != ',' && stop != '\n' && stop != '\0')
			return -1;
		*at = '\0';
		at += stop != '\0';
	} while (stop == ',');
	csv->next_line += stop == '\n';
	csv->next = at;
	return (int)n;
}
