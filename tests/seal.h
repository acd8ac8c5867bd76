/* SPDX-License-Identifier: MIT */
/*
 * seal.h - gives a record that a test wrote or changed the digests that it would have, had it been measured so.
 *
 *      attempt,a:rep=0,...,2,,          ->   attempt,a:rep=0,...,2,,1f0a22...
 *      sample,...                            sample,...
 *      sample,...                            sample,...
 *      attempt,b:rep=0,...,0,x,y        ->   attempt,b:rep=0,...,0,1f0a22...,77e3c9...
 *
 * The first lines, which are headers, stay as they are. So does a line that is no attempt, or has another number of
 * fields: what is damaged is left to the reader to find.
 */
#ifndef CUCKOOBENCH_TEST_SEAL_H
#define CUCKOOBENCH_TEST_SEAL_H

#include "harness/base/files.h"
#include "harness/base/memory.h"
#include "harness/run/store_parts.h"

#include <stdlib.h>
#include <string.h>

/* Where the last `n` fields of a line begin, at the comma before them; NULL if it has not that many. */
static inline const char *
seal_last(const char *line, const char *end, int n)
{
	for (; n > 0 && end > line; n -= *end == ',')
		end--;
	return n == 0 ? end : NULL;
}

static inline int
seal_fields(const char *line, const char *end)
{
	int n = 1;

	for (; line < end; line++)
		n += *line == ',';
	return n;
}

/* The number of samples that an attempt announces, and the end of as many lines behind it. */
static inline const char *
seal_samples(const char *line, const char *end)
{
	const char *count = seal_last(line, end, 3);
	long n = count ? strtol(count + 1, NULL, 10) : 0;

	for (end++; n > 0 && strncmp(end, "sample,", 7) == 0 && strchr(end, '\n'); n--)
		end = strchr(end, '\n') + 1;
	return end;
}

/* Returns the record of this text with the digests of its entries; with `blank`, without any. The caller frees it.
 * (Inlined, gcc 12 takes what the stream's end wrote for a pointer to its own variable.) */
__attribute__((noinline, unused)) static char *
seal_record(const char *text, bool blank)
{
	static const int digests[] = {1, 2};
	int fields[] = {0, 0}; /* of a line of what was asked, of an attempt's, as their headers have it */
	char *sealed, head[STORE_DIGEST] = "";
	size_t length;
	FILE *f = memory_stream(&sealed, &length);
	int number = 0;

	for (const char *line = text, *end, *next; *line; line = next) {
		const bool header = ++number <= LINE_HEADERS, attempt = strncmp(line, "attempt,", 8) == 0,
			   asked = strncmp(line, "asked,", 6) == 0;
		struct entry e;

		end = strchr(line, '\n');
		next = end ? end + 1 : line + strlen(line);
		if (header && end && (attempt || asked))
			fields[attempt] = seal_fields(line, end);
		if (header || !end || (!attempt && !asked) || seal_fields(line, end) != fields[attempt]) {
			fwrite(line, 1, (size_t)(next - line), f);
			continue;
		}
		next = attempt ? seal_samples(line, end) : next;
		fwrite(line, 1, (size_t)(seal_last(line, end, digests[attempt]) - line), entry_begin(&e));
		fprintf(e.stream, "%s%s,\n", attempt ? "," : "", attempt && !blank ? head : "");
		fwrite(end + 1, 1, (size_t)(next - end - 1), e.stream);
		if (blank) {
			memory_whole(e.stream);
			fputs(e.text, f);
			free(e.text);
		} else {
			char digest[STORE_DIGEST];

			(void)entry_end(&e, f, attempt ? head : digest);
		}
	}
	memory_whole(f);
	return sealed;
}

/* Gives the record in this file its digests. Returns whether it could be read and written. */
static inline bool
seal_file(const char *path)
{
	char *text = files_read(path, NULL), *sealed = text ? seal_record(text, false) : NULL;
	FILE *f = sealed ? fopen(path, "w") : NULL;
	const bool done = f && fputs(sealed, f) >= 0;

	free(text);
	free(sealed);
	return (!f || fclose(f) == 0) && done;
}

#endif
