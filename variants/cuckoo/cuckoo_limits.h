/* SPDX-License-Identifier: MIT */
/* cuckoo_limits.h - the parameters that a cuckoo filter accepts, and the size of its table. */
#ifndef CUCKOOBENCH_CUCKOO_LIMITS_H
#define CUCKOOBENCH_CUCKOO_LIMITS_H

#include "variants/cuckoo/cuckoo_index.h"

#include "core/filter.h"

/* The layout of buckets. PACKED: adjacent, and the index policy says which m. LINED: each 64-byte line holds a lock in
 * its first 32 bits, then as many whole buckets as fit into LINED_BITS; any m. */
enum cuckoo_layout { CUCKOO_PACKED, CUCKOO_LINED };
enum { LINE_BITS = 512, LINED_BITS = LINE_BITS - 32 };

struct cuckoo_limits {
	unsigned min_f, max_f, default_f;
	const char *f_range; /* why another f is refused */
	unsigned only_b;     /* the only valid b, or 0 for 1, 2, 4, 8 */
	unsigned code_bits;  /* number of bits by which a bucket is shorter than b * f */
	unsigned set_f;      /* up to this f it is a bit shorter still (semisort_set.h); 0: for no f */
	enum cuckoo_layout layout;
	enum cuckoo_index index; /* of packed buckets */
	enum filter_kicks kicks; /* the default */
	unsigned longer;         /* the usual max_kicks, in multiples of cf's; 0: one */
	bool only_kicks;         /* no other is accepted */
	size_t max_stripes;      /* 0: not used */
	unsigned max_doublings;  /* 0: not used */
	unsigned default_doublings;
	unsigned max_counter; /* most bits of a counter; 0: entries have none */
	unsigned default_counter;
	bool splits;   /* each doubling moves a bit of the fingerprint into the index */
	bool unhashed; /* i2 is i1 xor the fingerprint: a key stays within 2^f buckets */
};

/* Parameters of all cuckoo filters (filter_ops.uses). */
enum { CUCKOO_USES = USES_FP_BITS | USES_SLOTS | USES_KICKS };

/* i1 comes from 32 bits of the hash. */
#define CUCKOO_MOST_BUCKETS ((size_t)1 << 32)

static inline bool
cuckoo_has_any_buckets(const struct cuckoo_limits *limits)
{
	return limits->layout == CUCKOO_LINED || limits->index == CUCKOO_REFLECTION;
}

/* CF; with fingerprints not hashed; with any number of buckets; with a vacuum filter's; ss-CF; both without deletion;
 * CF with counters; both behind striped locks, which search paths breadth-first; those that grow, by a split and by a
 * chain. */
extern const struct cuckoo_limits cuckoo_limits_plain, cuckoo_limits_unhashed, cuckoo_limits_any, cuckoo_limits_vacuum,
	cuckoo_limits_semisorted, cuckoo_limits_nodelete, cuckoo_limits_nodelete_semisorted, cuckoo_limits_counters,
	cuckoo_limits_striped, cuckoo_limits_striped_semisorted, cuckoo_limits_inline, cuckoo_limits_split,
	cuckoo_limits_chain;

/* A fingerprint and, if there is one, its counter. */
static inline unsigned
cuckoo_entry_bits(const struct filter_params *p)
{
	return p->fp_bits + p->counter_bits;
}

static inline unsigned
cuckoo_bucket_bits(const struct cuckoo_limits *limits, unsigned entry, unsigned b)
{
	return b * entry - limits->code_bits - (entry <= limits->set_f);
}

/* Resolves the defaults of *p in place and sizes the table in buckets. Returns NULL, or the reason for refusing. */
const char *cuckoo_normalise(const struct cuckoo_limits *, struct filter_params *p);
/* Bytes of m buckets of b entries of so many bits. At most 2^32 of 320 bits, so nothing overflows. */
size_t cuckoo_table_bytes(const struct cuckoo_limits *, size_t m, unsigned entry, unsigned b);

/*
 * Do n keys fit into m buckets, with the certainty of core/fits.h (cuckoo_fits.c)?
 *
 *                                               n keys  -->  m buckets
 *        |                                  |                                     |
 *      too many in all                 too many for a pair                 too many for a part of the table
 *      fits_planned, fits_graph        2 b + 1 keys with one fingerprint   chunks; i2 = i1 xor f, not hashed
 *                                      and so one pair (section 4)
 */
bool cuckoo_fits(const struct cuckoo_limits *, size_t n, size_t m, unsigned f, unsigned b);
/* The smallest number of buckets that is valid and that n keys fit. 0: *why is the reason that there is none. */
size_t cuckoo_buckets_for(const struct cuckoo_limits *, size_t n, unsigned f, unsigned b, const char **why);

#endif
