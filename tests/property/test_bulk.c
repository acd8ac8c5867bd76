/* SPDX-License-Identifier: MIT */
/*
 * test_bulk.c - partitioned lookups in small tables: they give cf's answers for all keys, and the same count where they
 * only count.
 *
 * Filters allocate scratch only for large tables. Here they get some for batches of a few thousand keys. A partition of
 * those has room for one line or a few. So random keys fill many partitions early, and equal keys fill two again and
 * again.
 */
#include "tests/threads.h"

#include "variants/plain/cf_bulk_count.h"
#include "variants/plain/plain_bulk.h"

enum { LEAST = 700, MOST = 4096, LONGEST = 3 * MOST + LEAST + 13, STORED = 3000, GUARD = 0xa5 };

/* Which keys a call has. */
enum manner { RANDOM, ONE_PRESENT, ONE_ABSENT, FEW, ONE_PARTITION, MANNERS };

struct scene {
	struct filter *of, *bulk; /* cf, and its view */
	uint64_t stream, random;
	uint64_t keys[LONGEST];
	uint8_t want[LONGEST], got[LONGEST + 64];
};

static uint64_t
draw(struct scene *s)
{
	const uint64_t r = rng_next(&s->random);

	return r % 2 ? test_key(s->stream, r / 2 % STORED) : rng_next(&s->random);
}

static void
draw_call(struct scene *s, enum manner manner, size_t n)
{
	const struct cuckoo *c = (const struct cuckoo *)s->of;
	const uint64_t few[4] = {draw(s), draw(s), draw(s), draw(s)};

	for (size_t k = 0; k < n; k++)
		switch (manner) {
		case ONE_PRESENT:
			s->keys[k] = test_key(s->stream, 7);
			break;
		case ONE_ABSENT:
			s->keys[k] = ~test_key(s->stream, 7);
			break;
		case FEW:
			s->keys[k] = few[rng_next(&s->random) % 4];
			break;
		case ONE_PARTITION: /* of the first bucket; the second bucket is anywhere */
			do {
				s->keys[k] = draw(s);
			} while ((hash_key(&c->hash, s->keys[k]) >> 32 & c->mask) >= (c->mask + 1) / 32);
			break;
		default:
			s->keys[k] = draw(s);
		}
}

static void
same(struct scene *s, size_t n)
{
	const size_t hits = s->of->ops->contains(s->of, s->keys, n, s->want);
	size_t found;

	memset(s->got, GUARD, sizeof s->got);
	found = s->bulk->ops->contains(s->bulk, s->keys, n, s->got);
	for (size_t k = 0; k < n; k++)
		require(s->got[k] == s->want[k], "key %zu of %zu: %d, but cf says %d", k, n, s->got[k], s->want[k]);
	require(hits == found, "%zu hits of %zu, but %zu were told", found, n, hits);
	found = bulk_count(s->bulk, s->keys, n);
	require(hits == found, "%zu hits of %zu, but %zu were counted", hits, n, found);
	for (size_t k = n; k < n + 64; k++)
		require(s->got[k] == GUARD, "byte %zu behind the answers was written", k - n);
}

/* A table of cf with keys, some in their second bucket, and a view of it with scratch. */
static void
begin(struct scene *s, struct test_config *config)
{
	const struct filter_ops *cf = filter_find("cf"), *ops = filter_find("cf-bulk");
	struct cuckoo *c;

	test_describe(config, ops->name);
	s->stream = test_stream("bulk") ^ config->params.seed;
	s->random = s->stream;
	s->of = test_create(cf, config);
	for (size_t k = 0; k < STORED; k++)
		require(test_insert(s->of, test_key(s->stream, k)), "full");
	require(filter_view(ops, s->of, &s->bulk) == FILTER_OK, "no view");
	c = (struct cuckoo *)s->bulk;
	require(!c->bulk, "a small table has scratch");
	c->bulk = bulk_make(LEAST, MOST, NULL);
	require(c->bulk && bulk_number_bits(c) >= 12, "no scratch, or no room for a number");
}

static void
end(struct scene *s)
{
	s->bulk->ops->destroy(s->bulk);
	s->of->ops->destroy(s->of);
	free(s);
}

