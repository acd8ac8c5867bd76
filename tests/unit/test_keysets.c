/* SPDX-License-Identifier: MIT */
/*
 * test_keysets.c - sets of real keys: what is read from files of each format, what is refused and in which words,
 * duplicates and colliding digests counted exactly, strings through each hash.
 */
#include "tests/test.h"

#include "core/hash.h"
#include "datasets/key_files.h"

#include <sys/stat.h>
#include <unistd.h>

static char path[] = "/tmp/cuckoobench-keyset-XXXXXX";

/* Writes a file of these bytes. */
static void
put(const void *bytes, size_t n)
{
	FILE *f = fopen(path, "wb");

	require(f && fwrite(bytes, 1, n, f) == n && fclose(f) == 0, "cannot write %s", path);
}

static enum keyset_status
load(struct keyset *set, const char *format, char why[KEYSET_WHY])
{
	struct key_format f;

	require(key_format_find(format, &f), "no format %s", format);
	keyset_init(set, "test");
	*why = '\0';
	return key_file_load(set, path, &f, why);
}

/* The file of these bytes is refused in these words. */
static void
refused(const void *bytes, size_t n, const char *format, const char *words)
{
	struct keyset set;
	char why[KEYSET_WHY];

	put(bytes, n);
	require(load(&set, format, why) == KEYSET_EINVAL, "%s: taken", words);
	require(strcmp(why, words) == 0, "\"%s\", not \"%s\"", why, words);
	keyset_destroy(&set);
}

static void
taken(struct keyset *set, const void *bytes, size_t n, const char *format, size_t count, size_t duplicates,
      size_t passed_over)
{
	char why[KEYSET_WHY];

	put(bytes, n);
	require(load(set, format, why) == KEYSET_OK, "%s: %s", format, why);
	require(set->count == count && set->duplicates == duplicates && set->passed_over == passed_over,
	        "%zu keys, %zu duplicates, %zu passed over", set->count, set->duplicates, set->passed_over);
}

#define TEXT(s) (s), sizeof(s) - 1

/* count, then keys of `width` bytes, little endian. */
static size_t
sosd(unsigned char *to, uint64_t count, const uint64_t *keys, size_t n, size_t width)
{
	for (size_t b = 0; b < 8; b++)
		to[b] = (unsigned char)(count >> 8 * b);
	for (size_t i = 0; i < n; i++)
		for (size_t b = 0; b < width; b++)
			to[8 + i * width + b] = (unsigned char)(keys[i] >> 8 * b);
	return 8 + n * width;
}

TEST(sosd_files)
{
	static const uint64_t keys[] = {5, UINT64_C(0x0123456789abcdef), 5, 0, UINT64_MAX, 5};
	unsigned char bytes[100];
	struct keyset set;

	taken(&set, bytes, sosd(bytes, 6, keys, 6, 8), "sosd64", 4, 2, 0);
	require(set.keys[0] == 5 && set.keys[1] == keys[1] && set.keys[2] == 0 && set.keys[3] == UINT64_MAX,
	        "other keys, or another order");
	require(!set.bytes && strcmp(set.sources[0].path, path) == 0 && set.source_count == 1, "its source");
	keyset_destroy(&set);
	taken(&set, bytes, sosd(bytes, 6, keys, 6, 8), "auto", 4, 2, 0);
	keyset_destroy(&set);
	taken(&set, bytes, sosd(bytes, 6, keys, 6, 4), "auto", 4, 2, 0);
	require(set.keys[1] == 0x89abcdef && set.keys[3] == UINT32_MAX, "32 bits");
	keyset_destroy(&set);
	taken(&set, bytes, sosd(bytes, 6, keys, 6, 4), "sosd32", 4, 2, 0);
	keyset_destroy(&set);
	refused(bytes, sosd(bytes, 6, keys, 6, 8) - 1, "sosd64",
	        "the count says 6 keys, but behind it are 47 bytes, where 5 keys of 64 bits each leave a part of one");
	refused(bytes, sosd(bytes, 7, keys, 6, 8), "sosd64",
	        "the count says 7 keys, but behind it are 48 bytes, where 6 keys of 64 bits each fit");
	refused(bytes, sosd(bytes, UINT64_C(1) << 61, keys, 0, 8), "sosd64",
	        "the count says 2305843009213693952 keys, but behind it are 0 bytes, where 0 keys of 64 bits each fit");
	refused(bytes, sosd(bytes, 6, keys, 6, 8), "sosd32",
	        "the count says 6 keys, but behind it are 48 bytes, where 12 keys of 32 bits each fit");
	refused(bytes, 7, "sosd64", "7 bytes, too few for the count of 8 that SOSD's files begin with");
	refused(bytes, sosd(bytes, 7, keys, 6, 8), "auto",
	        "neither text, for it has a NUL byte, nor SOSD's, for behind a count of 7 keys are 48 bytes; "
	        "--keys-format says what it is");
	refused(bytes, 7, "auto",
	        "neither text, for it has a NUL byte, nor as long as SOSD's count; --keys-format says what it is");
	refused(bytes, sosd(bytes, 0, keys, 0, 8), "auto", "no key");
	refused(bytes, 0, "auto", "empty");
	refused(bytes, 0, "sosd64", "empty");
	refused(bytes, sosd(bytes, 1, keys, 1, 8), "sosd64",
	        "only one distinct key, where a half to insert and a half to ask for are needed");
}

