/* SPDX-License-Identifier: MIT */
/*
 * t3_space_build.c - Table 3: items held, bits per item, false positive rate and construction speed of six filters of
 * 192 MB.
 *
 * Each is filled until an insertion fails (CF, ss-CF, dl-CBF) or until it holds its target number (BF, blk-BF, QF).
 */
#include "harness/exp/life_cells.h"

/* "about 78 %". The paper gives three numbers for this: 78 % (7.1), no more than 80 % (7.3), and 103.82 million of 2^27
 * entries in Table 3, 77.4 %. They span 2.6 points. */
static const double dleft_points = 0.03;

static const struct judge_lines builds = {"t3", "", "construction", NULL, ""};
static const struct judge_lines rates = {"t3", "", "fpr", NULL, ""}, sizes = {"t3", "", "bits_per_item", NULL, ""};

/* Counts the combinations of four-bit prefixes of four entries in any order: non-decreasing quadruples. */
static unsigned
sorted_quadruples(void)
{
	unsigned n = 0;

	for (unsigned a = 0; a < 16; a++)
		for (unsigned b = a; b < 16; b++)
			for (unsigned c = b; c < 16; c++)
				n += 16 - c;
	return n;
}

static void
judge_about(struct judge *j, const char *a, const char *b, double times)
{
	judge_between(j, judge_over(j, &rates, a, b, 0, "x"), times / MARGIN_ABOUT, times * MARGIN_ABOUT,
	              judge_text(j, "ε of %s/%s", judge_name(a), judge_name(b)));
}

/* The two have the same size if their bits per item agree to 1 %; the paper's own differ by 0.2 %. */
static void
judge_semisorting(struct judge *j)
{
	judge_allows(j, "equal size: bits per item within 1 %; half: a quotient of 2, within a factor of 1.25");
	judge_must_hold(j, true);
	judge_between(j, judge_exact(sorted_quadruples(), ""), 3876, 3876, "sorted quadruples of 4-bit prefixes");
	judge_must_hold(j, false);
	judge_between(j, judge_over(j, &sizes, "ss-cf", "cf", 0, "x"), 1 / 1.01, 1.01,
	              "bits per item, ss-CF with f=13 / CF with f=12");
	judge_about(j, "cf", "ss-cf", 2);
}

static void
judge_blocked_rate(struct judge *j)
{
	judge_allows(j, "about: within a factor of 1.25; the paper's own 4x is 0.43 % / 0.09 % = 4.8");
	judge_about(j, "blk-bf", "bf", 2);
	judge_about(j, "blk-bf", "ss-cf", 4);
}

static void
t3_judge_dleft(struct judge *j)
{
	static const char *const others[] = {"cf", "ss-cf", "bf", "blk-bf", "qf"};

	judge_allows(j, "about 78 %: within 3 points");
	judge_between(j, judge_median(j, judge_runs(j, "t3", "", "dl-cbf", 0, "load"), "%"), 0.78 - dleft_points,
	              0.78 + dleft_points, "dl-CBF's load at the first refusal");
	for (size_t s = 0; s < 5; s++)
		judge_more(j, judge_over(j, &rates, "dl-cbf", others[s], 0, "x"), 1,
		           judge_text(j, "ε of dl-CBF/|%s|", judge_name(others[s])));
}

/* The rate of construction up to 90 % of the entries, from the steps of Figure 7, all of one size: the harmonic
 * mean. */
static double
mean_rate(const double *v, size_t count, const void *context)
{
	double sum = 0;

	(void)context;
	for (size_t i = 0; i < count; i++)
		sum += 1 / v[i];
	return (double)count / sum;
}

static struct runs
most_of_it(struct judge *j, const char *series)
{
	enum { STEPS = LIFE_STEPS * 9 / 10 };
	struct runs steps[STEPS];

	for (size_t i = 0; i < STEPS; i++)
		steps[i] = judge_runs(j, "f7", "", series, ((double)i + 0.5) / LIFE_STEPS, "insert");
	return judge_combine(j, steps, STEPS, mean_rate, NULL);
}

