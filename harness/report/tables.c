/* SPDX-License-Identifier: MIT */
/*
 * tables.c - the tables of the paper as text: DIR/tables/ID.md and ID.tex.
 *
 *      Markdown                                        LaTeX: a bare tabular, to \input
 *
 *      | measure         | CF                          |  \toprule
 *      | :-------------- | ---------------------------:|  measure         & CF
 *      | items (million) | 127.82 [127.8, 127.9]       |  \midrule
 *      |                 | (paper 127.78)              |  items (million) & 127.82
 *                                                         \quad 95 % ...  & [127.8, 127.9]
 *                                                         \quad paper     & 127.78
 *
 * In LaTeX the interval and the published value get lines of their own, so that a column stays narrow and aligns on the
 * right. Markdown has one table below another. LaTeX has all in one tabular, with a line above each.
 */
#include "harness/base/files.h"
#include "harness/report/page.h"
#include "harness/report/pivot.h"
#include "harness/report/report.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* --- Markdown --------------------------------------------------------------------------------------------- */

static const struct escape md_escapes[] = {{"\\", "\\\\"}, {"`", "\\`"}, {"*", "\\*"}, {"_", "\\_"}, {"{", "\\{"},
                                           {"}", "\\}"},   {"[", "\\["}, {"]", "\\]"}, {"<", "\\<"}, {">", "\\>"},
                                           {"|", "\\|"},   {"#", "\\#"}, {"~", "\\~"}, {"\n", " "},  {NULL, NULL}};

static void __attribute__((format(printf, 2, 3))) md(FILE *f, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	markup(f, md_escapes, '\0', format, &args);
	va_end(args);
}

static void
md_cell(FILE *f, const struct pivot *p, struct pivot_place at)
{
	const struct point *point = pivot_point(p, at);
	const struct published_value *v = NULL;
	const char *before = point ? " (" : "(";
	char text[FORMAT_TEXT], source[FORMAT_TEXT];

	fputs(" ", f);
	if (point) {
		md(f, "%s", format_point(text, p->experiment, point));
		if (*format_interval(text, p->experiment, point))
			fprintf(f, " %s", text);
	}
	for (; (v = pivot_printed(p, at, v)); before = ", ")
		md(f, "%s%s %s", before, format_source(source, v), format_printed(text, v));
	fputs(*before == ',' ? ") |" : " |", f);
}

static void
md_table(FILE *f, const struct pivot *p, struct pivot_place at)
{
	char text[FORMAT_TEXT];

	if (*pivot_caption(text, p, at))
		md(f, "**%s**\n\n", text);
	md(f, "| %s |", pivot_kind(p));
	while (pivot_next(p, &at, PIVOT_COLUMN))
		md(f, " %s |", pivot_label(text, p, at, PIVOT_COLUMN));
	fputs("\n| :-- |", f);
	while (pivot_next(p, &at, PIVOT_COLUMN))
		fputs(" --: |", f);
	fputc('\n', f);
	while (pivot_next(p, &at, PIVOT_ROW)) {
		md(f, "| %s |", pivot_label(text, p, at, PIVOT_ROW));
		while (pivot_next(p, &at, PIVOT_COLUMN))
			md_cell(f, p, at);
		fputc('\n', f);
	}
	fputc('\n', f);
}

static void
md_write(FILE *f, const struct pivot *p)
{
	struct pivot_place table = PIVOT_ALL;
	char text[FORMAT_TEXT];

	md(f, "## %s\n\n", p->experiment->title);
	while (pivot_next(p, &table, PIVOT_PANEL))
		while (pivot_next(p, &table, PIVOT_REST))
			md_table(f, p, table);
	md(f, "%s\n\nEach value: %s", p->experiment->reading,
	   format_runs(text, format_statistic(p->experiment), &p->points));
	if (format_has_interval(p->experiment, &p->points))
		md(f, "; in brackets %s", format_interval_is);
	md(f, "%s%s.\n", *p->keys ? ". Of " : "", p->keys);
	if (format_share_of_ceiling(&p->points))
		md(f, "\n%s.\n", format_ceiling_is);
}

/* --- LaTeX ------------------------------------------------------------------------------------------------ */

/* The characters beyond ASCII in the suite's own texts. */
static const struct escape tex_escapes[] = {
	{"α", "$\\alpha$"},
	{"ε", "$\\varepsilon$"},
	{"Ω", "$\\Omega$"},
	{"≤", "$\\leq$"},
	{"≥", "$\\geq$"},
	{"×", "$\\times$"},
	{"–", "--"},
	{"—", "---"},
	{"−", "$-$"},
	{"·", "$\\cdot$"},
	{"\\", "\\textbackslash{}"},
	{"~", "\\textasciitilde{}"},
	{"^", "\\textasciicircum{}"},
	{"<", "$<$"},
	{">", "$>$"},
	{"|", "$|$"},
	{"{", "\\{"},
	{"}", "\\}"},
	{"$", "\\$"},
	{"&", "\\&"},
	{"#", "\\#"},
	{"_", "\\_"},
	{"%", "\\%"},
	{NULL, NULL},
};

static void __attribute__((format(printf, 2, 3))) tex(FILE *f, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	markup(f, tex_escapes, '\0', format, &args);
	va_end(args);
}

/* One line of a row. */
struct tex_line {
	enum { TEX_VALUE, TEX_INTERVAL, TEX_PRINTED } kind;
	const char *source; /* of the published value, */
	size_t nth;         /* and which of its several values */
};

