/* SPDX-License-Identifier: MIT */
/* test_replace.c - core/replace.h: what a file's place keeps, and what is left when it is not replaced. */
#include "core/replace.h"
#include "tests/test.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* A folder of its own, the current one while a test runs, that must be empty afterwards. */
static char folder[64];
static int home;

static int
begin(void **state)
{
	(void)state;
	strcpy(folder, "/tmp/cuckoobench-XXXXXX");
	home = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return home >= 0 && mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int
end(void **state)
{
	const int status = fchdir(home);

	(void)state;
	close(home);
	return status == 0 ? rmdir(folder) : -1;
}

static void
put(const char *path, const char *text, mode_t mode)
{
	FILE *f = fopen(path, "w");

	require(f && fputs(text, f) >= 0 && fclose(f) == 0 && chmod(path, mode) == 0, "cannot write %s", path);
}

static void
has(const char *path, const char *text)
{
	char found[64] = "";
	FILE *f = fopen(path, "r");

	require(f != NULL, "%s is not there", path);
	found[fread(found, 1, sizeof found - 1, f)] = '\0';
	fclose(f);
	require(strcmp(found, text) == 0, "%s has '%s'", path, found);
}

static void
replaced(const char *path, const char *text)
{
	struct replacement r;

	require(replace_begin(&r, path, false) && fputs(text, r.stream) >= 0 && replace_commit(&r) == 0, "%s: %s", path,
	        strerror(errno));
}

static mode_t
mode_of(const char *path)
{
	struct stat st;

	require(lstat(path, &st) == 0, "%s is not there", path);
	return st.st_mode;
}

/* Nothing but these names is in the folder. They are removed. */
static void
only(const char *const *names, size_t n)
{
	for (size_t i = 0; i < n; i++)
		require(remove(names[i]) == 0, "%s is not there", names[i]);
	require(rmdir(folder) == 0, "more than that is in the folder");
	require(mkdir(folder, 0700) == 0 && chdir(folder) == 0, "no folder");
}
#define ONLY(...) only((const char *const[]){__VA_ARGS__}, COUNT_OF(((const char *const[]){__VA_ARGS__})))

TEST_WITHIN(a_new_file_has_what_the_umask_leaves, begin, end)
{
	static const mode_t masks[] = {0, 022, 027, 077};

	for (size_t i = 0; i < COUNT_OF(masks); i++) {
		const mode_t before = umask(masks[i]);

		replaced("new", "x");
		umask(before);
		require(mode_of("new") == (S_IFREG | (0666 & ~masks[i])), "umask %o: %o", masks[i], mode_of("new"));
		has("new", "x");
		ONLY("new");
	}
}

TEST_WITHIN(an_old_file_keeps_its_mode, begin, end)
{
	static const mode_t modes[] = {0600, 0644, 0640, 0666, 0755, 0400, 0000, 04755};

	for (size_t i = 0; i < COUNT_OF(modes); i++) {
		put("old", "long before", modes[i]);
		replaced("old", "y");
		require(mode_of("old") == (S_IFREG | modes[i]), "%o became %o", modes[i], mode_of("old"));
		chmod("old", 0600);
		has("old", "y");
		ONLY("old");
	}
}

/* As long as it is written, nobody reads what the old file's mode keeps from them. */
TEST_WITHIN(what_is_private_is_never_open, begin, end)
{
	struct replacement r;

	put("old", "x", 0600);
	require(replace_begin(&r, "old", false) && !(mode_of(r.beside) & 077), "mode %o", mode_of(r.beside));
	replace_abandon(&r);
	has("old", "x");
	ONLY("old");
}

TEST_WITHIN(an_old_file_keeps_its_owner, begin, end)
{
	struct stat st;

	if (geteuid() != 0)
		skip(); /* only root has files of others */
	put("old", "x", 0640);
	require(chown("old", 12345, 23456) == 0, "cannot give it away");
	replaced("old", "y");
	require(stat("old", &st) == 0 && st.st_uid == 12345 && st.st_gid == 23456 && st.st_mode == (S_IFREG | 0640),
	        "owner %u, group %u, mode %o", st.st_uid, st.st_gid, st.st_mode);
	ONLY("old");
}

/* Relative links, absolute ones, links to links, into other folders; to a file, and to none. */
TEST_WITHIN(links_stay, begin, end)
{
	char absolute[128];

	for (unsigned there = 0; there < 2; there++) {
		snprintf(absolute, sizeof absolute, "%s/sub/link", folder);
		require(mkdir("sub", 0700) == 0 && symlink("../real", "sub/link") == 0 &&
		                symlink(absolute, "absolute") == 0 && symlink("absolute", "link") == 0,
		        "no links");
		if (there)
			put("real", "x", 0600);
		replaced("link", "y");
		require(S_ISLNK(mode_of("link")) && S_ISLNK(mode_of("absolute")) && S_ISLNK(mode_of("sub/link")),
		        "a link is none");
		require(S_ISREG(mode_of("real")) && (!there || mode_of("real") == (S_IFREG | 0600)), "mode %o",
		        mode_of("real"));
		has("real", "y");
		ONLY("link", "absolute", "sub/link", "sub", "real");
	}
}

static void
refused(const char *path, int error)
{
	struct replacement r;

	errno = 0;
	require(!replace_begin(&r, path, false) && errno == error, "'%.20s': %s", path, strerror(errno));
}

TEST_WITHIN(what_cannot_be_replaced, begin, end)
{
	char name[300];

	require(symlink("circle", "circle") == 0 && mkdir("sub", 0700) == 0 && mkfifo("pipe", 0600) == 0, "no such");
	put("file", "x", 0600);
	refused("circle", ELOOP);
	refused(".", EISDIR);
	refused("sub", EISDIR);
	refused("sub/", EISDIR);
	refused("/", EISDIR);
	refused("", ENOENT);
	refused("none/file", ENOENT);
	refused("none/", ENOENT);
	refused("file/below", ENOTDIR);
	refused("pipe", EINVAL);
	memset(name, 'a', 256), name[256] = '\0';
	refused(name, ENAMETOOLONG);
	has("file", "x");
	ONLY("circle", "sub", "pipe", "file");
}

TEST_WITHIN(every_name_that_a_file_may_have, begin, end)
{
	char name[256];

	for (size_t n = 1; n < sizeof name; n += n < 200 ? 50 : 1) {
		memset(name, 'a', n), name[n] = '\0';
		for (unsigned again = 0; again < 2; again++)
			replaced(name, "x");
		has(name, "x");
		ONLY(name);
	}
}

/* A full disk, a folder in the way, a change of mind: the old file is there, and nothing else. */
TEST_WITHIN(failures_leave_the_old_file, begin, end)
{
	struct replacement r;

	put("old", "x", 0600);
	require(replace_begin(&r, "old", false) && fputs("half", r.stream) >= 0, "begin");
	errno = EDOM;
	replace_abandon(&r);
	require(errno == EDOM, "errno was changed");
	has("old", "x");
	require(replace_begin(&r, "old", false) && remove("old") == 0 && mkdir("old", 0700) == 0, "begin");
	require(replace_commit(&r) == -1 && errno == EISDIR, "a folder was replaced: %s", strerror(errno));
	ONLY("old");
}

/* What is no file is written to as it is, where the caller says so. */
TEST_WITHIN(devices, begin, end)
{
	struct replacement r;
	struct stat st;

	require(symlink("/dev/null", "null") == 0, "no link");
	require(replace_begin(&r, "null", true) && fputs("x", r.stream) >= 0 && replace_commit(&r) == 0, "to a device");
	require(stat("null", &st) == 0 && S_ISCHR(st.st_mode), "it is no device any more");
	ONLY("null");
	if (access("/dev/full", W_OK) != 0)
		return;
	require(replace_begin(&r, "/dev/full", true) && fputs("x", r.stream) >= 0, "to a full device");
	require(replace_commit(&r) == -1 && errno == ENOSPC, "a full device: %s", strerror(errno));
}
