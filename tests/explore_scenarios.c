/* SPDX-License-Identifier: MIT */
/*
 * explore_scenarios.c - see explore_scenarios.h. Scenes of several copies are in explore_copies.c.
 *
 *      y --> P | x | --> Q | x2 | --> S | . |      y can only be in P, x moves to Q, x2 to S: a path of two steps. The
 *                                                  other entries of a bucket are keys that can be nowhere else, so no
 *                                                  other path exists.
 *
 * A lookup of a key that is in its second bucket first reads a bucket where the key is not. An alias has the same
 * fingerprint, and the two buckets in the other order. So a lookup of an alias has the same answer, but reads the other
 * bucket first.
 */
#include "tests/explore_scenarios.h"

/* y overwrites x, which has moved. */
static void
overwrite_beside_read(struct world *w)
{
	unsigned x = world_put(w, P, Q), y;

	world_fill(w, P, 0);
	y = world_key(w, P, P);
	world_op(w, 0, OPERATION_INSERT, y);
	world_op(w, 1, OPERATION_HAS, x);
}

/* A lookup of x by its alias. */
static void
overwrite_beside_alias(struct world *w)
{
	unsigned x = world_put(w, P, Q), y, z;

	world_fill(w, P, 0);
	y = world_key(w, P, P);
	z = world_alias(w, x, Q);
	world_op(w, 0, OPERATION_INSERT, y);
	world_op(w, 1, OPERATION_HAS, z);
	w->key[z].stays = true;
}

/* The newcomer has two buckets, both full. */
static void
newcomer_of_two_homes(struct world *w)
{
	unsigned x = world_put(w, P, Q), y;

	world_fill(w, P, 0);
	world_fill(w, R, 0);
	y = world_key(w, R, P);
	world_op(w, 0, OPERATION_INSERT, y);
	world_op(w, 1, OPERATION_HAS, x);
}

/* A path of two steps: the first clears, the second overwrites. */
static void
two_moves_beside_read(struct world *w)
{
	unsigned x2 = world_put(w, Q, S), y;

	world_put(w, P, Q);
	world_fill(w, P, 0);
	world_fill(w, Q, 0);
	y = world_key(w, P, P);
	world_op(w, 0, OPERATION_INSERT, y);
	world_op(w, 1, OPERATION_HAS, x2);
}

/* The same, with a lookup of x2 by its alias. */
static void
two_moves_beside_alias(struct world *w)
{
	unsigned x2 = world_put_second(w, S, Q), y;

	world_put(w, P, Q);
	world_fill(w, P, 0);
	world_fill(w, Q, 0);
	y = world_key(w, P, P);
	world_op(w, 0, OPERATION_INSERT, y);
	world_op(w, 1, OPERATION_HAS, x2);
}

/* x moves from P to Q and back again. */
static void
there_and_back(struct world *w)
{
	unsigned x = world_put(w, P, Q), y, z;

	world_fill(w, P, 0);
	world_fill(w, Q, 1);
	y = world_key(w, P, P);
	z = world_key(w, Q, Q);
	world_op(w, 0, OPERATION_INSERT, y);
	world_op(w, 0, OPERATION_REMOVE, y);
	world_op(w, 0, OPERATION_INSERT, z);
	world_op(w, 1, OPERATION_HAS, x);
}

/* Two newcomers for one free entry: one of them is refused, or must find another path than the one it saw. */
static void
two_inserts_one_place(struct world *w)
{
	unsigned y, z;

	world_put(w, P, Q);
	world_fill(w, P, 0);
	world_fill(w, Q, 1);
	y = world_key(w, P, P);
	z = world_key(w, Q, P);
	world_op(w, 0, OPERATION_INSERT, y);
	world_op(w, 1, OPERATION_INSERT, z);
	world_op(w, 1, OPERATION_HAS, y);
}

/* x is removed while it moves. */
static void
delete_beside_move(struct world *w)
{
	unsigned x = world_put(w, P, Q), y;

	world_fill(w, P, 0);
	y = world_key(w, P, P);
	world_op(w, 0, OPERATION_INSERT, y);
	world_op(w, 1, OPERATION_REMOVE, x);
	world_op(w, 1, OPERATION_HAS, x);
}

