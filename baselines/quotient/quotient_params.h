/* SPDX-License-Identifier: MIT */
/* quotient_params.h - which parameters the quotient filter takes, what their defaults are, and how large its table is.
 * Only quotient.c includes this file. */
#ifndef CUCKOOBENCH_QUOTIENT_PARAMS_H
#define CUCKOOBENCH_QUOTIENT_PARAMS_H

#include "core/bits.h"
#include "core/family.h"

enum {
	QF_MAX_REMAINDER = 32, /* with 3 bits of metadata, a slot at any bit offset fits in one 64-bit load */
	QF_MAX_QUOTIENT = 40,  /* 2^40 slots of 35 bits: bit addresses stay far below 2^63 */
	QF_DEFAULT_LOAD = 900, /* "maximum load factor to be 90 %" (CoNEXT 2014, section 7) */
};

/* How many items 2^q slots take: the maximum load, and always at least one slot less than all. */
static size_t
qf_capacity(const struct filter_params *p, unsigned q)
{
	const size_t slots = (size_t)1 << q, most = slots * p->max_load / 1000;

	return most < slots ? most : slots - 1;
}

static size_t
qf_bytes(const struct filter_params *p, unsigned q)
{
	return (((size_t)(p->fp_bits + 3) << q) + 7) / 8;
}

/* Resolves the defaults of *p in place, except sizes. Returns NULL, or the reason for refusing. */
static const char *
qf_normalise(struct filter_params *p)
{
	p->fp_bits = p->fp_bits ? p->fp_bits : 9;
	p->max_load = p->max_load ? p->max_load : QF_DEFAULT_LOAD;
	if (p->fp_bits > QF_MAX_REMAINDER)
		return "fp_bits (r, of a remainder) must be 1 to 32";
	if (p->max_load > 999)
		return "max_load must be 1 to 999 per mille: a quotient filter needs an empty slot";
	return family_sized_once(p);
}

/* q from whichever of buckets, bytes and items is given; *why if there is none. */
static unsigned
qf_choose_q(const struct filter_params *p, const char **why)
{
	const unsigned limit = p->fp_bits > 64 - QF_MAX_QUOTIENT ? 64 - p->fp_bits : QF_MAX_QUOTIENT;
	unsigned q = 1;

	if (p->buckets) {
		q = log2_floor(p->buckets);
		if (!is_power_of_two(p->buckets) || q < 1 || q > limit)
			*why = "buckets (here slots) must be a power of two from 2 to 2^40, and to 2^(64 - fp_bits)";
	} else if (p->items) {
		while (q < limit && qf_capacity(p, q) < p->items)
			q++;
		if (qf_capacity(p, q) < p->items)
			*why = "items is more than 2^40 slots, or 2^(64 - fp_bits), take at max_load";
	} else {
		for (q = limit; q && qf_bytes(p, q) > p->bytes; q--)
			;
		if (!q)
			*why = "bytes is less than 2 slots of fp_bits + 3 bits";
	}
	if (!*why && qf_capacity(p, q) == 0)
		*why = "max_load of so few slots is not one item";
	return q;
}

#endif
