/* SPDX-License-Identifier: MIT */
/* test_model.c - tests/model.h, which all other tests rely on, against counters in an array. */
#include "tests/test.h"

enum { UNIVERSE = 300 };

TEST(counted_multiset)
{
	uint64_t random = test_stream("model"), keys = test_stream("keys");
	unsigned count[UNIVERSE] = {0};
	size_t total = 0;
	struct model m;

	model_init(&m, UNIVERSE);
	for (unsigned step = 0; step < 200000; step++) {
		size_t i = (size_t)(rng_next(&random) % UNIVERSE), distinct = 0;
		bool add = rng_next(&random) % 1000 < (step / 20000 % 2 ? 350 : 650);

		if (add) {
			model_add(&m, test_key(keys, i));
			count[i]++, total++;
		} else {
			require(model_drop(&m, test_key(keys, i)) == (count[i] > 0), "drop of key %zu, there %u times",
			        i, count[i]);
			total -= count[i] > 0, count[i] -= count[i] > 0;
		}
		require(model_count(&m, test_key(keys, i)) == count[i], "key %zu is there %u times", i, count[i]);
		require(m.total == total, "%zu of %zu", m.total, total);
		if (step % 500)
			continue;
		for (i = 0; i < UNIVERSE; i++) {
			distinct += count[i] > 0;
			require(model_count(&m, test_key(keys, i)) == count[i], "key %zu is there %u times", i,
			        count[i]);
		}
		require(m.distinct == distinct, "%zu distinct keys, not %zu", m.distinct, distinct);
		for (i = 0; i < m.distinct; i++)
			require(m.count[i] == model_count(&m, m.key[i]),
			        "the list and the index disagree about key %zu", i);
	}
	model_free(&m);
}

TEST(picks_reach_every_key)
{
	uint64_t random = test_stream("picks");
	bool seen[10] = {false};
	struct model m;

	model_init(&m, 10);
	for (uint64_t k = 0; k < 10; k++)
		model_add(&m, k);
	for (unsigned i = 0; i < 1000; i++)
		seen[model_pick(&m, rng_next(&random))] = true;
	for (unsigned k = 0; k < 10; k++)
		require(seen[k], "key %u is never picked", k);
	require(model_pick(&m, UINT64_MAX) == 9 && model_pick(&m, 0) == 0, "ends of the range");
	model_free(&m);
}