/* Another key takes the entry in which the path was to end, or which a step was to free. */
static void
insert_beside_move(struct world *w)
{
	unsigned y, z;

	world_put(w, P, Q);
	world_fill(w, P, 0);
	world_fill(w, Q, 1);
	y = world_key(w, P, P);
	z = world_key(w, Q, Q);
	world_op(w, 0, OPERATION_INSERT, y);
	world_op(w, 1, OPERATION_INSERT, z);
	world_op(w, 1, OPERATION_REMOVE, z);
}

/* Overwrite, deletion and lookup at once. */
static void
overwrite_delete_read(struct world *w)
{
	unsigned x = world_put(w, P, Q), y, z;

	if (w->striped->b == 1)
		return;
	z = world_put(w, P, P);
	world_fill(w, P, 0);
	y = world_key(w, P, P);
	world_op(w, 0, OPERATION_INSERT, y);
	world_op(w, 1, OPERATION_REMOVE, z);
	world_op(w, 2, OPERATION_HAS, x);
}

/* Neighbours in one word, written under different locks or the same. */
static void
neighbours(struct world *w)
{
	unsigned x, y;

	x = world_key(w, T, T);
	y = world_key(w, U, U);
	world_op(w, 0, OPERATION_INSERT, x);
	world_op(w, 0, OPERATION_HAS, x);
	world_op(w, 1, OPERATION_INSERT, y);
	world_op(w, 1, OPERATION_HAS, y);
}

/* Keys of the same two buckets: the first bucket of one is the second of the other. */
static void
crosswise(struct world *w)
{
	unsigned x = world_key(w, P, Q), y = world_key(w, Q, P);

	world_op(w, 0, OPERATION_INSERT, x);
	world_op(w, 1, OPERATION_INSERT, y);
	world_op(w, 1, OPERATION_REMOVE, y);
}

/* Bucket P is written again and again around x, which stays: in a sorted bucket all entries move. */
static void
changes_around(struct world *w)
{
	unsigned y, z, x = world_put(w, P, Q);

	if (w->striped->b == 1)
		return;
	y = world_put(w, P, P);
	z = world_key(w, P, P);
	world_op(w, 0, OPERATION_REMOVE, y);
	world_op(w, 0, OPERATION_INSERT, z);
	world_op(w, 1, OPERATION_HAS, x);
}

/*
 * A semi-sorted bucket of 36 bits from bit 4 of a word on: | code 12 | d0 6 | d1 6 | d2 4 || d2 2 | d3 6 |
 *      0 0  5 32    first
 *      0 0  0 32    5 is deleted: only the first word changes
 *      0 0 32 40    40 is added: only the second word changes, because all prefixes are 0 as before
 * The first word of the first and the second word of the last are 0 0 37 40, although 32 was there all the time.
 */
static void
one_word_then_the_other(struct world *w)
{
	unsigned x, y, z;

	if (w->striped->kind->limits->code_bits == 0)
		return;
	x = world_value(w, P, 32);
	y = world_value(w, P, 5);
	z = world_value(w, P, 40);
	world_again(w, x);
	world_again(w, y);
	world_op(w, 0, OPERATION_REMOVE, y);
	world_op(w, 0, OPERATION_INSERT, z);
	world_op(w, 1, OPERATION_HAS, x);
}

/* The same in the other order. 32 and 40 are there; 40 is deleted, in the second word; 5 is added, in the first. A
 * reader may read either word first. */
static void
the_other_word_first(struct world *w)
{
	unsigned x, y, z;

	if (w->striped->kind->limits->code_bits == 0)
		return;
	x = world_value(w, P, 32);
	y = world_value(w, P, 40);
	z = world_value(w, P, 5);
	world_again(w, x);
	world_again(w, y);
	world_op(w, 0, OPERATION_REMOVE, y);
	world_op(w, 0, OPERATION_INSERT, z);
	world_op(w, 1, OPERATION_HAS, x);
}

