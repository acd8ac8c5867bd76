/* SPDX-License-Identifier: MIT */
/* cache.c - see cache.h. */
#include "core/cache.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Defaults where the system does not report sizes: a server's usual second cache, and a small last cache. */
enum { SECOND = 1 << 20, LAST = 16 << 20 };

/*
 * PARTS: a table is near for k keys at once if it is no larger than k second caches. Nor may it be larger than k of
 * these parts of the last cache. The table sizes from which on prefetches were seen to pay, with plain buckets of 12
 * bits:
 *
 *      keys at once               1               4                8
 *      Zen 5, 1 and 32 MiB        1.0 to 1.5      3 to 6 MiB       6 to 12 MiB
 *      Zen 3, 0.5 and 32 MiB      0.2 to 1.5      6 to 8 MiB       -
 *      Sapphire Rapids, 2, 105    2               -                16 MiB
 *
 * A last cache is shared, also by guests of other machines: 12 of its 32 MiB were as slow as memory.
 */
enum { PARTS = 32 };

/* Read from the system once; any thread may be the first. 0: not yet read; otherwise the bytes plus one. */
static _Atomic size_t known_second, known_last;

/* Without stdio, which allocates memory: a filter's first call may be the first reader. */
static size_t
read_file(unsigned index, const char *name, char *text, size_t size)
{
	char path[96];
	ssize_t got;
	int file;

	text[0] = '\0';
	snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%u/%s", index, name);
	file = open(path, O_RDONLY | O_CLOEXEC);
	if (file < 0)
		return 0;
	got = read(file, text, size - 1);
	close(file);
	text[got > 0 ? got : 0] = '\0';
	return strlen(text);
}

size_t
cache_size(unsigned level)
{
	char text[64], *end;
	size_t size;

	for (unsigned i = 0; read_file(i, "level", text, sizeof text) > 0; i++) {
		if ((unsigned)atoi(text) != level || read_file(i, "type", text, sizeof text) == 0 ||
		    strncmp(text, "Instruction", 11) == 0)
			continue;
		read_file(i, "size", text, sizeof text);
		size = (size_t)strtoull(text, &end, 10);
		return *end == 'M' ? size << 20 : *end == 'K' ? size << 10 : size;
	}
	return 0;
}

static size_t
second_cache(void)
{
	size_t known = atomic_load_explicit(&known_second, memory_order_relaxed);

	if (!known) {
		const size_t size = cache_size(2);

		known = (size ? size : SECOND) + 1;
		atomic_store_explicit(&known_second, known, memory_order_relaxed);
	}
	return known - 1;
}

static size_t
last_cache(void)
{
	size_t known = atomic_load_explicit(&known_last, memory_order_relaxed);

	if (!known) {
		const size_t third = cache_size(3), size = third ? third : cache_size(2);

		known = (size ? size : LAST) + 1;
		atomic_store_explicit(&known_last, known, memory_order_relaxed);
	}
	return known - 1;
}

void
cache_pretend(size_t second, size_t last)
{
	atomic_store_explicit(&known_second, second ? second + 1 : 0, memory_order_relaxed);
	atomic_store_explicit(&known_last, last ? last + 1 : 0, memory_order_relaxed);
}

size_t
cache_near(unsigned keys)
{
	const size_t second = second_cache(), part = last_cache() / PARTS;

	return keys * (part && part < second ? part : second);
}

static bool
is_intel(void)
{
#if defined(__x86_64__)
	__builtin_cpu_init();
	return __builtin_cpu_is("intel");
#else
	return false;
#endif
}

/*
 * Can this processor have more lines in flight into its second cache than into its first? Prefetches of random lines of
 * 192 MiB, into the first and into the second: Emerald Rapids 105 and 152 M/s, Zen 4 85 to 95 (16 to 256 ahead) and
 * 165. Zen 5 and Zen 3 were not tried. The styles of the ceiling (experiment C1) show the gain of a machine. In AMD's
 * family 19h, Zen 4 is the one with AVX-512.
 */
