/* SPDX-License-Identifier: MIT */
/*
 * vqf_striped_one.h - the protocol of many threads: one key, over vqf_block_portable.h or
 * vqf_block_vector.h, which a file includes before this one. vqf_striped_table.h has the stripes.
 *
 *      look      load the stripe's word; copy the block                             the copy is the thread's own, so
 *      lookup    look at both blocks; are both words still the same, not locked?    nobody changes it while vectors
 *                Then answer from the copies. Otherwise again.                      are made of it
 *      writer    look, at both blocks where it has to; decide which one changes; replace that stripe's word, if it is
 *                still the same, by itself and "locked"; change the copy; write it back; unlock: version + 1.
 *                If the word is not the same, or neither block will do: lock both stripes, the lesser number first;
 *                copy; decide again; write back; unlock.
 *
 * A block means nothing while some of its words are new and others old. So a lookup needs each as it was at one moment.
 * It needs both at the same moment. Another key with the same tag and blocks may be inserted, into the block that was
 * read first, after it was read. Then a deletion takes the older copy out of the other. Some copy was there all the
 * time, but the lookup sees none.
 *
 * Equal words. Blocks are stored with release and loaded with acquire. If a thread loads a word of a block that a
 * writer stored, that writer's lock happens before the thread's second access to the stripe. It sees the lock, or
 * something later. If its first load of the stripe, an acquire, sees an unlock, a release, then it loads from the block
 * what that writer left, or something later. So two equal values, not locked, mean that no writer held the stripe from
 * the one to the other, and that the copy is the block. A lookup loads both words before both blocks, and again after
 * both, so that is so for both blocks at once. (A word has the same value again after 2^31 changes, in one operation.)
 *
 * One lock. A writer's second access is the swap that locks. So the block is unchanged since it was read, and is not
 * copied again. It changes one block only, to which it adds an item, or from which it takes one. So an operation
 * happens at one moment, and lookups see both blocks at one moment. The other block's part is only in the choice: an
 * insertion goes to the emptier block, as that was when it looked. Whether a key is refused, or not found, does depend
 * on both. So that is decided with both locked. A thread that holds one lock waits for none, or for one with a greater
 * number.
 *
 * Two threads that each delete one of two copies, and then look it up, may both find the other's copy: neither has seen
 * the other's stores yet. A positive answer is a "maybe" anyway. A negative one is exact.
 *
 * A lookup that fails VQF_TRIES times answers "maybe present" (info.contention.unsure), so it never waits for a writer
 * that does not run.
 *
 * Copies. In C11 a copy is eight loads of 64 bits. With vectors on x86-64 it is one or two loads, of which the
 * processor may take any part at any time between the loads before and those behind (Intel's manual, volume 3, chapter
 * "Memory ordering"; AMD's, volume 2, "Memory model"). No more is asked of a copy. C11 cannot express that, so it is an
 * assembly instruction. ThreadSanitizer and the hooks see eight loads. A writer that holds the lock, and stores, does
 * as C11 has it.
 */
#ifndef CUCKOOBENCH_VQF_STRIPED_ONE_H
#define CUCKOOBENCH_VQF_STRIPED_ONE_H

#include "baselines/vqf/vqf_place.h"
#include "baselines/vqf/vqf_striped_table.h"
#include "core/probe.h"

enum { VQF_TRIES = 1 << 16, VQF_WORDS = VQF_BYTES / 8 };

/* A block of one thread's own. */
struct vqf_copy {
	_Alignas(VQF_BYTES) uint8_t bytes[VQF_BYTES];
};

/* What a thread has seen of a block: the word of its stripe, and then the block. */
struct vqf_look {
	shared32 *stripe;
	uint32_t word;
	struct vqf_copy copy;
};

ALWAYS_INLINE shared32 *
vqf_stripe(const struct vqf_striped *c, uint32_t i)
{
	return (shared32 *)(void *)c->stripes.data + (i & c->stripe_mask);
}

