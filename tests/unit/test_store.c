/* SPDX-License-Identifier: MIT */
/* test_store.c - the record of a run: cut at every length, damaged, gone on with, merged, of another version; and which
 * experiments see its samples. */
#include "tests/run_store.h"

#include "harness/run/samples.h"

#define SAMPLE RECORD_SAMPLE
#define ATTEMPT RECORD_ATTEMPT

/* --- a kill, at any byte ---------------------------------------------------------------------------------- */

#define THREE RECORD_THREE
static const char record[] = RECORD_HEAD "asked,f5,3,\n" THREE;

/* What is cut: a record, and how many of its bytes. */
static char *whole;

/* How many attempts the first `length` bytes hold whole: each ends where the next line begins with another. */
static size_t
whole_until(size_t length)
{
	const char *const ends[] = {strstr(whole, "attempt,b:"), strstr(whole, "attempt,c:"), whole + strlen(whole)};
	size_t n = 0;

	while (n < COUNT_OF(ends) && whole + length >= ends[n])
		n++;
	return n;
}

static void
put_first(size_t length)
{
	char text[1000];

	snprintf(text, sizeof text, "%.*s", (int)length, whole);
	put(STORE_FILE, "", text);
}

/* Whatever is cut off, the attempts before it stay, and the run goes on behind them. */
static void
goes_on_after_cut(void)
{
	for (size_t length = 0; length <= strlen(whole); length++) {
		const size_t n = whole_until(length);

		put_first(length);
		goes_on();
		require(store.count == n && store.lost == 0, "%zu bytes: %zu attempts, not %zu", length, store.count,
		        n);
		begins("f5", 1);
		appends("g:rep=0", SAMPLE);
		again();
		require(store_read(&store, STORE_READ, dir, &why) == STATUS_DONE, "%zu bytes: %s", length, why.text);
		require(store.count == n + 1 && store_find(&store, "g:rep=0") && !store.cut, "%zu bytes: %zu", length,
		        store.count);
		require(store.asked[experiment_index("f5")], "%zu bytes: not asked for", length);
	}
}

/* For results only the last attempt may be cut off, and for merging none. */
static void
is_read_after_cut(void)
{
	const size_t head = (size_t)(strstr(whole, "\nasked,f5") + 1 - whole);

	for (size_t length = 0; length <= strlen(whole); length++) {
		const bool begun = length >= head;
		int status;

		put_first(length);
		again();
		status = store_read(&store, STORE_READ, dir, &why);
		require((status == STATUS_DONE) == begun, "%zu bytes: %s", length, why.text);
		require(!begun || store.count == whole_until(length), "%zu bytes: %zu", length, store.count);
		again();
		status = store_read(&store, STORE_MERGE, dir, &why);
		require(status == STATUS_DONE || length < strlen(whole), "%zu bytes: %s", length, why.text);
		require(status != STATUS_DONE || whole[length - 1] == '\n', "%zu bytes are whole", length);
	}
}

TEST_WITHIN(cut_at_every_length, folder_begin, end)
{
	whole = seal_record(record, false);
	goes_on_after_cut();
	free(whole);
}

TEST_WITHIN(read_at_every_length, folder_begin, end)
{
	whole = seal_record(record, false);
	is_read_after_cut();
	free(whole);
}

/* --- damage ----------------------------------------------------------------------------------------------- */