static bool
second_takes_more(void)
{
#if defined(__x86_64__)
	__builtin_cpu_init();
	return is_intel() || (__builtin_cpu_is("amdfam19h") && __builtin_cpu_supports("avx512f"));
#else
	return false;
#endif
}

/*
 * On those processors, for tables above a QUARTER of the last cache. Emerald Rapids, 260 MiB of last cache. Random
 * lines into the first and the second cache: of 1 GiB 85 and 96 M/s, of 12 MiB 366 for either. Its lookups, speed after
 * over before, cf-batch, cf-staged, cf-avx2, ss-cf-avx2, ss-cf-batch: 24 MiB 0.83 to 1.07, 48 MiB 0.81 to 1.06, 96 MiB
 * 0.92 to 1.19, 192 MiB 1.04 to 1.30; Bloom filters 1.25 to 1.32. Insertions into cuckoo tables lost a fourteenth.
 *
 * Also for tables of any size, if a loop prefetches at least PLACES lines in a row, which is what the first cache has
 * room for. cf-avx512 and ss-cf-avx512: 24 and 48 MiB, 1.09 to 1.18.
 *
 * Zen 4, 32 MiB of last cache. bf-batch, blk-bf-batch, ss-cf-batch: 8.5 MiB 0.98 to 1.15, 16 MiB 1.04 to 1.9, 24 and
 * 192 MiB 2.0 to 3.0. cf-batch, cf-avx2, cf-avx512: 0.92 to 1.03, 0.92 to 0.95, 1.01 to 1.39. Deletions 2.2 to 2.6;
 * Bloom builds 2.6 to 3.2, cuckoo builds 0.98 to 1.01.
 */
enum { QUARTER = 4, PLACES = 16 };

/*
 * On Intel's, for tables of other filters above a PART of it already. A Xeon with AVX-512 (2025), 2 and 480 MiB, tables
 * of 28 to 58 MiB, speed after over before: register-blocked Bloom filters 1.45, bf-batch 1.2 to 1.38, fuse filters 1.2
 * to 1.28, vqf-batch 1.1 to 1.4, ribbon filters 1.1 to 1.2, prefix-batch 1.13 to 1.17, morton-batch 1.05 to 1.1; but
 * cf-batch 0.93 to 1.02 and cf-any-batch 0.87. At 15 MiB nearly the same.
 */
enum { PART = 32 };

static bool
asks_second_from(size_t part, size_t bytes, unsigned in_a_row)
{
	return second_takes_more() && (in_a_row >= PLACES || bytes > last_cache() / part);
}

bool
cache_asks_second(size_t bytes, unsigned in_a_row)
{
	return asks_second_from(is_intel() ? PART : QUARTER, bytes, in_a_row);
}

bool
cache_asks_second_of_buckets(size_t bytes, unsigned in_a_row)
{
	return asks_second_from(QUARTER, bytes, in_a_row);
}

/*
 * On AMD's processors, for tables above half of the last cache. Zen 5, random words of 192 MiB, one word per turn of a
 * loop that continues with 40 more instructions: 7.6 ns a turn without them; 20.5 if they write no register (nop, move,
 * zeroing) or a vector register; 25 if they compare; 37 if they write an integer register (add, lea) or load. A single
 * word takes 161 ns. So about 360 instructions are in flight at a time, or 180 written registers. With 32 MiB of last
 * cache, lookups of blk-bf and bf that write fewer registers: 8 MiB 0.73 to 1.01 times as fast, 16 MiB 0.93 to 1.09, 24
 * MiB 1.07 to 1.13, 192 MiB 1.06 to 1.19. Intel's processors were not tried from memory.
 */
bool
cache_spares_registers(size_t bytes)
{
#if defined(__x86_64__)
	__builtin_cpu_init();
	return __builtin_cpu_is("amd") && bytes > last_cache() / 2;
#else
	(void)bytes;
	return false;
#endif
}