/* What was seen without a lock is gone when the lock is taken: it has moved, and another key is in its place. */
static void
delete_beside_overwrite(struct world *w)
{
	unsigned x = world_put(w, P, Q), y;

	world_fill(w, P, 0);
	y = world_key(w, P, P);
	world_op(w, 0, OPERATION_INSERT, y);
	world_op(w, 0, OPERATION_HAS, y);
	world_op(w, 1, OPERATION_REMOVE, x);
	world_op(w, 1, OPERATION_HAS, y);
}

const struct scenario scenarios[] = {
	{"overwrite beside lookup", overwrite_beside_read},
	{"overwrite, other order", overwrite_beside_alias},
	{"a newcomer of two homes", newcomer_of_two_homes},
	{"two moves beside lookups", two_moves_beside_read},
	{"two moves, other order", two_moves_beside_alias},
	{"there and back", there_and_back},
	{"an alias comes and goes", alias_comes_and_goes},
	{"an alias before the key", alias_before},
	{"an alias behind the key", alias_behind},
	{"copies in both buckets", copies_in_both},
	{"and copies move", alias_and_move},
	{"two inserts of one fingerprint", two_inserts_of_one},
	{"two inserts, one place", two_inserts_one_place},
	{"delete beside move", delete_beside_move},
	{"insert beside move", insert_beside_move},
	{"delete beside delete", delete_beside_delete},
	{"two deletes beside lookup", deletes_beside_read},
	{"overwrite, delete, lookup", overwrite_delete_read},
	{"neighbours", neighbours},
	{"crosswise", crosswise},
	{"changes around a key", changes_around},
	{"one word, then the other", one_word_then_the_other},
	{"the other word first", the_other_word_first},
	{"two deletes of copies", two_deletes_of_copies},
	{"delete beside overwrite", delete_beside_overwrite},
};
const size_t scenario_count = sizeof scenarios / sizeof scenarios[0];

/* Ten bits a fingerprint give 8 fingerprints for every pair of 128 buckets. max_kicks: buckets that a search reads; the
 * longest path here has 3. Words of the table have 32 bits. */
#define SHAPE .fp_bits = 10, .max_kicks = 3

const struct world_shape shapes[] = {
	{"two stripes", "cf-striped", {.buckets = 128, .slots = 1, SHAPE}, {1, 65, 10, 80, 4, 5}},
	{"one stripe", "cf-striped", {.buckets = 8, .slots = 1, SHAPE}, {0, 5, 2, 7, 4, 5}},
	/* The entries begin in bit 28 of a word. */
	{"entries in two words", "cf-striped", {.buckets = 128, .slots = 1, SHAPE}, {6, 70, 38, 102, 6, 7}},
	{"two entries a bucket", "cf-striped", {.buckets = 128, .slots = 2, SHAPE}, {0, 64, 8, 80, 0, 1}},
	/* 48 bits: a bucket has three words, or two. */
	{"four entries a bucket",
         "cf-striped",
         {.buckets = 128, .fp_bits = 12, .slots = 4, .max_kicks = 3},
         {1, 64, 8, 80, 0, 1}},
	/* 128 bits, in two loads of 64 */
	{"eight entries a bucket",
         "cf-striped",
         {.buckets = 128, .fp_bits = 16, .slots = 8, .max_kicks = 3},
         {0, 64, 8, 80, 0, 1}},
	/* 48 buckets a line */
	{"in lines", "cf-inline", {.buckets = 96, .slots = 1, SHAPE}, {7, 55, 10, 80, 7, 8}},
	{"sequence lock", "cf-seqlock", {.buckets = 128, .slots = 1, SHAPE}, {1, 65, 10, 80, 4, 5}},
	/* 36 bits a bucket: the first four begin in bit 4 of a word and end in bit 8 of the next. */
	{"semi-sorted", "ss-cf-striped", {.buckets = 128, .slots = 4, SHAPE}, {1, 65, 9, 73, 4, 5}},
};
const size_t shape_count = sizeof shapes / sizeof shapes[0];
