/* SPDX-License-Identifier: MIT */
/*
 * k1_claims.c - the claims of K1: results for random keys hold for all keys if the hash is sound, and it is visible if
 * it is not.
 *
 * All are this suite's own, because the paper uses random keys and says nothing about others.
 */
#include "harness/exp/k1_claims.h"

#include "datasets/keyset.h"
#include "datasets/streams.h"
#include "harness/analysis/judge.h"

#include <math.h>

/* Hashes whose every bit depends on every bit of the key (tests/unit/test_hash.c). */
static const char *const sound[] = {"xxh3", "city", "xxh64", "murmur"};
enum { SOUND = sizeof sound / sizeof *sound };

/* Two loads agree within two points. The smallest table here has 2^13 buckets. The load at which it first refuses a key
 * varies by half a point from run to run. The greatest of several differences between two such loads is larger. */
static const double load_points = 0.02;
enum { SETS_MOST = 32 };

/* Why rates need larger tables than those of smoke scale. */
static const char few_queries[] = "a few thousand questions are too few to measure a rate of 0.1 %";

static bool
measured(struct judge *j, const char *panel, const char *filter, const char *metric)
{
	return judge_has(j, "k1", panel, filter, 0, metric);
}

/* A filter's ε with these keys over that with uniform ones. */
static struct value
over_uniform(struct judge *j, const char *panel, const char *filter)
{
	const struct value uniform = judge_rate(j, "k1", panel, filter, 0, "fpr_uniform");

	return judge_quotient(judge_rate(j, "k1", panel, filter, 0, "fpr"), uniform);
}

/* Run by run. */
static struct value
load_less_uniform(struct judge *j, const char *panel, const char *filter)
{
	const struct runs load = judge_runs(j, "k1", panel, filter, 0, "load"),
			  uniform = judge_runs(j, "k1", panel, filter, 0, "load_uniform");

	return judge_median(j, judge_difference(j, load, uniform), "points");
}

/* --- sound hashes ------------------------------------------------------------------------------------------------- */

/* The sets that claims use: those whose names do not depend on the user. NULL after the last. */
static const char *
set_at(size_t i)
{
	for (const struct stream *s = stream_all; s->name; s++)
		if (i-- == 0)
			return s->name;
	for (const struct importer *m = importer_all; m->name; m++)
		if (i-- == 0)
			return m->name;
	return NULL;
}

/* Run by run, the greatest distance of a load from that with uniform keys. The inputs come in pairs. */
static double
greatest_distance(const double *v, size_t count, const void *context)
{
	double most = 0;

	(void)context;
	for (size_t i = 0; i + 1 < count; i += 2)
		most = fmax(most, fabs(v[i] - v[i + 1]));
	return most;
}

/* Judges all sets together, so that their number does not demand more runs. Returns whether there are any. */
static bool
judge_loads(struct judge *j, const char *hash, const char *filter)
{
	struct runs in[2 * SETS_MOST];
	size_t n = 0;

	for (size_t s = 0; set_at(s) && n < SETS_MOST; s++) {
		const char *panel = judge_text(j, "%s/%s", set_at(s), hash);

		if (!measured(j, panel, filter, "load") || !measured(j, panel, filter, "load_uniform"))
			continue;
		in[2 * n] = judge_runs(j, "k1", panel, filter, 0, "load");
		in[2 * n + 1] = judge_runs(j, "k1", panel, filter, 0, "load_uniform");
		n++;
	}
	if (n > 0)
		judge_at_most(j, judge_median(j, judge_combine(j, in, 2 * n, greatest_distance, NULL), "points"),
		              load_points,
		              judge_text(j, "furthest load of any set from uniform keys', %s, |%s|", hash,
		                         judge_name(filter)));
	return n > 0;
}

/* A filter that keeps whole hashes (cf-2hash) errs with no key, so it has no quotient of rates. */
static bool
never_errs(struct judge *j, const char *panel, const char *filter)
{
	uint64_t wrong, asked;

	return judge_counts(j, "k1", panel, filter, 0, "fpr_uniform", &wrong, &asked) && wrong == 0;
}

/* Judges the rates of every filter. Returns the number of filters. */
static unsigned
judge_rates(struct judge *j, const char *hash, const char *set)
{
	const char *panel = judge_text(j, "%s/%s", set, hash);
	unsigned found = 0;

	for (size_t f = 0; filter_all[f]; f++) {
		const char *name = filter_all[f]->name;

		if (!measured(j, panel, name, "fpr") || !measured(j, panel, name, "fpr_uniform") ||
		    never_errs(j, panel, name))
			continue;
		found++;
		judge_between(j, over_uniform(j, panel, name), 1 / MARGIN_ABOUT, MARGIN_ABOUT,
		              judge_text(j, "ε over uniform keys', %s, %s, |%s|", judge_name(name), hash, set));
	}
	return found;
}

static void
judge_sound(struct judge *j)
{
	unsigned found = 0;

	judge_allows(j, "as many: within a factor of 1.25");
	for (size_t h = 0; h < SOUND; h++)
		for (size_t s = 0; set_at(s); s++)
			found += judge_rates(j, sound[h], set_at(s));
	if (found == 0)
		judge_runs(j, "k1", "sequential/xxh3", "cf", 0, "fpr");
}

static void
judge_all_loads(struct judge *j)
{
	unsigned found = 0;

	judge_allows(j, "the same: within two points");
	for (size_t h = 0; h < SOUND; h++)
		found += judge_loads(j, sound[h], "cf") + judge_loads(j, sound[h], "ss-cf");
	if (found == 0)
		judge_runs(j, "k1", "sequential/xxh3", "cf", 0, "load");
}

