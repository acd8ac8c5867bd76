/* SPDX-License-Identifier: MIT */
/*
 * f2_load_factor.c - Figure 2: the load factor reached with f-bit fingerprints, f = 1..20.
 *
 * The panels have (a) b = 4 and (b) b = 8 entries per bucket, and m = 2^15, 2^20, 2^25, 2^30 buckets. Another line is
 * the load that two independent hash functions reach. A run inserts until one insertion has relocated 500 fingerprints;
 * a point is the minimum of 10 runs.
 *
 *      m < 2^25    CF         one key after the other, as in the paper
 *      m >= 2^25   cf-batch   32 insertions in flight: the same loads (L3) in a sixth of the time
 */
#include "harness/analysis/judge.h"
#include "harness/exp/plans.h"
#include "harness/stats/student.h"

#include <math.h>
#include <stdio.h>

/* log2 of m; 0 ends the list. A table of m = 2^30 takes b f / 8 GiB: 3 at b = 4, f = 6, and 12 at b = 8, f = 12. Tables
 * too large for the memory are skipped. */
static const unsigned log2_m[SCALES][5] = {{8, 10}, {15, 20}, {15, 20, 25}, {15, 20, 25, 30}};
static const unsigned f_step[SCALES] = {5, 1, 1, 1};

enum { LARGE = 25 /* log2 of the m from which on insertions are interleaved */ };

/*
 * Runs of one point. Filling and checking a table of m = 2^25 takes some ten seconds; at m = 2^30 it takes five minutes
 * or more. So full scale at m = 2^25, quick scale at m = 2^20, and any scale at m = 2^30, run few f: those where the
 * curve bends, and two on its plateau. There b = 8 gets six runs, the fewest from which order statistics tell an
 * interval (harness/stats/stats.h), and omits the longest f.
 *
 * At f = 6 and b = 4 the load is 0.1 to 0.2 points below that of two hashes, half a point is allowed (A5), and ten runs
 * of smaller tables spread by as much: 30 tell them apart, at quick scale 20.
 */
static unsigned
runs_of(enum scale s, unsigned log2, unsigned b, unsigned f)
{
	const unsigned few_from = s == SCALE_QUICK ? 20 : s == SCALE_PAPER ? LARGE + 1 : LARGE;

	if (s == SCALE_SMOKE)
		return 2;
	if (log2 < LARGE && b == 4 && (f == 6 || f == 0))
		return s == SCALE_QUICK ? 20 : 30;
	if (log2 < few_from)
		return 10;
	if (f > 8 && f != 12 && (f != 16 || b == 8))
		return 0;
	if (s == SCALE_QUICK && b == 8 && f == 0) /* takes ten times as long as CF's */
		return 0;
	return b == 4 ? 10 : 6;
}

/* The largest table of two independent hash functions, whose entries have 8 bytes: 2 GiB at b = 8. */
enum { LARGEST_2HASH = 25 };

static void
f2_plan_fills(struct plan *plan)
{
	const enum scale s = plan_scale(plan);

	for (unsigned b = 4; b <= 8; b += 4) {
		for (const unsigned *log2 = log2_m[s]; *log2; log2++) {
			for (unsigned f = 1; f <= 20; f += f_step[s])
				plan_fill(plan, *log2 < LARGE ? "cf" : "cf-batch", (size_t)1 << *log2, b, f, 0,
				          runs_of(s, *log2, b, f));
			if (*log2 <= LARGEST_2HASH)
				plan_fill(plan, "cf-2hash", (size_t)1 << *log2, b, 0, 0, runs_of(s, *log2, b, 0));
		}
	}
}

/* --- claims ----------------------------------------------------------------------------------------------- */

/*
 * A fingerprint suffices from where the load is within one point of what long fingerprints reach. ;login: Table 2
 * counts 6 bits as enough, which are 0.4 points below, and 4 bits as too few, which are 28 points below.
 */
static const double suffices = 0.01;
static const double plateau_from = 8; /* bits; longer ones do not change the load */
static const struct {
	const char *panel;
	unsigned b;
	double printed;
} of_b[] = {{"a", 4, 0.95}, {"b", 8, 0.98}};
enum { MOST_F = 24, LARGEST_M = 30 };

static size_t
loads(struct judge *j, const char *panel, const char *line, double from, size_t fewest, struct runs runs[MOST_F],
      double f[MOST_F])
{
	return judge_line(j, "f2", panel, line, "load", from - 0.5, fewest, runs, f, MOST_F);
}

