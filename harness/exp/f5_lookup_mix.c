/* SPDX-License-Identifier: MIT */
/* f5_lookup_mix.c - Figure 5: lookup throughput of full filters when 0, 25, 50, 75 and 100 % of the queries are for
 * items in them. */
#include "harness/analysis/reduce.h"
#include "harness/exp/life_cells.h"

static const struct judge_lines lookups = {.exp = "f5", .panel = "", .metric = "lookup", .axis = "p", .of = ""};
#define SHARES AT(0, 25, 50, 75, 100)

/* The paper explains the dip by a branch on the answer, which cf-branch has and cf lacks. */
static void
judge_cf_level(struct judge *j)
{
	judge_allows(j, "equal: within 10 %; slightly: less than 25 % lower");
	judge_level(j, &lookups, "cf-branch", AT(100), 0);
	judge_moves(j, &lookups, "cf-branch", 50, 0, 1 - MARGIN_SLIGHT, 1);
	judge_moves(j, &lookups, "cf-branch", 50, 100, 1 - MARGIN_SLIGHT, 1);
	judge_beside(j, &lookups, "cf", "cf-branch", SHARES);
}

static void
judge_bloom_fall(struct judge *j)
{
	const char *blk_bf = life_blk_bf(j, &lookups);

	judge_falls(j, &lookups, judge_text(j, "bf %s", blk_bf), SHARES);
	judge_faster(j, &lookups, blk_bf, LIFE_CF " " LIFE_SS_CF " bf " LIFE_QF " dl-cbf", AT(0));
	judge_beside(j, &lookups, "blk-bf", "cf", SHARES);
}

static void
f5_judge_semisorted(struct judge *j)
{
	const struct point *from = judge_point(j, "f5", "", LIFE_SS_CF, 0, "faster_than_bf_above");

	judge_faster(j, &lookups, LIFE_CF, LIFE_SS_CF, SHARES);
	judge_faster(j, &lookups, LIFE_SS_CF, "bf", AT(50, 75, 100));
	judge_beside(j, &lookups, "cf", "ss-cf", SHARES);
	judge_beside(j, &lookups, "ss-cf", "bf", SHARES);
	judge_note(j,
	           from ? judge_text(j, "medians cross at p=%.0f %%", 100 * from->median) : "the medians do not cross");
}

static void
judge_quotient_slowest(struct judge *j)
{
	judge_faster(j, &lookups, judge_text(j, LIFE_CF " " LIFE_SS_CF " bf %s dl-cbf", life_blk_bf(j, &lookups)),
	             LIFE_QF, SHARES);
	judge_beside(j, &lookups, LIFE_SS_CF, "qf", SHARES);
}

/* If dl-CBF is faster than ss-CF, and ss-CF is faster than BF above 25 %, then dl-CBF can be slower than BF only below
 * 25 %. So the 30 % are about negative queries. */
static void
f5_judge_dleft(struct judge *j)
{
	const struct value to_bloom = judge_over(j, &lookups, "dl-cbf", "bf", 0, "x");

	judge_allows(j, "30 % slower: a quotient of 0.7, within a factor of 1.25");
	judge_faster(j, &lookups, "dl-cbf", LIFE_SS_CF, SHARES);
	judge_beside(j, &lookups, "dl-cbf", "ss-cf", SHARES);
	judge_between(j, to_bloom, 0.7 / MARGIN_ABOUT, 0.7 * MARGIN_ABOUT, "dl-CBF/BF at p=0");
}

static void
judge_beats_bloom(struct judge *j)
{
	judge_faster(j, &lookups, LIFE_CF " cf", "bf", SHARES);
}

