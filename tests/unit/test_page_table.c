/* SPDX-License-Identifier: MIT */
/* test_page_table.c - tables of pages: what is written, what is escaped, and that a row with a wrong number of cells
 * ends the program. */
#include "tests/test.h"

#include "harness/base/guard.h"
#include "harness/report/page.h"

#include <math.h>

/* What a body writes; the caller frees it. */
static char *
written(void (*body)(FILE *))
{
	char *text;
	size_t length;
	FILE *f = open_memstream(&text, &length);

	assert_non_null(f);
	body(f);
	fclose(f);
	return text;
}

static void
is_written(void (*body)(FILE *), const char *inside, const char *id, const char *class)
{
	char *text = written(body), *expected;

	assert_true(asprintf(&expected,
	                     "<div class=\"scroll\" role=\"region\" aria-labelledby=\"%s\" tabindex=\"0\">\n"
	                     "<table class=\"%s\">\n<caption id=\"%s\">%s</table>\n</div>\n",
	                     id, class, id, inside) > 0);
	assert_string_equal(text, expected);
	free(expected);
	free(text);
}

static void
with_columns(FILE *f)
{
	struct page_table t;

	page_table(&t, f, "noise", "caption", "plain", "Of %u, <b>all</b>|Loop|", 3u);
	page_add(&t, "%s %%|.source Source", "<x>|");
	page_row(&t, "%s|%zu|", "a|b", (size_t)1 << 40);
	html(f, "<i>");
	page_add(&t, "%.1f</i>", 0.25);
	page_row(&t, ".%s <code>%s</code>|.ours %+.1f|.absent %s", "differs", "c", 1.0, "none & \"never\"");
	page_table_end(&t);
}

TEST(cells_and_columns)
{
	is_written(with_columns,
	           "Of 3, <b>all</b></caption>\n<thead>\n<tr><th scope=\"col\">Loop</th><th scope=\"col\">&lt;x&gt;| "
	           "%</th><th scope=\"col\" class=\"source\">Source</th></tr>\n</thead>\n<tbody>\n"
	           "<tr><th scope=\"row\">a|b</th><td>1099511627776</td><td><i>0.2</i></td></tr>\n"
	           "<tr class=\"differs\"><th scope=\"row\"><code>c</code></th><td class=\"ours\">+1.0</td>"
	           "<td class=\"absent\">none &amp; &quot;never&quot;</td></tr>\n</tbody>\n",
	           "noise-caption", "plain");
}

static void
in_groups(FILE *f)
{
	struct page_table t;

	page_table(&t, f, "f2", "printed", "compare", "Values|Filter|Here");
	for (unsigned i = 0; i < 2; i++) {
		page_group(&t);
		page_add(&t, "<%u>%s", i, "&");
		if (i == 0)
			page_row(&t, "CF|");
	}
	page_table_end(&t);
}

TEST(groups)
{
	is_written(in_groups,
	           "Values</caption>\n<thead>\n<tr><th scope=\"col\">Filter</th><th scope=\"col\">Here</th></tr>\n"
	           "</thead>\n<tbody>\n<tr class=\"group\"><th scope=\"rowgroup\" colspan=\"2\"><0>&amp;</th></tr>\n"
	           "<tr><th scope=\"row\">CF</th><td></td></tr>\n</tbody>\n<tbody>\n"
	           "<tr class=\"group\"><th scope=\"rowgroup\" colspan=\"2\"><1>&amp;</th></tr>\n</tbody>\n",
	           "f2-printed", "compare");
}

static void
without_columns(FILE *f)
{
	struct page_table t;

	page_table(&t, f, "manifest", "caption", "manifest", "%.3s", "values");
	page_row(&t, "seed|%u", 1u);
	page_table_end(&t);
}

static void
without_rows(FILE *f)
{
	struct page_table t;

	page_table(&t, f, "same", "caption", "manifest", "Facts||A");
	page_table_end(&t);
}

TEST(nothing_to_say)
{
	is_written(without_columns,
	           "val</caption>\n<tbody>\n<tr><th scope=\"row\">seed</th><td>1</td></tr>\n</tbody>\n",
	           "manifest-caption", "manifest");
	is_written(without_rows,
	           "Facts</caption>\n<thead>\n<tr><th scope=\"col\"></th><th scope=\"col\">A</th></tr>\n</thead>\n"
	           "<tbody>\n</tbody>\n",
	           "same-caption", "manifest");
}

/* Two columns, and a row of this many cells; then another row, a group, or the end. */
struct mistake {
	unsigned cells;
	enum { ROW, GROUP, END } then;
};

static void
make_mistake(FILE *f, void *context)
{
	const struct mistake *m = context;
	struct page_table t;

	page_table(&t, f, "x", "caption", "plain", "Caption|A|B");
	page_row(&t, "title");
	for (unsigned i = 1; i < m->cells; i++)
		page_add(&t, "|%u", i);
	if (m->then == ROW)
		page_row(&t, "a|b");
	else if (m->then == GROUP)
		page_group(&t);
	page_table_end(&t);
}

TEST(a_wrong_number_of_cells)
{
	static const struct guard_limits limits = {60, (size_t)1 << 30};

	for (struct mistake m = {1, ROW}; m.cells <= 3; m.cells++)
		for (m.then = ROW; m.then <= END; m.then++) {
			struct guard end = guard_run(make_mistake, &m, &limits);

			require(end.end == (m.cells == 2 ? GUARD_WHOLE : GUARD_CRASH), "%u cells, then %d: '%s'",
			        m.cells, (int)m.then, end.why);
			free(end.text);
		}
}
