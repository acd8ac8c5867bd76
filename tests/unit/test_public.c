/* SPDX-License-Identifier: MIT */
/* test_public.c - the public header's own promises: which filters there are, older and newer sizes of structs, files
 * that are not saved filters. */
#include "tests/test.h"

#include "core/version.h"

#include <cuckoobench.h>

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

static struct cuckoobench_params
params(void)
{
	return (struct cuckoobench_params){.size = sizeof(struct cuckoobench_params), .items = 100, .seed = 7};
}

/* Must be refused as EINVAL with a sentence that begins like this. */
static void
refused(const char *name, const struct cuckoobench_params *p, const char *begins)
{
	struct cuckoobench_filter *f = (struct cuckoobench_filter *)(uintptr_t)p;
	const char *why = NULL;
	const int32_t status = cuckoobench_create(name, p, &f, &why);

	require(status == CUCKOOBENCH_EINVAL && !f, "%s: %s", begins, cuckoobench_status_text(status));
	require(why && strncmp(why, begins, strlen(begins)) == 0, "'%s' does not begin with '%s'",
	        why ? why : "no reason", begins);
}

TEST(versions)
{
	require(cuckoobench_abi() == CUCKOOBENCH_ABI, "abi");
	require(strcmp(cuckoobench_version(), CUCKOOBENCH_VERSION) == 0, "version");
	require(strcmp(cuckoobench_status_text(CUCKOOBENCH_ENOMEM), "out of memory") == 0, "a status");
	require(strcmp(cuckoobench_status_text(-1), "unknown status") == 0 &&
	                strcmp(cuckoobench_status_text(99), "unknown status") == 0,
	        "no status");
}

/* Every filter of the registry except the controls, in its order. */
TEST(names)
{
	size_t n = 0;

	for (size_t i = 0; filter_all[i]; i++) {
		const struct filter_ops *ops = filter_all[i];

		if (ops->caps & FILTER_CONTROL) {
			require(!cuckoobench_about(ops->name) && cuckoobench_caps(ops->name) == 0, "%s is a control",
			        ops->name);
			continue;
		}
		require(cuckoobench_name(n) == ops->name, "filter %zu is not %s", n, ops->name);
		require(cuckoobench_about(ops->name) == ops->about, "%s: about", ops->name);
		require(cuckoobench_caps(ops->name) == (ops->caps & (15u | FILTER_STATIC)), "%s: caps", ops->name);
		n++;
	}
	require(n > 10 && !cuckoobench_name(n) && !cuckoobench_name(SIZE_MAX), "names end");
	require(!cuckoobench_about("nosuch") && cuckoobench_caps("nosuch") == 0 && !cuckoobench_about(NULL),
	        "no such filter");
}

/* "X-best" makes the filter of that name, and reports what that filter reports. */
static void
stands_for(const char *best, const struct cuckoobench_params *p, const char *name)
{
	struct cuckoobench_filter *f;
	const char *why = NULL;
	const int32_t status = cuckoobench_create(best, p, &f, &why);

	require(status == CUCKOOBENCH_OK, "%s: %s", best, why ? why : cuckoobench_status_text(status));
	require(strcmp(((const struct filter *)f)->ops->name, name) == 0, "%s is %s, not %s", best,
	        ((const struct filter *)f)->ops->name, name);
	cuckoobench_destroy(f);
	if (p->isa == 0)
		require(cuckoobench_about(best) == cuckoobench_about(name) &&
		                cuckoobench_caps(best) == cuckoobench_caps(name),
		        "%s: about, caps", best);
}

/* Under every mask of the process, and every limit set by the caller. */
TEST(best_of_a_family)
{
	static const char *const wide[] = {"avx512", "avx2", "batch"}, *const families[] = {"cf", "ss-cf", "blk-bf",
	                                                                                    "sb-bf"};

	for (uint32_t isa = 0; isa <= CUCKOOBENCH_ISA_AVX512; isa++) {
		const enum isa most = isa_lesser(isa_best(), isa == 0 ? ISA_AVX512 : (enum isa)isa);
		struct cuckoobench_params p = params();
		char best[40], name[40];

		p.isa = isa;
		for (size_t i = 0; i < COUNT_OF(families); i++) {
			snprintf(best, sizeof best, "%s-best", families[i]);
			snprintf(name, sizeof name, "%s-%s", families[i], wide[ISA_AVX512 - most]);
			stands_for(best, &p, name);
		}
		stands_for("bf-best", &p, "bf-batch");
		stands_for("cf-striped-best", &p, "cf-striped-batch");
		stands_for("qf-best", &p, "qf-batch");
		stands_for("rih-best", &p, "rih");
		stands_for("cf-mutex-best", &p, "cf-mutex");
	}
}

