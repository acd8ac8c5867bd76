/* SPDX-License-Identifier: MIT */
/* test_store_older.c - runs of earlier versions, in two files, become a record. */
#include "tests/run_store.h"

#include "harness/base/files.h"

/* Those reference runs that earlier versions wrote become this version's when they are gone on with. */
TEST_WITHIN(earlier_versions_are_converted, folder_begin, end)
{
	static const char *const runs[] = {"earlier"}, *const files[] = {"cells.csv", "samples.csv"};

	for (size_t i = 0; i < COUNT_OF(runs); i++) {
		char path[FILES_PATH], *text;
		size_t attempts, samples;

		for (size_t j = 0; j < COUNT_OF(files); j++) {
			files_path(path, "%s/datasets/reference/%s/%s.gz", files_home(), runs[i], files[j]);
			require(text = files_read(path, NULL), "%s", path);
			put(files[j], "", text);
			free(text);
		}
		goes_on();
		attempts = store.count, samples = store.samples;
		require(store.older && attempts > 0 && samples > attempts && store.lost == 0, "%s: %zu attempts",
		        runs[i], attempts);
		begins("f5", 0);
		goes_on();
		require(!store.older && store.count == attempts && store.samples == samples, "%s: %zu and %zu", runs[i],
		        store.count, store.samples);
		require(!files_exists(in_dir("cells.csv")) && !files_exists(in_dir("samples.csv")), "two records");
		text = files_read(in_dir(STORE_FILE), NULL);
		begins("f6", 0); /* written again, as it was but for what is asked */
		store_free(&store);
		unlink(in_dir(STORE_FILE));
		free(text);
	}
}

#define OLDER_CELLS "cell,attempt,status,seconds,for\n"
#define OLDER_SAMPLES "cell,attempt,rep,exp,panel,series,x,metric,unit,num,den\n"

/* One measurement that was kept for several experiments is one sample, in its program's words. */
TEST_WITHIN(older_words, folder_begin, end)
{
	put("cells.csv", OLDER_CELLS, "life:cf:q=1:rep=0,0,done,1.0,f5 f6 l4\nground:-:q=1:rep=0,0,done,1.0,f5\n");
	put("samples.csv", OLDER_SAMPLES,
	    "life:cf:q=1:rep=0,0,0,f5,,cf,50,lookup,Mops/s,3,4\nground:-:q=1:rep=0,0,0,f5,,ceiling-1,0,lookup,Mops/"
	    "s,5,6\n"
	    "life:cf:q=1:rep=0,0,0,l4,,cf,50,lookup,Mops/s,3,4\nground:-:q=1:rep=0,0,0,f5,,ceiling-1,25,lookup,Mops/"
	    "s,5,6\n"
	    "life:cf:q=1:rep=0,0,0,f6,a,cf,0.5,lookup,Mops/s,7,8\n");
	goes_on();
	begins("f5", 0);
	again();
	holds(RECORD_HEAD "asked,f5 f6 l4,2\n"
	                  "attempt,life:cf:q=1:parts=occupancies+shares:rep=0,0,0,done,1.000,0,,,,,,,,,,2\n"
	                  "sample,0,,cf,50,lookup,Mops/s,3,4\nsample,0,,cf,0.5,lookup_absent,Mops/s,7,8\n"
	                  "attempt,ground:-:q=1:rep=0,0,0,done,1.000,0,,,,,,,,,,1\n"
	                  "sample,0,,ceiling-1,0,rate,Mops/s,5,6\n");
}

/* The first versions did not say which experiments a cell was for. */
TEST_WITHIN(older_columns, folder_begin, end)
{
	put("cells.csv", "cell,attempt,status,seconds\n", "fill:cf:m=512:f=8:b=4:rep=0,0,done,1.0\n");
	put("samples.csv", OLDER_SAMPLES,
	    "fill:cf:m=512:f=8:b=4:rep=0,0,0,f2,a,m=2^9,8,load,fraction,3,4\n"
	    "fill:cf:m=512:f=8:b=4:rep=0,0,0,l2,,cf,8,load,fraction,3,4\n");
	goes_on();
	begins("f2", 0);
	again();
	holds(RECORD_HEAD "asked,f2 l2,1\nattempt,fill:cf:m=512:f=8:b=4:rep=0,0,0,done,1.000,0,,,,,,,,,,1\n"
	                  "sample,0,b=4:m=2^9,cf,8,load,fraction,3,4\n");
}

TEST_WITHIN(older_damage, folder_begin, end)
{
	static const struct {
		const char *cells, *samples, *says;
	} wrong[] = {
		{"a:rep=0,0,done,1.0,f5\n", "", "samples.csv has lost the samples of a:rep=0"},
		{"a:rep=0,0\n", "", "cells.csv:2: not as many fields as its header"},
		{"a:rep=0,0,done,1.0,f5\n", "a:rep=0,0\n", "samples.csv:2: not as many fields as its header"},
	};

	for (size_t i = 0; i < COUNT_OF(wrong); i++) {
		put("cells.csv", OLDER_CELLS, wrong[i].cells);
		put("samples.csv", OLDER_SAMPLES, wrong[i].samples);
		again();
		says(store_read(&store, STORE_READ, dir, &why), wrong[i].says);
	}
	put("cells.csv", "cell,status\n", "a,done\n");
	again();
	says(store_read(&store, STORE_READ, dir, &why), "cells.csv:1: no column 'attempt'");
}
