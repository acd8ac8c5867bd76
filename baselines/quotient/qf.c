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
#include "baselines/quotient/quotient_keys.h"
#include "baselines/quotient/quotient_params.h"
#include "core/filter.h"
#include "core/mem.h"
#include "core/serial.h"

#include <stdlib.h>

struct qf_filter {
	struct filter base;
	struct qf_map map;
	struct qf_shape shape;
	bool paper_shape;
	struct mem table;
	size_t items, capacity;
	struct filter_params params;
};

static const struct qf_shape qf_r9 = {9, 5, UINT64_C(0x001001001001001), false};

ALWAYS_INLINE void
qf_insert_all(const struct qf_map m, struct qf_shape s, const uint64_t *keys, size_t n)
{
	for (size_t i = 0; i < n; i++)
		qf_insert_one(&m, s, hash_key(&m.hash, keys[i]));
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

	if (n > f->capacity - f->items)
		n = f->capacity - f->items;
	if (f->paper_shape)
		qf_insert_all(f->map, qf_r9, keys, n);
	else
		qf_insert_all(f->map, f->shape, keys, n);
	f->items += n;
	return n;
}

static size_t
qf_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct qf_filter *f = (const struct qf_filter *)base;

	if (f->paper_shape)
		return qf_contains_all(f->map, qf_r9, keys, n, hit);
	return qf_contains_all(f->map, f->shape, keys, n, hit);
}

static size_t
qf_remove(struct filter *base, const uint64_t *keys, size_t n)
{
	struct qf_filter *f = (struct qf_filter *)base;
	size_t found;

	if (f->paper_shape)
		found = qf_remove_all(f->map, qf_r9, keys, n);
	else
		found = qf_remove_all(f->map, f->shape, keys, n);
	f->items -= found;
	return found;
}

/* The largest number of lanes that both bounds of quotient_slots.h allow. */
static struct qf_shape
qf_shape_of(unsigned r)
{
	struct qf_shape s = {.r = r};
	const unsigned bits = r + 3, unit = bits % 8 ? bits & -bits : 8;

	do {
		s.ones |= UINT64_C(1) << s.lanes * bits;
		s.lanes++;
	} while ((s.lanes + 1) * bits + 8 - unit <= 64 && (3 * (s.lanes + 1) + 1) >> (bits - 1) == 0);
	return s;
}

static void
qf_destroy(struct filter *base)
{
	struct qf_filter *f = (struct qf_filter *)base;

	if (!f)
		return;
	mem_free(&f->table);
	free(f);
}

static enum filter_status
qf_create(const struct filter_ops *self, const struct filter_params *params, struct filter **out, const char **why)
{
	struct filter_params p = *params;
	struct qf_filter *f;
	struct hash hash;
	unsigned q = 0;

	*out = NULL;
	*why = qf_normalise(&p, &hash);
	if (!*why)
		q = qf_choose_q(&p, why);
	if (*why)
		return FILTER_EINVAL;
	*why = "the table does not fit in memory";
	f = calloc(1, sizeof *f);
	if (!f)
		return FILTER_ENOMEM;
	if (mem_alloc(&f->table, qf_bytes(&p, q), p.place) != 0) {
		free(f);
		return FILTER_ENOMEM;
	}
	p.buckets = (size_t)1 << q;
	p.bytes = p.items = 0;
	p.place = NULL; /* the caller's, and needed only above */
	f->base.ops = self;
	f->map = (struct qf_map){f->table.data, p.buckets * (p.fp_bits + 3), q, hash};
	f->shape = qf_shape_of(p.fp_bits);
	f->paper_shape = p.fp_bits == qf_r9.r;
	f->capacity = qf_capacity(&p, q);
	f->params = p;
	*why = NULL;
	*out = &f->base;
	return FILTER_OK;
}

static void
qf_info(const struct filter *base, struct filter_info *info)
{
	const struct qf_filter *f = (const struct qf_filter *)base;

	*info = (struct filter_info){.bytes = f->table.bytes,
	                             .mapped = f->table.mapped,
	                             .items = f->items,
	                             .slots = f->params.buckets,
	                             .buckets = f->params.buckets,
	                             .fp_bits = f->params.fp_bits,
	                             .slots_per_bucket = 1,
	                             .kernel = f->paper_shape ? "r9" : "any"};
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

static const char *
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

static enum filter_status
qf_save(const struct filter *base, FILE *file)
{
	const struct qf_filter *f = (const struct qf_filter *)base;
	const uint64_t words[SERIAL_WORDS] = {f->items};

	return serial_save(file, base->ops->name, &f->params, words, &f->table);
}

static enum filter_status
qf_restore(const struct filter_ops *self, FILE *file, const struct placement *place, struct filter **out)
{
	struct serial s;
	struct qf_filter *f;
	const enum filter_status status = serial_begin(self, file, place, &s, out);

	if (status != FILTER_OK)
		return status;
	f = (struct qf_filter *)*out;
	f->items = s.words[0];
	return serial_finish(serial_load_table(file, &s, &f->table), out);
}

const struct filter_ops FILTER_OPS(qf) = {
	.name = "qf",
	.title = "QF",
	.about = "quotient filter, 3 metadata bits a slot, circular (Bender et al., PVLDB 5(11) 2012)",
	.caps = FILTER_REMOVE | FILTER_FILLS | FILTER_MULTISET,
	.facts = {.source = __FILE__,
                  .params = {.fp_bits = 9},
                  .lines = {1, 1, 1, 1},
                  .ns = {300, 200, 300},
                  .full = 90},
	.create = qf_create,
	.destroy = qf_destroy,
	.insert = qf_insert,
	.contains = qf_contains,
	.remove = qf_remove,
	.info = qf_info,
	.check = qf_check,
	.save = qf_save,
	.load = qf_restore,
};
