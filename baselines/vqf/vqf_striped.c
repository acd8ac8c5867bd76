/* SPDX-License-Identifier: MIT */
/*
 * vqf_striped.c - VQF for many threads: writers lock the stripes of both blocks, lookups take no lock. Its table is
 * vqf's, byte for byte. The locks are apart from it. (The published code has a lock bit in each block, and lookups that
 * do not look at it.)
 *
 *      stripe s, a word of 32 bits:    | version 31 | locked |          block i: stripe i mod the number of stripes
 *
 *      writer      lock both stripes, the lesser number first; copy a block; change the copy; write it back; unlock:
 *                  version + 1
 *      lookup      v1, v2 = the words of both stripes; copy both blocks; are the words still v1 and v2, and not locked?
 *                  Then answer from the copies. Otherwise again.
 *
 * A block means nothing while some of its words are new and others old. And a key may have its only copy, for a moment,
 * in the block that was read first, before it was there: another key with the same tag and blocks was inserted, and a
 * deletion took the older copy. So a lookup needs both blocks as they were at one moment. It has them if neither word
 * changed between its first load and its last. (A word has the same value again after 2^31 changes, during one lookup.)
 *
 * Orders. The blocks' words are stored with release and loaded with acquire. If a lookup loads a word that a writer
 * stored after it locked, then the lock happens before the lookup's second load of the stripe, which sees it, or
 * something later. If its first load of the stripe, an acquire, sees the unlock, a release, then it loads what the
 * writer left, or something later. So two equal values, not locked, mean that no writer held the stripe between the
 * loads. Both stripes are loaded before both blocks, and again after both, so this holds for both at one moment. A
 * writer that locks, by acquire, sees all that the last one left.
 *
 * A lookup that fails TRIES times answers "maybe present" (info.contention.unsure), so it never waits for a writer
 * that does not run.
 */
#include "baselines/vqf/vqf_block_portable.h"
#include "baselines/vqf/vqf_place.h"
#include "core/probe.h"
#include "core/serial.h"
#include "core/shared.h"

#include <stdlib.h>

/* 2^13 lock words, as in variants/striped/striped_ops.c: they stay in a first- or second-level cache. */
enum { STRIPES = 1 << 13, TRIES = 1 << 16, WORDS = VQF_BYTES / 8, LOCKED = 1, VERSION = 2, COUNTS_LINE = 128 };

/* What all threads add to, at most once a call. */
struct counts {
	_Atomic uint64_t items, spins, retries, unsure;
};

struct vqf_striped {
	struct vqf vqf; /* its items: only those loaded from a file */
	struct mem stripes;
	struct counts *counts;
	uint32_t stripe_mask;
};

/* Counts of one call; its end adds them to the filter's. */
struct tally {
	uint64_t spins, retries, unsure;
};

/* A block of one thread's own. */
struct copy {
	_Alignas(VQF_BYTES) uint8_t bytes[VQF_BYTES];
};

static shared64 *
words_of(const struct vqf *f, uint32_t i)
{
	return (shared64 *)(void *)vqf_block(&f->map, i);
}

static shared32 *
stripe_of(const struct vqf_striped *c, uint32_t i)
{
	return (shared32 *)(void *)c->stripes.data + (i & c->stripe_mask);
}

static struct copy
copy_of(const struct vqf *f, uint32_t i)
{
	const shared64 *words = words_of(f, i);
	struct copy copy;

	PROBE(words, VQF_BYTES);
	for (unsigned j = 0; j < WORDS; j++)
		store64(copy.bytes + 8 * j, SHARED_LOAD(&words[j], memory_order_acquire));
	return copy;
}

/* Writes the words that have changed. The caller holds the block's stripe. */
static void
write_back(struct vqf *f, uint32_t i, const struct copy *copy)
{
	shared64 *words = words_of(f, i);

	for (unsigned j = 0; j < WORDS; j++)
		if (SHARED_LOAD(&words[j], memory_order_relaxed) != load64(copy->bytes + 8 * j))
			SHARED_STORE(&words[j], load64(copy->bytes + 8 * j), memory_order_release);
}

/* --- locks ------------------------------------------------------------------------------------------------------- */

static void
lock(shared32 *stripe, struct tally *tally)
{
	for (unsigned spins = 0;; spins++) {
		const uint32_t seen = SHARED_LOAD(stripe, memory_order_relaxed);

		if (!(seen & LOCKED) && SHARED_SWAP(stripe, seen, seen | LOCKED))
			return;
		tally->spins++;
		SHARED_WAIT(spins);
	}
}

static void
unlock(shared32 *stripe)
{
	SHARED_STORE(stripe, SHARED_LOAD(stripe, memory_order_relaxed) - LOCKED + VERSION, memory_order_release);
}

