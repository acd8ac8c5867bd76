/* SPDX-License-Identifier: MIT */
/* f5_lookup_mix.c - Figure 5: lookup throughput of full filters when 0, 25, 50, 75 and 100 % of the queries are for
 * items in them. */
#include "harness/exp/life_cells.h"

static const struct judge_lines lookups = {.exp = "f5", .panel = "", .metric = "lookup", .axis = "p", .of = ""};
#define SHARES AT(0, 25, 50, 75, 100)

static void
judge_cf_level(struct judge *j)
{
	judge_allows(j, "equal: within 10 %; slightly: less than 25 % lower");
	judge_level(j, &lookups, "cf", AT(100), 0);
	judge_moves(j, &lookups, "cf", 50, 0, 1 - MARGIN_SLIGHT, 1);
	judge_moves(j, &lookups, "cf", 50, 100, 1 - MARGIN_SLIGHT, 1);
}

static void
judge_bloom_fall(struct judge *j)
{
	judge_falls(j, &lookups, "bf blk-bf", SHARES);
	judge_faster(j, &lookups, "blk-bf", "cf ss-cf bf qf dl-cbf", AT(0));
}

static void
f5_judge_semisorted(struct judge *j)
{
	const struct point *from = judge_point(j, "f5", "", "ss-cf", 0, "faster_than_bf_above");

	judge_faster(j, &lookups, "cf", "ss-cf", SHARES);
	judge_faster(j, &lookups, "ss-cf", "bf", AT(50, 75, 100));
	judge_note(j,
	           from ? judge_text(j, "medians cross at p=%.0f %%", 100 * from->median) : "the medians do not cross");
}

static void
judge_quotient_slowest(struct judge *j)
{
	judge_faster(j, &lookups, "cf ss-cf bf blk-bf dl-cbf", "qf", SHARES);
}

/* If dl-CBF is faster than ss-CF, and ss-CF is faster than BF above 25 %, then dl-CBF can be slower than BF only below
 * 25 %. So the 30 % are about negative queries. */
static void
f5_judge_dleft(struct judge *j)
{
	const struct value to_bloom = judge_over(j, &lookups, "dl-cbf", "bf", 0, "x");

	judge_allows(j, "30 % slower: a quotient of 0.7, within a factor of 1.25");
	judge_faster(j, &lookups, "dl-cbf", "ss-cf", SHARES);
	judge_between(j, to_bloom, 0.7 / MARGIN_ABOUT, 0.7 * MARGIN_ABOUT, "dl-CBF/BF at p=0");
}

static void
judge_beats_bloom(struct judge *j)
{
	judge_faster(j, &lookups, "cf", "bf", SHARES);
}

static const struct claim claims[] = {
	{"B3", "CF's lookup rate is the same for all-positive and all-negative queries and dips slightly between.",
         "section 7.2, Figure 5",
         "CF, run by run: rate at p=100 % over rate at p=0 within 10 % of 1; rate at p=50 % below both, by less than "
         "25 %.",
         judge_cf_level,
         "The paper explains the dip by branch prediction: at p=50 % a match is a coin toss. Here the entries of both "
         "buckets are compared as fields of a word and the outcome is stored, not jumped on, so there is nothing to "
         "mispredict; what differs between shares is then which keys are asked for, not what is done with them.",
         "The dip or the equality lies within the spread of the runs. The entries of both buckets are compared here as "
         "fields of a word and the outcome is stored, not jumped on, so the misprediction to which the paper ascribes "
         "the dip does not occur.",
         LIFE_SCALE},
	{"B4", "BF and blk-BF fall as the share of positive queries grows; blk-BF is the fastest of all at p=0.",
         "section 7.2, Figure 5",
         "BF and blk-BF, run by run: each of p = 0, 25, 50, 75 % faster than the next; at p=0 blk-BF faster than each "
         "of the others.",
         judge_bloom_fall,
         "A lookup that fails stops at the first clear bit, one that succeeds reads all nine, so some fall is sure in "
         "the work done. Where the rate does not follow, the processor ran ahead of the test: today's overlap the "
         "reads of several queries, so the further bits cost less than they did, and a mispredicted exit from the loop "
         "can cost more than the reads it saves.",
         "Two neighbouring shares, or blk-BF and the next filter at p=0, are not separated: the difference is of the "
         "size of the spread between runs.",
         LIFE_SCALE},
	{"B5 (paper)",
         "ss-CF looks up more slowly than CF, and faster than BF when more than 25 % of the queries are positive.",
         "section 7.2, Figure 5",
         "Run by run: CF faster than ss-CF at each p; ss-CF faster than BF at p = 50, 75, 100 %.", f5_judge_semisorted,
         "The crossing is where two lines meet, so a small change of either moves it far. On ss-CF's side stands the "
         "decoding, which this implementation does only for a bucket in which the stored-as-they-are parts agree, so "
         "for most positive queries and few negative ones: its line falls with p too, which the paper's does not. On "
         "BF's side stands how well the machine overlaps nine independent reads.",
         "Near the crossing the two filters are not separated: both fall with p here. BF reads more bits; ss-CF "
         "decodes a bucket only where the parts stored as they are agree, so for most positive queries and few "
         "negative ones.",
         LIFE_SCALE},
	{"B6", "QF has the slowest lookups of all, at 90 % load.", "section 7.2, Figure 5",
         "Run by run, at each p: each of the other five filters faster than QF, which is 90 % full.",
         judge_quotient_slowest,
         "QF reads one run of neighbouring slots. Its implementation here scans them a word at a time, where the "
         "paper's decodes them one by one; filters that read two or more random lines can then fall behind it on a "
         "machine where such reads, not instructions, are what is dear.",
         "QF and another filter are not separated at some p. Its scan works on whole words here, which takes much of "
         "the cost that the paper ascribes to decoding.",
         LIFE_SCALE},
	{"B7", "dl-CBF looks up faster than ss-CF and about 30 % more slowly than BF.", "section 7.2, Figure 5",
         "Run by run: dl-CBF faster than ss-CF at each p; at p=0 its rate over BF's between 0.7/1.25 and 0.7*1.25. "
         "(Were it slower than BF above 25 % as well, ss-CF could not be faster there than BF and slower than dl-CBF, "
         "as the same section says.)",
         f5_judge_dleft,
         "ss-CF is ahead here while most queries are negative: it compares the parts of the fingerprints that are "
         "stored as they are first, and decodes a bucket only where one of them agrees, which the paper does not say "
         "that its ss-CF does. dl-CBF reads four buckets, BF two to nine bits. How much slower four reads with sixteen "
         "comparisons are depends on how many misses the machine keeps in flight and on how the comparisons are done; "
         "the paper does not describe its dl-CBF beyond d and the size of a bucket, so two implementations may well "
         "differ by more than the 30 %.",
         "dl-CBF and ss-CF are not separated at some p, or the quotient to BF straddles the range allowed. The paper "
         "gives no details of its dl-CBF.",
         LIFE_SCALE},
	{"B8", "CF looks up faster than BF whatever the share of positive queries, even near full.",
         "section 1 (claim 2), Figure 5", "Run by run, filters full: CF faster than BF at each p.", judge_beats_bloom,
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
}

void
life_add_crossing(struct points *points)
{
	const char *a = "ss-cf", *b = "bf";
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

static const struct view views[] = {
	{.program = &program_life, .measure = "lookup"},
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
