/* SPDX-License-Identifier: MIT */
/*
 * zipf.h - ranks 1..n with probabilities in proportion to rank^-theta, by rejection-inversion.
 *
 * Hoermann and Derflinger, "Rejection-inversion to generate variates from monotone discrete distributions" (ACM TOMACS
 * 6(3), 1996): let h(x) = x^-theta, and H its integral. A uniform u between H(3/2) - h(1) and H(n + 1/2) is inverted to
 * a real x, and k is the nearest integer to x. k is accepted if u lies in the part of k's interval that stands for
 * h(k):
 *
 *      H(k - 1/2)        H(k + 1/2) - h(k)            H(k + 1/2)
 *          |  rejected        |        accepted: k         |           h is convex, so there always is room for h(k)
 *
 * It is exact for every theta >= 0 and n, needs no tables, and hardly ever rejects twice. Logarithms and powers are
 * this file's own, made only of + - * /: IEEE 754 gives those the same bits on every machine. A C library's logarithm
 * is only nearly the same everywhere.
 */
#ifndef CUCKOOBENCH_ZIPF_H
#define CUCKOOBENCH_ZIPF_H

#include <stdint.h>

struct zipf {
	uint64_t n;
	/* H(3/2) - h(1); H(n + 1/2); an x this near to k from below is accepted at once */
	double theta, from, to, near;
};

/* 1 <= n <= 2^53, 0 <= theta <= 100. */
struct zipf zipf_of(uint64_t n, double theta);
/* The rank for a random number. Steps `state` as rng_next does. */
uint64_t zipf_rank(const struct zipf *, uint64_t *state);

#endif
