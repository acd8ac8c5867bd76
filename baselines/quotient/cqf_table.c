/* SPDX-License-Identifier: MIT */
/* cqf_table.c - see cqf_table.h: creates, checks and asks for counts. */
#include "baselines/quotient/cqf_table.h"

#include "baselines/quotient/cqf_keys.h"

/* More would take centuries to insert. A damaged file may have them, and one more would be 0. */
#define CQF_MOST_ITEMS (UINT64_MAX / 2)

static const char *
cqf_settle(const struct filter_ops *self, struct filter_params *p, size_t *bytes)
{
	return p->fp_bits == 1 ? "fp_bits (r, of a remainder) must be 2 to 32: with 1 there are no digits"
	                       : rsqf_settle(self, p, bytes);
}

const struct filter_family cqf_family = {RSQF_FAMILY, .settle = cqf_settle};

/* Remainders ascend, and each counter is written as its copies are. */
static const char *
cqf_check_run(const struct rsqf_map *m, struct rsqf_shape s, size_t start, size_t end, uint64_t *items)
{
	uint64_t previous = 0;

	for (size_t at = start; at <= end;) {
		const size_t last = cqf_last(m, s, at, end), slots = last - at + 1;
		const uint64_t x = rsqf_remainder(m, s, at), copies = cqf_copies(m, s, at, last);
		struct cqf_code code;

		if (at > start && x <= previous)
			return "the remainders of a run do not ascend";
		cqf_encode(&code, s.r, x, copies);
		if (code.n != slots)
			return "a counter has another length than its count";
		for (size_t i = 0; i < slots; i++)
			if (code.slot[CQF_MOST_SLOTS - slots + i] != rsqf_remainder(m, s, at + i))
				return "a counter is not written as its count";
		if (__builtin_add_overflow(*items, copies, items) || *items > CQF_MOST_ITEMS)
			return "counters have more copies than there may be items";
		previous = x;
		at = last + 1;
	}
	return NULL;
}

const char *
cqf_check(const struct filter *base)
{
	return rsqf_check_table((const struct rsqf *)base, cqf_check_run);
}

uint64_t
cqf_count(const struct filter *base, uint64_t key)
{
	const struct rsqf *f = (const struct rsqf *)base;
	const struct rsqf_shape s = {.r = f->params.fp_bits};
	const struct rsqf_key k = rsqf_key_of(&f->map, s, hash_key(&f->map.hash, key));
	struct rsqf_part part;
	size_t end, at;

	if (!rsqf_look(&f->map, s, k, &end, &at, &part) || !cqf_confirm(&f->map, s, k, end, &at, &part))
		return 0;
	return cqf_copies(&f->map, s, at, cqf_last(&f->map, s, at, end));
}
