/* SPDX-License-Identifier: MIT */
/* explore_choice.c - see explore_choice.h. */
#include "tests/explore_choice.h"

#include "tests/model.h"

#include <stdio.h>

enum {
	CHOICES = 16384,
	STATES = 1 << 22, /* 32 MiB; when three quarters are used, no further states are kept */
};

static struct {
	struct choice {
		uint16_t taken, of;
	} made[CHOICES];
	size_t depth, length;
	uint64_t *state; /* a state's hash, with the budget in the lowest bits; open addressing */
	size_t states;
} c;

void
choice_forget(void)
{
	c.length = c.states = 0;
	c.state = model_memory(STATES, sizeof *c.state);
}

void
choice_release(void)
{
	free(c.state);
}

void
choice_begin(void)
{
	c.depth = 0;
}

void
choice_repeat(void)
{
	c.length = c.depth;
}

bool
choice_next(void)
{
	while (c.length && c.made[c.length - 1].taken + 1 == c.made[c.length - 1].of)
		c.length--;
	if (c.length)
		c.made[c.length - 1].taken++;
	return c.length > 0;
}

unsigned
choose(unsigned of)
{
	if (of < 2)
		return 0;
	if (c.depth == CHOICES) {
		fprintf(stderr, "explore: too many choices\n");
		abort();
	}
	if (c.depth == c.length)
		c.made[c.length++] = (struct choice){0, (uint16_t)of};
	if (c.made[c.depth].of != of) {
		fprintf(stderr, "explore: the same choices lead to another state: the scenario is not deterministic\n");
		abort();
	}
	return c.made[c.depth++].taken;
}

bool
choice_is_new(void)
{
	return c.depth == c.length;
}

bool
choice_is_known(uint64_t state, unsigned budget)
{
	const uint64_t low = CHOICE_BUDGETS - 1;
	size_t cell = state >> 32 & (STATES - 1);

	while (c.state[cell] && ((c.state[cell] ^ state) & ~low))
		cell = (cell + 1) & (STATES - 1);
	if (c.state[cell] && (c.state[cell] & low) >= budget)
		return true;
	if (c.state[cell] || c.states < STATES / 4 * 3) {
		c.states += !c.state[cell];
		c.state[cell] = (state & ~low) | budget;
	}
	return false;
}
