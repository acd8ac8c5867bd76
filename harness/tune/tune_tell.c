/* SPDX-License-Identifier: MIT */
/*
 * tune_tell.c - progress during the measurement, and the answer in words.
 *
 *      kernel, 15728640 keys: round 12, 34 of 60 s, 18 of 310 ways left           on a terminal: redrawn in place
 *       1.000        cf-avx512:f12, 1024 keys a call, ...   61.0 M/s   84 %       elsewhere: a line now and then
 *       1.003        cf-avx512:f12, 256 keys a call, ...    60.8 M/s   83 %
 */
#include "harness/tune/tune.h"

#include "harness/base/memory.h"
#include "harness/base/wrap.h"
#include "harness/timing/measure.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- names -------------------------------------------------------------------------------------------------- */

const char *
tune_config_text(char text[TUNE_TEXT], const struct tune *t, const struct tune_config *w)
{
	char name[CANDIDATES_TEXT], numa[NUMA_TEXT], place[2 * NUMA_TEXT + 16] = "";

	if (w->threads > 1 && t->topology->cpus > w->threads)
		snprintf(place, sizeof place, " (%s)", pin_order_names[w->pin]);
	if (w->table->numa.policy != NUMA_UNSET)
		snprintf(place + strlen(place), sizeof place - strlen(place), ", memory %s",
		         numa_text(w->table->numa, numa));
	snprintf(text, TUNE_TEXT, "%s, %zu keys a call, %u thread%s%s, %s pages",
	         candidates_text(name, w->kernel->name, &w->table->of), w->call, w->threads, w->threads == 1 ? "" : "s",
	         place, mem_pages_name(w->table->pages));
	return text;
}

const char *
tune_ratio_text(char text[TUNE_TEXT], struct paired p, double factor, int decimals, const char *words)
{
	const int n = snprintf(text, TUNE_TEXT, "%.*f%s", decimals, factor * p.ratio, words);

	if (p.lo > 0)
		snprintf(text + n, TUNE_TEXT - (size_t)n, " [%.*f, %.*f]", decimals, factor * p.lo, decimals,
		         factor * p.hi);
	return isnan(p.ratio) ? "–" : text;
}

/* --- progress ----------------------------------------------------------------------------------------------- */

enum { BOARD = 5 };

static unsigned
board(const struct tune *t, struct tune_stage *stage)
{
	unsigned lines = 0;

	tune_order(t, stage);
	for (; lines < stage->configs && lines < BOARD; lines++) {
		const size_t config = stage->order[lines];
		const struct paired p = tune_behind(t, stage, config), c = tune_of_ceiling(stage, config);
		char text[TUNE_TEXT];

		if (stage->race.state[config] != RACE_IN)
			break;
		fprintf(stderr, "  %6.3f  %-72.90s %8.1f M/s %4.0f %%\033[K\n", lines ? p.ratio : 1.0,
		        tune_config_text(text, t, &stage->config[config]), 1000 * tune_rate(stage, config),
		        100 * c.ratio);
	}
	return lines;
}

void
tune_progress(struct tune *t, struct tune_stage *stage, const char *doing)
{
	const bool terminal = isatty(STDERR_FILENO);
	const uint64_t now = clock_ns(), pause = terminal ? 250000000u : UINT64_C(10000000000);

	if (t->options->quiet || (t->told && now - t->told < pause))
		return;
	t->told = now;
	if (terminal && t->lines_told)
		fprintf(stderr, "\033[%uA\r", t->lines_told);
	fprintf(stderr, "%s, %zu keys: ", stage->name, stage->items);
	if (*doing)
		fprintf(stderr, "%s, %.0f of %.0f s", doing, tune_seconds(t), t->budget);
	else
		fprintf(stderr, "round %zu, %.0f of %.0f s, %zu of %zu ways left", stage->race.rounds, tune_seconds(t),
		        t->budget, stage->race.left, stage->configs);
	fputs(terminal ? "\033[K\n" : "\n", stderr);
	t->lines_told = terminal ? 1 : 0;
	if (terminal && !*doing && stage->race.rounds > 0)
		t->lines_told += board(t, stage);
	if (terminal)
		fputs("\033[J", stderr);
}

void
tune_progress_end(struct tune *t)
{
	if (isatty(STDERR_FILENO) && t->lines_told)
		fprintf(stderr, "\033[%uA\r\033[J", t->lines_told);
	t->lines_told = 0;
	t->told = 0;
}

/* --- the answer --------------------------------------------------------------------------------------------- */

/* The last stage of that name that has rounds; NULL: none. */
static const struct tune_stage *
stage_of(const struct tune *t, const char *name)
{
	const struct tune_stage *found = NULL;

	for (size_t i = 0; i < t->stages; i++)
		if (strcmp(t->stage[i].name, name) == 0 && t->stage[i].race.rounds > 0)
			found = &t->stage[i];
	return found;
}

const struct tune_stage *
tune_answering(const struct tune *t)
{
	const struct tune_stage *final = stage_of(t, "final"), *place = stage_of(t, "place");

	return final ? final : place ? place : stage_of(t, "kernel");
}