TEST_WITHIN(damaged, folder_begin, end)
{
	static const struct {
		const char *text;
		size_t left; /* attempts that a run which goes on keeps */
		const char *says;
	} wrong[] = {
		{"zzz\n" THREE, 3, "record.csv:5: neither"},
		{ATTEMPT("x", "", "dxne", "0") THREE, 3, "record.csv:5: not an attempt"},
		{"attempt,x:rep=0,y,done,1.000,0,,,,,,,,,,0,,\n" THREE, 3, "record.csv:5: not an attempt"},
		{"attempt,x,0\n" THREE, 3, "record.csv:5: not as many fields"},
		{ATTEMPT("x", "", "done", "2") SAMPLE THREE, 3, "record.csv:7: not a sample"},
		{ATTEMPT("x", "", "done", "1") SAMPLE SAMPLE THREE, 4, "record.csv:7: neither"},
		{ATTEMPT("x", "", "done", "1") "sample,0,,cf,50,lookup,Mops/s,1000\n" THREE, 3, "record.csv:6: not a"},
		{ATTEMPT("x", "", "done", "1") "sample,0,,cf,50,lookup,Mops/s,1,q\n" THREE, 3, "record.csv:6: not a"},
		{"asked,f5,x,\n" THREE, 3, "record.csv:5: not what a call was asked for"},
		{"attempt,x:rep=0,0,done,1.000,0,,1,2,x,4,5,6,,,0,,\n" THREE, 3, "record.csv:5: not an attempt"},
		{"attempt,x:rep=0,0,done,-0.000,0,,,,,,,,,,0,,\n" THREE, 3, "record.csv:5: not an attempt"},
	};

	for (size_t i = 0; i < COUNT_OF(wrong); i++) {
		put_record(RECORD_HEAD, wrong[i].text);
		again();
		says(store_read(&store, STORE_READ, dir, &why), wrong[i].says);
		again();
		says(store_read(&store, STORE_MERGE, dir, &why), wrong[i].says);
		goes_on();
		require(store.count == wrong[i].left && store.lost == 1, "%zu: %zu left, %zu lost", i, store.count,
		        store.lost);
	}
}

/* A number that the program would not have written so is damage: whatever is computed from it would be wrong, or
 * another's reader would read another number. */
TEST_WITHIN(numbers_that_are_none, folder_begin, end)
{
	static const char *const wrong[] = {
		"0,,cf,50,lookup,Mops/s,1,0",
		"0,,cf,50,lookup,Mops/s,0,0",
		"0,,cf,50,lookup,Mops/s,1,-0",
		"0,,cf,50,lookup,Mops/s,1,00",
		"0,,cf,50,lookup,Mops/s,-1,2",
		"0,,cf,50,lookup,Mops/s,NaN,2",
		"0,,cf,50,lookup,Mops/s,1,inf",
		"0,,cf,50,lookup,Mops/s,1.5,2",
		"0,,cf,50,lookup,Mops/s,1e3,2",
		"0,,cf,50,lookup,Mops/s,,2",
		"0,,cf,50,lookup,Mops/s,1,",
		"0,,cf,50,lookup,Mops/s, 1,2",
		"0,,cf,50,lookup,Mops/s,010,2",
		"0,,cf,50,lookup,Mops/s,0x1,2",
		"0,,cf,50,lookup,Mops/s,+1,2",
		"0,,cf,50,lookup,Mops/s,18446744073709551616,1",
		"0,,cf,50,lookup,Mops/s,1,18446744073709551616",
		"4294967296,,cf,50,lookup,Mops/s,1,2",
		"-1,,cf,50,lookup,Mops/s,1,2",
		",,cf,50,lookup,Mops/s,1,2",
		"0,,cf,-0,lookup,Mops/s,1,2",
		"0,,cf,nan,lookup,Mops/s,1,2",
		"0,,cf,inf,lookup,Mops/s,1,2",
		"0,,cf,1e999,lookup,Mops/s,1,2",
		"0,,cf,0x10,lookup,Mops/s,1,2",
		"0,,cf,,lookup,Mops/s,1,2",
	};

	for (size_t i = 0; i < COUNT_OF(wrong); i++) {
		char text[1000];

		snprintf(text, sizeof text, ATTEMPT("x", "", "done", "2") SAMPLE "sample,%s\n" THREE, wrong[i]);
		for (enum store_reading reading = STORE_READ; reading <= STORE_MERGE; reading++) {
			put_record(RECORD_HEAD, text);
			again();
			if (reading != STORE_CONTINUE)
				says(store_read(&store, reading, dir, &why), "record.csv:7: not a sample: ");
		}
		goes_on();
		require(store.count == 3 && store.lost == 1, "%s: %zu left", wrong[i], store.count);
		require(strstr(store.damage.text, "record.csv:7: not a sample: "), "%s", store.damage.text);
	}
	put_record(RECORD_HEAD, ATTEMPT("x", "", "done",
	                                "1") "sample,4294967295,,cf,-1.5e-07,lookup,Mops/s,0,18446744073709551615\n");
	again();
	require(store_read(&store, STORE_READ, dir, &why) == STATUS_DONE, "%s", why.text);
}

