/* SPDX-License-Identifier: MIT */
/* command_compare.c - `cuckoobench compare A B [-o FILE]`: two runs side by side. */
#include "harness/cli/commands.h"
#include "harness/report/compare.h"

int
command_compare(const struct options *o, struct failure *f)
{
	const char *page = o->folder ? o->folder : "compare.html";
	struct comparison c;
	int status;

	if (!o->arguments[0] || !o->arguments[1])
		return failed(f, STATUS_USAGE, "compare needs the folders of two runs");
	if ((status = compare_page_check(page, f)) != STATUS_DONE)
		return status;
	status = comparison_make(&c, o->arguments[0], o->arguments[1], f);
	if (status == STATUS_DONE) {
		for (size_t i = 0; i < c.notes; i++)
			if (c.note[i].warning)
				notice("compare: %s", c.note[i].text);
		if (compare_page_write(&c, page, f))
			(o->json ? compare_print_json : compare_print)(&c, page);
		status = f->status;
	}
	comparison_free(&c);
	return status;
}
