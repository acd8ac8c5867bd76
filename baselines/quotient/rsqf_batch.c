/* SPDX-License-Identifier: MIT */
/*
 * rsqf_batch.c - RSQF whose operations fetch the blocks of the next keys of the call meanwhile (rsqf_loops.h). It has a
 * name of its own because rsqf handles one key after the other. The operations themselves stay in their order, so that
 * the table is rsqf's, bit for bit.
 */
#include "baselines/quotient/rsqf_loops.h"

static size_t
batch_portable(const struct rsqf *f, enum rsqf_operation operation, const uint64_t *keys, size_t n, uint8_t *hit)
{
#define OPERATE(r) rsqf_operate(f, r, false, RSQF_AHEAD, operation, keys, n, hit)
	return RSQF_WIDTHS(f, OPERATE);
#undef OPERATE
}

#ifdef ISA_X86
TARGET_AVX2 static size_t
batch_bmi2(const struct rsqf *f, enum rsqf_operation operation, const uint64_t *keys, size_t n, uint8_t *hit)
{
#define OPERATE(r) rsqf_operate(f, r, true, RSQF_AHEAD, operation, keys, n, hit)
	return RSQF_WIDTHS(f, OPERATE);
#undef OPERATE
}
#else
#define batch_bmi2 batch_portable
#endif

static size_t
rsqf_batch_insert(struct filter *base, const uint64_t *keys, size_t n)
{
	struct rsqf *f = (struct rsqf *)base;

	n = (f->uses_bmi2 ? batch_bmi2 : batch_portable)(f, RSQF_INSERT, keys, rsqf_room(f, n), NULL);
	f->used += n;
	return n;
}

static size_t
rsqf_batch_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct rsqf *f = (const struct rsqf *)base;

	return (f->uses_bmi2 ? batch_bmi2 : batch_portable)(f, RSQF_CONTAINS, keys, n, hit);
}

static size_t
rsqf_batch_remove(struct filter *base, const uint64_t *keys, size_t n)
{
	struct rsqf *f = (struct rsqf *)base;

	n = (f->uses_bmi2 ? batch_bmi2 : batch_portable)(f, RSQF_REMOVE, keys, n, NULL);
	f->used -= n;
	return n;
}

const struct filter_ops FILTER_OPS(rsqf_batch) = {
	.name = "rsqf-batch",
	.title = "RSQF, batched",
	.about = "rsqf, all operations fetch the blocks of the call's next keys meanwhile",
	.twin = "rsqf",
	.caps = FILTER_REMOVE | FILTER_FILLS | FILTER_MULTISET,
	.chooses = ISA_AVX2,
	.facts = {.source = __FILE__,
                  .params = {.fp_bits = RSQF_DEFAULT_REMAINDER},
                  .ns = {150, 40, 150},
                  .part = FILTER_FIELD},
	.create = rsqf_create,
	.destroy = rsqf_destroy,
	.insert = rsqf_batch_insert,
	.contains = rsqf_batch_contains,
	.remove = rsqf_batch_remove,
	.info = rsqf_info,
	.check = rsqf_check,
	.save = rsqf_save,
	.load = rsqf_load,
	.view = rsqf_view,
};