bool
tune_tied(const struct tune *t, const struct tune_stage *stage, size_t config)
{
	const struct paired p = tune_behind(t, stage, config);

	return config != stage->race.leader && paired_separated(&p) <= 0 &&
	       (stage->race.state[config] == RACE_IN || p.lo > 0);
}

bool
tune_same_filter(const struct tune_config *a, const struct tune_config *b)
{
	return a->kernel == b->kernel && strcmp(a->table->of.name, b->table->of.name) == 0;
}

static bool
same_way(const struct tune_config *a, const struct tune_config *b)
{
	return tune_same_filter(a, b) && a->table == b->table && a->call == b->call && a->threads == b->threads &&
	       a->pin == b->pin;
}

/* An earlier stage than the answering one, if `same` things lead both. Then whatever that stage dropped is worse than
 * the answer, too. */
static const struct tune_stage *
stage_before(const struct tune *t, const struct tune_stage *stage, const char *name,
             bool (*same)(const struct tune_config *, const struct tune_config *))
{
	const struct tune_stage *before = stage_of(t, name);
	const bool alike = before && same(&before->config[before->race.leader], &stage->config[stage->race.leader]);

	return alike && before != stage ? before : NULL;
}

static bool
goes_on(const struct tune_stage *stage, const struct tune_config *w,
        bool (*same)(const struct tune_config *, const struct tune_config *))
{
	for (size_t i = 0; i < stage->configs; i++)
		if (same(&stage->config[i], w))
			return true;
	return false;
}

struct tune_tie *
tune_ties(const struct tune *t, size_t *count)
{
	const struct tune_stage *last = tune_answering(t), *place = stage_of(t, "place");
	const struct {
		const struct tune_stage *stage, *next; /* next: who goes on is judged there */
		bool (*same)(const struct tune_config *, const struct tune_config *);
	} legs[] = {{last, NULL, NULL},
	            {stage_before(t, last, "place", same_way), last, same_way},
	            {stage_before(t, last, "kernel", tune_same_filter), place ? place : last, tune_same_filter}};
	struct tune_tie *tie = NULL;

	*count = 0;
	for (size_t l = 0; l < sizeof legs / sizeof *legs; l++)
		for (size_t i = 0; legs[l].stage && i < legs[l].stage->configs; i++) {
			const size_t config = legs[l].stage->order[i];

			if (!tune_tied(t, legs[l].stage, config) ||
			    (l > 0 && goes_on(legs[l].next, &legs[l].stage->config[config], legs[l].same)))
				continue;
			tie = memory_grown(tie, *count, sizeof *tie);
			tie[(*count)++] = (struct tune_tie){legs[l].stage, config};
		}
	return tie;
}

/* Writes one entry of the answer, wrapped to several lines if needed. */
__attribute__((format(printf, 3, 4))) static void
say(FILE *f, int indent, const char *format, ...)
{
	char text[4 * TUNE_TEXT];
	va_list list;

	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	fprintf(f, "%*s", indent, "");
	wrap_write(f, text, indent, indent, TUNE_COLUMNS);
}

static void
tell_workload(const struct tune *t, FILE *f)
{
	char saved[TUNE_TEXT] = "", errors[TUNE_TEXT] = "";

	if (t->load.saved_ns > 0)
		snprintf(saved, sizeof saved, ", %.6g ns of work saved for each that is turned away", t->load.saved_ns);
	if (t->load.max_fpr < 1)
		snprintf(errors, sizeof errors, " and %.3g %% errors", 100 * t->load.max_fpr);
	say(f, 0, "For %zu keys, %.3g %% of those asked for present%s, at most %g bits a key%s, this machine likes",
	    t->size[t->sizes - 1], 100 * t->load.positives, saved, t->load.bits_per_key, errors);
}

static bool
is_same(const struct tune_tie *a, const struct tune_tie *b)
{
	return a->stage == b->stage && a->config == b->config;
}

/* Lists the ties that are not in told[]; names at most NAMED of them. */
static void
tell_ties(const struct tune *t, const struct tune_tie told[2], FILE *f)
{
	enum { NAMED = 6 };
	size_t count, named = 0, more = 0;
	struct tune_tie *tie = tune_ties(t, &count);

	for (size_t i = 0; i < count; i++) {
		char text[TUNE_TEXT], config[TUNE_TEXT];

		if (is_same(&tie[i], &told[0]) || is_same(&tie[i], &told[1]))
			continue;
		if (named == NAMED) {
			more++;
			continue;
		}
		if (named++ == 0)
			say(f, 2, "%s:", told[0].stage || told[1].stage ? "nor from" : "not separated from");
		say(f, 4, "%s", tune_config_text(config, t, &tie[i].stage->config[tie[i].config]));
		say(f, 6, "%s",
		    tune_ratio_text(text, tune_behind(t, tie[i].stage, tie[i].config), 1, 3, " times its cost"));
	}
	if (more > 0)
		say(f, 4, "and %zu more", more);
	free(tie);
}