TEST(no_best)
{
	struct cuckoobench_params p = params();

	p.slots = 3;
	refused("cf-best", &p, "slots ");
	p = params();
	refused("best", &p, "name: ");
	refused("-best", &p, "name: ");
	refused("nosuch-best", &p, "name: ");
	refused("cf-best-best", &p, "name: ");
	refused("cf-unchecked-best", &p, "name: ");
	refused("a-name-that-is-longer-than-any-filter-has-best", &p, "name: ");
	require(!cuckoobench_about("nosuch-best") && cuckoobench_caps("cf-unchecked-best") == 0, "no such family");
}

TEST(parameters)
{
	struct cuckoobench_params p = params();
	const struct cuckoobench_memory memory = {.size = sizeof memory};

	refused("nosuch", &p, "name: ");
	refused("cf-unchecked", &p, "name: ");
	refused(NULL, &p, "name: ");
	refused("cf", NULL, "size: ");
	p.hash_name = "md5";
	refused("cf", &p, "hash_name: ");
	p = params(), p.hash_is_xxh3 = 1;
	refused("cf", &p, "hash: ");
	p = params(), p.memory = &memory;
	refused("cf", &p, "memory: ");
	p = params(), p.kicks = 3;
	refused("cf", &p, "kicks: ");
	p = params(), p.isa = CUCKOOBENCH_ISA_NEON + 1;
	refused("cf", &p, "isa: ");
	for (unsigned bit = 0; bit < 32; bit++) {
		p = params(), p.reserved = 1u << bit;
		refused("cf", &p, "reserved: ");
	}
}

/* The name of a hash may be freed after the call. */
TEST(hash_names)
{
	char name[] = "murmur", path[] = "/tmp/cuckoobench-XXXXXX";
	struct cuckoobench_params p = params();
	struct cuckoobench_filter *f, *again;
	const uint64_t key = 42;
	uint8_t hit;
	const int fd = mkstemp(path);

	require(fd >= 0, "no temporary file");
	close(fd);
	p.hash_name = name;
	require(cuckoobench_create("cf", &p, &f, NULL) == CUCKOOBENCH_OK, "create");
	memset(name, 'x', sizeof name - 1);
	require(cuckoobench_insert(f, &key, 1) == 1 && cuckoobench_save(f, path) == CUCKOOBENCH_OK, "insert and save");
	require(cuckoobench_load(path, &again) == CUCKOOBENCH_OK && cuckoobench_contains(again, &key, 1, &hit) == 1,
	        "load");
	unlink(path);
	cuckoobench_destroy(f);
	cuckoobench_destroy(again);
}

/* A struct of an older header ends sooner, one of a newer header later. */
TEST(sizes)
{
	struct {
		struct cuckoobench_params known;
		uint64_t later[2];
	} newer = {.known = params()};
	struct cuckoobench_params p = params();
	struct cuckoobench_filter *f;

	p.size = offsetof(struct cuckoobench_params, fp_bits); /* members behind it do not count */
	p.fp_bits = 99;
	require(cuckoobench_create("cf", &p, &f, NULL) == CUCKOOBENCH_OK, "an older struct");
	cuckoobench_destroy(f);
	p.size = sizeof p;
	require(cuckoobench_create("cf", &p, &f, NULL) == CUCKOOBENCH_EINVAL, "the same, whole");
	for (size_t size = 0; size < sizeof p.size; size++) {
		p.size = size;
		refused("cf", &p, "size: ");
	}
	newer.known.size = sizeof newer;
	require(cuckoobench_create("cf", &newer.known, &f, NULL) == CUCKOOBENCH_OK, "a newer struct");
	cuckoobench_destroy(f);
	newer.later[1] = UINT64_C(1) << 63;
	refused("cf", &newer.known, "size: ");
}

TEST(info_sizes)
{
	struct {
		struct cuckoobench_info known;
		uint8_t later[16], guard[16];
	} i;
	struct cuckoobench_params p = params();
	struct cuckoobench_filter *f;

	require(cuckoobench_create("cf", &p, &f, NULL) == CUCKOOBENCH_OK, "create");
	for (size_t size = sizeof(size_t); size <= offsetof(__typeof__(i), guard); size++) {
		const uint8_t *byte = (const uint8_t *)&i;

		memset(&i, 0xa5, sizeof i);
		i.known.size = size;
		cuckoobench_get_info(f, &i.known);
		require(i.known.size == size, "size %zu was changed to %zu", size, i.known.size);
		for (size_t at = size; at < sizeof i; at++)
			require(byte[at] == 0xa5, "byte %zu beyond a size of %zu was written", at, size);
		for (size_t at = sizeof i.known; at < size; at++)
			require(byte[at] == 0, "byte %zu, which the library does not know, is not 0", at);
		require(size < offsetof(struct cuckoobench_info, items) || i.known.bytes > 0, "size %zu: no bytes",
		        size);
	}
	cuckoobench_destroy(f);
}

