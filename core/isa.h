/* SPDX-License-Identifier: MIT */
/*
 * isa.h - which instructions a filter needs, which this processor has, and which the user allows.
 *
 *      portable  <  avx2  <  avx512         each contains the ones before it; a processor has a prefix of the list
 *
 *      isa_best()  =  the least of   what processor and system have
 *                                    CUCKOOBENCH_ISA   of the environment: of any program, and of the library's users
 *                                    isa_restrict()    --isa
 *  Whoever is about to use vector instructions asks isa_best or isa_refuses, so a machine with fewer of them can be had
 * on any machine, and the tests pass as on one. The environment is read once. What it has that is no name here is no
 * mask: who can print refuses it (options.c). Any thread may ask at any time; isa_restrict is for a program that has
 * but one yet.
 *  Every filter is compiled on every machine and is in every list. One whose instructions this processor lacks, or is
 * not to use, is refused by create with a reason, and its cells are skipped with the same. No file is compiled with
 * other flags than the rest: a function that uses vector instructions says so itself (TARGET_AVX2, TARGET_AVX512), so
 * nothing that runs before the question is asked can need them.
 */
#ifndef CUCKOOBENCH_ISA_H
#define CUCKOOBENCH_ISA_H

#include <stdbool.h>

enum isa {
	ISA_ANY,      /* as a limit: whatever the processor has; as a need: as ISA_PORTABLE */
	ISA_PORTABLE, /* plain C */
	ISA_AVX2,     /* AVX2, BMI1, BMI2: x86-64-v3 without what is not used */
	ISA_AVX512,   /* and AVX-512 F, BW, DQ, VL, as every server with AVX-512 since Skylake has */
};

/* "portable", "avx2", "avx512"; "any". */
const char *isa_name(enum isa);
/* By name, but for "any". False if there is none. */
bool isa_find(const char *name, enum isa *);
/* The greatest that may be used. */
enum isa isa_best(void);
/* What CUCKOOBENCH_ISA and --isa leave, whatever the processor has; ISA_ANY: neither is there. */
enum isa isa_mask(void);
/* The mask's other half, in place of what it was; ISA_ANY takes it back. */
void isa_restrict(enum isa);
/* Of two limits. */
enum isa isa_lesser(enum isa, enum isa);
/* NULL if what is needed may be used: the processor has it, and neither mask nor limit is below it. Else why not, one
 * static sentence. */
const char *isa_refuses(enum isa needed, enum isa limit);

#define ISA_VARIABLE "CUCKOOBENCH_ISA"

#if defined(__x86_64__)
#define ISA_X86 1
#define TARGET_AVX2 __attribute__((target("avx2,bmi,bmi2")))
#define TARGET_AVX512 __attribute__((target("avx2,bmi,bmi2,avx512f,avx512bw,avx512dq,avx512vl")))
#endif

#endif
