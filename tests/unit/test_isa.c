/* SPDX-License-Identifier: MIT */
/*
 * test_isa.c - the mask of instructions: which of the processor's instructions CUCKOOBENCH_ISA and isa_restrict allow,
 * that a reason names the mask that excludes, and that filters which choose their instructions themselves obey it.
 *
 * The environment is read once, so each check runs in a child that has not read it yet.
 */
#include "tests/test.h"

#include "core/build.h"
#include "core/hash.h"
#include "harness/timing/ceiling.h"

#include <sys/wait.h>
#include <unistd.h>

/* NULL or "": no variable, an empty one; ISA_ANY: no --isa. */
struct masks {
	const char *variable;
	enum isa option;
};

/* The result of `ask` in a process with these masks. */
static unsigned
answer(struct masks m, unsigned (*ask)(void))
{
	int status;
	pid_t child;

	fflush(stdout);
	fflush(stderr);
	child = fork();
	require(child >= 0, "no child process");
	if (child == 0) {
		if (m.variable)
			setenv(ISA_VARIABLE, m.variable, 1);
		else
			unsetenv(ISA_VARIABLE);
		isa_restrict(m.option);
		_exit((int)ask());
	}
	require(waitpid(child, &status, 0) == child && WIFEXITED(status), "the child died");
	return (unsigned)WEXITSTATUS(status);
}

static unsigned
best(void)
{
	return isa_best();
}

static unsigned
mask(void)
{
	return isa_mask();
}

/* Widest vectors of a ceiling, for a hash that has a vector form. */
static unsigned
of_ceiling(void)
{
	static _Alignas(64) uint64_t line[8];
	uint64_t key = 1;
	struct hash hash;

	hash_init(&hash, NULL, 1);
	return ceiling_memory(&hash, line, sizeof line, &key, 1).isa;
}

static const uint64_t keys[] = {1, 2, 3};

/* How many filters can be built although the mask excludes them, or cannot although it allows them; 0: as it
 * should be. */
static unsigned
filters_disagree(void)
{
	unsigned wrong = 0;

	for (size_t i = 0; filter_all[i]; i++) {
		const struct test_config config = test_default_config(filter_all[i], 100);
		struct filter *f = NULL;
		const char *why = NULL;
		const bool built =
			build_filter(filter_all[i], &config.params, keys, COUNT_OF(keys), &f, NULL, &why) == FILTER_OK;

		wrong += built != isa_contains(isa_best(), filter_all[i]->isa);
		if (f)
			filter_all[i]->destroy(f);
	}
	return wrong;
}

/* How many filters load a file that needs instructions which they were denied since. */
static unsigned
files_disagree(void)
{
	struct test_bytes saved[128];
	unsigned wrong = 0;

	for (size_t i = 0; filter_all[i] && i < COUNT_OF(saved); i++) {
		const struct test_config config = test_default_config(filter_all[i], 100);
		struct filter *f = NULL;
		const char *why;

		saved[i] = (struct test_bytes){NULL, 0};
		if (!filter_all[i]->save ||
		    build_filter(filter_all[i], &config.params, keys, COUNT_OF(keys), &f, NULL, &why) != FILTER_OK)
			continue;
		saved[i] = test_save(f);
		filter_all[i]->destroy(f);
	}
	isa_restrict(ISA_PORTABLE);
	for (size_t i = 0; filter_all[i] && i < COUNT_OF(saved); i++) {
		struct filter *f;
		enum filter_status status;

		if (!saved[i].data)
			continue;
		status = test_load(filter_all[i], saved[i].data, saved[i].size, &f);
		wrong += status != (filter_all[i]->isa > ISA_PORTABLE ? FILTER_EISA : FILTER_OK) ||
		         !f != (status != FILTER_OK);
		if (f)
			filter_all[i]->destroy(f);
		free(saved[i].data);
	}
	return wrong;
}

static enum isa
lesser(enum isa a, enum isa b)
{
	return isa_contains(a, b) ? b : isa_contains(b, a) ? a : ISA_PORTABLE;
}

/* Each set contains itself and those below it on its own chain. A limit of another chain leaves plain C. */
TEST(sets_are_chains)
{
	static const bool contains[ISA_SETS][ISA_SETS] = {
		[ISA_PORTABLE] = {[ISA_PORTABLE] = true},
		[ISA_AVX2] = {[ISA_PORTABLE] = true, [ISA_AVX2] = true},
		[ISA_AVX512] = {[ISA_PORTABLE] = true, [ISA_AVX2] = true, [ISA_AVX512] = true},
		[ISA_NEON] = {[ISA_PORTABLE] = true, [ISA_NEON] = true},
	};

	for (enum isa a = ISA_PORTABLE; a < ISA_SETS; a++) {
		for (enum isa b = ISA_PORTABLE; b < ISA_SETS; b++)
			require(isa_contains(a, b) == contains[a][b], "%s contains %s", isa_name(a), isa_name(b));
		require(isa_contains(ISA_ANY, a) && isa_contains(a, ISA_ANY), "any, and %s", isa_name(a));
		require(isa_lesser(a, ISA_ANY) == a && isa_lesser(ISA_ANY, a) == a, "any is no limit to %s",
		        isa_name(a));
	}
	require(isa_lesser(ISA_NEON, ISA_AVX512) == ISA_PORTABLE, "NEON and AVX-512 have plain C in common");
	require(isa_lesser(ISA_AVX2, ISA_AVX512) == ISA_AVX2, "AVX2 and AVX-512 have AVX2 in common");
}

