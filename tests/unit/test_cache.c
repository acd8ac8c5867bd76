/* SPDX-License-Identifier: MIT */
/* test_cache.c - core/cache.h: cache sizes as the system reports them, and for which tables prefetches are useless. */
#include "tests/test.h"

#include "core/cache.h"

TEST(sizes)
{
	for (unsigned level = 1; level < 4 && cache_size(level + 1); level++)
		require(cache_size(level) > 0 && cache_size(level) < cache_size(level + 1),
		        "cache %u has %zu bytes, cache %u %zu", level, cache_size(level), level + 1,
		        cache_size(level + 1));
	require(cache_size(9) == 0, "a ninth cache of %zu bytes", cache_size(9));
}

/* cache_near(n) is the size of n second-level caches, but at most n 32nds of the last cache. */
TEST(near_tables)
{
	static const struct {
		size_t second, last, one, eight;
	} machines[] = {
		{1 << 20, 32 << 20, 1 << 20, 8 << 20},     /* Zen 5 */
		{512 << 10, 32 << 20, 512 << 10, 4 << 20}, /* Zen 3 */
		{2 << 20, 105 << 20, 2 << 20, 16 << 20},   /* Sapphire Rapids */
		{1 << 20, 16 << 20, 512 << 10, 4 << 20},   /* a last cache that tables soon exceed */
	};

	for (size_t i = 0; i < COUNT_OF(machines); i++) {
		cache_pretend(machines[i].second, machines[i].last);
		require(cache_near(1) == machines[i].one && cache_near(8) == machines[i].eight,
		        "machine %zu: %zu and %zu", i, cache_near(1), cache_near(8));
	}
	cache_pretend(0, 0);
	require(cache_near(1) > 0 && cache_near(4) == 4 * cache_near(1), "%zu and %zu here", cache_near(1),
	        cache_near(4));
}

/* Prefetches go into the second cache never, or for tables above a part of the last one: of cuckoo filters above a
 * quarter; of others above that or less. */
TEST(second_cache)
{
	const size_t last = (size_t)64 << 20;

	cache_pretend(1 << 20, last);
	require(!cache_asks_second(0, 1) && !cache_asks_second(last / 32, 1) &&
	                !cache_asks_second_of_buckets(last / 4, 1),
	        "a small table's lines go into the second cache");
	for (size_t bytes = last / 4 + 1; bytes < 16 * last; bytes *= 2)
		require(cache_asks_second(bytes, 1) == cache_asks_second(last, 1) &&
		                cache_asks_second_of_buckets(bytes, 1) == cache_asks_second(last, 1),
		        "%zu bytes are asked for otherwise than %zu", bytes, last);
	require(cache_asks_second(last / 4, 16) == cache_asks_second(last, 1),
	        "16 lines in a row go into the first cache");
	cache_pretend(0, 0);
}

/* Loops save registers never, or for tables above half of the last cache. */
TEST(registers)
{
	const size_t last = (size_t)64 << 20;

	cache_pretend(1 << 20, last);
	require(!cache_spares_registers(0) && !cache_spares_registers(last / 2),
	        "in a table that the last cache holds");
	for (size_t bytes = last / 2 + 1; bytes < 16 * last; bytes *= 2)
		require(cache_spares_registers(bytes) == cache_spares_registers(last),
		        "%zu bytes are looked up otherwise than %zu", bytes, last);
	cache_pretend(0, 0);
}
