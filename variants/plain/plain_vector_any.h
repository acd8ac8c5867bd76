/* SPDX-License-Identifier: MIT */
/*
 * plain_vector_any.h - the widths that vector kernels of filters with another index policy than xor have: those of
 * cf-any and vacuum. Buckets of 11 and 15 bits begin in the middle of bytes: a vector has the buckets of even numbers
 * and of odd ones, so each lane is shifted by its own number of bits (vector_buckets).
 */
#ifndef CUCKOOBENCH_PLAIN_VECTOR_ANY_H
#define CUCKOOBENCH_PLAIN_VECTOR_ANY_H

#define VECTOR_WIDTHS(f, CALL, ...)          \
	((f) == 8    ? CALL(__VA_ARGS__, 8)  \
	 : (f) == 11 ? CALL(__VA_ARGS__, 11) \
	 : (f) == 12 ? CALL(__VA_ARGS__, 12) \
	 : (f) == 15 ? CALL(__VA_ARGS__, 15) \
	             : CALL(__VA_ARGS__, 16))

#include "variants/plain/plain_vector.h"

#define PLAIN_VECTOR_KERNELS_ANY(ISA, ...)                                                    \
	PLAIN_VECTOR_KERNELS(ISA, __VA_ARGS__), VECTOR_KERNEL(ISA "-f11b4", 11, __VA_ARGS__), \
		VECTOR_KERNEL(ISA "-f15b4", 15, __VA_ARGS__)

#endif
