/* SPDX-License-Identifier: MIT */
/*
 * cs_bf.c - cs-BF, the cache-sectorised Bloom filter of Lang, Neumann, Kemper and Boncz ("Performance-optimal
 * filtering: Bloom overtakes cuckoo at high throughput", PVLDB 12(5), 2019): an item has k bits in a cache line, half
 * of them in one word of each half of the line.
 *
 *      line:         | word | word | word | word || word | word | word | word |          z = 2 groups, words of 64 bits
 *                              ^                                   ^
 *                     2 bits choose it, k / 2 times          and so for the second group
 *                     6 bits set bits in it
 *
 * So a lookup compares two words with two masks, and yet the bits of an item spread over a line. In between stand rb-BF
 * (rb_bf.c), which has one word, and blk-BF, which tests k words.
 *
 * The number of items in a line has Poisson's law with mean L = 512 n / m. Of j items, i choose a given word with the
 * probability B(j, i) of a binomial law with 1/4. Let U(i) be how many of 64 bits are set by i k/2 draws. Then the rate
 * is
 *
 *      sum over j of  e^-L L^j / j!  times  (sum over i of  B(j, i)  E[(U(i) / 64)^(k/2)])^2
 *
 *      bits an item     8       10      12      13      14      16      20      22
 *      best k           6       6       6       8       8       8       10      10
 *      rate, %          2.58    1.11    0.54    0.37    0.26    0.14    0.043   0.026
 *
 * The default, k = 8 and two groups, is what Lang et al. find fastest among those with so low a rate. At 13 bits blk-BF
 * has 0.435 %, sb-BF 0.369 %. Bits come from the one hash of the key, as in rb-BF (bloom_words.h).
 *
 * Invariants: a line has no bit set, or one in each group; at most k bits, and one line, an item.
 */
#define WORDS_FORM WORDS_SECTORS
#include "baselines/bloom/bloom_words_keys.h"

BLOOM_INSERT_AND_CONTAINS(cs_bf, words_alone)

/* The paper's 13 bits, and the best k of other sizes. */
static const struct filter_shape shapes[] = {{.bits = 8, .hashes = 6},
                                             {.bits = 13, .hashes = 8, .near = 8, .usual = true},
                                             {.bits = 16, .hashes = 8},
                                             {.bits = 22, .hashes = 10, .near = 12},
                                             {0}};

const struct filter_ops FILTER_OPS(cs_bf) = {
	.name = "cs-bf",
	.title = "cs-BF",
	.about = "cache-sectorised Bloom filter, two words of a line (Lang et al., PVLDB 2019)",
	.facts = {.source = __FILE__,
                  .params = {.hashes = WORDS_SECTORS_K},
                  .bits_per_item = 13,
                  .lines = {1, 1, 1, 0},
                  .ns = {40, 20, 0},
                  .part = FILTER_FIELD,
                  .block = 64,
                  .shapes = shapes},
	.check = words_check,
	.chooses = ISA_AVX2,
	.kind = &cs_kind,
	BLOOM_OPS(cs_bf),
};
