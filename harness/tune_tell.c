/* SPDX-License-Identifier: MIT */
/*
 * tune_tell.c - progress while it measures, and the answer in words.
 *
 *      kernel, 15728640 keys: round 12, 34 of 60 s, 18 of 310 ways left           redrawn in place on a terminal,
 *       1.000        cf-avx512:f12, 1024 keys a call, ...   61.0 M/s   84 %       a line now and then elsewhere
 *       1.003        cf-avx512:f12, 256 keys a call, ...    60.8 M/s   83 %
 */
#include "harness/tune.h"

#include "harness/measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- names -------------------------------------------------------------------------------------------------- */

const char *
tune_way_text(char text[TUNE_TEXT], const struct tune *t, const struct tune_way *w)
{
	char name[CANDIDATES_TEXT], numa[NUMA_TEXT], place[2 * NUMA_TEXT + 16] = "";

	if (w->threads > 1 && t->topology->cpus > w->threads)
		snprintf(place, sizeof place, " (%s)", pin_order_names[w->pin]);
	if (w->table->numa.policy != NUMA_UNSET)
		snprintf(place + strlen(place), sizeof place - strlen(place), ", memory %s", numa_text(w->table->numa, numa));
	snprintf(text, TUNE_TEXT, "%s, %zu keys a call, %u thread%s%s, %s pages", candidates_text(name, w->kernel->name, &w->table->of), w->call,
	         w->threads, w->threads == 1 ? "" : "s", place, mem_pages_name(w->table->pages));
	return text;
}

/* --- progress ----------------------------------------------------------------------------------------------- */

enum { BOARD = 5 };

static unsigned
board(const struct tune *t, const struct tune_leg *leg)
{
	size_t *order = tune_order(t, leg);
	unsigned lines = 0;

	for (size_t i = 0; order && i < leg->ways && lines < BOARD && leg->race.state[order[i]] == RACE_IN; i++, lines++) {
		const struct paired p = tune_behind(t, leg, order[i]), c = tune_of_ceiling(leg, order[i]);
		char text[TUNE_TEXT];

		fprintf(stderr, "  %6.3f  %-72.90s %8.1f M/s %4.0f %%\033[K\n", i ? p.ratio : 1.0, tune_way_text(text, t, &leg->way[order[i]]),
		        1000 * tune_rate(leg, order[i]), 100 * c.ratio);
	}
	free(order);
	return lines;
}

