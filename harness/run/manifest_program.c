/* SPDX-License-Identifier: MIT */
/*
 * manifest_program.c - which program it was.
 *
 * Its facts are the commit, the digest of the sources that differ from it, and the compiler with its flags. Further
 * facts are the digests of the file that ran and of every library it was linked with. The Makefile supplies the first
 * few.
 */
#include "harness/run/manifest_facts.h"

#include "core/version.h"
#include "harness/base/files.h"
#include "harness/machine/allocation.h"

#include <glob.h>
#include <gnu/libc-version.h>
#include <limits.h>
#include <link.h>
#include <lmdb.h>
#include <sha2.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include <zlib.h>

json_t *
manifest_text(const char *text)
{
	return text && *text ? json_string(text) : json_null();
}

json_t *
manifest_count(unsigned long long n, bool known)
{
	return known ? json_integer((json_int_t)n) : json_null();
}

static json_t *
digest_or_null(const char *path)
{
	char text[SHA256_DIGEST_STRING_LENGTH];

	return manifest_text(SHA256File(path, text));
}

json_t *
manifest_file(const char *path)
{
	json_t *file = json_pack("{ssso}", "path", path, "sha256", digest_or_null(path));

	return file ? file : json_null(); /* a name that is not UTF-8 */
}

/* What a macro stands for, as text; its own name, which begins with an underscore, if it is not defined. */
#define VALUE(macro) TEXT(macro)
#define TEXT(tokens) #tokens

/* Instruction sets that the compiler could use everywhere (-march), under the compiler's own names. */
static json_t *
compiled_features(void)
{
	static const struct {
		const char *name, *value;
	} features[] = {{"sse2", VALUE(__SSE2__)},
	                {"sse3", VALUE(__SSE3__)},
	                {"ssse3", VALUE(__SSSE3__)},
	                {"sse4.1", VALUE(__SSE4_1__)},
	                {"sse4.2", VALUE(__SSE4_2__)},
	                {"popcnt", VALUE(__POPCNT__)},
	                {"lzcnt", VALUE(__LZCNT__)},
	                {"bmi", VALUE(__BMI__)},
	                {"bmi2", VALUE(__BMI2__)},
	                {"aes", VALUE(__AES__)},
	                {"pclmul", VALUE(__PCLMUL__)},
	                {"avx", VALUE(__AVX__)},
	                {"fma", VALUE(__FMA__)},
	                {"avx2", VALUE(__AVX2__)},
	                {"avx512f", VALUE(__AVX512F__)},
	                {"avx512bw", VALUE(__AVX512BW__)},
	                {"avx512vl", VALUE(__AVX512VL__)},
	                {"neon", VALUE(__ARM_NEON)},
	                {"crc32", VALUE(__ARM_FEATURE_CRC32)},
	                {"atomics", VALUE(__ARM_FEATURE_ATOMICS)},
	                {"crypto", VALUE(__ARM_FEATURE_CRYPTO)},
	                {"sve", VALUE(__ARM_FEATURE_SVE)}};
	json_t *list = json_array();

	for (size_t i = 0; i < sizeof features / sizeof *features; i++)
		if (*features[i].value != '_')
			json_array_append_new(list, json_string(features[i].name));
	return list;
}

/* --- libraries -------------------------------------------------------------------------------------------- */

static const char *
xxhash_version(void)
{
	static char text[16];
	const unsigned v = XXH_versionNumber();

	snprintf(text, sizeof text, "%u.%u.%u", v / 10000, v / 100 % 100, v % 100);
	return text;
}

static const char *
lmdb_version(void)
{
	static char text[16];
	int major, minor, patch;

	(void)mdb_version(&major, &minor, &patch);
	snprintf(text, sizeof text, "%d.%d.%d", major, minor, patch);
	return text;
}

/* The version that a library reports, or NULL. It is queried at run time because the headers may be of another
 * version. */
static const char *
version_of(const char *name)
{
	static const struct {
		const char *name;
		const char *(*version)(void);
	} known[] = {
		{"libc.so", gnu_get_libc_version},
		{"libm.so", gnu_get_libc_version},
		{"libjansson.so", jansson_version_str},
		{"libxxhash.so", xxhash_version},
		{"liblmdb.so", lmdb_version},
		{"libjemalloc.so", allocation_name},
		{"libz.so", zlibVersion},
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strncmp(name, known[i].name, strlen(known[i].name)) == 0)
			return known[i].version();
	return NULL;
}

/* Called for every loaded object. The program itself has no name; what the kernel maps (the vDSO) has no file. */
static int
add_library(struct dl_phdr_info *info, size_t size, void *libraries)
{
	char path[PATH_MAX];
	const char *slash = strrchr(info->dlpi_name, '/'), *name = slash ? slash + 1 : info->dlpi_name;
	const char *file;

	(void)size;
	if (!slash || !realpath(info->dlpi_name, path))
		return 0;
	file = strrchr(path, '/') + 1; /* its name ends in the version: libmd.so.0.0.5 */
	json_object_set_new(libraries, name,
	                    json_pack("{sososo}", "version", manifest_text(version_of(name)), "file", json_string(file),
	                              "sha256", digest_or_null(path)));
	return 0;
}

json_t *
manifest_program(void)
{
	json_t *o = json_object(), *libraries = json_object();

	json_object_set_new(o, "version", json_string(CUCKOOBENCH_VERSION));
	json_object_set_new(o, "git_commit", manifest_text(CUCKOOBENCH_COMMIT));
	json_object_set_new(o, "git_dirty", *CUCKOOBENCH_COMMIT ? json_boolean(*CUCKOOBENCH_DIFF) : json_null());
	json_object_set_new(o, "git_diff_sha256", manifest_text(CUCKOOBENCH_DIFF));
	json_object_set_new(o, "compiler", json_string(CUCKOOBENCH_COMPILER));
	json_object_set_new(o, "flags", json_string(CUCKOOBENCH_FLAGS));
	json_object_set_new(o, "link_flags", json_string(CUCKOOBENCH_LINK_FLAGS));
	json_object_set_new(o, "features", compiled_features());
	json_object_set_new(o, "allocator", json_string(allocation_name()));
	json_object_set_new(o, "allocator_options", manifest_text(allocation_options()));
	dl_iterate_phdr(add_library, libraries);
	json_object_set_new(o, "libraries", libraries);
	json_object_set_new(o, "sha256", digest_or_null("/proc/self/exe"));
	return o;
}

/* --- inputs ----------------------------------------------------------------------------------------------- */

json_t *
manifest_inputs(void)
{
	static const char *const patterns[] = {"datasets/paper/*.csv", "plots/*.gp"};
	json_t *inputs = json_object();
	const size_t home = strlen(files_home());
	char pattern[FILES_PATH];
	glob_t found;

	for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
		if (!files_path(pattern, "%s/%s", files_home(), patterns[i]) || glob(pattern, 0, NULL, &found) != 0)
			continue;
		for (size_t j = 0; j < found.gl_pathc; j++)
			json_object_set_new(inputs, found.gl_pathv[j] + home + 1, digest_or_null(found.gl_pathv[j]));
		globfree(&found);
	}
	return inputs;
}
