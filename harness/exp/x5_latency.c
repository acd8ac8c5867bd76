/* SPDX-License-Identifier: MIT */
/* x5_latency.c - X5: the latency of single operations: lookups, insertions near full, lookups in an open loop. */
#include "harness/analysis/judge.h"
#include "harness/exp/plans.h"
#include "harness/filters/setup.h"

#include <string.h>

/* 6 bytes for a bucket of four 12-bit fingerprints: m = 2^10, 2^18, 2^25, 2^25. At quick scale one hundredth of the
 * entries is ten thousand timed insertions. The table is filled in a twentieth of a second. */
static const size_t bytes[SCALES] = {(size_t)6 << 10, (size_t)6 << 18, (size_t)6 << 25, (size_t)6 << 25};
/* At 100 ns each they make windows of 1.6, 52, 420 and 840 ms. One lookup in 16 is a sample. */
static const size_t queries[SCALES] = {1 << 14, 1 << 19, 1 << 22, 1 << 23};
/* Six are the fewest with an interval for one comparison, eight for two (harness/stats/stats.h). */
static const unsigned reps[SCALES] = {2, 6, 8, 12};

/* Filters made for many keys per call are excluded: with one key at a time they do what their twins do. One that grows
 * is excluded, too: it is never nearly full for long, and allocates during a window. */
static bool
takes_part(const struct filter_ops *ops)
{
	return strcmp(ops->name, "cf") == 0 ||
	       (ops->caps & FILTER_SHARED && setup_is_asked(ops) && !(ops->caps & FILTER_GROWS) &&
	        strcmp(ops->name, "cf-striped-batch") != 0);
}

static void
plan_latency(struct plan *plan)
{
	const enum scale s = plan_scale(plan);
	const struct cell cell = {.program = &program_latency, .queries = queries[s]};

	plan_filters(plan, cell, bytes[s], takes_part, 0, reps[s]);
}

/* --- points ----------------------------------------------------------------------------------------------- */

static bool
same_line(const struct point *a, const struct point *b)
{
	return strcmp(a->panel, b->panel) == 0 && strcmp(a->series, b->series) == 0 &&
	       strcmp(a->metric, b->metric) == 0;
}

/*
 * Drops percentiles that not every repetition of the line has. One of few operations has no high percentile
 * (programs/latency.c), and the median of the others is that of another set: it may be less than a lower percentile,
 * or more than the greatest. Of one set it cannot.
 */
static void
keep_common(struct points *points)
{
	size_t kept = 0, next;

	for (size_t first = 0; first < points->count; first = next) {
		unsigned most = 0;

		for (next = first; next < points->count && same_line(&points->at[next], &points->at[first]); next++)
			if (points->at[next].n > most)
				most = points->at[next].n;
		for (size_t i = first; i < next; i++)
			if (points->at[i].n == most)
				points->at[kept++] = points->at[i];
	}
	points->count = kept;
}

/* --- claims ----------------------------------------------------------------------------------------------- */

/* The greatest number of evictions in any timed insertion, over all repetitions. n = 0, and marked as missing, if none
 * was timed. */
static struct value
most_kicks(struct judge *j, const char *series, unsigned percent)
{
	const struct runs runs = judge_runs(j, "x5", "b", series, 100, judge_text(j, "kicks_%u", percent));
	double most = 0;

	for (size_t i = 0; i < runs.n; i++)
		most = runs.value[i] > most ? runs.value[i] : most;
	return runs.n ? judge_exact(most, "kicks") : (struct value){.unit = "kicks"};
}

/*
 * The search visits 768 buckets (core/filter.h) at most: two, and four more for each. It reaches depth d with bucket
 * number 2 (4^(d+1) - 1) / 3: 2, 10, 42, 170, 682, 2730. So no path is longer than 5.
 */
enum { LONGEST_PATH = 5 };

static void
judge_paths(struct judge *j)
{
	judge_must_hold(j, true);
	for (size_t i = 0; i < LATENCY_OCCUPANCIES; i++)
		judge_at_most(j, most_kicks(j, "cf-striped", latency_occupancy[i]), LONGEST_PATH,
		              judge_text(j, "longest path to α=|%g|", latency_occupancy[i] / 100.0));
	judge_must_hold(j, false);
	judge_more(j, most_kicks(j, "cf", 95), LONGEST_PATH, "longest random walk to α=0.95");
}

static void
judge_tail(struct judge *j)
{
	static const struct judge_lines inserts = {"x5", "b", "insert_95", NULL, ""};
	static const double at[] = {99, 99.9};

	for (size_t i = 0; i < sizeof at / sizeof *at; i++)
		judge_more(j, judge_over(j, &inserts, "cf", "cf-striped", at[i], "x"), 1,
		           judge_text(j, "CF/CF-striped, p|%g| of insertions", at[i]));
}

