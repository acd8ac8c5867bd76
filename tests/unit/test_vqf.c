/* SPDX-License-Identifier: MIT */
/*
 * test_vqf.c - baselines/vqf: the table against lists, byte for byte, with every choice of instructions.
 *
 *      keys of chosen blocks and tags --> vqf, vqf-batch --> the table's bytes == what the lists say, bit by bit
 *             (hash: identity)        --> lists           \-> answers         == what is in the lists
 *
 * The lists know only the published rules: which block a key goes to, and what a block looks like.
 */
#include "baselines/vqf/vqf_block_portable.h"
#include "tests/test.h"

enum { BLOCKS = 7, MOST = 48 };

struct entry {
	uint64_t bucket, remainder; /* no padding: they are compared byte for byte */
};

/* Remainders in the order of their buckets; of one bucket the latest first. */
struct list {
	unsigned n;
	struct entry entry[MOST];
};

struct lists {
	enum vqf_form form;
	uint64_t m;
	struct list block[BLOCKS];
};

struct where {
	uint64_t i[2];
	struct entry entry;
};

/* The key whose hash, which is the key itself, gives this first block and this tag. */
static uint64_t
key_of(const struct lists *l, uint64_t i, uint64_t tag)
{
	const uint64_t tags = (uint64_t)vqf_buckets(l->form) << l->form;
	const uint64_t low = ((tag << 32) + tags - 1) / tags;

	const uint64_t high = (uint64_t)((((uint128)i << 64) + l->m - 1) / l->m >> 32);

	return (high + (i > 0)) << 32 | low;
}

static struct where
where_of(const struct lists *l, uint64_t i, uint64_t tag)
{
	const uint64_t sum = (uint64_t)((uint128)(tag * RNG_STEP) * l->m >> 64);

	return (struct where){{i, (sum + l->m - i) % l->m}, {tag >> l->form, tag & low_mask(l->form)}};
}

static unsigned
count(const struct lists *l, struct where w)
{
	unsigned n = 0;

	for (unsigned side = 0; side < 1 + (w.i[0] != w.i[1]); side++)
		for (unsigned j = 0; j < l->block[w.i[side]].n; j++)
			n += memcmp(&l->block[w.i[side]].entry[j], &w.entry, sizeof w.entry) == 0;
	return n;
}

static bool
add(struct lists *l, struct where w)
{
	struct list *first = &l->block[w.i[0]], *second = &l->block[w.i[1]];
	unsigned at = 0;

	if (first->n * 4 >= vqf_slots(l->form) * 3 && second->n < first->n)
		first = second;
	if (first->n == vqf_slots(l->form))
		return false;
	while (at < first->n && first->entry[at].bucket < w.entry.bucket)
		at++;
	memmove(first->entry + at + 1, first->entry + at, (first->n - at) * sizeof *first->entry);
	first->entry[at] = w.entry;
	first->n++;
	return true;
}

static bool
take(struct lists *l, struct where w)
{
	for (unsigned side = 0; side < 2; side++) {
		struct list *in = &l->block[w.i[side]];

		for (unsigned j = 0; j < in->n; j++)
			if (memcmp(&in->entry[j], &w.entry, sizeof w.entry) == 0) {
				in->n--;
				memmove(in->entry + j, in->entry + j + 1, (in->n - j) * sizeof *in->entry);
				return true;
			}
	}
	return false;
}

/* A block's bytes, bit by bit. */
static void
write_block(enum vqf_form form, const struct list *in, uint8_t block[VQF_BYTES])
{
	unsigned bit = 0, j = 0;

	memset(block, 0, VQF_BYTES);
	for (unsigned b = 0; b < vqf_buckets(form); b++)
		for (bit++; j < in->n && in->entry[j].bucket == b; j++, bit++) {
			block[bit / 8] |= (uint8_t)(1 << bit % 8);
			memcpy(block + vqf_head(form) + j * form / 8, &in->entry[j].remainder, form / 8);
		}
	require(j == in->n && bit == vqf_buckets(form) + in->n, "the lists are out of order");
}

static void
agrees(const struct filter *f, const struct lists *l)
{
	const uint8_t *table = test_info(f).table;
	size_t items = 0;

	for (size_t i = 0; i < l->m; i++) {
		uint8_t want[VQF_BYTES];

		write_block(l->form, &l->block[i], want);
		require(memcmp(table + i * VQF_BYTES, want, VQF_BYTES) == 0, "block %zu of %u is another", i,
		        l->block[i].n);
		items += l->block[i].n;
	}
	require(test_items(f) == items, "%zu items, not %zu", test_items(f), items);
	require(!f->ops->check(f), "check: %s", f->ops->check(f));
}

static struct filter *
make(const struct filter_ops *ops, const struct lists *l, enum isa isa)
{
	struct test_config c = {
		.params = {.buckets = l->m, .fp_bits = (unsigned)l->form, .isa = isa, .hash = "identity"}};

	test_describe(&c, ops->name);
	return test_create(ops, &c);
}

