/* SPDX-License-Identifier: MIT */
/* h2_pages.c - H2: the pages of a table, against its size. */
#include "harness/exp/life_cells.h"
#include "harness/exp/limits.h"
#include "harness/filters/setup.h"
#include "harness/programs/programs.h"

#include <string.h>

/* Whole pages of 2 MiB at f=12, from beyond the second-level cache to memory: 6, 24, 96, 192 MiB; and 768 MiB, which
 * every process takes a minute to fill. */
static const size_t buckets[SCALES][6] = {
	{1 << 20},
	{1 << 20},
	{1 << 20, 1 << 22, 1 << 24, 1 << 25},
	{1 << 20, 1 << 22, 1 << 24, 1 << 25, 1 << 27},
};
/* Pages of the system's pool are used only at scales that take hours. Few machines have such a pool, and a skipped cell
 * makes readers wonder. */
static const struct {
	enum mem_pages pages;
	enum scale from;
} kinds[] = {{MEM_PAGES_THP, SCALE_SMOKE}, {MEM_PAGES_HUGETLB, SCALE_FULL}, {MEM_PAGES_1G, SCALE_FULL}};

/* Numbers of buckets of the tables whose alignment is compared, three tables at a time. */
static const size_t aligned[SCALES][3] = {{1 << 12}, {1 << 18}, {1 << 20, 1 << 25}, {1 << 20, 1 << 25}};

static void
plan_alignment(struct plan *plan)
{
	const enum scale s = plan_scale(plan);

	for (size_t i = 0; aligned[s][i]; i++) {
		const size_t m = aligned[s][i];
		/* f = 16 gives the largest table */
		struct cell cell = {.program = &program_alignment,
		                    .filter = filter_find("cf"),
		                    .params = {.buckets = m, .fp_bits = 16, .slots = 4}};

		cell.target = m * 4 / 100 * 95;
		cell.queries = m < 1 << 16 ? 1 << 14 : m < 1 << 22 ? 1 << 18 : 1 << 21;
		plan_add_rounds(plan, &cell);
	}
}

static void
plan_pages(struct plan *plan)
{
	const enum scale s = plan_scale(plan);

	for (size_t i = 0; buckets[s][i]; i++)
		for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
			const size_t m = buckets[s][i];
			struct cell cell = {.program = &program_pages,
			                    .filter = filter_find("cf"),
			                    .params = {.buckets = m, .fp_bits = 12, .slots = 4},
			                    .pages = kinds[k].pages};

			cell.target = m / 100 * 95 * 4;
			cell.queries = m < 1 << 23 ? m / 4 : 1 << 23;
			if (kinds[k].from <= s)
				plan_add_rounds(plan, &cell);
		}
}

static void
plan_both(struct plan *plan)
{
	plan_pages(plan);
	plan_alignment(plan);
}

/* Without larger pages there is nothing to compare with. */
static const char *
small_pages_only(const struct points *points)
{
	for (size_t i = 0; i < points->count; i++)
		if (strcmp(points->at[i].metric, "over_4k") == 0)
			return NULL;
	return "this run measured no pages but those of 4 KiB";
}

/* --- claims ------------------------------------------------------------------------------------------------- */

static void
judge_small(struct judge *j)
{
	const struct limits_place at = {LIMITS_LOOKUPS("h2", "4k"), "cf", LIMITS_PAPER(48)};
	const char *best;

	if (!limits_have(j, &at, ISA_AVX512) || !(best = limits_best(j, &at, ISA_AVX512)))
		return;
	judge_at_least(j, judge_over(j, &at.lines, best, "ceiling-2", at.x, "%"), 0.88,
	               judge_text(j, "%s / ceiling-2", best));
}

static const struct claim claims[] = {
	{"H2 (4 KiB)",
         "On pages of 4 KiB a cuckoo filter of 192 MiB can be looked up at 88 % of what the machine can read there.",
         "this suite",
         "f=12, b=4, m=2^25, 95 % full, absent keys: of the look-ups that take part the one with the highest median "
         "rate, over the ceiling of two random lines of the same table, round by round.",
         judge_small,
         "A look-up whose line's page is not known to the processor waits for two readings, and one that does not ask "
         "ahead for both waits twice.",
         "The interval reaches over the bound.", LIMITS_IN_MEMORY},
	{0},
};

/* Absent keys are looked up in two buckets. */
static bool
h2_ceiling(const struct point *rate, struct ceiling_of *c)
{
	return line_ceiling(rate, c, SETUP_LOOKUP, 0, 1);
}

const struct experiment experiment_h2 = {
	.id = "h2",
	.title = "H2. Pages of 4 KiB, 2 MiB, 1 GiB against the size of the table; buckets that straddle lines",
	.shows = "A look-up of a table in memory reads two lines anywhere in it, and each needs its page's address "
		 "translated first. The paper does not say what pages its tables were on.",
	.setup = "CF's table, f=12, b=4, 95 % full, twice in one process: on pages of 4 KiB (huge ones refused), and "
		 "on transparent huge pages (thp), pages of 2 MiB of the system's pool (hugetlb), or of 1 GiB (1g). "
		 "Every look-up there is and the ceilings of one and two random lines, on both, take turns in rounds, "
		 "absent keys. --pages has no say. Pools are empty unless an administrator fills them; cells that need "
		 "more than is there are skipped, with the reason. A table of which the kernel gave less than nine "
		 "tenths on transparent huge pages is not measured (huge_pages). Alignment: tables of f=8, 12 and 16 "
		 "with as many buckets, of 4, 6 and 8 bytes, in one process; f=16 is what f=12 would be if its buckets "
		 "were padded to 8 bytes. f12_whole, f12_split: the table of f=12 asked only for keys whose two "
		 "buckets lie in a line each, and only for those of which one or both straddle two: one look-up in "
		 "nine does, so any keys read 2.125 lines. " LIMITS_PROCESSES,
	.deviations = "Not in the paper.",
	.reading = "Million look-ups per second, higher is better. over_4k: the rate over that of the same look-up on "
		   "pages of 4 KiB; over_f12: over the rate on the table of f=12 for any keys; round by round.",
	.x = "table (KiB)",
	.timed = true,
	.figure = true,
	.undrawn = small_pages_only,
	.rows = TABLE_SERIES,
	.columns = TABLE_X,
	.plan = plan_both,
	.views = (const struct view[]){{.program = &program_pages}, {.program = &program_alignment}, {0}},
	.ceiling = h2_ceiling,
	.looks_up = limits_looks_up,
	.claims = claims,
};
