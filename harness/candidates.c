/* SPDX-License-Identifier: MIT */
/* candidates.c - see candidates.h. */
#include "harness/candidates.h"

#include <stdio.h>

/*
 * Fingerprints that end on whole bytes and nibbles, which have kernels of their own, and the longest that 20 bits a key hold at 94 % load;
 * a semi-sorted entry is a bit shorter than its fingerprint. Bloom filters: the paper's 13 bits, k = 9, the best k of the other sizes up to
 * that, and for blocks, where more bits soon tell little, also the k that has an instance of its own.
 */
static const struct family {
	const char *twin;
	unsigned fp_bits, bits, k;
	bool usual;
} families[] = {
	{"cf", 8, 0, 0, false},     {"cf", 12, 0, 0, true},     {"cf", 16, 0, 0, false},    {"cf", 18, 0, 0, false},
	{"ss-cf", 13, 0, 0, true},  {"ss-cf", 17, 0, 0, false}, {"ss-cf", 19, 0, 0, false}, {"bf", 0, 8, 6, false},
	{"bf", 0, 13, 9, true},     {"bf", 0, 16, 11, false},   {"bf", 0, 20, 14, false},   {"blk-bf", 0, 8, 6, false},
	{"blk-bf", 0, 13, 9, true}, {"blk-bf", 0, 16, 9, false}, {"blk-bf", 0, 20, 9, false}, {"blk-bf", 0, 20, 14, false},
	{"sb-bf", 0, 8, 0, false},  {"sb-bf", 0, 13, 0, true},  {"sb-bf", 0, 16, 0, false}, {"sb-bf", 0, 20, 0, false},
};

/* Of 1000 entries so many are used at most; an eighth less in tables so small that chance moves the load by several per cent. */
static size_t
load_of(size_t n)
{
	return n < 1000 ? 825 : 950;
}

static void
size_cuckoo(struct candidate *c, const struct family *f, size_t n)
{
	const unsigned entry = c->twin->name[0] == 's' ? f->fp_bits - 1 : f->fp_bits;
	size_t m = 1;

	while ((double)m * 4 * (double)load_of(n) < 1000.0 * (double)n)
		m *= 2;
	c->params = (struct filter_params){.buckets = m, .fp_bits = f->fp_bits, .slots = 4};
	c->cuckoo = true;
	c->lines = 2;
	c->bits_per_key = (double)m * 4 * entry / (double)n;
	snprintf(c->name, sizeof c->name, "f%u", f->fp_bits);
}

static void
size_bloom(struct candidate *c, const struct family *f, size_t n)
{
	const size_t bytes = n / 8 * f->bits + (n % 8 * f->bits + 7) / 8;

	c->params = (struct filter_params){.bytes = bytes < 64 ? 64 : bytes, .hashes = f->k};
	c->lines = c->twin->name[0] == 'b' && c->twin->name[1] == 'f' ? 0 : 1;
	c->bits_per_key = f->bits;
	if (f->k)
		snprintf(c->name, sizeof c->name, "%uk%u", f->bits, f->k);
	else
		snprintf(c->name, sizeof c->name, "%u", f->bits);
}

size_t
candidates_make(struct candidate to[CANDIDATES_MOST], size_t n, double bits_per_key)
{
	size_t count = 0;

	for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
		struct candidate c = {.twin = filter_find(families[i].twin), .usual = families[i].usual};

		if (!c.twin)
			continue;
		(families[i].fp_bits ? size_cuckoo : size_bloom)(&c, &families[i], n);
		if (c.bits_per_key <= bits_per_key)
			to[count++] = c;
	}
	return count;
}

const char *
candidates_text(char text[CANDIDATES_TEXT], const char *kernel, const struct candidate *c)
{
	snprintf(text, CANDIDATES_TEXT, "%s:%s", kernel, c->name);
	return text;
}
