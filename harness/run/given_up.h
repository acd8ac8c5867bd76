/* SPDX-License-Identifier: MIT */
/*
 * given_up.h - what a run has not measured for its time budget, and what that does to intervals.
 *
 *      record.csv      a cell of a repetition that was given up has the status "skipped", and this reason
 *      manifest.json   the last call that ended has it all in given_up
 */
#ifndef CUCKOOBENCH_GIVEN_UP_H
#define CUCKOOBENCH_GIVEN_UP_H

#include <stdbool.h>
#include <stddef.h>

/* Cells of one kind: how many were not measured; the fewest repetitions that one has left, and the most planned. */
struct given_up_part {
	size_t cells;
	unsigned kept, planned;
};

enum { GIVEN_UP_STUDIES = 80 };

struct given_up {
	double seconds; /* the time budget */
	struct given_up_part timed, fixed;
	/* whole studies: the cells that are theirs alone, and their names: "@space, @keys" */
	size_t study_cells;
	char studies[GIVEN_UP_STUDIES];
};

/* The reasons in the record: of a repetition, and of a whole study. */
extern const char given_up_reason[], given_up_study_reason[];
/* Is this text one of these reasons? */
bool given_up_is(const char *reason);

/* Adds cells of one kind of which `kept` repetitions are left: of one cell, its own repetition's number. */
void given_up_add(struct given_up_part *, size_t cells, unsigned kept);
/* Adds cells of a study, none of which is measured. */
void given_up_add_study(struct given_up *, size_t cells, const char *study);
/* Returns the number of all cells. */
size_t given_up_cells(const struct given_up *);
bool given_up_any(const struct given_up *);
/* given_up_json: the member of a call in the manifest; null if nothing was given up. given_up_of: what all calls of a
 * manifest report together; the parts of a merged run report separately. */
struct json_t;
struct json_t *given_up_json(const struct given_up *);
struct given_up given_up_of(const struct json_t *manifest);
/* Formats whole sentences; "" if nothing was given up. */
enum { GIVEN_UP_TEXT = 600 };
const char *given_up_text(const struct given_up *, char text[GIVEN_UP_TEXT]);
/* "90 s", "9 min". */
const char *given_up_duration(double seconds, char text[24]);

#endif
