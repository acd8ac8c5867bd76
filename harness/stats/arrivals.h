/* SPDX-License-Identifier: MIT */
/*
 * arrivals.h - when requests come that do not wait for one another.
 *
 *      closed loop    |--op--|--op--|------op------|--op--|          the next comes when the last is done: a stall delays it unseen
 *      open loop      |   |      | | |         |      |              they come when they come
 *  The times between arrivals of a Poisson process are independent and exponential, and given how many come within a
 * time, they are that time cut at uniform places; so a cycle of gaps that are scaled to a given sum is a piece of such
 * a process with exactly the rate asked for. It is taken again and again, without a seam.
 */
#ifndef CUCKOOBENCH_ARRIVALS_H
#define CUCKOOBENCH_ARRIVALS_H

#include <stddef.h>
#include <stdint.h>

/*
 * gap[i]: whole units of time between arrival i and arrival i + 1; they sum up to n * mean, rounded. The same numbers
 * for the same seed. 1 <= mean < 2^26, so that 40 means, which no exponential drawn from 53 bits exceeds, are a
 * uint32_t; n <= 2^20.
 */
void arrivals_poisson(uint32_t *gap, size_t n, double mean, uint64_t seed);

#endif
