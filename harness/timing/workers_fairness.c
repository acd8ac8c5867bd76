/* SPDX-License-Identifier: MIT */
/* workers_fairness.c - see workers_fairness.h. */
#include "harness/timing/workers_fairness.h"

void
workers_least_over_greatest(const uint64_t *ops, size_t n, uint64_t *num, uint64_t *den)
{
	uint64_t least = UINT64_MAX, greatest = 0;

	for (size_t i = 0; i < n; i++) {
		least = ops[i] < least ? ops[i] : least;
		greatest = ops[i] > greatest ? ops[i] : greatest;
	}
	*num = greatest ? least : 0;
	*den = greatest ? greatest : 1;
}

void
workers_jain(const uint64_t *ops, size_t n, uint64_t *num, uint64_t *den)
{
	uint64_t greatest = 0, sum = 0, squares = 0;
	unsigned shift = 0;

	for (size_t i = 0; i < n; i++)
		greatest = ops[i] > greatest ? ops[i] : greatest;
	/* With up to 2^10 threads, (2^10 * 2^21)^2 and 2^10 * 2^10 * 2^42 fit 64 bits. */
	while (greatest >> shift >= UINT64_C(1) << 21)
		shift++;
	for (size_t i = 0; i < n; i++) {
		sum += ops[i] >> shift;
		squares += (ops[i] >> shift) * (ops[i] >> shift);
	}
	*num = squares ? sum * sum : 0;
	*den = squares ? n * squares : 1;
}