/* The load with long fingerprints, run by run: the mean over f of at least 8 bits. */
static struct runs
plateau(struct judge *j, const char *panel, const char *line, size_t fewest)
{
	struct runs runs[MOST_F];
	double f[MOST_F];
	size_t n = loads(j, panel, line, plateau_from, fewest, runs, f);

	return judge_combine(j, runs, n, judge_mean_of, NULL);
}

static size_t
fewest_here(const struct judge *j)
{
	return judge_scale_of(j) == SCALE_SMOKE ? 1 : STUDENT_LEAST;
}

/* Was m = 2^log2 run, and often enough for an interval? If it was run too rarely, adds a note. */
static bool
enough(struct judge *j, size_t k, unsigned log2)
{
	const char *line = judge_text(j, "m=2^%u", log2);
	const struct runs all = plateau(j, of_b[k].panel, line, 1);
	const bool are_enough = plateau(j, of_b[k].panel, line, fewest_here(j)).n > 0;

	if (all.n > 0 && !are_enough)
		judge_note(j, judge_text(j, "b=%u, m=2^%u: %.4g %% in %zu runs, too few to judge", of_b[k].b, log2,
		                         100 * judge_median(j, all, "%").middle, all.n));
	return are_enough;
}

/* No relation: says whether there are runs, and which are lacking. */
static void
nothing_to_judge(struct judge *j, const char *lacking)
{
	for (size_t k = 0; k < 2; k++)
		for (unsigned log2 = 1; log2 <= LARGEST_M; log2++)
			if (plateau(j, of_b[k].panel, judge_text(j, "m=2^%u", log2), 1).n > 0) {
				judge_open(j, lacking);
				return;
			}
	judge_runs(j, "f2", "a", "m=2^15", 6, "load");
}

static void
judge_long_enough(struct judge *j)
{
	unsigned sizes = 0;

	judge_allows(j, "printed in whole per cent: from half a point below");
	for (unsigned log2 = 1; log2 < LARGEST_M; log2++)
		for (size_t k = 0; k < 2; k++) {
			const char *line = judge_text(j, "m=2^%u", log2);

			if (!enough(j, k, log2))
				continue;
			judge_at_least(j, judge_median(j, plateau(j, of_b[k].panel, line, fewest_here(j)), "%"),
			               of_b[k].printed - MARGIN_PERCENT,
			               judge_text(j, "α with f>=8, b=%u, |%s|", of_b[k].b, line));
			sizes++;
			if (k == 0 && judge_has(j, "f2", "a", line, 6, "load"))
				judge_at_least(j, judge_median(j, judge_runs(j, "f2", "a", line, 6, "load"), "%"),
				               0.95 - MARGIN_PERCENT, judge_text(j, "α with f=6, b=4, |%s|", line));
		}
	if (sizes == 0)
		nothing_to_judge(j, "no size below 2^30 was run three times");
}

static void
judge_four_billion(struct judge *j)
{
	if (!judge_has(j, "f2", "a", "m=2^30", 6, "load")) {
		if (!judge_has(j, "f2", "a", "m=2^15", 6, "load") && !judge_has(j, "f2", "a", "m=2^8", 6, "load"))
			judge_runs(j, "f2", "a", "m=2^15", 6, "load");
		judge_beyond(j, SCALE_PAPER, "m = 2^30, four billion entries, was not run: a table takes 3 to 10 GiB");
		return;
	}
	judge_allows(j, "printed in whole per cent: from half a point below");
	judge_at_least(j, judge_median(j, judge_runs(j, "f2", "a", "m=2^30", 6, "load"), "%"), 0.95 - MARGIN_PERCENT,
	               "α with f=6, b=4, m=2^30");
}

/* The f from which on the load stays within `suffices` of the plateau's, interpolated linearly between measured f. */
static double
shortest(const double *load, size_t count, const void *context)
{
	const double *f = context;
	double top = 0, n = 0;
	size_t i = count;

	for (size_t k = 0; k < count; k++)
		if (f[k] >= plateau_from) {
			top += load[k];
			n++;
		}
	top = top / n - suffices;
	while (i > 0 && load[i - 1] >= top)
		i--;
	if (i == 0 || i == count)
		return i == 0 && count > 0 ? f[0] : NAN;
	return f[i - 1] + (f[i] - f[i - 1]) * (top - load[i - 1]) / (load[i] - load[i - 1]);
}

