/* SPDX-License-Identifier: MIT */
/*
 * ab_tell.c - what `cuckoobench ab` prints, within 80 columns, and the files it writes.
 *
 *      cf, 384 KiB: 246321 keys, false positives 0.185 % and 0.185 %
 *        lookup 0 %      1.4120  [1.3881, 1.4303]  A/A 1.0007  faster
 */
#include "harness/ab/ab.h"

#include "core/hash.h"
#include "harness/base/files.h"
#include "harness/base/values.h"
#include "harness/base/wrap.h"
#include "harness/run/manifest_facts.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

const char *const ab_op_names[AB_OPS] = {"insert", "lookup 0 %", "lookup 50 %", "lookup 100 %", "delete"};
const char *const ab_side_names[AB_SIDES] = {"OLD", "NEW", "OLD again"};

/* --- the table ---------------------------------------------------------------------------------------------- */

void
ab_tell_head(const struct ab *ab)
{
	static const char *const names[] = {"OLD", "NEW"};

	for (size_t i = 0; i < 2; i++) {
		const struct ab_object *o = &ab->object[i];

		printf("%s  %s, %s %s, SHA-256 %.12s\n", names[i], o->file.path, o->is_library ? "library" : "plug-in",
		       o->file.version, o->file.sha256);
	}
	if (strcmp(ab->object[AB_OLD].file.sha256, ab->object[AB_NEW].file.sha256) == 0)
		puts("Both are the same file: whatever separates them is noise.");
	printf("\nNEW's speed over OLD's: above 1 it is faster. The median of the quotients of\n"
	       "%u processes, with intervals that hold all at once with 95 %%;\n"
	       "A/A: a second instance of OLD over OLD.\n",
	       ab->processes);
}

void
ab_tell_cell(const struct ab_cell *c)
{
	char size[VALUE_SIZE];

	printf("\n%s, %s: ", c->name, value_size_text(c->bytes, " ", size));
	if (*c->why) {
		printf("%s\n  ", c->skipped ? "skipped" : "FAILED");
		wrap_write(stdout, c->why, 2, 2, 79);
	} else {
		printf("%zu keys, false positives %.4g %% and %.4g %%\n", c->items,
		       100 * (double)c->wrong[0] / (double)c->asked, 100 * (double)c->wrong[1] / (double)c->asked);
		for (enum ab_op op = 0; op < AB_OPS; op++) {
			const struct ab_judged *j = &c->judged[op];

			if (c->round[op])
				printf("  %-12s  %8.4f  [%.4f, %.4f]  A/A %.4f  %s\n", ab_op_names[op], j->change.ratio,
				       j->change.lo, j->change.hi, j->control.ratio, ab_verdict_names[j->verdict]);
		}
	}
	fflush(stdout); /* show each cell as soon as it is done */
}

void
ab_tell_end(const struct ab *ab)
{
	size_t of[AB_VERDICTS] = {0}, failed = 0, skipped = 0;

	for (size_t i = 0; i < ab->cells; i++) {
		const struct ab_cell *c = &ab->cell[i];

		skipped += c->skipped;
		failed += *c->why && !c->skipped;
		for (enum ab_op op = 0; op < AB_OPS && !*c->why; op++)
			of[c->judged[op].verdict] += c->round[op] != NULL;
	}
	putchar('\n');
	for (enum ab_verdict v = 0; v < AB_VERDICTS; v++)
		printf("%zu %s%s", of[v], ab_verdict_names[v], v + 1 < AB_VERDICTS ? ", " : "");
	if (failed || skipped)
		printf("; of %zu cells %zu failed, %zu skipped", ab->cells, failed, skipped);
	putchar('\n');
}

/* --- JSON --------------------------------------------------------------------------------------------------- */

static json_t *
interval(const struct paired *p)
{
	return json_pack("{sfsfsf}", "median", p->ratio, "lo", p->lo, "hi", p->hi);
}