static void
lock_both(const struct vqf_striped *c, struct vqf_place p, struct tally *tally)
{
	shared32 *one = stripe_of(c, p.i1), *other = stripe_of(c, p.i2);

	lock(one < other ? one : other, tally);
	if (one != other)
		lock(one < other ? other : one, tally);
}

static void
unlock_both(const struct vqf_striped *c, struct vqf_place p)
{
	shared32 *one = stripe_of(c, p.i1), *other = stripe_of(c, p.i2);

	unlock(one);
	if (one != other)
		unlock(other);
}

/* --- one key ----------------------------------------------------------------------------------------------------- */

ALWAYS_INLINE bool
insert_one(enum vqf_form form, struct vqf_striped *c, struct vqf_place p, struct tally *tally)
{
	struct copy first, second;
	unsigned used, other;
	bool room;

	lock_both(c, p, tally);
	first = copy_of(&c->vqf, p.i1);
	used = other = vqf_used(form, first.bytes);
	if (used >= vqf_asks_second(form)) {
		second = copy_of(&c->vqf, p.i2);
		other = vqf_used(form, second.bytes);
	}
	room = (other < used ? other : used) < vqf_slots(form);
	if (room && other < used) {
		vqf_add(form, second.bytes, vqf_bucket(form, p), vqf_remainder(form, p));
		write_back(&c->vqf, p.i2, &second);
	} else if (room) {
		vqf_add(form, first.bytes, vqf_bucket(form, p), vqf_remainder(form, p));
		write_back(&c->vqf, p.i1, &first);
	}
	unlock_both(c, p);
	return room;
}

ALWAYS_INLINE bool
remove_one(enum vqf_form form, struct vqf_striped *c, struct vqf_place p, struct tally *tally)
{
	bool found = false;

	lock_both(c, p, tally);
	for (unsigned side = 0; side < 2 && !found; side++) {
		struct copy copy = copy_of(&c->vqf, side ? p.i2 : p.i1);
		const uint64_t at = vqf_find(form, copy.bytes, vqf_bucket(form, p), vqf_remainder(form, p));

		found = at != 0;
		if (found) {
			vqf_take(form, copy.bytes, vqf_bucket(form, p), at);
			write_back(&c->vqf, side ? p.i2 : p.i1, &copy);
		}
	}
	unlock_both(c, p);
	return found;
}

ALWAYS_INLINE bool
contains_one(enum vqf_form form, const struct vqf_striped *c, struct vqf_place p, struct tally *tally)
{
	const shared32 *one = stripe_of(c, p.i1), *other = stripe_of(c, p.i2);

	for (unsigned tries = 0; tries < TRIES; tries++) {
		const uint32_t v1 = SHARED_LOAD(one, memory_order_acquire),
			       v2 = SHARED_LOAD(other, memory_order_acquire);

		if (!((v1 | v2) & LOCKED)) {
			const struct copy first = copy_of(&c->vqf, p.i1), second = copy_of(&c->vqf, p.i2);

			/* not moved before the blocks' loads, which acquire */
			if (SHARED_LOAD(one, memory_order_relaxed) == v1 &&
			    SHARED_LOAD(other, memory_order_relaxed) == v2)
				return (vqf_find(form, first.bytes, vqf_bucket(form, p), vqf_remainder(form, p)) |
				        vqf_find(form, second.bytes, vqf_bucket(form, p), vqf_remainder(form, p))) != 0;
		}
		tally->retries++;
		SHARED_WAIT(tries);
	}
	tally->unsure++;
	return true;
}

/* --- the keys of a call ------------------------------------------------------------------------------------------ */

static void
settle(const struct vqf_striped *c, const struct tally *tally)
{
	if (tally->spins)
		atomic_fetch_add_explicit(&c->counts->spins, tally->spins, memory_order_relaxed);
	if (tally->retries)
		atomic_fetch_add_explicit(&c->counts->retries, tally->retries, memory_order_relaxed);
	if (tally->unsure)
		atomic_fetch_add_explicit(&c->counts->unsure, tally->unsure, memory_order_relaxed);
}

static struct vqf_place
place_of(const struct vqf *f, uint64_t key)
{
	return vqf_locate(f->form, &f->map, hash_key(&f->map.hash, key));
}

static size_t
vqf_striped_insert(struct filter *base, const uint64_t *keys, size_t n)
{
	struct vqf_striped *c = (struct vqf_striped *)base;
	struct tally tally = {0};
	size_t k = 0;

	while (k < n && (c->vqf.form == VQF_8 ? insert_one(VQF_8, c, place_of(&c->vqf, keys[k]), &tally)
	                                      : insert_one(VQF_16, c, place_of(&c->vqf, keys[k]), &tally)))
		k++;
	atomic_fetch_add_explicit(&c->counts->items, k, memory_order_relaxed);
	settle(c, &tally);
	return k;
}