/* The shortest f of one line over that of another, using the f that both were run at. */
static struct value
shortest_ratio(struct judge *j, size_t k1, unsigned log1, size_t k2, unsigned log2)
{
	struct runs one[MOST_F], other[MOST_F], in[2][MOST_F];
	double f1[MOST_F], f2[MOST_F], f[MOST_F];
	size_t n1 = loads(j, of_b[k1].panel, judge_text(j, "m=2^%u", log1), 0, fewest_here(j), one, f1), n = 0;
	size_t n2 = loads(j, of_b[k2].panel, judge_text(j, "m=2^%u", log2), 0, fewest_here(j), other, f2);

	for (size_t i = 0, k = 0; i < n1; i++) {
		while (k < n2 && f2[k] < f1[i])
			k++;
		if (k < n2 && f2[k] == f1[i]) {
			in[0][n] = one[i];
			in[1][n] = other[k];
			f[n++] = f1[i];
		}
	}
	return judge_median(
		j, judge_ratio(j, judge_combine(j, in[0], n, shortest, f), judge_combine(j, in[1], n, shortest, f)),
		"x");
}

static void
judge_growth(struct judge *j)
{
	unsigned smallest[2] = {0, 0}, largest[2] = {0, 0};

	judge_allows(j, "suffices: within a point of the load that f >= 8 reach; between two f by the straight line");
	for (unsigned log2 = 1; log2 <= LARGEST_M; log2++) {
		bool here[2];

		for (size_t k = 0; k < 2; k++) {
			here[k] = enough(j, k, log2);
			if (here[k])
				largest[k] = log2;
			if (here[k] && !smallest[k])
				smallest[k] = log2;
		}
		if (here[0] && here[1])
			judge_more(j, shortest_ratio(j, 0, log2, 1, log2), 1,
			           judge_text(j, "shortest f, b=4/b=8, |m=2^%u|", log2));
	}
	for (size_t k = 0; k < 2; k++)
		if (largest[k] > smallest[k])
			judge_more(j, shortest_ratio(j, k, largest[k], k, smallest[k]), 1,
			           judge_text(j, "shortest f, b=%u, m=2^%u/2^%u", of_b[k].b, largest[k], smallest[k]));
		else
			nothing_to_judge(j, judge_text(j, "fewer than two sizes run three times at b=%u", of_b[k].b));
}

static void
judge_gap(struct judge *j, struct runs partial, struct runs independent, const char *label)
{
	judge_between(j, judge_median(j, judge_difference(j, partial, independent), "points"), -0.005, 0.005, label);
}

static void
judge_independence(struct judge *j)
{
	struct runs table = judge_runs(j, "l2", "", "cf-2hash", 0, "load");
	unsigned sizes = 0;

	judge_allows(j, "0.5 points either way");
	judge_gap(j, judge_runs(j, "l2", "", "cf", 6, "load"), table, "L2, f=6, less two hashes");
	judge_gap(j, judge_runs(j, "l2", "", "cf", 12, "load"), table, "L2, f=12, less two hashes");
	for (size_t k = 0; k < 2; k++) {
		for (unsigned log2 = 1; log2 <= LARGEST_M; log2++) {
			const char *line = judge_text(j, "m=2^%u", log2), *two = judge_text(j, "cf-2hash:%s", line);
			struct runs six;

			if (!judge_has(j, "f2", of_b[k].panel, two, 0, "load") || !enough(j, k, log2))
				continue;
			sizes++;
			table = judge_runs(j, "f2", of_b[k].panel, two, 0, "load");
			six = judge_runs(j, "f2", of_b[k].panel, line, 6, "load");
			if (six.n >= fewest_here(j))
				judge_gap(j, six, table,
				          judge_text(j, "F2, b=%u, f=6, less two hashes, |%s|", of_b[k].b, line));
			judge_gap(j, plateau(j, of_b[k].panel, line, fewest_here(j)), table,
			          judge_text(j, "F2, b=%u, f>=8, less two hashes, |%s|", of_b[k].b, line));
		}
	}
	if (sizes == 0)
		nothing_to_judge(j, "no size was run three times beside a table with two hashes");
}