static void
judge_omission(struct judge *j)
{
	const struct runs response = judge_runs(j, "x5", "c", "cf-striped", 99, "response_90"),
			  service = judge_runs(j, "x5", "c", "cf-striped", 99, "service_90");

	judge_at_least(j, judge_median(j, judge_ratio(j, response, service), "x"), 2,
	               "response/service, p99 at 90 % load");
	judge_allows(j, "twice: with exponential gaps and equal service times a queue at 90 % makes one arrival in a "
	                "hundred wait for twenty and more");
}

static const struct claim claims[] = {
	{"X5 (paths)",
         "Breadth-first search bounds the relocations of an insertion where a random walk may make up to 500.",
         "Li et al., EuroSys 2014, section 4.3.2 (250 to 5); MaxNumKicks = 500 is the paper's (section 4)",
         "Of all insertions timed, in every repetition: cf-striped's longest path is at most 5 up to α = 0.5, 0.75, "
         "0.9 and 0.95, as it must be when 768 buckets are looked at; CF's longest walk up to 0.95 is longer.",
         judge_paths,
         "A path longer than the search can reach is a fault of the implementation; a shortest longest walk, of a "
         "table too small to have its hundredth insertions near full.",
         "No insertion was timed at one of the occupancies.", .least = SCALE_SMOKE},
	{"X5 (tail)", "Near full that makes the slowest insertions faster.", "Li et al., EuroSys 2014, section 4.3.2",
         "Run by run, of the insertions from α = 0.94 to 0.95: p99 and p99.9 of CF longer than those of cf-striped, "
         "which pays two locks a step besides.",
         judge_tail,
         "A search looks at many buckets for a path of three: where most insertions need one, that many lines from "
         "memory, though asked for ahead, may take longer than a walk of some dozen that each wait for the last.",
         "The slowest insertions of a repetition are few, and the machine's own interruptions are among them.",
         .least = SCALE_FULL, .why = "its table fits a cache, where a walk does not wait for memory"},
	{"X5 (omission)", "Service times hide what requests see that do not wait for one another.",
         "Tene, \"How NOT to measure latency\" (2013); YCSB, pull request 214 and issue 731",
         "Run by run, cf-striped beside the writer at 90 % of what it can serve: p99 from when a look-up was due at "
         "least twice p99 from when it was begun.",
         judge_omission,
         "The arrivals were served as if the load were light: what was measured as capacity was less than it is, as "
         "when the machine was disturbed in that window.",
         "The machine stopped for longer than queues last in some repetitions; then both percentiles are the "
         "machine's.",
         .least = SCALE_SMOKE},
	{0},
};

const struct experiment experiment_x5 = {
	.id = "x5",
	.title = "Latency. Percentiles of single operations",
	.shows = "Nothing: the paper measures the throughput of one thread. How long the slowest operations take "
		 "decides whether a filter can stand in a path of requests: the longest insertions near full, and "
		 "look-ups beside a writer.",
	.setup = "CF and every filter for many threads, one process each and repetition; a table of 192 MiB at full "
		 "scale, 1.5 MiB at quick. A sample is one call for one key through the filter's interface between two "
		 "readings of a clock (the time stamp counter between fences where it never changes its rate, else the "
		 "monotonic clock), so nothing overlaps it; what the readings take themselves is in every sample, is "
		 "measured beside them (timer), and the counter's step is told; nothing is subtracted. (a) Look-ups at "
		 "95 % of the entries, half of them for present keys, in an order that cannot be learnt, one of 16 "
		 "timed: alone, and beside one thread that removes its oldest key and inserts a new one without a "
		 "pause (Bloom filters: inserts). (b) Every insertion of the last hundredth of the entries before 50, "
		 "75, 90 and 95 %, with the relocations that each took; one thread. (c) Look-ups that arrive as a "
		 "Poisson process at 50, 70 and 90 % of the rate that the same thread, with the same readings, has "
		 "served without a pause (capacity), beside the writer: response is from when one was due to its end, "
		 "service from when it was turned to, which is all that a closed loop can see. A look-up of a present "
		 "key that misses fails the cell. (a) and (c) beside a writer need two processors. CF-striped's "
		 "batched twin is left out: one key at a time it is CF-striped.",
	.reading =
		"Percentiles in nanoseconds; lower is better. One is told where at least five samples lie above it in "
		"every repetition; 100 is the greatest. Values are exact to 1/64. What the timer shows in the tail, "
		"and what all filters have alike there, is the machine: interrupts, and a virtual one's stolen time. "
		"kicks: relocations of one insertion.",
	.x = "percentile",
	.timed = true,
	.figure = true,
	.rows = TABLE_X,
	.columns = TABLE_SERIES,
	.bars = "",
	.plan = plan_latency,
	.views = (const struct view[]){{.program = &program_latency}, {0}},
	.derive = keep_common,
	.claims = claims,
};
