/* SPDX-License-Identifier: MIT */
/* x6_growth.c - X6: lookups while a filter grows: by RCU, with a read-write lock, with all threads stopped, by a chain;
 * and what growth costs afterwards. */
#include "harness/exp/limits.h"
#include "harness/programs/programs.h"

/* Buckets of the first table, which grows fourfold. At f = 12, four times 2^16 buckets are 1.5 MiB, and a doubling
 * takes some milliseconds. */
static const size_t buckets[SCALES] = {1 << 12, 1 << 16, 1 << 20, 1 << 22};
/* Batches of 256 that a reader can log. Each takes 10 microseconds or more; they cover the time of the insertions and
 * four times that. */
static const size_t batches[SCALES] = {1 << 16, 1 << 18, 1 << 20, 1 << 22};
/* Six are the fewest with an interval for one comparison, eight for two (harness/stats/stats.h). */
static const unsigned reps[SCALES] = {2, 8, 8, 12};

static const char *const names[] = {"cf-rcu", "cf-grow-rwlock", "cf-grow-stop", "cf-chain"};
enum { NAMES = sizeof names / sizeof *names, DOUBLINGS = 2 };

static void
plan_growth(struct plan *plan)
{
	const enum scale s = plan_scale(plan);

	for (size_t i = 0; i < NAMES; i++) {
		struct cell cell = {
			.program = &program_growth,
			.filter = filter_find(names[i]),
			.params = {.buckets = buckets[s], .fp_bits = 12, .slots = 4, .doublings = DOUBLINGS},
			.target = SIZE_MAX,
			.queries = batches[s]};

		if (plan_admits(plan, cell.filter))
			plan_add(plan, &cell, plan_reps(plan, reps[s]));
	}
}

/* --- claims ------------------------------------------------------------------------------------------------- */

/* The quotient. It has no finite value for a filter that let nothing through, so it is limited to a thousand. */
static double
times(double a, double b)
{
	return a < 1000 * b ? a / b : a > 0 ? 1000 : 0;
}

static void
judge_readers(struct judge *j)
{
	struct runs rcu, steady;

	if (!limits_have_writer(j, "x6", "rate", "cf-rcu", "lookup_growing"))
		return;
	rcu = judge_runs(j, "x6", "rate", "cf-rcu", 0, "lookup_growing");
	steady = judge_runs(j, "x6", "rate", "cf-rcu", 0, "lookup_steady");
	judge_at_least(j, judge_median(j, judge_ratio(j, rcu, steady), "x"), 0.5,
	               "look-ups of cf-rcu while it doubles / otherwise");
	for (size_t i = 1; i <= 2; i++) {
		const struct runs other = judge_runs(j, "x6", "rate", names[i], 0, "lookup_growing");

		judge_at_least(j, judge_median(j, judge_pairs(j, rcu, other, times), "x"), 2,
		               judge_text(j, "look-ups while it doubles, cf-rcu/|%s|", names[i]));
	}
}

/* A batch takes 10 microseconds; time slices on a shared processor take some milliseconds. */
#define MOST_STEADY_NS 1e6

static void
judge_waits(struct judge *j)
{
	static const struct judge_lines growing = {"x6", "latency", "growing", NULL, ""};

	if (!limits_have_writer(j, "x6", "rate", "cf-rcu", "lookup_growing"))
		return;
	if (judge_median(j, judge_runs(j, "x6", "latency", "cf-rcu", 90, "steady"), "ns").middle > MOST_STEADY_NS) {
		judge_open(j, "where nothing grows a look-up waits longer than a table takes to double: the reader's "
		              "processor is shared");
		return;
	}
	for (size_t i = 1; i <= 2; i++)
		judge_at_least(j, judge_over(j, &growing, names[i], "cf-rcu", 90, "x"), 10,
		               judge_text(j, "p90 while it doubles, |%s|/cf-rcu", names[i]));
}

static void
judge_errors(struct judge *j)
{
	for (unsigned g = 0; g <= DOUBLINGS; g++) {
		const struct value full = judge_rate(j, "x6", "fpr", "cf-rcu", g, "fpr");
		uint64_t num, den;

		if (judge_counts(j, "x6", "fpr", "cf-rcu", g, "expected", &num, &den))
			judge_between(j, judge_quotient(full, judge_exact((double)num / (double)den, "x")),
			              1 / MARGIN_LEVEL, MARGIN_LEVEL,
			              judge_text(j, "ε of cf-rcu, doubled |%u| times, full / 2b·α/2^(f-g)", g));
	}
	judge_allows(j, "10 % either way of the formula, which takes all fingerprints for equally likely");
}