static size_t
vqf_striped_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct vqf_striped *c = (const struct vqf_striped *)base;
	struct tally tally = {0};
	size_t hits = 0;

	for (size_t k = 0; k < n; k++) {
		const struct vqf_place p = place_of(&c->vqf, keys[k]);

		hit[k] = c->vqf.form == VQF_8 ? contains_one(VQF_8, c, p, &tally) : contains_one(VQF_16, c, p, &tally);
		hits += hit[k];
	}
	settle(c, &tally);
	return hits;
}

static size_t
vqf_striped_remove(struct filter *base, const uint64_t *keys, size_t n)
{
	struct vqf_striped *c = (struct vqf_striped *)base;
	struct tally tally = {0};
	size_t found = 0;

	for (size_t k = 0; k < n; k++) {
		const struct vqf_place p = place_of(&c->vqf, keys[k]);

		found += c->vqf.form == VQF_8 ? remove_one(VQF_8, c, p, &tally) : remove_one(VQF_16, c, p, &tally);
	}
	atomic_fetch_sub_explicit(&c->counts->items, found, memory_order_relaxed);
	settle(c, &tally);
	return found;
}

/* --- what there is ----------------------------------------------------------------------------------------------- */

static void
vqf_striped_destroy(struct filter *base)
{
	struct vqf_striped *c = (struct vqf_striped *)base;

	if (!c)
		return;
	mem_free(&c->stripes);
	free(c->counts);
	vqf_destroy(base);
}

static enum filter_status
vqf_striped_create(const struct filter_ops *self, const struct filter_params *params, struct filter **out,
                   const char **why)
{
	const enum filter_status status = vqf_create(self, params, out, why);
	struct vqf_striped *c = (struct vqf_striped *)*out;
	size_t stripes = STRIPES;

	if (status != FILTER_OK)
		return status;
	while (stripes / 2 >= c->vqf.map.m)
		stripes /= 2;
	c->stripe_mask = (uint32_t)(stripes - 1);
	c->counts = aligned_alloc(COUNTS_LINE, COUNTS_LINE);
	if (!c->counts || mem_alloc(&c->stripes, stripes * sizeof(shared32), NULL) != 0) {
		vqf_striped_destroy(*out);
		*out = NULL;
		*why = "the table does not fit in memory";
		return FILTER_ENOMEM;
	}
	memset(c->counts, 0, COUNTS_LINE);
	return FILTER_OK;
}

/* The filter as one of a single thread, with all items counted. For operations that run alone. */
static struct vqf
alone(const struct filter *base)
{
	const struct vqf_striped *c = (const struct vqf_striped *)base;
	struct vqf one = c->vqf;

	one.items += atomic_load_explicit(&c->counts->items, memory_order_relaxed);
	return one;
}

static void
vqf_striped_info(const struct filter *base, struct filter_info *info)
{
	const struct vqf_striped *c = (const struct vqf_striped *)base;
	const struct vqf one = alone(base);

	vqf_info(&one.base, info);
	info->mapped += c->stripes.mapped + COUNTS_LINE;
	info->contention =
		(struct filter_contention){.spins = atomic_load_explicit(&c->counts->spins, memory_order_relaxed),
	                                   .retries = atomic_load_explicit(&c->counts->retries, memory_order_relaxed),
	                                   .unsure = atomic_load_explicit(&c->counts->unsure, memory_order_relaxed)};
}

static const char *
vqf_striped_check(const struct filter *base)
{
	const struct vqf one = alone(base);

	return vqf_check(&one.base);
}

static enum filter_status
vqf_striped_save(const struct filter *base, FILE *file)
{
	const struct vqf one = alone(base);

	return vqf_save(&one.base, file);
}

static const struct vqf_kernel kernel = {.name = "portable", .isa = ISA_PORTABLE};
static const struct vqf_kind kind = {.kernel = {&kernel}, .size = sizeof(struct vqf_striped)};

const struct filter_ops FILTER_OPS(vqf_striped) = {
	.name = "vqf-striped",
	.title = "VQF, striped",
	.about = "vqf for many threads: striped writers, look-ups without a lock that check both blocks' versions",
	.twin = "vqf",
	.caps = FILTER_REMOVE | FILTER_FILLS | FILTER_MULTISET | FILTER_SHARED,
	.facts =
		{.source = __FILE__, .params = {.fp_bits = 8}, .ns = {200, 120, 200}, .part = FILTER_FIELD, .full = 93},
	.kind = &kind,
	.create = vqf_striped_create,
	.destroy = vqf_striped_destroy,
	.insert = vqf_striped_insert,
	.contains = vqf_striped_contains,
	.remove = vqf_striped_remove,
	.info = vqf_striped_info,
	.check = vqf_striped_check,
	.save = vqf_striped_save,
	.load = vqf_load,
};
