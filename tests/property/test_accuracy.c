/* SPDX-License-Identifier: MIT */
/*
 * test_accuracy.c - the false positive rate of every filter is the one its theory predicts, from both sides.
 *
 * n random keys are stored, and Q others are looked up. The expected rate of each kind:
 *
 *   cuckoo    x hits iff its fingerprint and its pair of buckets are those of a stored key. Fingerprint v has weight
 *             w(v) = 2^-f, and 2 * 2^-f for v = 1, which also replaces 0; a pair has weight 2/m. So
 *             rate = sum over v of w(v) * (1 - (1 - 2 w(v) / m)^n). It does not depend on b.
 *   quotient, x hits iff its p-bit fingerprint is that of a stored key, p = q + r, and log2(B) + r for d-left with B
 *   d-left    buckets a subtable: rate = 1 - (1 - 2^-p)^n.
 *             rank-indexed hashing with M bundles has p = log2(256 M) + f.
 *   prefix    The bin and the pair are a fingerprint: p = log2(6400 m). The spare adds its own rate, as a cuckoo
 *             filter, for the share of lookups that ask it. With a Poisson number x > 25 of keys in a bin, 25 of which
 *             are kept, x - 25 keys and a share of (x - 25) / (x + 1) of other keys go to the spare.
 *   vector    as these, with the bits of a tag and of one of m / 2 pairs of blocks: p = log2(80 m / 2) + 8 for
 *   quotient  remainders of 8 bits, log2(36 m / 2) + 16 for those of 16.
 *   Bloom     k bits of m are 1 with probability s = 1 - (1 - 1/m)^(kn): rate = s^k, and the same with counters.
 *   split     n items of a block set a bit of each of its 8 words, and leave any one 0 with probability (31/32)^n: the
 *             mean of (1 - (31/32)^n)^8 over Poisson's law of n.
 *   words     rb-BF and cs-BF: tests/words_rate.h.
 *   blocked   has no closed form once the bits of a block come from double hashing: simulated below, block by block.
 *
 * The measured rate differs from the expected one by chance: of the queries (binomial) and of the stored keys. For
 * cuckoo, quotient and d-left, the stored keys occupy classes whose weights are at most c. The variance of the occupied
 * weight is at most c * rate, because occupying one class makes the others less likely. For Bloom, the variance of s is
 * that of the number of empty bins of kn balls thrown into m, and the derivative gives its effect on s^k. Tests allow 5
 * standard deviations: one failure in two million.
 *
 * Above 400 lines: each family has a theory of its own, and all of them are compared in one way.
 */
#include "harness/exp/bounds.h"
#include "harness/filters/plugin.h"
#include "tests/test.h"
#include "tests/words_rate.h"

#include <math.h>

enum { QUERIES = TEST_SANITIZED ? 1 << 14 : 1 << 17, SIGMAS = 5 };

struct rate {
	double expected, variance;
};

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

/* 1 - (1 - p)^n without losing small p. */
static double
some_of(double n, double p)
{
	return -expm1(n * log1p(-p));
}

static struct rate
cuckoo_rate(unsigned f, double m, double n)
{
	const double w = ldexp(1, -(int)f), w1 = 2 * w; /* of one fingerprint, and of fingerprint 1 */
	struct rate r;

	r.expected = w1 * some_of(n, 2 * w1 / m) + (1 - w1) * some_of(n, 2 * w / m);
	r.variance = 2 * w1 / m * r.expected;
	return r;
}

static struct rate
fingerprint_rate(double p, double n)
{
	const double rate = some_of(n, exp2(-p));

	return (struct rate){rate, exp2(-p) * rate};
}

static struct rate
bloom_rate(double k, double m, double n)
{
	const double zero = exp(k * n * log1p(-1 / m)), one = 1 - zero, load = k * n / m;
	const double variance = zero * (1 - (1 + load) * zero) / m; /* of the share of ones */
	const double slope = k * pow(one, k - 1);

	return (struct rate){pow(one, k), slope * slope * variance};
}

static struct rate
prefix_rate(double bins, double spare_buckets, double n)
{
	const double mean = n / bins;
	struct rate r = fingerprint_rate(log2(6400 * bins), n), spare;
	double asked = 0, kept_there = 0;

	for (unsigned items = 26; items < mean + 40 * sqrt(mean) + 40; items++) {
		const double share = exp(items * log(mean) - mean - lgamma(items + 1.0));

		asked += share * (items - 25) / (items + 1);
		kept_there += share * (items - 25) * bins;
	}
	spare = cuckoo_rate(12, spare_buckets, kept_there);
	r.expected += asked * spare.expected;
	return r;
}

/* From the theory of one block, which every other block repeats. The bits that a key reads are independent of each
 * other. They are independent of the bits set only in the mean over all keys, because multiplication by fixed numbers
 * makes eight hashes of one. The tests see no difference. */
static struct rate
split_rate(double blocks, double n)
{
	const double mean = n / blocks;
	double rate = 0, square = 0;

	for (unsigned items = 0; items < mean + 40 * sqrt(mean) + 40; items++) {
		const double share = exp(items * log(mean) - mean - lgamma(items + 1.0)),
			     hit = pow(some_of(items, 1.0 / 32), 8);

		rate += share * hit;
		square += share * hit * hit;
	}
	return (struct rate){rate, (square - rate * rate) / blocks};
}