/* A tag: of few, so that there are copies and long buckets; of the first or last bucket; or any. */
static uint64_t
draw_tag(enum vqf_form form, unsigned taste, uint64_t random)
{
	const uint64_t remainder = random >> 32 & low_mask(taste % 2 ? 2 : form);
	const unsigned last = vqf_buckets(form) - 1;
	unsigned bucket = (unsigned)(random % (last + 1));

	if (taste / 2 % 4 == 1)
		bucket = bucket % 2 ? last : last - bucket % 3;
	if (taste / 2 % 4 == 2)
		bucket %= 3;
	if (taste / 2 % 4 == 3)
		bucket = 15 + bucket % 3;
	return (uint64_t)bucket << form | remainder;
}

static void
look_up(const struct filter *f, const struct lists *l, uint64_t i, uint64_t tag)
{
	const unsigned there = count(l, where_of(l, i, tag));

	require(test_has(f, key_of(l, i, tag)) == (there > 0), "block %llu, tag %llu: %u are there",
	        (unsigned long long)i, (unsigned long long)tag, there);
}

/* Random operations, more insertions than deletions and then the other way round: every fill, up and down. */
static void
run(const struct filter_ops *ops, enum vqf_form form, uint64_t m, enum isa isa, unsigned taste)
{
	struct lists l = {.form = form, .m = m};
	struct filter *f = make(ops, &l, isa);
	uint64_t random = test_stream("vqf") + taste * 64 + m;
	const size_t steps = 8 * m * vqf_slots(form);
	size_t refused = 0;

	for (size_t step = 0; step < steps; step++) {
		const uint64_t i = rng_next(&random) % m, tag = draw_tag(form, taste, rng_next(&random));
		const struct where w = where_of(&l, i, tag);

		look_up(f, &l, i, tag);
		/* of the last bucket, whose end no mark says in a full block; all its marks may be in the high word */
		look_up(f, &l, i, ((uint64_t)(vqf_buckets(form) - 1) << form) + step % 2);
		if (rng_next(&random) % 8 < (step < steps / 2 ? 6 : 2)) {
			const bool room = add(&l, w);

			refused += !room;
			require(test_insert(f, key_of(&l, i, tag)) == room, "an insertion is %s",
			        room ? "refused" : "accepted");
		} else {
			require(test_remove(f, key_of(&l, i, tag)) == take(&l, w), "a deletion finds another answer");
		}
		agrees(f, &l);
	}
	require(refused, "no block was full");
	ops->destroy(f);
}

static void
run_all(const char *name, enum isa isa)
{
	static const enum vqf_form forms[] = {VQF_8, VQF_16};

	test_needs(isa);
	for (size_t i = 0; i < COUNT_OF(forms); i++)
		for (uint64_t m = 1; m <= BLOCKS; m += m)
			for (unsigned taste = 0; taste < 8; taste++)
				run(filter_find(name), forms[i], m + (m == 4), isa, taste);
}

TEST(tables_are_as_specified_portable)
{
	run_all("vqf", ISA_PORTABLE);
}

TEST(tables_are_as_specified_avx2)
{
	run_all("vqf", ISA_AVX2);
}

TEST(tables_are_as_specified_avx512)
{
	run_all("vqf", ISA_AVX512);
}

TEST(tables_are_as_specified_batch)
{
	run_all("vqf-batch", ISA_ANY);
}

/* A mark is found in every word, for every rank that a word has, and for those that it does not have. */
TEST(picks_are_exact)
{
	uint64_t random = test_stream("picks");

	for (unsigned i = 0; i < 3000; i++) {
		uint64_t v = rng_next(&random);
		unsigned rank = 0;

		v = i % 4 == 0 ? v & rng_next(&random) : i % 4 == 1 ? v | rng_next(&random) : i % 4 == 2 ? v : 0;
		v = i == 3 ? ~UINT64_C(0) : v;
		for (unsigned bit = 0; bit < 64; bit++)
			if (v >> bit & 1) {
				require(vqf_pick(v, rank) == UINT64_C(1) << bit, "0x%llx, rank %u",
				        (unsigned long long)v, rank);
				rank++;
			}
		require(vqf_ones(v) == rank, "0x%llx has %u ones, not %u", (unsigned long long)v, rank, vqf_ones(v));
		for (; rank <= 64; rank++)
			require(vqf_pick(v, rank) == 0, "0x%llx has no one of rank %u", (unsigned long long)v, rank);
	}
}

/* The second block of a key, as first block of the same tag, has the key's first block as second: they are the same
 * pair. So whatever is stored for one of the keys is found, and deleted, for the other. */
TEST(pairs_are_pairs)
{
	for (uint64_t m = 1; m <= BLOCKS; m++) {
		struct lists l = {.form = VQF_8, .m = m};
		struct filter *f = make(filter_find("vqf"), &l, ISA_ANY);

		for (uint64_t tag = 0; tag < 20480; tag += 37)
			for (uint64_t i = 0; i < m; i++) {
				const uint64_t key = key_of(&l, i, tag),
					       other = key_of(&l, where_of(&l, i, tag).i[1], tag);

				require(test_insert(f, key) && test_has(f, other) && test_remove(f, other) &&
				                !test_has(f, key),
				        "%llu blocks, block %llu, tag %llu: not the same pair", (unsigned long long)m,
				        (unsigned long long)i, (unsigned long long)tag);
			}
		f->ops->destroy(f);
	}
}
