/* SPDX-License-Identifier: MIT */
/* test_store.c - the record of a run: written again as it was, gone on with after a kill, appended to and merged. What
 * reading for results refuses is in test_archive.c. */
#include "tests/run_folder.h"

#include "harness/base/archive.h"
#include "harness/run/store_parts.h"

static struct failure why;
static struct store store;

static void
holds(const char *name, const char *header, const char *text)
{
	char *there = files_read(in_dir(name), NULL);

	require(there && strncmp(there, header, strlen(header)) == 0 && strcmp(there + strlen(header), text) == 0,
	        "%s holds:\n%s", name, there);
	free(there);
}

static int
end(void **state)
{
	store_free(&store);
	return folder_end(state);
}

static const char rows_header[] =
	"cell,attempt,status,seconds,call,for,alu_ps,read_ps,steal_ms,migrations,switches,short,noise,reason\n";
#define ROW(cell, status) cell ":rep=0,0," status ",1.000,0,f5,,,,,,,,\n"
#define SAMPLE(cell) cell ":rep=0,0,0,f5,,cf,50,lookup,Mops/s,1000,50000\n"

/* The reference runs, which older versions wrote, too. */
static void
written_again_as_it_was(void **state)
{
	static const char *const runs[] = {"full", "threads", "hardware"};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(runs); i++) {
		char *text[FILES];

		for (int j = 0; j < FILES; j++) {
			char path[FILES_PATH];

			files_path(path, "%s/datasets/reference/%s/%s.gz", files_home(), runs[i], store_files[j]);
			require(text[j] = archive_read(path, NULL), "%s", path);
			put(store_files[j], "", text[j]);
		}
		require(store_look(&store, dir, &why) == STATUS_DONE, "%s", why.text);
		assert_int_equal(store.lost, 0);
		require(store_begin(&store, dir, &why) == STATUS_DONE, "%s", why.text);
		store_free(&store);
		for (int j = 0; j < FILES; j++) {
			holds(store_files[j], "", text[j]);
			free(text[j]);
		}
	}
}

/* A run goes on behind what is whole; what cannot be read or lacks samples is measured again. */
static void
goes_on(void **state)
{
	(void)state;
	put("cells.csv", rows_header,
	    ROW("a", "done") "1,2,3\n" ROW("b", "done") ROW("c", "failed") ROW("d", "done") ROW("e", "done") "f:re");
	put("samples.csv", samples_header, "zzz\n" SAMPLE("a") SAMPLE("x") "b:rep=0,0,0,f5\n" SAMPLE("e") "e:r");
	require(store_look(&store, dir, &why) == STATUS_DONE, "%s", why.text);
	assert_int_equal(store.count, 5);
	assert_int_equal(store.lost, 3); /* b's is damaged, d's is gone, and what is cut off may be e's */
	store_drop(&store, "c:rep=0");
	require(store_begin(&store, dir, &why) == STATUS_DONE, "%s", why.text);
	assert_int_equal(store_append(&store, &(struct attempt){.cell = "g:rep=0",
	                                                        .status = "done",
	                                                        .done = true,
	                                                        .seconds = 1,
	                                                        .names = "f5",
	                                                        .noise = "",
	                                                        .reason = "",
	                                                        .samples = SAMPLE("g"),
	                                                        .length = strlen(SAMPLE("g"))}),
	                 0);
	holds("cells.csv", rows_header, ROW("a", "done") ROW("g", "done"));
	holds("samples.csv", samples_header, SAMPLE("a") SAMPLE("g"));
}

/* Reading results, a line that is too short to decide is another cell's. */
static void
results_of_a_run_cut_off(void **state)
{
	(void)state;
	put("cells.csv", rows_header, ROW("e", "done") "f:re");
	put("samples.csv", samples_header, SAMPLE("e") "e:r");
	require(store_read(&store, dir, &why) == STATUS_DONE, "%s", why.text);
	assert_int_equal(store.count, 1);
}

static void
nothing_yet(void **state)
{
	(void)state;
	require(store_look(&store, dir, &why) == STATUS_DONE && store.count == 0, "%s", why.text);
	require(store_begin(&store, dir, &why) == STATUS_DONE, "%s", why.text);
	holds("cells.csv", rows_header, "");
	holds("samples.csv", samples_header, "");
	store_free(&store);
	put("cells.csv", rows_header, ROW("a", "done"));
	unlink(in_dir("samples.csv"));
	assert_int_equal(store_look(&store, dir, &why), STATUS_FAILED);
	require(strstr(why.text, "samples.csv: No such file"), "said '%s'", why.text);
}

static void
refused_for_merging(void **state)
{
	static const struct {
		const char *rows, *samples, *says;
	} wrong[] = {
		{ROW("a", "done") ROW("a", "done"), SAMPLE("a"), "cells.csv has a:rep=0 twice"},
		{ROW("a", "done") ROW("b", "done"), SAMPLE("a") SAMPLE("b") SAMPLE("a"),
	         "of a:rep=0 are in two places"},
		{ROW("a", "done") "b:rep=0", SAMPLE("a"), "cells.csv: the last line is cut off"},
		{ROW("a", "done"), SAMPLE("a") "a", "samples.csv: the last line is cut off"},
		{ROW("a", "done") ROW("b", "done"), SAMPLE("a"), "samples.csv has lost the samples of b:rep=0; run it"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(wrong); i++) {
		put("cells.csv", rows_header, wrong[i].rows);
		put("samples.csv", samples_header, wrong[i].samples);
		assert_int_equal(store_read_whole(&store, dir, &why), STATUS_FAILED);
		require(strstr(why.text, wrong[i].says), "said '%s'", why.text);
		store_free(&store);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(written_again_as_it_was, folder_begin, end),
		cmocka_unit_test_setup_teardown(goes_on, folder_begin, end),
		cmocka_unit_test_setup_teardown(results_of_a_run_cut_off, folder_begin, end),
		cmocka_unit_test_setup_teardown(nothing_yet, folder_begin, end),
		cmocka_unit_test_setup_teardown(refused_for_merging, folder_begin, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
