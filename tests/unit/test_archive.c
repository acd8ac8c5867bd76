/* SPDX-License-Identifier: MIT */
/*
 * test_archive.c - raw files, plain and compressed; which samples count when a run was stopped at any point; and
 * digests.
 */
#include "tests/run_folder.h"

#include "harness/base/archive.h"
#include "harness/base/digest.h"
#include "harness/run/samples.h"
#include "harness/run/store_parts.h"

#include <errno.h>
#include <unistd.h>
#include <zlib.h>

static struct failure why;

static const char cells_header[] = "cell,attempt,status,seconds,call,for,reason\n";

static void
put_compressed(const char *name, const char *text)
{
	gzFile f = gzopen(in_dir(name), "wb");

	require(f && gzputs(f, text) >= 0 && gzclose(f) == Z_OK, "%s", name);
}

/* A samples file with these lines behind its header. */
static const char *
samples_text(const char *lines)
{
	static char text[4096];

	snprintf(text, sizeof text, "%s%s", samples_header, lines);
	return text;
}

static const char *
cells_text(const char *lines)
{
	static char text[4096];

	snprintf(text, sizeof text, "%s%s", cells_header, lines);
	return text;
}

static const char two_cells[] = "a:rep=0,0,0,f5,,cf,50,lookup,Mops/s,1000,50000\n"
				"b:rep=0,0,0,f5,,bf,50,lookup,Mops/s,1000,40000\n";
static const char two_done[] = "a:rep=0,0,done,1.0,0,f5,\nb:rep=0,0,done,1.0,0,f5,\n";

/* How many samples count. An error must be one line that names the file. */
static size_t
count(void)
{
	struct samples all;
	size_t n;

	if (samples_of(dir, &all, &why) != 0) {
		require(strstr(why.text, dir) && !strchr(why.text, '\n'), "said '%s'", why.text);
		return SIZE_MAX;
	}
	n = all.count;
	samples_free(&all);
	return n;
}

static void
plain_and_compressed(void **state)
{
	(void)state;
	put("samples.csv", "", samples_text(two_cells));
	put("cells.csv", "", cells_text(two_done));
	assert_int_equal(count(), 2);
	assert_false(store_is_history(dir));
	unlink(in_dir("samples.csv"));
	put_compressed("samples.csv.gz", samples_text(two_cells));
	assert_int_equal(count(), 2);
	assert_true(store_is_history(dir));
	unlink(in_dir("cells.csv"));
	put_compressed("cells.csv.gz", cells_text(two_done));
	assert_int_equal(count(), 2);
	put("cells.csv", "", cells_text(two_done));
	assert_int_equal(count(), SIZE_MAX);
	assert_non_null(strstr(why.text, "both cells.csv and cells.csv.gz"));
}

static void
damaged_compression(void **state)
{
	char bytes[400];
	size_t n;
	FILE *f;

	(void)state;
	put("cells.csv", "", cells_text(two_done));
	put_compressed("samples.csv.gz", samples_text(two_cells));
	f = fopen(in_dir("samples.csv.gz"), "r");
	n = fread(bytes, 1, sizeof bytes, f);
	fclose(f);
	require(n > 60 && n < sizeof bytes, "%zu bytes", n);
	assert_int_equal(truncate(in_dir("samples.csv.gz"), (off_t)n - 20), 0);
	assert_int_equal(count(), SIZE_MAX);
	assert_null(archive_read(in_dir("samples.csv.gz"), NULL));
	assert_int_equal(errno, EBADMSG);
	bytes[n - 6] ^= 1; /* the last byte but one of the check sum */
	f = fopen(in_dir("samples.csv.gz"), "w");
	fwrite(bytes, 1, n, f);
	fclose(f);
	assert_int_equal(count(), SIZE_MAX);
}

