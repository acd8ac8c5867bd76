/* SPDX-License-Identifier: MIT */

/*
 * rsqf_table.h - the table of a rank-and-select quotient filter: where a key goes, blocks, and the struct of the
 * filter. The picture and the invariants are at the head of rsqf.c.
 */
#ifndef CUCKOOBENCH_RSQF_TABLE_H
#define CUCKOOBENCH_RSQF_TABLE_H

#include "core/bits.h"
#include "core/family.h"
#include "core/isa.h"
#include "core/probe.h"

/*
 * Words of bits for a rank-and-select quotient filter: the k-th one of a word, and rows of bits or of
 * remainders that move by one place.
 *
 *      select(0b101100, 1) = 3                       the one number 1, counted from 0
 *
 *      place      from          to                   push: all move up by one, `in` comes in, what was at `to` goes out
 *                  a  b  c  d  e
 *                 in  a  b  c  d  --> e
 *
 *                  a  b  c  d  e                     pull: all move down by one, `in` comes in at the top
 *                  b  c  d  e  in
 *
 * A place is one bit, or the r bits of a remainder. A block has 64 places, so its remainders fill r words exactly.
 */
#define RSQF_BYTES UINT64_C(0x0101010101010101) /* a one in each byte */
#define RSQF_TOPS UINT64_C(0x8080808080808080)  /* the top bit of each byte */

/* The bits of v, in order, at the ones of mask (pdep of BMI2). Only where the caller knows that there is BMI2. */
ALWAYS_INLINE uint64_t
rsqf_deposit(uint64_t v, uint64_t mask)
{
#ifdef ISA_X86
	uint64_t out;

	__asm__("pdep %2, %1, %0" : "=r"(out) : "r"(v), "r"(mask));
	return out;
#else
	(void)v;
	return mask;
#endif
}

/* Finds the byte that contains the k-th set bit, from 0, and the bit's rank within it. A byte of `sums` counts the set
 * bits of this byte and of all below. Bytes whose sum is at most k come before. (Vigna, "Broadword implementation of
 * rank/select queries", WEA 2008.) */
ALWAYS_INLINE unsigned
rsqf_bytes_before(uint64_t sums, unsigned k)
{
	const uint64_t before = ((k * RSQF_BYTES | RSQF_TOPS) - sums) & RSQF_TOPS;

	return (unsigned)((before >> 7) * RSQF_BYTES >> 56);
}

/* The place of the one number k, counted from 0. There are more than k. */
ALWAYS_INLINE unsigned
rsqf_select_portable(uint64_t w, unsigned k)
{
	uint64_t sums = w - (w >> 1 & UINT64_C(0x5555555555555555)), bits;
	unsigned byte;

	sums = (sums & UINT64_C(0x3333333333333333)) + (sums >> 2 & UINT64_C(0x3333333333333333));
	sums = ((sums + (sums >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f)) * RSQF_BYTES;
	byte = rsqf_bytes_before(sums, k);
	k -= (unsigned)(sums << 8 >> byte * 8 & 0xff);
	/* bit i of that byte becomes byte i, and the same search finds it */
	bits = (w >> byte * 8 & 0xff) * RSQF_BYTES & UINT64_C(0x8040201008040201);
	bits = ((bits + UINT64_C(0x7f7f7f7f7f7f7f7f)) | bits) >> 7 & RSQF_BYTES;
	return byte * 8 + rsqf_bytes_before(bits * RSQF_BYTES, k);
}

/* The ones of w. */
ALWAYS_INLINE unsigned
rsqf_ones(uint64_t w)
{
	return (unsigned)__builtin_popcountll(w);
}

/* --- one word of bits --------------------------------------------------------------------------------------------- */

/* Places from .. to of a word move up. Returns the bit that goes out. */
ALWAYS_INLINE uint64_t
rsqf_push_bits(uint8_t *word, unsigned from, unsigned to, uint64_t in)
{
	const uint64_t w = load64(word), moving = low_mask(to + 1) & ~low_mask(from);

	store64(word, (w & ~moving) | (((w & moving) << 1 | in << from) & moving));
	return w >> to & 1;
}

/* Places from .. to of a word move down; what was at `from` is lost. */
ALWAYS_INLINE void
rsqf_pull_bits(uint8_t *word, unsigned from, unsigned to, uint64_t in)
{
	const uint64_t w = load64(word), moving = low_mask(to + 1) & ~low_mask(from);

	store64(word, (w & ~moving) | (((w & moving) >> 1 & moving) | in << to));
}

/* --- the remainders of a block ------------------------------------------------------------------------------------ */

/* Remainder i of a row. Up to 7 bytes behind it are read, and rewritten as they were. */
ALWAYS_INLINE uint64_t
rsqf_get(const uint8_t *row, unsigned r, unsigned i)
{
	return load64(row + i * r / 8) >> i * r % 8 & low_mask(r);
}

ALWAYS_INLINE void
rsqf_set(uint8_t *row, unsigned r, unsigned i, uint64_t remainder)
{
	uint8_t *at = row + i * r / 8;
	const unsigned low = i * r % 8;

	store64(at, (load64(at) & ~(low_mask(r) << low)) | remainder << low);
}

/* Places from .. to of a row move up, a word of the row at a time. Returns the remainder that goes out. */
ALWAYS_INLINE uint64_t
rsqf_push(uint8_t *row, unsigned r, unsigned from, unsigned to, uint64_t in)
{
	const unsigned a = from * r, z = (to + 1) * r, last = (z - 1) / 64;
	const uint64_t out = rsqf_get(row, r, to);
	/* what lies below `a` in its word stays, and moves nothing */
	uint64_t below = low_mask(a % 64), carry = in << a % 64, next = a % 64 + r > 64 ? in >> (64 - a % 64) : 0;

	for (unsigned i = a / 64; i < last; i++) {
		const uint64_t w = load64(row + i * 8);

		store64(row + i * 8, (w & below) | (w & ~below) << r | carry);
		carry = (w & ~below) >> (64 - r) | next;
		below = next = 0;
	}
	{
		const uint64_t w = load64(row + last * 8), moving = ~below & ~UINT64_C(0) >> (64 * (last + 1) - z);

		store64(row + last * 8, (w & ~moving) | (((w & moving) << r | carry) & moving));
	}
	return out;
}

/* Places from .. to of a row move down; what was at `from` is lost. */
ALWAYS_INLINE void
rsqf_pull(uint8_t *row, unsigned r, unsigned from, unsigned to, uint64_t in)
{
	const unsigned a = from * r, z = (to + 1) * r, last = (z - 1) / 64;
	uint64_t below = low_mask(a % 64), w = load64(row + a / 64 * 8);

	for (unsigned i = a / 64; i < last; i++) {
		const uint64_t above = load64(row + i * 8 + 8);

		store64(row + i * 8, (w & below) | ((w >> r | above << (64 - r)) & ~below));
		below = 0;
		w = above;
	}
	{
		const uint64_t moving = ~below & ~UINT64_C(0) >> (64 * (last + 1) - z);

		store64(row + last * 8, (w & ~moving) | ((w & moving) >> r & moving));
	}
	rsqf_set(row, r, to, in);
}

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
