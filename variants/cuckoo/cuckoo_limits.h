/* SPDX-License-Identifier: MIT */
/* cuckoo_limits.h - which parameters a cuckoo filter can be built with, and how large its table becomes. */
#ifndef CUCKOOBENCH_CUCKOO_LIMITS_H
#define CUCKOOBENCH_CUCKOO_LIMITS_H

#include "core/filter.h"
#include "core/hash.h"

/* How buckets are laid out. PACKED: one behind the other, m a power of two. LINED: as many as fit whole into LINED_BITS
 * of a 64-byte line, whose first 32 bits are the line's lock; any m. */
enum cuckoo_layout { CUCKOO_PACKED, CUCKOO_LINED };
enum { LINE_BITS = 512, LINED_BITS = LINE_BITS - 32 };

struct cuckoo_limits {
	unsigned min_f, max_f, default_f;
	const char *f_range; /* why another f is refused */
	unsigned only_b;     /* the only b that works, or 0 for 1, 2, 4, 8 */
	unsigned code_bits;  /* by how many a bucket is shorter than b * f bits */
	enum cuckoo_layout layout;
	enum filter_kicks kicks; /* unless said otherwise */
	bool only_kicks;         /* and nothing else can be said */
	size_t max_stripes;      /* 0: not used */
	unsigned max_doublings;  /* 0: not used */
	unsigned default_doublings;
	bool splits; /* each doubling takes a bit of the fingerprint */
};

/* CF; ss-CF; each behind striped locks, whose search for a path is breadth-first; those that grow: by a split, and by a
 * chain. */
extern const struct cuckoo_limits cuckoo_limits_plain, cuckoo_limits_semisorted, cuckoo_limits_striped,
	cuckoo_limits_striped_semisorted, cuckoo_limits_inline, cuckoo_limits_split, cuckoo_limits_chain;

static inline unsigned
cuckoo_bucket_bits(const struct cuckoo_limits *limits, unsigned f, unsigned b)
{
	return b * f - limits->code_bits;
}

/* Resolves the defaults of *p in place and sizes the table in buckets. Returns NULL, or the reason for refusing. */
const char *cuckoo_normalise(const struct cuckoo_limits *, struct filter_params *p, struct hash *hash);
/* Bytes of m buckets: at most 2^32 of 256 bits, so nothing overflows. */
size_t cuckoo_table_bytes(const struct cuckoo_limits *, size_t m, unsigned f, unsigned b);

#endif
