/* SPDX-License-Identifier: MIT */
/*
 * test_importers.c - importers of installed files, on small files made up in each format, whole and damaged, and the
 * versions of packages. (Databases of prefixes: test_import_prefixes.c. Real files: test_installed_keys.c.)
 */
#include "tests/test.h"

#include "datasets/import.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

static char root[] = "/tmp/cuckoobench-importers-XXXXXX", why[KEYSET_WHY];
static struct keyset set;

/* The path below the root; its folders are made. */
static const char *
below(const char *path)
{
	static char full[512];

	snprintf(full, sizeof full, "%s%s", root, path);
	for (char *slash = full + strlen(root); (slash = strchr(slash + 1, '/'));) {
		*slash = '\0';
		require(mkdir(full, 0700) == 0 || errno == EEXIST, "%s", full);
		*slash = '/';
	}
	return full;
}

static void
put(const char *path, const void *bytes, size_t n)
{
	FILE *f = fopen(below(path), "w");

	require(f && fwrite(bytes, 1, n, f) == n && fclose(f) == 0, "%s", path);
}

static const struct importer *
importer(const char *name)
{
	const struct importer *i = importer_find(name);

	require(i != NULL, "%s", name);
	return i;
}

/* Text for an importer, compressed if the importer reads that. Returns the size of the file in bytes. */
static size_t
put_text(const struct importer *i, const char *text, size_t n)
{
	gzFile f;
	struct stat st;

	if (!strstr(i->path, ".gz")) {
		put(i->path, text, n);
		return n;
	}
	f = gzopen(below(i->path), "wb");
	require(f && (n == 0 || gzwrite(f, text, (unsigned)n) == (int)n) && gzclose(f) == Z_OK, "%s", i->path);
	require(stat(below(i->path), &st) == 0, "%s", i->path);
	return (size_t)st.st_size;
}

/* Imports from the made-up files. An error must be one line. */
static enum keyset_status
load(const struct importer *i)
{
	enum keyset_status status;

	keyset_destroy(&set);
	keyset_init(&set, i->name);
	why[0] = '\0';
	status = importer_load(i, &set, root, why);
	if (status == KEYSET_OK)
		status = keyset_finish(&set, why);
	require((status == KEYSET_OK) == !why[0] && !strchr(why, '\n'), "status %d, '%s'", (int)status, why);
	return status;
}

static void
loads(const struct importer *i, const char *text)
{
	put_text(i, text, strlen(text));
	require(load(i) == KEYSET_OK, "%s: %s", i->name, why);
}

/* The import must fail with the importer's path in front and this reason behind it. */
static void
refused(const struct importer *i, const char *reason)
{
	const enum keyset_status status = load(i);
	const size_t n = strlen(i->path);

	require(status == KEYSET_EINVAL, "%s: status %d for %s", i->name, (int)status, reason);
	require(strncmp(why, i->path, n) == 0 && strstr(why + n, reason), "%s: '%s' for '%s'", i->name, why, reason);
}

static void
refuses(const struct importer *i, const char *text, const char *reason)
{
	put_text(i, text, strlen(text));
	refused(i, reason);
}

static bool
is_string(size_t at, const void *bytes, size_t n)
{
	return set.starts && at < set.count && set.starts[at + 1] - set.starts[at] == n &&
	       memcmp(set.bytes + set.starts[at], bytes, n) == 0;
}

static void
strings_are(const char *const *strings, size_t n)
{
	require(set.count == n, "%zu keys, not %zu", set.count, n);
	for (size_t i = 0; i < n; i++)
		require(is_string(i, strings[i], strlen(strings[i])), "key %zu is not '%s'", i, strings[i]);
}

static int
begin(void **state)
{
	(void)state;
	strcpy(strrchr(root, '-'), "-XXXXXX");
	return mkdtemp(root) ? 0 : -1;
}

static int
end(void **state)
{
	static const char *const folders[] = {"/usr/share/doc/bowtie/examples/genomes",
	                                      "/usr/share/doc/bowtie/examples",
	                                      "/usr/share/doc/bowtie",
	                                      "/usr/share/doc",
	                                      "/usr/share/dict",
	                                      "/usr/share/publicsuffix",
	                                      "/usr/share/debian-cd/tasks/sid",
	                                      "/usr/share/debian-cd/tasks",
	                                      "/usr/share/debian-cd",
	                                      "/usr/share/libloc-location",
	                                      "/usr/share",
	                                      "/usr",
	                                      "/var/lib/dpkg",
	                                      "/var/lib",
	                                      "/var",
	                                      ""};

	(void)state;
	keyset_destroy(&set);
	for (const struct importer *i = importer_all; i->name; i++)
		remove(below(i->path));
	remove(below("/var/lib/dpkg/status"));
	for (size_t i = 0; i < COUNT_OF(folders); i++)
		rmdir(below(folders[i]));
	return access(root, F_OK) == 0 ? -1 : 0;
}

/* --- what each makes of its format --- */

