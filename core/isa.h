/* SPDX-License-Identifier: MIT */
/*
 * isa.h - which instructions a filter needs, which this processor has, and which the user allows (--isa).
 *
 *      portable  <  avx2  <  avx512         each contains the ones before it; a processor has a prefix of the list
 *
 * Every filter is compiled on every machine and is in every list. One whose instructions this processor lacks, or is not to use, is refused
 * by create with a reason, and its cells are skipped with the same. No file is compiled with other flags than the rest: a function that
 * uses vector instructions says so itself (TARGET_AVX2, TARGET_AVX512), so nothing that runs before the question is asked can need them.
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
/* The greatest that processor and system have. */
enum isa isa_best(void);
/* NULL if what is needed may be used: the processor has it and it is not above the limit. Else why not, one static sentence. */
const char *isa_refuses(enum isa needed, enum isa limit);

#if defined(__x86_64__)
#define ISA_X86 1
#define TARGET_AVX2 __attribute__((target("avx2,bmi,bmi2")))
#define TARGET_AVX512 __attribute__((target("avx2,bmi,bmi2,avx512f,avx512bw,avx512dq,avx512vl")))
#endif

#endif