/* --- going on --------------------------------------------------------------------------------------------- */

TEST_WITHIN(what_is_dropped_goes, folder_begin, end)
{
	put_record(RECORD_HEAD "asked,f6,3,\n", THREE);
	goes_on();
	store_drop(&store, "b:rep=0");
	begins("f5", 1);
	appends("g:rep=0", NULL);
	again();
	holds(RECORD_HEAD "asked,f5 f6,3,\n" ATTEMPT("a", "", "done", "2") SAMPLE
	      "sample,0,,cf,75,lookup,Mops/s,1,2\n" ATTEMPT("c", "", "done", "1")
	              SAMPLE ATTEMPT("g", "", "failed", "0"));
}

/* Whoever plans a cell later looks at it, too. */
TEST_WITHIN(looked_at_by_more, folder_begin, end)
{
	bool by[EXPERIMENTS] = {false};

	put_record(RECORD_HEAD "asked,f6,2,\n", ATTEMPT("a", "f6", "done", "0") ATTEMPT("b", "f6", "done", "0"));
	goes_on();
	by[experiment_index("f5")] = by[experiment_index("l4")] = true;
	store_add_by(&store, label_base("b:rep=0"), by);
	begins("f6", 0);
	holds(RECORD_HEAD "asked,f6,2,\n" ATTEMPT("a", "f6", "done", "0") ATTEMPT("b", "f5 f6 l4", "done", "0"));
}

/* A call that is asked for nothing new, and finds nothing wrong, only appends. */
TEST_WITHIN(only_appended, folder_begin, end)
{
	char *text, *now;

	put_record(record, "");
	text = files_read(in_dir(STORE_FILE), NULL);
	goes_on();
	begins("f5", 0); /* nothing is new, and the file is left as it is, but for what is appended */
	appends("g:rep=0", NULL);
	now = files_read(in_dir(STORE_FILE), NULL);
	require(text && now && strncmp(now, text, strlen(text)) == 0, "the record holds:\n%s", now);
	free(text);
	free(now);
	again();
	unlink(in_dir(STORE_FILE));
	goes_on();
	assert_int_equal(store.count, 0);
	begins("f5", 7);
	holds(RECORD_HEAD "asked,f5,7,\n");
}

/* Two cells that differ in their parts measured the parts of both. */
TEST_WITHIN(parts_add_up, folder_begin, end)
{
	static const struct program life = {.name = "life", .parts = {"fill", "shares", "deletions"}};
	unsigned parts;

	put_record(RECORD_HEAD, ATTEMPT("life:cf:q=1:parts=fill+deletions", "", "done", "0")
	                                ATTEMPT("life:cf:q=1:parts=shares", "", "failed", "0"));
	goes_on();
	require(store_has(&store, label_base("life:cf:q=1:rep=0"), &life, &parts), "is not there");
	assert_int_equal(parts, 1 | 4);
	require(!store_has(&store, label_base("life:cf:q=2:rep=0"), &life, &parts), "is there");
}

TEST_WITHIN(twice, folder_begin, end)
{
	for (enum store_reading reading = STORE_READ; reading <= STORE_MERGE; reading++) {
		put_record(RECORD_HEAD, ATTEMPT("a", "", "failed", "0") ATTEMPT("a", "", "done", "0"));
		again();
		says(store_read(&store, reading, dir, &why), "record.csv has a:rep=0 twice");
	}
}

