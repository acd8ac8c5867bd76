/* SPDX-License-Identifier: MIT */
/* test_emit.c - what a program may emit: a sample of nothing, or at no place, fails its cell instead. */
#include "tests/test.h"

#include "harness/base/memory.h"
#include "harness/plan/plan.h"
#include "harness/run/run.h"
#include "harness/run/running.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double at_x;
static uint64_t of;

static void
emits(struct run *run, const struct cell *cell)
{
	(void)cell;
	emit(run, "", "cf", 1, "before", "keys", 1, 1);
	emit(run, "", "cf", at_x, "tried", "keys", 3, of);
}

/* What a cell wrote that emits such a sample behind another one. The caller frees it. */
static char *
emitted(double x, uint64_t den, int *failed)
{
	static const struct program program = {.name = "emits", .run = emits};
	const struct planned planned = {.cell = {.program = &program}};
	const struct options options = {.scale = SCALE_SMOKE};
	struct run_notes notes;
	size_t length;
	char *text;
	FILE *out = memory_stream(&text, &length);

	at_x = x, of = den;
	*failed = run_cell(&planned, &options, out, &notes);
	memory_whole(out);
	return text;
}

TEST(a_sample_is_of_something)
{
	static const struct {
		double x;
		uint64_t den;
		bool fails;
		const char *says;
	} of_cell[] = {
		{25, 4, false, "sample,0,,cf,25,tried,keys,3,4\n"},
		{-0.0, 4, false, "sample,0,,cf,0,tried,keys,3,4\n"},
		{25, 0, true, "!tried of cf at x = 25 is 3 / 0: no sample\n"},
		{NAN, 4, true, "!tried of cf at x = nan is 3 / 4: no sample\n"},
		{INFINITY, 4, true, "!tried of cf at x = inf is 3 / 4: no sample\n"},
	};

	for (size_t i = 0; i < COUNT_OF(of_cell); i++) {
		int failed;
		char *text = emitted(of_cell[i].x, of_cell[i].den, &failed), *second = strchr(text, '\n') + 1;

		require((failed != 0) == of_cell[i].fails && strcmp(second, of_cell[i].says) == 0, "%zu: %d, %s", i,
		        failed, text);
		free(text);
	}
}