static json_t *
cell_json(const struct ab_cell *c)
{
	json_t *rows = json_array(),
	       *cell = json_pack("{sssIssss?}", "filter", c->name, "bytes", (json_int_t)c->bytes, "status",
	                         !*c->why     ? "done"
	                         : c->skipped ? "skipped"
	                                      : "failed",
	                         "why", *c->why ? c->why : NULL);

	for (enum ab_op op = 0; op < AB_OPS && !*c->why; op++)
		if (c->round[op])
			json_array_append_new(rows, json_pack("{sssosososs}", "operation", ab_op_names[op], "change",
			                                      interval(&c->judged[op].change), "change_over_old_again",
			                                      interval(&c->judged[op].again), "control",
			                                      interval(&c->judged[op].control), "verdict",
			                                      ab_verdict_names[c->judged[op].verdict]));
	if (!*c->why)
		json_object_update_new(cell, json_pack("{sIs[II]sIs[II]}", "keys", (json_int_t)c->items, "table_bytes",
		                                       (json_int_t)c->table[0], (json_int_t)c->table[1],
		                                       "absent_keys_asked", (json_int_t)c->asked, "false_positives",
		                                       (json_int_t)c->wrong[0], (json_int_t)c->wrong[1]));
	json_object_set_new(cell, "rows", rows);
	return cell;
}

static json_t *
object_json(const struct ab_object *o)
{
	return json_pack("{sosssssb}", "path", manifest_text(o->file.path), "sha256", o->file.sha256, "version",
	                 o->file.version, "library", o->is_library);
}

json_t *
ab_json(const struct ab *ab)
{
	const struct options *o = ab->options;
	json_t *cells = json_array();

	for (size_t i = 0; i < ab->cells; i++)
		json_array_append_new(cells, cell_json(&ab->cell[i]));
	return json_pack("{sososssIsIsIsfsososososo}", "command", manifest_text(o->line), "seed",
	                 json_sprintf("%" PRIu64, o->seed), "hash", o->hash ? o->hash : hash_all[0].name, "processes",
	                 (json_int_t)ab->processes, "rounds", (json_int_t)AB_ROUNDS, "comparisons",
	                 (json_int_t)ab->comparisons, "level", ab->level, "old", object_json(&ab->object[AB_OLD]),
	                 "new", object_json(&ab->object[AB_NEW]), "cells", cells, "machine", manifest_machine(),
	                 "program", manifest_program());
}

/* --- files -------------------------------------------------------------------------------------------------- */

static void
write_samples(const struct ab *ab, FILE *f)
{
	fputs("filter,bytes,operation,process,round,side,keys,ns\n", f);
	for (size_t i = 0; i < ab->cells; i++)
		for (enum ab_op op = 0; op < AB_OPS; op++)
			for (size_t n = 0; n < ab->processes * AB_ROUNDS && ab->cell[i].round[op] && !*ab->cell[i].why;
			     n++)
				for (enum ab_side side = 0; side < AB_SIDES; side++) {
					const struct slice *s = &ab->cell[i].round[op][n].by[side];

					fprintf(f, "%s,%zu,%s,%zu,%zu,%s,%llu,%llu\n", ab->cell[i].name,
					        ab->cell[i].bytes, ab_op_names[op], n / AB_ROUNDS, n % AB_ROUNDS,
					        ab_side_names[side], (unsigned long long)s->ops,
					        (unsigned long long)s->ns);
				}
}

static void
write_json(const struct ab *ab, FILE *f)
{
	json_t *j = ab_json(ab);

	json_dumpf(j, f, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
	fputc('\n', f);
	json_decref(j);
}

static int
write_file(const struct ab *ab, const char *dir, const char *name, void (*write)(const struct ab *, FILE *),
           struct failure *f)
{
	struct files_new new;

	if (files_begin(&new, "%s/%s", dir, name))
		write(ab, new.stream);
	return files_finish(&new, STATUS_FAILED, f);
}

int
ab_write(const struct ab *ab, const char *dir, struct failure *f)
{
	const int status = write_file(ab, dir, "samples.csv", write_samples, f);

	/* If that failed, the other file is worth writing, and its failure comes after this one. */
	return status | write_file(ab, dir, "ab.json", write_json, failure_told(f));
}