void
tune_progress(struct tune *t, const struct tune_leg *leg, const char *doing)
{
	const bool terminal = isatty(STDERR_FILENO);
	const uint64_t now = clock_ns(), pause = terminal ? 250000000u : UINT64_C(10000000000);

	if (t->options->quiet || (t->told && now - t->told < pause))
		return;
	t->told = now;
	if (terminal && t->lines_told)
		fprintf(stderr, "\033[%uA\r", t->lines_told);
	fprintf(stderr, "%s, %zu keys: ", leg->name, leg->items);
	if (*doing)
		fprintf(stderr, "%s, %.0f of %.0f s", doing, tune_seconds(t), t->budget);
	else
		fprintf(stderr, "round %zu, %.0f of %.0f s, %zu of %zu ways left", leg->race.rounds, tune_seconds(t), t->budget, leg->race.left,
		        leg->ways);
	fputs(terminal ? "\033[K\n" : "\n", stderr);
	t->lines_told = terminal ? 1 : 0;
	if (terminal && !*doing && leg->race.rounds > 0)
		t->lines_told += board(t, leg);
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

const struct tune_leg *
tune_leg_of(const struct tune *t, const char *name)
{
	const struct tune_leg *found = NULL;

	for (size_t i = 0; i < t->legs; i++)
		if (strcmp(t->leg[i].name, name) == 0 && t->leg[i].race.rounds > 0)
			found = &t->leg[i];
	return found;
}

const struct tune_leg *
tune_answering(const struct tune *t)
{
	const struct tune_leg *place = tune_leg_of(t, "place");

	return place ? place : tune_leg_of(t, "kernel");
}

static void
tell_workload(const struct tune *t, FILE *f)
{
	fprintf(f, "For %zu keys, %.3g %% of those asked for present", t->size[t->sizes - 1], 100 * t->load.positives);
	if (t->load.saved_ns > 0)
		fprintf(f, ", %.6g ns of work saved for each that is turned away", t->load.saved_ns);
	fprintf(f, ", at most %g bits a key", t->load.bits_per_key);
	if (t->load.max_fpr < 1)
		fprintf(f, " and %.3g %% errors", 100 * t->load.max_fpr);
	fputs(", this machine likes\n", f);
}

/* Those that no interval tells from the leader; at most so many by name. */
static void
tell_ties(const struct tune *t, const struct tune_leg *leg, const size_t *order, FILE *f)
{
	enum { NAMED = 6 };
	size_t ties = 0;

	for (size_t i = 1; i < leg->ways; i++) {
		const struct paired p = tune_behind(t, leg, order[i]);
		char text[TUNE_TEXT];

		if (leg->race.state[order[i]] != RACE_IN || paired_separated(&p) > 0)
			continue;
		if (ties++ == 0)
			fputs("  not separated from:\n", f);
		if (ties <= NAMED)
			fprintf(f, "    %.3f  %s\n", p.ratio, tune_way_text(text, t, &leg->way[order[i]]));
	}
	if (ties > NAMED)
		fprintf(f, "    and %zu more\n", ties - NAMED);
}

static bool
same_filter(const struct tune_way *a, const struct tune_way *b)
{
	return a->kernel == b->kernel && strcmp(a->table->of.name, b->table->of.name) == 0;
}

static void
tell_distance(const struct tune *t, const struct tune_leg *leg, size_t way, const char *what, FILE *f)
{
	const struct paired p = tune_behind(t, leg, way);
	char text[TUNE_TEXT];

	fprintf(f, "  %.3f times as good", p.ratio);
	if (p.lo > 0)
		fprintf(f, " [%.3f, %.3f]", p.lo, p.hi);
	fprintf(f, " as the next %s:\n    %s\n", what, tune_way_text(text, t, &leg->way[way]));
}

/* The first of an order that is, or is not, the same filter by the same kernel, and not only with other calls; leg->ways: none. */
static size_t
next_of(const struct tune_leg *leg, const size_t *order, const struct tune_way *best, bool other)
{
	for (size_t i = 0; i < leg->ways; i++) {
		const struct tune_way *w = &leg->way[order[i]];

		if (other ? !same_filter(w, best)
		          : same_filter(w, best) && (w->table != best->table || w->threads != best->threads || w->pin != best->pin))
			return order[i];
	}
	return leg->ways;
}

/* The next filter may have been left behind in the leg before. */
static void
tell_next(const struct tune *t, const struct tune_leg *leg, const size_t *order, FILE *f)
{
	const struct tune_way *best = &leg->way[order[0]];
	const struct tune_leg *kernels = tune_leg_of(t, "kernel");
	const size_t elsewhere = next_of(leg, order, best, false), other = next_of(leg, order, best, true);
	size_t *before = other == leg->ways && kernels ? tune_order(t, kernels) : NULL;

	if (elsewhere < leg->ways)
		tell_distance(t, leg, elsewhere, "place for it", f);
	if (other < leg->ways)
		tell_distance(t, leg, other, "filter", f);
	if (before && same_filter(&kernels->way[before[0]], best) && next_of(kernels, before, best, true) < kernels->ways)
		tell_distance(t, kernels, next_of(kernels, before, best, true), "filter", f);
	free(before);
}

static void
tell_leader(const struct tune *t, const struct tune_leg *leg, const size_t *order, FILE *f)
{
	const struct tune_way *w = &leg->way[order[0]];
	const struct paired c = tune_of_ceiling(leg, order[0]);
	const double rate = tune_rate(leg, order[0]);
	char text[TUNE_TEXT];

	fprintf(f, "\n  %s\n\n", tune_way_text(text, t, w));
	fprintf(f, "  %.1f million look-ups a second, %.2f ns each", 1000 * rate, 1 / rate);
	if (c.n > 0)
		fprintf(f, "; %.0f %% of the ceiling", 100 * c.ratio);
	if (c.n > 0 && c.lo > 0)
		fprintf(f, " [%.0f, %.0f]", 100 * c.lo, 100 * c.hi);
	fprintf(f, "\n  errs %.3g %%, %.2f bits a key", 100 * tune_fpr(w->table), w->table->bits_per_key);
	if (t->load.saved_ns > 0)
		fprintf(f, "; overhead of a thread %.4g ns a key", w->threads / rate + (1 - t->load.positives) * tune_fpr(w->table) * t->load.saved_ns);
	fputc('\n', f);
	tell_next(t, leg, order, f);
}

/* Kernels that would have taken part, were their instructions there to use. */
static void
tell_skipped(const struct tune *t, FILE *f)
{
	for (size_t i = 0; filter_all[i]; i++)
		if (tune_skips(t, filter_all[i]))
			fprintf(f, "  %s: skipped, %s\n", filter_all[i]->name, isa_refuses(filter_all[i]->isa, t->options->isa));
}

void
tune_answer(const struct tune *t, FILE *f)
{
	const struct tune_leg *leg = tune_answering(t);
	size_t *order = leg ? tune_order(t, leg) : NULL;

	if (!order) {
		fputs("Nothing is known of the workload's size yet.\n", f);
		return;
	}
	tell_workload(t, f);
	tell_leader(t, leg, order, f);
	tell_ties(t, leg, order, f);
	fprintf(f, "  of %zu ways in the last leg (%s), %zu rounds; %zu candidates err too often\n", leg->ways, leg->name, leg->race.rounds,
	        t->left_out);
	tell_skipped(t, f);
	free(order);
	for (size_t i = 0; i < t->legs; i++)
		if (strcmp(t->leg[i].name, "size") == 0 && t->leg[i].race.rounds > 0) {
			const struct tune_leg *at = &t->leg[i];
			char text[TUNE_TEXT];

			fprintf(f, "  at %zu keys: %s\n", at->items, tune_way_text(text, t, &at->way[at->race.leader]));
		}
}
