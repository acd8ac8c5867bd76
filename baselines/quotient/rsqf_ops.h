/* SPDX-License-Identifier: MIT */
/* rsqf_ops.h - the operations of a rank-and-select quotient filter on many keys. The including file first defines
 * OPS_AHEAD: how many keys ahead blocks are fetched; 0: none are. */
#ifndef CUCKOOBENCH_RSQF_OPS_H
#define CUCKOOBENCH_RSQF_OPS_H

#include "baselines/quotient/rsqf_loops.h"

static size_t
rsqf_portable(const struct rsqf *f, enum rsqf_operation operation, const uint64_t *keys, size_t n, uint8_t *hit)
{
#define OPERATE(r) rsqf_operate(f, r, false, OPS_AHEAD, operation, keys, n, hit)
	return RSQF_WIDTHS(f, OPERATE);
#undef OPERATE
}

#ifdef ISA_X86
TARGET_AVX2 static size_t
rsqf_bmi2(const struct rsqf *f, enum rsqf_operation operation, const uint64_t *keys, size_t n, uint8_t *hit)
{
#define OPERATE(r) rsqf_operate(f, r, true, OPS_AHEAD, operation, keys, n, hit)
	return RSQF_WIDTHS(f, OPERATE);
#undef OPERATE
}
#else
#define rsqf_bmi2 rsqf_portable
#endif

static size_t
rsqf_insert(struct filter *base, const uint64_t *keys, size_t n)
{
	struct rsqf *f = (struct rsqf *)base;

	n = (f->uses_bmi2 ? rsqf_bmi2 : rsqf_portable)(f, RSQF_INSERT, keys, rsqf_room(f, n), NULL);
	f->used += n;
	return n;
}

static size_t
rsqf_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct rsqf *f = (const struct rsqf *)base;

	return (f->uses_bmi2 ? rsqf_bmi2 : rsqf_portable)(f, RSQF_CONTAINS, keys, n, hit);
}

static size_t
rsqf_remove(struct filter *base, const uint64_t *keys, size_t n)
{
	struct rsqf *f = (struct rsqf *)base;

	n = (f->uses_bmi2 ? rsqf_bmi2 : rsqf_portable)(f, RSQF_REMOVE, keys, n, NULL);
	f->used -= n;
	return n;
}

#endif
