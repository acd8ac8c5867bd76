/* SPDX-License-Identifier: MIT */
/*
 * vqf_striped.c - VQF for many threads: writers lock a stripe, lookups take no lock (vqf_striped_one.h). Its table is
 * vqf's, byte for byte. The locks are apart from it. (The published code has a lock bit in each block, and lookups that
 * do not look at it.)
 */
#include "baselines/vqf/vqf_block_portable.h"
#include "baselines/vqf/vqf_striped_keys.h"

static const struct vqf_kernel portable = VQF_KERNEL("portable", ISA_PORTABLE);
/* The explorer (tests/explore.h) has its hooks in the portable one. */
#if defined(ISA_X86) && !defined(FILTER_HOOKED)
const struct vqf_kind FILTER_KIND(vqf_striped) = {{&vqf_striped_avx512, &vqf_striped_avx2, &portable}};
#else
const struct vqf_kind FILTER_KIND(vqf_striped) = {{&portable}};
#endif

static size_t
vqf_striped_insert(struct filter *base, const uint64_t *keys, size_t n)
{
	struct vqf_striped *c = (struct vqf_striped *)base;
	const size_t accepted = c->vqf.kernel->insert(&c->vqf, keys, n);

	atomic_fetch_add_explicit(&c->counts->items, accepted, memory_order_relaxed);
	return accepted;
}

static size_t
vqf_striped_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct vqf *f = (const struct vqf *)base;

	return f->kernel->contains(f, keys, n, hit);
}

static size_t
vqf_striped_remove(struct filter *base, const uint64_t *keys, size_t n)
{
	struct vqf_striped *c = (struct vqf_striped *)base;
	const size_t found = c->vqf.kernel->remove(&c->vqf, keys, n);

	atomic_fetch_sub_explicit(&c->counts->items, found, memory_order_relaxed);
	return found;
}

const struct filter_ops FILTER_OPS(vqf_striped) = {
	.name = "vqf-striped",
	.title = "VQF, striped",
	.about = "vqf for many threads: striped writers, look-ups without a lock that check both blocks' versions",
	.twin = "vqf",
	.facts = {.source = __FILE__, .params = {.fp_bits = 8}, .ns = {80, 60, 80}, .part = FILTER_FIELD, .full = 93},
	VQF_STRIPED_OPS,
	.insert = vqf_striped_insert,
	.contains = vqf_striped_contains,
	.remove = vqf_striped_remove,
};
