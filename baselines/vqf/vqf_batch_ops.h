/* SPDX-License-Identifier: MIT */
/* vqf_batch_ops.h - a kernel's operations on many keys at a time. The including file first defines
 * kernel_batch(f, work, keys, n, hit), which does any of them (vqf_keys.h, vqf_striped_keys.h). */
#ifndef CUCKOOBENCH_VQF_BATCH_OPS_H
#define CUCKOOBENCH_VQF_BATCH_OPS_H

VQF_TARGET static size_t
kernel_insert_batch(struct vqf *f, const uint64_t *keys, size_t n)
{
	return kernel_batch(f, VQF_INSERT, keys, n, NULL);
}

VQF_TARGET static size_t
kernel_contains_batch(const struct vqf *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return kernel_batch(f, VQF_CONTAINS, keys, n, hit);
}

VQF_TARGET static size_t
kernel_remove_batch(struct vqf *f, const uint64_t *keys, size_t n)
{
	return kernel_batch(f, VQF_REMOVE, keys, n, NULL);
}

#endif
