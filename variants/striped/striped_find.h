/* SPDX-License-Identifier: MIT */
/*
 * striped_find.h - how a reader of striped.h reads plain buckets: both into one register, to be compared at once
 * (plain_compare.h).
 *
 *      words of 32 bits  |     0     |     1     |     2     |      written one at a time, each by one atomic store
 *      f = 12, b = 4     |    bucket 0     |    bucket 1     |
 *      one load          |<------ 64 bits ------>|              from whatever byte the bucket begins in
 *
 * The protocol (striped_ops.h) requires three things of these reads. No bit of an entry is older than what the reader
 * knew before. After the read the reader knows all that preceded any store whose bits it took (acquire). And all of the
 * first bucket is read before any of the second. The protocol does not require an order among the parts of one bucket,
 * nor that they are of one moment.
 *
 * In C11 that is one acquire load of every word, and shifts to put two words together. On x86-64 it is one load of 64
 * bits from any byte. The processor may split it, at the end of a line, but it reads each aligned byte whole. Loads of
 * any size take place in program order, their parts too, and stores become visible in program order (Intel's manual,
 * volume 3, chapter "Memory ordering"; AMD's, volume 2, "Memory model"). C11 cannot express a load that is unaligned or
 * spans two atomic objects. So it is an assembly instruction, which no compiler moves past the loads of the versions
 * ("memory").
 *
 * ThreadSanitizer and the hooks of core/shared.h must observe every load. There the words are loaded one by one, the
 * last word first. A removal takes the lowest copy, and this order runs against it: so tests/explore tries the worse
 * order.
 */
#ifndef CUCKOOBENCH_STRIPED_FIND_H
#define CUCKOOBENCH_STRIPED_FIND_H

#include "variants/plain/plain_compare.h"
#include "variants/striped/striped.h"

#if SHARED_BY_MACHINE
/* For the compiler: the 8 bytes that are read. They may extend past the table, into its padding. */
struct striped_eight {
	uint8_t byte[8];
};

ALWAYS_INLINE uint64_t
striped_wide(const uint8_t *from)
{
	uint64_t v;

	__asm__ volatile("movq %1, %0" : "=r"(v) : "m"(*(const struct striped_eight *)from) : "memory");
	return v;
}

/* Loads the first before the second. */
ALWAYS_INLINE plain_two
striped_wide_two(const uint8_t *first, const uint8_t *second)
{
	plain_two v;

	__asm__ volatile("movq %1, %0\n\tmovhps %2, %0"
	                 : "=&x"(v)
	                 : "m"(*(const struct striped_eight *)first), "m"(*(const struct striped_eight *)second)
	                 : "memory");
	return v;
}

/* For the compiler: the 2 bytes that are written. */
struct striped_pair_of_bytes {
	uint8_t byte[2];
};

/* Replaces the bits of mask; the caller owns both bytes. A store of two bytes becomes visible after all stores before
 * it (release). At the end of a line one byte may become visible after the other. */
ALWAYS_INLINE void
striped_put_bytes(uint8_t *to, unsigned mask, unsigned value)
{
	const unsigned was = to[0] | (unsigned)to[1] << 8;

	__asm__ volatile("movw %w1, %0"
	                 : "=m"(*(struct striped_pair_of_bytes *)to)
	                 : "r"((was & ~mask) | value)
	                 : "memory");
}
#endif

/*
 * How many bits before a group its load begins. The group has `width` bits, whole bytes. In a line the load ends with
 * the group, so that it does not reach into the next line. Before the first bucket there is the lock word, in the same
 * line.
 */
ALWAYS_INLINE unsigned
striped_before(struct striped_variant v, unsigned width)
{
	return v.layout == CUCKOO_LINED ? 64 - width : 0;
}

/* The group of `width` bits (packed_group) from `bit` on, in the low bits; the bits above are undefined. Up to 32 bits
 * are in one word, or two. */
ALWAYS_INLINE uint64_t
striped_group(const struct striped *c, struct striped_variant v, size_t bit, unsigned width)
{
#if SHARED_BY_MACHINE
	if (width > 32 && width % 8 == 0) {
		bit -= striped_before(v, width);
		return striped_wide(c->table.data + bit / 8) >> striped_before(v, width);
	}
	if (width > 32)
		return striped_wide(c->table.data + bit / 8) >> bit % 8;
#endif
	(void)v;
	return striped_bits(c, bit, width);
}

/* Two groups, the one at `first` read before the one at `second`. */
ALWAYS_INLINE plain_two
striped_two(const struct striped *c, struct striped_variant v, size_t first, size_t second, unsigned width)
{
	plain_two both;

#if SHARED_BY_MACHINE
	if (width > 32 && width % 8 == 0) {
		const unsigned before = striped_before(v, width);

		both = striped_wide_two(c->table.data + (first - before) / 8, c->table.data + (second - before) / 8);
		return before ? both >> (plain_two){before, before} : both;
	}
#endif
	both[0] = striped_group(c, v, first, width);
	both[1] = striped_group(c, v, second, width);
	return both;
}

/* Is fp in either bucket? A non-zero word means yes. */
ALWAYS_INLINE plain_two
striped_plain_find(const struct striped *c, struct striped_variant v, const struct plain_compare *compare, size_t i1,
                   size_t i2, uint32_t fp, unsigned f, unsigned b)
{
	const unsigned g = packed_group(f, b), groups = b / g, width = f * g;
	const size_t bit1 = striped_bit(v, i1, f * b), bit2 = striped_bit(v, i2, f * b);
	const uint64_t want = fp * compare->ones;
	plain_two found = {0, 0};

	PROBE(c->table.data + bit1 / 8, (bit1 % 8 + b * f + 7) / 8);
	PROBE(c->table.data + bit2 / 8, (bit2 % 8 + b * f + 7) / 8);
	/* There is no branch between them, so the processor requests both at once. With several groups, the first
	 * bucket's are read two by two, then the second's. */
	for (unsigned j = 0; j < groups; j++) {
		const bool in_second = 2 * j >= groups;
		const unsigned at = (2 * j - (in_second ? groups : 0)) * width;
		const size_t bit = in_second ? bit2 : bit1;
		plain_two x = groups == 1 ? striped_two(c, v, bit1, bit2, width)
		                          : striped_two(c, v, bit + at, bit + at + width, width);

		x ^= (plain_two){want, want};
		found |= (x + compare->less) & ~x; /* packed_zero_field */
	}
	return found & compare->tops;
}

#endif
