/* SPDX-License-Identifier: MIT */
/*
 * test_cf_counters.c - variants/plain/cf_counters.c against an exact model: how many keys have each fingerprint and
 * pair of buckets.
 *
 *      random operations --> table, read bit by bit == model: n copies in n / 2^c entries, rounded up, in their pair
 *
 * Fingerprints are short and keys are few, so that the model's counts are high, entries overflow into second ones, and
 * entries that count are relocated. A refused key must leave every bit of the table as it was.
 */
#include "core/hash.h"
#include "tests/test.h"

enum { ROOM = 1 << 14 };

/* A filter beside its model. */
struct subject {
	struct filter *f;
	struct hash hash;
	unsigned fp_bits, b, c;
	size_t m, bytes;
	struct model keys, pairs; /* pairs: by identify() */
	struct test_bytes saved;  /* the filter as it was when it was last read */
	const char *table;        /* inside */
	struct filter_info info;  /* of that time */
	/* events that a test must have seen */
	size_t refused, counted, overflowed, emptied, carried;
};

static uint64_t
read_bits(const char *table, size_t at, unsigned bits)
{
	uint64_t value = 0;

	for (unsigned bit = 0; bit < bits; bit++, at++)
		value |= (uint64_t)((unsigned char)table[at / 8] >> at % 8 & 1) << bit;
	return value;
}

static uint64_t
fingerprint(const struct subject *s, size_t entry)
{
	return read_bits(s->table, entry * s->fp_bits, s->fp_bits);
}

static uint64_t
counter(const struct subject *s, size_t entry)
{
	return read_bits(s->table, s->m * s->b * s->fp_bits + entry * s->c, s->c);
}

static uint64_t
fp_hash(uint64_t fp)
{
	return fp * UINT64_C(0x9e3779b97f4a7c15) >> 32;
}

/* What all keys that the filter cannot distinguish have in common: the fingerprint, and the lower bucket of the pair
 * (equations 1 and 2). */
static uint64_t
pair_of(const struct subject *s, uint64_t bucket, uint64_t fp)
{
	const uint64_t other = (bucket ^ fp_hash(fp)) % s->m;

	return fp << 32 | (bucket < other ? bucket : other);
}

static uint64_t
identify(const struct subject *s, uint64_t key)
{
	const uint64_t h = hash_key(&s->hash, key), fp = h % (UINT64_C(1) << s->fp_bits);

	return pair_of(s, (h >> 32) % s->m, fp ? fp : 1);
}

/* Reads the filter; returns the bytes read before. */
static struct test_bytes
read_again(struct subject *s)
{
	const struct test_bytes before = s->saved;

	s->saved = test_save(s->f);
	s->info = test_info(s->f);
	s->table = s->saved.data + s->saved.size - s->bytes;
	return before;
}

static struct subject
begin(struct filter_params params)
{
	struct test_config config = {.params = params};
	struct subject s = {.fp_bits = params.fp_bits, .b = params.slots, .m = params.buckets};

	s.c = params.counter_bits ? params.counter_bits : 2;
	test_describe(&config, "cf-counters");
	s.f = test_create(filter_find("cf-counters"), &config);
	s.bytes = test_info(s.f).bytes;
	require(s.bytes == (s.m * s.b * (s.fp_bits + s.c) + 7) / 8, "%zu bytes", s.bytes);
	require(hash_init(&s.hash, params.hash, params.seed), "hash");
	model_init(&s.keys, ROOM);
	model_init(&s.pairs, ROOM);
	read_again(&s);
	return s;
}

static void
end(struct subject *s)
{
	model_free(&s->keys);
	model_free(&s->pairs);
	free(s->saved.data);
	s->f->ops->destroy(s->f);
}

/* The table, as it was last read, holds the model's counts in as few entries as possible, and nothing else. */
static void
agrees(const struct subject *s)
{
	const uint64_t full = UINT64_C(1) << s->c;
	struct model copies, entries;
	size_t used = 0;

	model_init(&copies, ROOM);
	model_init(&entries, ROOM);
	for (size_t e = 0; e < s->m * s->b; e++) {
		const uint64_t fp = fingerprint(s, e), more = counter(s, e), id = pair_of(s, e / s->b, fp);

		require(fp || !more, "empty entry %zu counts %zu", e, (size_t)more);
		if (!fp)
			continue;
		model_add(&entries, id);
		for (uint64_t k = 0; k <= more; k++)
			model_add(&copies, id);
	}
	require(copies.total == s->pairs.total && copies.distinct == s->pairs.distinct,
	        "%zu copies of %zu are in, not %zu of %zu", copies.total, copies.distinct, s->pairs.total,
	        s->pairs.distinct);
	for (size_t k = 0; k < s->pairs.distinct; k++) {
		const uint64_t id = s->pairs.key[k];
		const uint32_t n = s->pairs.count[k];

		require(model_count(&copies, id) == n, "%u copies of a fingerprint, not %u", model_count(&copies, id),
		        n);
		require(model_count(&entries, id) == (n + full - 1) / full, "%u copies in %u entries", n,
		        model_count(&entries, id));
		used += model_count(&entries, id);
	}
	require(used == entries.total, "%zu entries are used, not %zu", entries.total, used);
	model_free(&copies);
	model_free(&entries);
	require(s->info.items == s->keys.total, "%zu items, not %zu", s->info.items, s->keys.total);
	require(!s->f->ops->check(s->f), "check: %s", s->f->ops->check(s->f));
}

