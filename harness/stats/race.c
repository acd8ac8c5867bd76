/* SPDX-License-Identifier: MIT */
/* race.c - see race.h. */
#include "harness/stats/race.h"

#include "harness/base/memory.h"
#include "harness/stats/stats.h"

#include <math.h>
#include <stdlib.h>

void
race_begin(struct race *r, size_t entries)
{
	*r = (struct race){.entries = entries, .left = entries, .looks = RACE_LOOKS};
	r->state = memory_new(entries, sizeof *r->state);
	r->until = memory_new(entries, sizeof *r->until);
}

void
race_end(struct race *r)
{
	free(r->cost);
	free(r->turn);
	free(r->state);
	free(r->until);
	*r = (struct race){0};
}

double *
race_round(struct race *r)
{
	double *row;

	if (r->rounds == RACE_ROUNDS)
		return NULL;
	r->cost = memory_grown(r->cost, r->rounds, r->entries * sizeof *r->cost);
	r->turn = memory_grown(r->turn, r->rounds, sizeof *r->turn);
	r->turn[r->rounds] = turn_of(r->process, (unsigned)r->rounds);
	row = r->cost + r->rounds++ * r->entries;
	for (size_t i = 0; i < r->entries; i++) {
		row[i] = NAN;
		if (r->state[i] == RACE_IN)
			r->until[i] = r->rounds;
	}
	return row;
}

void
race_forget_round(struct race *r)
{
	r->rounds--;
	for (size_t i = 0; i < r->entries; i++)
		r->until[i] = r->until[i] < r->rounds ? r->until[i] : r->rounds;
}

static double
cost_at(const struct race *r, size_t round, size_t entry)
{
	return r->cost[round * r->entries + entry];
}

/* Replaces the leader by an entry that is cheaper in the median of their quotients, if there is one, and repeats. Stops
 * after `left` steps, because there may be a cycle. */
static void
resolve_leader(struct race *r)
{
	for (size_t step = 0; step < r->left; step++) {
		const size_t next = race_runner_up(r);

		if (next == r->entries || !(race_behind(r, next).ratio < 1))
			return;
		r->leader = next;
	}
}

/*
 * The leader has the least median of its cost over the round's mean of all entries left. The mean is of logarithms, so
 * that a slow round weighs as much as a fast one.
 */
static void
find_leader(struct race *r)
{
	double mean[RACE_ROUNDS], value[RACE_ROUNDS], least = INFINITY;

	for (size_t round = 0; round < r->rounds; round++) {
		mean[round] = 0;
		for (size_t i = 0; i < r->entries; i++)
			mean[round] += r->state[i] == RACE_IN ? log(cost_at(r, round, i)) / (double)r->left : 0;
	}
	for (size_t i = 0; i < r->entries; i++) {
		size_t n;
		double median;

		if (r->state[i] != RACE_IN)
			continue;
		for (size_t round = 0; round < r->rounds; round++)
			value[round] = log(cost_at(r, round, i)) - mean[round];
		n = per_process(value, r->turn, r->rounds);
		stats_sort(value, n);
		median = stats_median(value, n);
		if (median < least) {
			least = median;
			r->leader = i;
		}
	}
	resolve_leader(r);
}

/* Looks are after 3 and 6, then 9 and 12, 18 and 24, ... rounds: two for each doubling. */
static bool
is_look(size_t rounds)
{
	size_t step = 3;

	if (rounds <= 6)
		return rounds == 3 || rounds == 6;
	while (rounds > 4 * step)
		step *= 2;
	return rounds == 3 * step || rounds == 4 * step;
}

double
race_level(const struct race *r)
{
	return bonferroni((r->entries > 1 ? r->entries - 1 : 1) * r->looks);
}

struct paired
race_behind(const struct race *r, size_t entry)
{
	const size_t n = r->until[entry] < r->until[r->leader] ? r->until[entry] : r->until[r->leader];
	double a[RACE_ROUNDS], b[RACE_ROUNDS];

	for (size_t round = 0; round < n; round++) {
		a[round] = cost_at(r, round, entry);
		b[round] = cost_at(r, round, r->leader);
	}
	return paired_log_ratio(a, b, r->turn, n, race_level(r));
}

static bool
is_hopeless(const struct race *r, size_t entry)
{
	for (size_t round = 0; round < r->rounds; round++)
		if (!(cost_at(r, round, entry) > cost_at(r, round, r->leader) * (1 + RACE_SLACK / (double)r->rounds)))
			return false;
	return true;
}

void
race_lead(struct race *r)
{
	if (r->rounds > 0)
		find_leader(r);
}

size_t
race_look(struct race *r)
{
	const size_t before = r->left;

	race_lead(r);
	if (!is_look(r->rounds))
		return 0;
	for (size_t i = 0; i < r->entries; i++) {
		struct paired behind;

		if (r->state[i] != RACE_IN || i == r->leader)
			continue;
		behind = race_behind(r, i);
		if (paired_separated(&behind) > 0)
			r->state[i] = RACE_SEPARATED;
		else if (is_hopeless(r, i))
			r->state[i] = RACE_HOPELESS;
		r->left -= r->state[i] != RACE_IN;
	}
	return before - r->left;
}

size_t
race_runner_up(const struct race *r)
{
	double least = INFINITY;
	size_t found = r->entries;

	for (size_t i = 0; i < r->entries; i++)
		if (r->state[i] == RACE_IN && i != r->leader && race_behind(r, i).ratio < least) {
			least = race_behind(r, i).ratio;
			found = i;
		}
	return found;
}
