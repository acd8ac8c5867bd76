/* SPDX-License-Identifier: MIT */
/*
 * explore_copies.c - scenarios of copies (explore_scenarios.h): several keys of one fingerprint and the same buckets.
 *
 *      P | x . |    Q | y . |      x and its alias y: a deletion of y may remove x's copy; then y's answers for x
 *
 * So a key that stays must be found although its own copy goes, or moves to the other bucket meanwhile.
 */
#include "tests/explore_scenarios.h"

/* The aliasing hole: y is put into the other bucket than x. The copy that y's deletion removes is the one that was
 * there before. */
void
alias_comes_and_goes(struct world *w)
{
	unsigned x = world_put_second(w, P, Q), y = world_alias(w, x, Q);

	world_fill(w, Q, 0);
	world_op(w, 0, OPERATION_INSERT, y);
	world_op(w, 0, OPERATION_REMOVE, y);
	world_op(w, 1, OPERATION_HAS, x);
	w->key[x].stays = true; /* only y is deleted */
}

/* The same within one bucket: the deletion removes the entry before x. */
void
alias_before(struct world *w)
{
	unsigned x, y, first;

	if (w->striped->b == 1)
		return;
	first = world_put(w, P, P);
	world_fill(w, P, 1);
	x = world_put(w, P, Q);
	y = world_alias(w, x, P);
	world_take(w, first);
	world_op(w, 0, OPERATION_INSERT, y);
	world_op(w, 0, OPERATION_REMOVE, y);
	world_op(w, 1, OPERATION_HAS, x);
	w->key[x].stays = true;
}

/* Or y comes behind x, and the deletion removes x's entry. Then y's copy answers for x, in another word of the bucket
 * if the bucket has several. */
void
alias_behind(struct world *w)
{
	unsigned x, y;

	if (w->striped->b == 1)
		return;
	x = world_put(w, P, Q);
	world_fill(w, P, 1);
	y = world_alias(w, x, P);
	world_op(w, 0, OPERATION_INSERT, y);
	world_op(w, 0, OPERATION_REMOVE, y);
	world_op(w, 0, OPERATION_INSERT, y);
	world_op(w, 0, OPERATION_REMOVE, y);
	world_op(w, 1, OPERATION_HAS, x);
	w->key[x].stays = true;
}

/* Copies in both buckets, one of which goes while the other moves. */
void
copies_in_both(struct world *w)
{
	unsigned x, y, z;

	if (w->striped->b == 1)
		return;
	x = world_put(w, P, Q);
	world_fill(w, P, 0);
	z = world_key(w, P, P);
	y = world_alias(w, x, Q);
	world_op(w, 0, OPERATION_INSERT, z);
	world_op(w, 1, OPERATION_INSERT, y);
	world_op(w, 1, OPERATION_REMOVE, y);
	world_op(w, 2, OPERATION_HAS, x);
	w->key[x].stays = true;
}

/* And a third thread makes the copies move. */
void
alias_and_move(struct world *w)
{
	unsigned x = world_put_second(w, P, Q), y = world_alias(w, x, Q), z;

	world_fill(w, Q, 0);
	z = world_key(w, Q, Q);
	world_op(w, 0, OPERATION_INSERT, y);
	world_op(w, 0, OPERATION_REMOVE, y);
	world_op(w, 1, OPERATION_HAS, x);
	world_op(w, 2, OPERATION_INSERT, z);
	w->key[x].stays = true;
}

/* Two insertions of one fingerprint, with room in both buckets. */
void
two_inserts_of_one(struct world *w)
{
	unsigned x, y;

	world_fill(w, P, 1);
	world_fill(w, Q, 1);
	x = world_key(w, P, Q);
	y = world_alias(w, x, Q);
	world_op(w, 0, OPERATION_INSERT, x);
	world_op(w, 0, OPERATION_REMOVE, x);
	world_op(w, 1, OPERATION_INSERT, y);
	world_op(w, 1, OPERATION_HAS, x);
}

/* Two copies, two deletions, and a third that finds none. */
void
delete_beside_delete(struct world *w)
{
	unsigned x = world_put(w, P, Q), y = world_alias(w, x, Q);

	world_fill(w, Q, 1);
	world_again(w, y);
	world_op(w, 0, OPERATION_REMOVE, x);
	world_op(w, 1, OPERATION_REMOVE, y);
	world_op(w, 1, OPERATION_REMOVE, x);
	w->key[x].stays = false;
}

/* Two of three copies are deleted, during a lookup of the third. */
void
deletes_beside_read(struct world *w)
{
	unsigned x, y;

	if (w->striped->b == 1)
		return;
	x = world_put(w, P, Q);
	y = world_alias(w, x, Q);
	world_again(w, x);
	world_again(w, y);
	world_op(w, 0, OPERATION_REMOVE, x);
	world_op(w, 1, OPERATION_REMOVE, y);
	world_op(w, 2, OPERATION_HAS, x);
	w->key[x].stays = true;
}

/* Two copies in one bucket, and both deletions see both: each needs both locks, and the keys name their buckets in
 * different orders. */
void
two_deletes_of_copies(struct world *w)
{
	unsigned x, y;

	if (w->striped->b == 1)
		return;
	x = world_put(w, P, Q);
	y = world_alias(w, x, Q);
	world_again(w, x);
	world_op(w, 0, OPERATION_REMOVE, x);
	world_op(w, 1, OPERATION_REMOVE, y);
	w->key[x].stays = false;
}
