/* SPDX-License-Identifier: MIT */
/*
 * explore_scenarios.c - see explore_scenarios.h.
 *
 *      y --> P | x | --> Q | v | --> S | . |       y can only be in P, x moves to Q, v to S: a path of two steps. The
 *                                                  other entries of a bucket are keys that can be nowhere else, so no
 *                                                  other path exists.
 *
 * A lookup of a key that is in its second bucket first reads a bucket where the key is not. An alias has the same
 * fingerprint, and the two buckets in the other order. So a lookup of an alias has the same answer, but reads the other
 * bucket first.
 *
 *      P | x . |    Q | y . |      x and its alias y: a deletion of y may remove x's copy; then y's answers for x
 *
 * So a key that stays must be found although its own copy goes, or moves to the other bucket meanwhile.
 */
#include "tests/explore_scenarios.h"

const struct scenario scenarios[] = {
	/* y overwrites x, which has moved. */
	{"overwrite beside lookup", "put x PQ, fill P 0, key y PP", .thread = {"insert y", "has x"}},
	/* A lookup of x by its alias. */
	{"overwrite, other order", "put x PQ, fill P 0, key y PP, alias z xQ", .thread = {"insert y", "has z"},
         .stays = 'z'},
	/* The newcomer has two buckets, both full. */
	{"a newcomer of two homes", "put x PQ, fill P 0, fill R 0, key y RP", .thread = {"insert y", "has x"}},
	/* A path of two steps: the first clears, the second overwrites. */
	{"two moves beside lookups", "put v QS, put x PQ, fill P 0, fill Q 0, key y PP",
         .thread = {"insert y", "has v"}},
	/* The same, with a lookup of v by its alias. */
	{"two moves, other order", "second v SQ, put x PQ, fill P 0, fill Q 0, key y PP",
         .thread = {"insert y", "has v"}},
	/* x moves from P to Q and back again. */
	{"there and back", "put x PQ, fill P 0, fill Q 1, key y PP, key z QQ",
         .thread = {"insert y, remove y, insert z", "has x"}},
	/* The aliasing hole: y is put into the other bucket than x. The copy that y's deletion removes is the one that
         * was there before. Only y is deleted. */
	{"an alias comes and goes", "second x PQ, alias y xQ, fill Q 0", .thread = {"insert y, remove y", "has x"},
         .stays = 'x'},
	/* The same within one bucket: the deletion removes the entry before x. */
	{"an alias before the key", "put f PP, fill P 1, put x PQ, alias y xP, take f",
         .thread = {"insert y, remove y", "has x"}, .stays = 'x', .slots = 2},
	/* Or y comes behind x, and the deletion removes x's entry. Then y's copy answers for x, in another word of the
         * bucket if the bucket has several. */
	{"an alias behind the key", "put x PQ, fill P 1, alias y xP",
         .thread = {"insert y, remove y, insert y, remove y", "has x"}, .stays = 'x', .slots = 2},
	/* Copies in both buckets, one of which goes while the other moves. */
	{"copies in both buckets", "put x PQ, fill P 0, key z PP, alias y xQ",
         .thread = {"insert z", "insert y, remove y", "has x"}, .stays = 'x', .slots = 2},
	/* And a third thread makes the copies move. */
	{"and copies move", "second x PQ, alias y xQ, fill Q 0, key z QQ",
         .thread = {"insert y, remove y", "has x", "insert z"}, .stays = 'x'},
	/* Two insertions of one fingerprint, with room in both buckets. */
	{"two inserts of one fingerprint", "fill P 1, fill Q 1, key x PQ, alias y xQ",
         .thread = {"insert x, remove x", "insert y, has x"}},
	/* Two newcomers for one free entry: one of them is refused, or must find another path than the one it saw. */
	{"two inserts, one place", "put x PQ, fill P 0, fill Q 1, key y PP, key z QP",
         .thread = {"insert y", "insert z, has y"}},
	/* x is removed while it moves. */
	{"delete beside move", "put x PQ, fill P 0, key y PP", .thread = {"insert y", "remove x, has x"}},
	/* Another key takes the entry in which the path was to end, or which a step was to free. */
	{"insert beside move", "put x PQ, fill P 0, fill Q 1, key y PP, key z QQ",
         .thread = {"insert y", "insert z, remove z"}},
	/* Two copies, two deletions, and a third that finds none. */
	{"delete beside delete", "put x PQ, alias y xQ, fill Q 1, again y",
         .thread = {"remove x", "remove y, remove x"}, .goes = 'x'},
	/* Two of three copies are deleted, during a lookup of the third. */
	{"two deletes beside lookup", "put x PQ, alias y xQ, again x, again y",
         .thread = {"remove x", "remove y", "has x"}, .stays = 'x', .slots = 2},
	/* Overwrite, deletion and lookup at once. */
	{"overwrite, delete, lookup", "put x PQ, put z PP, fill P 0, key y PP",
         .thread = {"insert y", "remove z", "has x"}, .slots = 2},
	/* Neighbours in one word, written under different locks or the same. */
	{"neighbours", "key x TT, key y UU", .thread = {"insert x, has x", "insert y, has y"}},
	/* Keys of the same two buckets: the first bucket of one is the second of the other. */
	{"crosswise", "key x PQ, key y QP", .thread = {"insert x", "insert y, remove y"}},
	/* Bucket P is written again and again around x, which stays: in a sorted bucket all entries move. */
	{"changes around a key", "put x PQ, put y PP, key z PP", .thread = {"remove y, insert z", "has x"}, .slots = 2},
	/*
         * A semi-sorted bucket of 36 bits from bit 4 of a word on: | code 12 | d0 6 | d1 6 | d2 4 || d2 2 | d3 6 |
         *      0 0  5 32    first
         *      0 0  0 32    5 is deleted: only the first word changes
         *      0 0 32 40    40 is added: only the second word changes, because all prefixes are 0 as before
         * The first word of the first and the second word of the last are 0 0 37 40, although 32 was there all the
         * time.
         */
	{"one word, then the other", "value x P32, value y P5, value z P40, again x, again y",
         .thread = {"remove y, insert z", "has x"}, .sorted = true},
	/* The same in the other order. 32 and 40 are there; 40 is deleted, in the second word; 5 is added, in the
         * first. A reader may read either word first. */
	{"the other word first", "value x P32, value y P40, value z P5, again x, again y",
         .thread = {"remove y, insert z", "has x"}, .sorted = true},
	/* Two copies in one bucket, and both deletions see both: each needs both locks, and the keys name their
         * buckets in different orders. */
	{"two deletes of copies", "put x PQ, alias y xQ, again x", .thread = {"remove x", "remove y"}, .goes = 'x',
         .slots = 2},
	/* What was seen without a lock is gone when the lock is taken: it moved, and another key is in its place. */
	{"delete beside overwrite", "put x PQ, fill P 0, key y PP", .thread = {"insert y, has y", "remove x, has y"}},
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
