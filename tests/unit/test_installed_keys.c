/* SPDX-License-Identifier: MIT */
/*
 * test_installed_keys.c - every importer on its real package, where that is installed (`make keysets`). Otherwise it is
 * skipped, with the name of the package.
 */
#include "tests/test.h"

#include "datasets/keyset.h"

#include <unistd.h>

static struct keyset set;

/* The contents of Debian 12's packages, counted by other programs: files with these digests must give exactly these
 * keys. */
static const struct known {
	const char *importer, *sha256;
	size_t count, duplicates, passed_over;
} known_sets[] = {
	{"words", "19fb16e4f5262e5007e9b203a4d5cc3cd05834987b2f2c1e037bc6329c2a6fd4", 663473, 0, 0},
	{"domains", "87d2e11f3602b504fc5dbea9218429a4ce3c0f62aa6ce7a1371024add024baed", 9506, 0, 4732},
	{"packages", "14ed7b103596924a39334e1cc8aacb0cd65780683a628a2aff883fc8a1091d78", 78517, 0, 9},
	{"ipv4", "b1015192ead6b24d28af97268a7a23ead6baffc4e7721f7329a57d6bf023589d", 1069950, 0, 0},
	{"ipv6", "b1015192ead6b24d28af97268a7a23ead6baffc4e7721f7329a57d6bf023589d", 220103, 0, 0},
	{"kmers", "b5f5e726fa79caeeb12c19f3697faf7af437f57daf4195419056d639fb36a334", 4848261, 90629, 0},
};

static int
end(void **state)
{
	(void)state;
	keyset_destroy(&set);
	return 0;
}

static void
imports(void **state)
{
	const struct importer *i = *state;
	const char *name = i->name;
	char why[KEYSET_WHY];
	enum keyset_status status;

	keyset_init(&set, name);
	status = importer_load(i, &set, "", why);
	if (status == KEYSET_MISSING) {
		print_message("%s: skipped, %s\n", name, why);
		skip();
	}
	require(status == KEYSET_OK, "%s: %s", name, why);
	require(set.source_count == 1 && keyset_finish(&set, why) == KEYSET_OK, "%s: %s", name, why);
	print_message("%s %s: %zu keys, %zu duplicates, %zu passed over, %s\n", name, set.version, set.count,
	              set.duplicates, set.passed_over, set.sources[0].sha256);
	require(set.version[0] || access("/var/lib/dpkg/status", F_OK) != 0, "%s: no version", name);
	require(set.count >= 5000, "%s: %zu keys", name, set.count);
	for (const struct known *k = known_sets; k < known_sets + COUNT_OF(known_sets); k++) {
		if (strcmp(k->importer, name) != 0 || strcmp(k->sha256, set.sources[0].sha256) != 0)
			continue;
		assert_int_equal(set.count, k->count);
		assert_int_equal(set.duplicates, k->duplicates);
		assert_int_equal(set.passed_over, k->passed_over);
	}
}

int
main(int argc, char **argv)
{
	for (const struct importer *i = importer_all; i->name; i++)
		test_add((struct CMUnitTest){i->name, imports, NULL, end, (void *)(uintptr_t)i});
	return test_main(argc, argv, filter_all);
}
