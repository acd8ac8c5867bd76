/* SPDX-License-Identifier: MIT */
/* plan_totals.c - what a plan takes: time, as campaign.c starts its cells; memory; machines. */
#include "harness/plan/plan.h"

/* The program's own memory without key sets and ring: 22 MiB at quick scale, 37 MiB at paper scale. */
enum { OWN_BYTES = 40 << 20, RING_LEAST = 4 << 20 };

size_t
plan_ring_bytes(const struct plan *plan)
{
	const size_t most = plan_memory_limit(plan->options) / 4;
	size_t bytes = plan->options->scale == SCALE_SMOKE ? RING_LEAST : (size_t)192 << 20;

	while (bytes > most && bytes / 2 >= RING_LEAST)
		bytes /= 2;
	return bytes;
}

bool
plan_is_timed(const struct plan *plan)
{
	for (size_t i = 0; i < plan->count; i++)
		if (plan->at[i].cell.program->timed && !plan->at[i].finished)
			return true;
	return false;
}

size_t
plan_own_bytes(const struct plan *plan)
{
	size_t bytes = OWN_BYTES;

	for (size_t i = 0; i < plan->keys.count; i++)
		bytes += plan->keys.at[i].read.room * sizeof(uint64_t) + plan->keys.at[i].read.bytes_room;
	return bytes + (plan_is_timed(plan) ? plan_ring_bytes(plan) : 0);
}

size_t
plan_cell_memory(const struct plan *plan)
{
	const size_t limit = plan_memory_limit(plan->options), own = plan_own_bytes(plan);

	if (plan->options->mem_limit)
		return limit;
	return limit > own ? limit - own : 0;
}

/* Cells that run concurrently: when each finishes, and its memory. */
struct side {
	double until[PLAN_MAX_JOBS];
	size_t bytes[PLAN_MAX_JOBS], running, used, most;
	double now;
};

/* Advances the time until the next cell finishes. */
static void
wait_for_one(struct side *s)
{
	size_t first = 0;

	for (size_t i = 1; i < s->running; i++)
		if (s->until[i] < s->until[first])
			first = i;
	s->now = s->until[first];
	s->used -= s->bytes[first];
	s->running--;
	s->until[first] = s->until[s->running];
	s->bytes[first] = s->bytes[s->running];
}

/* Starts the cell, in its turn, as soon as a processor and the memory for it are free. */
static void
start(struct side *s, const struct planned *p, size_t jobs, size_t limit)
{
	while (s->running > 0 && (s->running >= jobs || s->used + p->bytes > limit))
		wait_for_one(s);
	s->until[s->running] = s->now + p->seconds;
	s->bytes[s->running++] = p->bytes;
	s->used += p->bytes;
	s->most = s->used > s->most ? s->used : s->most;
}

/*
 * OFF: by how much the expected time may be wrong, either way. The costs of filters and programs are those of a Zen 4
 * with two quiet processors. There cells at quick scale took 0.73 to 1.6 times what their program expects. A quarter
 * covers that over a whole plan, and other machines of its age.
 */
static const double off = 0.25;

/* Sums the cells that experiment i planned (SIZE_MAX: all) in a shard (0: in all). */
static struct plan_totals
totals(const struct plan *plan, size_t i, unsigned shard)
{
	const size_t jobs = plan_jobs(plan->options), limit = plan_cell_memory(plan);
	struct plan_totals t = {0};
	struct side side = {.running = 0};

	for (size_t j = 0; j < plan->count; j++) {
		const struct planned *p = &plan->at[j];

		if ((i != SIZE_MAX && !p->by[i]) || (shard && p->shard != shard) || p->finished)
			continue;
		t.cells++;
		t.largest = p->bytes > t.largest ? p->bytes : t.largest;
		if (p->bytes > limit) {
			t.too_large++;
		} else if (p->cell.program->timed) {
			t.alone += p->seconds;
			t.bytes = p->bytes > t.bytes ? p->bytes : t.bytes;
		} else {
			t.beside += p->seconds;
			start(&side, p, jobs, limit);
		}
	}
	while (side.running > 0)
		wait_for_one(&side);
	t.wall = side.now + t.alone;
	t.least = t.wall * (1 - off);
	t.most = t.wall / (1 - off);
	if (plan->options->time_limit > 0 && t.most > plan->options->time_limit) {
		t.most = plan->options->time_limit;
		t.least = t.least < t.most ? t.least : t.most;
	}
	t.bytes = side.most > t.bytes ? side.most : t.bytes;
	return t;
}

struct plan_totals
plan_totals(const struct plan *plan, size_t i)
{
	return totals(plan, i, 0);
}

/* What takes so long without a time budget takes no longer than that with one. */
static double
within_budget(const struct plan *plan, double seconds)
{
	const double limit = plan->options->time_limit;

	return limit > 0 && seconds > limit ? limit : seconds;
}

/* Returns the seconds that the longest of n shards takes. */
static double
longest_of(struct plan *plan, unsigned n)
{
	double longest = 0;

	shard_split(plan, n);
	for (unsigned shard = 1; shard <= n; shard++) {
		const double wall = totals(plan, SIZE_MAX, shard).wall;

		longest = wall > longest ? wall : longest;
	}
	return within_budget(plan, longest);
}

/* Returns the seconds of the longest unit that must stay together: a deterministic cell, or a repetition's timed
 * cells. */
static double
longest_whole(const struct plan *plan)
{
	const size_t limit = plan_cell_memory(plan);
	double longest = 0, repetition = 0;

	for (size_t i = 0; i < plan->count; i++) {
		const struct planned *p = &plan->at[i];
		const bool again =
			p->cell.program->timed && i > 0 && p[-1].cell.program->timed && p[-1].cell.rep == p->cell.rep;

		repetition = (again ? repetition : 0) + (p->bytes > limit || p->finished ? 0 : p->seconds);
		longest = repetition > longest ? repetition : longest;
	}
	return within_budget(plan, longest);
}

struct plan_machines
plan_machines(struct plan *plan, double seconds)
{
	unsigned too_few = 0, enough = 1;
	double longest = longest_whole(plan), of_middle;

	if (longest > seconds)
		return (struct plan_machines){0, longest};
	while ((longest = longest_of(plan, enough)) > seconds) {
		if (enough == SHARD_MOST)
			return (struct plan_machines){0, longest};
		too_few = enough;
		enough *= 2;
	}
	while (enough - too_few > 1) {
		const unsigned middle = too_few + (enough - too_few) / 2;

		if ((of_middle = longest_of(plan, middle)) > seconds) {
			too_few = middle;
		} else {
			enough = middle;
			longest = of_middle;
		}
	}
	return (struct plan_machines){enough, longest};
}
