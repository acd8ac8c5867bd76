/* SPDX-License-Identifier: MIT */
/*
 * import_words.c - a list of words in the form that the packages of /usr/share/dict install (Kevin Atkinson's SCOWL):
 * one a line, in UTF-8.
 *
 *      Aachen\n Aachen's\n ...   ->   "Aachen", "Aachen's", ...
 *
 * Words share beginnings with their neighbours and letters with all: strings that differ in a byte or two, at their
 * ends.
 */
#include "datasets/import.h"

static const char *
word(struct keyset *set, const char *line, size_t n, void *state)
{
	(void)state;
	if (n == 0)
		return "no word";
	return keyset_add_bytes(set, line, n) ? NULL : import_no_memory;
}

enum keyset_status
import_words(struct keyset *set, const struct importer *importer, const char *bytes, size_t n, char why[KEYSET_WHY])
{
	return import_lines(set, importer->path, bytes, n, word, NULL, why);
}