TEST(the_least_of_all_counts)
{
	const enum isa has = answer((struct masks){NULL, ISA_ANY}, best);

	require(has >= ISA_PORTABLE && has < ISA_SETS, "this processor has %u", (unsigned)has);
	require(answer((struct masks){NULL, ISA_ANY}, mask) == ISA_ANY, "a mask, though none was given");
	for (enum isa v = ISA_PORTABLE; v < ISA_SETS; v++) {
		require(answer((struct masks){isa_name(v), ISA_ANY}, mask) == v, "the variable says %s", isa_name(v));
		require(answer((struct masks){NULL, v}, mask) == v, "the option says %s", isa_name(v));
		require(answer((struct masks){isa_name(v), ISA_ANY}, best) == lesser(v, has), "the variable says %s",
		        isa_name(v));
		for (enum isa o = ISA_PORTABLE; o < ISA_SETS; o++) {
			require(answer((struct masks){isa_name(v), o}, mask) == lesser(v, o), "%s and --isa %s",
			        isa_name(v), isa_name(o));
			require(answer((struct masks){isa_name(v), o}, best) == lesser(lesser(v, o), has),
			        "%s and --isa %s", isa_name(v), isa_name(o));
		}
	}
}

TEST(what_is_no_name_is_no_mask)
{
	static const char *const texts[] = {"", "any", "avx9", "AVX2", " avx2", "1"};

	for (size_t i = 0; i < COUNT_OF(texts); i++)
		require(answer((struct masks){texts[i], ISA_ANY}, mask) == ISA_ANY, "'%s' is a mask", texts[i]);
}

TEST(all_that_choose_keep_to_it)
{
	const enum isa has = answer((struct masks){NULL, ISA_ANY}, best);

	for (enum isa v = ISA_PORTABLE; v < ISA_SETS; v++)
		for (int option = 0; option < 2; option++) {
			const struct masks m = {option ? NULL : isa_name(v), option ? v : ISA_ANY};

			require(answer(m, of_ceiling) == lesser(v, has), "a ceiling under %s", isa_name(v));
			require(answer(m, files_disagree) == 0, "%u saved filters under %s", answer(m, files_disagree),
			        isa_name(v));
			require(answer(m, filters_disagree) == 0, "%u filters under %s", answer(m, filters_disagree),
			        isa_name(v));
		}
}

/* --- reasons ------------------------------------------------------------------------------------------------------ */

enum { NOBODY = 1, PROCESSOR, VARIABLE, OPTION, PARAMETER };

static unsigned
who(const char *why)
{
	return !why                        ? NOBODY
	       : strstr(why, "processor")  ? PROCESSOR
	       : strstr(why, ISA_VARIABLE) ? VARIABLE
	       : strstr(why, "--isa")      ? OPTION
	                                   : PARAMETER;
}

static unsigned
avx2(void)
{
	return who(isa_refuses(ISA_AVX2, ISA_ANY));
}

static unsigned
avx512(void)
{
	return who(isa_refuses(ISA_AVX512, ISA_ANY));
}

static unsigned
avx2_portable(void)
{
	return who(isa_refuses(ISA_AVX2, ISA_PORTABLE));
}

static unsigned
portable(void)
{
	return who(isa_refuses(ISA_PORTABLE, ISA_ANY)) + 10 * who(isa_refuses(ISA_ANY, ISA_PORTABLE));
}

TEST(a_reason_names_who_excludes)
{
	const enum isa has = answer((struct masks){NULL, ISA_ANY}, best);
	const struct masks free = {NULL, ISA_ANY}, by_variable = {"portable", ISA_AVX2},
			   by_option = {"avx512", ISA_PORTABLE}, to_avx2 = {"avx2", ISA_ANY};

	require(answer(free, avx2) == (isa_contains(has, ISA_AVX2) ? NOBODY : PROCESSOR), "AVX2, no mask");
	require(answer(free, avx512) == (isa_contains(has, ISA_AVX512) ? NOBODY : PROCESSOR), "AVX-512, no mask");
	require(answer(by_variable, avx2) == (isa_contains(has, ISA_AVX2) ? VARIABLE : PROCESSOR),
	        "AVX2, by the variable");
	require(answer(by_variable, avx512) == (isa_contains(has, ISA_AVX512) ? VARIABLE : PROCESSOR),
	        "AVX-512, by the variable");
	require(answer(by_option, avx2) == (isa_contains(has, ISA_AVX2) ? OPTION : PROCESSOR), "AVX2, by the option");
	require(answer(to_avx2, avx2) == (isa_contains(has, ISA_AVX2) ? NOBODY : PROCESSOR),
	        "AVX2, which the variable allows");
	require(answer(to_avx2, avx512) == (isa_contains(has, ISA_AVX512) ? VARIABLE : PROCESSOR),
	        "AVX-512, which it does not");
	require(answer(free, avx2_portable) == (isa_contains(has, ISA_AVX2) ? PARAMETER : PROCESSOR),
	        "AVX2, by a filter's parameter");
	require(answer(by_variable, portable) == 11 * NOBODY, "plain C is refused");
}
