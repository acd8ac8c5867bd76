/* SPDX-License-Identifier: MIT */
/*
 * zipf.h - ranks 1..n with probabilities in proportion to rank^-theta, by rejection-inversion.
 *  Hoermann and Derflinger, "Rejection-inversion to generate variates from monotone discrete distributions" (ACM TOMACS
 * 6(3), 1996): with h(x) = x^-theta and H its integral, a uniform u between H(3/2) - h(1) and H(n + 1/2) is inverted to
 * a real x, and the whole number k next to it is taken if u lies in the part of k's stretch that stands for h(k):
 *
 *      H(k - 1/2)        H(k + 1/2) - h(k)            H(k + 1/2)
 *          |  rejected        |        accepted: k         |           h is convex, so there always is room for h(k)
 *  Exact for every theta >= 0 and n, without tables, and hardly ever rejected twice. Logarithms and powers are this
 * file's own, of + - * / alone: IEEE 754 gives those the same bits on every machine, and of a C library's logarithm
 * only nearly.
 */
#ifndef CUCKOOBENCH_ZIPF_H
#define CUCKOOBENCH_ZIPF_H

#include <stdint.h>

struct zipf {
	uint64_t n;
	double theta, from, to, near; /* H(3/2) - h(1), H(n + 1/2); x this near to k from below is accepted at once */
};

/* 1 <= n <= 2^53, 0 <= theta <= 100. */
struct zipf zipf_of(uint64_t n, double theta);
/* The rank of a number: `state` is stepped as rng_next does. */
uint64_t zipf_rank(const struct zipf *, uint64_t *state);

#endif
