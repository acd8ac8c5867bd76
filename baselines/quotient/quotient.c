/* SPDX-License-Identifier: MIT */

/* quotient.c - see quotient.h: creates, describes, checks and saves the table of a quotient filter. */
#include "baselines/quotient/quotient.h"

#include "core/bits.h"
#include "core/family.h"

/* Which parameters the quotient filter takes, what their defaults are, and how large its table is. */
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

static const char *
qf_settle(const struct filter_ops *self, struct filter_params *p, size_t *bytes)
{
	const char *why = qf_normalise(p);
	unsigned q = 0;

	(void)self;
	if (!why)
		q = qf_choose_q(p, &why);
	*bytes = qf_bytes(p, q);
	p->buckets = (size_t)1 << q;
	p->bytes = p->items = 0;
	return why;
}

static bool
qf_begin(struct filter *base, const struct filter_params *p, const struct hash *hash)
{
	struct qf_filter *f = (struct qf_filter *)base;
	const unsigned q = log2_floor(p->buckets);

	f->map = (struct qf_map){f->table.data, p->buckets * (p->fp_bits + 3), q, *hash};
	f->shape = qf_shape_of(p->fp_bits);
	f->capacity = qf_capacity(p, q);
	return true;
}

const struct filter_family qf_family = {FAMILY_PARTS(struct qf_filter), FAMILY_VIEWS(struct qf_filter),
                                        .state = {offsetof(struct qf_filter, items)}, .settle = qf_settle,
                                        .begin = qf_begin};

void
qf_info(const struct filter *base, struct filter_info *info)
{
	const struct qf_filter *f = (const struct qf_filter *)base;

	/* of QF_INSTANCES */
	static const char *const names[] = {[8] = "r8", [9] = "r9", [12] = "r12", [16] = "r16"};
	const unsigned r = f->params.fp_bits;

	*info = (struct filter_info){.bytes = f->table.bytes,
	                             .mapped = f->table.mapped,
	                             .items = f->items,
	                             .slots = f->params.buckets,
	                             .buckets = f->params.buckets,
	                             .fp_bits = f->params.fp_bits,
	                             .slots_per_bucket = 1,
	                             .kernel = r < sizeof names / sizeof *names && names[r] ? names[r] : "any"};
}

/* Slot i. i may run past the end of the table. */
static uint64_t
qf_slot(const struct qf_filter *f, size_t i)
{
	const size_t bits = f->params.fp_bits + 3, at = (i & (f->params.buckets - 1)) * bits;

	return load64(f->table.data + at / 8) >> (at % 8) & low_mask((unsigned)bits);
}

/* One lap, from the slot behind the empty slot `start`. When a run begins, a second index advances to the next occupied
 * slot: the quotient of the present run. */
static const char *
qf_check_runs(const struct qf_filter *f, size_t start, size_t *used)
{
	const unsigned r = f->params.fp_bits;
	size_t waiting = 0, quotient = start;
	uint64_t previous = 0;

	for (size_t i = start + 1; i <= start + f->params.buckets; i++) {
		uint64_t slot = qf_slot(f, i);
		bool continuation = slot >> r & 1, shifted = slot >> r & 2;

		waiting += slot >> (r + 2);
		if (!(slot >> r)) {
			if (slot)
				return "an empty slot has a remainder";
			if (waiting)
				return "a slot is occupied, but has no run";
		} else if (continuation) {
			if (!shifted || !(previous >> r))
				return "a continuation is not shifted, or continues nothing";
			if ((previous & low_mask(r)) > (slot & low_mask(r)))
				return "the remainders of a run are not sorted";
		} else {
			if (!waiting)
				return "a run has no occupied slot at or before it";
			do
				quotient++;
			while (!(qf_slot(f, quotient) >> (r + 2)));
			waiting--;
			if (shifted != (quotient != i))
				return "a run is shifted and marked as not, or the other way round";
		}
		*used += slot >> r != 0;
		previous = slot;
	}
	return NULL;
}

const char *
qf_check(const struct filter *base)
{
	const struct qf_filter *f = (const struct qf_filter *)base;
	const size_t slots = f->params.buckets, end = f->map.total;
	size_t start = 0, used = 0;
	const char *why;

	if (f->items > f->capacity)
		return "more items than the maximum load allows";
	if (end % 8 && f->table.data[end / 8] >> (end % 8))
		return "bits behind the last slot are set";
	while (start < slots && qf_slot(f, start) >> f->params.fp_bits)
		start++;
	if (start == slots)
		return "no slot is empty";
	why = qf_check_runs(f, start, &used);
	if (why)
		return why;
	return used == f->items ? NULL : "the slots in use are not as many as the items";
}
