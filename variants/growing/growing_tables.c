/* SPDX-License-Identifier: MIT */
/* growing_tables.c - the tables of filters that double (growing.h). */
#include "variants/growing/growing.h"

static const struct striped_variant variant = {.bucket = BUCKET_PLAIN, .doubles = true};

/* f = 16 is the default, f = 14 the tests' size, 12 the paper's. */
STRIPED_KERNEL(f16b4, variant, striped_contains, 16, 4)
STRIPED_KERNEL(f14b4, variant, striped_contains, 14, 4)
STRIPED_KERNEL(f12b4, variant, striped_contains, 12, 4)
STRIPED_KERNEL(any, variant, striped_contains, c->f, c->b)

static const struct striped_kernel kernels[] = {STRIPED_KERNEL_ROW(f16b4, 16, 4), STRIPED_KERNEL_ROW(f14b4, 14, 4),
                                                STRIPED_KERNEL_ROW(f12b4, 12, 4), STRIPED_KERNEL_ROW(any, 0, 0)};

STRIPED_KIND(growing, kernels, NULL, variant, cuckoo_limits_split)

ALWAYS_INLINE void
split(struct striped *to, const struct striped *from, unsigned f, unsigned b)
{
	const size_t m = (size_t)from->mask + 1;

	for (size_t i = 0; i < from->buckets; i++) {
		const size_t even = i / m * 2 * m + i % m; /* its bucket in the even one of the two sub-tables */
		uint32_t fp[8];

		striped_entries(from, variant, i, fp, f, b);
		for (unsigned e = 0; e < b; e++)
			if (fp[e])
				striped_replace(to, variant, even + (fp[e] >> (f - to->doubled) & 1) * m, 0, fp[e],
				                false, f, b);
	}
}

void
FILTER_NAME(growing_split)(struct striped *to, const struct striped *from)
{
	if (from->f == 16 && from->b == 4)
		split(to, from, 16, 4);
	else
		split(to, from, from->f, from->b);
}
