/* SPDX-License-Identifier: MIT */
/* outlook.h - what a run would find in its folder before it begins, so that a plan is right. Writes nothing. */
#ifndef CUCKOOBENCH_OUTLOOK_H
#define CUCKOOBENCH_OUTLOOK_H

#include "harness/base/failure.h"
#include "harness/plan/plan.h"

struct outlook {
	const char *dir;
	bool begun;      /* a run exists, and this one would continue it */
	size_t done;     /* planned cells that would not be measured */
	size_t lost;     /* damaged records, which the run leaves out */
	size_t given_up; /* among `done`: cells that an earlier call gave up for its time budget, and this one leaves */
	size_t again;    /* done on a disturbed machine, and measured once more */
};

/*
 * Marks the plan's finished cells by the contents of `dir`, which need not exist. Fails as the run would, with its
 * status and text.
 */
int outlook_make(struct outlook *, struct plan *, const char *dir, struct failure *);

#endif
