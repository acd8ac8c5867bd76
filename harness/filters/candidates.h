/* SPDX-License-Identifier: MIT */
/*
 * candidates.h - the filters one would choose from for n keys and so many bits for each: every family of the suite with
 * a few sets of parameters, small and hasty to large and exact. H4 and `tune` ask which of them a machine likes.
 *
 *      cf:f12        cuckoo filters by their fingerprint; tables of 2^x buckets of four, the smallest that n keys fill to 95 % at most
 *      bf:13k9       Bloom filters by bits a key and k; sb-bf:13, whose k is fixed
 *
 * A candidate is a table. Its lookups are all kernels that answer from it (table.h), so a choice is "cf-avx512:f12".
 */
#ifndef CUCKOOBENCH_CANDIDATES_H
#define CUCKOOBENCH_CANDIDATES_H

#include "core/filter.h"

enum { CANDIDATES_MOST = 32, CANDIDATES_NAME = 16 };

struct candidate {
	const struct filter_ops *twin; /* the family, one key after the other */
	struct filter_params params;   /* for n keys; without seed, hash, isa and place */
	char name[CANDIDATES_NAME];    /* "f12", "13k9" */
	bool cuckoo;                   /* else Bloom */
	bool usual;                    /* as the family is in the paper's set-up, or would be: one of each */
	/* that a lookup of an absent key has to read, at most; 0: that is not to be told */
	unsigned lines;
	double bits_per_key;
};

/* Those for n keys with at most so many bits a key, in the order of families and sizes; how many. */
size_t candidates_make(struct candidate[CANDIDATES_MOST], size_t n, double bits_per_key);
/* "cf-avx512:f12": a lookup of it by this kernel. */
enum { CANDIDATES_TEXT = 32 };
const char *candidates_text(char text[CANDIDATES_TEXT], const char *kernel, const struct candidate *);

#endif