TEST(lines_of_text)
{
	struct keyset set;

	taken(&set, TEXT("one\ntwo\r\n\nthree\r\n\r\ntwo\nlast"), "lines", 4, 1, 2);
	require(!set.keys && set.starts[4] == 15 && memcmp(set.bytes, "onetwothreelast", 15) == 0 &&
	                set.starts[2] == 6 && set.starts[3] == 11,
	        "the lines");
	keyset_destroy(&set);
	taken(&set, TEXT("a\nb\n"), "auto", 2, 0, 0);
	keyset_destroy(&set);
	taken(&set, TEXT("a\nb\r"), "lines", 2, 0, 0);
	require(set.starts[2] == 2, "a carriage return at the file's end is no part of a key");
	keyset_destroy(&set);
	taken(&set, TEXT("\xff\xfe\n\x80\n a b\t\n"), "lines", 3, 0, 0);
	keyset_destroy(&set);
	taken(&set, TEXT("a\rb\nab\n"), "lines", 2, 0, 0);
	keyset_destroy(&set);
	/* A byte-order mark is of the file, not of its first line; elsewhere its bytes are like any others. */
	taken(&set,
	      TEXT("\xef\xbb\xbf"
	           "one\ntwo\n"),
	      "lines", 2, 0, 0);
	require(set.starts && memcmp(set.bytes + set.starts[0], "one", 3) == 0, "the mark is part of the first key");
	keyset_destroy(&set);
	taken(&set,
	      TEXT("one\n\xef\xbb\xbf"
	           "one\n\xef\xbb"
	           "one"),
	      "lines", 3, 0, 0);
	keyset_destroy(&set);
	taken(&set, TEXT("\xef\xbb\xbf\xef\xbb\xbf\nx\n"), "lines", 2, 0, 0);
	keyset_destroy(&set);
	refused(TEXT("\xef\xbb\xbf"), "lines", "no key");
	refused(TEXT("a\nb\nc\0d\ne\n"), "lines", "line 3: a NUL byte, which no text has");
	refused(TEXT("\n\r\n\n"), "lines", "no key");
	refused(TEXT("same\nsame\r\nsame"), "lines",
	        "only one distinct key, where a half to insert and a half to ask for are needed");
}

TEST(decimal_lines)
{
	struct keyset set;

	taken(&set, TEXT("18446744073709551615\n0\r\n007\n7\n\n12"), "decimal", 4, 1, 1);
	require(set.keys[0] == UINT64_MAX && set.keys[1] == 0 && set.keys[2] == 7 && set.keys[3] == 12, "the numbers");
	keyset_destroy(&set);
	taken(&set,
	      TEXT("\xef\xbb\xbf"
	           "7\n12\n"),
	      "decimal", 2, 0, 0);
	keyset_destroy(&set);
	refused(TEXT("7\n\xef\xbb\xbf"
	             "12\n"),
	        "decimal", "line 2: '???12' is no integer from 0 to 2^64-1");
	refused(TEXT("1\n18446744073709551616\n"), "decimal",
	        "line 2: '18446744073709551616' is no integer from 0 to 2^64-1");
	refused(TEXT("1\n2\n-3\n"), "decimal", "line 3: '-3' is no integer from 0 to 2^64-1");
	refused(TEXT("1 \n"), "decimal", "line 1: '1 ' is no integer from 0 to 2^64-1");
	refused(TEXT("1\n\t\x01 and a line much longer than that\n"), "decimal",
	        "line 2: '?? and a line much longe...' is no integer from 0 to 2^64-1");
	refused(TEXT("1\n2\0\n"), "decimal", "line 2: a NUL byte, which no text has");
}

