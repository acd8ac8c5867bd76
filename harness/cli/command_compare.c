/* SPDX-License-Identifier: MIT */
/* command_compare.c - `cuckoobench compare A B [-o FILE]`: two runs side by side. */
#include "harness/cli/commands.h"
#include "harness/report/compare.h"

#include <stdio.h>

int
command_compare(const struct options *o, struct failure *f)
{
	(void)f;
	const char *page = o->folder ? o->folder : "compare.html";
	struct comparison c;
	int status = STATUS_USAGE;

	if (!o->arguments[0] || !o->arguments[1]) {
		fputs("cuckoobench: compare needs the folders of two runs\n", stderr);
		return STATUS_USAGE;
	}
	if (comparison_make(&c, o->arguments[0], o->arguments[1]) == 0) {
		for (size_t i = 0; i < c.notes; i++)
			if (c.note[i].warning)
				fprintf(stderr, "cuckoobench: compare: %s\n", c.note[i].text);
		status = compare_page_write(&c, page) == 0 ? STATUS_DONE : STATUS_FAILED;
		if (status == STATUS_DONE)
			(o->json ? compare_print_json : compare_print)(&c, page);
	}
	comparison_free(&c);
	return status;
}
