/* SPDX-License-Identifier: MIT */
/* filter.c - see filter.h: what create and build of all filters refuse. */
#include "core/filter.h"

#include "core/hash.h"

/* NULL, or the reason for refusing: a parameter is given that these ops do not use. */
static const char *
unused(const struct filter_ops *ops, const struct filter_params *p)
{
	const struct {
		unsigned use;
		bool given;
		const char *why;
	} each[] = {
		{USES_FP_BITS, p->fp_bits, "fp_bits (f) is not used by this filter: it has no fingerprints"},
		{USES_SLOTS, p->slots,
	         "slots (b) is not used by this filter: its buckets have no other size, or it has none"},
		{USES_HASHES, p->hashes, "hashes (k) is not used by this filter: its places of a key are fixed"},
		{USES_TABLES, p->tables, "tables (d) is not used by this filter: it has one"},
		{USES_COUNTER_BITS, p->counter_bits, "counter_bits (c) is not used by this filter"},
		{USES_KICKS, p->kicks, "kicks is not used by this filter: it never relocates"},
		{USES_KICKS, p->max_kicks, "max_kicks is not used by this filter: it never relocates"},
		{USES_MAX_LOAD, p->max_load, "max_load is not used by this filter: it takes what has a place, or all"},
		{USES_STRIPES, p->stripes, "stripes is not used by this filter: it has no striped locks"},
		{USES_DOUBLINGS, p->doublings, "doublings is not used by this filter: it never grows"},
		{USES_VALUES, p->value_bits || p->values,
	         "value_bits and values are not used by this filter: it has no values"},
	};

	for (size_t i = 0; i < sizeof each / sizeof *each; i++)
		if (each[i].given && !(ops->uses & each[i].use))
			return each[i].why;
	return NULL;
}

/* NULL, or the reason for refusing to create. */
static const char *
not_created(const struct filter_ops *ops, const struct filter_params *p)
{
	return p->threads ? "threads is not used by insertions: it is for filters that are built of all keys at once"
	                  : unused(ops, p);
}

enum filter_status
filter_create(const struct filter_ops *ops, const struct filter_params *p, struct filter **out, const char **why)
{
	*out = NULL;
	*why = ops->create ? not_created(ops, p) : "a static filter is built of its keys, all at once";
	return *why ? FILTER_EINVAL : ops->create(ops, p, out, why);
}

enum filter_status
filter_build(const struct filter_ops *ops, const struct filter_params *p, const uint64_t *keys, size_t n,
             struct filter **out, const char **why)
{
	*out = NULL;
	*why = ops->caps & FILTER_STATIC && (p->bytes || p->buckets || p->items)
	               ? "bytes, buckets, items are not used by a static filter: its keys size it"
	               : unused(ops, p);
	return *why ? FILTER_EINVAL : ops->build(ops, p, keys, n, out, why);
}

const char *
filter_size(const struct filter_ops *ops, struct filter_params *p, size_t *bytes)
{
	const char *why;

	*bytes = 0;
	if (!ops->settle)
		return "this filter does not say how large its tables are";
	if (ops->caps & FILTER_STATIC && (p->bytes || p->buckets))
		return "bytes, buckets are not used by a static filter: its keys size it";
	why = ops->caps & FILTER_STATIC ? unused(ops, p) : not_created(ops, p);
	why = why ? why : ops->settle(ops, p, bytes);
	why = why ? why : hash_refuses(p->hash);
	*bytes = why ? 0 : *bytes;
	return why;
}
