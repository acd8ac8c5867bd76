/* SPDX-License-Identifier: MIT */
/* cqf_ops.h - the operations of a counting quotient filter on many keys. The including file first defines OPS_AHEAD:
 * how many keys ahead blocks are fetched; 0: none are. */
#ifndef CUCKOOBENCH_CQF_OPS_H
#define CUCKOOBENCH_CQF_OPS_H

#include "baselines/quotient/cqf_keys.h"

static struct cqf_done
cqf_portable(const struct rsqf *f, enum rsqf_operation operation, const uint64_t *keys, size_t n, uint8_t *hit)
{
#define OPERATE(r) cqf_operate(f, r, false, OPS_AHEAD, operation, keys, n, hit)
	return RSQF_WIDTHS(f, OPERATE);
#undef OPERATE
}

#ifdef ISA_X86
TARGET_AVX2 static struct cqf_done
cqf_bmi2(const struct rsqf *f, enum rsqf_operation operation, const uint64_t *keys, size_t n, uint8_t *hit)
{
#define OPERATE(r) cqf_operate(f, r, true, OPS_AHEAD, operation, keys, n, hit)
	return RSQF_WIDTHS(f, OPERATE);
#undef OPERATE
}
#else
#define cqf_bmi2 cqf_portable
#endif

static size_t
cqf_insert(struct filter *base, const uint64_t *keys, size_t n)
{
	struct rsqf *f = (struct rsqf *)base;
	const struct cqf_done done = (f->uses_bmi2 ? cqf_bmi2 : cqf_portable)(f, RSQF_INSERT, keys, n, NULL);

	f->used += done.slots;
	f->counted += done.keys - done.slots;
	return done.keys;
}

static size_t
cqf_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct rsqf *f = (const struct rsqf *)base;

	return (f->uses_bmi2 ? cqf_bmi2 : cqf_portable)(f, RSQF_CONTAINS, keys, n, hit).keys;
}

static size_t
cqf_remove(struct filter *base, const uint64_t *keys, size_t n)
{
	struct rsqf *f = (struct rsqf *)base;
	const struct cqf_done done = (f->uses_bmi2 ? cqf_bmi2 : cqf_portable)(f, RSQF_REMOVE, keys, n, NULL);

	f->used -= done.slots;
	f->counted -= done.keys - done.slots;
	return done.keys;
}

#endif
