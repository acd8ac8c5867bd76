/* SPDX-License-Identifier: MIT */
/*
 * vqf_table.h - the table of a vector quotient filter, and everything that does not depend on how its blocks are read.
 *
 *      vqf.c, vqf_batch.c --> ops.kind --> kernels: portable (vqf.c), AVX2, AVX-512 (vqf_kernel.c)
 *                                          the best that params.isa and the processor allow
 *
 * All kernels leave the same bytes.
 */
#ifndef CUCKOOBENCH_VQF_TABLE_H
#define CUCKOOBENCH_VQF_TABLE_H

#include "baselines/vqf/vqf_block.h"
#include "core/family.h"
#include "core/probe.h"

struct vqf;

/* How keys are processed, with some instructions: one after the other, or pipelined across the keys of a call. Returns
 * the number of keys accepted, found, removed. */
struct vqf_kernel {
	const char *name;
	enum isa isa; /* the instructions that it needs */
	size_t (*insert)(struct vqf *, const uint64_t *keys, size_t n);
	size_t (*contains)(const struct vqf *, const uint64_t *keys, size_t n, uint8_t *hit);
	size_t (*remove)(struct vqf *, const uint64_t *keys, size_t n);
	size_t (*insert_batch)(struct vqf *, const uint64_t *keys, size_t n);
	size_t (*contains_batch)(const struct vqf *, const uint64_t *keys, size_t n, uint8_t *hit);
	size_t (*remove_batch)(struct vqf *, const uint64_t *keys, size_t n);
};

/* The initialiser of a struct vqf_kernel, in a file that has functions of these names. */
#define VQF_KERNEL(text, needs)                                                                                        \
	{                                                                                                              \
		.name = text, .isa = needs, .insert = kernel_insert, .contains = kernel_contains,                      \
		.remove = kernel_remove, .insert_batch = kernel_insert_batch, .contains_batch = kernel_contains_batch, \
		.remove_batch = kernel_remove_batch                                                                    \
	}

/* filter_ops.kind: the kernels of this build, the best first; the last one is portable. */
struct vqf_kind {
	const struct vqf_kernel *kernel[3];
};
extern const struct vqf_kind FILTER_KIND(vqf);
extern const struct vqf_kernel vqf_kernel_avx2, vqf_kernel_avx512;

/* Where a key goes. Hot loops work on a copy, which no store to the table can alias. */
struct vqf_map {
	uint8_t *data;
	uint64_t m; /* blocks */
	struct hash hash;
	bool second; /* prefetched lines go into the second cache (core/cache.h) */
};

struct vqf {
	struct filter base;
	struct vqf_map map;
	const struct vqf_kernel *kernel;
	struct mem table;
	enum vqf_form form;
	bool is_view; /* the table is another filter's */
	size_t items;
	struct filter_params params;
};

/* The functions of the family (core/family.h); filters for many threads begin in another way. */
const char *vqf_settle(const struct filter_ops *self, struct filter_params *, size_t *bytes);
bool vqf_begin(struct filter *, const struct filter_params *, const struct hash *);
void vqf_bind(struct filter *);
extern const struct filter_family vqf_family;
#define VQF_FAMILY \
	FAMILY_PARTS(struct vqf), .state = {offsetof(struct vqf, items)}, .settle = vqf_settle, .bind = vqf_bind

/* Operations that all share; struct filter_ops (core/filter.h) documents them. */
void vqf_info(const struct filter *, struct filter_info *);
const char *vqf_check(const struct filter *);
#define VQF_OPS                                                                                              \
	.caps = FILTER_REMOVE | FILTER_FILLS | FILTER_MULTISET, .uses = USES_FP_BITS, .chooses = ISA_AVX512, \
	.kind = &FILTER_KIND(vqf), .family = &vqf_family, FAMILY_OPS, .view = family_view, .info = vqf_info, \
	.check = vqf_check

#endif
