/* SPDX-License-Identifier: MIT */
/* compare_text.c - a comparison as a summary for people, or as JSON. */
#include "harness/report/compare.h"
#include "harness/report/format.h"

#include <math.h>
#include <string.h>

/* --- text ------------------------------------------------------------------------------------------------- */

static void
print_side(const struct run_data *side, const char *letter)
{
	char text[FACT_TEXT];

	printf("%s  %s\n", letter, side->dir);
	printf("   %s", fact_text(run_data_fact(side, "machine", "cpu"), text));
	printf("; seed %s", fact_text(run_data_fact(side, "run", "seed"), text));
	printf("; hash %s", fact_text(run_data_fact(side, "run", "hash"), text));
	printf("; pages %s", fact_text(run_data_fact(side, "run", "pages"), text));
	printf("; commit %.12s\n", fact_text(run_data_fact(side, "program", "git_commit"), text));
}

static void
print_verdicts(const struct comparison *c)
{
	const struct board *a = &c->side[0].board, *b = &c->side[1].board;

	printf("\nVerdicts: %zu the same, %zu changed\n", a->count - c->changed - c->unasked, c->changed);
	for (size_t i = 0; i < a->count; i++)
		if (a->at[i].verdict.kind != b->at[i].verdict.kind)
			printf("  %-14s %s -> %s\n", a->at[i].claim->id, verdict_names[a->at[i].verdict.kind],
			       verdict_names[b->at[i].verdict.kind]);
}

static void
print_part(const struct compare_part *part, const char *id)
{
	double least = INFINITY, greatest = -INFINITY;
	const char *comma = " ";

	if (part->count == 0)
		return;
	printf("  %-4s %4zu points:", id, part->count);
	for (int o = 0; o < COMPARE_OUTCOMES; o++)
		if (part->of[o] > 0) {
			printf("%s%zu %s", comma, part->of[o], compare_outcome_names[o]);
			comma = ", ";
		}
	for (size_t i = 0; i < part->count; i++)
		if (part->at[i].outcome == COMPARE_SEPARATED && !isnan(part->at[i].ratio)) {
			least = fmin(least, part->at[i].ratio);
			greatest = fmax(greatest, part->at[i].ratio);
		}
	if (least <= greatest)
		printf(" (B/A %.3g to %.3g)", least, greatest);
	putchar('\n');
}

void
compare_print(const struct comparison *c, const char *page)
{
	for (int s = 0; s < SIDES; s++)
		print_side(&c->side[s], compare_letter[s]);
	print_verdicts(c);
	printf("\nPoints\n");
	for (size_t i = 0; experiment_all[i]; i++)
		print_part(&c->part[i], experiment_all[i]->id);
	printf("\n%s\n", page);
}

/* --- JSON ------------------------------------------------------------------------------------------------- */

static json_t *
compare_text_number(double v)
{
	return isnan(v) ? json_null() : json_real(v);
}

static json_t *
point_json(const struct point *p)
{
	if (!p)
		return json_null();
	return json_pack("{sfsIsososo}", "x", p->x, "n", (json_int_t)p->n, "median", compare_text_number(p->median),
	                 "lo", compare_text_number(p->lo), "hi", compare_text_number(p->hi));
}

static json_t *
rows_json(const struct compare_part *part)
{
	json_t *rows = json_array();

	for (size_t i = 0; i < part->count; i++) {
		const struct compare_row *r = &part->at[i];
		const struct point *p = r->side[0] ? r->side[0] : r->side[1];

		json_array_append_new(rows,
		                      json_pack("{sssssssssssososo}", "panel", p->panel, "series", p->series, "metric",
		                                p->metric, "unit", p->unit, "outcome",
		                                compare_outcome_names[r->outcome], "a", point_json(r->side[0]), "b",
		                                point_json(r->side[1]), "ratio", compare_text_number(r->ratio)));
	}
	return rows;
}

static json_t *
verdicts_json(const struct comparison *c)
{
	json_t *verdicts = json_array();

	for (size_t i = 0; i < c->side[0].board.count; i++) {
		const struct judged *a = &c->side[0].board.at[i], *b = &c->side[1].board.at[i];

		json_array_append_new(verdicts,
		                      json_pack("{ssssss}", "claim", a->claim->id, "a", verdict_names[a->verdict.kind],
		                                "b", verdict_names[b->verdict.kind]));
	}
	return verdicts;
}

void
compare_print_json(const struct comparison *c, const char *page)
{
	json_t *experiments = json_object(), *warnings = json_array(), *all;

	for (size_t i = 0; i < c->notes; i++)
		if (c->note[i].warning)
			json_array_append_new(warnings, json_string(c->note[i].text));
	for (size_t i = 0; experiment_all[i]; i++)
		if (c->part[i].count > 0)
			json_object_set_new(experiments, experiment_all[i]->id, rows_json(&c->part[i]));
	all = json_pack("{sssssssososo}", "a", c->side[0].dir, "b", c->side[1].dir, "page", page, "warnings", warnings,
	                "verdicts", verdicts_json(c), "experiments", experiments);
	json_dumpf(all, stdout, JSON_INDENT(1));
	putchar('\n');
	json_decref(all);
}
