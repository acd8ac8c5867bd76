/* SPDX-License-Identifier: MIT */
/*
 * candidates.h - the filters from which to choose for n keys and a number of bits per key. They are every family of the
 * suite with a few sets of parameters, from small and fast to large and exact. H4 and `tune` find which of them suits a
 * machine. P0, P1 and P3 compare those whose rates are near each other, and those of plug-ins.
 *
 *      cf:f12        cuckoo filters, by their fingerprint. Their tables have 2^x buckets of four: the
 *                    smallest that n keys fill to 95 % at most
 *      bf:13k9       Bloom filters, by bits per key and k; sb-bf:13, whose k is fixed
 *      fuse3:f16     filters that are built once, by their fingerprint
 *
 * Who inserts keys one by one cannot use the last kind. So a caller says whether they are among the candidates.
 *
 * A candidate is a table. Its lookups are all kernels that answer from it (table.h), so a choice is "cf-avx512:f12".
 */
#ifndef CUCKOOBENCH_CANDIDATES_H
#define CUCKOOBENCH_CANDIDATES_H

#include "core/filter.h"

enum { CANDIDATES_MOST = 96, CANDIDATES_NAME = 16 };

/* Which filters: those that insert, the field's later ones aside; with a few of those that are built once; all. */
enum candidates { CANDIDATES_INSERT, CANDIDATES_FEW_STATIC, CANDIDATES_ALL };

struct candidate {
	const struct filter_ops *twin; /* the family's filter that handles one key after the other */
	struct filter_params params;   /* for n keys; seed, hash, isa and place are not set */
	char name[CANDIDATES_NAME];    /* "f12", "13k9" */
	bool cuckoo;                   /* of those that insert: it is no Bloom filter */
	/* has the parameters of the paper's set-up, or those it would have; one in each family */
	bool usual;
	unsigned near; /* its rate is near 2^-near; 0: it is compared at no rate */
	/* The most lines that a lookup of an absent key has to read. 0: no fixed number. */
	unsigned lines;
	double bits_per_key; /* of a static filter, about: few keys take more than its share of many */
};

/* Lists the candidates for n keys with at most bits_per_key, in the order of families and sizes. Returns their
 * number. */
size_t candidates_make(struct candidate[CANDIDATES_MOST], enum candidates, size_t n, double bits_per_key);
/* Lists a few of those of CANDIDATES_FEW_STATIC: of each family the smallest, and that with the paper's set-up. */
size_t candidates_few(struct candidate[CANDIDATES_MOST], size_t n, double bits_per_key);
/* The rates where filters are compared, 2^-8, 2^-12 and 2^-16, and the bit of each in `nears`. */
enum { CANDIDATES_NEAR_LEAST = 8, CANDIDATES_NEAR_STEP = 4, CANDIDATES_NEARS = 3 };
#define CANDIDATES_NEAR(near) (1u << ((near)-CANDIDATES_NEAR_LEAST) / CANDIDATES_NEAR_STEP)
/* Lists those for n keys that are near these rates, whatever their size: of one filter, or of all of the suite's (of
 * NULL). A plug-in's filter has its own parameters, whatever the rate; it is listed only by itself. */
size_t candidates_near(struct candidate[CANDIDATES_MOST], const struct filter_ops *of, unsigned nears, size_t n);
/* Writes and returns "cf-avx512:f12": the candidate with this kernel's lookups. */
enum { CANDIDATES_TEXT = 32 };
const char *candidates_text(char text[CANDIDATES_TEXT], const char *kernel, const struct candidate *);

#endif
