/* SPDX-License-Identifier: MIT */
/*
 * tune_files.c - the files that `tune` writes, each whole or not at all (files.h):
 *
 *      samples.csv        every slice: whole numbers, keys over nanoseconds
 *      results/ways.csv   every configuration and its standing
 *      results/tune.csv   the points of the heat maps (points.h)       plots/tune.svg, .pdf
 *      tuned.conf         options for `cuckoobench run --config` (options.c), and how they were found
 */
#include "harness/tune/tune.h"

#include "core/hash.h"
#include "harness/analysis/reduce.h"
#include "harness/base/files.h"
#include "harness/report/report.h"
#include "harness/run/manifest_facts.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- tables of values --------------------------------------------------------------------------------------- */

static void
write_way(FILE *f, const struct tune_table *table, unsigned threads, enum pin_order pin)
{
	char numa[NUMA_TEXT];

	fprintf(f, "%s,%s,%zu,%s,%s,%u,%s", table->of.twin->name, table->of.name, table->items,
	        mem_pages_name(table->pages), numa_text(table->numa, numa), threads, pin_order_names[pin]);
}

static void
write_samples(const struct tune *t, FILE *f)
{
	fputs("leg,process,round,look_up,keys_a_call,table,parameters,items,pages,numa,threads,pin,keys,ns\n", f);
	for (size_t i = 0; i < t->stages; i++) {
		const struct tune_stage *stage = &t->stage[i];
		const size_t rounds = stage->race.rounds, each = stage->processes ? rounds / stage->processes : rounds;

		for (size_t round = 0; round < rounds; round++)
			for (size_t k = 0; k < stage->configs + stage->ceilings; k++) {
				const struct slice s = tune_row(stage, round)[k];
				const struct tune_config *w = k < stage->configs ? &stage->config[k] : NULL;
				const struct tune_ceiling *c = w ? NULL : &stage->ceiling[k - stage->configs];

				if (s.ns == 0)
					continue;
				fprintf(f, "%s,%zu,%zu,%s,%zu,", stage->name, round / each, round % each,
				        w ? w->kernel->name : ceiling_series[c->what], w ? w->call : 0);
				write_way(f, w ? w->table : c->table, w ? w->threads : c->threads, w ? w->pin : c->pin);
				fprintf(f, ",%llu,%llu\n", (unsigned long long)s.ops, (unsigned long long)s.ns);
			}
	}
}

static void
write_configs(const struct tune *t, FILE *f)
{
	static const char *const states[] = {"in", "separated", "hopeless"};

	fputs("leg,place,look_up,keys_a_call,table,parameters,items,pages,numa,threads,pin,state,rounds,mops,cost_over_"
	      "best,lo,hi,of_ceiling,ceiling_lo,ceiling_hi,fpr,bits_per_key\n",
	      f);
	for (size_t i = 0; i < t->stages; i++) {
		const struct tune_stage *stage = &t->stage[i];

		for (size_t k = 0; stage->order && k < stage->configs; k++) {
			const size_t config = stage->order[k];
			const struct tune_config *w = &stage->config[config];
			const struct paired p = tune_behind(t, stage, config), c = tune_of_ceiling(stage, config);

			fprintf(f, "%s,%zu,%s,%zu,", stage->name, k + 1, w->kernel->name, w->call);
			write_way(f, w->table, w->threads, w->pin);
			fprintf(f, ",%s,%zu,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g\n",
			        states[stage->race.state[config]], stage->race.until[config],
			        1000 * tune_rate(stage, config), p.ratio, p.lo, p.hi, c.ratio, c.lo, c.hi,
			        tune_fpr(w->table), w->table->bits_per_key);
		}
	}
}

/* --- heat maps ---------------------------------------------------------------------------------------------- */

static void
add_point(struct points *points, const char *panel, const char *series, double x, const char *metric, const char *unit,
          struct paired p)
{
	struct point *point;

	if (isnan(p.ratio))
		return;
	point = points_add(points, panel, series, x, metric, unit, p.ratio);
	point->lo = p.lo, point->hi = p.hi, point->n = (unsigned)p.n;
}

/* The index of the same configuration on other pages, or stage->configs. */
static size_t
on_pages(const struct tune_stage *stage, const struct tune_config *like, enum mem_pages pages)
{
	size_t i = 0;

	while (i < stage->configs &&
	       (stage->config[i].kernel != like->kernel || stage->config[i].table->of.twin != like->table->of.twin ||
	        stage->config[i].table->pages != pages))
		i++;
	return i;
}

