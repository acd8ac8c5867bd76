/* SPDX-License-Identifier: MIT */
/*
 * test_tables.c - tables that must be equal bit for bit: a split-block Bloom filter's to its specification, and a
 * filter's for many threads to its twin's. (test_membership.c reads tables whose entries may be in other places.)
 */
#include "tests/test.h"

#include "core/hash.h"

enum { ROOM = 4096 };

/* After operations of one thread, a filter for many threads has the bytes of its twin for one thread. */
PROPERTY(twin_tables, 0, "one thread leaves the table of its twin")
{
	bool same;
	const struct filter_ops *twin = filter_find(test_twin(ops, &same));
	struct test_config *configs;
	size_t n;

	if (!same || twin == ops)
		return;
	configs = test_configs(ops, 150, &n);
	for (size_t i = 0; i < n; i++) {
		struct filter *a = test_create(ops, &configs[i]), *b = test_create(twin, &configs[i]);
		uint64_t random = test_stream("twin") ^ i;
		struct model m;

		model_init(&m, ROOM);
		test_lockstep(a, b, &m, &random, 600);
		test_agrees(a, &m);
		test_same_table(a, b, "the filter of one thread");
		model_free(&m);
		ops->destroy(a);
		twin->destroy(b);
	}
	free(configs);
}

/* The format specification of Parquet's filters, a bit at a time. The high half of a 64-bit hash, times the number of
 * blocks, chooses the block. The low half, times a salt, sets the bit of a word that the 5 highest bits of the product
 * name. */
PROPERTY(split_blocks, 0, "a split-block table is as specified")
{
	static const uint32_t salt[] = {0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d,
	                                0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31};
	const uint64_t stream = test_stream("split");
	const bool split = !strcmp(test_twin(ops, NULL), "sb-bf");

	for (size_t blocks = 1; split && blocks <= 81; blocks *= 3) {
		struct test_config c = {.params = {.buckets = blocks,
		                                   .seed = blocks == 1 ? 0 : stream,
		                                   .hash = blocks == 1 ? "xxh64" : NULL}};
		uint8_t *table = model_memory(blocks, 32);
		struct test_bytes saved;
		struct filter *f;
		struct hash hash;

		test_describe(&c, ops->name);
		f = test_create(ops, &c);
		require(hash_init(&hash, c.params.hash, c.params.seed), "hash");
		for (size_t k = 0; k < blocks * 8; k++) {
			const uint64_t h = hash_key(&hash, test_key(stream, k));

			test_insert(f, test_key(stream, k));
			for (unsigned i = 0; i < 8; i++) {
				const uint64_t bit =
					((h >> 32) * blocks >> 32) * 256 + 32 * i + ((uint32_t)h * salt[i] >> 27);

				table[bit / 8] |= (uint8_t)(1 << bit % 8);
			}
		}
		saved = test_save(f);
		require(memcmp(saved.data + saved.size - blocks * 32, table, blocks * 32) == 0,
		        "%zu blocks are not as specified", blocks);
		free(saved.data);
		free(table);
		ops->destroy(f);
	}
}