/* How many entries that counted copies before hold another fingerprint now. */
static size_t
carried_from(const struct subject *s, const struct test_bytes *before)
{
	struct subject then = *s;
	size_t n = 0;

	then.table = before->data + before->size - s->bytes;
	for (size_t e = 0; e < s->m * s->b; e++)
		n += counter(&then, e) && fingerprint(&then, e) != fingerprint(s, e);
	return n;
}

static void
insert(struct subject *s, uint64_t key)
{
	const uint64_t id = identify(s, key), kicks = s->info.kicks;
	const uint32_t n = model_count(&s->pairs, id);
	const bool has_room = n % (1u << s->c) != 0, in = test_insert(s->f, key);
	const struct test_bytes before = read_again(s);

	if (in) {
		model_add(&s->keys, key);
		model_add(&s->pairs, id);
		s->counted += has_room;
		s->overflowed += n && !has_room;
		s->carried += carried_from(s, &before) > 0;
		require(!has_room || s->info.kicks == kicks, "an entry had room, and others were relocated");
	} else {
		s->refused++;
		require(!has_room, "refused, though an entry counts %u", n % (1u << s->c));
		require(s->info.kicks == kicks, "a refused key relocated");
		require(!memcmp(before.data + before.size - s->bytes, s->table, s->bytes),
		        "a refused key left a trace");
	}
	free(before.data);
}

static void
take(struct subject *s, uint64_t key)
{
	const uint64_t id = identify(s, key);
	struct test_bytes before;

	require(test_remove(s->f, key), "a stored key is not found");
	require(model_drop(&s->keys, key) && model_drop(&s->pairs, id), "the model is wrong");
	s->emptied += model_count(&s->pairs, id) % (1u << s->c) == 0;
	before = read_again(s);
	free(before.data);
}

/* Fills to refusals, drains some, and so on; at last all keys go. One key in `copies` is one that is in already. */
static void
live(struct subject *s, uint64_t random, size_t steps, unsigned copies)
{
	const struct test_bytes fresh = {memcpy(model_memory(s->bytes, 1), s->table, s->bytes), s->bytes};

	for (size_t step = 0; step < steps; step++) {
		const uint64_t r = rng_next(&random);
		const bool drains = step / 500 % 3 == 2;

		if (s->keys.distinct && r % 16 < (drains ? 10 : 4))
			take(s, model_pick(&s->keys, rng_next(&random)));
		else
			insert(s, s->keys.distinct && r / 16 % copies == 0 ? model_pick(&s->keys, rng_next(&random))
			                                                   : rng_next(&random));
		if (step % 8 == 0)
			agrees(s);
	}
	agrees(s);
	while (s->keys.total)
		take(s, model_pick(&s->keys, rng_next(&random)));
	agrees(s);
	require(!memcmp(s->table, fresh.data, s->bytes), "what is left of all keys is not a new table");
	free(fresh.data);
}

/* Kernels, odd widths and the least and largest counters; a single bucket, in which both buckets of a key are one. */
static const struct filter_params shapes[] = {
	{.buckets = 32, .slots = 4, .fp_bits = 12, .counter_bits = 2},
	{.buckets = 32, .slots = 4, .fp_bits = 8, .counter_bits = 2},
	{.buckets = 32, .slots = 4, .fp_bits = 5, .counter_bits = 1},
	{.buckets = 64, .slots = 2, .fp_bits = 7, .counter_bits = 3},
	{.buckets = 16, .slots = 8, .fp_bits = 9, .counter_bits = 2},
	{.buckets = 64, .slots = 1, .fp_bits = 13, .counter_bits = 4},
	{.buckets = 16, .slots = 4, .fp_bits = 32, .counter_bits = 8},
	{.buckets = 16, .slots = 4, .fp_bits = 2, .counter_bits = 1},
	{.buckets = 1, .slots = 4, .fp_bits = 6, .counter_bits = 1},
	{.buckets = 1, .slots = 1, .fp_bits = 3, .counter_bits = 2},
};

