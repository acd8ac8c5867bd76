/* SPDX-License-Identifier: MIT */
/*
 * cqf_batch.c - CQF whose operations fetch the blocks of the next keys of the call meanwhile, as rsqf_batch.c does. It
 * has a name of its own because cqf handles one key after the other. The operations themselves stay in their order, so
 * that the table is cqf's, bit for bit.
 */
#include "baselines/quotient/cqf_keys.h"
#include "baselines/quotient/cqf_table.h"

static struct cqf_done
batch_portable(const struct rsqf *f, enum rsqf_operation operation, const uint64_t *keys, size_t n, uint8_t *hit)
{
#define OPERATE(r) cqf_operate(f, r, false, RSQF_AHEAD, operation, keys, n, hit)
	return RSQF_WIDTHS(f, OPERATE);
#undef OPERATE
}

#ifdef ISA_X86
TARGET_AVX2 static struct cqf_done
batch_bmi2(const struct rsqf *f, enum rsqf_operation operation, const uint64_t *keys, size_t n, uint8_t *hit)
{
#define OPERATE(r) cqf_operate(f, r, true, RSQF_AHEAD, operation, keys, n, hit)
	return RSQF_WIDTHS(f, OPERATE);
#undef OPERATE
}
#else
#define batch_bmi2 batch_portable
#endif

static size_t
cqf_batch_insert(struct filter *base, const uint64_t *keys, size_t n)
{
	struct rsqf *f = (struct rsqf *)base;
	const struct cqf_done done = (f->uses_bmi2 ? batch_bmi2 : batch_portable)(f, RSQF_INSERT, keys, n, NULL);

	f->used += done.slots;
	f->counted += done.keys - done.slots;
	return done.keys;
}

static size_t
cqf_batch_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct rsqf *f = (const struct rsqf *)base;

	return (f->uses_bmi2 ? batch_bmi2 : batch_portable)(f, RSQF_CONTAINS, keys, n, hit).keys;
}

static size_t
cqf_batch_remove(struct filter *base, const uint64_t *keys, size_t n)
{
	struct rsqf *f = (struct rsqf *)base;
	const struct cqf_done done = (f->uses_bmi2 ? batch_bmi2 : batch_portable)(f, RSQF_REMOVE, keys, n, NULL);

	f->used -= done.slots;
	f->counted -= done.keys - done.slots;
	return done.keys;
}

const struct filter_ops FILTER_OPS(cqf_batch) = {
	.name = "cqf-batch",
	.title = "CQF, batched",
	.about = "cqf, all operations fetch the blocks of the call's next keys meanwhile",
	.twin = "cqf",
	.caps = FILTER_REMOVE | FILTER_FILLS | FILTER_MULTISET,
	.chooses = ISA_AVX2,
	.facts = {.source = __FILE__,
                  .params = {.fp_bits = RSQF_DEFAULT_REMAINDER},
                  .ns = {150, 40, 150},
                  .part = FILTER_FIELD},
	.create = cqf_create,
	.destroy = rsqf_destroy,
	.insert = cqf_batch_insert,
	.contains = cqf_batch_contains,
	.remove = cqf_batch_remove,
	.info = rsqf_info,
	.check = cqf_check,
	.save = rsqf_save,
	.load = rsqf_load,
	.view = rsqf_view,
};
