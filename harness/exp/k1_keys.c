/* SPDX-License-Identifier: MIT */
/*
 * k1_keys.c - K1: do the results hold for keys that are not random?
 *
 * Every key set goes through every hash. Measured are a filter's load, false positive rate and speed, each compared
 * with uniform keys through the same hash.
 */
#include "harness/analysis/reduce.h"
#include "harness/base/values.h"
#include "harness/exp/k1_claims.h"
#include "harness/filters/plugin.h"
#include "harness/filters/setup.h"
#include "harness/plan/key_sets.h"
#include "harness/programs/programs.h"

#include <string.h>

/* log2 of the number of 12-bit entries of a table, as far as half of a set's keys fill them: 1.5, 48, 384, 1536 KiB. */
static const unsigned log2_entries[SCALES] = {10, 15, 18, 20};
enum { LOG2_LEAST = 8 };
/* Absent keys looked up in each filter, over all repetitions: at an error rate of one in 500, these give a thousand
 * errors. A small set is halved anew to reach them, but at most most_reps times. */
static const size_t queries[SCALES] = {1 << 12, 1 << 20, 1 << 20, 1 << 20};
static const unsigned least_reps[SCALES] = {2, 10, 10, 10}, most_reps[SCALES] = {2, 150, 150, 150};

/* Where time is short, one filter for each family of the paper, and one built at once; also plug-ins, or those that
 * --filter selects. */
static const char quick_filters[] = "cf bf qf fuse3";
static const char control[] = "identity";
/* The largest table for the control, in log2 of its entries. A quotient filter whose keys all have one quotient shifts
 * half of them at each insertion. */
enum { LOG2_CONTROL = 13 };
/* A hash of the authors' later code; it is only 2-independent. */
static const char doubtful[] = "mulshift";

/* --- plan ------------------------------------------------------------------------------------------------------- */

static bool
is_asked(const struct plan *plan, const struct filter_ops *ops)
{
	return (setup_is_compared(ops) || setup_is_static(ops)) &&
	       (plan_scale(plan) >= SCALE_FULL || plan_chooses(plan) || plugin_of(ops) ||
	        is_among(quick_filters, ops->name));
}

/* The i-th hash: the run's, the control, the doubtful one; for streams at full scale and above, also all others. NULL
 * after the last. */
static const char *
hash_at(const struct plan *plan, const struct key_set *set, size_t i)
{
	const char *const first[] = {plan_hash(plan), control, doubtful};
	const bool same = strcmp(plan_hash(plan), doubtful) == 0;

	if (i < 3u - same)
		return first[i];
	if (plan_scale(plan) < SCALE_FULL || !set->stream)
		return NULL;
	i -= 3u - same;
	for (const struct hash_entry *h = hash_all; h->name; h++)
		if (strcmp(h->name, first[0]) != 0 && strcmp(h->name, doubtful) != 0 && i-- == 0)
			return h->name;
	return NULL;
}

/* Bytes of a table whose 12-bit entries half of the set's keys can fill. */
static size_t
table_bytes(const struct plan *plan, const struct key_set *set, const char *hash)
{
	unsigned log2 = log2_entries[plan_scale(plan)];

	if (strcmp(hash, control) == 0 && log2 > LOG2_CONTROL)
		log2 = LOG2_CONTROL;
	while (log2 > LOG2_LEAST && (size_t)1 << log2 > key_set_count(set) / 2)
		log2--;
	return ((size_t)1 << log2) * 12 / 8;
}

static unsigned
reps_for(const struct plan *plan, const char *hash, size_t absent)
{
	const enum scale s = plan_scale(plan);
	const size_t enough = strcmp(hash, control) == 0 ? 0 : (queries[s] + absent - 1) / absent;

	return enough < least_reps[s] ? least_reps[s] : enough > most_reps[s] ? most_reps[s] : (unsigned)enough;
}

/* Times each set with the run's hash, and each hash on sequential keys, which are the hardest set. Quick scale leaves
 * out the control on those; smoke scale times only the run's hash on them. */
static bool
is_timed(const struct plan *plan, const struct key_set *set, const char *hash)
{
	const bool usual = strcmp(hash, plan_hash(plan)) == 0,
		   hard = set->stream && strcmp(set->stream->name, "sequential") == 0;

	if (plan_scale(plan) == SCALE_QUICK)
		return usual || (hard && strcmp(hash, control) != 0);
	return plan_scale(plan) == SCALE_SMOKE ? usual && hard : usual || hard;
}