/* Are the k bits (h1 + i*h2) mod 512, h2 odd, of an item all set? Sets them if `set`. */
static bool
block_item(uint64_t random, unsigned k, unsigned char bits[512], bool set)
{
	unsigned at = random & 511, step = (random >> 9 & 511) | 1, all = 1;

	for (unsigned i = 0; i < k; i++, at = (at + step) & 511) {
		all &= bits[at];
		bits[at] |= set;
	}
	return all;
}

/* How many of n items fall into a block that gets each with a small probability: Poisson's law, by the inverse of its
 * distribution. Where that starts below what a double can hold: the normal law. */
static unsigned
items_of_block(double mean, uint64_t *random)
{
	double p = exp(-mean), total = p, u = ldexp((double)(rng_next(random) >> 11), -53);
	unsigned items = 0;

	if (mean < 100) {
		while (total < u && p > 1e-300)
			total += p *= mean / ++items;
		return items;
	}
	u = -6; /* twelve uniform numbers have variance 1 */
	for (unsigned i = 0; i < 12; i++)
		u += ldexp((double)(rng_next(random) >> 11), -53);
	return (unsigned)(mean + u * sqrt(mean) + 0.5);
}

/* A blocked filter with double hashing, simulated on blocks of its own. */
static struct rate
blocked_rate(unsigned k, double blocks, double n, uint64_t random)
{
	enum { BLOCKS = 8000, ASKED = 64 };
	double sum = 0, squares = 0, mean;

	for (unsigned b = 0; b < BLOCKS; b++) {
		unsigned char bits[512] = {0};
		unsigned hits = 0;

		for (unsigned items = items_of_block(n / blocks, &random); items; items--)
			block_item(rng_next(&random), k, bits, true);
		for (unsigned q = 0; q < ASKED; q++)
			hits += block_item(rng_next(&random), k, bits, false);
		sum += (double)hits / ASKED;
		squares += (double)hits / ASKED * hits / ASKED;
	}
	mean = sum / BLOCKS;
	/* The spread of the blocks counts twice: for the simulated blocks, and for those in the filter. */
	return (struct rate){mean, (squares / BLOCKS - mean * mean) * (1.0 / BLOCKS + 1 / blocks) + 1e-12};
}

static bool
is_nodelete(const char *name)
{
	return !strcmp(name, "cf-nodelete") || !strcmp(name, "ss-cf-nodelete");
}

static bool
is_words(const char *name)
{
	return !strcmp(name, "rb-bf") || !strcmp(name, "cs-bf");
}

/* The rate that theory gives for this filter in its present state. expected < 0: none. */
static struct rate
theory(const struct filter *f, const struct filter_params *p, uint64_t stream)
{
	const struct filter_info i = test_info(f);
	const char *name = test_twin(f->ops, NULL);
	const double n = (double)i.items;

	/* a key that is not stored because it is found already changes nothing that a lookup sees */
	if (is_nodelete(name))
		return cuckoo_rate(i.fp_bits, (double)i.buckets, n);
	if (!strcmp(name, "cf") || !strcmp(name, "ss-cf") || !strcmp(name, "cf-nohash") || !strcmp(name, "cf-inline") ||
	    !strcmp(name, "cf-counters"))
		return cuckoo_rate(i.fp_bits, (double)i.buckets, n);
	/* the pairs of a key are those of the first table, however far the filter has grown */
	if (f->ops->caps & FILTER_GROWS)
		return cuckoo_rate(i.fp_bits, (double)p->buckets, n);
	if (!strcmp(name, "cf-2hash"))
		return fingerprint_rate(64, n);
	if (!strcmp(name, "qf") || !strcmp(name, "rsqf") || !strcmp(name, "cqf"))
		return fingerprint_rate(log2((double)i.slots) + i.fp_bits, n);
	if (!strcmp(name, "dl-cbf"))
		return fingerprint_rate(log2((double)i.buckets / (p->tables ? p->tables : 4)) + i.fp_bits, n);
	if (!strcmp(name, "rih"))
		return fingerprint_rate(log2((double)i.buckets * 256) + i.fp_bits, n);
	if (!strcmp(name, "prefix"))
		return prefix_rate((double)i.buckets, (double)(i.bytes - 32 * i.buckets) / 6, n);
	if (!strcmp(name, "vqf"))
		return fingerprint_rate(log2((double)i.buckets * (i.fp_bits == 8 ? 80 : 36) / 2) + i.fp_bits, n);
	if (!strcmp(name, "bf"))
		return bloom_rate(i.hashes, 8 * (double)i.bytes, n);
	if (!strcmp(name, "cbf"))
		return bloom_rate(i.hashes, 2 * (double)i.bytes, n);
	if (!strcmp(name, "sb-bf"))
		return split_rate((double)i.buckets, n);
	if (is_words(name)) {
		const struct words_rate r = words_rate(!strcmp(name, "cs-bf"), i.hashes, (double)i.buckets, n);

		return (struct rate){r.mean, r.variance};
	}
	if (!strcmp(name, "blk-bf"))
		return blocked_rate(i.hashes, (double)i.buckets, n, stream);
	return (struct rate){-1, 0};
}

static double
margin(double rate, double variance)
{
	return SIGMAS * sqrt(rate * (1 - rate) / QUERIES + variance) + SIGMAS / (double)QUERIES;
}

/* Fills to `most` items or the first refusal and measures. */
static void
compare(const struct filter_ops *ops, struct filter_params params, size_t most)
{
	struct test_config c = {.params = params};
	uint64_t stream = test_stream("accuracy") ^ params.seed;
	struct rate r;
	struct filter *f;
	double measured;

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
			double bound = some_of(2 * b, equal), measured;
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
