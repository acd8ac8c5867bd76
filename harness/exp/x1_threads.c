/* SPDX-License-Identifier: MIT */
/* x1_threads.c - X1: throughput against the number of threads: lookups, building, and a mix of lookups and updates. */
#include "harness/analysis/judge.h"
#include "harness/exp/scaling_cells.h"

#include <string.h>

static bool
x1_ceiling(const struct point *rate, struct ceiling_of *c)
{
	static const struct panel {
		char name;
		enum scaling_kind kind;
		double percent;
	} panels[] = {{'a', SCALING_LOOKUPS, 0}, {'b', SCALING_LOOKUPS, 50}, {'c', SCALING_LOOKUPS, 100},
	              {'d', SCALING_INSERTS, 0}, {'e', SCALING_LOOKUPS, 50}, {'f', SCALING_HALVES, 50}};

	for (size_t i = 0; i < sizeof panels / sizeof *panels && strcmp(rate->metric, "throughput") == 0; i++)
		if (*rate->panel == panels[i].name)
			return scaling_ceiling(rate, c, rate->series, panels[i].kind, panels[i].percent);
	return false;
}

/* The gain of a work from one thread to two, over the gain of its ceiling. */
static double
share_of_ceiling(const double *v, size_t count, const void *context)
{
	(void)count;
	(void)context;
	return v[0] / v[1] / (v[2] / v[3]);
}

static struct runs
against_ceiling(struct judge *j, const char *panel, const char *series)
{
	const struct runs in[] = {judge_runs(j, "x1", panel, series, 2, "throughput"),
	                          judge_runs(j, "x1", panel, series, 1, "throughput"),
	                          judge_runs(j, "x1", panel, series, 2, "ceiling"),
	                          judge_runs(j, "x1", panel, series, 1, "ceiling")};

	return judge_combine(j, in, 4, share_of_ceiling, NULL);
}

static const char short_windows[] = "its windows are shorter than what disturbs them";

static void
judge_readers(struct judge *j)
{
	static const char *const panels[] = {"a", "b", "c"};
	struct runs share[3];

	for (size_t i = 0; i < 3; i++)
		share[i] = against_ceiling(j, panels[i], "cf-striped");
	judge_at_least(j, judge_median(j, judge_combine(j, share, 3, judge_mean_of, NULL), "x"), 0.95,
	               "two threads' gain in lookups, cf-striped / ceiling, mean of 0, 50 and 100 % positive");
}

/* The rate of building with two threads over that with one. */
static struct runs
gain_of_two(struct judge *j, const char *metric)
{
	struct runs one = judge_runs(j, "x1", "d", "cf-striped", 1, metric),
		    two = judge_runs(j, "x1", "d", "cf-striped", 2, metric);

	return judge_ratio(j, two, one);
}

/* Whether the ceiling scales is asked of the machine, by the median. A run whose own ceiling did not counts as well:
 * the windows of ceiling and filter are seconds apart, and nothing is dropped for what a neighbour did. */
static void
judge_writers(struct judge *j)
{
	const struct runs ceiling = gain_of_two(j, "ceiling"), built = gain_of_two(j, "throughput");

	judge_allows(j, "where the ceiling scales: by more than 10 % in the median");
	if (judge_median(j, ceiling, "x").n > 0 && judge_median(j, ceiling, "x").middle <= MARGIN_LEVEL) {
		judge_open(j, "two threads change shared memory no faster than one on this machine");
		return;
	}
	judge_more(j, judge_median(j, built, "x"), 1, "cf-striped built by two threads / by one");
}

static const char *
one_thread(const struct points *points)
{
	for (size_t i = 0; i < points->count; i++)
		if (points->at[i].x > 1)
			return NULL;
	return "this run measured one thread only";
}

static const struct claim claims[] = {
	{"X1 (readers)", "Lookups alone scale with the threads as reading memory does.", "this suite",
         "Run by run: the lookups of cf-striped by two threads over those by one reach 0.95 of what the ceiling's do "
         "beside them, in the mean of 0, 50 and 100 % positive queries.",
         judge_readers,
         "A reader writes to no shared line, so nothing in the filter keeps two of them apart. Where two threads share "
         "a core, they share its execution units too: the ceiling, which waits for memory most of the time, then gains "
         "from a second thread what look-ups, which also compute, do not.",
         "The runs differ by more than the margin: the processors' speed moved between the windows of one number of "
         "threads and another's.",
         .least = SCALE_QUICK, .why = short_windows},
	{"X1 (writers)", "Two writers build a filter faster than one.", "this suite",
         "Run by run, cf-striped is built to 90 % faster by two threads than by one; on a machine where two threads "
         "change the ceiling's lines more than 10 % faster than one, in the median of all runs.",
         judge_writers,
         "Each insertion takes two locks, whose lines travel between the processors. Where that costs more than half "
         "of an insertion, a second writer gains nothing.",
         "The second thread's gain is not separated from none, or there is none to be had: where two processors share "
         "a core, or lie far apart, two threads that change the same memory do so no faster than one, whatever is "
         "built in it.",
         .least = SCALE_QUICK, .why = short_windows},
	{0},
};

static const struct view views[] = {
	{.program = &program_scaling, .place = "lookup-0", .panel = "a"},
	{.program = &program_scaling, .place = "lookup-50", .panel = "b"},
	{.program = &program_scaling, .place = "lookup-100", .panel = "c"},
	{.program = &program_scaling, .place = "build", .panel = "d"},
	{.program = &program_built, .place = "build", .panel = "d"},
	{.program = &program_scaling, .place = "mix-95", .panel = "e"},
	{.program = &program_scaling, .place = "mix-50", .panel = "f"},
	{0},
};

const struct experiment experiment_x1 = {
	.id = "x1",
	.title = "Threads. Lookups, building and mixes against the number of threads",
	.shows = "The paper measures one thread. What a filter for many is worth shows in how its throughput grows "
		 "with them: lookups of 0, 50 and 100 % present keys (a, b, c), building from empty to 90 % (d), and "
		 "mixes of 95 % lookups and 5 % updates (e) and half and half (f).",
	.setup = SCALING_SETUP
	"Occupancy 90 %, or what a filter that refuses earlier holds. Lookups are measured for every filter, as "
	"contains may run beside contains in all; the rest for those that allow it. Updates are deletes of the "
	"thread's own oldest keys and as many insertions; filters that cannot delete only insert. All lookups of "
	"present keys must hit, and all own keys be found to delete, or the cell fails. (d) also has filters for one "
	"thread that are built of all keys at once by their own threads, in a cell of their own.",
	.reading = "Million operations per second of all threads together; higher is better. efficiency: T(n) / (n "
		   "T(1)), beside it the ceiling's. least thread: the slowest thread's share of the fastest's; Jain "
		   "index: 1 if all got as much. Contention is counted per operation: attempts on held locks, lookups "
		   "made again, paths another writer had changed, lookups that gave up and answered \"maybe\". Where "
		   "there are six numbers of threads or more the figure gives the Universal Scalability Law's fit.",
	.x = "threads",
	.timed = true,
	.figure = true,
	.undrawn = one_thread,
	.rows = TABLE_SERIES,
	.columns = TABLE_METRIC,
	.plan = scaling_plan,
	.views = views,
	.ceiling = x1_ceiling,
	.claims = claims,
};
