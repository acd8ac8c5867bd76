/* SPDX-License-Identifier: MIT */
/*
 * import_kmers.c - 31-mers of a genome in FASTA, the keys of filters in genomics.
 *
 *      >gi|110640213|ref|NC_008253.1| Escherichia coli 536, complete genome      a header begins a sequence
 *      AGCTTTTCATTCTGACTGCAACGGGCAATATGTCTC...                                   its letters, over many lines
 *
 *      AGCTTTTCATTCTGACTGCAACGGGCAATAT        31 letters, 62 bits: A 00, C 01, G 10, T 11, the first one highest
 *       GCTTTTCATTCTGACTGCAACGGGCAATATG       ... one further on: keys overlap in all but one letter
 *
 * Which strand was read is chance. The other strand reads backwards, with T for A and G for C, and the other way round.
 * So a window and its reverse complement are one key, the smaller number. (31 is odd, so no window is its own reverse
 * complement. It is the largest odd number of letters that fits a word of 64 bits.) Codes of complements add up to 3:
 * with a letter at one end of `forward`, its complement comes in at the other end of `reverse`.
 *
 * A window with a letter that stands for several bases, such as N, has no key and is skipped.
 */
#include "datasets/import.h"

#include <string.h>

enum { K = 31 };

struct sequence {
	uint64_t forward, reverse;
	size_t letters; /* since the header */
	size_t bases;   /* since the header, or since a letter that is not a base */
	bool has_header;
};

static const char *
letter(struct keyset *set, struct sequence *s, char c)
{
	static const char bases[] = "ACGT", ambiguous[] = "URYSWKMBDHVN";    /* IUPAC's: each is a set of bases */
	const char upper = c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c; /* lower case: repeats, by convention */
	const char *base = memchr(bases, upper, sizeof bases - 1);

	s->letters++;
	if (base) {
		const uint64_t code = (uint64_t)(base - bases);

		s->forward = (s->forward << 2 | code) & ((UINT64_C(1) << 2 * K) - 1);
		s->reverse = s->reverse >> 2 | (3 - code) << 2 * (K - 1);
		s->bases++;
	} else if (memchr(ambiguous, upper, sizeof ambiguous - 1)) {
		s->bases = 0;
	} else {
		return "not a letter of a sequence of nucleotides";
	}
	if (s->bases >= K)
		return keyset_add(set, s->forward < s->reverse ? s->forward : s->reverse) ? NULL : import_no_memory;
	if (s->letters >= K)
		set->passed_over++;
	return NULL;
}

static const char *
fasta(struct keyset *set, const char *line, size_t n, void *state)
{
	struct sequence *s = state;

	if (n > 0 && line[0] == '>') {
		*s = (struct sequence){.has_header = true};
		return NULL;
	}
	if (n > 0 && !s->has_header)
		return "a sequence without a header (\">...\") before it";
	for (size_t i = 0; i < n; i++) {
		const char *fault = letter(set, s, line[i]);

		if (fault)
			return fault;
	}
	return NULL;
}

enum keyset_status
import_kmers(struct keyset *set, const struct importer *importer, const char *bytes, size_t n, char why[KEYSET_WHY])
{
	struct sequence sequence = {.has_header = false};

	return import_lines(set, importer->path, bytes, n, fasta, &sequence, why);
}
