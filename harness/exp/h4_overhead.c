/* SPDX-License-Identifier: MIT */
/* h4_overhead.c - H4: which filter suits this machine, by the number of keys and the work that each rejected
 * key saves; by the lookups that its build serves, and by the memory that there is. */
#include "harness/exp/limits.h"
#include "harness/exp/overhead_points.h"
#include "harness/exp/round_points.h"
#include "harness/filters/candidates.h"
#include "harness/filters/setup.h"
#include "harness/programs/programs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* These numbers of keys make cuckoo tables of four entries per bucket and 2^x buckets 94 % full. With 12-bit
 * fingerprints the tables range from 24 KiB, in the first-level cache, to 48 MiB, or 96 MiB at the paper's scale. */
static const size_t sizes[SCALES][8] = {
	{15 << 8},
	{15 << 10, 15 << 15},
	{15 << 10, 15 << 12, 15 << 14, 15 << 16, 15 << 18, 15 << 20, 15 << 21},
	{15 << 10, 15 << 12, 15 << 14, 15 << 16, 15 << 18, 15 << 20, 15 << 22},
};
static const size_t most_queries[SCALES] = {1 << 14, 1 << 16, 1 << 21, 1 << 21};

/* As in h1_kernels.c. */
static size_t
h4_queries_for(size_t n, enum scale s)
{
	size_t queries = 1 << 14;

	while (queries < n / 16 || queries < (size_t)1 << 17)
		queries *= 2;
	return queries < most_queries[s] ? queries : most_queries[s];
}

static void
plan_map(struct plan *plan)
{
	const enum scale s = plan_scale(plan);

	/* The experiment compares families; one alone leaves nothing to choose. */
	if (!plan_admits(plan, filter_find("cf")) || !plan_admits(plan, filter_find("bf")))
		return;
	for (size_t i = 0; sizes[s][i]; i++) {
		struct cell cell = {
			.program = &program_map, .target = sizes[s][i], .queries = h4_queries_for(sizes[s][i], s)};

		plan_add_rounds(plan, &cell);
	}
}

/* Series "bf:20k14" in panel "p50". */
static bool
h4_ceiling(const struct point *rate, struct ceiling_of *c)
{
	const double present = atof(rate->panel + 1) / 100;
	const struct filter_ops *ops = series_filter(rate->series);

	if (strcmp(rate->metric, "lookup") != 0 || !strchr(rate->series, ':') || !ops)
		return false;
	c->lines = setup_series_lines(ops, rate->series, present);
	return true;
}

/* --- claims ------------------------------------------------------------------------------------------------- */

/* The work of a few instructions, a probe that stays in a cache; and that of a disk's seek. */
#define LITTLE 16.0
#define MUCH 1e7

struct choice {
	char series[CANDIDATES_TEXT];
	double overhead;
};

/* Considers every measured lookup of the candidate, and keeps one that beats the best so far. */
static void
consider(struct judge *j, const struct candidate *c, double n, double work, struct choice *best)
{
	for (size_t i = 0; filter_all[i]; i++) {
		char series[CANDIDATES_TEXT];
		const struct point *speed, *rate;
		double overhead;

		if (filter_all[i] != c->twin &&
		    (!filter_all[i]->twin || strcmp(filter_all[i]->twin, c->twin->name) != 0))
			continue;
		candidates_text(series, filter_all[i]->name, c);
		speed = judge_point(j, "h4", "p0", series, n, "lookup");
		rate = judge_point(j, "h4", "p0", series, n, "fpr");
		if (!speed || !rate)
			continue;
		overhead = 1000 / speed->median + rate->median * work; /* ns; the rate is in millions per second */
		if (!*best->series || overhead < best->overhead) {
			*best = (struct choice){.overhead = overhead};
			memcpy(best->series, series, sizeof series);
		}
	}
}

