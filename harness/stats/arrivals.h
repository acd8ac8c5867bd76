/* SPDX-License-Identifier: MIT */
/*
 * arrivals.h - the arrival times of requests that do not wait for each other.
 *
 *      closed loop    |--op--|--op--|------op------|--op--|       each begins when the last is done: a stall delays it
 *      open loop      |   |      | | |         |      |           arrivals do not depend on completions
 *  The gaps of a Poisson process are independent and exponential. Given the number of arrivals in a period, the
 * arrivals are distributed uniformly over it. So a cycle of gaps scaled to a given sum is a piece of such a process,
 * with exactly the requested rate. The cycle repeats without a seam.
 */
#ifndef CUCKOOBENCH_ARRIVALS_H
#define CUCKOOBENCH_ARRIVALS_H

#include <stddef.h>
#include <stdint.h>

/*
 * Sets gap[i] to the time between arrivals i and i + 1, in whole units. The gaps sum up to n * mean, rounded. The same
 * seed gives the same gaps. 1 <= mean < 2^26, so that 40 means fit a uint32_t; no exponential drawn from 53 bits
 * exceeds those. n <= 2^20.
 */
void arrivals_poisson(uint32_t *gap, size_t n, double mean, uint64_t seed);

#endif
