/* SPDX-License-Identifier: MIT */
/* h1_kernels.c - H1: the lookup implementations for one table, against its size, each with the most that the machine
 * could do. */
#include "harness/exp/life_cells.h"
#include "harness/exp/limits.h"
#include "harness/exp/round_points.h"
#include "harness/filters/setup.h"
#include "harness/programs/programs.h"

#include <stdlib.h>
#include <string.h>

/* Tables of 4-entry buckets: L1 (m = 2^12), L2 (2^15), beyond it (2^18), L3 (2^20, 2^22), memory (2^25, the paper's).
 * And 2^27, which every process takes minutes to fill. Bloom and static filters take the bytes of f = 12. */
static const size_t sizes[SCALES][8] = {
	{1 << 10},
	{1 << 15, 1 << 19},
	{1 << 12, 1 << 15, 1 << 18, 1 << 20, 1 << 22, 1 << 25},
	{1 << 12, 1 << 15, 1 << 18, 1 << 20, 1 << 22, 1 << 25, 1 << 27},
};

static const struct family {
	const char *twin;
	unsigned fp_bits;
	enum scale from;
} families[] = {
	{"cf", 12, SCALE_SMOKE}, {"cf", 8, SCALE_FULL},      {"cf", 16, SCALE_FULL},    {"ss-cf", 13, SCALE_QUICK},
	{"bf", 0, SCALE_SMOKE},  {"blk-bf", 0, SCALE_QUICK}, {"sb-bf", 0, SCALE_QUICK}, {"fuse3", 0, SCALE_QUICK},
	{"xor", 0, SCALE_FULL},  {"fuse4", 0, SCALE_FULL},
};

static void
plan_size(struct plan *plan, const struct family *family, size_t m)
{
	struct cell cell = {.program = &program_kernels, .filter = filter_find(family->twin)};
	size_t bytes = 6 * m, target;

	setup_paper(cell.filter, bytes, &cell.params, &target);
	if (family->fp_bits) {
		cell.params.bytes = 0;
		cell.params.buckets = m;
		cell.params.fp_bits = family->fp_bits;
		cell.params.slots = 4;
		target = limits_items(m);
		/* a semi-sorted entry is a bit shorter */
		bytes = m * (family->fp_bits - (family->fp_bits == 13)) / 2;
	}
	cell.target = target;
	cell.queries = limits_queries(bytes, 1 << 23);
	plan_add_rounds(plan, &cell);
}

static void
plan_kernels(struct plan *plan)
{
	const enum scale s = plan_scale(plan);

	for (size_t f = 0; f < sizeof families / sizeof *families; f++)
		for (size_t i = 0; sizes[s][i]; i++)
			if (families[f].from <= s && filter_find(families[f].twin))
				plan_size(plan, &families[f], sizes[s][i]);
}

/* The name of a panel ends in the share of present keys. */
static bool
h1_ceiling(const struct point *rate, struct ceiling_of *c)
{
	const char *share = strrchr(rate->panel, 'p');

	return share && line_ceiling(rate, c, SETUP_LOOKUP, atof(share + 1) / 100, 1);
}

/* --- claims ------------------------------------------------------------------------------------------------- */

/* How close to the machine's limit lookups come, and by how much they exceed the paper's. The bounds are this suite's
 * own. They were set in advance, a little below what throw-away prototypes reached on another processor (one core with
 * AVX-512, 2 MiB pages, b=4, 95 % full). All are medians of ratios within a round. */
enum { SHARES = 3 };
static const unsigned shares[SHARES] = {0, 50, 100};

/* The place of a table and one of the shares of present keys. */
static struct limits_place
place(struct judge *j, const char *family, const char *twin, unsigned share, double x)
{
	return (struct limits_place){LIMITS_LOOKUPS("h1", judge_text(j, "%s_p%u", family, share)), twin, x};
}

/* Round by round, the best lookup of the place reaches at least this share of a ceiling ("%"), or so many times what
 * another lookup does ("x"). */
static void
best_reaches(struct judge *j, struct limits_place at, const char *other, const char *unit, enum isa most, double least,
             const char *what)
{
	const char *best = limits_best(j, &at, most);

	if (best)
		judge_at_least(j, judge_over(j, &at.lines, best, other, at.x, unit), least,
		               judge_text(j, "%s: %s / %s", what, best, other));
}

static void
judge_best(struct judge *j)
{
	static const double least[SHARES] = {0.82, 0.87, 1.00};
	const struct limits_place paper = place(j, "cf12", "cf", 0, LIMITS_PAPER(48));

	if (!limits_have(j, &paper, ISA_AVX512))
		return;
	for (unsigned i = 0; i < SHARES; i++)
		best_reaches(j, place(j, "cf12", "cf", shares[i], LIMITS_PAPER(48)), "ceiling-2", "%", ISA_AVX512,
		             least[i], judge_text(j, "p=|%u|", shares[i]));
}

