/* SPDX-License-Identifier: MIT */
/* test_archive.c - files that may be compressed. */
#include "tests/run_folder.h"

#include "harness/base/files.h"

#include <errno.h>
#include <zlib.h>

static void
put_compressed(const char *name, const char *text)
{
	gzFile f = gzopen(in_dir(name), "wb");

	require(f && gzputs(f, text) >= 0 && gzclose(f) == Z_OK, "%s", name);
}

TEST_WITHIN(plain_and_compressed, folder_begin, folder_end)
{
	struct failure why = {.status = STATUS_DONE};
	char path[FILES_PATH], *text;

	put("record.csv", "a\n", "b\n");
	put_compressed("record.csv.gz", "a\nb\n");
	require(text = files_read(in_dir("record.csv.gz"), NULL), "cannot be read");
	assert_string_equal(text, "a\nb\n");
	free(text);
	assert_int_equal(files_find(path, dir, "record.csv", &why), STATUS_FAILED);
	require(strstr(why.text, "both record.csv and record.csv.gz"), "said '%s'", why.text);
	unlink(in_dir("record.csv"));
	assert_int_equal(files_find(path, dir, "record.csv", &why), STATUS_DONE);
	assert_string_equal(path, in_dir("record.csv.gz"));
}

TEST_WITHIN(damaged_compression, folder_begin, folder_end)
{
	static const char line[] = "a line of text that is long enough, 0123456789 abcdefghijklmnopqrstuvwxyz\n";
	char bytes[400];
	size_t n;
	FILE *f;

	put_compressed("record.csv.gz", line);
	f = fopen(in_dir("record.csv.gz"), "r");
	n = fread(bytes, 1, sizeof bytes, f);
	fclose(f);
	require(n > 60 && n < sizeof bytes, "%zu bytes", n);
	assert_int_equal(truncate(in_dir("record.csv.gz"), (off_t)n - 20), 0);
	assert_null(files_read(in_dir("record.csv.gz"), NULL));
	assert_int_equal(errno, EBADMSG);
	bytes[n - 6] ^= 1; /* the last byte but one of the check sum */
	f = fopen(in_dir("record.csv.gz"), "w");
	fwrite(bytes, 1, n, f);
	fclose(f);
	assert_null(files_read(in_dir("record.csv.gz"), NULL));
}
