/* SPDX-License-Identifier: MIT */
/*
 * bloom_become.h - filter_ops.become of the paper's Bloom filters: a table that bf-batch fills is then measured as
 * bf's.
 */
#ifndef CUCKOOBENCH_BLOOM_BECOME_H
#define CUCKOOBENCH_BLOOM_BECOME_H

#include "baselines/bloom/bloom.h"

/* Of filters whose structs are struct bloom alone: nothing is prepared behind it. */
static inline enum filter_status
bloom_become(const struct filter_ops *self, struct filter *base)
{
	struct bloom *f = (struct bloom *)base;

	if (isa_refuses(self->isa, f->params.isa))
		return FILTER_EISA;
	f->base.ops = self;
	f->kind = self->kind;
	f->uses_clones = bloom_uses_clones(self, f->params.isa);
	return FILTER_OK;
}

#endif