/* Finds the best cuckoo filter and the best Bloom filter; with `blocked`, the best blocked Bloom filter. */
static void
h4_choose(struct judge *j, double n, double work, bool blocked, struct choice *cuckoo, struct choice *bloom)
{
	struct candidate candidate[CANDIDATES_MOST];
	const size_t count = candidates_make(candidate, CANDIDATES_INSERT, (size_t)n, MAP_BITS_PER_KEY);

	*cuckoo = *bloom = (struct choice){.overhead = 0};
	for (size_t i = 0; i < count; i++)
		if (candidate[i].cuckoo || !blocked || candidate[i].lines == 1)
			consider(j, &candidate[i], n, work, candidate[i].cuckoo ? cuckoo : bloom);
}

struct rates {
	double cuckoo, bloom, work;
};

static double
h4_quotient(const double *speed, size_t count, const void *context)
{
	const struct rates *r = context;

	(void)count;
	return (1000 / speed[0] + r->cuckoo * r->work) / (1000 / speed[1] + r->bloom * r->work);
}

/* The cuckoo filter's overhead over the Bloom filter's, run by run. Its interval includes the uncertainty of the error
 * counts. */
static void
compare(struct judge *j, double n, double work, bool blocked, bool more)
{
	struct choice cuckoo, bloom;
	struct runs speed[2];
	struct value value, least, most, a, b;
	const char *label;

	h4_choose(j, n, work, blocked, &cuckoo, &bloom);
	speed[0] = judge_runs(j, "h4", "p0", *cuckoo.series ? cuckoo.series : "cf:f12", n, "lookup");
	speed[1] = judge_runs(j, "h4", "p0", *bloom.series ? bloom.series : "sb-bf:13", n, "lookup");
	if (!*cuckoo.series || !*bloom.series)
		return;
	a = judge_rate(j, "h4", "p0", cuckoo.series, n, "fpr");
	b = judge_rate(j, "h4", "p0", bloom.series, n, "fpr");
	value = judge_median(j, judge_combine(j, speed, 2, h4_quotient, &(struct rates){a.middle, b.middle, work}),
	                     "x");
	least = judge_median(j, judge_combine(j, speed, 2, h4_quotient, &(struct rates){a.lo, b.hi, work}), "x");
	most = judge_median(j, judge_combine(j, speed, 2, h4_quotient, &(struct rates){a.hi, b.lo, work}), "x");
	value.lo = least.lo, value.low = least.low;
	value.hi = most.hi, value.high = most.high;
	value.parts = 3;
	label = judge_text(j, "%s/%s at n=%.0f", cuckoo.series, bloom.series, n);
	(more ? judge_more : judge_less)(j, value, 1, label);
}

static void
compare_all(struct judge *j, double work, bool blocked, bool more)
{
	double n = judge_next_x(j, "h4", "p0", "ceiling-1", "lookup", 0);

	if (n != n)
		compare(j, 0, work, blocked, more); /* marks what is missing */
	for (; n == n; n = judge_next_x(j, "h4", "p0", "ceiling-1", "lookup", n))
		compare(j, n, work, blocked, more);
}

static void
judge_little(struct judge *j)
{
	compare_all(j, LITTLE, true, true);
}

static void
judge_much(struct judge *j)
{
	compare_all(j, MUCH, false, false);
}

static const struct claim claims[] = {
	{"H4 (little)", "Where a filter saves little work, a blocked Bloom filter costs less than any cuckoo filter.",
         "Lang et al. 2019",
         "At 16 ns of work for a key, absent keys, at every number of keys: the least overhead of a cuckoo filter over "
         "the least of a blocked or split-block Bloom filter above 1, round by round.",
         judge_little,
         "A look-up of a blocked Bloom filter reads one line where a cuckoo filter's reads two. In a cache, where a "
         "line costs little, what counts is how many instructions a key takes, and that is a matter of who has the "
         "better kernel.",
         "The interval reaches over 1.", .least = SCALE_FULL, .why = "its tables fit a cache"},
	{"H4 (much)", "Where a filter saves much work, a cuckoo filter costs less than any Bloom filter.",
         "Lang et al. 2019",
         "At 10 ms of work for a key, absent keys, at every number of keys: the least overhead of a cuckoo filter over "
         "the least of a Bloom filter below 1, round by round, both with at most 20 bits a key.",
         judge_much,
         "At so much work only false positives count, which are as many as the bits that a filter may have allow. A "
         "cuckoo filter of 2^x buckets that is nearly full has an entry for each key and errs less than a Bloom filter "
         "from about 9 bits on.",
         "The interval reaches over 1.", .least = SCALE_FULL, .why = "its tables fit a cache"},
	{0},
};

