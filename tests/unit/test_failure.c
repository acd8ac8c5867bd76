/* SPDX-License-Identifier: MIT */
/* test_failure.c - a failure keeps its status and one line of text, whatever its length. */
#include "harness/base/failure.h"
#include "tests/test.h"

#include <errno.h>

TEST(keeps_status_and_text)
{
	struct failure f = {0};

	require(failed(&f, STATUS_UNFIT, "%s is given %s", "a", "twice") == STATUS_UNFIT, "returns another status");
	require(f.status == STATUS_UNFIT, "status %d", f.status);
	require(strcmp(f.text, "a is given twice") == 0, "'%s'", f.text);
}

TEST(names_a_path_and_the_error_of_the_system)
{
	struct failure f = {0};

	errno = ENOSPC;
	require(failed_at(&f, STATUS_FAILED, "out/cells.csv") == STATUS_FAILED, "returns another status");
	require(strcmp(f.text, "out/cells.csv: No space left on device") == 0, "'%s'", f.text);
}

TEST(may_be_made_from_its_own_text)
{
	struct failure f = {0};

	(void)failed(&f, STATUS_USAGE, "no such file");
	(void)failed(&f, STATUS_USAGE, "--keys: %s", f.text);
	require(strcmp(f.text, "--keys: no such file") == 0, "'%s'", f.text);
}

TEST(cuts_a_text_that_is_too_long)
{
	struct failure f = {0};
	char path[2 * FAILURE_TEXT];

	memset(path, 'x', sizeof path - 1);
	path[sizeof path - 1] = '\0';
	(void)failed(&f, STATUS_USAGE, "%s", path);
	require(strlen(f.text) == FAILURE_TEXT - 1, "%zu characters", strlen(f.text));
}

/* A text that was told is not printed again; that something failed is not forgotten. */
TEST(is_told_once_and_keeps_its_status)
{
	struct failure f = {0};

	(void)failed(&f, STATUS_UNFIT, "the first of two");
	require(failure_told(&f) == &f, "returns another failure");
	require(*f.text == '\0', "'%s'", f.text);
	require(f.status == STATUS_UNFIT, "status %d", f.status);
}