TEST(counts_are_exact)
{
	size_t refused = 0, counted = 0, overflowed = 0, emptied = 0, carried = 0;

	for (size_t i = 0; i < 2 * COUNT_OF(shapes); i++) {
		struct filter_params p = shapes[i % COUNT_OF(shapes)];
		const bool many = i >= COUNT_OF(shapes);
		struct subject s;

		p.seed = test_stream("counts") + i;
		s = begin(p);
		live(&s, p.seed, TEST_SANITIZED ? 1500 : 6000, many ? 2 : 8);
		/* with 256 copies an entry, and copies, the table does not fill up */
		require(s.refused > 0 || s.c == 8, "never full");
		require(s.counted > 0 && s.emptied > 0, "no entry counted, or none was emptied");
		refused += s.refused, counted += s.counted, overflowed += s.overflowed, emptied += s.emptied;
		carried += s.carried;
		end(&s);
	}
	require(carried > 100 && overflowed > 100, "%zu entries that count were relocated, %zu overflowed", carried,
	        overflowed);
	require(refused > 100 && counted > 100 && emptied > 100, "%zu refused, %zu counted, %zu emptied", refused,
	        counted, emptied);
}

/* The lower of a key's buckets, and the bits in which the other one differs. */
struct pair {
	uint64_t lower, differ;
};

static struct pair
buckets_of(const struct subject *s, uint64_t key)
{
	const uint64_t id = identify(s, key);

	return (struct pair){id & UINT32_MAX, fp_hash(id >> 32) % s->m};
}

/* A key whose two buckets are two. */
static uint64_t
key_of_two(const struct subject *s, uint64_t *random)
{
	uint64_t key;

	do
		key = rng_next(random);
	while (buckets_of(s, key).differ == 0);
	return key;
}

static void
fill_with_copies(struct subject *s, uint64_t random)
{
	const uint64_t key = key_of_two(s, &random);
	const struct pair pair = buckets_of(s, key);
	size_t limit = 2 * s->b, n = 0;

	for (size_t k = 0; k < s->m * s->b / 2; k++) {
		const uint64_t other = key_of_two(s, &random);
		const struct pair its = buckets_of(s, other);

		require(test_insert(s->f, other), "refused at half load");
		limit -= its.lower == pair.lower && its.differ == pair.differ;
	}
	limit <<= s->c;
	while (n <= limit && test_insert(s->f, key))
		n++;
	require(n == limit, "%zu copies, not %zu", n, limit);
	require(!s->f->ops->check(s->f), "check: %s", s->f->ops->check(s->f));
	for (; n > 0; n--)
		require(test_remove(s->f, key), "%zu copies to go, none found", n);
	require(!s->f->ops->check(s->f), "check: %s", s->f->ops->check(s->f));
}

/* Copies of one key in a table that others have filled by half: they evict all others from both buckets, except those
 * that can go to no third one, and are refused when every entry of theirs is full. */
TEST(copies_fill_entries)
{
	for (unsigned c = 1; c <= 8; c++)
		for (unsigned b = 2; b <= 8; b *= 2) {
			struct subject s = begin((struct filter_params){.buckets = 256,
			                                                .slots = b,
			                                                .fp_bits = 24,
			                                                .counter_bits = c,
			                                                .seed = test_stream("copies") + c});

			fill_with_copies(&s, test_stream("which") + b);
			end(&s);
		}
}

/* Where no two keys share a fingerprint and a pair of buckets, counters stay 0, and the fingerprints are CF's. */
TEST(without_copies_it_is_cf)
{
	for (unsigned b = 1; b <= 8; b *= 2) {
		struct test_config config = {
			.params = {.buckets = 1024 / b, .slots = b, .fp_bits = 32, .seed = test_stream("plain") + b}};
		struct filter *cf, *counting;
		struct test_bytes plain, counted;
		size_t n, bytes;

		test_describe(&config, "cf and cf-counters");
		cf = test_create(filter_find("cf"), &config);
		n = test_fill(cf, test_stream("keys"), 1024);
		cf->ops->destroy(cf);
		cf = test_create(filter_find("cf"), &config);
		counting = test_create(filter_find("cf-counters"), &config);
		bytes = test_info(cf).bytes;
		require(test_fill(cf, test_stream("keys"), n) == n, "CF refuses a key that fitted");
		require(test_fill(counting, test_stream("keys"), 1024) == n, "%zu keys, not %zu", test_items(counting),
		        n);
		require(test_info(counting).kicks == test_info(cf).kicks && test_info(cf).kicks > 0, "other kicks");
		plain = test_save(cf), counted = test_save(counting);
		require(!memcmp(plain.data + plain.size - bytes,
		                counted.data + counted.size - test_info(counting).bytes, bytes),
		        "other fingerprints, or in other places");
		for (size_t i = counted.size - test_info(counting).bytes + bytes; i < counted.size; i++)
			require(!counted.data[i], "a counter is not 0");
		free(plain.data), free(counted.data);
		cf->ops->destroy(cf);
		counting->ops->destroy(counting);
	}
}
