/* SPDX-License-Identifier: MIT */
/* vqf_striped_table.c - see vqf_striped_table.h: creates, describes, checks and saves a vector quotient filter for many
 * threads. None of this runs concurrently with anything else, except info. */
#include "baselines/vqf/vqf_striped_table.h"

#include <stdlib.h>
#include <string.h>

/* The counts have two lines of their own, because processors fetch lines in pairs. */
enum { COUNTS_BYTES = 128 };

void
vqf_striped_settle(const struct vqf_striped *c, const struct vqf_striped_tally *tally)
{
	if (tally->spins)
		atomic_fetch_add_explicit(&c->counts->spins, tally->spins, memory_order_relaxed);
	if (tally->retries)
		atomic_fetch_add_explicit(&c->counts->retries, tally->retries, memory_order_relaxed);
	if (tally->unsure)
		atomic_fetch_add_explicit(&c->counts->unsure, tally->unsure, memory_order_relaxed);
}

static bool
vqf_striped_begin(struct filter *base, const struct filter_params *p, const struct hash *hash)
{
	struct vqf_striped *c = (struct vqf_striped *)base;
	size_t stripes = VQF_STRIPES;

	while (stripes / 2 >= p->buckets)
		stripes /= 2;
	c->stripe_mask = (uint32_t)(stripes - 1);
	c->counts = aligned_alloc(COUNTS_BYTES, COUNTS_BYTES);
	if (!c->counts || mem_alloc(&c->stripes, stripes * sizeof(shared32), NULL) != 0)
		return false;
	memset(c->counts, 0, COUNTS_BYTES);
	return vqf_begin(base, p, hash);
}

static void
vqf_striped_end(struct filter *base)
{
	struct vqf_striped *c = (struct vqf_striped *)base;

	mem_free(&c->stripes);
	free(c->counts);
}

const struct filter_family vqf_striped_family = {VQF_FAMILY, .begin = vqf_striped_begin, .end = vqf_striped_end};

/* The filter as one of a single thread, with all items counted. */
static struct vqf
vqf_alone(const struct filter *base)
{
	const struct vqf_striped *c = (const struct vqf_striped *)base;
	struct vqf one = c->vqf;

	one.items += atomic_load_explicit(&c->counts->items, memory_order_relaxed);
	return one;
}

void
vqf_striped_info(const struct filter *base, struct filter_info *info)
{
	const struct vqf_striped *c = (const struct vqf_striped *)base;
	const struct vqf one = vqf_alone(base);

	vqf_info(&one.base, info);
	info->mapped += c->stripes.mapped + COUNTS_BYTES;
	info->contention =
		(struct filter_contention){.spins = atomic_load_explicit(&c->counts->spins, memory_order_relaxed),
	                                   .retries = atomic_load_explicit(&c->counts->retries, memory_order_relaxed),
	                                   .unsure = atomic_load_explicit(&c->counts->unsure, memory_order_relaxed)};
}

const char *
vqf_striped_check(const struct filter *base)
{
	const struct vqf one = vqf_alone(base);

	return vqf_check(&one.base);
}

enum filter_status
vqf_striped_save(const struct filter *base, FILE *file)
{
	const struct vqf one = vqf_alone(base);

	return family_save(&one.base, file);
}
