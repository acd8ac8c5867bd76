/* SPDX-License-Identifier: MIT */
/*
 * tune_files.c - what `tune` leaves behind, each file whole or not at all (files.h):
 *
 *      samples.csv        every slice: whole numbers, keys over nanoseconds
 *      results/ways.csv   every way: how it stands
 *      results/tune.csv   the points of the heat maps (points.h)       plots/tune.svg, .pdf
 *      tuned.conf         options for `cuckoobench run --config` (config.h), and how they were found
 */
#include "harness/tune/tune.h"

#include "core/hash.h"
#include "harness/analysis/points.h"
#include "harness/base/files.h"
#include "harness/report/report.h"
#include "harness/run/manifest_facts.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int
failed(const struct tune *t, const char *file)
{
	fprintf(stderr, "cuckoobench: %s/%s: %s\n", t->dir, file, strerror(errno));
	return -1;
}

static FILE *
begin(const struct tune *t, struct files_new *new, const char *file)
{
	char path[FILES_PATH];

	errno = ENAMETOOLONG;
	return files_path(path, "%s/%s", t->dir, file) ? files_begin(new, path) : NULL;
}

/* --- tables of values --------------------------------------------------------------------------------------- */

static void
write_way(FILE *f, const struct tune_table *table, unsigned threads, enum pin_order pin)
{
	char numa[NUMA_TEXT];

	fprintf(f, "%s,%s,%zu,%s,%s,%u,%s", table->of.twin->name, table->of.name, table->items, mem_pages_name(table->pages),
	        numa_text(table->numa, numa), threads, pin_order_names[pin]);
}

static void
write_samples(const struct tune *t, FILE *f)
{
	fputs("leg,round,look_up,keys_a_call,table,parameters,items,pages,numa,threads,pin,keys,ns\n", f);
	for (size_t i = 0; i < t->legs; i++) {
		const struct tune_leg *leg = &t->leg[i];

		for (size_t round = 0; round < leg->race.rounds; round++)
			for (size_t k = 0; k < leg->ways + leg->ceilings; k++) {
				const struct tune_slice s = leg->slice[round * (leg->ways + leg->ceilings) + k];
				const struct tune_way *w = k < leg->ways ? &leg->way[k] : NULL;
				const struct tune_ceiling *c = w ? NULL : &leg->ceiling[k - leg->ways];

				if (s.ns == 0)
					continue;
				fprintf(f, "%s,%zu,%s,%zu,", leg->name, round, w ? w->kernel->name : ceiling_series[c->what], w ? w->call : 0);
				write_way(f, w ? w->table : c->table, w ? w->threads : c->threads, w ? w->pin : c->pin);
				fprintf(f, ",%llu,%llu\n", (unsigned long long)s.keys, (unsigned long long)s.ns);
			}
	}
}

static void
write_ways(const struct tune *t, FILE *f)
{
	static const char *const states[] = {"in", "separated", "hopeless"};

	fputs("leg,place,look_up,keys_a_call,table,parameters,items,pages,numa,threads,pin,state,rounds,mops,cost_over_best,lo,hi,of_ceiling,"
	      "ceiling_lo,ceiling_hi,fpr,bits_per_key\n",
	      f);
	for (size_t i = 0; i < t->legs; i++) {
		const struct tune_leg *leg = &t->leg[i];
		size_t *order = leg->race.rounds ? tune_order(t, leg) : NULL;

		for (size_t k = 0; order && k < leg->ways; k++) {
			const struct tune_way *w = &leg->way[order[k]];
			const struct paired p = tune_behind(t, leg, order[k]), c = tune_of_ceiling(leg, order[k]);

			fprintf(f, "%s,%zu,%s,%zu,", leg->name, k + 1, w->kernel->name, w->call);
			write_way(f, w->table, w->threads, w->pin);
			fprintf(f, ",%s,%zu,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g\n", states[leg->race.state[order[k]]],
			        leg->race.until[order[k]], 1000 * tune_rate(leg, order[k]), p.ratio, p.lo, p.hi, c.ratio, c.lo, c.hi,
			        tune_fpr(w->table), w->table->bits_per_key);
		}
		free(order);
	}
}

