/* SPDX-License-Identifier: MIT */
/*
 * ready.h - has this machine what a run asks for? It is asked before the first cell, when nothing is written yet.
 *
 *      what is asked for                           what this machine has
 *      --cpu N, a clock for timed cells            processors that may be used, ticks of the clock
 *      --pages KIND: tables of the largest cell    free pages in the system's pool
 *      --numa POLICY                               memory nodes that may be used; a page is placed by way of trial
 *      the smallest cell                           memory for cells
 *      the folder: some 1 KiB a cell, and a page   room on its disk
 *
 * The first thing that is missing ends the run with STATUS_UNFIT and one line: the option, what is missing, how much
 * there is, and what to do. What only some cells lack is no reason: they are skipped, each with its reason
 * (campaign.c).
 */
#ifndef CUCKOOBENCH_READY_H
#define CUCKOOBENCH_READY_H

#include "core/pool.h"
#include "harness/base/failure.h"
#include "harness/machine/placement.h"

struct plan;

/* Asks for all of it, for a run of this plan into `dir`, which need not exist. */
int ready_for(const struct plan *, const char *dir, struct failure *);

/* --- parts of it, which do not look at the machine ---------------------------------------------------------- */

/* Has the pool of --pages so many bytes? 0: no table of the run would lie on such pages. */
int ready_pages(enum mem_pages, size_t bytes, const struct pool *, struct failure *);
/* Has the machine the node of bind:N, and may its memory be used? */
int ready_node(const struct topology *, struct numa_choice, struct failure *);
/* Is there room for the files of so many cells? */
int ready_disk(const char *dir, size_t cells, size_t room, struct failure *);
/* What to tell an administrator so that the pool has that many free pages: "sysctl vm.nr_hugepages=194". */
enum { READY_REMEDY = 160 };
const char *ready_remedy(const struct pool *, unsigned long long pages, char text[READY_REMEDY]);

#endif
