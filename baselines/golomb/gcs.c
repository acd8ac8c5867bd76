/* SPDX-License-Identifier: MIT */
/*
 * gcs.c - GCS, the Golomb-compressed sequence (Putze, Sanders and Singler, JEA 14, 2009), looked up one key after the
 * other. gcs_table.h has the layout.
 */
#include "baselines/golomb/gcs_table.h"

ALWAYS_INLINE size_t
gcs_look_up(enum hash_kind kind, const struct gcs_map map, const uint64_t *keys, size_t n, uint8_t *hit)
{
	size_t hits = 0;

	for (size_t i = 0; i < n; i++) {
		hit[i] = gcs_has(&map, hash_key_by(kind, &map.hash, keys[i]));
		hits += hit[i];
	}
	return hits;
}

/* Without keys there is no slice to look in. */
static size_t
gcs_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct gcs *f = (const struct gcs *)base;

	if (!f->items)
		return filter_has_none(hit, n);
	return HASH_BY_KIND(&f->map.hash, gcs_look_up, f->map, keys, n, hit);
}

/* The longest that fits 20 bits a key: others are faster, so it can only win where errors are all that counts. */
static const struct filter_shape shapes[] = {{.fp_bits = 17, .bits = 20, .usual = true},
                                             {.fp_bits = 8, .bits = 11, .near = 8, .field = true},
                                             {.fp_bits = 12, .bits = 15, .near = 12, .field = true},
                                             {.fp_bits = 16, .bits = 19, .near = 16, .field = true},
                                             {0}};

const struct filter_ops FILTER_OPS(gcs) = {
	.name = "gcs",
	.title = "GCS",
	.about = "Golomb-compressed sequence, Rice code, direct index, static (Putze, Sanders, Singler, JEA 14, 2009)",
	.facts = {.source = __FILE__,
                  .params = {.fp_bits = GCS_R},
                  .bits_per_item = 10.7,
                  .lines = {2, 2, 2, 0},
                  .ns = {150, 200, 0},
                  .part = FILTER_LATER,
                  .shapes = shapes},
	.contains = gcs_contains,
	GCS_OPS,
};