/* --- heat maps ---------------------------------------------------------------------------------------------- */

static void
add_point(struct points *points, const char *panel, const char *series, double x, const char *metric, const char *unit, struct paired p)
{
	struct point *point;

	if (isnan(p.ratio))
		return;
	point = points_add(points, panel, series, x, metric, unit, p.ratio);
	point->lo = p.lo, point->hi = p.hi, point->n = (unsigned)p.n;
}

/* The same kernel on the other pages: the place of that way, or leg->ways. */
static size_t
on_pages(const struct tune_leg *leg, const struct tune_way *like, enum mem_pages pages)
{
	size_t i = 0;

	while (i < leg->ways && (leg->way[i].kernel != like->kernel || leg->way[i].table->of.twin != like->table->of.twin ||
	                         leg->way[i].table->pages != pages))
		i++;
	return i;
}

/* How many times as fast as on small pages, round by round. */
static struct paired
over_small_pages(const struct tune_leg *leg, size_t way)
{
	const size_t small = on_pages(leg, &leg->way[way], MEM_PAGES_4K), wide = leg->ways + leg->ceilings;
	double a[RACE_ROUNDS], b[RACE_ROUNDS];
	size_t n = 0;

	for (size_t round = 0; small < leg->ways && round < leg->race.rounds; round++) {
		const struct tune_slice x = leg->slice[round * wide + way], y = leg->slice[round * wide + small];

		if (x.ns > 0 && y.ns > 0) {
			a[n] = (double)x.keys / (double)x.ns;
			b[n++] = (double)y.keys / (double)y.ns;
		}
	}
	return paired_log_ratio(a, b, n, STATS_LEVEL);
}

static void
add_sizes(const struct tune_leg *leg, struct points *points)
{
	for (size_t i = 0; i < leg->ways; i++) {
		const struct tune_way *w = &leg->way[i];
		const double x = (double)leg->items;

		if (w->table->pages == MEM_PAGES_4K && on_pages(leg, w, MEM_PAGES_THP) < leg->ways)
			continue;
		if (leg->race.until[i] == 0)
			continue;
		points_add(points, "size", w->kernel->name, x, "lookup", "Mops/s", 1000 * tune_rate(leg, i))->n = (unsigned)leg->race.until[i];
		add_point(points, "size", w->kernel->name, x, "of_ceiling", "share", tune_of_ceiling(leg, i));
		if (w->table->pages == MEM_PAGES_THP)
			add_point(points, "pages", w->kernel->name, x, "thp_over_4k", "ratio", over_small_pages(leg, i));
	}
}

/* Each kernel on the table where it does best, at each length of a call: the best way's cost over its own. */
static void
add_calls(const struct tune *t, const struct tune_leg *leg, struct points *points)
{
	size_t *order = tune_order(t, leg);

	for (size_t i = 0; order && i < leg->ways; i++) {
		const struct tune_way *first = &leg->way[order[i]];
		bool is_first = true;

		for (size_t k = 0; k < i && is_first; k++)
			is_first = leg->way[order[k]].kernel != first->kernel;
		for (size_t k = 0; k < leg->ways && is_first; k++) {
			const struct tune_way *w = &leg->way[k];
			struct paired p = tune_behind(t, leg, k);

			if (w->kernel != first->kernel || w->table != first->table)
				continue;
			p = (struct paired){1 / p.ratio, 1 / p.hi, 1 / p.lo, p.p, p.n};
			if (k == leg->race.leader)
				p = (struct paired){1, NAN, NAN, 1, leg->race.rounds};
			add_point(points, "call", w->kernel->name, (double)w->call, "of_best", "share", p);
		}
	}
	free(order);
}

