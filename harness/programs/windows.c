/* SPDX-License-Identifier: MIT */
/* windows.c - see windows.h. */
#include "harness/programs/windows.h"
#include "harness/run/running.h"

#include <stdio.h>
#include <string.h>

size_t
windows_counts(size_t cpus, size_t count[WINDOWS_COUNTS])
{
	size_t counts = 0;

	for (size_t power = 1; power < cpus && counts < WINDOWS_COUNTS - 2; power *= 2) {
		count[counts++] = power;
		if (power > 1 && power / 2 * 3 < cpus)
			count[counts++] = power / 2 * 3;
	}
	count[counts++] = cpus;
	return counts;
}

/*
 * A window is so long that its two ends, a batch of some 10 us each, do not matter. It is so short that the machine
 * does not change during a turn. Tables beyond the caches get longer windows, because a thread's first lines after
 * another's turn are in no cache.
 */
struct windows_pace
windows_pace(const struct cell *cell)
{
	if (cell->params.bytes < (size_t)1 << 20)
		return (struct windows_pace){100000, 300000, 2};
	if (cell->params.bytes < (size_t)64 << 20)
		return (struct windows_pace){300000, 2500000, 4};
	return (struct windows_pace){2000000, 20000000, 8};
}

double
windows_seconds(const struct cell *cell)
{
	const struct windows_pace p = windows_pace(cell);
	/* For two numbers of threads: lookups, mixes, churn at four occupancies; for X2 only its own. */
	const double windows = cell->params.stripes                 ? 2 * 2
	                       : cell->filter->caps & FILTER_SHARED ? 2 * 7 + 2 * 4 * 2
	                                                            : 2 * 4 + 4 * 2;

	return 1e-9 * (double)(p.warm_ns + p.window_ns) * windows * p.rounds;
}

/* --- one window --- */

void
windows_churner(struct windows *s, enum work w, size_t i, size_t n)
{
	static const struct {
		size_t lookups, updates;
	} per_call[WORKS] = {[MIX_95] = {152, 8}, [MIX_50] = {32, 32}, [CHURN] = {0, 64}};
	struct churn_task *t = &s->task[w][i].churn;
	/* The position in the queries is kept from window to window. */
	const size_t at = t->lookup.asked ? t->lookup.at : s->asked[1].n / 8 / s->most * i * 8;

	*t = (struct churn_task){.lookup = {.filter = s->filter, .asked = &s->asked[1], .at = at},
	                         .ring = s->ring,
	                         .rings = s->most,
	                         .first = i,
	                         .stride = n,
	                         .target = s->target,
	                         .lookups = per_call[w].lookups,
	                         .updates = per_call[w].updates};
}

static worker_body *
set_up(struct windows *s, enum work w, size_t i, size_t n)
{
	union task *t = &s->task[w][i];
	const size_t from = s->asked[0].n / QUERIES_BATCH / s->most * i * QUERIES_BATCH;

	switch (w) {
	case CEILING:
	case CEILING_WRITES:
		if (!t->ceiling.ground.hash) {
			t->ceiling = s->ceiling[w];
			t->ceiling.ground.at = from;
		}
		return ceiling_body;
	case LOOKUP_0:
	case LOOKUP_50:
	case LOOKUP_100:
		if (!t->lookup.filter)
			t->lookup =
				(struct lookup_task){.filter = s->filter, .asked = &s->asked[w - LOOKUP_0], .at = from};
		return lookup_body;
	case MIX_95:
	case MIX_50:
	case CHURN:
		windows_churner(s, w, i, n);
		return churn_body;
	default:
		return build_body;
	}
}

/* Adds up what the threads recorded in this window. */
static void
take_notes(struct windows *s, enum work w, size_t n, struct tally *tally)
{
	uint64_t missed = 0, lost = 0;

	for (size_t i = 0; i < n; i++) {
		const union task *t = &s->task[w][i];

		if (w >= LOOKUP_0 && w <= LOOKUP_100) {
			missed += t->lookup.missed;
		} else if (w >= MIX_95 && w <= CHURN) {
			missed += t->churn.lookup.missed;
			lost += t->churn.lost;
			tally->inserts += t->churn.inserts;
			tally->refused += t->churn.refused;
		}
	}
	if (missed > 0)
		run_fail(s->run, "false negatives: %llu lookups of present keys were reported absent",
		         (unsigned long long)missed);
	if (lost > 0)
		run_fail(s->run, "lost keys: %llu inserted keys were not found to delete", (unsigned long long)lost);
}

