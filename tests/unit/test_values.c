/* SPDX-License-Identifier: MIT */
/* test_values.c - values as people write them: accepted whole, or not at all. */
#include "tests/test.h"

#include "harness/base/values.h"

TEST(sizes)
{
	static const struct {
		const char *text;
		size_t bytes; /* 0: none */
	} cases[] = {{"1", 1},         {"192M", (size_t)192 << 20},
	             {"1.5K", 1536},   {"2T", (size_t)2 << 40},
	             {"1e6", 1000000}, {"", 0},
	             {"0", 0},         {"-1", 0},
	             {"K", 0},         {"2GB", 0},
	             {"2 G", 0},       {"inf", 0},
	             {"nan", 0},       {"1e30", 0},
	             {"0x10", 16}};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		size_t n = 0;
		const bool is = value_size(cases[i].text, &n);

		require(is == (cases[i].bytes > 0) && (!is || n == cases[i].bytes), "'%s': %d, %zu", cases[i].text, is,
		        n);
	}
}

TEST(shares)
{
	static const struct {
		const char *text;
		double share; /* below 0: none */
	} cases[] = {{"0", 0},         {"1", 1},     {"0.25", 0.25}, {"25%", 0.25}, {"100%", 1},
	             {"12.5%", 0.125}, {"1.01", -1}, {"101%", -1},   {"-1%", -1},   {"25 %", -1},
	             {"%", -1},        {"", -1},     {"half", -1},   {"nan", -1},   {"25%%", -1}};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		double share = 0;
		const bool is = value_share(cases[i].text, &share);

		require(is == (cases[i].share >= 0) && (!is || share == cases[i].share), "'%s': %d, %g", cases[i].text,
		        is, share);
	}
}

TEST(durations_and_numbers)
{
	double d;
	uint64_t n;
	unsigned u;

	assert_true(value_duration("90", &d) && d == 90);
	assert_true(value_duration("1.5m", &d) && d == 90);
	assert_true(value_duration("2h", &d) && d == 7200);
	assert_false(value_duration("0s", &d) || value_duration("-3", &d) || value_duration("2 h", &d) ||
	             value_duration("ms", &d) || value_duration("inf", &d));
	assert_true(value_number("18446744073709551615", 0, UINT64_MAX, &n) && n == UINT64_MAX);
	assert_false(value_number("18446744073709551616", 0, UINT64_MAX, &n) || value_number("-1", 0, UINT64_MAX, &n) ||
	             value_number("", 0, 9, &n) || value_number("7x", 0, 9, &n) || value_number("10", 0, 9, &n) ||
	             value_number(" 7", 0, 9, &n));
	assert_true(value_unsigned("0x10", 1, 16, &u) && u == 16);
	assert_false(value_unsigned("17", 1, 16, &u) || value_unsigned("4294967297", 0, 4294967295u, &u));
	assert_true(value_real("1e-3", 0, 1, &d) && d == 1e-3);
	assert_false(value_real("1.1", 0, 1, &d) || value_real("nan", 0, 1, &d) || value_real("0.5x", 0, 1, &d));
}
