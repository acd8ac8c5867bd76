/* SPDX-License-Identifier: MIT */
/* history.c - see history.h. */
#include "tests/history.h"

#include <stdlib.h>
#include <string.h>

struct search {
	const struct operation *op[HISTORY_MOST];
	uint32_t earlier[HISTORY_MOST]; /* for each operation, the set of those that must come before it */
	unsigned n;
	uint8_t dead[(1 << HISTORY_MOST) / 8]; /* sets of operations after which the rest has no order */
};

static bool
comes_before(const struct operation *a, const struct operation *b)
{
	return a->end <= b->begin || (a->thread == b->thread && a < b);
}

/* Does the result fit `count` copies? */
static bool
fits(const struct operation *o, unsigned count)
{
	switch (o->kind) {
	case OPERATION_INSERT:
		return true;
	case OPERATION_REMOVE:
		return o->result == (count > 0);
	case OPERATION_HAS:
		return o->result == (count > 0) || (o->result && o->spurious);
	}
	return false;
}

static unsigned
count_after(const struct operation *o, unsigned count)
{
	if (o->kind == OPERATION_INSERT)
		return count + o->result;
	return o->kind == OPERATION_REMOVE ? count - o->result : count;
}

static bool
has_order(struct search *s, uint32_t done, unsigned count)
{
	if (done == (UINT32_C(1) << s->n) - 1)
		return true;
	if (s->dead[done / 8] >> done % 8 & 1)
		return false;
	for (unsigned i = 0; i < s->n; i++)
		if (!(done >> i & 1) && (s->earlier[i] & ~done) == 0 && fits(s->op[i], count) &&
		    has_order(s, done | UINT32_C(1) << i, count_after(s->op[i], count)))
			return true;
	s->dead[done / 8] |= (uint8_t)(1u << done % 8);
	return false;
}

unsigned
history_broken_cell(const struct operation *op, size_t n, const unsigned *before, unsigned cells)
{
	static _Thread_local struct search s;

	for (unsigned cell = 0; cell < cells; cell++) {
		s.n = 0;
		for (size_t i = 0; i < n; i++) {
			if (op[i].cell != cell)
				continue;
			if (s.n == HISTORY_MOST)
				abort();
			s.op[s.n++] = &op[i];
		}
		memset(s.dead, 0, ((1u << s.n) + 7) / 8);
		for (unsigned i = 0; i < s.n; i++) {
			s.earlier[i] = 0;
			for (unsigned j = 0; j < s.n; j++)
				if (j != i && comes_before(s.op[j], s.op[i]))
					s.earlier[i] |= UINT32_C(1) << j;
		}
		if (!has_order(&s, 0, before[cell]))
			return cell;
	}
	return cells;
}