static void
add_contention(struct tally *t, const struct filter_info *before, const struct filter_info *after)
{
	t->kicks += after->kicks - before->kicks;
	t->contention.paths += after->contention.paths - before->contention.paths;
	t->contention.stale += after->contention.stale - before->contention.stale;
	t->contention.spins += after->contention.spins - before->contention.spins;
	t->contention.retries += after->contention.retries - before->contention.retries;
	t->contention.unsure += after->contention.unsure - before->contention.unsure;
}

void
windows_window(struct windows *s, enum work w, size_t c)
{
	struct tally *tally = &s->tally[c][w];
	struct workers_window window;
	const struct filter_info before = filter_told(s->filter);
	struct filter_info after;
	int left = 100;

	for (size_t i = 0; i < s->count[c]; i++)
		s->job[i] = (struct worker_job){set_up(s, w, i, s->count[c]), &s->task[w][i]};
	/* Repeats a window in which no thread got a processor: it says nothing about the filter. */
	do
		run_window(s->run, s->pool[c], s->job, s->pace.warm_ns, w == BUILD ? 0 : s->pace.window_ns, &window);
	while (window.ops == 0 && w != BUILD && --left > 0);
	after = filter_told(s->filter);
	add_contention(tally, &before, &after);
	take_notes(s, w, s->count[c], tally);
	if (window.ops == 0)
		run_fail(s->run, "nothing was done in %.1f ms by %zu threads", (double)window.ns * 1e-6, s->count[c]);
	tally->ops += window.ops;
	tally->ns += window.ns;
	tally->whole += window.whole;
	for (size_t i = 0; i < s->count[c]; i++)
		tally->of[i] += window.of[i];
}

void
windows_rounds(struct windows *s, const enum work *works, size_t n, size_t counts)
{
	for (unsigned round = 0; round < s->pace.rounds; round++)
		for (size_t k = 0; k < counts; k++)
			for (size_t w = 0; w < n; w++)
				/* Each work is first in some rounds: a thread that has slept is scheduled sooner if
				 * others want its processor. There and back, so that a drift cancels in two rounds: a
				 * Latin square would need as many as there are numbers of threads. */
				windows_window(s, works[(w + round) % n], round % 2 ? counts - 1 - k : k);
}

void
windows_forget(struct windows *s, enum work w)
{
	for (size_t c = 0; c < s->counts; c++) {
		uint64_t *of = s->tally[c][w].of;

		memset(of, 0, s->count[c] * sizeof *of);
		s->tally[c][w] = (struct tally){.of = of};
	}
}

/* --- samples --- */

static enum work
ceiling_of(enum work w)
{
	return w == BUILD || w == MIX_50 || w == CHURN ? CEILING_WRITES : CEILING;
}

void
windows_least_over_greatest(const uint64_t *ops, size_t n, uint64_t *num, uint64_t *den)
{
	uint64_t least = UINT64_MAX, greatest = 0;

	for (size_t i = 0; i < n; i++) {
		least = ops[i] < least ? ops[i] : least;
		greatest = ops[i] > greatest ? ops[i] : greatest;
	}
	*num = greatest ? least : 0;
	*den = greatest ? greatest : 1;
}

void
windows_jain(const uint64_t *ops, size_t n, uint64_t *num, uint64_t *den)
{
	uint64_t greatest = 0, sum = 0, squares = 0;
	unsigned shift = 0;

	for (size_t i = 0; i < n; i++)
		greatest = ops[i] > greatest ? ops[i] : greatest;
	/* With up to 2^10 threads, (2^10 * 2^21)^2 and 2^10 * 2^10 * 2^42 fit 64 bits. */
	while (greatest >> shift >= UINT64_C(1) << 21)
		shift++;
	for (size_t i = 0; i < n; i++) {
		sum += ops[i] >> shift;
		squares += (ops[i] >> shift) * (ops[i] >> shift);
	}
	*num = squares ? sum * sum : 0;
	*den = squares ? n * squares : 1;
}

