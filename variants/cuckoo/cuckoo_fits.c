/* SPDX-License-Identifier: MIT */
/* cuckoo_fits.c - see cuckoo_limits.h. */
#include "variants/cuckoo/cuckoo_limits.h"

#include "core/fits.h"

#include <math.h>

/*
 * About the expected number of pairs of buckets that get more than 2 b keys with the same way between them. A share of
 * all keys may go any of `ways`. m / 2 pairs have each. The fingerprint 1 is also that of 0, so one way has two shares.
 *
 * `clump` fingerprints share a way on average, as their hashes are. (Exactly: with so many together, the sum over all
 * ways of the powers 2 b + 1 of their shares is as large.)
 */
static double
pairs(double n, double m, unsigned b, double ways, double clump, double share)
{
	const double all = share * 2 / m / ways;

	return m / 2 * (ways / clump * fits_tail(n, all * clump, 2 * b) + fits_tail(n, all * 2, 2 * b));
}

/* The same of buckets that are their own alternates. Xor: of all, with one way, if a hash is 0 in so few buckets.
 * Reflection: one with each way, two in lined tables. With many ways they are among the sets of fits_graph. */
static double
own_pairs(double n, double m, unsigned b, const struct cuckoo_limits *limits, double ways, double clump)
{
	if (cuckoo_has_any_buckets(limits))
		return (limits->layout == CUCKOO_LINED ? 2 : 1) * ways / clump * fits_tail(n, clump / ways / m, b);
	return m * fits_tail(n, 1 / ways / m, b);
}

/*
 * The clump of the ways that 2^f fingerprints have to `span` buckets.
 *
 * Xor: the lowest bits of a product. All differ where there are four times as many buckets, up to f = 12. It is at most
 * 2.5 with fewer buckets, and up to 2.9 for longer fingerprints, at any m up to 2^16.
 *
 * Reflection: the highest bits of fp ^ fp << 16 fall together more often. The worst are f = 9 and m = 1024, with 2.9,
 * 4.8, 7.5 and 9.5 for b = 1, 2, 4, 8. They grow with m from 2^(f - 5) on, and end at 2^(f + 4). There is 1.8 left.
 */
static double
clump_of(enum cuckoo_index index, unsigned f, double span)
{
	const double keys = span / exp2(f);

	if (index == CUCKOO_REFLECTION)
		return keys > 16 ? 2 : fmin(1 + 8 * keys, 9.5);
	return keys >= 4 && f <= 12 ? 1 : 3;
}

/* Parts of `length` buckets that get a share of all keys, and no key leaves: one that gets too many; and sets of
 * `least` buckets or more within one. */
static double
parts(double n, double m, unsigned b, double length, double share, double most, unsigned least)
{
	return m / length *
	       (fits_tail(n, share * length / m, most) + fits_graph(share * n * length / m, length, b, least));
}

/*
 * A vacuum filter's four chunks (cuckoo_index.h). L[i] holds all fingerprints that are i mod 4 or more. Walks of 2000
 * evictions fill a chunk to two per cent more than is planned. With up to five bits a chunk has two to eight ways, and
 * they do not fill it.
 *
 * No bucket is its own alternate: its neighbour is instead. So a bucket and its neighbour have two shares of the ways
 * in each of the chunks, 2/16 and 2/32 in the short ones. Those are the pairs that get too many keys. At the planned
 * load it is one of 2 10^10 keys, and less only with far more room. So that much is allowed (chance_of).
 */
static double
chunks(double n, size_t m, unsigned f, unsigned b)
{
	const double load = (f > 5 ? 1.02 : 0.75) * fits_planned((double)m, b) / (double)m;
	double sum = 0, neighbours = 0;
	uint8_t shift[CUCKOO_LENGTHS];

	cuckoo_chunks(m, b, shift);
	for (unsigned i = 0; i < CUCKOO_LENGTHS; i++) {
		const double length = exp2(32 - shift[i]), share = 1 - (double)i / CUCKOO_LENGTHS;
		const double ways = fmin(length, fmax(1, exp2(f) / CUCKOO_LENGTHS));
		const double clump = ways < length && 8 * ways > length ? 2 : 1;

		sum += parts(n, (double)m, b, length, share, load * length, 3);
		sum += pairs(n, (double)m, b, ways, clump, 1. / CUCKOO_LENGTHS);
		neighbours += 2 / ways / CUCKOO_LENGTHS;
	}
	return sum + (double)m / 2 * fits_tail(n, fmin(1, neighbours) * 2 / (double)m, 2 * b);
}

static bool
has_chunks(const struct cuckoo_limits *limits, size_t m, unsigned b)
{
	uint8_t shift[CUCKOO_LENGTHS] = {0};

	if (limits->index == CUCKOO_CHUNKS)
		cuckoo_chunks(m, b, shift);
	return shift[0] != 0;
}

