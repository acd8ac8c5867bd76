/* SPDX-License-Identifier: MIT */
/*
 * isa.h - the instructions a filter needs, this processor has, and the user allows.
 *
 *      portable --- avx2 --- avx512         core/isa.def: each contains the one before it. A processor has one chain.
 *             \---- neon
 *
 *      isa_best()  =  the least of   what processor and system have
 *                                    CUCKOOBENCH_ISA   in the environment: for any program, and for the library's users
 *                                    isa_restrict()    --isa
 *
 * Whoever is about to use vector instructions calls isa_best or isa_refuses. So any machine can act as one with fewer
 * instructions, and the tests pass as on such a machine. The environment is read once. A value that is not a name of
 * this list is no mask; programs that can print refuse it (options.c). Any thread may call these at any time, except
 * isa_restrict, which is for a program that is still single-threaded.
 *
 * Every filter is compiled on every machine and is in every list. If this processor lacks a filter's instructions, or
 * must not use them, create refuses it with a reason. Its cells are then skipped with that reason. All files are
 * compiled with the same flags. A function that uses vector instructions declares them itself (TARGET_AVX2,
 * TARGET_AVX512), so nothing that runs before the check can need them. Every arm64 processor has NEON.
 */
#ifndef CUCKOOBENCH_ISA_H
#define CUCKOOBENCH_ISA_H

#include <stdbool.h>

/* ISA_ANY: as a limit, whatever the processor has; as a requirement, plain C. */
#define ISA(name, NAME, contains, what, called) ISA_##NAME,
enum isa {
	ISA_ANY,
#include "core/isa.def"
	ISA_SETS
};
#undef ISA

/* The name: "portable", "avx2", "avx512", "neon"; "any". */
const char *isa_name(enum isa);
/* Finds instructions by name, except "any". False if there are none of that name. */
bool isa_find(const char *name, enum isa *);
/* Does the first contain the second, or is it the same? ISA_ANY, as a limit, contains all. */
bool isa_contains(enum isa limit, enum isa needed);
/* Have processors of this family these instructions, or some of them? Filters that need another family's are in every
 * list, but in no plan unless they are named. */
bool isa_is_native(enum isa);
/* The greatest instruction set that may be used. */
enum isa isa_best(void);
/* The limit set by CUCKOOBENCH_ISA and --isa, whatever the processor has; ISA_ANY: neither is set. */
enum isa isa_mask(void);
/* Replaces the limit of --isa; ISA_ANY clears it. */
void isa_restrict(enum isa);
/* What both limits contain. */
enum isa isa_lesser(enum isa, enum isa);
/* NULL if the needed instructions may be used: the processor has them, and neither mask nor limit is below them.
 * Otherwise the reason, one static sentence. */
const char *isa_refuses(enum isa needed, enum isa limit);

#define ISA_VARIABLE "CUCKOOBENCH_ISA"

/* Traced builds (core/probe.h) count in portable C what their twins with vectors touch. */
#if defined(__x86_64__) && !defined(FILTER_TRACED)
#define ISA_X86 1
#define TARGET_AVX2 __attribute__((target("avx2,bmi,bmi2")))
#define TARGET_AVX512 __attribute__((target("avx2,bmi,bmi2,avx512f,avx512bw,avx512dq,avx512vl")))
#elif defined(__aarch64__) && !defined(FILTER_TRACED)
#define ISA_ARM 1
#endif

#endif