static const struct claim claims[] = {
	{"A3",
         "With a fingerprint that is long enough, b = 4 fills to 95 % and b = 8 to 98 %; 6 bits are enough at b = 4, "
         "up to the largest m run.",
         "section 4, Figure 2",
         "For every m below 2^30: the mean load over f >= 8, run by run, is at least 95 % (b=4) and 98 % (b=8), less "
         "half a point; at b=4 so is that of f = 6.",
         judge_long_enough,
         "Loads at the first refusal are extremes and vary by tenths of a point from run to run; they fall slowly as "
         "tables grow.",
         "A load lies at the edge of what is printed, or there are fewer than three runs of a size.",
         .least = SCALE_QUICK, .why = "tables of 2^10 buckets and two runs tell no load"},
	{"A3 (m = 2^30)",
         "6 bits of fingerprint are enough at b = 4 also in a table of 2^30 buckets, four billion items.",
         "section 4, Figure 2",
         "At m = 2^30, b = 4, f = 6 the load at the first refusal is at least 95 %, less half a point.",
         judge_four_billion,
         "In so large a table groups of nine colliding items are to be expected at six bits, by equation (3); a run "
         "meets one sooner or later.",
         "Fewer than three runs: each fills four billion entries.", .least = SCALE_SMOKE},
	{"A4", "The shortest fingerprint that suffices grows with m and shrinks with b.",
         "section 4, Figure 2, equation (3)",
         "Run by run, the f from which on the load stays within a point of that of long fingerprints: larger at the "
         "largest m than at the smallest, for b = 4 and 8, and at each m larger for b = 4 than for 8; compared at the "
         "f that both were run at, for sizes with at least three runs.",
         judge_growth,
         "Equation (3) lets f grow by log2(m)/2b: by one bit for 2^8 times as many buckets at b = 4, for 2^16 times at "
         "b = 8. Such a step can be lost in how the threshold falls between two lengths.",
         "Equation (3) lets f grow by log2(m)/2b only, about half a bit between the sizes run; two of them are not "
         "separated.",
         .least = SCALE_FULL, .why = "the sizes differ too little"},
	{"A5", "From f = 6 on, partial-key hashing is within 0.5 points of the load of two independent hash functions.",
         "section 4, Figure 2; ;login: Table 2",
         "Run by run, load less that of the table with two hashes of the same b and m, within 0.5 points: L2 at f = 6 "
         "and 12; F2 at f = 6 and in the mean over f >= 8, every m up to 2^25 with at least three runs.",
         judge_independence, "f = 6 is the edge: ;login: prints 0.41 points for it, at m = 2^25.",
         "The printed gap at f = 6, 0.41 points, is itself near the 0.5 allowed, and a run's load varies by a tenth.",
         .least = SCALE_QUICK, .why = "f = 6 is put to the test by large tables"},
	{0},
};

/* A line for each number of buckets, "m=2^15" of the place "b=4:m=2^15", and for the control, "cf-2hash:m=2^15". */
static void
f2_renamed(struct sample *s)
{
	const bool control = strcmp(s->series, "cf-2hash") == 0;

	snprintf(s->series, sizeof s->series, "%s%.*s", control ? "cf-2hash:" : "", NAME_MAX_SERIES - 10,
	         s->panel + strlen("b=4:"));
	strcpy(s->panel, strncmp(s->panel, "b=8", 3) == 0 ? "b" : "a");
}

/* Marks the points that many insertions in flight have filled. */
static void
f2_renamed_interleaved(struct sample *s)
{
	strcpy(s->unit, "yes/no");
	s->num = s->den = 1;
	f2_renamed(s);
}

static const struct view views[] = {
	{.program = &program_fill, .measure = "load", .renamed = f2_renamed},
	{.program = &program_fill,
         .measure = "load",
         .metric = "interleaved",
         .series = "cf-batch",
         .renamed = f2_renamed_interleaved},
	{0},
};

const struct experiment experiment_f2 = {
	.id = "f2",
	.title = "Figure 2. Load factor α achieved by partial-key cuckoo hashing",
	.shows = "With b=4 and b=8 entries per bucket, tables fill to 95 % and 98 % once the fingerprint is long "
		 "enough; the length that suffices grows slowly with the table and shrinks with b. Minimum of 10 runs.",
	.setup = "Random 64-bit keys are inserted until an insertion relocates 500 fingerprints without finding room. "
		 "Keys come from a counter, so no array of keys limits the size. quick: m = 2^15 and 2^20; full: to "
		 "2^25; of the larger size f = 1 to 8, 12 and 16 only are run, with b=8 six times; paper: to 2^30, "
		 "where the same holds, as far as memory allows: b f / 8 GiB a table. Tables of m = 2^25 and more are "
		 "built with 32 insertions in flight (CF, batched), which reach the same loads (L3).",
	.deviations = "Fingerprint 0 marks an empty entry and is replaced by 1, which doubles the weight of value 1; f "
		      "= 1 therefore has a single value.",
	.reading = "Share of entries in use when an insertion first fails; higher is better. The paper plots the "
		   "minimum of 10 runs. interleaved: that table was built by CF, batched, with 32 insertions in "
		   "flight; the others one key after the other.",
	.x = "f (bits)",
	.figure = true,
	.rows = TABLE_X,
	.columns = TABLE_SERIES,
	.statistic = "min",
	.plan = f2_plan_fills,
	.views = views,
	.claims = claims,
};
