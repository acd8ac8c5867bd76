/* SPDX-License-Identifier: MIT */
/*
 * qf_slots.c - a control for QF: the quotient filter's algorithms as they were published (Bender et al., PVLDB 5(11)
 * 2012, section 3), which read one slot after the other. The cuckoo filter paper speaks of such a filter: "all of its
 * operations must decode a sequence of table entries before reaching the target item" (section 2.1). Table, invariants
 * and results are those of qf.c, which adds up the same three bits for a word of slots at a time.
 *
 *      cluster          | 1st run | 2nd run | 3rd run |         is_occupied of three slots in here: their quotients
 *                       ^ not shifted         ^
 *        1. back to the start of the cluster  |
 *        2. forward, a run for each occupied slot, until the occupied slot is the canonical one
 *        3. along the run, sorted by remainder
 */
#include "baselines/quotient/quotient.h"

/* A table, with slots by number. `bits` of a slot, `mask` of their number. */
struct slots {
	uint8_t *data;
	unsigned r, bits;
	size_t mask;
	uint64_t occupied, continuation, shifted; /* as bits of a slot */
	bool probed;
};

ALWAYS_INLINE struct slots
slots_of(const struct qf_filter *f, unsigned r, bool probed)
{
	return (struct slots){.data = f->map.data,
	                      .r = r,
	                      .bits = r + 3,
	                      .mask = f->params.buckets - 1,
	                      .continuation = UINT64_C(1) << r,
	                      .shifted = UINT64_C(2) << r,
	                      .occupied = UINT64_C(4) << r,
	                      .probed = probed};
}

ALWAYS_INLINE uint64_t
slot_get(const struct slots *t, size_t i)
{
	const size_t at = i * t->bits;

	if (t->probed)
		PROBE(t->data + at / 8, (at % 8 + t->bits + 7) / 8);
	return load64(t->data + at / 8) >> (at % 8) & low_mask(t->bits);
}

ALWAYS_INLINE void
slot_set(const struct slots *t, size_t i, uint64_t slot)
{
	const size_t at = i * t->bits;
	const uint64_t word = load64(t->data + at / 8) & ~(low_mask(t->bits) << (at % 8));

	store64(t->data + at / 8, word | slot << (at % 8));
}

ALWAYS_INLINE uint64_t
slot_remainder(const struct slots *t, uint64_t slot)
{
	return slot & low_mask(t->r);
}

/* The next slot, and the one before. */
ALWAYS_INLINE size_t
slot_after(const struct slots *t, size_t i)
{
	return (i + 1) & t->mask;
}

ALWAYS_INLINE size_t
slot_before(const struct slots *t, size_t i)
{
	return (i - 1) & t->mask;
}

/* Where the run of the occupied slot `home` begins. */
ALWAYS_INLINE size_t
find_run(const struct slots *t, size_t home)
{
	size_t quotient = home, run;

	while (slot_get(t, quotient) & t->shifted)
		quotient = slot_before(t, quotient);
	for (run = quotient; quotient != home;) {
		do
			run = slot_after(t, run);
		while (slot_get(t, run) & t->continuation);
		do
			quotient = slot_after(t, quotient);
		while (!(slot_get(t, quotient) & t->occupied));
	}
	return run;
}

/* The first slot of the run with this remainder or a greater one; the slot behind the run if there is none. */
ALWAYS_INLINE size_t
find_place(const struct slots *t, size_t run, uint64_t remainder)
{
	size_t at = run;

	while (slot_remainder(t, slot_get(t, at)) < remainder) {
		at = slot_after(t, at);
		if (!(slot_get(t, at) & t->continuation))
			break;
	}
	return at;
}

/* Is the slot at `at`, which find_place returned, one of the run, with this remainder? */
ALWAYS_INLINE bool
is_there(const struct slots *t, size_t run, size_t at, uint64_t remainder)
{
	const uint64_t slot = slot_get(t, at);

	return (at == run || slot & t->continuation) && slot_remainder(t, slot) == remainder;
}

/* Puts a slot at `at`, and moves all from there on by one, up to the next empty one. is_occupied stays where it is. */
ALWAYS_INLINE void
push(const struct slots *t, size_t at, uint64_t slot)
{
	uint64_t old;

	for (;; at = slot_after(t, at)) {
		old = slot_get(t, at);
		slot_set(t, at, (slot & ~t->occupied) | (old & t->occupied));
		if (!(old >> t->r))
			return;
		slot = old | t->shifted;
	}
}

ALWAYS_INLINE void
insert_one(const struct slots *t, size_t home, uint64_t remainder)
{
	const uint64_t here = slot_get(t, home);
	uint64_t slot = remainder;
	size_t run, at;

	if (!(here >> t->r)) {
		slot_set(t, home, remainder | t->occupied);
		return;
	}
	slot_set(t, home, here | t->occupied);
	at = run = find_run(t, home);
	if (here & t->occupied) {
		at = find_place(t, run, remainder);
		if (at == run) /* the old head of the run follows the new one */
			slot_set(t, run, slot_get(t, run) | t->continuation);
		else
			slot |= t->continuation;
	}
	push(t, at, at == home ? slot : slot | t->shifted);
}

ALWAYS_INLINE bool
contains_one(const struct slots *t, size_t home, uint64_t remainder)
{
	size_t run;

	if (!(slot_get(t, home) & t->occupied))
		return false;
	run = find_run(t, home);
	return is_there(t, run, find_place(t, run, remainder), remainder);
}