/* After a kill or on a full disk: samples of a cell without its line, or a line cut off. */
static void
only_what_is_done(void **state)
{
	(void)state;
	put("samples.csv", "", samples_text(two_cells));
	put("cells.csv", "", cells_text("a:rep=0,0,done,1.0,0,f5,\n"));
	assert_int_equal(count(), 1);
	put("cells.csv", "", cells_text("a:rep=0,0,done,1.0,0,f5,\nb:rep=0,0,failed,1.0,0,f5,no memory\n"));
	assert_int_equal(count(), 1);
	put("cells.csv", "", cells_text("a:rep=0,0,done,1.0,0,f5,\nb:rep=0,0,done,1.0,0,f5,")); /* no newline */
	assert_int_equal(count(), 1);
	put("cells.csv", "", cells_text(""));
	assert_int_equal(count(), 0);
	put("cells.csv", "", cells_text(two_done));
	put("cells.csv", "", cells_text("a:rep=0,0,done,1.0,0,f5,\n"));
	put("samples.csv", "",
	    samples_text("a:rep=0,0,0,f5,,cf,50,lookup,Mops/s,1000,50000\nb:rep=0,0,0,f5,,bf,50,lo"));
	assert_int_equal(count(), 1);
	put("samples.csv", "",
	    samples_text("a:rep=0,0,0,f5,,cf,50,lookup,Mops/s,1000,50000\nb:rep=0,0,0,f5,,bf,50,lo\n"));
	assert_int_equal(count(), SIZE_MAX); /* in the middle it is damage */
	assert_non_null(strstr(why.text, "samples.csv:3: "));
}

/* A cell's line is written after its samples. If the line is there and the samples are not, the run was damaged
 * later. */
static void
samples_that_have_gone(void **state)
{
	static const char *const gone[] = {
		"",
		"a:rep=0,0,0,f5,,cf,50,lookup,Mops/s,1000,50000\n", /* b's */
		/* and its only one is cut off */
		"a:rep=0,0,0,f5,,cf,50,lookup,Mops/s,1000,50000\nb:rep=0,0,0,f5,,bf,50,lo",
		/* one of two is cut off */
		("a:rep=0,0,0,f5,,cf,50,lookup,Mops/s,1000,50000\n"
	         "b:rep=0,0,0,f5,,bf,50,lookup,Mops/s,1000,40000\nb:rep=0,0,0,f5,,bf,5"),
	};

	(void)state;
	put("cells.csv", "", cells_text(two_done));
	for (size_t i = 0; i < COUNT_OF(gone); i++) {
		put("samples.csv", "", samples_text(gone[i]));
		require(count() == SIZE_MAX, "%zu: read as if all were there", i);
		require(strstr(why.text, "lack samples"), "%zu: said '%s'", i, why.text);
	}
}

/* A line that no program wrote is not a cell. */
static void
damaged_cells(void **state)
{
	static const char *const lines[] = {"a:rep=0,0,dxne,1.0,0,f5,\n", "a:rep=0,0,,1.0,0,f5,\n",
	                                    "a:rep=0,x,done,1.0,0,f5,\n", "a:rep=0,0,done,\xff.440,0,f5,\n",
	                                    "a:rep=0,0,done,,0,f5,\n"};

	(void)state;
	put("samples.csv", "", samples_text(two_cells));
	for (size_t i = 0; i < COUNT_OF(lines); i++) {
		put("cells.csv", "", cells_text(lines[i]));
		require(count() == SIZE_MAX, "taken for a cell: %s", lines[i]);
		require(strstr(why.text, "cells.csv:2: not a cell"), "said '%s'", why.text);
	}
}

/* Samples that somebody sorted are still those of their attempts, and a damaged one has its line. */
static void
rearranged(void **state)
{
	static const char lines[] = "a:rep=0,0,0,f5,,cf,50,lookup,Mops/s,1000,50000\n"
				    "b:rep=0,0,0,f5,,bf,50,lookup,Mops/s,1000,50000\n"
				    "a:rep=0,0,0,f5,,cf,75,lookup,Mops/s,1000,50000\n"
				    "a:rep=0,0,0,f5,,cf,90,lookup,Mops/s,1000,5000\n";
	static char damaged[sizeof lines + 1];

	(void)state;
	put("cells.csv", "", cells_text(two_done));
	put("samples.csv", "", samples_text(lines));
	assert_int_equal(count(), 4);
	snprintf(damaged, sizeof damaged, "%.*sx\n", (int)sizeof lines - 2, lines);
	put("samples.csv", "", samples_text(damaged));
	assert_int_equal(count(), SIZE_MAX);
	assert_non_null(strstr(why.text, "samples.csv:5: not a sample of eleven fields"));
}

