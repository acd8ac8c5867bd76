/* SPDX-License-Identifier: MIT */
/*
 * test_accuracy.c - the false positive rate of every filter is the one its theory predicts, from both sides.
 *
 * n random keys are stored, and Q others are looked up. The expected rate of each kind is that of
 * tests/accuracy_theory.h.
 *
 * The measured rate differs from the expected one by chance: of the queries (binomial) and of the stored keys. For
 * cuckoo, quotient and d-left, the stored keys occupy classes whose weights are at most c. The variance of the occupied
 * weight is at most c * rate, because occupying one class makes the others less likely. For Bloom, the variance of s is
 * that of the number of empty bins of kn balls thrown into m, and the derivative gives its effect on s^k. Tests allow 5
 * standard deviations: one failure in two million.
 */
#include "harness/exp/bounds.h"
#include "tests/accuracy_theory.h"

#include <math.h>

enum { QUERIES = TEST_SANITIZED ? 1 << 14 : 1 << 17, SIGMAS = 5 };

static size_t
count_hits(const struct filter *f, uint64_t stream, size_t queries)
{
	uint64_t keys[256];
	uint8_t hit[256];
	size_t hits = 0;

	for (size_t q = 0; q < queries; q += 256) {
		for (size_t i = 0; i < 256; i++)
			keys[i] = test_key(stream, (UINT64_C(1) << 40) + q + i);
		hits += f->ops->contains(f, keys, 256, hit);
	}
	return hits;
}

static double
margin(double rate, double variance)
{
	return SIGMAS * sqrt(rate * (1 - rate) / QUERIES + variance) + SIGMAS / (double)QUERIES;
}

/* Fills to `most` items or the first refusal and measures. A sanitizer is slow, and rates are none of its business: it
 * gets one of four shapes in turn. */
static void
compare(const struct filter_ops *ops, struct filter_params params, size_t most)
{
	static size_t shape;
	struct test_config c = {.params = params};
	uint64_t stream = test_stream("accuracy") ^ params.seed;
	struct rate r;
	struct filter *f;
	double measured;

	if (TEST_SANITIZED && shape++ % 4)
		return;
	test_describe(&c, ops->name);
	f = test_create(ops, &c);
	test_fill(f, stream, most);
	r = theory(f, &params, stream);
	measured = (double)count_hits(f, stream, QUERIES) / QUERIES;
	require(r.expected < 0 || fabs(measured - r.expected) <= margin(r.expected, r.variance),
	        "%zu items: measured %.6f, expected %.6f +- %.6f", test_items(f), measured, r.expected,
	        margin(r.expected, r.variance));
	ops->destroy(f);
}

/* Shapes by filter: sizes of a few thousand entries, so that rates are averages, and loads from thin to full. */
static void
compare_cuckoo(const struct filter_ops *ops, uint64_t *seed)
{
	static const unsigned lengths[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 16, 17, 20, 32};
	const char *name = test_twin(ops, NULL);
	const bool nodelete = is_nodelete(name), semisorted = !strncmp(name, "ss-cf", 5);
	const unsigned least = nodelete ? 4 : semisorted ? 5 : 1;

	for (size_t i = 0; i < COUNT_OF(lengths); i++)
		for (unsigned b = 1; b <= 8; b *= 2) {
			struct filter_params p = {.buckets = 16384 / b, .fp_bits = lengths[i], .slots = b};

			if (lengths[i] < least || (semisorted && b != 4))
				continue;
			p.seed = rng_next(seed);
			compare(ops, p, lengths[i] < 6 ? 16384 / 64 : 16384 / 2 - 1000 * (4 / b));
			compare(ops, p, 16384 / 8);
		}
}

