/* SPDX-License-Identifier: MIT */
/*
 * p3_sizes.c - P3: every family against the number of keys, near 2^-8: what a table costs when it leaves a cache.
 *
 *      lookups |--.___                    each family a line; all that have so many keys took turns in one process,
 *              |      '--.__              but beyond what fits in memory together each is alone (field_cells.h)
 *              '------------- n
 */
#include "harness/exp/field_cells.h"

#include <string.h>

/* Powers of two that 7 is multiplied by, beside those of P0; 0 at the end. Where each filter is apart, all tables
 * together would take tens of gigabytes, and a process takes minutes to fill one. */
static const unsigned powers[SCALES][8] = {{8}, {8, 10}, {8, 11, 16, 20, 23}, {8, 11, 16, 20, 22, 25}};
static const unsigned apart_from[SCALES] = {23, 23, 23, 25};
enum { FEW = 3 };

static void
p3_plan(struct plan *plan)
{
	const enum scale s = plan_scale(plan);

	for (const size_t *n = field_sizes[s]; *n; n++)
		field_plan(plan, *n, FIELD_NEAR_8, false, 0);
	for (const unsigned *power = powers[s]; *power; power++)
		field_plan(plan, (size_t)7 << *power, FIELD_NEAR_8, *power >= apart_from[s],
		           *power >= apart_from[s] ? FEW : 0);
}

/* A family has one set of parameters near the rate, so its name suffices. */
static void
p3_family(struct sample *s)
{
	s->series[strcspn(s->series, ":")] = '\0';
}

static const struct view views[] = {
	{.program = &program_field,
         .place = "8",
         .measure = "bits_per_key fpr lookup_0 best_0 build best_build delete",
         .panel = "",
         .renamed = p3_family},
	{0},
};

const struct experiment experiment_p3 = {
	.id = "p3",
	.title = "P3. Every family against the number of keys",
	.shows = "The paper has one size, 192 MB, in memory. What is fastest there is not what is fastest in a "
		 "cache.",
	.setup = FIELD_SETUP
	" Here near 2^-8, for numbers of keys from a thousand on. The greatest at full and paper scale: "
	"each filter in a process of its own, three of them, so without intervals.",
	.deviations = "Not in the cuckoo filter paper.",
	.reading = "By number of keys: lookups of absent keys one after the other (lookup_0) and by the fastest "
		   "kernel (best_0), construction (build; best_build by the batched filter), deletion of all keys "
		   "(delete), each in million a second: higher is better. bits_per_key, fpr: lower is better.",
	.x = "n (keys)",
	.timed = true,
	.figure = true,
	.rows = TABLE_SERIES,
	.columns = TABLE_X,
	.plan = p3_plan,
	.views = views,
};