TEST(fixed_records)
{
	struct keyset set;

	taken(&set, TEXT("abcabdabc"), "fixed:3", 2, 1, 0);
	require(set.keys && set.keys[0] == 0x636261 && set.keys[1] == 0x646261, "integers");
	keyset_destroy(&set);
	taken(&set, TEXT("\0\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\1\0"), "fixed:9", 2, 0, 0);
	require(!set.keys && set.starts[2] == 18 && set.bytes[17] == 0, "strings");
	keyset_destroy(&set);
	refused(TEXT("abcabdab"), "fixed:3", "8 bytes are no whole number of records of 3");
}

TEST(what_cannot_be_read)
{
	struct keyset set;
	struct key_format f = {0};
	char why[KEYSET_WHY];

	keyset_init(&set, "test");
	require(key_file_load(&set, "/tmp", &f, why) == KEYSET_EIO && strcmp(why, "Is a directory") == 0,
	        "a folder: %s", why);
	require(key_file_load(&set, "/nowhere/at/all", &f, why) == KEYSET_EIO &&
	                strcmp(why, "No such file or directory") == 0,
	        "no file: %s", why);
	require(set.source_count == 0, "a source that was not read");
	keyset_destroy(&set);
}

TEST(names_and_formats)
{
	static const char *const wrong[] = {"",         "sosd",     "fixed",    "fixed:", "fixed:0", "fixed:4097",
	                                    "fixed:-1", "fixed: 1", "fixed:8x", "LINES",  "fixed:N"};
	static const char *const right[] = {"auto", "sosd64", "sosd32", "lines", "decimal", "fixed:1", "fixed:4096"};
	static const char *const files[][2] = {
		{"a/b c,d:e.txt", "b_c_d_e.txt"}, {"words", "words"}, {"x/", "_"}, {"\xc3\xa4", "__"}};
	char text[KEY_FORMAT_TEXT], name[KEYSET_NAME], longest[200];
	struct key_format f;

	for (size_t i = 0; i < COUNT_OF(wrong); i++)
		require(!key_format_find(wrong[i], &f), "'%s' is a format", wrong[i]);
	for (size_t i = 0; i < COUNT_OF(right); i++)
		require(key_format_find(right[i], &f) && strcmp(key_format_text(f, text), right[i]) == 0,
		        "'%s' is none", right[i]);
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		key_file_name(files[i][0], name);
		require(strcmp(name, files[i][1]) == 0, "'%s' is named '%s'", files[i][0], name);
	}
	memset(longest, 'x', sizeof longest - 1);
	longest[sizeof longest - 1] = '\0';
	key_file_name(longest, name);
	require(strlen(name) == KEYSET_NAME - 1, "a long name");
}

/* The digest is that of the bytes; a written file can be read. */
TEST(written_and_read)
{
	static const uint64_t keys[] = {3, 1, UINT64_C(1) << 63};
	struct keyset set;
	FILE *f = fopen(path, "wb");
	char why[KEYSET_WHY];

	require(f && key_file_write(f, keys, 3) && fclose(f) == 0, "not written");
	require(load(&set, "auto", why) == KEYSET_OK && set.count == 3 && memcmp(set.keys, keys, sizeof keys) == 0,
	        "not read: %s", why);
	keyset_destroy(&set);
	taken(&set, TEXT("abc\ndef"), "lines", 2, 0, 0);
	require(strcmp(set.sources[0].sha256, "d53d6b91af7caf8fe3d8021f116270137c0079d579a1e16965da80c2ed138ffb") == 0,
	        "%s", set.sources[0].sha256);
	keyset_destroy(&set);
}

/* --- digests --- */