static const struct claim claims[] = {
	{"B3", "CF's lookup rate is the same for all-positive and all-negative queries and dips slightly between.",
         "section 7.2, Figure 5",
         "cf-branch, CF with a jump on the answer, run by run: rate at p=100 % over rate at p=0 within 10 % of 1; rate "
         "at p=50 % below both, by less than 25 %.",
         judge_cf_level,
         "The paper explains the dip by branch prediction: at p=50 % a match is a coin toss. A processor learns that "
         "it guessed wrong when the buckets have arrived, and has to begin the later keys once more. So a wrong guess "
         "costs what it had under way: the more keys a processor overlaps, the deeper the dip. cf stores the outcome "
         "and has nothing to mispredict.",
         "The dip or the equality lies within the spread of the runs.", LIFE_SCALE},
	{"B4", "BF and blk-BF fall as the share of positive queries grows; blk-BF is the fastest of all at p=0.",
         "section 7.2, Figure 5",
         "By the loops that the paper describes (cf-branch, ss-cf-decode, qf-slots, blk-bf-exit), run by run: BF and "
         "blk-BF at each of p = 0, 25, 50, 75 % faster than at the next; at p=0 blk-BF faster than each of the others.",
         judge_bloom_fall,
         "A lookup that fails stops at the first clear bit, one that succeeds reads all nine, so some fall is sure in "
         "the work done. Where the rate does not follow, the processor ran ahead of the test: today's overlap the "
         "reads of several queries, so the further bits cost less than they did, and a mispredicted exit from the loop "
         "can cost more than the reads it saves. blk-bf itself tests all bits of a key at once: its rate over that of "
         "cf "
         "says what is faster when both are written so.",
         "Two neighbouring shares, or blk-BF and the next filter at p=0, are not separated: the difference is of the "
         "size of the spread between runs.",
         LIFE_SCALE},
	{"B5 (paper)",
         "ss-CF looks up more slowly than CF, and faster than BF when more than 25 % of the queries are positive.",
         "section 7.2, Figure 5",
         "Run by run, CF and ss-CF as the paper describes them (cf-branch, ss-cf-decode): CF faster at each p; ss-CF "
         "faster than BF at p = 50, 75, 100 %.",
         f5_judge_semisorted,
         "The crossing is where two lines meet, so a small change of either moves it far. On ss-CF's side stands the "
         "decoding of both buckets, which costs instructions; on BF's how well the machine overlaps nine independent "
         "reads. Where a processor overlaps many reads, decoding is the dearer.",
         "Near the crossing the two filters are not separated.", LIFE_SCALE},
	{"B6", "QF has the slowest lookups of all, at 90 % load.", "section 7.2, Figure 5",
         "Run by run, at each p: each of the other five filters faster than QF slot by slot (qf-slots), which is 90 % "
         "full; CF, ss-CF and blk-BF as the paper describes them (cf-branch, ss-cf-decode, blk-bf-exit).",
         judge_quotient_slowest,
         "QF reads one run of neighbouring slots. Filters that read two or more random lines can fall behind it on a "
         "machine where such reads, not instructions, are what is dear.",
         "QF and another filter are not separated at some p.", LIFE_SCALE},
	{"B7", "dl-CBF looks up faster than ss-CF and about 30 % more slowly than BF.", "section 7.2, Figure 5",
         "Run by run: dl-CBF faster than ss-CF as the paper describes it (ss-cf-decode) at each p; at p=0 its rate "
         "over BF's between 0.7/1.25 and 0.7*1.25. "
         "(Were it slower than BF above 25 % as well, ss-CF could not be faster there than BF and slower than dl-CBF, "
         "as the same section says.)",
         f5_judge_dleft,
         "dl-CBF reads four buckets, BF two to nine bits. How much slower four reads with sixteen "
         "comparisons are depends on how many misses the machine keeps in flight and on how the comparisons are done; "
         "the paper does not describe its dl-CBF beyond d and the size of a bucket, so two implementations may well "
         "differ by more than the 30 %.",
         "dl-CBF and ss-CF are not separated at some p, or the quotient to BF straddles the range allowed. The paper "
         "gives no details of its dl-CBF.",
         LIFE_SCALE},
	{"B8", "CF looks up faster than BF whatever the share of positive queries, even near full.",
         "section 1 (claim 2), Figure 5",
         "Run by run, filters full: CF as the paper describes it (cf-branch), and as it is fastest (cf), faster than "
         "BF at "
         "each p.",
         judge_beats_bloom,
         "At p=0 BF reads two bits on average and can stop; CF always reads two buckets. Where that costs the same "
         "number of misses, what is left is the computing: CF hashes the fingerprint a second time and compares eight "
         "entries.",
         "At small p the two are not separated: BF stops after about two reads, the number CF always makes.",
         LIFE_SCALE},
	{0},
};

static void
f5_plan(struct plan *plan)
{
	life_plan(plan, NULL, 0, LIFE_SHARES);
	life_plan_static(plan, LIFE_SHARES);
}

static void
add_crossing(struct points *points, const char *a, const char *b)
{
	double before = 0, crossing = -1;

	for (int p = 0; p <= 100; p += 25) {
		struct point *mine = points_find(points, "", a, p, "lookup"),
			     *other = points_find(points, "", b, p, "lookup");
		double lead;

		if (!mine || !other)
			return;
		lead = mine->median - other->median;
		if (lead < 0)
			crossing = -1; /* slower again: an earlier lead does not count */
		else if (crossing < 0)
			crossing = p == 0 ? 0 : p - 25 + 25 * before / (before - lead);
		before = lead;
	}
	if (crossing >= 0)
		points_add(points, "", a, 0, "faster_than_bf_above", "fraction", crossing / 100);
}

void
life_add_crossing(struct points *points)
{
	add_crossing(points, "ss-cf", "bf");
	add_crossing(points, LIFE_SS_CF, "bf");
}

static const struct view views[] = {
	{.program = &program_life, .place = "", .measure = "lookup"},
	{.program = &program_ground, .measure = "rate", .metric = "lookup", .at = {5, 0, 25, 1}, .series = LIFE_READS},
	{0},
};

const struct experiment experiment_f5 = {
	.id = "f5",
	.title = "Figure 5. Lookup performance when a filter achieves its capacity",
	.shows = "CF is level over p with a slight dip at 50 %, above all but blk-BF at small p; BF and blk-BF fall as "
		 "p grows; QF is slowest.",
	.reading = "Million lookups per second over the share p of queries for present items; higher is better.",
	.x = "positive queries (%)",
	LIFE_FIGURE,
	.plan = f5_plan,
	.views = views,
	.derive = life_add_crossing,
	.ceiling = life_ceiling_lookups,
	.claims = claims,
};