/* Speed with n threads over n times the speed with one. */
static void
emit_efficiency(struct windows *s, const char *place, const char *metric, enum work w, size_t c)
{
	const struct tally *one = &s->tally[0][w], *all = &s->tally[c][w];

	/* Operations up to 10^8 and nanoseconds up to 10^10, for up to 10^3 threads, would not fit 64 bits. In
	 * microseconds they do. */
	emit(s->run, place, s->name, (double)s->count[c], metric, "fraction", all->ops * (one->ns / 1000 + 1),
	     s->count[c] * one->ops * (all->ns / 1000 + 1));
}

static void
emit_fairness(struct windows *s, const char *place, enum work w, size_t c)
{
	uint64_t num, den;

	windows_least_over_greatest(s->tally[c][w].of, s->count[c], &num, &den);
	emit(s->run, place, s->name, (double)s->count[c], "least_thread", "fraction", num, den);
	windows_jain(s->tally[c][w].of, s->count[c], &num, &den);
	emit(s->run, place, s->name, (double)s->count[c], "Jain_index", "fraction", num, den);
}

static void
emit_contention(struct windows *s, const char *place, const char *series, double x, const struct tally *t)
{
	emit(s->run, place, series, x, "spins", "per operation", t->contention.spins, t->whole);
	emit(s->run, place, series, x, "retries", "per operation", t->contention.retries, t->whole);
	emit(s->run, place, series, x, "stale_paths", "per operation", t->contention.stale, t->whole);
	emit(s->run, place, series, x, "unsure", "per operation", t->contention.unsure, t->whole);
}

void
windows_emit(struct windows *s, const char *place, enum work w)
{
	for (size_t c = 0; c < s->counts; c++) {
		const struct tally *t = &s->tally[c][w], *ceiling = &s->tally[c][ceiling_of(w)];
		const double x = (double)s->count[c];

		emit(s->run, place, s->name, x, "throughput", "Mops/s", t->ops, t->ns);
		emit(s->run, place, s->name, x, "ceiling", "Mops/s", ceiling->ops, ceiling->ns);
		if (s->count[c] > 1) {
			emit_efficiency(s, place, "efficiency", w, c);
			emit_efficiency(s, place, "ceiling_efficiency", ceiling_of(w), c);
			emit_fairness(s, place, w, c);
		}
		if (s->cell->filter->caps & FILTER_SHARED && w > LOOKUP_100)
			emit_contention(s, place, s->name, x, t);
	}
}

void
windows_emit_stripes(struct windows *s)
{
	for (size_t c = 0; c < s->counts; c++) {
		const struct tally *t = &s->tally[c][MIX_50];
		const double x = s->cell->params.stripes;
		char series[NAME_MAX_SERIES];

		snprintf(series, sizeof series, "n=%zu", s->count[c]);
		emit(s->run, "stripes", series, x, "throughput", "Mops/s", t->ops, t->ns);
		emit(s->run, "stripes", series, x, "ceiling", "Mops/s", s->tally[c][CEILING_WRITES].ops,
		     s->tally[c][CEILING_WRITES].ns);
		emit_contention(s, "stripes", series, x, t);
	}
}

void
windows_emit_churn(struct windows *s, const char *place, size_t c, double occupancy)
{
	const struct tally *t = &s->tally[c][CHURN], *ceiling = &s->tally[c][CEILING_WRITES];

	emit(s->run, place, s->name, occupancy, "churn", "Mops/s", t->ops, t->ns);
	emit(s->run, place, s->name, occupancy, "ceiling", "Mops/s", ceiling->ops, ceiling->ns);
	emit(s->run, place, s->name, occupancy, "refused", "rate", t->refused, t->inserts);
	emit(s->run, place, s->name, occupancy, "moves", "per insertion", t->kicks, t->inserts);
	if (s->cell->filter->caps & FILTER_SHARED)
		emit_contention(s, place, s->name, occupancy, t);
}