/* --- weak hashes -------------------------------------------------------------------------------------------------- */

static void
judge_control(struct judge *j)
{
	static const char *const sets[] = {"sequential", "shared-low", "shared-high"};

	for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
		const char *panel = judge_text(j, "%s/identity", sets[i]);

		judge_more(j, over_uniform(j, panel, "bf"), 2,
		           judge_text(j, "BF's ε over uniform keys', |%s|", sets[i]));
		judge_less(j, load_less_uniform(j, panel, "cf"), -0.1,
		           judge_text(j, "CF's load less uniform keys', |%s|", sets[i]));
	}
}

/*
 * With a*x + b, sequential keys are equal steps around a circle. Their positions are not random but more evenly spread
 * (the three-distance theorem), so fewer coincide.
 */
static void
judge_doubtful(struct judge *j)
{
	static const char panel[] = "sequential/mulshift";
	static const char *const names[] = {"cf", "qf"};

	for (size_t i = 0; i < 2; i++) {
		const struct value uniform = judge_rate(j, "k1", panel, names[i], 0, "fpr_uniform");

		judge_less(j, judge_minus(judge_rate(j, "k1", panel, names[i], 0, "fpr"), uniform), 0,
		           judge_text(j, "ε less uniform keys', |%s|", judge_name(names[i])));
	}
}

/* --- queries ------------------------------------------------------------------------------------------------------ */

static void
judge_replay(struct judge *j)
{
	unsigned found = 0;

	judge_must_hold(j, true);
	for (const struct stream *s = stream_all; s->name; s++)
		for (size_t h = 0; h < SOUND; h++)
			for (size_t f = 0; filter_all[f]; f++) {
				const char *panel = judge_text(j, "%s/%s", s->name, sound[h]),
					   *name = filter_all[f]->name;
				uint64_t num, den;

				if (!measured(j, panel, name, "fpr_replay") ||
				    !judge_counts(j, "k1", panel, name, 0, "fpr_replay", &num, &den))
					continue;
				found++;
				judge_between(j, judge_exact((double)num / (double)den, "%"), 1, 1,
				              judge_text(j, "false positives again, %s, %s, |%s|", judge_name(name),
				                         sound[h], s->name));
			}
	if (found == 0)
		judge_runs(j, "k1", "uniform/xxh3", "cf", 0, "fpr_replay");
}

const struct claim k1_claims[] = {
	{"K1 (any keys)",
         "Through a sound hash any keys are as good as random ones: there are as many false positives.", "this suite",
         "For every stream and installed set, through xxh3, city, xxh64 and murmur: each filter's false positive rate "
         "over that with as many uniform keys is 1 within a factor of 1.25.",
         judge_sound,
         "The hash leaves something of these keys' structure in the bits that this filter uses: they are not the ones "
         "that other filters use, so one filter may show it alone. Rates are counted on the set's other half, so keys "
         "that resemble each other are asked for.",
         "Too few absent keys were asked for: sets of a few thousand keys have no more, and where one in a thousand "
         "errs, few are seen.",
         .least = SCALE_QUICK, .why = few_queries},
	{"K1 (loads)", "Through a sound hash cuckoo filters fill to the same load with any keys.", "this suite",
         "Through xxh3, city, xxh64 and murmur, run by run, of the loads at which CF, and ss-CF, first refuse a key of "
         "a stream or an installed set: the one furthest from that with uniform keys is within two points of it.",
         judge_all_loads,
         "Keys that resemble each other share buckets more often than by chance: the bits that choose the first "
         "bucket, or the fingerprint that chooses the second, keep some of their structure.",
         "Small sets fill small tables, whose loads vary from run to run.", .least = SCALE_QUICK,
         .why = "tables of 256 buckets fill to very different loads"},
	{"K1 (no hash)",
         "Without a hash keys that are not random show: more false positives, and cuckoo filters that refuse keys "
         "early.",
         "this suite",
         "Sequential keys, and keys that share 32 bits, unhashed: BF's false positive rate more than twice that with "
         "uniform keys; run by run, CF first refuses a key at least 10 points below the load that it reaches with "
         "uniform keys.",
         judge_control,
         "The bits that these filters take of a hash are, by their layout, just those in which such keys differ; that "
         "holds for one kind of keys, never for all.",
         "The loads or rates of few runs straddle what is asked.", .least = SCALE_QUICK, .why = few_queries},
	{"K1 (multiply-shift)",
         "2-independence is not randomness: sequential keys through multiply-shift err less often than random ones.",
         "this suite",
         "Sequential keys through mulshift: CF's and QF's false positive rates below those with as many uniform keys.",
         judge_doubtful,
         "Multiply-shift maps equal steps to equal steps; for some multipliers these come close to each other again "
         "after few steps, and then more keys coincide than would by chance, not fewer.",
         "The multipliers drawn in these runs differ much in how evenly they spread the keys.", .least = SCALE_QUICK,
         .why = few_queries},
	{"K1 (replay)", "A filter whose answers do not change errs whenever it is asked for a false positive again.",
         "this suite", "All keys asked for in replay are reported present, in every run.", judge_replay,
         "The filter changes its answers between look-ups: it adapts, which none of the paper's does, or it forgets.",
         "A count has no interval; this cannot happen.", .least = SCALE_SMOKE},
	{0},
};