static void
judge_bits(struct judge *j)
{
	const struct limits_place wide = place(j, "cf16", "cf", 0, LIMITS_PAPER(64)),
				  narrow = place(j, "cf8", "cf", 0, LIMITS_PAPER(32));

	if (!limits_have(j, &wide, ISA_AVX512))
		return;
	best_reaches(j, wide, "ceiling-2", "%", ISA_AVX512, 0.92, "f=16");
	best_reaches(j, narrow, "ceiling-2", "%", ISA_AVX512, 0.85, "f=8");
}

static void
judge_without(struct judge *j)
{
	const struct limits_place paper = place(j, "cf12", "cf", 0, LIMITS_PAPER(48));

	if (!limits_have(j, &paper, ISA_AVX2))
		return;
	best_reaches(j, paper, "ceiling-2", "%", ISA_AVX2, 0.72, "AVX2");
	best_reaches(j, paper, "ceiling-2", "%", ISA_PORTABLE, 0.65, "portable");
}

static void
judge_over_cf(struct judge *j)
{
	static const double least[SHARES] = {1.4, 1.4, 1.7};

	for (unsigned i = 0; i < SHARES; i += 2)
		best_reaches(j, place(j, "cf12", "cf", shares[i], LIMITS_PAPER(48)), "cf", "x", ISA_AVX512, least[i],
		             judge_text(j, "p=|%u|", shares[i]));
}

static void
judge_cached(struct judge *j)
{
	const struct limits_place cached = place(j, "cf12", "cf", 0, LIMITS_L2(48));

	if (!limits_have(j, &cached, ISA_AVX512))
		return;
	for (unsigned i = 0; i < SHARES; i++) {
		const struct limits_place at = place(j, "cf12", "cf", shares[i], LIMITS_L2(48));

		judge_at_least(j, judge_over(j, &at.lines, "cf-avx512", "cf", at.x, "x"), 2.8,
		               judge_text(j, "cf-avx512/cf at p=|%u|", shares[i]));
		judge_at_least(j, judge_over(j, &at.lines, "cf-avx2", "cf", at.x, "x"), 1.75,
		               judge_text(j, "cf-avx2/cf at p=|%u|", shares[i]));
	}
}

static void
judge_bulk(struct judge *j)
{
	const struct limits_place at = place(j, "cf12", "cf", 0, LIMITS_PAPER(48));

	if (limits_have(j, &at, ISA_AVX512))
		judge_at_least(j, judge_over(j, &at.lines, "cf-bulk", "ceiling-2", at.x, "%"), 1.25,
		               "cf-bulk / ceiling-2");
}

static void
h1_judge_semisorted(struct judge *j)
{
	static const double least[SHARES] = {0.78, 0.68, 0.68};

	for (unsigned i = 0; i < SHARES; i++) {
		const struct limits_place at = place(j, "sscf13", "ss-cf", shares[i], LIMITS_PAPER(48));
		const char *share = judge_text(j, "p=|%u|", shares[i]);

		if (!limits_have(j, &at, ISA_AVX512))
			return;
		best_reaches(j, at, "ceiling-2", "%", ISA_AVX512, least[i], share);
		best_reaches(j, at, "ss-cf-decode", "x", ISA_AVX512, 2.8, share);
	}
}

/* Nine lines of one read each, for a ratio of rates. */
static double
of_a_ninth(double rate, double ceiling)
{
	return 9 * rate / ceiling;
}

static void
judge_bloom(struct judge *j)
{
	const struct limits_place present = place(j, "bf", "bf", 100, LIMITS_PAPER(48)),
				  block = place(j, "blkbf", "blk-bf", 0, LIMITS_PAPER(48));
	const char *best;

	if (!limits_have(j, &block, ISA_AVX512))
		return;
	for (unsigned i = 0; i < SHARES; i++) {
		best_reaches(j, place(j, "sbbf", "sb-bf", shares[i], LIMITS_PAPER(48)), "ceiling-1", "%", ISA_AVX512,
		             0.80, judge_text(j, "p=|%u|", shares[i]));
		best_reaches(j, place(j, "blkbf", "blk-bf", shares[i], LIMITS_PAPER(48)), "ceiling-1", "%", ISA_AVX512,
		             0.74, judge_text(j, "p=|%u|", shares[i]));
	}
	best = limits_best(j, &present, ISA_AVX512);
	if (best) {
		const struct runs rate = judge_speed(j, &present.lines, best, present.x),
				  ceiling = judge_speed(j, &present.lines, "ceiling-1", present.x);

		judge_at_least(j, judge_median(j, judge_pairs(j, rate, ceiling, of_a_ninth), "%"), 0.88,
		               judge_text(j, "p=100: nine times %s / ceiling-1", best));
	}
}

/* Why a lookup may stay below its bound. */
#define BELOW                                                                                                          \
	"What a look-up does beside waiting for its lines (hash, comparison, answers) takes more of this processor's " \
	"time than it can hide behind the memory's. The table of H1 says which kernel came nearest."