static const struct {
	size_t buckets;
	unsigned f, b;
	const char *hash;
	enum isa isa;
} tables[] = {
	{1 << 10, 8, 4, "xxh3", ISA_ANY},   {1 << 12, 12, 4, "xxh3", ISA_ANY}, {1 << 12, 12, 4, "xxh3", ISA_PORTABLE},
	{1 << 11, 16, 4, "xxh3", ISA_ANY},  {1 << 11, 16, 4, "city", ISA_ANY}, {1 << 12, 12, 4, "xxh3", ISA_AVX2},
	{1 << 13, 5, 2, "xxh3", ISA_ANY},   {1 << 10, 31, 4, "xxh3", ISA_ANY}, {1 << 12, 13, 8, "xxh3", ISA_ANY},
	{1 << 14, 9, 1, "murmur", ISA_ANY}, {1 << 20, 8, 4, "xxh3", ISA_ANY},  {1 << 20, 12, 4, "xxh3", ISA_ANY},
};

static struct test_config
config_of(size_t i)
{
	return (struct test_config){.params = {.buckets = tables[i].buckets,
	                                       .fp_bits = tables[i].f,
	                                       .slots = tables[i].b,
	                                       .hash = tables[i].hash,
	                                       .isa = tables[i].isa,
	                                       .seed = test_stream("tables") ^ i}};
}

TEST(answers)
{
	static const size_t lengths[] = {LEAST - 1,        LEAST,        LEAST + 1, MOST - 1, MOST, MOST + 1,
	                                 MOST + LEAST - 1, MOST + LEAST, 2 * MOST,  LONGEST};

	for (size_t i = 0; i < COUNT_OF(tables); i++) {
		struct test_config config = config_of(i);
		struct scene *s = malloc(sizeof *s);

		require(s != NULL, "no memory");
		begin(s, &config);
		for (size_t l = 0; l < COUNT_OF(lengths); l++)
			for (enum manner m = RANDOM; m < MANNERS; m++) {
				draw_call(s, m, lengths[l]);
				same(s, lengths[l]);
			}
		end(s);
	}
}

/* One member uses the scratch, the others work without. */
static void
look_up(struct member *m)
{
	const struct scene *s = m->with;
	uint8_t *got = malloc(LONGEST);

	for (unsigned call = 0; got && call < 40; call++) {
		const size_t n = LEAST + (size_t)(rng_next(&m->random) % (LONGEST - LEAST)),
			     from = (size_t)(rng_next(&m->random) % (LONGEST - n + 1));
		const size_t hits = s->bulk->ops->contains(s->bulk, s->keys + from, n, got);

		if (!member_require(m, memcmp(got, s->want + from, n) == 0, "another answer in call %u of %zu keys",
		                    call, n) ||
		    !member_require(m, bulk_count(s->bulk, s->keys + from, n) == hits,
		                    "another count in call %u of %zu keys", call, n))
			break;
	}
	member_require(m, got != NULL, "no memory");
	free(got);
}

TEST(side_by_side)
{
	for (size_t i = 1; i < 3; i++) {
		struct test_config config = config_of(i);
		struct scene *s = malloc(sizeof *s);

		require(s != NULL, "no memory");
		begin(s, &config);
		draw_call(s, RANDOM, LONGEST);
		s->of->ops->contains(s->of, s->keys, LONGEST, s->want);
		team_run("bulk readers", 3, look_up, s);
		end(s);
	}
}

/* With the scratch that a large table allocates itself, in a filter that is not a view. */
TEST(large)
{
	const struct filter_ops *cf = filter_find("cf"), *ops = filter_find("cf-bulk");
	struct test_config config = {
		.params = {.bytes = 96 << 20, .fp_bits = 12, .slots = 4, .seed = test_stream("large")}};
	const uint64_t stream = test_stream("large keys");
	const size_t n = ((size_t)96 << 20) / 64 + 4096;
	struct filter *f, *view;
	uint64_t *keys = malloc(n * sizeof *keys);
	uint8_t *got = malloc(n), *want = malloc(n);

	test_describe(&config, ops->name);
	f = test_create(ops, &config);
	require(keys && got && want, "no memory");
	require(((struct cuckoo *)f)->bulk != NULL, "no scratch");
	require(test_info(f).mapped > test_info(f).bytes / 3 * 5, "the scratch is not told");
	for (size_t k = 0; k < n; k++)
		keys[k] = test_key(stream, k);
	require(ops->insert(f, keys, n / 2) == n / 2, "full");
	require(filter_view(cf, f, &view) == FILTER_OK, "no view");
	require(ops->contains(f, keys, n, got) == cf->contains(view, keys, n, want), "another number of hits");
	require(memcmp(got, want, n) == 0, "another answer");
	require(bulk_count(f, keys, n) == cf->contains(view, keys, n, want), "another count");
	cf->destroy(view);
	ops->destroy(f);
	free(keys), free(got), free(want);
}
