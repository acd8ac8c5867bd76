/* SPDX-License-Identifier: MIT */
/* failure.c - see failure.h. */
#include "harness/base/failure.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int __attribute__((format(printf, 3, 0)))
failed_v(struct failure *f, int status, const char *format, va_list args)
{
	char text[FAILURE_TEXT];

	(void)vsnprintf(text, sizeof text, format, args);
	f->status = status;
	memcpy(f->text, text, strlen(text) + 1);
	return status;
}

int
failed(struct failure *f, int status, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	(void)failed_v(f, status, format, args);
	va_end(args);
	return status;
}

bool
failing(struct failure *f, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	(void)failed_v(f, STATUS_FAILED, format, args);
	va_end(args);
	return false;
}

int
failed_at(struct failure *f, int status, const char *path)
{
	return failed(f, status, "%s: %s", path, strerror(errno));
}

struct failure *
failure_told(struct failure *f)
{
	if (f->text[0])
		notice("%s", f->text);
	f->text[0] = '\0';
	return f;
}

int
failure_print(struct failure *f)
{
	return failure_told(f)->status;
}

void
notice(const char *format, ...)
{
	char text[FAILURE_TEXT];
	va_list args;

	va_start(args, format);
	(void)vsnprintf(text, sizeof text, format, args);
	va_end(args);
	/* One write: other processes of the run print on the same stderr. */
	fprintf(stderr, "cuckoobench: %s\n", text);
}