static const struct claim claims[] = {
	{"H1 (best)",
         "A cuckoo filter of 192 MiB can be looked up at 82 % of the machine's limit for absent keys, 87 % for half of "
         "them present, 100 % for present ones.",
         "this suite",
         "CF's table, f=12, b=4, m=2^25, 95 % full: of the look-ups that take part the one with the highest median "
         "rate, over the ceiling of two random lines, round by round.",
         judge_best,
         BELOW " A bucket of 6 bytes straddles two lines in 2 of 32 cases, so 94 % is the most where both are read.",
         LIMITS_STRADDLES, LIMITS_IN_MEMORY},
	{"H1 (bits)", "With f = 16, whose buckets are aligned, it is 92 %; with f = 8, 85 %.", "this suite",
         "The same for absent keys, tables of m=2^25.", judge_bits,
         BELOW " The smaller table of f=8 is in part in the last-level cache, so its ceiling is higher, and the work "
               "of a look-up is not.",
         LIMITS_STRADDLES, LIMITS_IN_MEMORY},
	{"H1 (AVX2)", "With AVX2 alone it is 72 %, in portable C 65 %.", "this suite",
         "f=12, absent keys: the best that needs no more than AVX2; the best in C.", judge_without, BELOW,
         LIMITS_STRADDLES, LIMITS_IN_MEMORY},
	{"H1 (over CF)",
         "The best look-up is 1.4 times as fast as CF's, one key after the other, for absent keys, 1.7 times for "
         "present ones.",
         "this suite", "f=12, m=2^25, round by round.", judge_over_cf,
         "A processor whose window holds many look-ups overlaps them without being told to, and leaves less to gain.",
         LIMITS_STRADDLES, LIMITS_IN_MEMORY},
	{"H1 (cache)",
         "In the second-level cache a look-up with AVX-512 is 2.8 times as fast as CF's, with AVX2 1.75 times.",
         "this suite", "f=12, m=2^15 (192 KiB), at every share of present keys, round by round.", judge_cached,
         "Nothing waits for memory there, so it is instructions that count; gathers cost a micro-operation or two a "
         "lane, on some processors many more.",
         LIMITS_STRADDLES, .least = SCALE_SMOKE},
	{"H1 (bulk)",
         "Eight million keys, partitioned by where they go before any is looked up, pass the limit of random reads: "
         "125 % of it.",
         "this suite",
         "f=12, m=2^25, absent keys: cf-bulk, one call of 2^23 keys, over the ceiling of two random lines.", judge_bulk,
         "Each key is written and read again before it is looked up, and each part of the table is read from end to "
         "end: where random reads are cheap beside that, there is nothing to gain.",
         LIMITS_STRADDLES, LIMITS_IN_MEMORY},
	{"H1 (ss-CF)",
         "A semi-sorted cuckoo filter is looked up at 78 % of the machine's limit for absent keys, 68 % whatever is "
         "asked, and 2.8 times as fast as by decoding both buckets.",
         "this suite",
         "ss-CF's table, f=13, b=4, m=2^25, 95 % full: the fastest of its look-ups over the ceiling of two random "
         "lines, and over ss-cf-decode, at every share of present keys, round by round.",
         h1_judge_semisorted,
         BELOW " The nibbles of a bucket are in a table of 8 KiB, and are looked up where a direct part agrees: for a "
               "present key always.",
         LIMITS_STRADDLES, LIMITS_IN_MEMORY},
	{"H1 (Bloom)",
         "A split-block Bloom filter reaches 80 % of the limit of one line a look-up, a blocked one 74 %, a standard "
         "one 88 % of a ninth.",
         "this suite", "192 MiB, 13 bits an item; the standard one with nine lines for present keys.", judge_bloom,
         BELOW, LIMITS_STRADDLES, LIMITS_IN_MEMORY},
	{0},
};

const struct experiment experiment_h1 = {
	.id = "h1",
	.title = "H1. Look-ups at the limit: every kernel against the size of the table",
	.shows = "The paper looks up one key after the other and says how filters compare, not how far they are from "
		 "what the machine could do.",
	.setup = "One table, 95 % full (Bloom filters: 13 bits an item), is looked up by every filter that gives the "
		 "same answers: the paper's way, one key after the other; pipelined; with vector instructions. They "
		 "take turns, round after round, in one process, in an order that rotates, in slices of 5 ms or more, "
		 "and with them the ceilings: the same hash, and one or two random lines of the same table read. Every "
		 "answer counts: as many hits as the table has. Panels are tables (cf12: CF, f=12, b=4) and the share "
		 "of keys that were inserted (p50: half). A filter that wants millions of keys a call takes part where "
		 "that many are asked; one whose instructions this processor lacks does not. " LIMITS_PROCESSES,
	.deviations =
		"Not in the paper. A look-up of its own filters is one key after the other (cf, ss-cf, bf, blk-bf).",
	.reading = "Million look-ups per second, higher is better. over_best: the rate over that of the fastest "
		   "look-up of the same table and share, by its median (not of millions of keys a call, nor a "
		   "control), round by round: which are worth their names, and where.",
	.x = "table (KiB)",
	.timed = true,
	.figure = true,
	.rows = TABLE_SERIES,
	.columns = TABLE_X,
	.plan = plan_kernels,
	.views = (const struct view[]){{.program = &program_kernels}, {0}},
	.derive_rounds = over_best,
	.ceiling = h1_ceiling,
	.looks_up = limits_looks_up,
	.claims = claims,
};