/*
 * Between so many buckets a key moves: 2^f, if its fingerprint is not hashed; with up to three bits, the sums of up to
 * seven hashes. Few ways fill a part to less than many do: *fill of it. Least so where evictions move a key by
 * multiples of few numbers, in lined tables. 2 10^5 buckets of 4 first refused a key at loads of 0.45, 0.66, 0.89,
 * 0.92, 0.93, 0.94 with 3 to 8 bits.
 */
static double
part_of(const struct cuckoo_limits *limits, enum cuckoo_index index, double m, unsigned f, double *fill)
{
	static const double lined[] = {0, 0.3, 0.3, 0.4, 0.6, 0.8, 0.9, 0.95, 0.97, 0.98};

	*fill = limits->layout == CUCKOO_LINED && f < 10 ? lined[f] : 1;
	if (limits->unhashed)
		return fmin(m, exp2(f));
	if (index == CUCKOO_REFLECTION || f > 3)
		return m;
	*fill = 0.9;
	return fmin(m, exp2((1 << f) - 1));
}

static double
whole(const struct cuckoo_limits *limits, double n, double m, unsigned f, unsigned b)
{
	const enum cuckoo_index index =
		limits->index == CUCKOO_XOR && limits->layout == CUCKOO_PACKED ? CUCKOO_XOR : CUCKOO_REFLECTION;
	double fill;
	const double part = part_of(limits, index, m, f, &fill), span = limits->unhashed ? part : m;
	/* an even number of buckets is reflected about odd points only */
	const double ways = fmin(exp2(f), index == CUCKOO_REFLECTION ? span / 2 : span);
	const double clump = clump_of(index, f, span);

	return parts(n, m, b, part, 1, fill * fits_planned(part, b), 1) + pairs(n, m, b, ways, clump, 1) +
	       (exp2(f) < 4 * span ? own_pairs(n, m, b, limits, ways, clump) : 0);
}

static double
chance_of(double n, bool chunked)
{
	return chunked ? fmax(1e-6, n * 1e-10) : fits_chance(n);
}

bool
cuckoo_fits(const struct cuckoo_limits *limits, size_t n, size_t m, unsigned f, unsigned b)
{
	const bool chunked = has_chunks(limits, m, b);
	const double keys = (double)n;

	if (n <= b)
		return true;
	if (keys > fits_planned((double)m, b) * (1 + 1e-12))
		return false;
	return (chunked ? chunks(keys, m, f, b) : whole(limits, keys, (double)m, f, b)) <= chance_of(keys, chunked) / 2;
}

static const double most_buckets = CUCKOO_MOST_BUCKETS;

/* The next number that the table can have: the smallest from m on. */
static size_t
valid(const struct cuckoo_limits *limits, size_t m, unsigned b)
{
	if (cuckoo_has_any_buckets(limits))
		return m;
	return limits->index == CUCKOO_CHUNKS ? cuckoo_chunks_up(m, b) : round_up_power_of_two(m);
}

/*
 * A table of 64 entries a key is refused, except where few keys ask for it: with so few bits of fingerprint, or a
 * bucket of one, it is not what anybody wants. Up to there a table may be as much larger as it must be.
 */
static bool
is_too_empty(size_t n, size_t m, unsigned b)
{
	return m * b > 4096 && m * b / 64 > n;
}

/* The smallest number above `low`, which is too small, up to `high`, which is not. */
static size_t
least_between(const struct cuckoo_limits *limits, size_t n, size_t low, size_t high, unsigned f, unsigned b)
{
	size_t end = high;

	while (low + 1 < end) {
		const size_t middle = low + (end - low) / 2, m = valid(limits, middle, b);

		if (m < high && !cuckoo_fits(limits, n, m, f, b)) {
			low = m;
		} else {
			high = m < high ? m : high;
			end = middle;
		}
	}
	return high;
}

size_t
cuckoo_buckets_for(const struct cuckoo_limits *limits, size_t n, unsigned f, unsigned b, const char **why)
{
	const double load = fits_planned(most_buckets, b) / most_buckets;
	size_t low, high;

	*why = "items is more than 2^32 buckets can hold";
	if ((double)n > load * most_buckets)
		return 0;
	/* as many as is planned if that is a whole number, whatever rounding makes of it */
	low = high = valid(limits, (size_t)ceil((double)n / load * (1 - 1e-13)), b);
	while (high <= CUCKOO_MOST_BUCKETS && !cuckoo_fits(limits, n, high, f, b)) {
		low = high;
		high = valid(limits, 2 * high, b);
		if (is_too_empty(n, high, b)) {
			*why = "items does not fit with so few fp_bits (f) or slots (b): too many keys share a pair of "
			       "buckets; give bytes or buckets";
			return 0;
		}
	}
	if (high > CUCKOO_MOST_BUCKETS)
		return 0;
	*why = NULL;
	return limits->index == CUCKOO_XOR && limits->layout == CUCKOO_PACKED
	               ? high
	               : least_between(limits, n, low, high, f, b);
}