const struct experiment experiment_h4 = {
	.id = "h4",
	.title = "H4. Which filter for this machine",
	.shows = "Lang, Neumann, Kemper and Boncz (PVLDB 12, 2019) ask which filter is worth its time: it costs a "
		 "look-up, t_l, and every false positive costs the work that a filter is there to save, t_w. What "
		 "minimises the overhead t_l + fpr t_w is a blocked Bloom filter where little work is saved, and a "
		 "cuckoo filter where much is.",
	.setup = "Some twenty filters for the same keys, of at most 20 bits a key: cuckoo filters with "
		 "fingerprints of 8 to 18 bits, semi-sorted ones, Bloom filters, blocked ones and split-block "
		 "ones of 8 to 20 bits. Beside them those that are built once, of all keys, and take no other "
		 "later: xor, binary fuse, ribbon and Golomb-coded filters with fingerprints of 8 to 18 bits; "
		 "and those of the field since 2014. At small scales, and from 31 million keys on, only a few of"
		 " the former. Of each the fastest look-up that this processor has is chosen by a few short "
		 "slices (chosen: by how many processes) and then timed in rounds, all in one process, in slices"
		 " of 5 ms, in an order that rotates; for absent keys (p0) and for keys of which half are "
		 "present (p50). The ceilings are those of a table of CF with 12 bits. False positives are "
		 "counted over at least four times as many absent keys in each process. t_w is arithmetic: work "
		 "is not done. Cuckoo tables have 2^x buckets; n is such that they are 94 % full, the best for "
		 "them. The time to build a table is taken where it is made, once a process, by the filter's "
		 "batched builder if it has one: what its keys take to go in, and of one that is built at once "
		 "also its memory. One build of few keys is too short to time; so small tables are built again "
		 "until 5 ms are full. " LIMITS_PROCESSES,
	.deviations =
		"Not in the cuckoo filter paper. Lang et al. size cuckoo tables freely, by a magic multiplication, and "
		"have Bloom filters in single registers and sectors of a block; their t_w is in cycles. They have no "
		"filters that are built once, so the claims are about the others alone. The overhead is theirs; that "
		"each lookup pays a share of the build is this suite's.",
	.reading = "Left: which filter costs least for n keys, if a key that it turns away saves t_w. Colours are "
		   "families, the text is the fingerprint (f16) or bits a key and k (13k9). Above (map_p0), of filters "
		   "that insert; below (map_all_p0), of all, for who has all keys beforehand. Right: the least "
		   "overhead of any Bloom filter over that of any cuckoo filter of the paper: above 1 cuckoo, below 1 "
		   "Bloom; below it the least of any that inserts over that of any that is built once. In the tables: "
		   "from, the t_w from which on a filter is the best; margin, how many times its overhead the next "
		   "best one has half-way to where another takes over (an interval that contains 1: not separated); "
		   "best, its overhead. The last rows are of all filters, absent keys, and the least and the most "
		   "keys. In map_served each key's insertion serves q lookups, 0.1, 1, 10 to 10^4, and the overhead "
		   "is t_build / q + t_l + fpr t_w, with t_build the time of one key's insertion: towards the left "
		   "the filter is hardly used, and who is built fast wins. In map_budget only filters of at most so "
		   "many bits a key are there, 9 to 14, 16, 18 or 20, as measured. build: keys built a second.",
	.x = "n (keys), t_w (ns), lookups served for each key, or bits a key",
	.timed = true,
	.figure = true,
	.rows = TABLE_SERIES,
	.columns = TABLE_X,
	.plan = plan_map,
	.views = (const struct view[]){{.program = &program_map}, {0}},
	.derive_rounds = overhead_map,
	.ceiling = h4_ceiling,
	.looks_up = limits_looks_up,
	.claims = claims,
};