TEST_WITHIN(words, begin, end)
{
	static const char *const keys[] = {"Aachen", "Aachen's", "\xc3\xa9tude", "a"};
	const struct importer *i = importer("words");

	loads(i, "Aachen\nAachen's\n\xc3\xa9tude\nAachen\na\n");
	strings_are(keys, COUNT_OF(keys));
	assert_int_equal(set.duplicates, 1);
	assert_string_equal(set.sources[0].path, i->path);
	assert_int_equal(set.source_count, 1);
	refuses(i, "a\n\nb\n", ": line 2: no word");
}

TEST_WITHIN(domains, begin, end)
{
	static const char *const keys[] = {"uk", "co.uk", "*.ck", "!www.ck", "a\xc3\xa9roport.ci"};
	static const char *const bad[] = {".uk", "uk.", "a..b", "a.*.b", "a.!b", "*", "!", "*.", "/ uk"};
	const struct importer *i = importer("domains");
	char text[64];

	loads(i, "// ===BEGIN ICANN DOMAINS===\n\nuk\nco.uk rest of the line\n*.ck\n!www.ck\na\xc3\xa9roport.ci\n"
	         "// ===END PRIVATE DOMAINS===\n");
	strings_are(keys, COUNT_OF(keys));
	assert_int_equal(set.passed_over, 3);
	for (size_t b = 0; b < COUNT_OF(bad); b++) {
		snprintf(text, sizeof text, "uk\n%s\n// ===END PRIVATE DOMAINS===\n", bad[b]);
		refuses(i, text, ": line 2: not a rule");
	}
	refuses(i, "uk\nco.uk\n", ": its last line is missing");
}

TEST_WITHIN(packages, begin, end)
{
	static const char *const keys[] = {"dpkg", "libstdc++6", "0ad", "libc-bin"};
	static const char *const bad[] = {"d", "Dpkg", "-dev", "libc6:i386", "lib_c"};
	const struct importer *i = importer("packages");
	char text[64];

	loads(i, "/*\n   Results\n   any text/of it\n*/\n\ndpkg\nlibstdc++6\n/* one line */\n0ad\nlibc-bin\ndpkg\n");
	strings_are(keys, COUNT_OF(keys));
	assert_int_equal(set.passed_over, 6);
	assert_int_equal(set.duplicates, 1);
	for (size_t b = 0; b < COUNT_OF(bad); b++) {
		snprintf(text, sizeof text, "dpkg\n%s\n", bad[b]);
		refuses(i, text, ": line 2: not the name of a package");
	}
	refuses(i, "/*\ndpkg\nlibc6\n", ": a comment that never ends");
}

/* The smaller of a window and its reverse complement, computed letter by letter. */
static uint64_t
kmer(const char *window)
{
	static const char bases[] = "ACGT";
	uint64_t forward = 0, reverse = 0;

	for (int i = 0; i < 31; i++) {
		forward = forward * 4 + (uint64_t)(strchr(bases, window[i]) - bases);
		reverse = reverse * 4 + 3 - (uint64_t)(strchr(bases, window[30 - i]) - bases);
	}
	return forward < reverse ? forward : reverse;
}

TEST_WITHIN(kmers, begin, end)
{
	static const char strand[] = "AGCTTTTCATTCTGACTGCAACGGGCAATATGTC";
	static const char other[] = "GACATATTGCCCGTTGCAGTCAGAATGAAAAGCT";
	const struct importer *i = importer("kmers");
	char text[256];

	snprintf(text, sizeof text, ">a genome\n%.20s\n%s\n", strand, strand + 20);
	loads(i, text);
	assert_int_equal(set.count, 4);
	for (size_t w = 0; w < 4; w++)
		require(set.keys[w] == kmer(strand + w), "window %zu", w);
	assert_int_equal(set.passed_over, 0);
	assert_null(set.starts);
	/* The other strand has the same keys, and so has lower case; a header begins anew. */
	snprintf(text, sizeof text, ">a\n%s\n>b\nagcttttcattctgactgcaacgggcaatatgtc\n\n>too short\nACGT\n", other);
	loads(i, text);
	assert_int_equal(set.count, 4);
	assert_int_equal(set.duplicates, 4);
	for (size_t w = 0; w < 4; w++)
		require(set.keys[3 - w] == kmer(strand + w), "window %zu", w);
	/* Each of the 31 windows with the N is skipped; a sequence too short for a window has none. */
	snprintf(text, sizeof text, ">a\n%sN%s\n>b\nACGTN\n", strand, strand);
	loads(i, text);
	assert_int_equal(set.count, 4);
	assert_int_equal(set.duplicates, 4);
	assert_int_equal(set.passed_over, 31);
	snprintf(text, sizeof text, ">a\nN%s\n", strand);
	loads(i, text);
	assert_int_equal(set.count, 4);
	assert_int_equal(set.passed_over, 1);
	refuses(i, "AGCT\n>a\n", ": line 1: a sequence without a header");
	refuses(i, ">protein\nMKLV\n", ": line 2: not a letter of a sequence");
	refuses(i, ">a\nACGT ACGT\n", ": line 2: not a letter of a sequence");
}

