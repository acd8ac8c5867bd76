/* SPDX-License-Identifier: MIT */
/* outlook.h - what a run would find in its folder, before it begins: for a plan that tells the truth. Writes
 * nothing. */
#ifndef CUCKOOBENCH_OUTLOOK_H
#define CUCKOOBENCH_OUTLOOK_H

#include "harness/plan/plan.h"

struct outlook {
	const char *dir;
	bool begun;   /* a run is there, which this one would take up */
	size_t done;  /* planned cells that would not be measured */
	size_t lost;  /* done by cells.csv, but without their samples: measured again */
	size_t again; /* done on a disturbed machine, and measured once more */
};

/*
 * Marks the plan's finished cells by what is in `dir`, which need not be there. 0; or, after the line on stderr that
 * the run would say, the exit status that it would have.
 */
int outlook_make(struct outlook *, struct plan *, const char *dir);

#endif