static void
plan_filter(struct plan *plan, const struct key_set *set, const char *hash, const struct filter_ops *ops)
{
	const enum scale s = plan_scale(plan);
	const size_t bytes = table_bytes(plan, set, hash), half = key_set_count(set) / 2;
	struct cell cell = {.program = &program_keys, .filter = ops, .keys = set};

	setup_paper(ops, bytes, &cell.params, &cell.target);
	cell.params.hash = hash;
	/* for a set, at most the keys of its absent half */
	cell.queries = bytes * 8 / 12 * (s == SCALE_QUICK ? 4 : 1);
	plan_add(plan, &cell,
	         set->absent ? 1 : plan_reps(plan, reps_for(plan, hash, half < cell.queries ? half : cell.queries)));
	if (set->absent || !is_timed(plan, set, hash))
		return;
	cell.program = &program_keys_timed;
	plan_add_rounds(plan, &cell);
}

/* A missing set gets one cell, which is skipped and reports why. */
static void
plan_keys(struct plan *plan)
{
	const struct key_set *set;
	const char *hash;

	for (size_t i = 0; (set = plan_key_set(plan, i)); i++) {
		bool told = false;

		for (size_t h = 0; (hash = hash_at(plan, set, h)); h++)
			for (size_t f = 0; filter_all[f] && !(told && set->absent); f++)
				if (is_asked(plan, filter_all[f]) && plan_admits(plan, filter_all[f])) {
					plan_filter(plan, set, hash, filter_all[f]);
					told = true;
				}
	}
}

/* --- points ------------------------------------------------------------------------------------------------------ */

static void
against_uniform(struct points *points)
{
	const size_t measured = points->count;

	for (size_t i = 0; i < measured; i++) {
		const struct point p = points->at[i];
		const struct point *uniform;

		if (strcmp(p.metric, "fpr") != 0)
			continue;
		uniform = points_find(points, p.panel, p.series, 0, "fpr_uniform");
		if (uniform && uniform->mean > 0)
			points_add(points, p.panel, p.series, 0, "fpr_over_uniform", "x", p.mean / uniform->mean);
	}
}

const struct experiment experiment_k1 = {
	.id = "k1",
	.title = "Other keys. Key sets and hashes: false positives, load and throughput",
	.shows = "The paper's keys are random 64-bit integers (section 7). Whether its results hold for other keys "
		 "depends on the hash alone, which must make them look random.",
	.setup = "Each set is halved by chance: one half is inserted, as much of it as the filter takes, the other is "
		 "asked for. Streams (uniform, sequential, clustered, shared low or high bits), at full scale the sets "
		 "of installed Debian packages too, and whatever --keys names. Strings become keys by the hash under "
		 "test. Tables as in Table 3, of 2^15 entries at quick scale, 2^18 at full, 2^20 at paper scale, or as "
		 "many as half of the set fills. Beside each a filter of the same size takes as many uniform keys by "
		 "the same hash. The hash of the run; mulshift, which is 2-independent and no more; identity, which is "
		 "the key itself: a control that shows what is seen where there is no hash; at full scale all others "
		 "on streams.",
	.reading = "fpr_over_uniform: false positive rate over that with as many uniform keys; 1 is as good as random, "
		   "more is the hash's fault. load: entries in use when a key is first refused, load_uniform with "
		   "uniform keys. fpr_zipf, fpr_repeated: the share of absent keys reported present where some are "
		   "asked for more often (theta 0.99), each 16 times running; the same on average, but it rests on "
		   "fewer keys. fpr_replay: where only false positives are asked for again; 100 % of any filter whose "
		   "answers do not change. collisions: strings to which the hash gives the key of another.",
	.timed = true,
	.keys = KEYS_EACH,
	.figure = true,
	.rows = TABLE_SERIES,
	.columns = TABLE_METRIC,
	.bars = "",
	.plan = plan_keys,
	.views = (const struct view[]){{.program = &program_keys}, {.program = &program_keys_timed}, {0}},
	.derive = against_uniform,
	.claims = k1_claims,
};
