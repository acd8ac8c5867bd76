/* SPDX-License-Identifier: MIT */
/* figures.c - see figures.h. */
#include "harness/report/figures.h"

#include "harness/base/files.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

const char *const figure_forms[FIGURE_FORMS] = {"svg", "pdf"};

/* What each form has once, at its beginning and at its end; after the end there may be blanks. */
static const char *const ends[FIGURE_FORMS][2] = {{"<svg", "</svg>"}, {"%PDF-", "%%EOF"}};

static bool
is_whole(const char *text, size_t length, const char *const end[2])
{
	const size_t n = strlen(end[1]);

	while (length > 0 && isspace((unsigned char)text[length - 1]))
		length--;
	return length > n && memcmp(text + length - n, end[1], n) == 0 && memmem(text, length, end[0], strlen(end[0]));
}

enum figure_state
figure_look(const char *path, const char *form)
{
	const char *const *end = ends[strcmp(form, figure_forms[0]) != 0];
	enum figure_state state = FIGURE_CUT;
	size_t length = 0;
	char *text = files_read(path, &length);

	if (!text)
		return errno == ENOENT ? FIGURE_MISSING : FIGURE_CUT;
	if (length == 0)
		state = FIGURE_EMPTY;
	else if (is_whole(text, length, end))
		state = FIGURE_WHOLE;
	free(text);
	return state;
}