/* --- what they share --- */

TEST_WITHIN(damaged_text, begin, end)
{
	for (const struct importer *i = importer_all; i->name; i++) {
		if (strstr(i->path, ".db"))
			continue;
		refuses(i, "", ": empty");
		refuses(i, ">ab\r\n", ": line 1: a control character (byte 0x0d)");
		refuses(i, "/*\n>\x7f\n",
		        i->parse == import_packages ? ": line 2: a control character (byte 0x7f)" : ": line");
		put_text(i, ">a\0b\n", 5);
		refused(i, ": line 1: a control character (byte 0x00)");
		refuses(i, "// ab\n>ac", i->parse == import_domains ? ": line 2: no newline" : ": line");
		refuses(i, ">acgt", ": line 1: no newline at its end: the file was cut off");
	}
	/* One key is too few, wherever it comes from. */
	put_text(importer("words"), "one\none\n", 8);
	assert_int_equal(load(importer("words")), KEYSET_EINVAL);
}

TEST_WITHIN(damaged_compression, begin, end)
{
	const struct importer *i = importer("kmers");
	char text[20000] = ">a\n", gz[20000], more[64];
	uint64_t random = test_stream("genome");
	FILE *f;
	size_t n;

	for (size_t c = 3; c < sizeof text - 2; c++)
		text[c] = c % 71 == 70 ? '\n' : "ACGT"[rng_next(&random) & 3];
	text[sizeof text - 2] = '\n';
	n = put_text(i, text, sizeof text - 1);
	f = fopen(below(i->path), "r");
	require(f && n <= sizeof gz && fread(gz, 1, n, f) == n && fclose(f) == 0, "%s", i->path);
	require(load(i) == KEYSET_OK, "%s", why);
	for (size_t cut = n - 1; cut > 0; cut -= cut > 40 ? 37 : 1) {
		put(i->path, gz, cut);
		refused(i, ": a gzip file that was cut off");
	}
	put(i->path, gz, 0);
	refused(i, ": a gzip file that was cut off");
	gz[n / 2] ^= 4;
	put(i->path, gz, n);
	refused(i, "a damaged one");
	gz[n / 2] ^= 4;
	memcpy(gz + n, "rest", 4);
	put(i->path, gz, n + 4);
	refused(i, "a damaged one");
	put(i->path, text, sizeof text - 1);
	refused(i, ": not a gzip file");
	/* Several members, one after the other, are one file. */
	n = put_text(i, more, (size_t)snprintf(more, sizeof more, ">a\nAGCTTTTCATTCTGACTGCAACGGGCAATATG\n"));
	f = fopen(below(i->path), "r");
	require(f && fread(gz, 1, n, f) == n && fclose(f) == 0, "%s", i->path);
	memcpy(gz + n, gz, n);
	put(i->path, gz, 2 * n);
	require(load(i) == KEYSET_OK && set.count == 2 && set.duplicates == 2, "two members: %s", why);
}

TEST_WITHIN(versions, begin, end)
{
	static const char status[] = "Package: wamerican-insane-doc\nStatus: install ok installed\nVersion: 9\n\n"
				     "Package: publicsuffix\nStatus: deinstall ok config-files\nVersion: 8\n\n"
				     "Package: debian-cd\nVersion: 3.2.1\nConffiles:\n /etc/x 1\n"
				     "Status: hold ok installed\n\n"
				     "Package: bowtie-examples\nVersion: 7\n\n"
				     "Package: wamerican-insane\nStatus: install ok installed\nVersion: 1:2-3~4+5\n";
	const struct importer *i = importer("words");

	loads(i, "one\ntwo\n");
	assert_string_equal(set.version, "");
	put("/var/lib/dpkg/status", status, strlen(status));
	require(load(i) == KEYSET_OK, "%s", why);
	assert_string_equal(set.version, "1:2-3~4+5");
	assert_true(importer_installed(i, root));
	remove(below(i->path));
	assert_false(importer_installed(i, root));
	assert_int_equal(load(i), KEYSET_MISSING);
	assert_non_null(strstr(why, "wamerican-insane is installed, but without its /usr/share/dict/"));
	assert_int_equal(load(importer("domains")), KEYSET_MISSING);
	assert_non_null(strstr(why, "publicsuffix is not installed"));
	assert_int_equal(load(importer("kmers")), KEYSET_MISSING);
	assert_non_null(strstr(why, "bowtie-examples is not installed"));
	/* A folder in place of the file is reported, as for any file that cannot be read. */
	require(mkdir(below(i->path), 0700) == 0, "%s", i->path);
	assert_int_equal(load(i), KEYSET_EIO);
	assert_non_null(strstr(why, i->path));
}

/* The table names each set once, and finds it by this name. */
TEST(table)
{
	size_t n = 0;

	for (const struct importer *i = importer_all; i->name; i++, n++)
		assert_ptr_equal(importer_find(i->name), i);
	assert_int_equal(n, 6);
	assert_null(importer_find("wordz"));
}
