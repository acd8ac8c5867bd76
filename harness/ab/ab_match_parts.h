/* SPDX-License-Identifier: MIT */
/* ab_match_parts.h - one match, shared by ab_match.c, which lets three tables live, and ab_match_lookups.c. */
#ifndef CUCKOOBENCH_AB_MATCH_PARTS_H
#define CUCKOOBENCH_AB_MATCH_PARTS_H

#include "harness/ab/ab.h"
#include "harness/timing/contestant.h"

struct ab_table {
	struct ab_filter kind;
	struct filter *filter;
	struct query_set asked[AB_LOOKUPS];
	struct contestant look[AB_LOOKUPS];
};

struct match {
	const struct ab *ab;
	struct ab_cell *cell;
	FILE *out;
	struct ab_table who[AB_SIDES];
	struct filter_params params;
	uint64_t seed; /* of the keys and of the order */
	unsigned slices, lives;
	uint64_t keys[QUERY_SET_CHUNK];
	uint8_t hit[QUERY_SET_CHUNK];
};

/* --- ab_match.c --- */

/* Sets the cell's reason. Always false. */
bool __attribute__((format(printf, 3, 4))) ab_match_fail(struct match *, enum ab_side, const char *format, ...);
/* Reports whose code runs next, in case it never returns. No clock runs meanwhile. */
void ab_match_turn(const struct match *, enum ab_side);
/* The order of the sides in a round: a row of a Latin square (latin.h). The next round has the same row reversed. */
void ab_match_order(const struct match *, size_t round, unsigned order[AB_SIDES]);

/* --- ab_match_lookups.c: false, and the cell's reason --- */

/* Makes a side's query sets and records its false positives. All sides get the same keys. */
bool ab_match_ask(struct match *, enum ab_side);
/* Runs one round of one kind of lookup. */
bool ab_match_look_up_round(struct match *, enum ab_op, size_t round);

#endif