/* The text of a cell for one line; "" if it has none. */
static const char *
tex_cell(char text[FORMAT_TEXT], const struct pivot *p, struct pivot_place at, struct tex_line line)
{
	const struct point *point = pivot_point(p, at);
	const struct published_value *v = NULL;

	if (line.kind == TEX_PRINTED)
		while ((v = pivot_printed(p, at, v)))
			if (strcmp(format_source(text, v), line.source) == 0 && line.nth-- == 0)
				return format_printed(text, v);
	*text = '\0';
	if (point && line.kind == TEX_VALUE)
		format_point(text, p->experiment, point);
	else if (point && line.kind == TEX_INTERVAL)
		format_interval(text, p->experiment, point);
	return text;
}

/* Writes one line of a row. False, after writing nothing, if all its cells are empty. */
static bool
tex_row_line(FILE *f, const struct pivot *p, struct pivot_place at, struct tex_line line)
{
	const size_t columns = p->axis[PIVOT_COLUMN].count;
	size_t *column = &at.at[PIVOT_COLUMN];
	char text[FORMAT_TEXT];
	bool some = false;

	for (*column = 0; *column < columns && !some; ++*column)
		some = *tex_cell(text, p, at, line) != '\0';
	if (!some)
		return false;
	if (line.kind == TEX_VALUE)
		tex(f, "%s", pivot_label(text, p, at, PIVOT_ROW));
	else
		tex(f, "\\quad{\\footnotesize %s}", line.kind == TEX_INTERVAL ? "95 % interval" : line.source);
	for (*column = 0; *column < columns; ++*column) {
		fputs(" & ", f);
		if (*tex_cell(text, p, at, line))
			tex(f, line.kind == TEX_VALUE ? "%s" : "{\\footnotesize %s}", text);
	}
	fputs(" \\\\\n", f);
	return true;
}

/* Writes the published values below a value: one line for each source, two if a source contradicts itself. */
static void
tex_printed(FILE *f, const struct pivot *p, struct pivot_place at)
{
	const char *exp = p->experiment->id;
	const struct published_value *v = NULL, *earlier;
	char source[FORMAT_TEXT], other[FORMAT_TEXT];

	while ((v = published_of(p->printed, exp, v))) {
		struct tex_line line = {TEX_PRINTED, format_source(source, v), 0};

		earlier = published_of(p->printed, exp, NULL);
		while (strcmp(format_source(other, earlier), source) != 0)
			earlier = published_of(p->printed, exp, earlier);
		if (earlier == v)
			for (; tex_row_line(f, p, at, line); line.nth++)
				;
	}
}

static void
tex_block(FILE *f, const struct pivot *p, struct pivot_place at)
{
	char text[FORMAT_TEXT];

	fputs("\\midrule\n", f);
	if (*pivot_caption(text, p, at))
		tex(f, "\\multicolumn{%zu}{@{}l}{\\emph{%s}} \\\\\n", p->axis[PIVOT_COLUMN].count + 1, text);
	while (pivot_next(p, &at, PIVOT_ROW)) {
		tex_row_line(f, p, at, (struct tex_line){.kind = TEX_VALUE});
		tex_row_line(f, p, at, (struct tex_line){.kind = TEX_INTERVAL});
		tex_printed(f, p, at);
	}
}

static void
tex_write(FILE *f, const struct pivot *p)
{
	struct pivot_place at = PIVOT_ALL;
	char text[FORMAT_TEXT];

	fprintf(f, "%% %s%s%s\n%% needs \\usepackage{booktabs}\n\\begin{tabular}{@{}l", p->experiment->title,
	        *p->keys ? "; " : "", p->keys);
	for (size_t i = 0; i < p->axis[PIVOT_COLUMN].count; i++)
		fputc('r', f);
	tex(f, "@{}}\n\\toprule\n%s", pivot_kind(p));
	while (pivot_next(p, &at, PIVOT_COLUMN))
		tex(f, " & %s", pivot_label(text, p, at, PIVOT_COLUMN));
	fputs(" \\\\\n", f);
	while (pivot_next(p, &at, PIVOT_PANEL))
		while (pivot_next(p, &at, PIVOT_REST))
			tex_block(f, p, at);
	fputs("\\bottomrule\n\\end{tabular}\n", f);
}

/* --- files ------------------------------------------------------------------------------------------------ */

static int
tables_file(const char *dir, const struct pivot *p, const char *suffix, void (*write)(FILE *, const struct pivot *),
            struct failure *f)
{
	struct files_new new;

	if (files_begin(&new, "%s/tables/%s.%s", dir, p->experiment->id, suffix))
		write(new.stream, p);
	return files_finish(&new, STATUS_FAILED, f);
}

int
tables_write(struct run_data *d, struct failure *f)
{
	const struct published *printed = run_data_printed(d, f);

	if (files_make_folder("%s/tables", d->dir) != 0)
		return failed(failure_told(f), STATUS_FAILED, "%s/tables: %s", d->dir, strerror(errno));
	for (size_t i = 0; experiment_all[i]; i++) {
		const struct points *points = run_data_points(d, experiment_all[i]);
		struct pivot pivot;

		if (experiment_all[i]->rows == TABLE_NONE || points->count == 0)
			continue;
		pivot_make(&pivot, experiment_all[i], points, printed, d->samples->keys);
		(void)tables_file(d->dir, &pivot, "md", md_write, failure_told(f));
		(void)tables_file(d->dir, &pivot, "tex", tex_write, failure_told(f));
		pivot_free(&pivot);
	}
	return f->status;
}
