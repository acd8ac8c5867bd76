/* SPDX-License-Identifier: MIT */
/* run_folder.h - a folder for the raw files of a run, made before a test and removed after it. */
#ifndef CUCKOOBENCH_TEST_RUN_FOLDER_H
#define CUCKOOBENCH_TEST_RUN_FOLDER_H

#include "harness/base/files.h"
#include "tests/seal.h"
#include "tests/test.h"

#include <unistd.h>

static char dir[] = "/tmp/cuckoobench-run-XXXXXX";

static inline const char *
in_dir(const char *name)
{
	static char path[FILES_PATH];

	files_path(path, "%s/%s", dir, name);
	return path;
}

/* Writes a file of two parts, as a header and what is behind it; and a record, with the digests of its entries. */
static inline void
put(const char *name, const char *header, const char *text)
{
	FILE *f = fopen(in_dir(name), "w");

	require(f && fputs(header, f) >= 0 && fputs(text, f) >= 0 && fclose(f) == 0, "%s", name);
}

static inline void
put_record(const char *header, const char *text)
{
	put(STORE_FILE, header, text);
	assert_true(seal_file(in_dir(STORE_FILE)));
}

static inline int
folder_begin(void **state)
{
	(void)state;
	strcpy(strrchr(dir, '-'), "-XXXXXX");
	return mkdtemp(dir) ? 0 : -1;
}

static inline int
folder_end(void **state)
{
	static const char *const names[] = {"record.csv", "record.csv.gz"};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(names); i++)
		unlink(in_dir(names[i]));
	return rmdir(dir);
}

/* A run's record, still without the digests (seal.h): what comes before it, an attempt at a cell, by some experiments,
 * and a sample. */
#define RECORD_HEAD                                                                                  \
	"format,3\nasked,experiments,cells,digest\n"                                                 \
	"attempt,cell,rep,status,seconds,call,by,alu_ps,read_ps,steal_ms,migrations,switches,short," \
	"noise,reason,samples,after,digest\nsample,rep,place,series,x,measure,unit,num,den\n"
#define RECORD_ATTEMPT(cell, by, status, samples) \
	"attempt," cell ":rep=0,0," status ",1.000,0," by ",,,,,,,,," samples ",,\n"
#define RECORD_SAMPLE "sample,0,,cf,50,lookup,Mops/s,1000,50000\n"
/* Three attempts, at a, b and c: one with two samples, one that failed, one with a sample. */
#define RECORD_THREE                                                                               \
	RECORD_ATTEMPT("a", "", "done", "2")                                                       \
	RECORD_SAMPLE "sample,0,,cf,75,lookup,Mops/s,1,2\n" RECORD_ATTEMPT("b", "", "failed", "0") \
		RECORD_ATTEMPT("c", "", "done", "1") RECORD_SAMPLE

#endif