/* The longest chains of kicks are at the very end: what of it is the last tenth of the table? */
static void
note_most_of_it(struct judge *j)
{
	struct runs cf;

	if (!judge_has(j, "f7", "", "cf", 0.5 / LIFE_STEPS, "insert"))
		return;
	cf = most_of_it(j, "cf");
	judge_note(j, judge_text(j, "to 90 %% of its entries CF builds at %.2fx its rate to full, %.2fx BF's there",
	                         judge_median(j, judge_ratio(j, cf, judge_speed(j, &builds, "cf", 0)), "x").middle,
	                         judge_median(j, judge_ratio(j, cf, most_of_it(j, "bf")), "x").middle));
}

static void
judge_build_order(struct judge *j)
{
	judge_faster(j, &builds, life_blk_bf(j, &builds), "cf ss-cf bf dl-cbf " LIFE_QF, AT(0));
	judge_faster(j, &builds, "cf", "ss-cf bf dl-cbf " LIFE_QF, AT(0));
	judge_faster(j, &builds, "ss-cf bf dl-cbf", LIFE_QF, AT(0));
	judge_beside(j, &builds, "cf", "qf", AT(0));
	judge_beside(j, &builds, "blk-bf", "cf", AT(0));
	note_most_of_it(j);
}

static void
judge_semisorting_cost(struct judge *j)
{
	judge_faster(j, &builds, "cf", "ss-cf", AT(0));
}

/* The sum over slices is the time of a whole construction if nothing between the slices changes what they find. */
static void
judge_integral(struct judge *j)
{
	static const char *const owners[] = {"cf", "ss-cf", "bf", "blk-bf", "qf", "dl-cbf"};

	if (judge_scale_of(j) < SCALE_FULL && judge_has(j, "t3", "", "cf", 0, "construction") &&
	    !judge_has(j, "t3", "", "cf", 0, "whole")) {
		judge_beyond(j, SCALE_FULL, "whole constructions take as long as all the rest");
		return;
	}
	judge_allows(j, "agree: within 5 % either way, over the whole interval");
	for (size_t i = 0; i < sizeof owners / sizeof *owners; i++)
		judge_between(j,
		              judge_median(j,
		                           judge_ratio(j, judge_runs(j, "t3", "", owners[i], 0, "whole"),
		                                       judge_speed(j, &builds, owners[i], 0)),
		                           "x"),
		              1 / 1.05, 1.05, judge_text(j, "|%s|, built at once/from slices", judge_name(owners[i])));
}

