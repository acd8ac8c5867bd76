/* SPDX-License-Identifier: MIT */
/*
 * rb_bf.c - rb-BF, the register-blocked Bloom filter of Lang, Neumann, Kemper and Boncz ("Performance-optimal
 * filtering: Bloom overtakes cuckoo at high throughput", PVLDB 12(5), 2019): all k bits of an item are in one word of
 * 64 bits.
 *
 *      hash * m:     |  word, high half  |  6 bits | 6 bits | 6 bits | 6 bits | 6 bits | ...  the fraction, low half |
 *                            |
 *      table:        | 64 bits | 64 bits | 64 bits | ...         any number of words, m
 *
 * A lookup loads one word and compares it with a mask of k bits: no other Bloom filter does less. The price is
 * accuracy. A word has 4.9 items on average at 13 bits an item, and some words have twice as many.
 *
 * The number of items in a word has Poisson's law with mean L = 64 n / m. Each sets k bits, drawn independently, so
 * that several may be the same. Let U be how many of 64 bits are set by j k draws. Then the rate is
 *
 *      sum over j of  e^-L L^j / j!  times  E[(U / 64)^k]
 *
 *      bits an item     8       10      12      13      14      16      20      24
 *      best k           4       5       5, 6    6       6       6       7       7
 *      rate, %          3.35    1.78    1.04    0.80    0.63    0.41    0.19    0.10
 *
 * At 13 bits the default, k = 5, has 0.81 %. With the mean of U in place of its distribution it would seem 0.77 %.
 *
 * Lang et al. hash 32-bit keys by multiplication and again for further bits. Here all bits come from the one hash of
 * the key (bloom_words.h). They choose the word by a power of two or by a multiplication that replaces a division; here
 * it is the high half of a product.
 *
 * Invariants: at most k bits, and one word, an item.
 */
#define WORDS_FORM WORDS_ONE
#include "baselines/bloom/bloom_words_keys.h"

BLOOM_INSERT_AND_CONTAINS(rb_bf, words_alone)

/* The paper's 13 bits, and the best k of other sizes. */
static const struct filter_shape shapes[] = {{.bits = 8, .hashes = 4},
                                             {.bits = 13, .hashes = 5, .usual = true},
                                             {.bits = 16, .hashes = 6, .near = 8},
                                             {.bits = 20, .hashes = 7},
                                             {0}};

const struct filter_ops FILTER_OPS(rb_bf) = {
	.name = "rb-bf",
	.title = "rb-BF",
	.about = "register-blocked Bloom filter, all bits in a word (Lang et al., PVLDB 2019)",
	.facts = {.source = __FILE__,
                  .params = {.hashes = WORDS_ONE_K},
                  .bits_per_item = 13,
                  .lines = {1, 1, 1, 0},
                  .ns = {40, 20, 0},
                  .part = FILTER_FIELD,
                  .block = 8,
                  .shapes = shapes},
	.check = words_check,
	.chooses = ISA_AVX2,
	.kind = &rb_kind,
	BLOOM_OPS(rb_bf),
};
