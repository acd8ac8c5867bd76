/* SPDX-License-Identifier: MIT */
/* isa.c - see isa.h. */
#include "core/isa.h"

#include <string.h>

static const char *const names[] = {"any", "portable", "avx2", "avx512"};

const char *
isa_name(enum isa isa)
{
	return names[isa];
}

bool
isa_find(const char *name, enum isa *isa)
{
	for (int i = ISA_PORTABLE; i <= ISA_AVX512; i++)
		if (strcmp(names[i], name) == 0) {
			*isa = (enum isa)i;
			return true;
		}
	return false;
}

enum isa
isa_best(void)
{
#ifdef ISA_X86
	/* These ask the system, too, whether it keeps the registers. */
	if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2"))
		return ISA_PORTABLE;
	if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
	    __builtin_cpu_supports("avx512vl"))
		return ISA_AVX512;
	return ISA_AVX2;
#else
	return ISA_PORTABLE;
#endif
}

const char *
isa_refuses(enum isa needed, enum isa limit)
{
	if (needed > isa_best())
		return needed == ISA_AVX2 ? "this processor has no AVX2 with BMI" : "this processor has no AVX-512 (F, BW, DQ, VL)";
	if (limit != ISA_ANY && needed > limit)
		return needed == ISA_AVX2 ? "it needs AVX2, which --isa excludes" : "it needs AVX-512, which --isa excludes";
	return NULL;
}
