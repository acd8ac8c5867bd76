/* SPDX-License-Identifier: MIT */
/* test_failure.c - a failure keeps its status and one line of text, whatever its length. */
#include "harness/base/failure.h"
#include "tests/test.h"

#include <errno.h>

static void
keeps_status_and_text(void **state)
{
	struct failure f = {0};

	(void)state;
	require(failed(&f, STATUS_UNFIT, "%s is given %s", "a", "twice") == STATUS_UNFIT, "returns another status");
	require(f.status == STATUS_UNFIT, "status %d", f.status);
	require(strcmp(f.text, "a is given twice") == 0, "'%s'", f.text);
}

static void
names_a_path_and_the_error_of_the_system(void **state)
{
	struct failure f = {0};

	(void)state;
	errno = ENOSPC;
	require(failed_at(&f, STATUS_FAILED, "out/cells.csv") == STATUS_FAILED, "returns another status");
	require(strcmp(f.text, "out/cells.csv: No space left on device") == 0, "'%s'", f.text);
}

static void
may_be_made_from_its_own_text(void **state)
{
	struct failure f = {0};

	(void)state;
	(void)failed(&f, STATUS_USAGE, "no such file");
	(void)failed(&f, STATUS_USAGE, "--keys: %s", f.text);
	require(strcmp(f.text, "--keys: no such file") == 0, "'%s'", f.text);
}

static void
cuts_a_text_that_is_too_long(void **state)
{
	struct failure f = {0};
	char path[2 * FAILURE_TEXT];

	(void)state;
	memset(path, 'x', sizeof path - 1);
	path[sizeof path - 1] = '\0';
	(void)failed(&f, STATUS_USAGE, "%s", path);
	require(strlen(f.text) == FAILURE_TEXT - 1, "%zu characters", strlen(f.text));
}

/* A text that was told is not printed again; that something failed is not forgotten. */
static void
is_told_once_and_keeps_its_status(void **state)
{
	struct failure f = {0};

	(void)state;
	(void)failed(&f, STATUS_UNFIT, "the first of two");
	require(failure_told(&f) == &f, "returns another failure");
	require(*f.text == '\0', "'%s'", f.text);
	require(f.status == STATUS_UNFIT, "status %d", f.status);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keeps_status_and_text),
		cmocka_unit_test(names_a_path_and_the_error_of_the_system),
		cmocka_unit_test(may_be_made_from_its_own_text),
		cmocka_unit_test(cuts_a_text_that_is_too_long),
		cmocka_unit_test(is_told_once_and_keeps_its_status),
	};

	return test_run(argc, argv, "failure", tests, COUNT_OF(tests));
}
