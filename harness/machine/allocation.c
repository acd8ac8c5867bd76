/* SPDX-License-Identifier: MIT */
/* allocation.c - see allocation.h. */
#include "harness/machine/allocation.h"

#include "core/sanitized.h"
#include "harness/base/failure.h"

#include <errno.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef CUCKOOBENCH_JEMALLOC

#include <jemalloc/jemalloc.h>

#define NAME "jemalloc"
#define OPTIONS "abort_conf:true,background_thread:false,dirty_decay_ms:-1,muzzy_decay_ms:-1"

/* Read by the library before main begins (jemalloc(3), TUNING). */
const char *malloc_conf = OPTIONS;

/*
 * Libraries allocate before main begins: libnuma opens a file. Where the address space has no room for that, jemalloc
 * dies of a segmentation fault, and nobody is told why. So room is asked for before the first of them. A first
 * allocation fits in 8 MiB: with 30,000 KiB of address space the program runs, and 22,000 are it and its libraries.
 */
static void
ask_for_room(int argc, char **argv, char **environment)
{
	enum { ROOM = 8 << 20 };
	static const char why[] = "cuckoobench: memory: the limit on address space (ulimit -v) leaves the allocator no "
				  "8 MiB to begin with\n";
	void *room = mmap(NULL, ROOM, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	(void)argc, (void)argv, (void)environment;
	if (room == MAP_FAILED) {
		(void)!write(STDERR_FILENO, why, sizeof why - 1);
		_exit(STATUS_UNFIT);
	}
	munmap(room, ROOM);
}
__attribute__((section(".preinit_array"), used)) static void (*const before_libraries)(int, char **,
                                                                                       char **) = ask_for_room;

#else

#define NAME "C library"
#define OPTIONS ""

/* The C library's allocator answers no query. */
static int
mallctl(const char *name, void *old, size_t *old_size, void *new, size_t new_size)
{
	(void)name, (void)old, (void)old_size, (void)new, (void)new_size;
	return ENOENT;
}

#endif

enum counter { GIVEN, RETURNED, COUNTERS };

/* Returns the calling thread's counter. Its address is constant during the thread's life, so the library is queried
 * only once. */
static uint64_t
counter(enum counter which)
{
	static const char *const names[COUNTERS] = {"thread.allocatedp", "thread.deallocatedp"};
	static _Thread_local const uint64_t *at[COUNTERS];
	static const uint64_t nothing = 0;

	if (!at[which]) {
		uint64_t *found;
		size_t size = sizeof found;

		at[which] = mallctl(names[which], &found, &size, NULL, 0) == 0 ? found : &nothing;
	}
	return *at[which];
}

const char *
allocation_name(void)
{
	static char text[64];
	const char *version;
	size_t size = sizeof version;

	if (mallctl("version", &version, &size, NULL, 0) == 0)
		snprintf(text, sizeof text, "jemalloc %s", version);
	return *text ? text : NAME;
}

const char *
allocation_options(void)
{
	return OPTIONS;
}

bool
allocation_counts(void)
{
	bool stats = false;
	size_t size = sizeof stats;

	return mallctl("config.stats", &stats, &size, NULL, 0) == 0 && stats;
}

uint64_t
allocation_given(void)
{
	return counter(GIVEN);
}

uint64_t
allocation_returned(void)
{
	return counter(RETURNED);
}

uint64_t
allocation_resident(void)
{
	FILE *f = fopen("/proc/self/statm", "re");
	unsigned long long pages = 0;

	if (f && fscanf(f, "%*u %llu", &pages) != 1)
		pages = 0;
	if (f)
		fclose(f);
	return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

/*
 * Limits the memory that the address sanitizer keeps after it was freed, to detect its use: 256 MiB by default. Where a
 * process's memory is bounded (harness/base/guard.h) that would count as allocated. The sanitizer defines the
 * function's name, and calls it before main begins. $ASAN_OPTIONS overrides it.
 */
#if SANITIZED_ADDRESSES
__attribute__((visibility("default"))) const char *__asan_default_options(void);

const char *
__asan_default_options(void)
{
	return "quarantine_size_mb=16";
}
#endif
