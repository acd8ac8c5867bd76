/* SPDX-License-Identifier: MIT */
/*
 * vqf_batch.c - VQF with lookups, insertions and deletions pipelined across the keys of a call (vqf_keys.h). Its table
 * is vqf's. It has a name of its own because vqf handles one key after the other.
 */
#include "baselines/vqf/vqf_table.h"

static size_t
vqf_batch_insert(struct filter *base, const uint64_t *keys, size_t n)
{
	struct vqf *f = (struct vqf *)base;
	const size_t accepted = f->kernel->insert_batch(f, keys, n);

	f->items += accepted;
	return accepted;
}

static size_t
vqf_batch_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct vqf *f = (const struct vqf *)base;

	return f->kernel->contains_batch(f, keys, n, hit);
}

static size_t
vqf_batch_remove(struct filter *base, const uint64_t *keys, size_t n)
{
	struct vqf *f = (struct vqf *)base;
	const size_t found = f->kernel->remove_batch(f, keys, n);

	f->items -= found;
	return found;
}

const struct filter_ops FILTER_OPS(vqf_batch) = {
	.name = "vqf-batch",
	.title = "VQF, batched",
	.about = "vqf, look-ups, insertions and deletions pipelined across the keys of a call",
	.twin = "vqf",
	.batch = 4096,
	.facts = {.source = __FILE__, .params = {.fp_bits = 8}, .ns = {20, 12, 20}, .part = FILTER_FIELD, .full = 93},
	VQF_OPS,
	.insert = vqf_batch_insert,
	.contains = vqf_batch_contains,
	.remove = vqf_batch_remove,
};