static void
compare_bloom(const struct filter_ops *ops, uint64_t *seed)
{
	static const unsigned hashes[] = {1, 2, 3, 4, 6, 8, 9, 10, 12, 16};
	const size_t per_byte = strcmp(test_twin(ops, NULL), "cbf") ? 8 : 2;
	const char *name = test_twin(ops, NULL);
	const bool split = !strcmp(name, "sb-bf"), sectors = !strcmp(name, "cs-bf");

	for (size_t i = 0; i < COUNT_OF(hashes); i++) {
		struct filter_params p = {.bytes = 1 << 17, .hashes = hashes[i]};
		size_t cells = p.bytes * per_byte;

		if ((split && hashes[i] != 8) || (is_words(name) && hashes[i] > 10) || (sectors && hashes[i] % 2))
			continue;
		p.seed = rng_next(seed);
		compare(ops, p, (size_t)((double)cells * 0.6931 / hashes[i])); /* where k is the best choice */
		compare(ops, p, cells / 8 / hashes[i]);
		compare(ops, p, cells * 3 / 2 / hashes[i]);
		p.bytes = 32 * 1009; /* a size that is not a power of two */
		cells = p.bytes * per_byte;
		compare(ops, p, cells / 2 / hashes[i]);
	}
	compare(ops, (struct filter_params){.items = 50000, .seed = rng_next(seed)}, 50000);
	compare(ops, (struct filter_params){.bytes = 60000, .items = 50000, .seed = rng_next(seed)}, 50000);
}

static void
compare_others(const struct filter_ops *ops, uint64_t *seed)
{
	const bool dleft = !strcmp(test_twin(ops, NULL), "dl-cbf"), rih = !strcmp(test_twin(ops, NULL), "rih"),
		   morton = !strcmp(test_twin(ops, NULL), "morton"), cqf = !strcmp(test_twin(ops, NULL), "cqf");

	for (unsigned r = 1; r <= 20; r++) {
		struct filter_params p = {.buckets = rih      ? 16
		                                     : morton ? 64
		                                     : dleft  ? 1024
		                                              : 4096,
		                          .fp_bits = r,
		                          .seed = rng_next(seed)};

		if ((morton && r != 8 && r != 12 && r != 16) || (cqf && r == 1))
			continue;
		compare(ops, p, SIZE_MAX);
		compare(ops, p, 700);
		if (dleft) {
			p.tables = 1 + r % 8, p.slots = 1u << r % 4, p.counter_bits = 1 + r % 4;
			p.buckets = p.tables * 1024;
			compare(ops, p, SIZE_MAX);
		}
	}
	compare(ops, (struct filter_params){.items = 20000, .seed = rng_next(seed)}, SIZE_MAX);
}

static void
compare_prefix(const struct filter_ops *ops, uint64_t *seed)
{
	for (size_t bins = 250; bins < 3000; bins += bins / 3) {
		compare(ops, (struct filter_params){.buckets = bins, .seed = rng_next(seed)}, SIZE_MAX);
		compare(ops, (struct filter_params){.buckets = bins, .seed = rng_next(seed)}, bins * 95 / 4);
		compare(ops, (struct filter_params){.buckets = bins, .seed = rng_next(seed)}, bins * 4);
	}
}

static void
compare_vqf(const struct filter_ops *ops, uint64_t *seed)
{
	for (unsigned r = 8; r <= 16; r += 8)
		for (size_t m = 101; m <= 1024; m += 923) {
			struct filter_params p = {.buckets = m, .fp_bits = r, .seed = rng_next(seed)};

			compare(ops, p, SIZE_MAX);
			compare(ops, p, 10 * m);
		}
}