static void
judge_chain(struct judge *j)
{
	static const struct judge_lines cost = {"x6", "cost", "lookup", NULL, ""};

	judge_more(j, judge_over(j, &cost, "cf-rcu", "cf-chain", 1 << DOUBLINGS, "x"), 1.5,
	           "look-ups of absent keys, cf-rcu / chain of 4");
}

static const struct claim claims[] = {
	{"X6 (readers)", "Look-ups go on while cf-rcu doubles, and stop behind a lock or with the world.", "this suite",
         "The look-up rate from the begin to the end of the doublings of cf-rcu is at least 0.5 of that of the rest of "
         "the time, and twice that of cf-grow-rwlock and of cf-grow-stop in their doublings (which let look-ups go on "
         "while memory is taken).",
         judge_readers,
         "Readers share caches and memory with the thread that writes the new table; where two threads share a core, "
         "half of it, too.",
         "The interval reaches over the bound.", .least = SCALE_SMOKE},
	{"X6 (waits)",
         "Behind a lock, or with the world stopped, a look-up that arrives while the table doubles waits ten times "
         "longer.",
         "this suite",
         "The 90th percentile of the wait of arrivals at every microsecond of a doubling, over that of cf-rcu, is at "
         "least 10 for cf-grow-rwlock and cf-grow-stop.",
         judge_waits,
         "What they wait is the split, so the larger the table the longer. A reader of cf-rcu whose processor is taken "
         "away waits as long as that takes; on a machine that is busy with other work that is milliseconds.",
         "The interval reaches over the bound.", .least = SCALE_QUICK,
         .why = "a table doubles in less than a reader's turn takes"},
	{"X6 (errors)", "Each doubling without keys doubles the false positive rate of a full filter.", "this suite",
         "cf-rcu, full, at each size: the rate measured over the formula's, within a tenth.", judge_errors,
         "The fingerprint keeps its bits and the hash of a key gives no more than before, while there are twice as "
         "many keys.",
         "Too few false positives were counted.", .least = SCALE_SMOKE},
	{"X6 (chain)", "A chain of four tables is slower to look up than one table of that size.", "this suite",
         "Look-ups of absent keys with the same items, cf-rcu over cf-chain: more than 1.5.", judge_chain,
         "A key that is absent is looked for in every table of the chain: eight buckets for two.",
         "The interval reaches over the bound.", .least = SCALE_SMOKE},
	{0},
};

const struct experiment experiment_x6 = {
	.id = "x6",
	.title = "X6. Look-ups while the filter grows",
	.shows = "The paper's filter has one size. One that holds a set that grows must be made larger while it is in "
		 "use, mostly without the keys, which it does not store.",
	.setup = "Filters of f=12, b=4, filled to 90 % of their first table; one thread inserts until they hold four "
		 "times as much, all others look up, present and absent keys in turn. cf-rcu, cf-grow-rwlock and "
		 "cf-grow-stop double twice by moving a bit of the fingerprint into the index, and differ in who "
		 "waits; cf-chain appends three tables. A look-up's wait is that of arrivals at every microsecond, "
		 "each served by the batch of 256 that comes next. Then, alone: full at each size.",
	.deviations = "Not in the paper.",
	.reading = "line: million look-ups per second, by the milliseconds from the beginning of the last growth on. "
		   "rate: the same over all growths and over the rest of the time; growth: how long each took its "
		   "writer. latency: percentiles of the wait. fpr: false positives of the full filter, after it was "
		   "doubled g times, beside 2b·α/2^(f-g); fpr_after: just after the next growth. cost: look-ups of "
		   "absent keys at 1, 2, 4 times the first size.",
	.x = "ms, number of the growth, percentile, doublings, or size",
	.timed = true,
	.figure = true,
	.rows = TABLE_SERIES,
	.columns = TABLE_METRIC,
	.bars = "",
	.plan = plan_growth,
	.views = (const struct view[]){{.program = &program_growth}, {0}},
	.claims = claims,
};
