/* SPDX-License-Identifier: MIT */
/* test_noise.c - which attempts of a record count as disturbed: those that say so, and those whose memory was slower or
 * faster than in the others of their repetition. */
#include "tests/run_store.h"

#include "harness/run/noise.h"

/* An attempt at a cell of a repetition: its multiply-add, its latency, its change of speed, and what disturbed it. */
#define CELL(name, rep, alu, read, change, noise) \
	"attempt,life:" name ":rep=" rep "," rep ",done,1.000,0,," alu "," read ",0,0,0,0," change "," noise ",,0,,\n"

static void
says_of(const char *cell, const char *noise)
{
	const struct attempt *a = store_find(&store, cell);
	char text[NOISE_TEXT];

	assert_non_null(a);
	require(strcmp(noise_text(a, text), noise) == 0, "%s: '%s', not '%s'", cell, text, noise);
	require(noise_any(a) == (*noise != '\0'), "%s", cell);
}

TEST_WITHIN(beside_its_repetition, folder_begin, end)
{
	put_record(RECORD_HEAD,
	           /* the second repetition is slower as a whole, which is no disturbance of any of its cells */
	           CELL("a", "0", "300", "100000", "1000", "") CELL("b", "0", "300", "109000", "1000", "")
	                   CELL("c", "0", "300", "120000", "990", "stolen ms +120")
	                           CELL("a", "1", "500", "200000", "1000", "")
	                                   CELL("b", "1", "300", "170000", "600", "speed -40 % within")
	                                           CELL("c", "1", "300", "210000", "1000", ""));
	goes_on();
	says_of("life:a:rep=0", "");
	says_of("life:b:rep=0", "");
	says_of("life:c:rep=0", "stolen ms +120; memory latency +10 % beside others");
	says_of("life:a:rep=1", "");
	says_of("life:b:rep=1", "speed -40 % within; memory latency -15 % beside others");
	says_of("life:c:rep=1", "");
}

/* The first builds compared a latency with something else, and recorded no change of speed: what they said stays. */
TEST_WITHIN(of_the_first_builds, folder_begin, end)
{
	put_record(RECORD_HEAD, CELL("a", "0", "300", "100000", "", "") CELL("b", "0", "300", "300000", "", "")
	                                CELL("c", "0", "300", "100000", "", "clock +7 %"));
	goes_on();
	begins("f5", 0);
	appends("life:d:rep=0", "");
	again();
	goes_on();
	says_of("life:a:rep=0", "");
	says_of("life:b:rep=0", "");
	says_of("life:c:rep=0", "clock +7 %");
}
