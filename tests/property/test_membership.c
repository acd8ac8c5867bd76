/* SPDX-License-Identifier: MIT */
/*
 * test_membership.c - exact oracles. A filter of fingerprints answers yes iff some stored key has the same fingerprint.
 * Where fingerprints are stored, and what was relocated or deleted meanwhile, must not matter. So every answer is
 * known, false positives too:
 *
 *   cf, ss-cf,   h = hash(x);  fp = h mod 2^f, 0 -> 1;  i1 = floor(h / 2^32) mod m;  i2 = i1 xor hash(fp) mod m
 *   cf-nohash,   yes iff a stored key has this fp and this pair {i1, i2}                  (equations 1 and 2)
 *   cf-counters
 *   qf           yes iff a stored key has the same q + r highest bits of h
 *   dl-cbf       the same with log2(B) + r bits, whatever d, b and the permutations are
 *   cf-2hash     yes iff a stored key has the same h
 *
 * This file computes the fingerprints again, from those lines. It also reads two tables bit by bit. A plain cuckoo
 * filter's table must hold every stored fingerprint in one of its two buckets, as often as it is stored, and nothing
 * else. The stored fingerprints determine a quotient filter's table, which this file builds again from the sorted
 * fingerprints.
 */
#include "tests/test.h"

#include "core/hash.h"

enum { ROOM = 4096, ABSENT = 1024 };

struct identity {
	struct hash hash;
	char kind; /* c, n: cuckoo, hashed or not; t: highest bits; w: whole hash */
	unsigned f;
	uint64_t m;
};

static uint64_t
alternate(const struct identity *id, uint64_t i, uint64_t fp)
{
	uint64_t h = id->kind == 'n' ? fp : (uint32_t)(fp * UINT64_C(0x9e3779b97f4a7c15) >> 32);

	return (i ^ h) % id->m;
}

/* What all keys that the filter cannot distinguish have in common. */
static uint64_t
identify(const struct identity *id, uint64_t key)
{
	uint64_t h = hash_key(&id->hash, key), fp, one, two;

	if (id->kind == 'w')
		return h ? h : 1;
	if (id->kind == 't')
		return h >> (64 - id->f);
	fp = id->f == 32 ? (uint32_t)h : h % (UINT64_C(1) << id->f);
	fp = fp ? fp : 1;
	one = (h >> 32) % id->m;
	two = alternate(id, one, fp);
	return fp << 32 | (one < two ? one : two);
}

static unsigned
log2_of(size_t n)
{
	unsigned k = 0;

	while ((size_t)1 << k < n)
		k++;
	return k;
}

static bool
identity_of(const struct filter *f, const struct test_config *c, struct identity *id)
{
	const char *name = test_twin(f->ops, NULL);
	struct filter_info i = test_info(f);

	*id = (struct identity){.f = i.fp_bits, .m = i.buckets};
	require(hash_init(&id->hash, c->params.hash, c->params.seed), "hash");
	if (!strcmp(name, "cf") || !strcmp(name, "ss-cf") || !strcmp(name, "cf-counters"))
		id->kind = 'c';
	else if (!strcmp(name, "cf-nohash"))
		id->kind = 'n';
	else if (!strcmp(name, "cf-2hash"))
		id->kind = 'w';
	else if (!strcmp(name, "qf"))
		id->kind = 't', id->f += log2_of(i.slots);
	else if (!strcmp(name, "dl-cbf"))
		id->kind = 't', id->f += log2_of(i.buckets / (c->params.tables ? c->params.tables : 4));
	else
		return false;
	return true;
}

/* Entry i of a packed table, one bit after the other. */
static uint64_t
read_entry(const char *table, size_t i, unsigned bits)
{
	uint64_t entry = 0;

	for (unsigned bit = 0; bit < bits; bit++) {
		size_t at = i * bits + bit;

		entry |= (uint64_t)((unsigned char)table[at / 8] >> at % 8 & 1) << bit;
	}
	return entry;
}

/* Removes the table's entries from a copy of what should be stored; nothing may be left. */
static void
table_holds(const struct filter *f, const struct identity *id, const struct model *stored)
{
	struct filter_info info = test_info(f);
	struct test_bytes saved = test_save(f);
	const char *table = saved.data + saved.size - info.bytes;
	struct model rest;

	model_init(&rest, ROOM);
	for (size_t k = 0; k < stored->distinct; k++)
		for (uint32_t copies = 0; copies < stored->count[k]; copies++)
			model_add(&rest, stored->key[k]);
	for (size_t i = 0; i < info.buckets; i++)
		for (unsigned e = 0; e < info.slots_per_bucket; e++) {
			uint64_t fp = read_entry(table, i * info.slots_per_bucket + e, id->f), other;

			if (!fp)
				continue;
			other = alternate(id, i, fp);
			require(model_drop(&rest, fp << 32 | (i < other ? i : other)),
			        "fingerprint 0x%llx in bucket %zu is nobody's", (unsigned long long)fp, i);
		}
	require(rest.total == 0, "%zu fingerprints are not in the table", rest.total);
	model_free(&rest);
	free(saved.data);
}

