/* SPDX-License-Identifier: MIT */
/* page_table.c - see page.h. */
#include "harness/report/page.h"

#include <assert.h>
#include <stdarg.h>

static const char caption[] = "caption", head[] = "thead", body[] = "tbody";

/* Ends the open row, which must be complete, and goes to a part of the table, unless it is there. NULL: to none. */
static void
go_to(struct page_table *t, const char *part)
{
	assert(t->cells == t->columns);
	if (t->end)
		fprintf(t->f, "%s</tr>\n", t->end);
	t->end = NULL;
	if (t->part == part)
		return;
	if (t->part)
		fprintf(t->f, "</%s>\n", t->part);
	if (part)
		fprintf(t->f, "<%s>\n", part);
	if (part == body && t->columns == 0)
		t->columns = t->cells = 2;
	t->part = part;
}

/* Writes the class with which a format may begin, and the end of the tag. Returns the format after the class. */
static const char *
end_tag(struct page_table *t, const char *format, va_list *args)
{
	if (*format == '.') {
		html(t->f, " class=\"");
		format = html_until(t->f, ' ', format + 1, args);
		assert(format);
		html(t->f, "\"");
	}
	html(t->f, ">");
	return format;
}

/* Fills in the open cell, and one more after each "|". */
static void
fill(struct page_table *t, const char *format, va_list *args)
{
	while ((format = html_until(t->f, '|', format, args))) {
		if (t->part == caption) {
			go_to(t, head);
			html(t->f, "<tr>");
			t->end = "";
		}
		fprintf(t->f, t->part == head ? "%s<th scope=\"col\"" : "%s<td", t->end);
		format = end_tag(t, format, args);
		t->end = t->part == head ? "</th>" : "</td>";
		t->cells++;
		t->columns += t->part == head;
	}
}

void
page_table(struct page_table *t, FILE *f, const char *name, const char *part, const char *class, const char *columns,
           ...)
{
	va_list args;

	*t = (struct page_table){.f = f, .part = caption};
	html(f, "<div class=\"scroll\" role=\"region\" aria-labelledby=\"%s-%s\" tabindex=\"0\">\n", name, part);
	html(f, "<table class=\"%s\">\n<caption id=\"%s-%s\">", class, name, part);
	va_start(args, columns);
	fill(t, columns, &args);
	va_end(args);
}

void
page_group(struct page_table *t)
{
	go_to(t, t->part == body ? NULL : t->part);
	go_to(t, body);
	html(t->f, "<tr class=\"group\"><th scope=\"rowgroup\" colspan=\"%u\">", t->columns);
	t->end = "</th>";
}

void
page_row(struct page_table *t, const char *cells, ...)
{
	va_list args;

	go_to(t, body);
	html(t->f, "<tr");
	va_start(args, cells);
	cells = end_tag(t, cells, &args);
	html(t->f, "<th scope=\"row\">");
	t->end = "</th>";
	t->cells = 1;
	fill(t, cells, &args);
	va_end(args);
}

void
page_add(struct page_table *t, const char *cells, ...)
{
	va_list args;

	va_start(args, cells);
	fill(t, cells, &args);
	va_end(args);
}

void
page_table_end(struct page_table *t)
{
	go_to(t, body);
	go_to(t, NULL);
	html(t->f, "</table>\n</div>\n");
}
