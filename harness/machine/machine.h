/* SPDX-License-Identifier: MIT */
/* machine.h - facts about this machine and this program, as far as they can be known without privileges. */
#ifndef CUCKOOBENCH_MACHINE_H
#define CUCKOOBENCH_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns the number of processors that this process may use, within its cpuset; at least 1. */
size_t machine_cpus(void);
/* Returns the bytes that can be allocated now without swapping: the least of the system's and the container's. */
size_t machine_memory_available(void);
size_t machine_memory_total(void);
/* Returns whether this process may use processor cpu. */
bool machine_may_use(int cpu);
/* Pins the calling thread to processor cpu or, if negative, to the first that it may use. Returns the processor, or -1
 * with errno. */
int machine_pin(int cpu);
/* Lets the calling thread, and threads that it starts from then on, run on these processors and no others. False: the
 * system does not. */
bool machine_allow(const int *cpus, size_t n);
/* A thread and the one processor that it may run on. machine_pin_thread asks for it at the thread's start, and reads
 * back what it got. machine_check_thread tells at its end whether it was moved since. Each writes into `why` what is
 * wrong with the calling thread, whose number is `index`, and leaves `why` as it is if nothing is. */
enum { MACHINE_WHY = 160 };
void machine_pin_thread(size_t index, int cpu, char why[MACHINE_WHY]);
void machine_check_thread(size_t index, int cpu, char why[MACHINE_WHY]);

/* Texts for the manifest; each is "" if unknown. They live until the next call of the same function. */
const char *machine_cpu_model(void); /* if it has no name: "implementer 0x41, part 0xd0c" */
const char *machine_kernel(void);
/* Identifies this machine among others of its kind: a digest of Slurm's name of the node, otherwise of the system's
 * installation id. (That id should not be published as it is: machine-id(5).) */
const char *machine_node(void);
const char *machine_os(void);
const char *machine_virtualization(void); /* "container", "virtual machine (KVMKVMKVM)", both, or "none" */
const char *machine_governor(void);
const char *machine_thp(void);        /* always, madvise or never */
const char *machine_thp_defrag(void); /* always, defer, defer+madvise, madvise or never */
const char *machine_gnuplot(void);    /* "gnuplot 5.4 patchlevel 4" */
/* For gnuplot's environment. In the locale C it has only ASCII letters, and complains. */
#define MACHINE_GNUPLOT_LOCALE "LC_ALL=C.UTF-8"
/* Returns a fact of this level's data or unified cache, as the kernel reports it: "size", "shared_cpu_list",
 * "coherency_line_size". */
const char *machine_cache_fact(unsigned level, const char *fact);
/* Returns the cache's size in bytes; 0 if unknown. Equals cache_size of core/cache.h, for the machine that sysfile.h
 * shows. */
size_t machine_cache(unsigned level);

/* Returns the peak memory of the program itself in bytes, without its children; 0 if unknown. */
size_t machine_program_peak(void);
/* Bytes to allocate to see how many come on huge pages. Eight pages of 2 MiB suffice, and fit a container with little
 * memory, too. */
enum { MACHINE_PAGES_TEST = 16 << 20 };

#endif