/* A second attempt that was cut off does not replace the first. */
static void
attempts(void **state)
{
	struct samples all;

	(void)state;
	put("samples.csv", "",
	    samples_text("a:rep=0,0,0,f5,,cf,50,lookup,Mops/s,1000,50000\n"
	                 "a:rep=0,1,0,f5,,cf,50,lookup,Mops/s,1000,40000\n"));
	put("cells.csv", "", cells_text("a:rep=0,0,done,1.0,0,f5,\n"));
	assert_int_equal(samples_of(dir, &all, &why), 0);
	assert_true(all.count == 1 && all.at[0].attempt == 0 && !all.at[0].superseded);
	samples_free(&all);
	put("cells.csv", "", cells_text("a:rep=0,0,done,1.0,0,f5,\na:rep=0,1,done,1.0,0,f5,\n"));
	assert_int_equal(samples_of(dir, &all, &why), 0);
	assert_true(all.count == 2 && all.at[0].superseded && !all.at[1].superseded);
	samples_free(&all);
}

static void
refusals(void **state)
{
	static const char *const headers[] = {"", "cell,attempt", "panel,series\n"};
	char missing[600];
	struct samples all;

	(void)state;
	assert_int_equal(count(), SIZE_MAX);
	put("cells.csv", "", cells_text(two_done));
	for (size_t i = 0; i < COUNT_OF(headers); i++) {
		put("samples.csv", "", headers[i]);
		require(count() == SIZE_MAX, "a samples file: %s", headers[i]);
	}
	unlink(in_dir("cells.csv"));
	put("samples.csv", "", samples_text(two_cells));
	assert_int_equal(count(), SIZE_MAX);
	assert_non_null(strstr(why.text, "cells.csv: No such file"));
	put("cells.csv", "", "cell,status\na,done\n");
	assert_int_equal(count(), SIZE_MAX);
	assert_non_null(strstr(why.text, "cells.csv:1: "));
	put("cells.csv", "", "\"");
	assert_int_equal(count(), SIZE_MAX);
	assert_non_null(strstr(why.text, "cells.csv:1: "));
	put("cells.csv", "", cells_text("a:rep=0,0,done\nb:rep=0,0,done,1.0,0,f5,\n"));
	assert_int_equal(count(), SIZE_MAX);
	assert_non_null(strstr(why.text, "cells.csv:2: "));
	/* a long path is named to its end */
	snprintf(missing, sizeof missing, "/nonexistent/%0500d", 0);
	assert_int_equal(samples_of(missing, &all, &why), STATUS_FAILED);
	assert_ptr_equal(strstr(why.text, missing), why.text);
	assert_string_equal(why.text + strlen(missing), "/samples.csv: No such file or directory");
}

/* FIPS 180-2, appendix B, and the digest of nothing. */
static void
known_digests(void **state)
{
	char text[DIGEST_TEXT];

	(void)state;
	assert_string_equal(digest_bytes("abc", 3, text),
	                    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
	assert_string_equal(digest_bytes("", 0, text),
	                    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
	put("cells.csv", "", "abc");
	assert_string_equal(digest_file(in_dir("cells.csv"), text),
	                    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
	assert_null(digest_file(in_dir("nothing"), text));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(plain_and_compressed, folder_begin, folder_end),
		cmocka_unit_test_setup_teardown(damaged_compression, folder_begin, folder_end),
		cmocka_unit_test_setup_teardown(samples_that_have_gone, folder_begin, folder_end),
		cmocka_unit_test_setup_teardown(damaged_cells, folder_begin, folder_end),
		cmocka_unit_test_setup_teardown(only_what_is_done, folder_begin, folder_end),
		cmocka_unit_test_setup_teardown(rearranged, folder_begin, folder_end),
		cmocka_unit_test_setup_teardown(attempts, folder_begin, folder_end),
		cmocka_unit_test_setup_teardown(refusals, folder_begin, folder_end),
		cmocka_unit_test_setup_teardown(known_digests, folder_begin, folder_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
