/* SPDX-License-Identifier: MIT */
/*
 * fits.h - how many keys fit: what `items` promises of every filter that can be full, and the tails that prove it.
 *
 *      create(items = n)  --->  refused, with a reason
 *                         --->  n random distinct keys are all accepted, except with a probability of
 *
 *                                   max(10^-6, n 10^-12)    over the seeds              (FITS_CHANCE)
 *
 * The second term is the larger one from a million keys on. There a bound can only be argued for each key: the chance
 * that one finds no room, summed over all.
 *
 * A filter with relocations is a graph. Buckets are vertices, each key is an edge between its two, and a set of s
 * buckets that has more than s b edges within it cannot hold them. Half of the chance is left for what is no such set:
 * walks that end too soon.
 */
#ifndef CUCKOOBENCH_FITS_H
#define CUCKOOBENCH_FITS_H

#include <stdbool.h>
#include <stddef.h>

/* The chance that n keys may have not to fit. */
static inline double
fits_chance(double n)
{
	return n > 1e6 ? n * 1e-12 : 1e-6;
}

/* At least P(X > most), for X of the binomial distribution of n trials with probability p. n need not be whole. */
double fits_tail(double n, double p, double most);

/* At least P(room is too little), where n keys fall into bins and what a bin gets beyond `most` needs room. */
double fits_excess(double n, double bins, double most, double room);

/* The most keys that m buckets of b (1, 2, 4 or 8) entries are planned for, if keys may be relocated between two
 * random buckets by walks of 500 evictions, or searches of 768 buckets. */
double fits_planned(double m, unsigned b);

/* About the chance that n such keys have a small set of buckets, of `least` or more, that is too small for them. Meant
 * for fewer than fits_planned keys. */
double fits_graph(double n, double m, unsigned b, unsigned least);

#endif