VQF_TARGET ALWAYS_INLINE void
vqf_copy(const struct vqf_striped *c, uint32_t i, struct vqf_copy *copy)
{
	const uint8_t *block = vqf_block(&c->vqf.map, i);
#if SHARED_BY_MACHINE && defined(VQF_VECTOR)
	const VQF_VECTOR *from = (const VQF_VECTOR *)(const void *)block;
	VQF_VECTOR v[VQF_BYTES / sizeof(VQF_VECTOR)];

	for (unsigned j = 0; j < VQF_BYTES / sizeof(VQF_VECTOR); j++)
		__asm__ volatile(VQF_MOVE " %1, %0" : "=v"(v[j]) : "m"(from[j]) : "memory");
	memcpy(copy, v, sizeof v);
#else
	const memory_order order = MUTANT(MUTANT_DATA_LOAD_RELAXED) ? memory_order_relaxed : memory_order_acquire;
	const shared64 *words = (const shared64 *)(const void *)block;

	for (unsigned j = 0; j < VQF_WORDS; j++)
		store64(copy->bytes + 8 * j, SHARED_LOAD(&words[j], order));
#endif
}

ALWAYS_INLINE uint32_t
vqf_version(shared32 *stripe)
{
	return (uint32_t)SHARED_LOAD(stripe,
	                             MUTANT(MUTANT_VERSION_LOAD_RELAXED) ? memory_order_relaxed : memory_order_acquire);
}

VQF_TARGET ALWAYS_INLINE void
vqf_look_at(const struct vqf_striped *c, uint32_t i, struct vqf_look *look)
{
	look->stripe = vqf_stripe(c, i);
	look->word = vqf_version(look->stripe);
	vqf_copy(c, i, &look->copy);
}

/* The caller holds the stripe. The last word first. So a reader, which begins with the first one, has some old words
 * and then only new ones, and tests/explore can try them all. */
ALWAYS_INLINE void
vqf_write_back(const struct vqf_striped *c, uint32_t i, const struct vqf_copy *copy)
{
	shared64 *words = (shared64 *)(void *)vqf_block(&c->vqf.map, i);

	for (unsigned j = VQF_WORDS; j-- > 0;)
		SHARED_STORE(&words[j], load64(copy->bytes + 8 * j),
		             MUTANT(MUTANT_DATA_STORE_RELAXED) ? memory_order_relaxed : memory_order_release);
}

/* --- locks ------------------------------------------------------------------------------------------------------- */

/* Locks the stripe of a look, if the look is still true. Acquire: see above. */
ALWAYS_INLINE bool
vqf_lock_if_same(struct vqf_look *look)
{
	if (MUTANT(MUTANT_LOCK_ANY))
		look->word = (uint32_t)SHARED_LOAD(look->stripe, memory_order_relaxed);
	return !(look->word & VQF_LOCKED) && SHARED_SWAP(look->stripe, look->word, look->word | VQF_LOCKED);
}

/* Acquire, by the swap: what the last holder left is seen. */
ALWAYS_INLINE void
vqf_lock(shared32 *stripe, struct vqf_striped_tally *tally)
{
	for (unsigned spins = 0;; spins++) {
		const uint32_t seen = (uint32_t)SHARED_LOAD(stripe, memory_order_relaxed);

		if (!(seen & VQF_LOCKED) && SHARED_SWAP(stripe, seen, seen | VQF_LOCKED))
			return;
		tally->spins++;
		SHARED_WAIT(spins);
	}
}

/* `word`: the stripe's before it was locked. Release: who sees the new version sees the new block. */
ALWAYS_INLINE void
vqf_unlock(shared32 *stripe, uint32_t word)
{
	SHARED_STORE(stripe, word + (MUTANT(MUTANT_NO_BUMP) ? 0 : VQF_VERSION),
	             MUTANT(MUTANT_UNLOCK_RELAXED) ? memory_order_relaxed : memory_order_release);
}

