/* SPDX-License-Identifier: MIT */
/*
 * dleft_size.h - the size of a d-left table, and how many items it holds (dl_cbf.c).
 *
 *      buckets, items or bytes  -->  k   -->  d subtables of 2^k buckets of b cells, which hold 73 % of d b 2^k items
 */
#ifndef CUCKOOBENCH_DLEFT_SIZE_H
#define CUCKOOBENCH_DLEFT_SIZE_H

#include "core/filter.h"

enum {
	DL_MAX_ROW_BITS = 36, /* log2(B): no size in bits overflows, because 8 * 2^36 * 8 cells * 32 bits < 2^48 */
	DL_MAX_BITS = 57      /* n: with 3 bits of subtable and 4 bits of used cells, one word ranks a choice */
};

/* Bytes of d subtables of 2^k buckets. */
static inline size_t
dl_bytes(const struct filter_params *p, unsigned k)
{
	return (((size_t)p->tables * p->slots * (p->fp_bits + p->counter_bits) << k) + 7) / 8;
}

/*
 * How many items subtables of 2^k buckets hold with the certainty of core/fits.h. The share of buckets of each subtable
 * that have 0 to 4 items follows a differential equation. So does the chance that all four of an item are full. Summed
 * over the filling, with d = b = 4:
 *
 *      one item in      10^6   10^7   10^8   10^9   10^10   10^11   10^12   2 10^12
 *      until a load of  80.7   79.1   77.7   76.4   75.4    74.4    73.5    73.3
 *
 * (Fills stopped at 85 % of 2^13 cells, 80 % of 2^21, 77 % of 2^27.) A larger d or b reaches more. Of 10^6 tables of 32
 * or 64 cells, and 4 10^5 of 1024, none refused an item up to 73 %.
 */
static inline size_t
dl_holds(const struct filter_params *p, unsigned k)
{
	const size_t cells = (size_t)p->tables * p->slots << k;

	return k ? cells / 100 * 73 + cells % 100 * 73 / 100 : cells;
}

/* k = log2(B) from the one of buckets, bytes, items that is given. Returns NULL, or the reason for refusing. */
static inline const char *
dl_choose_rows(const struct filter_params *p, unsigned *k)
{
	const unsigned room = DL_MAX_BITS - p->fp_bits, limit = room < DL_MAX_ROW_BITS ? room : DL_MAX_ROW_BITS;

	*k = 0;
	if (p->buckets) {
		while (*k < limit && (size_t)p->tables << *k < p->buckets)
			++*k;
		if ((size_t)p->tables << *k != p->buckets)
			return "buckets must be tables (d) times a power of two, at most 2^36 and 2^(57 - fp_bits)";
	} else if (p->items) {
		while (*k < limit && dl_holds(p, *k) < p->items)
			++*k;
		if (dl_holds(p, *k) < p->items)
			return "items is more than the largest table holds";
	} else {
		while (*k < limit && dl_bytes(p, *k + 1) <= p->bytes)
			++*k;
		if (dl_bytes(p, *k) > p->bytes)
			return "bytes is less than one bucket in each subtable";
	}
	return NULL;
}

#endif
