/* SPDX-License-Identifier: MIT */
/*
 * lines.c - how many lines of code a filter needs, counted in the sources of this tree when the cell runs.
 *
 *      filter_facts.source --includes--> variants/cuckoo/cuckoo.h --and with it--> variants/cuckoo/cuckoo.c
 *      filter_facts.inside: the files of that filter, too
 *
 * A filter needs its own file and everything that it includes from variants/ or baselines/, recursively. A header
 * brings the files of its folder that implement it: those that define no filter and include it first. Comments and
 * blank lines are not counted. core/ (hash, memory, saving, random numbers) serves all filters and is not counted.
 */
#include "harness/programs/programs.h"

#include "harness/base/files.h"

#include <ctype.h>
#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

static char *
read_source(const char *file)
{
	char path[FILES_PATH];

	return files_path(path, "%s/%s", files_home(), file) ? files_read(path, NULL) : NULL;
}

bool
program_is_source(const struct program_sources *s, const char *file)
{
	size_t i = 0;

	while (i < s->n && strcmp(s->file[i], file) != 0)
		i++;
	return i < s->n;
}

/* Does a file define no filter, and include this header first? */
static bool
implements(const char *file, const char *header)
{
	char *text = files_read(file, NULL);
	const char *first = text ? strstr(text, "#include \"") : NULL;
	const size_t length = strlen(header);
	const bool is = first && strncmp(first + 10, header, length) == 0 && first[10 + length] == '"' &&
	                !strstr(text, "\nconst struct filter_ops ");

	free(text);
	return is;
}

static void add_source(struct program_sources *, const char *file, size_t length);

static void
add_implementations(struct program_sources *s, const char *header)
{
	const size_t home = strlen(files_home()) + 1;
	char pattern[FILES_PATH];
	glob_t found = {0};

	if (files_path(pattern, "%s/%.*s/*.c", files_home(), (int)(strrchr(header, '/') - header), header) &&
	    glob(pattern, 0, NULL, &found) == 0)
		for (size_t i = 0; i < found.gl_pathc; i++)
			if (implements(found.gl_pathv[i], header))
				add_source(s, found.gl_pathv[i] + home, strlen(found.gl_pathv[i]) - home);
	globfree(&found);
}

/* Adds a file, and with a header, say "variants/cuckoo/cuckoo.h", what implements it. */
static void
add_source(struct program_sources *s, const char *file, size_t length)
{
	char name[PROGRAM_SOURCE];

	if (length >= sizeof name || s->n == PROGRAM_SOURCES)
		abort(); /* a test checks that no file makes this true */
	memcpy(name, file, length);
	name[length] = '\0';
	if (program_is_source(s, name))
		return;
	memcpy(s->file[s->n++], name, length + 1);
	if (name[length - 1] == 'h')
		add_implementations(s, name);
}

static void
add_included(struct program_sources *s, const char *text)
{
	static const char include[] = "#include \"";

	while ((text = strstr(text, include))) {
		const char *end;

		text += strlen(include);
		end = strchr(text, '"');
		if (end && (strncmp(text, "variants/", 9) == 0 || strncmp(text, "baselines/", 10) == 0))
			add_source(s, text, (size_t)(end - text));
	}
}

size_t
program_count_lines(const char *text)
{
	enum { CODE, QUOTED, LINE_COMMENT, COMMENT } in = CODE;
	size_t lines = 0;
	bool some = false; /* this line has code */
	char quote = 0;

	for (; *text; text++) {
		if (*text == '\n') {
			lines += some;
			some = false;
			if (in == LINE_COMMENT)
				in = CODE;
		} else if (in == COMMENT) {
			if (text[0] == '*' && text[1] == '/') {
				in = CODE;
				text++;
			}
		} else if (in == CODE && text[0] == '/' && (text[1] == '*' || text[1] == '/')) {
			in = text[1] == '*' ? COMMENT : LINE_COMMENT;
			text++;
		} else if (in == QUOTED) {
			some = true;
			if (text[0] == '\\' && text[1] && text[1] != '\n')
				text++;
			else if (*text == quote)
				in = CODE;
		} else if (in == CODE && !isspace((unsigned char)*text)) {
			some = true;
			quote = *text;
			in = *text == '"' || *text == '\'' ? QUOTED : CODE;
		}
	}
	return lines + some;
}

const char *
program_sources(const struct filter_ops *ops, struct program_sources *s)
{
	s->n = 0;
	for (; ops; ops = ops->facts.inside ? filter_find(ops->facts.inside) : NULL)
		add_source(s, ops->facts.source, strlen(ops->facts.source));
	for (size_t i = 0; i < s->n; i++) {
		char *text = read_source(s->file[i]);

		if (!text)
			return s->file[i];
		add_included(s, text);
		s->lines[i] = program_count_lines(text);
		free(text);
	}
	return NULL;
}

/* An installed program comes without its sources. */
static const char *
lines_refuses(const struct cell *cell)
{
	struct program_sources s;

	if (program_sources(cell->filter, &s))
		return "its source files are not here: lines are counted in the source tree, or where CUCKOOBENCH_HOME "
		       "names it";
	return NULL;
}

static void
find_sources(struct run *run, const struct filter_ops *ops, struct program_sources *s)
{
	const char *missing = program_sources(ops, s);

	if (missing)
		run_fail(run, "cannot count the lines of %s/%s: %s (CUCKOOBENCH_HOME names the folder of the sources)",
		         files_home(), missing, strerror(errno));
}

static void
lines_run(struct run *run, const struct cell *cell)
{
	struct program_sources its, cfs;
	size_t all = 0, beyond = 0;

	find_sources(run, cell->filter, &its);
	find_sources(run, filter_find("cf"), &cfs);
	for (size_t i = 0; i < its.n; i++) {
		all += its.lines[i];
		if (!program_is_source(&cfs, its.file[i]))
			beyond += its.lines[i];
	}
	emit(run, "", cell->filter->name, 0, "lines_of_code", "lines of code", all, 1);
	emit(run, "", cell->filter->name, 0, "beyond_cf", "lines of code", beyond, 1);
}

static void
lines_estimate(const struct cell *cell, struct cell_estimate *e)
{
	(void)cell;
	e->bytes = 1 << 16; /* the text of a file */
}

const struct program program_lines = {
	.name = "lines", .run = lines_run, .estimate = lines_estimate, .refuses = lines_refuses};
