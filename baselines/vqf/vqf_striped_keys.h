/* SPDX-License-Identifier: MIT */
/*
 * vqf_striped_keys.h - the loops over keys of one kernel for many threads: over vqf_block_portable.h or
 * vqf_block_vector.h, which a file includes before this one. vqf_striped_one.h has the protocol.
 *
 *      one after the other     locate -> look, lock, change, unlock            the next key
 *
 *      ahead                   locate, prefetch  k+AHEAD . . . . . . k         look, lock, change, unlock
 *
 * A prefetch reads nothing and takes no lock. The key alone says where its blocks and stripes are. So each operation is
 * as without it, and in the order of the call.
 */
#ifndef CUCKOOBENCH_VQF_STRIPED_KEYS_H
#define CUCKOOBENCH_VQF_STRIPED_KEYS_H

#include "baselines/vqf/vqf_striped_one.h"

/* How many of n keys were accepted, until one is refused; found; removed. One after the other. */
VQF_TARGET ALWAYS_INLINE size_t
vqf_striped_keys(enum hash_kind kind, enum vqf_form form, const struct vqf_striped *of, enum vqf_work work,
                 const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct vqf_striped c = *of; /* which no store to the table can alias */
	struct vqf_striped_tally tally = {0};
	size_t count = 0;

	for (size_t k = 0; k < n; k++) {
		const struct vqf_place p = vqf_locate(form, &c.vqf.map, vqf_hash(kind, &c.vqf.map.hash, keys[k]));
		const bool done = vqf_striped_one(form, &c, work, p, &tally);

		if (work == VQF_CONTAINS)
			hit[k] = done;
		if (work == VQF_INSERT && !done)
			break;
		count += done;
	}
	vqf_striped_settle(of, &tally);
	return count;
}

/* Prefetches a line, to read it or to have it alone. The compilers' builtin asks for the latter only of processors that
 * they are told to have prefetchw; all have it, or ignore it. */
ALWAYS_INLINE void
vqf_ask(const void *line, bool to_write)
{
#if defined(__x86_64__)
	if (to_write)
		__asm__ volatile("prefetchw %0" : : "m"(*(const uint8_t *)line));
	else
#endif
		__builtin_prefetch(line);
	(void)to_write;
}

/* A writer nearly always changes the first block, and so locks its stripe. An insertion asks for the second one later
 * (vqf_ask_second). */
VQF_TARGET ALWAYS_INLINE struct vqf_place
vqf_locate_early(enum vqf_form form, const struct vqf_striped *c, enum hash_kind kind, enum vqf_work work, uint64_t key)
{
	const struct vqf_place p = vqf_locate(form, &c->vqf.map, vqf_hash(kind, &c->vqf.map.hash, key));

	vqf_ask(vqf_block(&c->vqf.map, p.i1), work != VQF_CONTAINS);
	vqf_ask((const void *)vqf_stripe(c, p.i1), work != VQF_CONTAINS);
	if (work != VQF_INSERT) {
		vqf_ask(vqf_block(&c->vqf.map, p.i2), false);
		vqf_ask((const void *)vqf_stripe(c, p.i2), false);
	}
	return p;
}

/* Until three quarters of its slots are used, a table's insertions seldom need the second block. To have asked for it
 * would take it from the thread that wrote it last. So this looks at how full the first one is, which has arrived. What
 * it sees only decides what is prefetched. */
VQF_TARGET ALWAYS_INLINE void
vqf_ask_second(enum vqf_form form, const struct vqf_striped *c, struct vqf_place p)
{
	const shared64 *words = (const shared64 *)(const void *)vqf_block(&c->vqf.map, p.i1);
	const unsigned used = vqf_ones(SHARED_LOAD(&words[0], memory_order_relaxed)) +
	                      (form == VQF_8 ? vqf_ones(SHARED_LOAD(&words[1], memory_order_relaxed)) : 0);
	const uint32_t i = used >= vqf_asks_second(form) ? p.i2 : p.i1;

	vqf_ask(vqf_block(&c->vqf.map, i), true);
	vqf_ask((const void *)vqf_stripe(c, i), true);
}

/* As many keys ahead as vqf-batch has on its way at the least. */
enum { VQF_AHEAD = 32 };

/* The same, in the same order; the lines of the key VQF_AHEAD keys later are prefetched while one is processed. */
VQF_TARGET ALWAYS_INLINE size_t
vqf_striped_batch_keys(enum hash_kind kind, enum vqf_form form, const struct vqf_striped *of, enum vqf_work work,
                       const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct vqf_striped c = *of;
	struct vqf_place place[VQF_AHEAD];
	struct vqf_striped_tally tally = {0};
	size_t count = 0;

	for (size_t k = 0; k < n && k < VQF_AHEAD; k++)
		place[k] = vqf_locate_early(form, &c, kind, work, keys[k]);
	for (size_t k = 0; k < n; k++) {
		const struct vqf_place p = place[k % VQF_AHEAD];
		bool done;

		if (n - k > VQF_AHEAD)
			place[k % VQF_AHEAD] = vqf_locate_early(form, &c, kind, work, keys[k + VQF_AHEAD]);
		if (work == VQF_INSERT && n - k > VQF_AHEAD / 2)
			vqf_ask_second(form, &c, place[(k + VQF_AHEAD / 2) % VQF_AHEAD]);
		done = vqf_striped_one(form, &c, work, p, &tally);
		if (work == VQF_CONTAINS)
			hit[k] = done;
		if (work == VQF_INSERT && !done)
			break;
		count += done;
	}
	vqf_striped_settle(of, &tally);
	return count;
}

/* --- the kernel: one instance of each for both forms and every kind of hash --------------------------------------- */

VQF_TARGET ALWAYS_INLINE size_t
striped_work(const struct vqf *f, enum vqf_work work, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct vqf_striped *c = (const struct vqf_striped *)f;

	return f->form == VQF_8 ? HASH_BY_KIND(&f->map.hash, vqf_striped_keys, VQF_8, c, work, keys, n, hit)
	                        : HASH_BY_KIND(&f->map.hash, vqf_striped_keys, VQF_16, c, work, keys, n, hit);
}

VQF_TARGET ALWAYS_INLINE size_t
kernel_batch(const struct vqf *f, enum vqf_work work, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct vqf_striped *c = (const struct vqf_striped *)f;

	return f->form == VQF_8 ? HASH_BY_KIND(&f->map.hash, vqf_striped_batch_keys, VQF_8, c, work, keys, n, hit)
	                        : HASH_BY_KIND(&f->map.hash, vqf_striped_batch_keys, VQF_16, c, work, keys, n, hit);
}

VQF_TARGET static size_t
kernel_insert(struct vqf *f, const uint64_t *keys, size_t n)
{
	return striped_work(f, VQF_INSERT, keys, n, NULL);
}

VQF_TARGET static size_t
kernel_contains(const struct vqf *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return striped_work(f, VQF_CONTAINS, keys, n, hit);
}

VQF_TARGET static size_t
kernel_remove(struct vqf *f, const uint64_t *keys, size_t n)
{
	return striped_work(f, VQF_REMOVE, keys, n, NULL);
}

VQF_BATCH_OPERATIONS

#endif
