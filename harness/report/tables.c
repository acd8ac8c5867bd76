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
#include "harness/report/pivot.h"
#include "harness/report/report.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* --- Markdown --------------------------------------------------------------------------------------------- */

static void
md_text(FILE *f, const char *text)
{
	for (; *text; text++) {
		if (strchr("\\`*_{}[]<>|#~", *text))
			fputc('\\', f);
		fputc(*text == '\n' ? ' ' : *text, f);
	}
}

static void
md_cell(FILE *f, const struct pivot *p, struct pivot_place at)
{
	const struct point *point = pivot_point(p, at);
	const struct published_value *v = NULL;
	char text[FORMAT_TEXT];
	bool some = false;

	fputs(" ", f);
	if (point) {
		md_text(f, format_point(text, p->experiment, point));
		if (*format_interval(text, p->experiment, point))
			fprintf(f, " %s", text);
	}
	for (; (v = pivot_printed(p, at, v)); some = true) {
		fputs(some ? ", " : point ? " (" : "(", f);
		md_text(f, format_source(text, v));
		fputc(' ', f);
		md_text(f, format_printed(text, v));
	}
	fputs(some ? ") |" : " |", f);
}

static void
md_table(FILE *f, const struct pivot *p, size_t panel, size_t rest)
{
	const struct pivot_place any = {panel, rest, PIVOT_ANY, PIVOT_ANY};
	struct pivot_place at = any;
	char text[FORMAT_TEXT];

	if (*pivot_caption(text, p, panel, rest)) {
		fputs("**", f);
		md_text(f, text);
		fputs("**\n\n", f);
	}
	fprintf(f, "| %s |", pivot_kind(p->experiment, &p->rows));
	for (at.column = 0; at.column < p->columns.count; at.column++)
		if (pivot_point(p, at)) {
			fputc(' ', f);
			md_text(f, pivot_label(text, p, &p->columns, at.column));
			fputs(" |", f);
		}
	fputs("\n| :-- |", f);
	for (at.column = 0; at.column < p->columns.count; at.column++)
		if (pivot_point(p, at))
			fputs(" --: |", f);
	fputc('\n', f);
	for (size_t row = 0; row < p->rows.count; row++) {
		at = (struct pivot_place){panel, rest, row, PIVOT_ANY};
		if (!pivot_point(p, at))
			continue;
		fputs("| ", f);
		md_text(f, pivot_label(text, p, &p->rows, row));
		fputs(" |", f);
		for (size_t column = 0; column < p->columns.count; column++) {
			struct pivot_place above = {panel, rest, PIVOT_ANY, column};

			at.column = column;
			if (pivot_point(p, above))
				md_cell(f, p, at);
		}
		fputc('\n', f);
	}
	fputc('\n', f);
}

static void
md_write(FILE *f, const struct pivot *p)
{
	char text[FORMAT_TEXT];

	fputs("## ", f);
	md_text(f, p->experiment->title);
	fputs("\n\n", f);
	for (size_t panel = 0; panel < p->panels; panel++)
		for (size_t rest = 0; rest < p->rest.count; rest++)
			if (pivot_point(p, (struct pivot_place){panel, rest, PIVOT_ANY, PIVOT_ANY}))
				md_table(f, p, panel, rest);
	md_text(f, p->experiment->reading);
	fprintf(f, "\n\nEach value: %s", format_runs(text, format_statistic(p->experiment), &p->points));
	if (format_has_interval(p->experiment, &p->points))
		fprintf(f, "; in brackets %s", format_interval_is);
	fprintf(f, "%s%s.\n", *p->keys ? ". Of " : "", p->keys);
	if (format_share_of_ceiling(&p->points))
		fprintf(f, "\n%s.\n", format_ceiling_is);
}

/* --- LaTeX ------------------------------------------------------------------------------------------------ */

/* The characters beyond ASCII in the suite's own texts. */
static const char *const tex_symbols[][2] = {
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
};

static void
tex_text(FILE *f, const char *text)
{
	while (*text) {
		size_t n = 1, i = 0;

		for (; i < sizeof tex_symbols / sizeof *tex_symbols; i++) {
			n = strlen(tex_symbols[i][0]);
			if (strncmp(text, tex_symbols[i][0], n) == 0)
				break;
		}
		if (i < sizeof tex_symbols / sizeof *tex_symbols) {
			fputs(tex_symbols[i][1], f);
			text += n;
		} else {
			fputc(*text++, f);
		}
	}
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
	char text[FORMAT_TEXT];
	bool some = false;

	for (at.column = 0; at.column < p->columns.count && !some; at.column++)
		some = *tex_cell(text, p, at, line) != '\0';
	if (!some)
		return false;
	if (line.kind == TEX_VALUE) {
		tex_text(f, pivot_label(text, p, &p->rows, at.row));
	} else {
		fputs("\\quad{\\footnotesize ", f);
		tex_text(f, line.kind == TEX_INTERVAL ? "95 % interval" : line.source);
		fputc('}', f);
	}
	for (at.column = 0; at.column < p->columns.count; at.column++) {
		fputs(" & ", f);
		if (!*tex_cell(text, p, at, line))
			continue;
		fputs(line.kind == TEX_VALUE ? "" : "{\\footnotesize ", f);
		tex_text(f, text);
		fputs(line.kind == TEX_VALUE ? "" : "}", f);
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
tex_block(FILE *f, const struct pivot *p, size_t panel, size_t rest)
{
	struct pivot_place at = {panel, rest, 0, PIVOT_ANY};
	char text[FORMAT_TEXT];

	fputs("\\midrule\n", f);
	if (*pivot_caption(text, p, panel, rest)) {
		fprintf(f, "\\multicolumn{%zu}{@{}l}{\\emph{", p->columns.count + 1);
		tex_text(f, text);
		fputs("}} \\\\\n", f);
	}
	for (; at.row < p->rows.count; at.row++) {
		if (!pivot_point(p, at))
			continue;
		tex_row_line(f, p, at, (struct tex_line){.kind = TEX_VALUE});
		tex_row_line(f, p, at, (struct tex_line){.kind = TEX_INTERVAL});
		tex_printed(f, p, at);
	}
}

static void
tex_write(FILE *f, const struct pivot *p)
{
	char text[FORMAT_TEXT];

	fputs("% ", f);
	fprintf(f, "%s%s%s", p->experiment->title, *p->keys ? "; " : "", p->keys);
	fputs("\n% needs \\usepackage{booktabs}\n\\begin{tabular}{@{}l", f);
	for (size_t i = 0; i < p->columns.count; i++)
		fputc('r', f);
	fprintf(f, "@{}}\n\\toprule\n%s", pivot_kind(p->experiment, &p->rows));
	for (size_t i = 0; i < p->columns.count; i++) {
		fputs(" & ", f);
		tex_text(f, pivot_label(text, p, &p->columns, i));
	}
	fputs(" \\\\\n", f);
	for (size_t panel = 0; panel < p->panels; panel++)
		for (size_t rest = 0; rest < p->rest.count; rest++)
			if (pivot_point(p, (struct pivot_place){panel, rest, PIVOT_ANY, PIVOT_ANY}))
				tex_block(f, p, panel, rest);
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