/* Writes whether a configuration is separated from the best, and by how much. Returns it if it is a tie. */
static struct tune_tie
tell_distance(const struct tune *t, const struct tune_stage *stage, size_t config, const char *what, FILE *f)
{
	const bool tied = tune_tied(t, stage, config);
	char text[TUNE_TEXT];

	tune_ratio_text(text, tune_behind(t, stage, config), 1, 3, " times as good");
	if (tied)
		say(f, 2, "not separated from the next %s, %s:", what, text);
	else
		say(f, 2, "%s as the next %s:", text, what);
	say(f, 4, "%s", tune_config_text(text, t, &stage->config[config]));
	return tied ? (struct tune_tie){stage, config} : (struct tune_tie){NULL, 0};
}

/* The first configuration in the order that is, or is not, of best's filter and kernel. The same kernel counts only
 * with another table, threads or order. stage->configs: none. */
static size_t
next_of(const struct tune_stage *stage, const struct tune_config *best, bool other)
{
	for (size_t i = 0; i < stage->configs; i++) {
		const struct tune_config *w = &stage->config[stage->order[i]];

		if (other ? !tune_same_filter(w, best)
		          : tune_same_filter(w, best) &&
		                    (w->table != best->table || w->threads != best->threads || w->pin != best->pin))
			return stage->order[i];
	}
	return stage->configs;
}

/* The next best filter may have dropped out in the stage before. */
static void
tell_next(const struct tune *t, const struct tune_stage *stage, struct tune_tie told[2], FILE *f)
{
	const struct tune_config *best = &stage->config[stage->order[0]];
	const size_t elsewhere = next_of(stage, best, false), other = next_of(stage, best, true);
	const struct tune_stage *kernels =
		other == stage->configs ? stage_before(t, stage, "kernel", tune_same_filter) : NULL;

	if (elsewhere < stage->configs)
		told[0] = tell_distance(t, stage, elsewhere, "place for it", f);
	if (other < stage->configs)
		told[1] = tell_distance(t, stage, other, "filter", f);
	if (kernels && next_of(kernels, best, true) < kernels->configs)
		told[1] = tell_distance(t, kernels, next_of(kernels, best, true), "filter", f);
}

static void
tell_leader(const struct tune *t, const struct tune_stage *stage, size_t leader, FILE *f)
{
	const struct tune_config *w = &stage->config[leader];
	const struct paired c = tune_of_ceiling(stage, leader);
	const double rate = tune_rate(stage, leader);
	char text[TUNE_TEXT], share[TUNE_TEXT], overhead[TUNE_TEXT] = "";

	fputc('\n', f);
	say(f, 2, "%s", tune_config_text(text, t, w));
	fputc('\n', f);
	say(f, 2, "%.1f million look-ups a second, %.2f ns each%s%s", 1000 * rate, 1 / rate, c.n > 0 ? "; " : "",
	    c.n > 0 ? tune_ratio_text(share, c, 100, 0, " % of the ceiling") : "");
	if (t->load.saved_ns > 0)
		snprintf(overhead, sizeof overhead, "; overhead of a thread %.4g ns a key",
		         w->threads / rate + (1 - t->load.positives) * tune_fpr(w->table) * t->load.saved_ns);
	say(f, 2, "errs %.3g %%, %.2f bits a key%s", 100 * tune_fpr(w->table), w->table->bits_per_key, overhead);
}

/* Lists kernels that lack only their instructions on this machine. */
static void
tell_skipped(const struct tune *t, FILE *f)
{
	for (size_t i = 0; filter_all[i]; i++)
		if (tune_skips(t, filter_all[i]))
			say(f, 2, "%s: skipped, %s", filter_all[i]->name,
			    isa_refuses(filter_all[i]->isa, t->options->isa));
}

/* The best configuration of one thread at the smaller sizes; the answer above covers the workload's own size. */
static void
tell_sizes(const struct tune *t, FILE *f)
{
	for (size_t i = 0; i < t->stages; i++) {
		const struct tune_stage *at = &t->stage[i];
		char text[TUNE_TEXT];

		if (strcmp(at->name, "size") != 0 || at->race.rounds == 0 || at->items == t->size[t->sizes - 1])
			continue;
		say(f, 2, "at %zu keys, by one thread:", at->items);
		say(f, 4, "%s", tune_config_text(text, t, &at->config[at->race.leader]));
	}
}

void
tune_answer(const struct tune *t, FILE *f)
{
	const struct tune_stage *stage = tune_answering(t);
	struct tune_tie told[2] = {{NULL, 0}, {NULL, 0}};

	if (!stage) {
		fputs("Nothing is known of the workload's size yet.\n", f);
		return;
	}
	tell_workload(t, f);
	tell_leader(t, stage, stage->order[0], f);
	tell_next(t, stage, told, f);
	tell_ties(t, told, f);
	if (stage->processes > 0)
		say(f, 2, "of %zu ways in %u processes, %zu rounds each, after races within one process",
		    stage->configs, stage->processes, stage->race.rounds / stage->processes);
	else
		say(f, 2, "of %zu ways in the last leg (%s), %zu rounds of one process", stage->configs, stage->name,
		    stage->race.rounds);
	say(f, 2, "%zu candidates err too often", t->left_out);
	tell_skipped(t, f);
	tell_sizes(t, f);
}
