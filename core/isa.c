/* SPDX-License-Identifier: MIT */
/* isa.c - see isa.h. */
#include "core/isa.h"

#include <stdatomic.h>
#include <stdlib.h>
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

/* What processor and system support. */
static enum isa
isa_there(void)
{
#ifdef ISA_X86
	/* These also check that the system saves the registers. */
	if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2"))
		return ISA_PORTABLE;
	if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
	    __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
		return ISA_AVX512;
	return ISA_AVX2;
#else
	return ISA_PORTABLE;
#endif
}

/* The two parts of the mask. The environment is read on first use: threads that come at the same time read the same. */
static _Atomic int of_environment = -1, of_option = ISA_ANY;

static enum isa
environment(void)
{
	int known = atomic_load_explicit(&of_environment, memory_order_relaxed);

	if (known < 0) {
		const char *text = getenv(ISA_VARIABLE);
		enum isa limit = ISA_ANY;

		if (text)
			(void)isa_find(text, &limit);
		known = (int)limit;
		atomic_store_explicit(&of_environment, known, memory_order_relaxed);
	}
	return (enum isa)known;
}

void
isa_restrict(enum isa limit)
{
	atomic_store_explicit(&of_option, limit, memory_order_relaxed);
}

enum isa
isa_lesser(enum isa a, enum isa b)
{
	return a == ISA_ANY || (b != ISA_ANY && b < a) ? b : a;
}

enum isa
isa_mask(void)
{
	return isa_lesser(environment(), (enum isa)atomic_load_explicit(&of_option, memory_order_relaxed));
}

enum isa
isa_best(void)
{
	return isa_lesser(isa_there(), isa_mask());
}

static bool
is_above(enum isa needed, enum isa limit)
{
	return limit != ISA_ANY && needed > limit;
}

const char *
isa_refuses(enum isa needed, enum isa limit)
{
	const bool is_avx2 = needed == ISA_AVX2;

	if (needed <= ISA_PORTABLE)
		return NULL;
	if (needed > isa_there())
		return is_avx2 ? "this processor has no AVX2 with BMI"
		               : "this processor has no AVX-512 (F, BW, DQ, VL)";
	if (is_above(needed, environment()))
		return is_avx2 ? "it needs AVX2, which " ISA_VARIABLE " excludes"
		               : "it needs AVX-512, which " ISA_VARIABLE " excludes";
	if (is_above(needed, isa_mask()))
		return is_avx2 ? "it needs AVX2, which --isa excludes" : "it needs AVX-512, which --isa excludes";
	if (is_above(needed, limit))
		return is_avx2 ? "it needs AVX2, which its parameter isa excludes"
		               : "it needs AVX-512, which its parameter isa excludes";
	return NULL;
}
