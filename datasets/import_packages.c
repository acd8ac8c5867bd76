/* SPDX-License-Identifier: MIT */
/*
 * import_packages.c - names of Debian packages: the popularity contest's list, by which debian-cd chooses the contents
 * of the first disc.
 *
 *      / *                                           (without the blank)
 *         Popularity Contest results                 one comment of C, of several lines: skipped
 *      * /
 *                                                    empty lines: skipped
 *      dpkg                                          a name, the most used one first
 *      libpam-modules
 *      ...
 *
 * Names use 39 different characters and share long beginnings: libghc-..., python3-..., ...-dev.
 */
#include "datasets/import.h"

#include <string.h>

/* Debian Policy 5.6.1: two characters or more of these, the first a letter or a digit. */
static bool
is_name(const char *line, size_t n)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789", others[] = "+-.";

	for (size_t i = 0; i < n; i++)
		if (!memchr(letters, line[i], sizeof letters - 1) &&
		    (i == 0 || !memchr(others, line[i], sizeof others - 1)))
			return false;
	return n >= 2;
}

static const char *
name(struct keyset *set, const char *line, size_t n, void *state)
{
	bool *in_comment = state;

	if (n >= 2 && memcmp(line, "/*", 2) == 0)
		*in_comment = true;
	if (n == 0 || *in_comment) {
		set->passed_over++;
		if (n >= 2 && memcmp(line + n - 2, "*/", 2) == 0)
			*in_comment = false;
		return NULL;
	}
	if (!is_name(line, n))
		return "not the name of a package";
	return keyset_add_bytes(set, line, n) ? NULL : import_no_memory;
}

enum keyset_status
import_packages(struct keyset *set, const struct importer *importer, const char *bytes, size_t n, char why[KEYSET_WHY])
{
	return import_enclosed_lines(set, importer->path, bytes, n, name, false, "a comment that never ends", why);
}