static const struct claim claims[] = {
	{"A9",
         "Semi-sorting has 3876 combinations, saves one bit per item and so halves the false positive rate at equal "
         "size.",
         "section 5.2, Table 3",
         "3876 non-decreasing quadruples of 4-bit prefixes, which is arithmetic; ss-CF with 13-bit fingerprints has "
         "the bits per "
         "item of CF with 12 within 1 %; run by run, CF's rate over ss-CF's is 2 within a factor of 1.25.",
         judge_semisorting,
         "The number of combinations and the size of a bucket are arithmetic; a rate that is not halved would point at "
         "a fault of the fingerprints' distribution, such as a hash that leaves bits unused.",
         "The rates are too rare for the number of queries, or the repetitions too few.", .least = SCALE_QUICK,
         .why = "a few thousand items are too few to measure a rate of 0.1 %"},
	{"A10", "blk-BF's false positive rate is about twice BF's and four times the best CF's.",
         "section 7.1, Table 3",
         "Run by run: blk-BF's rate over BF's is 2, over ss-CF's 4, each within a factor of 1.25.", judge_blocked_rate,
         "How many items share a block is chance, the same everywhere; how the bits inside a block are chosen is not, "
         "and the paper does not say how its two 32-bit hashes give a block and nine places in it.",
         "An interval straddles the factor allowed; the paper's own quotient, 4.8 for \"4x\", is near its edge.",
         .least = SCALE_QUICK, .why = "a few thousand items are too few to measure a rate of 0.1 %"},
	{"A11", "dl-CBF stops when about 78 % full and has the worst false positive rate.", "section 7.1, Table 3",
         "dl-CBF's load at the first refusal within 3 points of 78 %; run by run, its rate above that of each of the "
         "others.",
         t3_judge_dleft,
         "When dl-CBF stops is the extreme of millions of buckets and varies by points from run to run. Its rate "
         "follows from how the 12 bits of a cell are split into remainder and counter, which the paper does not say.",
         "The load at which dl-CBF stops varies by points from run to run and straddles the 3 points allowed.",
         .least = SCALE_QUICK, .why = "a smaller table overflows later"},
	{"B1", "blk-BF builds fastest, then CF; QF slowest.", "section 7.1, Table 3",
         "Run by run, construction rates, QF slot by slot (qf-slots): blk-BF above each of the others, CF above all "
         "but blk-BF, QF below all.",
         judge_build_order,
         "Where CF falls behind BF and dl-CBF, its kicks are the likely reason: each reads a bucket whose address the "
         "last one gave, and so waits for memory, and filling until an insertion fails pays for the longest of these "
         "chains (Figure 7). BF's nine reads and dl-CBF's four are independent of each other, and a processor of today "
         "keeps many more of them in flight than the paper's; the ceilings of experiment C1 measure it. The numbers "
         "end with what CF's rate is without the last tenth of its table.",
         "Two neighbours in the order are not separated.", LIFE_SCALE},
	{"B2", "ss-CF builds more slowly than CF.", "section 7.1, Table 3",
         "Run by run: CF's construction rate above ss-CF's.", judge_semisorting_cost,
         "Sorting and encoding a bucket at every insert and kick is work that CF does not have; ss-CF could only be "
         "ahead if the machine hid all of it behind the reads and its buckets lay better in the cache.",
         "The work of sorting and encoding hides behind the reads of random buckets.", LIFE_SCALE},
	{"T3 (integral)", "A construction put together from slices is as fast as a whole one.",
         "no claim of the paper's: the control of this suite's method",
         "For each of the paper's filters, process by process: the rate of a whole construction, one key after the "
         "other in runs of seconds between the slices, over that of the sum over slices (\"construction\") is within "
         "5 % of 1.",
         judge_integral,
         "What runs between the slices, or the slices' length, changes what they find in caches; or the rate bends "
         "within a step more than its slices show.",
         "The machine's speed moves between a slice and a run of seconds, and their quotient with it.",
         .least = SCALE_FULL,
         .why = "whole constructions take as long as all the rest; the tables of smoke scale fit a cache"},
	{0},
};

static bool
t3_ceiling(const struct point *rate, struct ceiling_of *c)
{
	c->panel = "ceiling";
	return life_ceiling_updates(rate, c);
}

static void
t3_plan(struct plan *plan)
{
	life_plan(plan, NULL, 0, LIFE_FILL | LIFE_ERRORS);
	life_plan_whole(plan);
	life_plan_static(plan, LIFE_FILL | LIFE_ERRORS);
}

static const struct view views[] = {
	/* what is measured of the full table as a whole */
	{.program = &program_life,
         .place = "",
         .measure = "items bits_per_item scratch attempts construction whole load huge_pages fpr lookup_asked "
                    "asked_present fpr_asked"},
	{.program = &program_ground,
         .measure = "rate",
         .panel = "ceiling",
         .metric = "construction",
         .series = LIFE_UPDATES},
	{0},
};

const struct experiment experiment_t3 = {
	.id = "t3",
	.title = "Table 3. Space efficiency and construction speed",
	.shows = "Six filters of 192 MB: how many items each holds, the bits an item costs, the false positive rate "
		 "and the construction speed.",
	.setup = life_setup,
	.deviations =
		"XXH3 instead of CityHash64 unless --hash city is given. The paper does not say how wide "
		"dl-CBF's counters are: 12-bit cells with 1-bit counters (used here) give about 0.60 %, with "
		"Bonomi et al.'s 2-bit counters about 1.2 %. The printed 0.76 % is what 1-bit counters give where "
		"the four remainders of a key come from four hashes, and a lookup does not look at the counters, "
		"so that the remainder 0 finds empty cells (tests/referee/dleft.py).",
	.reading = "items, construction, load: higher is better. bits_per_item, fpr: lower is better. huge_pages: "
		   "share of the table that the system really put on huge pages.",
	.timed = true,
	.keys = KEYS_OWN,
	.rows = TABLE_METRIC,
	.columns = TABLE_SERIES,
	.plan = t3_plan,
	.views = views,
	.ceiling = t3_ceiling,
	.claims = claims,
};