static void
write_file(const char *path, const char *data, size_t n)
{
	FILE *file = fopen(path, "wb");

	require(file && fwrite(data, 1, n, file) == n && fclose(file) == 0, "cannot write %s", path);
}

static void
loads(const char *path, int32_t want, const char *what)
{
	struct cuckoobench_filter *f = (struct cuckoobench_filter *)(uintptr_t)path;
	const int32_t status = cuckoobench_load(path, &f);

	require(status == want && !f, "%s: %s", what, cuckoobench_status_text(status));
}

TEST(bad_files)
{
	char folder[] = "/tmp/cuckoobench-XXXXXX", path[64];
	struct test_config c = test_default_config(filter_find("cf"), 100),
			   control = test_default_config(filter_find("cf-unchecked"), 100);
	struct filter *f = test_create(filter_find("cf"), &c), *g = test_create(filter_find("cf-unchecked"), &control);
	struct test_bytes b = test_save(f), other = test_save(g);
	char *longer = malloc(b.size + 1);

	require(longer && mkdtemp(folder), "no temporary folder");
	snprintf(path, sizeof path, "%s/filter", folder);
	errno = 0;
	loads(path, CUCKOOBENCH_EIO, "no file");
	require(errno == ENOENT, "errno is %d", errno);
	loads(folder, CUCKOOBENCH_EIO, "a folder");
	write_file(path, "", 0);
	loads(path, CUCKOOBENCH_ECORRUPT, "an empty file");
	write_file(path, "not a filter\n", 13);
	loads(path, CUCKOOBENCH_ECORRUPT, "some text");
	write_file(path, b.data, b.size - 1);
	loads(path, CUCKOOBENCH_ECORRUPT, "a file cut off");
	memcpy(longer, b.data, b.size);
	longer[b.size] = '\n';
	write_file(path, longer, b.size + 1);
	loads(path, CUCKOOBENCH_ECORRUPT, "a byte too many");
	write_file(path, other.data, other.size);
	loads(path, CUCKOOBENCH_EINVAL, "a filter that the library does not have");
	unlink(path);
	rmdir(folder);
	f->ops->destroy(f);
	g->ops->destroy(g);
	free(b.data), free(other.data), free(longer);
}

/* A save that fails leaves the old file, and no file next to it. */
TEST(bad_places)
{
	char folder[] = "/tmp/cuckoobench-XXXXXX", path[64], below[80];
	struct cuckoobench_params p = params();
	struct cuckoobench_filter *f;
	struct stat st;

	require(cuckoobench_create("cf", &p, &f, NULL) == CUCKOOBENCH_OK, "create");
	require(mkdtemp(folder), "no temporary folder");
	snprintf(path, sizeof path, "%s/none/filter", folder);
	require(cuckoobench_save(f, path) == CUCKOOBENCH_EIO && errno == ENOENT, "into a folder that is not there");
	snprintf(path, sizeof path, "%s/folder", folder);
	require(mkdir(path, 0777) == 0, "mkdir");
	require(cuckoobench_save(f, path) == CUCKOOBENCH_EIO && errno == EISDIR, "in place of a folder");
	require(rmdir(path) == 0, "the folder is gone, or not empty");
	snprintf(path, sizeof path, "%s/file", folder);
	write_file(path, "x", 1);
	snprintf(below, sizeof below, "%s/filter", path);
	require(cuckoobench_save(f, below) == CUCKOOBENCH_EIO && errno == ENOTDIR, "below a file");
	snprintf(below, sizeof below, "%s/pipe", folder);
	require(mkfifo(below, 0600) == 0 && cuckoobench_save(f, below) == CUCKOOBENCH_EIO && stat(below, &st) == 0 &&
	                S_ISFIFO(st.st_mode),
	        "in place of what is no file");
	unlink(below);
	require(cuckoobench_save(f, path) == CUCKOOBENCH_OK && stat(path, &st) == 0 && st.st_size > 1,
	        "in place of a file");
	require(chmod(path, 0600) == 0 && symlink("file", below) == 0, "a link");
	require(cuckoobench_save(f, below) == CUCKOOBENCH_OK && lstat(below, &st) == 0 && S_ISLNK(st.st_mode) &&
	                stat(path, &st) == 0 && (st.st_mode & 0777) == 0600,
	        "by a link to a private file");
	unlink(below);
	unlink(path);
	require(rmdir(folder) == 0, "something was left in the folder");
	cuckoobench_destroy(f);
	cuckoobench_destroy(NULL);
}
