/* SPDX-License-Identifier: MIT */
/*
 * vqf_striped_batch.c - vqf-striped, whose lines and stripes are prefetched across the keys of a call
 * (vqf_striped_keys.h). The operations are vqf-striped's, in the order of the call.
 */
#include "baselines/vqf/vqf_striped_table.h"

static size_t
vqf_striped_batch_insert(struct filter *base, const uint64_t *keys, size_t n)
{
	struct vqf_striped *c = (struct vqf_striped *)base;
	const size_t accepted = c->vqf.kernel->insert_batch(&c->vqf, keys, n);

	atomic_fetch_add_explicit(&c->counts->items, accepted, memory_order_relaxed);
	return accepted;
}

static size_t
vqf_striped_batch_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct vqf *f = (const struct vqf *)base;

	return f->kernel->contains_batch(f, keys, n, hit);
}

static size_t
vqf_striped_batch_remove(struct filter *base, const uint64_t *keys, size_t n)
{
	struct vqf_striped *c = (struct vqf_striped *)base;
	const size_t found = c->vqf.kernel->remove_batch(&c->vqf, keys, n);

	atomic_fetch_sub_explicit(&c->counts->items, found, memory_order_relaxed);
	return found;
}

const struct filter_ops FILTER_OPS(vqf_striped_batch) = {
	.name = "vqf-striped-batch",
	.title = "VQF, striped, batched",
	.about = "vqf-striped, prefetched across the keys of a batch",
	.twin = "vqf",
	.facts = {.source = __FILE__, .params = {.fp_bits = 8}, .ns = {40, 20, 40}, .part = FILTER_FIELD, .full = 93},
	VQF_STRIPED_OPS,
	.insert = vqf_striped_batch_insert,
	.contains = vqf_striped_batch_contains,
	.remove = vqf_striped_batch_remove,
};
