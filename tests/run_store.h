/* SPDX-License-Identifier: MIT */
/* run_store.h - a record in a folder of its own: read, gone on with, and what it then holds. */
#ifndef CUCKOOBENCH_TEST_RUN_STORE_H
#define CUCKOOBENCH_TEST_RUN_STORE_H

#include "tests/run_folder.h"

#include "harness/run/store.h"

static struct failure why;
static struct store store;

static inline void
again(void)
{
	store_free(&store);
	why = (struct failure){.status = STATUS_DONE};
}

static inline int
end(void **state)
{
	again();
	return folder_end(state);
}

static inline void
goes_on(void)
{
	again();
	require(store_read(&store, STORE_CONTINUE, dir, &why) == STATUS_DONE, "%s", why.text);
}

static inline void
begins(const char *experiment, size_t more)
{
	bool asked[EXPERIMENTS] = {false};

	asked[experiment_index(experiment)] = true;
	require(store_begin(&store, dir, asked, more, &why) == STATUS_DONE, "%s", why.text);
}

static inline void
appends(const char *cell, const char *samples)
{
	const struct attempt a = {.cell = cell,
	                          .status = samples ? "done" : "failed",
	                          .done = samples,
	                          .seconds = 1,
	                          .noise = "",
	                          .reason = ""};

	assert_int_equal(store_append(&store, &a, samples, samples ? strlen(samples) : 0), 0);
}

/* What the record holds, but for its digests; they are right if it can be read. */
static inline void
holds(const char *text)
{
	char *there = files_read(in_dir(STORE_FILE), NULL), *blank = there ? seal_record(there, true) : NULL;

	require(blank && strcmp(blank, text) == 0, "the record holds:\n%s", there);
	free(blank);
	free(there);
	again();
	require(store_read(&store, STORE_MERGE, dir, &why) == STATUS_DONE, "%s", why.text);
}

static inline void
says(int status, const char *text)
{
	require(status == STATUS_FAILED && strstr(why.text, text), "said '%s'", why.text);
}

#endif
