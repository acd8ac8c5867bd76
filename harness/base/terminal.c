/* SPDX-License-Identifier: MIT */
/* terminal.c - see terminal.h. */
#include "harness/base/terminal.h"

#include "harness/base/memory.h"
#include "harness/base/values.h"
#include "harness/base/wrap.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* A column of text has at least ROOM characters. */
enum { USUAL = 80, LEAST = 20, MOST = 10000, ROOM = 24, INDENT = 4 };

int
terminal_columns(int fd)
{
	const char *given = getenv("COLUMNS");
	struct winsize window;
	unsigned columns;

	if (!isatty(fd))
		return INT_MAX;
	if (given && value_unsigned(given, LEAST, MOST, &columns))
		return (int)columns;
	return ioctl(fd, TIOCGWINSZ, &window) == 0 && window.ws_col >= LEAST ? window.ws_col : USUAL;
}

bool
terminal_redraws(int fd)
{
	const char *kind = getenv("TERM");

	return isatty(fd) && !(kind && strcmp(kind, "dumb") == 0);
}

void
terminal_write(const char *text, int column)
{
	const int columns = terminal_columns(STDOUT_FILENO);

	if (column > columns - ROOM) {
		printf("\n%*s", INDENT, "");
		column = INDENT;
	}
	wrap_write(stdout, text, column, column, columns);
}

void
terminal_line(const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	memory_needed(vasprintf(&text, format, args) >= 0);
	va_end(args);
	terminal_write(text, 0);
	free(text);
}
