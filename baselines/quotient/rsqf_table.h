/* SPDX-License-Identifier: MIT */
/*
 * rsqf_table.h - the table of a rank-and-select quotient filter: where a key goes, blocks, and the struct of the
 * filter. The picture and the invariants are at the head of rsqf.c.
 */
#ifndef CUCKOOBENCH_RSQF_TABLE_H
#define CUCKOOBENCH_RSQF_TABLE_H

#include "baselines/quotient/rsqf_words.h"
#include "core/family.h"
#include "core/probe.h"

enum {
	RSQF_DEFAULT_REMAINDER = 8,
	RSQF_SLOTS = 64, /* of a block: each kind of metadata is one word */
	/* where a block has its parts, and where its remainders begin: 136 bits for 64 slots, 2.125 a slot */
	RSQF_OCCUPIEDS = 1,
	RSQF_RUNENDS = 9,
	RSQF_REMAINDERS = 17,
	/* the greatest offset that a byte holds: "255 or more" */
	RSQF_FAR = 255,
};

/* How the operations on a table are compiled. */
struct rsqf_shape {
	unsigned r;
	bool bmi2;   /* select by pdep */
	bool probed; /* true in a lookup, whose reads are counted */
	bool near;   /* true in a lookup whose block has been fetched before */
};

/* Hot loops work on a copy, which no store to the table can alias. */
struct rsqf_map {
	uint8_t *data;
	size_t slots; /* quotients */
	size_t end;   /* slots, those behind the last quotient included */
	struct hash hash;
};

struct rsqf {
	struct filter base;
	struct rsqf_map map;
	struct mem table;
	bool uses_bmi2;  /* the processor has BMI2, and params.isa allows it */
	bool is_view;    /* the table is another filter's */
	size_t used;     /* slots that runs take */
	size_t counted;  /* items beyond those, for which counters stand (cqf.c); else 0 */
	size_t capacity; /* the most slots that runs may take */
	struct filter_params params;
};

/* The functions of the family (core/family.h); cqf has another `settle`. */
const char *rsqf_settle(const struct filter_ops *self, struct filter_params *, size_t *bytes);
bool rsqf_begin(struct filter *, const struct filter_params *, const struct hash *);
extern const struct filter_family rsqf_family;
#define RSQF_FAMILY                                           \
	FAMILY_PARTS(struct rsqf), FAMILY_VIEWS(struct rsqf), \
		.state = {offsetof(struct rsqf, used), offsetof(struct rsqf, counted)}, .begin = rsqf_begin

/* Operations that all share; struct filter_ops (core/filter.h) documents them. */
void rsqf_info(const struct filter *, struct filter_info *);
const char *rsqf_check(const struct filter *);
#define RSQF_OPS RSQF_OPS_OF(rsqf_family, rsqf_check)
#define RSQF_OPS_OF(of, checks)                                                                       \
	.caps = FILTER_REMOVE | FILTER_FILLS | FILTER_MULTISET, .uses = USES_FP_BITS | USES_MAX_LOAD, \
	.chooses = ISA_AVX2, .family = &of, FAMILY_OPS, .view = family_view, .info = rsqf_info, .check = checks

/* What is wrong with a run, from its first slot to its last; NULL: nothing. Adds the items in it to *items. */
typedef const char *rsqf_check_run(const struct rsqf_map *, struct rsqf_shape, size_t start, size_t end,
                                   uint64_t *items);
/* check, where runs are what this says of them. */
const char *rsqf_check_table(const struct rsqf *, rsqf_check_run *);

/* How many of n keys the table still takes, if no cluster runs past its end. */
static inline size_t
rsqf_room(const struct rsqf *f, size_t n)
{
	return n < f->capacity - f->used ? n : f->capacity - f->used;
}

/* --- keys --------------------------------------------------------------------------------------------------------- */

struct rsqf_key {
	size_t quotient;
	uint64_t remainder;
};

/* The fingerprint is h * slots * 2^r / 2^64, rounded down. The quotient is all of it except the low r bits, so it need
 * not be a power of two. Where it is one, these are the highest bits of h, as published. */
ALWAYS_INLINE struct rsqf_key
rsqf_key_of(const struct rsqf_map *m, struct rsqf_shape s, uint64_t h)
{
	const uint128 product = (uint128)h * m->slots;

	return (struct rsqf_key){(size_t)(product >> 64), (uint64_t)product >> (64 - s.r)};
}

/* --- blocks ------------------------------------------------------------------------------------------------------- */

ALWAYS_INLINE size_t
rsqf_block_bytes(unsigned r)
{
	return RSQF_REMAINDERS + (size_t)r * 8;
}

ALWAYS_INLINE uint8_t *
rsqf_block(const struct rsqf_map *m, struct rsqf_shape s, size_t block)
{
	return m->data + block * rsqf_block_bytes(s.r);
}

ALWAYS_INLINE uint64_t
rsqf_occupieds(const uint8_t *block)
{
	return load64(block + RSQF_OCCUPIEDS);
}

/* The remainder in a slot. */
ALWAYS_INLINE uint64_t
rsqf_remainder(const struct rsqf_map *m, struct rsqf_shape s, size_t slot)
{
	const uint8_t *row = rsqf_block(m, s, slot / RSQF_SLOTS) + RSQF_REMAINDERS;

	if (s.probed)
		PROBE(row + slot % RSQF_SLOTS * s.r / 8, 8);
	return rsqf_get(row, s.r, slot % RSQF_SLOTS);
}

/* The runends of a block. */
ALWAYS_INLINE uint64_t
rsqf_runends(const struct rsqf_map *m, struct rsqf_shape s, size_t block)
{
	const uint8_t *at = rsqf_block(m, s, block) + RSQF_RUNENDS;

	if (s.probed)
		PROBE(at, 8);
	return load64(at);
}

#endif