/* --- other versions --------------------------------------------------------------------------------------- */

/* Another version's run is left alone. Columns are found by name. */
TEST_WITHIN(other_columns, folder_begin, end)
{
	static const char *const refused[] = {"",
	                                      "a",
	                                      "panel,series\n",
	                                      "format,4\n" THREE,
	                                      "format,2\n" THREE,
	                                      "format,3\nasked,experiments,cells\nattempt,cell\nsample,rep\n"};

	for (size_t i = 0; i < COUNT_OF(refused); i++) {
		put(STORE_FILE, refused[i], "");
		again();
		says(store_read(&store, STORE_READ, dir, &why), "record.csv:");
		again();
		if (i >= 1)
			says(store_read(&store, STORE_CONTINUE, dir, &why), "record.csv:");
	}
	put_record("format,3\nasked,experiments,cells,digest\n",
	           "attempt,by,status,cell,rep,seconds,call,alu_ps,read_ps,steal_ms,migrations,switches,short,change,"
	           "noise,reason,samples,after,digest\nsample,den,rep,place,series,x,measure,unit,num,new\n"
	           "attempt,f6,done,a:rep=7,7,1.0,3,,,,,,,,,why,1,,\nsample,9,7,p,s,0.5,m,u,8,\n");
	again();
	require(store_read(&store, STORE_READ, dir, &why) == STATUS_DONE && store.count == 1, "%s", why.text);
	require(store.at[0].rep == 7 && store.at[0].call == 3 && strcmp(store.at[0].reason, "why") == 0, "%s",
	        store.at[0].reason);
	require(store.at[0].by[experiment_index("f6")] && !store.at[0].by[experiment_index("f5")], "by another");
	require(store.sample[0].num == 8 && store.sample[0].den == 9 && store.sample[0].x == 0.5, "%g",
	        store.sample[0].x);
}

TEST_WITHIN(nothing_there, folder_begin, end)
{
	char missing[600];

	says(store_read(&store, STORE_READ, dir, &why), "record.csv: No such file");
	again();
	snprintf(missing, sizeof missing, "/nonexistent/%0500d", 0); /* a long path is named to its end */
	says(store_read(&store, STORE_READ, missing, &why), "/record.csv: No such file or directory");
}

/* --- which experiments see them --------------------------------------------------------------------------- */

/* A run is read from its record: an experiment sees the cells that it planned when they were measured, whatever it
 * would plan today, and no others of the same program. */
TEST_WITHIN(only_what_was_planned, folder_begin, end)
{
	const struct experiment *e = experiment_find("f2");
	struct samples all;

	put_record(RECORD_HEAD "asked,f2 l2,9,\n",
	           "attempt,fill:cf:m=77:f=2:b=4:of=a-plan-there-is-no-more:rep=999,999,done,1,0,f2,,,,,,,,,1,,\n"
	           "sample,999,b=4:m=2^9,cf,2,load,fraction,1,2\n"
	           "attempt,fill:cf:m=32768:f=2:b=4:rep=0,0,done,1,0,l2,,,,,,,,,1,,\n"
	           "sample,0,b=4:m=2^15,cf,2,load,fraction,1,2\n"
	           "attempt,fill:cf:m=7:b=2:rep=0,0,failed,1,0,f2,,,,,,,,killed,0,,\n"
	           "attempt,fill:cf:m=7:b=4:re");
	require(samples_of(dir, &all, &why) == STATUS_DONE, "%s", why.text);
	require(all.count == 2 && all.store.count == 3, "%zu samples of %zu attempts", all.count, all.store.count);
	for (size_t i = 0; i < all.count; i++)
		require(strcmp(all.at[i].exp, all.at[i].rep == 999 ? "f2" : "l2") == 0, "%s", all.at[i].exp);
	require(samples_sees(&all, e, &all.store.at[0]) && !samples_sees(&all, e, &all.store.at[1]), "sees another's");
	samples_free(&all);
}
