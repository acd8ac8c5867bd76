/* SPDX-License-Identifier: MIT */
/*
 * import_domains.c - the public suffix list (publicsuffix.org/list): below which names of the domain name system one
 * can register one's own.
 *
 *      // ===BEGIN ICANN DOMAINS===    comments and empty lines: skipped
 *      uk                              a rule, up to the first blank; labels of UTF-8 between dots
 *      co.uk
 *      *.ck                            any label below ck
 *      !www.ck                         except this one
 *      // ===END PRIVATE DOMAINS===    the last line of a whole file
 *
 * A key is the whole rule, because "*.ck" means something else than "ck".
 */
#include "datasets/import.h"

#include <string.h>

/* Labels, none empty, between dots; '*' only where it is the first of them, '!' only in front. */
static bool
is_rule(const char *rule, size_t n)
{
	size_t label = 0;

	if (n > 0 && rule[0] == '!') {
		rule++;
		n--;
	} else if (n > 1 && rule[0] == '*' && rule[1] == '.') {
		rule += 2;
		n -= 2;
	}
	for (size_t i = 0; i < n; i++) {
		if (rule[i] == '*' || rule[i] == '!' || rule[i] == '/')
			return false;
		if (rule[i] == '.' && label == 0)
			return false;
		label = rule[i] == '.' ? 0 : label + 1;
	}
	return label > 0;
}

/* The list is open until the line that ends it. */
static const char *
rule(struct keyset *set, const char *line, size_t n, void *state)
{
	static const char end[] = "// ===END PRIVATE DOMAINS===";
	bool *open = state;
	size_t length = 0;

	if (n == 0 || (n >= 2 && memcmp(line, "//", 2) == 0)) {
		*open = *open && (n != strlen(end) || memcmp(line, end, n) != 0);
		set->passed_over++;
		return NULL;
	}
	while (length < n && line[length] != ' ' && line[length] != '\t')
		length++;
	if (!is_rule(line, length))
		return "not a rule of a public suffix list";
	return keyset_add_bytes(set, line, length) ? NULL : import_no_memory;
}

enum keyset_status
import_domains(struct keyset *set, const struct importer *importer, const char *bytes, size_t n, char why[KEYSET_WHY])
{
	return import_enclosed_lines(set, importer->path, bytes, n, rule, true,
	                             "its last line is missing: the file was cut off", why);
}
