/* SPDX-License-Identifier: MIT */
/* wrap.c - see wrap.h. */
#include "harness/base/wrap.h"

#include <stdbool.h>
#include <string.h>

int
wrap_width(const char *text, size_t bytes)
{
	int width = 0;

	for (size_t i = 0; i < bytes; i++)
		width += ((unsigned char)text[i] & 0xc0) != 0x80;
	return width;
}

void
wrap_write(FILE *f, const char *text, int column, int indent, int columns)
{
	bool first = true;

	while (*text) {
		const size_t word = strcspn(text, " ");
		const int width = wrap_width(text, word);

		if (!first && column + 1 + width > columns) {
			fprintf(f, "\n%*s", indent, "");
			column = indent;
			first = true;
		}
		fprintf(f, "%s%.*s", first ? "" : " ", (int)word, text);
		column += width + !first;
		first = false;
		text += word + strspn(text + word, " ");
	}
	fputc('\n', f);
}
