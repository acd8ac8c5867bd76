/* SPDX-License-Identifier: MIT */
/* test_bits.c - core/bits.h and core/rng.h against the simplest other way to compute the same. */
#include "tests/test.h"

#include "core/bits.h"

TEST(unaligned_access)
{
	uint8_t bytes[48], other[48];

	for (size_t at = 0; at < 32; at++) {
		uint64_t v = 0;
		uint128 w = 0;

		for (size_t i = 0; i < sizeof bytes; i++)
			bytes[i] = other[i] = (uint8_t)(37 * i + 11);
		for (size_t i = 16; i-- > 0;) {
			w = w << 8 | bytes[at + i];
			v = i < 8 ? v << 8 | bytes[at + i] : v;
		}
		require(load64(bytes + at) == v, "load64 at %zu", at);
		require(load128(bytes + at) == w, "load128 at %zu", at);
		memset(other + at, 0xee, 8);
		store64(bytes + at, UINT64_C(0xeeeeeeeeeeeeeeee));
		require(memcmp(bytes, other, sizeof bytes) == 0, "store64 at %zu", at);
		memset(other + at, 0xdd, 16);
		store128(bytes + at, (uint128)UINT64_C(0xdddddddddddddddd) << 64 | UINT64_C(0xdddddddddddddddd));
		require(memcmp(bytes, other, sizeof bytes) == 0, "store128 at %zu", at);
	}
}

TEST(masks_and_logarithms)
{
	uint64_t mask = 0;

	for (unsigned bits = 0; bits <= 64; bits++) {
		require(low_mask(bits) == mask, "low_mask(%u)", bits);
		mask = mask << 1 | 1;
	}
	for (unsigned k = 0; k < 64; k++) {
		uint64_t power = UINT64_C(1) << k;

		require(log2_floor(power) == k && log2_floor(power | (power - 1)) == k, "log2_floor at 2^%u", k);
		require(is_power_of_two(power), "2^%u", k);
		require(k < 2 || !is_power_of_two(power - 1), "2^%u - 1", k);
		require(k < 1 || !is_power_of_two(power + 1), "2^%u + 1", k);
		require(round_up_power_of_two(power) == power, "2^%u rounded up", k);
		require(k < 2 || round_up_power_of_two(power - 1) == power, "2^%u - 1 rounded up", k);
		require(k == 63 || round_up_power_of_two(power + 1) == power << 1, "2^%u + 1 rounded up", k);
	}
	require(!is_power_of_two(0), "0");
	require(round_up_power_of_two(0) == 1, "0 rounded up");
}

/* Schoolbook multiplication of 32-bit halves. */
static uint64_t
high_half(uint64_t a, uint64_t b)
{
	uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
	uint64_t middle = ah * bl + (al * bl >> 32), other = al * bh + (uint32_t)middle;

	return ah * bh + (middle >> 32) + (other >> 32);
}

TEST(wide_multiplication)
{
	uint64_t random = test_stream("wide");

	require(mul_high(UINT64_MAX, UINT64_MAX) == UINT64_MAX - 1, "largest");
	for (unsigned i = 0; i < 100000; i++) {
		uint64_t a = rng_next(&random) >> i % 64, b = rng_next(&random) >> i / 64 % 64;

		require(mul_high(a, b) == high_half(a, b), "0x%llx * 0x%llx", (unsigned long long)a,
		        (unsigned long long)b);
	}
}

TEST(ranges)
{
	static const uint64_t sizes[] = {1, 2, 3, 7, 10, 1000, UINT64_C(1) << 33, UINT64_MAX};
	uint64_t random = test_stream("ranges");

	for (size_t s = 0; s < COUNT_OF(sizes); s++) {
		uint64_t n = sizes[s];

		require(fast_range(0, n) == 0 && fast_range(UINT64_MAX, n) == n - 1, "ends of the range of %llu",
		        (unsigned long long)n);
		for (unsigned i = 0; i < 1000; i++)
			require(fast_range(rng_next(&random), n) < n, "range of %llu", (unsigned long long)n);
	}
	for (uint64_t n = 1; n < 50; n++) { /* every result begins where it should */
		for (uint64_t k = 1; k < n; k++) {
			uint64_t first = (uint64_t)((((uint128)k << 64) + n - 1) / n); /* ceil(k * 2^64 / n) */

			require(fast_range(first, n) == k && fast_range(first - 1, n) == k - 1, "%llu of %llu",
			        (unsigned long long)k, (unsigned long long)n);
		}
	}
}

/* The generator's own first values (Vigna's reference program, seeds 0 and 1234567), and the stream's structure. */
TEST(random_numbers)
{
	static const uint64_t zero[] = {UINT64_C(0xe220a8397b1dcdaf), UINT64_C(0x6e789e6aa1b965f4),
	                                UINT64_C(0x06c45d188009454f), UINT64_C(0xf88bb8a8724c81ec)};
	static const uint64_t other[] = {UINT64_C(6457827717110365317), UINT64_C(3203168211198807973),
	                                 UINT64_C(9817491932198370423), UINT64_C(4593380528125082431)};
	uint64_t a = 0, b = 1234567, seen = 0;

	for (size_t i = 0; i < COUNT_OF(zero); i++) {
		require(rng_next(&a) == zero[i], "value %zu of seed 0", i);
		require(rng_next(&b) == other[i], "value %zu of seed 1234567", i);
	}
	for (unsigned i = 0; i < 64; i++) { /* derived seeds differ in every purpose and every bit of the seed */
		require(rng_derive(1, i) != rng_derive(1, i + 1), "purposes %u and %u", i, i + 1);
		require(rng_derive(0, 5) != rng_derive(UINT64_C(1) << i, 5), "bit %u of the seed", i);
		seen |= rng_derive(7, i);
	}
	require(seen == UINT64_MAX, "a bit is never set: 0x%llx", (unsigned long long)seen);
}
