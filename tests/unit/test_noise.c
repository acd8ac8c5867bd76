/* SPDX-License-Identifier: MIT */
/* test_noise.c - what disturbed an attempt of a record: what it noted while it ran, and series whose turns disagree. */
#include "tests/run_store.h"

#include "harness/run/noise.h"

/* A timed attempt at a cell of a repetition, with its latency, what it noted, and its number of samples. */
#define CELL(rep, read, noise, samples) \
	"attempt,life:a:rep=" rep "," rep ",done,1.000,0,,300," read ",0,0,0,0," noise ",," samples ",,\n"
#define TURN(round, series, x, rate) "sample," round ",," series "," x ",lookup,Mops/s," rate ",1000\n"
/* Five turns of a series. */
#define TURNS(series, x, a, b, c, d, e) \
	TURN("0", series, x, a)         \
	TURN("1", series, x, b) TURN("2", series, x, c) TURN("3", series, x, d) TURN("4", series, x, e)

static void
says_of(const char *cell, const char *text, size_t apart, size_t series)
{
	const struct attempt *a = store_find(&store, cell);
	struct noise noise;

	assert_non_null(a);
	noise_judge(&store, a, &noise);
	require(strcmp(noise.text, text) == 0, "%s: '%s', not '%s'", cell, noise.text, text);
	require(noise.apart == apart && noise.series == series, "%s: %zu of %zu", cell, noise.apart, noise.series);
}

/* Two of five turns are more than a third. One is not, and 10 % either way is not off. */
TEST_WITHIN(by_its_own_turns, folder_begin, end)
{
	put_record(RECORD_HEAD, CELL("0", "100000", "", "15") TURNS("bf", "0", "100", "99", "111", "100", "112")
	                                TURNS("cf", "0", "100", "100", "60", "101", "110")
	                                        TURNS("qf", "0", "100", "109", "91", "101", "102")
	                                                CELL("1", "100000", "stops +1", "5")
	                                                        TURNS("cf", "0", "100", "90", "60", "102", "101"));
	goes_on();
	says_of("life:a:rep=0", "turns apart: bf lookup (1 of 3 series)", 1, 3);
	says_of("life:a:rep=1", "stops +1; turns apart: cf lookup (1 of 1 series)", 1, 1);
}

/* Each x has a median of its own, and a series is judged by all of its turns: here four of ten, then two. */
TEST_WITHIN(by_all_turns_of_a_series, folder_begin, end)
{
	put_record(RECORD_HEAD,
	           CELL("0", "100000", "", "10") TURNS("bf", "0", "10", "10", "20", "10", "5")
	                   TURNS("bf", "50", "100", "100", "200", "100", "50") CELL("1", "100000", "", "10")
	                           TURNS("bf", "0", "10", "10", "20", "10", "5")
	                                   TURNS("bf", "50", "100", "100", "100", "100", "100"));
	goes_on();
	says_of("life:a:rep=0", "turns apart: bf lookup (1 of 1 series)", 1, 1);
	says_of("life:a:rep=1", "", 0, 1);
}

/* Two turns cannot tell; nor does the canary; what was noted counts. */
TEST_WITHIN(without_turns, folder_begin, end)
{
	put_record(RECORD_HEAD, CELL("0", "100000", "", "2") TURN("0", "bf", "0", "10") TURN("1", "bf", "0", "20")
	                                CELL("1", "900000", "", "0") CELL("2", "100000", "stolen ms +120", "0"));
	goes_on();
	says_of("life:a:rep=0", "", 0, 0);
	says_of("life:a:rep=1", "", 0, 0);
	says_of("life:a:rep=2", "stolen ms +120", 0, 0);
}

/* Of many, four are named. */
TEST_WITHIN(many_series, folder_begin, end)
{
	put_record(RECORD_HEAD,
	           CELL("0", "100000", "", "25") TURNS("a", "0", "10", "10", "20", "10", "5")
	                   TURNS("b", "0", "10", "10", "20", "10", "5") TURNS("c", "0", "10", "10", "20", "10", "5")
	                           TURNS("d", "0", "10", "10", "20", "10", "5")
	                                   TURNS("e", "0", "10", "10", "20", "10", "5"));
	goes_on();
	says_of("life:a:rep=0", "turns apart: a lookup, b lookup, c lookup, d lookup, ... (5 of 5 series)", 5, 5);
}
