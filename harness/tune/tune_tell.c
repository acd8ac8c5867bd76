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
#include "harness/base/terminal.h"
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
	const bool terminal = terminal_redraws(STDERR_FILENO);
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
	if (terminal_redraws(STDERR_FILENO) && t->lines_told)
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

size_t
tune_families(const struct tune *t, struct tune_row row[CANDIDATES_MOST])
{
	static const char *const legs[] = {"final", "place", "kernel"};
	size_t n = 0;

	for (size_t l = 0; l < sizeof legs / sizeof *legs; l++) {
		const struct tune_stage *stage = stage_of(t, legs[l]);

		for (size_t i = 0; stage && i < stage->configs; i++) {
			const struct tune_config *w = &stage->config[stage->order[i]];
			size_t k = 0;

			while (k < n && row[k].stage->config[row[k].config].table->of.twin != w->table->of.twin)
				k++;
			if (k == n)
				row[n++] = (struct tune_row){stage, stage->order[i]};
		}
	}
	return n;
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

/* The best of each family, by its cost over that of its leg's leader; and how many other ways of the leader's own
 * family are not separated from it. */
static void
tell_families(const struct tune *t, const struct tune_stage *answer, FILE *f)
{
	struct tune_row row[CANDIDATES_MOST];
	const size_t n = tune_families(t, row);
	const struct filter_ops *family = answer->config[answer->race.leader].table->of.twin;
	size_t alike = 0;
	char text[TUNE_TEXT], way[TUNE_TEXT];

	for (size_t i = 0; i < answer->configs; i++)
		alike += answer->config[i].table->of.twin == family && tune_tied(t, answer, i);
	if (alike)
		say(f, 2, "%zu more way%s of %s, by other pages, threads or calls, %s not separated from it", alike,
		    alike == 1 ? "" : "s", family->name, alike == 1 ? "is" : "are");
	if (n > 1)
		say(f, 2, "the best of each other family, over the best of its leg:");
	for (size_t i = 1; i < n; i++) {
		const struct tune_stage *stage = row[i].stage;
		const size_t config = row[i].config;

		say(f, 4, "%s", tune_config_text(way, t, &stage->config[config]));
		say(f, 6, "%s (%s%s), errs %.3g %%",
		    config == stage->race.leader
		            ? "1.000"
		            : tune_ratio_text(text, tune_behind(t, stage, config), 1, 3, " times its cost"),
		    stage->name, tune_tied(t, stage, config) ? ", not separated" : "",
		    100 * tune_fpr(stage->config[config].table));
	}
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

	if (!stage) {
		fputs("Nothing is known of the workload's size yet.\n", f);
		return;
	}
	tell_workload(t, f);
	tell_leader(t, stage, stage->order[0], f);
	tell_families(t, stage, f);
	if (stage->processes > 0)
		say(f, 2, "of %zu ways in %u processes, %zu rounds each, after races within one process",
		    stage->configs, stage->processes, stage->race.rounds / stage->processes);
	else
		say(f, 2, "of %zu ways in the last leg (%s), %zu rounds of one process", stage->configs, stage->name,
		    stage->race.rounds);
	say(f, 2, "%zu candidates err too often", t->left_out);
	if (t->unfilled)
		say(f, 2, "%zu tables were not filled: there was no time for them (--time-budget)", t->unfilled);
	if (t->seconds > 1.1 * t->budget)
		say(f, 2, "took %.0f s, more than the %.0f s that it was given", t->seconds, t->budget);
	tell_skipped(t, f);
	tell_sizes(t, f);
}