static int
compare_fingerprints(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/*
 * Bender et al. (PVLDB 2012, section 3): sorted fingerprints go into the slot of their quotient or the next free slot
 * behind it. The first lap finds how far the last ones run over the end of the circle; a later lap begins behind them.
 */
static void
table_is_the_quotient_filter_of(const struct filter *f, const struct identity *id, const struct model *stored)
{
	const size_t slots = test_info(f).slots;
	const unsigned r = test_info(f).fp_bits;
	uint64_t *sorted = model_memory(stored->total + 1, sizeof *sorted), *slot = model_memory(slots, sizeof *slot);
	struct test_bytes saved = test_save(f);
	const char *table = saved.data + saved.size - test_info(f).bytes;
	size_t n = 0, next = 0, over;

	for (size_t k = 0; k < stored->distinct; k++)
		for (uint32_t copies = 0; copies < stored->count[k]; copies++)
			sorted[n++] = stored->key[k];
	qsort(sorted, n, sizeof *sorted, compare_fingerprints);
	do {
		over = next > slots ? next - slots : 0;
		next = over;
		memset(slot, 0, slots * sizeof *slot);
		for (size_t k = 0; k < n; k++, next++) {
			const uint64_t quotient = sorted[k] >> r, one = 1;
			const bool same_run = k && sorted[k - 1] >> r == quotient;

			next = next < quotient ? quotient : next;
			slot[quotient] |= one << (r + 2);
			slot[next % slots] |= sorted[k] % (one << r) | (uint64_t)same_run << r |
			                      (uint64_t)(next != quotient) << (r + 1);
		}
	} while (next > slots && next - slots != over);
	for (size_t i = 0; i < slots; i++)
		require(read_entry(table, i, r + 3) == slot[i], "%zu items: slot %zu of %zu is 0x%llx, not 0x%llx", n,
		        i, slots, (unsigned long long)read_entry(table, i, r + 3), (unsigned long long)slot[i]);
	require(id->f == r + log2_of(slots), "another identity");
	free(sorted);
	free(slot);
	free(saved.data);
}

static void
answers_are_exact(const struct filter *f, const struct identity *id, const struct model *keys,
                  const struct model *stored, uint64_t *random)
{
	for (size_t k = 0; k < keys->distinct; k++)
		require(test_has(f, keys->key[k]), "stored key %zu of %zu is not found", k, keys->distinct);
	for (size_t k = 0; k < ABSENT; k++) {
		uint64_t key = rng_next(random);
		bool hit = test_has(f, key), known = model_count(stored, identify(id, key)) > 0;

		require(hit == known, "%zu items; key 0x%llx: %d, though its fingerprint %s", keys->total,
		        (unsigned long long)key, hit, known ? "is stored" : "is not");
	}
	/* (tests/unit/test_cf_counters.c reads tables that count copies) */
	if (!strcmp(test_twin(f->ops, NULL), "cf") || id->kind == 'n')
		table_holds(f, id, stored);
	if (!strcmp(test_twin(f->ops, NULL), "qf"))
		table_is_the_quotient_filter_of(f, id, stored);
	require(!f->ops->check(f), "check: %s", f->ops->check(f));
}

static void
oracle_one(const struct filter_ops *ops, const struct test_config *c)
{
	struct filter *f = test_create(ops, c);
	uint64_t random = test_stream("oracle") ^ c->params.seed;
	struct model keys, stored;
	struct identity id;

	if (!identity_of(f, c, &id)) {
		ops->destroy(f);
		return;
	}
	model_init(&keys, ROOM);
	model_init(&stored, ROOM);
	for (unsigned phase = 0; phase < 4; phase++) {
		for (size_t s = 0; s < 200; s++) {
			uint64_t r = rng_next(&random), key = rng_next(&random);

			if (phase % 2 && r % 2 && keys.distinct) { /* a removal */
				key = model_pick(&keys, r);
				require(test_remove(f, key), "a stored key cannot be removed");
				model_drop(&keys, key);
				require(model_drop(&stored, identify(&id, key)), "the oracle is wrong");
			} else {
				if (r % 16 == 2 && keys.distinct)
					key = model_pick(&keys, r);
				if (test_insert(f, key)) {
					model_add(&keys, key);
					model_add(&stored, identify(&id, key));
				}
			}
		}
		answers_are_exact(f, &id, &keys, &stored, &random);
	}
	model_free(&keys);
	model_free(&stored);
	ops->destroy(f);
}

PROPERTY(oracle, FILTER_REMOVE, "every answer is that of the stored fingerprints")
{
	size_t n;
	struct test_config *configs = test_configs(ops, 150, &n);

	for (size_t i = 0; i < n; i++)
		oracle_one(ops, &configs[i]);
	free(configs);
}

/* Equal fingerprints give equal answers. Semi-sorting and buckets of another size change only where they are stored. */
PROPERTY(same_answers_as_plain, FILTER_REMOVE, "semi-sorting changes no answer")
{
	if (strcmp(test_twin(ops, NULL), "ss-cf") != 0)
		return;
	for (unsigned f = 5; f <= 32; f++) {
		struct test_config c = {.params = {.buckets = 256, .fp_bits = f, .seed = test_stream("twins") + f}};
		struct filter *sorted, *plain;
		uint64_t stream = test_stream("answers") + f;

		test_describe(&c, "ss-cf and cf");
		sorted = test_create(ops, &c);
		plain = test_create(filter_find("cf"), &c);
		require(test_fill(sorted, stream, 900) == 900 || f < 7, "the semi-sorted one refused a key");
		test_fill(plain, stream, test_items(sorted));
		require(test_items(plain) == test_items(sorted) || f < 7, "the plain one refused a key");
		for (size_t k = 0; k < 20000 && test_items(plain) == test_items(sorted); k++)
			require(test_has(sorted, test_key(stream, k)) == test_has(plain, test_key(stream, k)),
			        "key %zu", k);
		sorted->ops->destroy(sorted);
		plain->ops->destroy(plain);
	}
}
