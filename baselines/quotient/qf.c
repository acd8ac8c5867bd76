/* SPDX-License-Identifier: MIT */
/*
 * qf.c - QF, the quotient filter of Bender, Farach-Colton, Johnson, Kraner, Kuszmaul, Medjedovic, Montes, Shetty,
 * Spillane and Zadok ("Don't Thrash: How to Cache Your Hash on Flash", PVLDB 5(11), 2012), in the set-up of the cuckoo
 * filter paper (Fan et al., CoNEXT 2014, section 7): r = 9, 2^27 slots of 12 bits, filled to 90 %.
 *
 *      64-bit hash:  | quotient, q bits | remainder, r bits | unused |       2^q slots, circular
 *
 * A fingerprint belongs into the slot that its quotient names, its canonical slot. It is stored there or, by linear
 * probing, further on. Fingerprints with equal quotients are adjacent and sorted by remainder: a run. Runs are in the
 * order of their quotients. So slots hold only remainders, and three bits each from which the quotients are found
 * again:
 *
 *      slot             0    1    2    3    4    5    6    7
 *      remainder        -    a    b    c    d    e    -    f         runs: 1 = {a b}, 2 = {c}, 4 = {d e}, 7 = {f}
 *      is_occupied      0    1    1    0    1    0    0    1         some remainder has this slot's quotient
 *      is_continuation  0    0    1    0    0    1    0    0         same run as the slot before
 *      is_shifted       0    0    1    1    0    1    0    0         not in its canonical slot
 *      (balance)        0    0    1    0    0    0    0    0         see below
 *
 * A cluster goes from one used slot that is not shifted up to the next such slot, or to an empty slot. Its k-th run
 * belongs to its k-th is_occupied bit, whose slot number is the run's quotient. The *balance* of a slot counts from the
 * start of its cluster up to and including the slot: the is_occupied bits, minus the runs that have begun. It is the
 * number of runs that still wait for a place behind the slot. So it is never negative. It is all that the operations
 * need:
 *
 *  - a search goes back from the canonical slot to the start of the cluster and adds up the balance. That is the number
 *    of runs that begin behind the canonical slot, up to and including the run sought. The search need not go through
 *    the cluster once more from its start, as the paper's algorithm does;
 *  - a deletion moves the rest of the cluster back by one slot. A run then begins in its canonical slot, and loses
 *    is_shifted, iff that slot is occupied and its balance is 0.
 *
 * Both are sums of bits of consecutive slots, computed for one word of slots at a time (quotient_slots.h; 5 slots for r
 * = 9). The moves shift a word of slots by one slot, except is_occupied, which stays. The resulting bits are those of
 * the paper's algorithms, which go slot by slot; at 90 % load this is three to seven times as fast.
 *
 * Invariants: a slot is empty iff its three bits are 0, and then all its bits are 0. A used slot that is not shifted
 * begins the run of its own quotient, and has a balance of 0. Remainders of a run ascend. At least one slot is empty:
 * otherwise searches for the start or the end of a cluster would not end. Hence equal multisets of fingerprints have
 * equal tables, bit by bit, however they came about.
 */
#include "baselines/quotient/quotient.h"
#include "baselines/quotient/quotient_keys.h"

ALWAYS_INLINE size_t
qf_insert_all(const struct qf_map m, struct qf_shape s, const uint64_t *keys, size_t n)
{
	for (size_t i = 0; i < n; i++)
		qf_insert_one(&m, s, hash_key(&m.hash, keys[i]));
	return n;
}

ALWAYS_INLINE size_t
qf_contains_all(const struct qf_map m, struct qf_shape s, const uint64_t *keys, size_t n, uint8_t *hit)
{
	size_t hits = 0;

	s.probed = true;
	for (size_t i = 0; i < n; i++) {
		hit[i] = qf_contains_one(&m, s, hash_key(&m.hash, keys[i]));
		hits += hit[i];
	}
	return hits;
}

ALWAYS_INLINE size_t
qf_remove_all(const struct qf_map m, struct qf_shape s, const uint64_t *keys, size_t n)
{
	size_t found = 0;

	for (size_t i = 0; i < n; i++)
		found += qf_remove_one(&m, s, hash_key(&m.hash, keys[i]));
	return found;
}

static size_t
qf_insert(struct filter *base, const uint64_t *keys, size_t n)
{
	struct qf_filter *f = (struct qf_filter *)base;

	n = qf_room(f, n);
#define INSERT(shape) qf_insert_all(f->map, shape, keys, n)
	f->items += QF_INSTANCES(f->shape, INSERT);
#undef INSERT
	return n;
}

static size_t
qf_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct qf_filter *f = (const struct qf_filter *)base;

#define LOOK_UP(shape) qf_contains_all(f->map, shape, keys, n, hit)
	return QF_INSTANCES(f->shape, LOOK_UP);
#undef LOOK_UP
}

static size_t
qf_remove(struct filter *base, const uint64_t *keys, size_t n)
{
	struct qf_filter *f = (struct qf_filter *)base;
	size_t found;

#define REMOVE(shape) qf_remove_all(f->map, shape, keys, n)
	found = QF_INSTANCES(f->shape, REMOVE);
#undef REMOVE
	f->items -= found;
	return found;
}

/* A slot takes three bits more than a remainder, and nine of ten are taken at most. */
static const struct filter_shape shapes[] = {{.fp_bits = 8, .bits = 13, .near = 8, .field = true},
                                             {.fp_bits = 12, .bits = 17, .near = 12, .field = true},
                                             {.fp_bits = 16, .bits = 22, .near = 16, .field = true},
                                             {0}};

const struct filter_ops FILTER_OPS(qf) = {
	.name = "qf",
	.title = "QF",
	.about = "quotient filter, 3 metadata bits a slot, circular (Bender et al., PVLDB 5(11) 2012)",
	.facts = {.source = __FILE__,
                  .params = {.fp_bits = 9},
                  .lines = {1, 1, 1, 1},
                  .ns = {300, 200, 300},
                  .full = 90,
                  .shapes = shapes},
	QF_OPS,
	.view = family_view,
	.insert = qf_insert,
	.contains = qf_contains,
	.remove = qf_remove,
};