static void
add_sizes(const struct tune_stage *stage, struct points *points)
{
	for (size_t i = 0; i < stage->configs; i++) {
		const struct tune_config *w = &stage->config[i];
		const size_t small = on_pages(stage, w, MEM_PAGES_4K);
		const double x = (double)stage->items;

		if (w->table->pages == MEM_PAGES_4K && on_pages(stage, w, MEM_PAGES_THP) < stage->configs)
			continue;
		if (stage->race.until[i] == 0)
			continue;
		points_add(points, "size", w->kernel->name, x, "lookup", "Mops/s", 1000 * tune_rate(stage, i))->n =
			(unsigned)stage->race.until[i];
		add_point(points, "size", w->kernel->name, x, "of_ceiling", "share", tune_of_ceiling(stage, i));
		if (w->table->pages == MEM_PAGES_THP && small < stage->configs)
			add_point(points, "pages", w->kernel->name, x, "thp_over_4k", "ratio",
			          tune_over(stage, i, small, 1));
	}
}

/* For each kernel, on the table where it does best, at each call length: the best configuration's cost over its
 * cost. */
static void
tune_files_add_calls(const struct tune *t, const struct tune_stage *stage, struct points *points)
{
	for (size_t i = 0; i < stage->configs; i++) {
		const struct tune_config *first = &stage->config[stage->order[i]];
		bool is_first = true;

		for (size_t k = 0; k < i && is_first; k++)
			is_first = stage->config[stage->order[k]].kernel != first->kernel;
		for (size_t k = 0; k < stage->configs && is_first; k++) {
			const struct tune_config *w = &stage->config[k];
			struct paired p = tune_behind(t, stage, k);

			if (w->kernel != first->kernel || w->table != first->table)
				continue;
			p = (struct paired){1 / p.ratio, 1 / p.hi, 1 / p.lo, p.p, p.n};
			if (k == stage->race.leader)
				p = (struct paired){1, NAN, NAN, 1, stage->race.rounds};
			add_point(points, "call", w->kernel->name, (double)w->call, "of_best", "share", p);
		}
	}
}

/* The caller frees them. */
static struct points
points_of(const struct tune *t)
{
	struct points points = {0};

	for (size_t i = 0; i < t->stages; i++) {
		const struct tune_stage *stage = &t->stage[i];

		if (stage->race.rounds > 0 && strcmp(stage->name, "size") == 0)
			add_sizes(stage, &points);
		else if (stage->race.rounds > 0 && strcmp(stage->name, "kernel") == 0)
			tune_files_add_calls(t, stage, &points);
	}
	points_sort(&points);
	return points;
}

/* --- tuned.conf --------------------------------------------------------------------------------------------- */

