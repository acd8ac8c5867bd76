/* SPDX-License-Identifier: MIT */
/* shard.c - see shard.h. */
#include "harness/plan/shard.h"

#include "harness/base/memory.h"
#include "harness/base/values.h"
#include "harness/plan/plan.h"

#include <stdlib.h>
#include <string.h>

/*
 * The number of deterministic cells that are assumed to run concurrently. It is the same for every machine, because the
 * parts of a run must not depend on where they run. Machines of two processors and of sixteen then wait for the last
 * part little longer than with a number of their own.
 */
static const double beside = 4;

/* A unit that stays together: a deterministic cell, or all timed cells of a repetition. */
struct unit {
	size_t first, count; /* in plan->at */
	double weight;
	const char *label; /* of its first cell */
};

bool
shard_parse(const char *text, struct shard *s)
{
	const char *slash = strchr(text, '/');
	char index[SHARD_TEXT];

	if (!slash || slash - text >= SHARD_TEXT)
		return false;
	snprintf(index, sizeof index, "%.*s", (int)(slash - text), text);
	return value_unsigned(slash + 1, 1, SHARD_MOST, &s->of) && value_unsigned(index, 1, s->of, &s->index);
}

const char *
shard_text(struct shard s, char text[SHARD_TEXT])
{
	snprintf(text, SHARD_TEXT, "%u/%u", s.index, s.of);
	return text;
}

static double
weight_of(const struct planned *p)
{
	return p->cell.program->timed ? p->seconds : p->seconds / beside;
}

/* The heaviest unit comes first. */
static int
compare_units(const void *a, const void *b)
{
	const struct unit *p = a, *q = b;

	return p->weight != q->weight ? (p->weight < q->weight ? 1 : -1) : strcmp(p->label, q->label);
}

/* Lists the units. The timed cells of a repetition are adjacent in the plan (plan.h). */
static struct unit *
make_units(const struct plan *plan, size_t *n)
{
	struct unit *units = memory_new(plan->count, sizeof *units);

	*n = 0;
	for (size_t i = 0; i < plan->count; i++) {
		const struct cell *c = &plan->at[i].cell;

		if (i == 0 || !c->program->timed || !plan->at[i - 1].cell.program->timed ||
		    plan->at[i - 1].cell.rep != c->rep)
			units[(*n)++] = (struct unit){.first = i, .label = plan->at[i].label};
		units[*n - 1].count++;
		units[*n - 1].weight += weight_of(&plan->at[i]);
	}
	return units;
}

void
shard_split(struct plan *plan, unsigned n)
{
	size_t count;
	struct unit *units = make_units(plan, &count);
	double load[SHARD_MOST] = {0};

	qsort(units, count, sizeof *units, compare_units);
	for (size_t i = 0; i < count; i++) {
		unsigned least = 0;

		for (unsigned j = 1; j < n; j++)
			if (load[j] < load[least])
				least = j;
		load[least] += units[i].weight;
		for (size_t j = 0; j < units[i].count; j++)
			plan->at[units[i].first + j].shard = least + 1;
	}
	free(units);
}

void
shard_keep(struct plan *plan, unsigned index)
{
	size_t kept = 0;

	for (size_t i = 0; i < plan->count; i++)
		if (plan->at[i].shard == index)
			plan->at[kept++] = plan->at[i];
	plan->count = kept;
}
