/* SPDX-License-Identifier: MIT */
/* machine.h - facts about this machine and this program, as far as they can be known without privileges. */
#ifndef CUCKOOBENCH_MACHINE_H
#define CUCKOOBENCH_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Processors this process may run on, respecting its cpuset; at least 1. */
size_t machine_cpus(void);
/* Memory that can be taken now without swapping, in bytes: the least of the system's and the container's. */
size_t machine_memory_available(void);
size_t machine_memory_total(void);
/* Is processor cpu one of them? */
bool machine_may_use(int cpu);
/* Pins the calling process to processor cpu, or, if negative, to the first it may run on. Which one, or -1 with
 * errno. */
int machine_pin(int cpu);

/* Texts for the manifest; each is "" if unknown. They live until the next call of the same function. */
const char *machine_cpu_model(void); /* where there is no name: "implementer 0x41, part 0xd0c" */
const char *machine_kernel(void);
/* Which one it is among machines of its kind: a digest of Slurm's name of the node, or else of what the system was
 * given at its installation (machine-id(5), which is not to be told as it is). */
const char *machine_node(void);
const char *machine_os(void);
const char *machine_virtualization(void); /* "container", "virtual machine (KVMKVMKVM)", both, or "none" */
const char *machine_governor(void);
const char *machine_thp(void);        /* always, madvise or never */
const char *machine_thp_defrag(void); /* always, defer, defer+madvise, madvise or never */
const char *machine_gnuplot(void);    /* "gnuplot 5.4 patchlevel 4" */
/* for its environment: in the locale C it has no letters but ASCII's, and complains */
#define MACHINE_GNUPLOT_LOCALE "LC_ALL=C.UTF-8"
/* Of the data or unified cache of this level, as the kernel has it: "size", "shared_cpu_list",
 * "coherency_line_size". */
const char *machine_cache_fact(unsigned level, const char *fact);
/* Its size in bytes; 0 if unknown. As cache_size of core/cache.h, of the machine that sysfile.h shows. */
size_t machine_cache(unsigned level);

/* The most memory that the program itself has had, in bytes, its children apart; 0 if unknown. */
size_t machine_program_peak(void);
/* Bytes that are asked for to see how many come on huge pages: eight pages of 2 MiB tell it, in a container with little
 * memory, too. */
enum { MACHINE_PAGES_TEST = 16 << 20 };

#endif
