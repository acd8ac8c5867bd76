/* SPDX-License-Identifier: MIT */
/* quotient_unused.h - which parameters no quotient filter uses. */
#ifndef CUCKOOBENCH_QUOTIENT_UNUSED_H
#define CUCKOOBENCH_QUOTIENT_UNUSED_H

#include "core/filter.h"

/* The reason for refusing, or NULL. */
static inline const char *
qf_unused(const struct filter_params *p)
{
	if (p->slots)
		return "slots is not used by a quotient filter: its table has no buckets";
	if (p->stripes || p->doublings)
		return "stripes and doublings are not used by a quotient filter";
	if (p->hashes)
		return "hashes (k) is not used by a quotient filter";
	if (p->tables)
		return "tables (d) is not used by a quotient filter";
	if (p->counter_bits)
		return "counter_bits is not used by a quotient filter: copies take a slot each";
	if (p->kicks)
		return "kicks is not used by a quotient filter: it never relocates";
	if (p->max_kicks)
		return "max_kicks is not used by a quotient filter: max_load says when it is full";
	return NULL;
}

#endif
