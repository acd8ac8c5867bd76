/* SPDX-License-Identifier: MIT */
/*
 * c3_slices.c - Control: the rate of a slice of some 5 ms, between slices of other tables, against that of a long run.
 *
 *      others' turns | slice | run, 20 times as long | slice after | others' turns
 *                      ^ what every figure of lives has            ^ nothing but its own table ran before
 */
#include "harness/exp/life_cells.h"

static const unsigned shares[] = {0, 100};

/* "within 2 %" is the bar that was set beforehand. */
static const double allowed = 1.02;

/* A kind of slice over the run between both, for one filter and one share of present keys. */
static void
judge_one(struct judge *j, const char *series, const char *metric, const char *words, unsigned share)
{
	const struct runs quotient = judge_ratio(j, judge_runs(j, "c3", "", series, share, metric),
	                                         judge_runs(j, "c3", "", series, share, "run"));

	judge_between(j, judge_median(j, quotient, "x"), 1 / allowed, allowed,
	              judge_text(j, "|%s|, %s/run, |p=%u|", judge_name(series), words, share));
}

static void
judge_slices(struct judge *j)
{
	static const char *const series[] = {"cf", "ss-cf", "bf", "blk-bf", "qf", "dl-cbf"};

	judge_allows(j, "agree: within 2 % either way, over the whole interval");
	for (size_t i = 0; i < sizeof series / sizeof *series; i++)
		for (size_t k = 0; k < sizeof shares / sizeof *shares; k++) {
			judge_one(j, series[i], "slice", "slice", shares[k]);
			judge_one(j, series[i], "slice_after", "slice after it", shares[k]);
		}
}

static const struct claim claims[] = {
	{"C3", "A slice of lookups between those of other tables is as fast as a run twenty times as long.",
         "no claim of the paper's: a control of this suite's slices",
         "For each of the six filters, full, and for absent and present keys: the median of slice over run, and of a "
         "slice right after the run over the run, is 1 within 2 % over its whole interval.",
         judge_slices,
         "Half a slice comes before the clock starts. If a slice is slower than a run, that is too few keys to fill "
         "caches and address translation with what a run would find there; if it is faster, the set's own lines were "
         "still in a cache.",
         "A median's interval reaches beyond the margin: more processes, or a quieter machine, narrow it.",
         .least = SCALE_FULL, .why = "its time has no room for long runs", .unmeasured = true},
	{0},
};

static const struct view views[] = {
	{.program = &program_life, .place = "runs", .panel = ""},
	{0},
};

const struct experiment experiment_c3 = {
	.id = "c3",
	.title = "Control. Slices of lookups against runs twenty times as long",
	.shows = "Nothing: the paper times one filter at a time, for seconds. Here filters take turns of some 5 ms, so "
		 "that those that are compared were measured within a second. A slice must find in caches what a long "
		 "run would.",
	.setup = "Full tables, side by side, as in Figure 5. In each round each filter looks up absent and present "
		 "keys: a slice after other tables' turns, with half a slice before its clock starts; a run as long as "
		 "twenty; and a slice after that.",
	.reading = "Million lookups per second: slice, run, slice_after. They should agree within 2 %.",
	.x = "positive queries (%)",
	.timed = true,
	.keys = KEYS_OWN,
	.rows = TABLE_SERIES,
	.columns = TABLE_METRIC,
	.plan = life_plan_runs,
	.views = views,
	.claims = claims,
};
