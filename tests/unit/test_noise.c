/* SPDX-License-Identifier: MIT */
/* test_noise.c - which attempts of a record count as disturbed: those that say so, and those whose memory was slower or
 * faster than in the others of their repetition. */
#include "tests/run_store.h"

#include "harness/run/noise.h"

/* An attempt at a cell of a repetition: its multiply-add, its latency, its change of speed, and what disturbed it. */
#define CELL(name, rep, number, alu, read, change, noise)                                                              \
	"attempt,life:" name ":rep=" rep "," number "," rep ",done,1.000,0," alu "," read ",0,0,0,0," change "," noise \
	",,0\n"

static void
says_of(const char *cell, const char *noise)
{
	const struct attempt *a = store_last(&store, cell, true);
	char text[NOISE_TEXT];

	assert_non_null(a);
	require(strcmp(noise_text(a, text), noise) == 0, "%s: '%s', not '%s'", cell, text, noise);
	require(noise_any(a) == (*noise != '\0'), "%s", cell);
}

TEST_WITHIN(beside_its_repetition, folder_begin, end)
{
	put(STORE_FILE, RECORD_HEAD,
	    /* the second repetition is slower as a whole, which is no disturbance of any of its cells */
	    CELL("a", "0", "0", "300", "100000", "1000", "") CELL("b", "0", "0", "300", "109000", "1000", "")
	            CELL("c", "0", "0", "300", "120000", "990", "stolen ms +120")
	                    CELL("a", "1", "0", "500", "200000", "1000", "")
	                            CELL("b", "1", "0", "300", "170000", "600", "speed -40 % within")
	                                    CELL("c", "1", "0", "300", "210000", "1000", ""));
	goes_on();
	says_of("life:a:rep=0", "");
	says_of("life:b:rep=0", "");
	says_of("life:c:rep=0", "stolen ms +120; memory latency +10 % beside others");
	says_of("life:a:rep=1", "");
	says_of("life:b:rep=1", "speed -40 % within; memory latency -15 % beside others");
	says_of("life:c:rep=1", "");
}

/* What an earlier version said of its attempts stays, in the records that it wrote and after they were gone on with. */
TEST_WITHIN(of_earlier_versions, folder_begin, end)
{
	static const char head[] =
		"format,1\nasked,experiments,cells\n"
		"attempt,cell,attempt,rep,status,seconds,call,alu_ps,read_ps,steal_ms,migrations,switches,short,noise,"
		"reason,samples\nsample,rep,place,series,x,measure,unit,num,den\n"
		"attempt,life:a:rep=0,0,0,done,1.000,0,300,100000,0,0,0,0,clock -6 %,,0\n"
		"attempt,life:a:rep=0,1,0,done,1.000,0,300,100000,0,0,0,0,,,0\n"
		"attempt,life:b:rep=0,0,0,done,1.000,0,300,300000,0,0,0,0,,,0\n"
		"attempt,life:c:rep=0,0,0,done,1.000,0,300,100000,0,0,0,0,clock +7 %,,0\n";

	put(STORE_FILE, head, "");
	goes_on();
	begins("f5", 0);
	appends("life:d:rep=0", "");
	again();
	holds(RECORD_HEAD "asked,f5,3\n" CELL("a", "0", "0", "300", "100000", "", "clock -6 %")
	              CELL("a", "0", "1", "300", "100000", "", "") CELL("b", "0", "0", "300", "300000", "", "")
	                      CELL("c", "0", "0", "300", "100000", "", "clock +7 %")
	                              RECORD_ATTEMPT("life:d", "0", "done", "0"));
	goes_on();
	says_of("life:a:rep=0", "");
	says_of("life:b:rep=0", "");
	says_of("life:c:rep=0", "clock +7 %");
}