static json_t *
real_or_null(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

static json_t *
interval(const struct tune_stage *stage, struct paired p)
{
	return json_pack("{sosososI}", "median", real_or_null(p.ratio), "lo", real_or_null(p.lo), "hi",
	                 real_or_null(p.hi), stage->processes ? "processes" : "rounds", (json_int_t)p.n);
}

static json_t *
tune_files_describe(const struct tune *t, const struct tune_stage *stage, size_t config)
{
	const struct tune_config *w = &stage->config[config];
	char text[CANDIDATES_TEXT], numa[NUMA_TEXT];

	return json_pack("{sssssssssIsIsssssssosososIsIsf}", "leg", stage->name, "filter", w->kernel->name,
	                 "parameters", w->table->of.name, "name", candidates_text(text, w->kernel->name, &w->table->of),
	                 "keys_a_call", (json_int_t)w->call, "threads", (json_int_t)w->threads, "pin",
	                 pin_order_names[w->pin], "pages", mem_pages_name(w->table->pages), "numa",
	                 numa_text(w->table->numa, numa), "lookups_per_second",
	                 real_or_null(1e9 * tune_rate(stage, config)), "of_ceiling",
	                 interval(stage, tune_of_ceiling(stage, config)), "cost_over_best",
	                 interval(stage, tune_behind(t, stage, config)), "false_positives",
	                 (json_int_t)w->table->false_positives, "absent_keys_asked", (json_int_t)w->table->negatives,
	                 "bits_per_key", w->table->bits_per_key);
}

/* The options for `run`: the leader's axes that are options, and the requested values that shape every number. "s*"
 * leaves out what is NULL. */
static json_t *
options_of(const struct tune *t, const struct tune_config *w)
{
	const struct options *o = t->options;
	char numa[NUMA_TEXT];

	return json_pack("{sssssssIss*ss*ss*ss*}", "filter", w->kernel->name, "pages", mem_pages_name(w->table->pages),
	                 "pin", pin_order_names[w->pin], "threads", (json_int_t)w->threads, "numa",
	                 w->table->numa.policy != NUMA_UNSET ? numa_text(w->table->numa, numa) : NULL, "isa",
	                 o->isa != ISA_ANY ? isa_name(o->isa) : NULL, "kicks",
	                 o->kicks ? filter_kicks_name(o->kicks) : NULL, "hash", o->hash);
}

/* The ways that are not separated from the answer, in its own leg. */
static json_t *
ties_of(const struct tune *t, const struct tune_stage *stage)
{
	json_t *list = json_array();

	for (size_t i = 0; i < stage->configs; i++)
		if (tune_tied(t, stage, stage->order[i]))
			json_array_append_new(list, tune_files_describe(t, stage, stage->order[i]));
	return list;
}

/* The best of each family. */
static json_t *
families_of(const struct tune *t)
{
	struct tune_row row[CANDIDATES_MOST];
	const size_t n = tune_families(t, row);
	json_t *list = json_array();

	for (size_t i = 0; i < n; i++)
		json_array_append_new(list, tune_files_describe(t, row[i].stage, row[i].config));
	return list;
}

static json_t *
sizes_of(const struct tune *t)
{
	json_t *list = json_array(), *o;

	for (size_t i = 0; i < t->stages; i++)
		if (strcmp(t->stage[i].name, "size") == 0 && t->stage[i].race.rounds > 0) {
			o = tune_files_describe(t, &t->stage[i], t->stage[i].race.leader);
			json_object_set_new(o, "items", json_integer((json_int_t)t->stage[i].items));
			json_array_append_new(list, o);
		}
	return list;
}

static json_t *
workload_of(const struct tune *t)
{
	return json_pack("{sIsfsfsfsfsI}", "items", (json_int_t)t->size[t->sizes - 1], "positives", t->load.positives,
	                 "saved_ns", t->load.saved_ns, "bits_per_key", t->load.bits_per_key, "max_fpr", t->load.max_fpr,
	                 "threads", (json_int_t)t->most_threads);
}

static void
write_config(const struct tune *t, FILE *f)
{
	const struct tune_stage *stage = tune_answering(t);
	const struct options *o = t->options;
	json_t *tuned = json_pack("{sososssfsfsbsososososososo}", "command", manifest_text(o->line), "seed",
	                          json_sprintf("%" PRIu64, o->seed), "hash", o->hash ? o->hash : hash_all[0].name,
	                          "budget_seconds", t->budget, "seconds", t->seconds, "interrupted", t->interrupted,
	                          "workload", workload_of(t), "best", tune_files_describe(t, stage, stage->race.leader),
	                          "families", families_of(t), "not_separated_from", ties_of(t, stage), "sizes",
	                          sizes_of(t), "machine", manifest_machine(), "program", manifest_program()),
	       *file = json_pack("{soso}", "options", options_of(t, &stage->config[stage->race.leader]), "tuned",
	                         tuned);

	json_dumpf(file, f, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
	fputc('\n', f);
	json_decref(file);
}

/* --- all ---------------------------------------------------------------------------------------------------- */

static int
write_file(const struct tune *t, const char *name, void (*write)(const struct tune *, FILE *), struct failure *f)
{
	struct files_new new;

	if (files_begin(&new, "%s/%s", t->dir, name))
		write(t, new.stream);
	return files_finish(&new, STATUS_FAILED, f);
}

int
tune_write(const struct tune *t, struct failure *f)
{
	static const struct {
		const char *name;
		void (*write)(const struct tune *, FILE *);
	} files[] = {{"samples.csv", write_samples}, {"results/ways.csv", write_configs}, {"tuned.conf", write_config}};
	struct points points;
	struct files_new new;
	bool whole;

	if (files_make_folder("%s/results", t->dir) != 0)
		return failed(f, STATUS_FAILED, "%s/results: %s", t->dir, strerror(errno));
	/* A file that cannot be written does not cost the others, except the page, which names them. A figure costs
	 * only itself. All failures but the last are told at once. */
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		(void)write_file(t, files[i].name, files[i].write, failure_told(f));
	points = points_of(t);
	if (files_begin(&new, "%s/results/tune.csv", t->dir))
		(void)points_write(&points, new.stream); /* files_finish looks at the stream */
	(void)files_finish(&new, STATUS_FAILED, failure_told(f));
	whole = f->status == STATUS_DONE;
	(void)plots_write_one(t->dir, &tune_figure, &points, failure_told(f));
	points_free(&points);
	if (whole)
		(void)write_file(t, "report.html", tune_page, failure_told(f));
	return f->status;
}