ALWAYS_INLINE void
vqf_lock_both(const struct vqf_striped *c, struct vqf_place p, struct vqf_striped_tally *tally)
{
	shared32 *one = vqf_stripe(c, p.i1), *other = vqf_stripe(c, p.i2);
	const bool ordered = one < other || MUTANT(MUTANT_LOCK_ORDER) || MUTANT(MUTANT_LOCK_ONE);

	vqf_lock(ordered ? one : other, tally);
	if (one != other && !MUTANT(MUTANT_LOCK_ONE))
		vqf_lock(ordered ? other : one, tally);
}

ALWAYS_INLINE void
vqf_unlock_both(const struct vqf_striped *c, struct vqf_place p)
{
	shared32 *one = vqf_stripe(c, p.i1), *other = vqf_stripe(c, p.i2);

	vqf_unlock(one, (uint32_t)SHARED_LOAD(one, memory_order_relaxed) - VQF_LOCKED);
	if (one != other && !MUTANT(MUTANT_LOCK_ONE))
		vqf_unlock(other, (uint32_t)SHARED_LOAD(other, memory_order_relaxed) - VQF_LOCKED);
}

/* --- one key ----------------------------------------------------------------------------------------------------- */

/* With both blocks locked. False: both are full. */
VQF_TARGET static __attribute__((noinline, cold)) bool
vqf_insert_locked(enum vqf_form form, const struct vqf_striped *c, struct vqf_place p, struct vqf_striped_tally *tally)
{
	struct vqf_copy first, second;
	unsigned used, other;
	bool to_second;

	vqf_lock_both(c, p, tally);
	vqf_copy(c, p.i1, &first);
	vqf_copy(c, p.i2, &second);
	used = vqf_used(form, first.bytes);
	other = vqf_used(form, second.bytes);
	to_second = used >= vqf_asks_second(form) && other < used;
	used = to_second ? other : used;
	if (used < vqf_slots(form)) {
		vqf_add(form, to_second ? second.bytes : first.bytes, vqf_bucket(form, p), vqf_remainder(form, p));
		vqf_write_back(c, to_second ? p.i2 : p.i1, to_second ? &second : &first);
	}
	vqf_unlock_both(c, p);
	return used < vqf_slots(form);
}

VQF_TARGET ALWAYS_INLINE bool
vqf_striped_insert_one(enum vqf_form form, const struct vqf_striped *c, struct vqf_place p,
                       struct vqf_striped_tally *tally)
{
	struct vqf_look first, second, *to = &first;
	unsigned used;

	vqf_look_at(c, p.i1, &first);
	used = vqf_used(form, first.copy.bytes);
	if (used >= vqf_asks_second(form)) {
		unsigned other;

		vqf_look_at(c, p.i2, &second);
		other = vqf_used(form, second.copy.bytes);
		to = other < used ? &second : &first;
		used = other < used ? other : used;
	}
	if (__builtin_expect(used == vqf_slots(form) || !vqf_lock_if_same(to), 0))
		return vqf_insert_locked(form, c, p, tally);
	vqf_add(form, to->copy.bytes, vqf_bucket(form, p), vqf_remainder(form, p));
	vqf_write_back(c, to == &first ? p.i1 : p.i2, &to->copy);
	vqf_unlock(to->stripe, to->word);
	return true;
}

/* With both blocks locked. False: it is in neither. */
VQF_TARGET static __attribute__((noinline, cold)) bool
vqf_remove_locked(enum vqf_form form, const struct vqf_striped *c, struct vqf_place p, struct vqf_striped_tally *tally)
{
	bool found = false;

	vqf_lock_both(c, p, tally);
	for (unsigned side = 0; side < 2 && !found; side++) {
		const uint32_t i = side ? p.i2 : p.i1;
		struct vqf_copy copy;
		uint64_t at;

		vqf_copy(c, i, &copy);
		at = vqf_find(form, copy.bytes, vqf_bucket(form, p), vqf_remainder(form, p));
		found = at != 0;
		if (found) {
			vqf_take(form, copy.bytes, vqf_bucket(form, p), at);
			vqf_write_back(c, i, &copy);
		}
	}
	vqf_unlock_both(c, p);
	return found;
}

