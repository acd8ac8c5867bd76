/* SPDX-License-Identifier: MIT */
/*
 * vector.h - a vector of keys, of the instructions that a file is compiled for.
 *
 *      cf_vector.c  --VECTOR_AVX2-->    cf_vector.avx2.o      filter cf_avx2      "cf-avx2"
 *                   --VECTOR_AVX512-->  cf_vector.avx512.o    filter cf_avx512
 *                   --VECTOR_NEON-->    cf_vector.neon.o      filter cf_neon
 *
 * The Makefile compiles a file ..._vector.c once for each set of instructions for which core/filters.def has a row
 * NAME_ISA of a filter in it. So a twin for another set is one row, and a filter's first twin is one file and its rows.
 * A file ..._kernel.c, whose filter chooses among kernels, is compiled once for each set. vector_avx512.h says what
 * each function does. Where the compiler is another processor's, VECTOR_TARGET is not defined, and the file has nothing
 * but its ops.
 */
#ifndef CUCKOOBENCH_VECTOR_H
#define CUCKOOBENCH_VECTOR_H

#include "core/probe.h"

/* VECTOR_OPS, VECTOR_KIND: FILTER_OPS and FILTER_KIND for these instructions. VECTOR_NAME: what the filter's name ends
 * with. VECTOR_CALLED: what sentences call them. VECTOR_KEYS: how many keys a vector has. */
#if defined(VECTOR_AVX2)
#include "core/vector_avx2.h"
#define VECTOR_ISA ISA_AVX2
#define VECTOR_NAME "avx2"
#define VECTOR_CALLED "AVX2"
#define VECTOR_KEYS "4"
#define VECTOR_NAMED(name) name##_avx2
#elif defined(VECTOR_AVX512)
#include "core/vector_avx512.h"
#define VECTOR_ISA ISA_AVX512
#define VECTOR_NAME "avx512"
#define VECTOR_CALLED "AVX-512"
#define VECTOR_KEYS "8"
#define VECTOR_NAMED(name) name##_avx512
#elif defined(VECTOR_NEON)
#include "core/vector_neon.h"
#define VECTOR_ISA ISA_NEON
#define VECTOR_NAME "neon"
#define VECTOR_CALLED "NEON"
#define VECTOR_KEYS "2"
#define VECTOR_NAMED(name) name##_neon
#endif
#define VECTOR_OPS(id) FILTER_NAME(VECTOR_NAMED(filter_##id))
#define VECTOR_KIND(id) FILTER_NAME(VECTOR_NAMED(kind_##id))

#endif