PROPERTY(rates_are_as_expected, 0, "the false positive rate is the expected one")
{
	const char *name = test_twin(ops, NULL);
	uint64_t seed = test_stream("seeds");

	if (plugin_of(ops))
		return; /* this test has no theory for it */
	if (!strcmp(name, "cf") || !strcmp(name, "cf-nohash") || !strcmp(name, "ss-cf") || !strcmp(name, "cf-inline") ||
	    !strcmp(name, "cf-counters") || is_nodelete(name) || ops->caps & FILTER_GROWS)
		compare_cuckoo(ops, &seed);
	else if (!strcmp(name, "cf-2hash"))
		compare(ops, (struct filter_params){.items = 20000, .seed = seed}, SIZE_MAX);
	else if (!strcmp(name, "prefix"))
		compare_prefix(ops, &seed);
	else if (!strcmp(name, "vqf"))
		compare_vqf(ops, &seed);
	else if (!(ops->caps & FILTER_FILLS))
		compare_bloom(ops, &seed);
	else
		compare_others(ops, &seed);
}

/* Bits an item at least as many as its rate allows: without deletions log2(1/rate), with them H(rate)/rate (bounds.h).
 * Full, which is where there are the fewest. */
PROPERTY(no_smaller_than_can_be, 0, "bits an item are above the lower bound of the rate")
{
	static const unsigned lengths[] = {0, 4, 6, 8, 13};
	uint64_t seed = test_stream("bounds");
	const size_t n = 20000;

	for (size_t i = 0; i < COUNT_OF(lengths); i++) {
		struct test_config c = {
			.params = {.items = n, .fp_bits = lengths[i], .slots = 0, .seed = rng_next(&seed)}};
		struct filter *f;
		const char *why;
		double rate, bits, least;

		if (plugin_of(ops) || filter_create(ops, &c.params, &f, &why) != FILTER_OK)
			continue; /* it has no fingerprints of that length */
		test_describe(&c, ops->name);
		test_fill(f, seed, ops->caps & FILTER_FILLS ? SIZE_MAX : n);
		rate = (double)count_hits(f, seed, QUERIES) / QUERIES;
		rate += margin(rate, 0);
		bits = (double)test_info(f).bytes * 8 / (double)test_items(f);
		least = rate >= 1 ? 0 : ops->caps & FILTER_REMOVE ? bound_deleting(rate) : bound_once(rate);
		require(bits >= least, "%.3f bits an item at a rate of %.6f at most, whose bound is %.3f", bits, rate,
		        least);
		ops->destroy(f);
	}
}

/* Claim A7, equation (5): a full filter errs at most 1 - (1 - 2^-f)^(2b), the bound with every entry used. Equation (5)
 * assumes that all 2^f values are equally likely. Fingerprint 1 is not, so two fingerprints are equal with probability
 * 2^-f * (1 + 2^(1-f)). For f < 6, at the loads of b = 8, the difference is visible, so the bound here includes it. */
PROPERTY(claim_a7, FILTER_FILLS, "claim A7: the bound of equation (5) holds")
{
	const char *name = test_twin(ops, NULL);
	uint64_t seed = test_stream("a7");
	const bool semisorted = !strcmp(name, "ss-cf");

	if (strcmp(name, "cf") && !semisorted)
		return;
	for (unsigned f = semisorted ? 5 : 1; f <= 18; f++)
		for (unsigned b = 1; b <= 8; b *= 2) {
			struct test_config c = {
				.params = {.buckets = 32768 / b, .fp_bits = f, .slots = b, .seed = rng_next(&seed)}};
			double equal = ldexp(1, -(int)f) * (f < 6 ? 1 + ldexp(2, -(int)f) : 1);
			double bound = -expm1(2 * b * log1p(-equal)), measured;
			struct filter *filter;
			size_t n;

			if (semisorted && b != 4)
				continue;
			test_describe(&c, ops->name);
			filter = test_create(ops, &c);
			n = test_fill(filter, seed, SIZE_MAX);
			measured = (double)count_hits(filter, seed, QUERIES) / QUERIES;
			require(measured <= bound + margin(bound, 4 / (32768 * exp2(f)) * bound),
			        "%zu items: measured %.6f, bound %.6f", n, measured, bound);
			require(f < 6 || b < 4 || n > 32768 * 93 / 100, "refused at %zu of 32768 entries", n);
			ops->destroy(filter);
		}
}
