/* SPDX-License-Identifier: MIT */
/* isa.c - see isa.h. */
#include "core/isa.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define ISA(name, NAME, contains, what, called) [ISA_##NAME] = {#name, ISA_##contains},
static const struct {
	const char *name;
	enum isa contains;
} sets[ISA_SETS] = {
	[ISA_ANY] = {"any", ISA_ANY},
#include "core/isa.def"
};
#undef ISA

const char *
isa_name(enum isa isa)
{
	return sets[isa].name;
}

bool
isa_find(const char *name, enum isa *isa)
{
	for (int i = ISA_PORTABLE; i < ISA_SETS; i++)
		if (strcmp(sets[i].name, name) == 0) {
			*isa = (enum isa)i;
			return true;
		}
	return false;
}

bool
isa_contains(enum isa limit, enum isa needed)
{
	if (limit == ISA_ANY || needed == ISA_ANY)
		return true;
	while (limit != needed && limit != ISA_ANY)
		limit = sets[limit].contains;
	return limit == needed;
}

bool
isa_is_native(enum isa isa)
{
#ifdef ISA_X86
	return isa_contains(ISA_AVX512, isa);
#elif defined(ISA_ARM)
	return isa_contains(ISA_NEON, isa);
#else
	return isa_contains(ISA_PORTABLE, isa);
#endif
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
#elif defined(ISA_ARM)
	return ISA_NEON;
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
	if (a == ISA_ANY)
		return b;
	while (!isa_contains(b, a))
		a = sets[a].contains;
	return a;
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

enum refusal { OF_PROCESSOR, OF_VARIABLE, OF_OPTION, OF_PARAMETER, REFUSALS };

const char *
isa_refuses(enum isa needed, enum isa limit)
{
#define ISA(name, NAME, contains, what, called)                                                                \
	[ISA_##NAME] = {"this processor has no " what, "it needs " called ", which " ISA_VARIABLE " excludes", \
	                "it needs " called ", which --isa excludes",                                           \
	                "it needs " called ", which its parameter isa excludes"},
	static const char *const sentence[ISA_SETS][REFUSALS] = {
#include "core/isa.def"
	};
#undef ISA

	if (needed <= ISA_PORTABLE)
		return NULL;
	return !isa_contains(isa_there(), needed)     ? sentence[needed][OF_PROCESSOR]
	       : !isa_contains(environment(), needed) ? sentence[needed][OF_VARIABLE]
	       : !isa_contains(isa_mask(), needed)    ? sentence[needed][OF_OPTION]
	       : !isa_contains(limit, needed)         ? sentence[needed][OF_PARAMETER]
	                                              : NULL;
}