/* Moves the rest of the cluster back by one, from behind `at` on. `quotient` is that of the slot at `at`; each run that
 * begins on the way has the next occupied slot for its quotient. */
ALWAYS_INLINE void
pull(const struct slots *t, size_t at, size_t quotient)
{
	size_t next = slot_after(t, at);
	uint64_t moving = slot_get(t, next);

	while (moving & t->shifted) {
		if (!(moving & t->continuation)) {
			do
				quotient = slot_after(t, quotient);
			while (!(slot_get(t, quotient) & t->occupied));
			if (quotient == at)
				moving &= ~t->shifted;
		}
		slot_set(t, at, (moving & ~t->occupied) | (slot_get(t, at) & t->occupied));
		at = next;
		next = slot_after(t, at);
		moving = slot_get(t, next);
	}
	slot_set(t, at, 0);
}

ALWAYS_INLINE bool
remove_one(const struct slots *t, size_t home, uint64_t remainder)
{
	size_t run, at, behind;
	uint64_t next;

	if (!(slot_get(t, home) & t->occupied))
		return false;
	run = find_run(t, home);
	at = find_place(t, run, remainder);
	if (!is_there(t, run, at, remainder))
		return false;
	behind = slot_after(t, at);
	next = slot_get(t, behind);
	if (at == run && next & t->continuation) {
		/* The next of the run becomes its head, and moves to `at`. */
		slot_set(t, behind, next & ~t->continuation);
		pull(t, at, slot_before(t, home));
		return true;
	}
	if (at == run)
		slot_set(t, home, slot_get(t, home) & ~t->occupied);
	pull(t, at, home);
	return true;
}

/* --- calls ------------------------------------------------------------------------------------------------ */

ALWAYS_INLINE size_t
slots_canonical(const struct qf_filter *f, uint64_t h)
{
	return (size_t)(h >> (64 - f->map.q));
}

ALWAYS_INLINE uint64_t
slots_remainder(const struct qf_filter *f, uint64_t h, unsigned r)
{
	return h >> (64 - f->map.q - r) & low_mask(r);
}

ALWAYS_INLINE size_t
insert_all(const struct qf_filter *f, const uint64_t *keys, size_t n, unsigned r)
{
	const struct qf_filter local = *f; /* no store to the table can alias it */
	const struct slots t = slots_of(f, r, false);

	for (size_t i = 0; i < n; i++) {
		const uint64_t h = hash_key(&local.map.hash, keys[i]);

		insert_one(&t, slots_canonical(&local, h), slots_remainder(&local, h, r));
	}
	return n;
}

ALWAYS_INLINE size_t
contains_all(const struct qf_filter *f, const uint64_t *keys, size_t n, uint8_t *hit, unsigned r)
{
	const struct qf_filter local = *f;
	const struct slots t = slots_of(f, r, true);
	size_t hits = 0;

	for (size_t i = 0; i < n; i++) {
		const uint64_t h = hash_key(&local.map.hash, keys[i]);

		hit[i] = contains_one(&t, slots_canonical(&local, h), slots_remainder(&local, h, r));
		hits += hit[i];
	}
	return hits;
}

ALWAYS_INLINE size_t
remove_all(const struct qf_filter *f, const uint64_t *keys, size_t n, unsigned r)
{
	const struct qf_filter local = *f;
	const struct slots t = slots_of(f, r, false);
	size_t found = 0;

	for (size_t i = 0; i < n; i++) {
		const uint64_t h = hash_key(&local.map.hash, keys[i]);

		found += remove_one(&t, slots_canonical(&local, h), slots_remainder(&local, h, r));
	}
	return found;
}

static size_t
qf_slots_insert(struct filter *base, const uint64_t *keys, size_t n)
{
	struct qf_filter *f = (struct qf_filter *)base;
	const size_t taken = qf_room(f, n);

#define INSERT(shape) insert_all(f, keys, taken, (shape).r)
	f->items += QF_INSTANCES(f->shape, INSERT);
#undef INSERT
	return taken;
}

static size_t
qf_slots_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct qf_filter *f = (const struct qf_filter *)base;

#define LOOK_UP(shape) contains_all(f, keys, n, hit, (shape).r)
	return QF_INSTANCES(f->shape, LOOK_UP);
#undef LOOK_UP
}

static size_t
qf_slots_remove(struct filter *base, const uint64_t *keys, size_t n)
{
	struct qf_filter *f = (struct qf_filter *)base;
	size_t found;

#define REMOVE(shape) remove_all(f, keys, n, (shape).r)
	found = QF_INSTANCES(f->shape, REMOVE);
#undef REMOVE
	f->items -= found;
	return found;
}

const struct filter_ops FILTER_OPS(qf_slots) = {
	.name = "qf-slots",
	.title = "QF, slot by slot",
	.about = "qf whose operations read one slot after the other, as published",
	.twin = "qf",
	.facts = {.source = __FILE__,
                  .params = {.fp_bits = 9},
                  .ns = {500, 500, 600},
                  .part = FILTER_DESCRIBED,
                  .full = 90},
	QF_OPS_OF(FILTER_CONTROL),
	.insert = qf_slots_insert,
	.contains = qf_slots_contains,
	.remove = qf_slots_remove,
};