static int
write_points(const struct tune *t)
{
	struct points points = {0};
	struct files_new new;
	FILE *f;

	for (size_t i = 0; i < t->legs; i++) {
		const struct tune_leg *leg = &t->leg[i];

		if (leg->race.rounds > 0 && strcmp(leg->name, "size") == 0)
			add_sizes(leg, &points);
		else if (leg->race.rounds > 0 && strcmp(leg->name, "kernel") == 0)
			add_calls(t, leg, &points);
	}
	points_sort(&points);
	f = begin(t, &new, "results/tune.csv");
	if (f && points_write(&points, f) != 0) {
		files_abandon(&new);
		f = NULL;
	}
	points_free(&points);
	return f && files_commit(&new) == 0 ? 0 : failed(t, "results/tune.csv");
}

/* --- tuned.conf --------------------------------------------------------------------------------------------- */

static json_t *
real_or_null(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

static json_t *
interval(struct paired p)
{
	return json_pack("{sosososI}", "median", real_or_null(p.ratio), "lo", real_or_null(p.lo), "hi", real_or_null(p.hi), "rounds",
	                 (json_int_t)p.n);
}

static json_t *
describe(const struct tune *t, const struct tune_leg *leg, size_t way)
{
	const struct tune_way *w = &leg->way[way];
	char text[CANDIDATES_TEXT], numa[NUMA_TEXT];
	json_t *o = json_object();

	json_object_set_new(o, "leg", json_string(leg->name));
	json_object_set_new(o, "filter", json_string(w->kernel->name));
	json_object_set_new(o, "parameters", json_string(w->table->of.name));
	json_object_set_new(o, "name", json_string(candidates_text(text, w->kernel->name, &w->table->of)));
	json_object_set_new(o, "keys_a_call", json_integer((json_int_t)w->call));
	json_object_set_new(o, "threads", json_integer(w->threads));
	json_object_set_new(o, "pin", json_string(pin_order_names[w->pin]));
	json_object_set_new(o, "pages", json_string(mem_pages_name(w->table->pages)));
	json_object_set_new(o, "numa", json_string(numa_text(w->table->numa, numa)));
	json_object_set_new(o, "lookups_per_second", real_or_null(1e9 * tune_rate(leg, way)));
	json_object_set_new(o, "of_ceiling", interval(tune_of_ceiling(leg, way)));
	json_object_set_new(o, "cost_over_best", interval(tune_behind(t, leg, way)));
	json_object_set_new(o, "false_positives", json_integer((json_int_t)w->table->false_positives));
	json_object_set_new(o, "absent_keys_asked", json_integer((json_int_t)w->table->negatives));
	json_object_set_new(o, "bits_per_key", json_real(w->table->bits_per_key));
	return o;
}

/* What `run` is to take over: the leader's axes that are options, and what was asked for here and shapes every number. */
static json_t *
options_of(const struct tune *t, const struct tune_way *w)
{
	json_t *o = json_object();
	char numa[NUMA_TEXT];

	json_object_set_new(o, "filter", json_string(w->kernel->name));
	json_object_set_new(o, "pages", json_string(mem_pages_name(w->table->pages)));
	json_object_set_new(o, "pin", json_string(pin_order_names[w->pin]));
	json_object_set_new(o, "threads", json_integer(w->threads));
	if (w->table->numa.policy != NUMA_UNSET)
		json_object_set_new(o, "numa", json_string(numa_text(w->table->numa, numa)));
	if (t->options->isa != ISA_ANY)
		json_object_set_new(o, "isa", json_string(isa_name(t->options->isa)));
	if (t->options->kicks)
		json_object_set_new(o, "kicks", json_string(filter_kicks_name(t->options->kicks)));
	if (t->options->hash)
		json_object_set_new(o, "hash", json_string(t->options->hash));
	return o;
}

static json_t *
ties_of(const struct tune *t)
{
	json_t *list = json_array();
	size_t count;
	struct tune_tie *tie = tune_ties(t, &count);

	for (size_t i = 0; tie && i < count; i++)
		json_array_append_new(list, describe(t, tie[i].leg, tie[i].way));
	free(tie);
	return list;
}

static json_t *
sizes_of(const struct tune *t)
{
	json_t *list = json_array(), *o;

	for (size_t i = 0; i < t->legs; i++)
		if (strcmp(t->leg[i].name, "size") == 0 && t->leg[i].race.rounds > 0) {
			o = describe(t, &t->leg[i], t->leg[i].race.leader);
			json_object_set_new(o, "items", json_integer((json_int_t)t->leg[i].items));
			json_array_append_new(list, o);
		}
	return list;
}

static json_t *
workload_of(const struct tune *t)
{
	return json_pack("{sIsfsfsfsfsI}", "items", (json_int_t)t->size[t->sizes - 1], "positives", t->load.positives, "saved_ns",
	                 t->load.saved_ns, "bits_per_key", t->load.bits_per_key, "max_fpr", t->load.max_fpr, "threads",
	                 (json_int_t)t->most_threads);
}

static int
write_config(const struct tune *t)
{
	const struct tune_leg *leg = tune_answering(t);
	json_t *tuned = json_object(), *file = json_object();
	size_t *order = tune_order(t, leg);
	char seed[24];
	struct files_new new;
	FILE *f;

	snprintf(seed, sizeof seed, "%llu", (unsigned long long)t->options->seed);
	json_object_set_new(tuned, "command", manifest_text(t->options->line));
	json_object_set_new(tuned, "seed", json_string(seed));
	json_object_set_new(tuned, "hash", json_string(t->options->hash ? t->options->hash : hash_all[0].name));
	json_object_set_new(tuned, "budget_seconds", json_real(t->budget));
	json_object_set_new(tuned, "seconds", json_real(t->seconds));
	json_object_set_new(tuned, "interrupted", json_boolean(t->interrupted));
	json_object_set_new(tuned, "workload", workload_of(t));
	json_object_set_new(tuned, "best", describe(t, leg, leg->race.leader));
	json_object_set_new(tuned, "runner_up", order && leg->ways > 1 ? describe(t, leg, order[1]) : json_null());
	json_object_set_new(tuned, "not_separated_from", ties_of(t));
	json_object_set_new(tuned, "sizes", sizes_of(t));
	json_object_set_new(tuned, "machine", manifest_machine());
	json_object_set_new(tuned, "program", manifest_program());
	json_object_set_new(file, "options", options_of(t, &leg->way[leg->race.leader]));
	json_object_set_new(file, "tuned", tuned);
	free(order);
	f = begin(t, &new, "tuned.conf");
	if (f) {
		json_dumpf(file, f, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
		fputc('\n', f);
	}
	json_decref(file);
	return f && files_commit(&new) == 0 ? 0 : failed(t, "tuned.conf");
}

/* --- all ---------------------------------------------------------------------------------------------------- */

static int
write_table(const struct tune *t, const char *file, void (*write)(const struct tune *, FILE *))
{
	struct files_new new;
	FILE *f = begin(t, &new, file);

	if (f)
		write(t, f);
	return f && files_commit(&new) == 0 ? 0 : failed(t, file);
}

int
tune_write(const struct tune *t)
{
	char path[FILES_PATH];
	int status;

	errno = ENAMETOOLONG;
	if (!files_path(path, "%s/results", t->dir) || files_make_folder(path) != 0)
		return failed(t, "results");
	status = write_table(t, "samples.csv", write_samples);
	status |= write_table(t, "results/ways.csv", write_ways);
	status |= write_points(t);
	status |= write_config(t);
	status |= plots_write_one(t->dir, &tune_figure);
	return status;
}
