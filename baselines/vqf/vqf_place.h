/* SPDX-License-Identifier: MIT */
/*
 * vqf_place.h - where a key goes (vqf.c has the picture), in a file that includes vqf_block_portable.h,
 * vqf_block_avx2.h or vqf_block_avx512.h before this one.
 */
#ifndef CUCKOOBENCH_VQF_PLACE_H
#define CUCKOOBENCH_VQF_PLACE_H

#include "baselines/vqf/vqf_block_ops.h"
#include "baselines/vqf/vqf_table.h"
#include "core/rng.h"

/* What the loops over keys do to each. */
enum vqf_work { VQF_INSERT, VQF_CONTAINS, VQF_REMOVE };

/* The blocks of a key by number, and its tag: | bucket | remainder |. */
struct vqf_place {
	uint32_t i1, i2, tag;
};

VQF_TARGET ALWAYS_INLINE struct vqf_place
vqf_locate(enum vqf_form form, const struct vqf_map *map, uint64_t hash)
{
	const uint64_t tag = (hash & UINT32_MAX) * ((uint64_t)vqf_buckets(form) << form) >> 32;
	const uint64_t i1 = fast_range(hash, map->m), sum = fast_range(tag * RNG_STEP, map->m);

	return (struct vqf_place){(uint32_t)i1, (uint32_t)(sum - i1 + (sum < i1 ? map->m : 0)), (uint32_t)tag};
}

ALWAYS_INLINE uint8_t *
vqf_block(const struct vqf_map *map, uint32_t i)
{
	return map->data + (uint64_t)i * VQF_BYTES;
}

ALWAYS_INLINE unsigned
vqf_bucket(enum vqf_form form, struct vqf_place p)
{
	return p.tag >> form;
}

ALWAYS_INLINE uint64_t
vqf_remainder(enum vqf_form form, struct vqf_place p)
{
	return p.tag & low_mask(form);
}

#endif