VQF_TARGET ALWAYS_INLINE bool
vqf_striped_remove_one(enum vqf_form form, const struct vqf_striped *c, struct vqf_place p,
                       struct vqf_striped_tally *tally)
{
	struct vqf_look first, second, *of;
	const unsigned b = vqf_bucket(form, p);
	uint64_t in_first, in_second;

	vqf_look_at(c, p.i1, &first);
	vqf_look_at(c, p.i2, &second);
	in_first = vqf_find(form, first.copy.bytes, b, vqf_remainder(form, p));
	in_second = vqf_find(form, second.copy.bytes, b, vqf_remainder(form, p));
	of = in_first ? &first : &second;
	if (__builtin_expect(!(in_first | in_second) || !vqf_lock_if_same(of), 0))
		return vqf_remove_locked(form, c, p, tally);
	vqf_take(form, of->copy.bytes, b, in_first ? in_first : in_second);
	vqf_write_back(c, in_first ? p.i1 : p.i2, &of->copy);
	vqf_unlock(of->stripe, of->word);
	return true;
}

/* Is the key in? Returns whether the answer is one of one moment. */
VQF_TARGET ALWAYS_INLINE bool
vqf_try(enum vqf_form form, const struct vqf_striped *c, struct vqf_place p, bool *found)
{
	shared32 *one = vqf_stripe(c, p.i1), *other = vqf_stripe(c, p.i2);
	const uint32_t v1 = vqf_version(one), v2 = vqf_version(other);
	struct vqf_copy first, second;
	uint32_t changed;

	vqf_copy(c, p.i1, &first);
	vqf_copy(c, p.i2, &second);
	*found = (vqf_find(form, first.bytes, vqf_bucket(form, p), vqf_remainder(form, p)) |
	          vqf_find(form, second.bytes, vqf_bucket(form, p), vqf_remainder(form, p))) != 0;
	if (MUTANT(MUTANT_NO_VALIDATION))
		return !((v1 | v2) & VQF_LOCKED);
	/* not moved before the blocks' loads, which acquire */
	changed = (uint32_t)SHARED_LOAD(other, memory_order_relaxed) ^ v2;
	if (!MUTANT(MUTANT_ONE_VERSION))
		changed |= (uint32_t)SHARED_LOAD(one, memory_order_relaxed) ^ v1;
	return (changed | (MUTANT(MUTANT_HELD_IGNORED) ? 0 : (v1 | v2) & VQF_LOCKED)) == 0;
}

VQF_TARGET static __attribute__((noinline, cold)) bool
vqf_try_again(enum vqf_form form, const struct vqf_striped *c, struct vqf_place p, struct vqf_striped_tally *tally)
{
	for (unsigned tries = 1; tries < VQF_TRIES; tries++) {
		bool found;

		tally->retries++;
		SHARED_WAIT(tries);
		if (vqf_try(form, c, p, &found))
			return found;
	}
	tally->unsure++;
	return true;
}

VQF_TARGET ALWAYS_INLINE bool
vqf_striped_contains_one(enum vqf_form form, const struct vqf_striped *c, struct vqf_place p,
                         struct vqf_striped_tally *tally)
{
	bool found;

	PROBE(vqf_block(&c->vqf.map, p.i1), VQF_BYTES);
	PROBE(vqf_block(&c->vqf.map, p.i2), VQF_BYTES);
	if (__builtin_expect(!vqf_try(form, c, p, &found), 0))
		return vqf_try_again(form, c, p, tally);
	return found;
}

VQF_TARGET ALWAYS_INLINE bool
vqf_striped_one(enum vqf_form form, const struct vqf_striped *c, enum vqf_work work, struct vqf_place p,
                struct vqf_striped_tally *tally)
{
	return work == VQF_CONTAINS ? vqf_striped_contains_one(form, c, p, tally)
	       : work == VQF_REMOVE ? vqf_striped_remove_one(form, c, p, tally)
	                            : vqf_striped_insert_one(form, c, p, tally);
}

#endif
