/* SPDX-License-Identifier: MIT */
/* line_ceiling.c - see line_ceiling.h. */
#include "harness/exp/line_ceiling.h"

bool
line_ceiling(const struct point *rate, struct ceiling_of *c, enum setup_op op, double positive, double full)
{
	const struct filter_ops *ops = filter_find(rate->series);

	if (!ops)
		return false;
	c->lines = setup_lines(ops, op, positive, full);
	c->updates = op != SETUP_LOOKUP;
	return true;
}