/* Strings of every length, and strings that differ only by zeros at the end, or by a word. */
TEST(strings_are_told_apart)
{
	static const char *const hashes[] = {"xxh3", "city", "xxh64", "murmur", "mulshift"};
	unsigned char bytes[40];

	for (size_t i = 0; i < COUNT_OF(hashes); i++) {
		struct keyset set;
		struct hash h;
		size_t collisions, kept;
		uint64_t *keys;
		char why[KEYSET_WHY];

		keyset_init(&set, "strings");
		memset(bytes, 0, sizeof bytes);
		for (size_t n = 1; n <= sizeof bytes; n++)
			for (unsigned v = 0; v < 200; v++) {
				bytes[n - 1] = (unsigned char)v;
				require(keyset_add_bytes(&set, bytes, n), "memory");
				bytes[n - 1] = 0;
			}
		require(keyset_finish(&set, why) == KEYSET_OK && set.count == 8000, "%zu strings", set.count);
		keys = malloc(set.count * sizeof *keys);
		require(hash_init(&h, hashes[i], test_seed()), "hash");
		kept = keyset_digest(&set, &h, keys, NULL, &collisions);
		require(kept == 8000 && collisions == 0, "%s: %zu of 8000, %zu collide", hashes[i], kept, collisions);
		for (size_t k = 0; k < kept; k += 77)
			require(keys[k] == hash_bytes(&h, set.bytes + set.starts[k], set.starts[k + 1] - set.starts[k]),
			        "%s: another key", hashes[i]);
		free(keys);
		keyset_destroy(&set);
	}
}

/* Strings with equal hashes are one key, and counted. "identity" gives the xor of words and length. */
TEST(collisions_are_counted)
{
	static const char *const strings[] = {"aaaaaaaabbbbbbbb", "bbbbbbbbaaaaaaaa", "c",
	                                      "ccccccccdddddddd", "ddddddddcccccccc", "e"};
	struct keyset set;
	struct hash h;
	uint64_t keys[6];
	size_t collisions;
	char why[KEYSET_WHY];

	keyset_init(&set, "strings");
	for (size_t i = 0; i < COUNT_OF(strings); i++)
		require(keyset_add_bytes(&set, strings[i], strlen(strings[i])), "memory");
	require(!keyset_add(&set, 5), "an integer among strings");
	require(keyset_finish(&set, why) == KEYSET_OK && hash_init(&h, "identity", 0), "%s", why);
	require(keyset_digest(&set, &h, keys, NULL, &collisions) == 4 && collisions == 2, "%zu collide", collisions);
	require(keys[1] == ('c' ^ 1) && keys[3] == ('e' ^ 1), "the first of each, in order");
	keyset_destroy(&set);
	keyset_init(&set, "integers");
	require(keyset_add(&set, 9) && keyset_add(&set, 8) && !keyset_add_bytes(&set, "x", 1),
	        "a string among integers");
	require(keyset_finish(&set, why) == KEYSET_OK && keyset_digest(&set, &h, keys, NULL, &collisions) == 2 &&
	                collisions == 0 && keys[0] == 9 && keys[1] == 8,
	        "integers are as they are");
	keyset_destroy(&set);
}

/* Against a quadratic search, on keys with many duplicates. */
TEST(duplicates_are_exact)
{
	enum { N = 2000 };
	uint64_t random = test_stream("duplicates"), keys[N];
	struct keyset integers, strings;
	size_t distinct = 0;
	char why[KEYSET_WHY];

	keyset_init(&integers, "i");
	keyset_init(&strings, "s");
	for (size_t i = 0; i < N; i++) {
		const uint64_t key = rng_next(&random) % 1000;
		size_t j = 0;

		while (j < distinct && keys[j] != key)
			j++;
		if (j == distinct)
			keys[distinct++] = key;
		require(keyset_add(&integers, key) && keyset_add_bytes(&strings, &key, 1 + key % 8), "memory");
	}
	require(keyset_finish(&integers, why) == KEYSET_OK && keyset_finish(&strings, why) == KEYSET_OK, "%s", why);
	require(integers.count == distinct && integers.duplicates == N - distinct &&
	                memcmp(integers.keys, keys, distinct * 8) == 0,
	        "%zu distinct, not %zu", integers.count, distinct);
	require(strings.count + strings.duplicates == N && strings.count <= distinct, "strings");
	for (size_t a = 0; a < strings.count; a++)
		for (size_t b = 0; b < a; b++)
			require(strings.starts[a + 1] - strings.starts[a] !=
			                        strings.starts[b + 1] - strings.starts[b] ||
			                memcmp(strings.bytes + strings.starts[a], strings.bytes + strings.starts[b],
			                       strings.starts[a + 1] - strings.starts[a]),
			        "string %zu is string %zu", a, b);
	keyset_destroy(&integers);
	keyset_destroy(&strings);
}

int
main(int argc, char **argv)
{
	int status, fd = mkstemp(path);

	if (fd < 0)
		return 1;
	close(fd);
	status = test_main(argc, argv, filter_all);
	unlink(path);
	return status;
}
