/* SPDX-License-Identifier: MIT */
/*
 * test_files.c - saved filters: no damaged file is accepted. (test_contract.c shows that saving and loading lose
 * nothing.)
 *
 * There are three kinds of damage: bytes changed (every byte of the header, some of the table), bytes missing (any
 * length), and files that are signed correctly but were never written by the filter. The third kind must fail the
 * filter's own check(). These files are made with the functions of core/serial.h, which sign any content. Nor may a
 * header that is signed take more memory than its file explains.
 */
#include "tests/little_memory.h"
#include "tests/test.h"

#include "core/serial.h"

enum { ITEMS = 128 };

/* A saved filter of default shape, half full; *header: bytes before its table. */
static struct test_bytes
specimen(const struct filter_ops *ops, size_t *header)
{
	struct test_config c = test_default_config(ops, ITEMS);
	struct filter *f = test_create(ops, &c);
	struct test_bytes saved;

	test_fill(f, test_stream("specimen"), ITEMS / 2);
	saved = test_save(f);
	*header = saved.size - test_info(f).bytes;
	ops->destroy(f);
	return saved;
}

static void
must_be_corrupt(const struct filter_ops *ops, const struct test_bytes *b, size_t size, const char *what, size_t at)
{
	struct filter *f;
	enum filter_status status = test_load(ops, b->data, size, &f);

	require(status == FILTER_ECORRUPT, "%s %zu of %zu: %s", what, at, b->size, filter_status_text(status));
}

PROPERTY(changed_bytes, TEST_LOADS, "every changed byte is noticed")
{
	size_t header;
	struct test_bytes b = specimen(ops, &header);

	for (size_t i = 0; i < b.size; i++) {
		const unsigned bits = i < header ? 8 : 1;

		for (unsigned bit = 0; bit < bits; bit++) { /* all bits of the header, one of each byte of the table */
			char flip = (char)(1u << (bits == 8 ? bit : i % 8));

			b.data[i] ^= flip;
			must_be_corrupt(ops, &b, b.size, "changed byte", i);
			b.data[i] ^= flip;
		}
	}
	free(b.data);
}

PROPERTY(missing_bytes, TEST_LOADS, "every missing byte is noticed")
{
	size_t header;
	struct test_bytes b = specimen(ops, &header);

	for (size_t size = 0; size < b.size; size += size < header ? 1 : 1 + (b.size - size) / 16)
		must_be_corrupt(ops, &b, size, "cut after byte", size);
	must_be_corrupt(ops, &b, b.size - 1, "cut after byte", b.size - 1);
	free(b.data);
}

PROPERTY(other_filters, TEST_LOADS, "no filter loads another's file")
{
	size_t header;
	struct test_bytes b = specimen(ops, &header);

	for (const struct filter_ops *const *other = filter_all; *other; other++)
		if (*other != ops && (*other)->load)
			must_be_corrupt(*other, &b, b.size, (*other)->name, 0);
	free(b.data);
}

/* A load reads exactly its own bytes from the stream: two filters in one file. */
PROPERTY(two_in_one_stream, TEST_LOADS, "a load reads its own bytes only")
{
	size_t header;
	struct test_bytes one = specimen(ops, &header), two = {malloc(2 * one.size), 2 * one.size};
	struct filter *f, *g, *none;
	FILE *file;

	require(two.data != NULL, "no memory");
	memcpy(two.data, one.data, one.size);
	memcpy(two.data + one.size, one.data, one.size);
	file = fmemopen(two.data, two.size, "rb");
	require(file != NULL, "no memory stream");
	require(filter_load(ops, file, NULL, &f) == FILTER_OK, "the first of two");
	require(filter_load(ops, file, NULL, &g) == FILTER_OK, "the second of two");
	require(filter_load(ops, file, NULL, &none) == FILTER_ECORRUPT && !none, "the third of two");
	fclose(file);
	test_same_bytes(f, g, "two copies");
	ops->destroy(f);
	ops->destroy(g);
	free(one.data);
	free(two.data);
}

/* A read or write that fails is reported. */
PROPERTY(broken_streams, TEST_LOADS, "streams that fail are reported")
{
	struct test_config c = test_default_config(ops, 20000);
	struct filter *f = test_create(ops, &c), *loaded = f;
	FILE *full = fopen("/dev/full", "wb"), *directory = fopen("/", "rb");

	require(directory != NULL, "cannot open a directory");
	require(filter_load(ops, directory, NULL, &loaded) == FILTER_EIO && !loaded, "loaded from a directory");
	fclose(directory);
	if (full) {
		require(ops->save(f, full) == FILTER_EIO, "saved on a full device");
		fclose(full);
	}
	ops->destroy(f);
}

/* What a signed forgery changes. */
enum forgery {
	HONEST,
	NO_ITEMS,     /* items in the table are not counted */
	NO_TABLE,     /* counted items are not in the table */
	FULL_TABLE,   /* every bit set */
	LONGER_TABLE, /* sizes disagree */
	SHORTER_TABLE,
};

/* Takes a saved filter apart and puts it together again, signed. */
static struct test_bytes
forge(const struct filter_ops *ops, const struct test_bytes *b, enum forgery forgery)
{
	struct test_bytes out = {NULL, 0};
	FILE *in = fmemopen(b->data, b->size, "rb"), *file = open_memstream(&out.data, &out.size);
	struct serial s;
	struct mem table, other;
	size_t bytes;

	require(in && file, "no memory stream");
	require(serial_load_header(in, ops->name, &s) == FILTER_OK, "header");
	require(mem_alloc(&table, s.table_bytes, NULL) == 0, "no memory");
	require(serial_load_table(in, &s, &table) == FILTER_OK, "table");
	bytes = table.bytes + (forgery == LONGER_TABLE) - (forgery == SHORTER_TABLE);
	require(mem_alloc(&other, bytes, NULL) == 0, "no memory");
	memcpy(other.data, table.data, bytes < table.bytes ? bytes : table.bytes);
	if (forgery == NO_ITEMS)
		s.words[0] = 0;
	if (forgery == NO_TABLE || forgery == FULL_TABLE)
		memset(other.data, forgery == FULL_TABLE ? 0xff : 0, other.bytes);
	require(serial_save(file, ops->name, &s.params, s.words, &other) == FILTER_OK, "save");
	fclose(in);
	fclose(file);
	mem_free(&table);
	mem_free(&other);
	return out;
}

PROPERTY(forgeries, TEST_LOADS, "signed forgeries fail the check")
{
	static const char *const what[] = {[NO_ITEMS] = "items not counted",
	                                   [NO_TABLE] = "an empty table",
	                                   [FULL_TABLE] = "a table of ones",
	                                   [LONGER_TABLE] = "a table too long",
	                                   [SHORTER_TABLE] = "a table too short"};
	size_t header;
	struct test_bytes b = specimen(ops, &header), honest = forge(ops, &b, HONEST);

	require(honest.size == b.size && memcmp(honest.data, b.data, b.size) == 0,
	        "a filter saves itself in another way");
	free(honest.data);
	for (unsigned kind = NO_ITEMS; kind <= SHORTER_TABLE; kind++) {
		struct test_bytes forged = forge(ops, &b, (enum forgery)kind);

		must_be_corrupt(ops, &forged, forged.size, what[kind], 0);
		free(forged.data);
	}
	free(b.data);
}

/* Can a table with this bit inverted be valid? No, if the bit is part of a quotient filter's metadata, or of a counter
 * whose sum is known. */
static bool
may_be_valid(const struct filter_ops *ops, const struct filter_info *info, size_t bit)
{
	if (!strcmp(test_twin(ops, NULL), "qf"))
		return bit % (info->fp_bits + 3) < info->fp_bits;
	if (!strcmp(test_twin(ops, NULL), "cf-counters"))
		return bit < info->slots * info->fp_bits;
	return strcmp(test_twin(ops, NULL), "cbf") != 0;
}

/* A filter that passed its check stays valid under any operation. */
static void
hammer(struct filter *f)
{
	uint64_t random = test_stream("hammer");
	uint8_t hit;

	for (unsigned i = 0; i < 2 * ITEMS; i++) {
		uint64_t r = rng_next(&random), key = test_key(test_stream("specimen"), r % ITEMS);

		if (r >> 32 & 1)
			f->ops->insert(f, &key, 1);
		else if (f->ops->contains(f, &key, 1, &hit) && f->ops->remove)
			f->ops->remove(f, &key, 1);
	}
	require(!f->ops->check(f), "after operations on a forgery: check: %s", f->ops->check(f));
}

/* Every bit of the table changed, and the file signed again. */
PROPERTY(forged_bits, TEST_LOADS, "single forged bits fail the check or do no harm")
{
	struct test_config c = test_default_config(ops, 40);
	struct filter *f = test_create(ops, &c), *loaded;
	struct filter_info info = test_info(f);
	struct test_bytes b;
	struct serial s;
	struct mem table;
	FILE *file;

	test_fill(f, test_stream("specimen"), 40);
	b = test_save(f);
	ops->destroy(f);
	file = fmemopen(b.data, b.size, "rb");
	require(file && serial_load_header(file, ops->name, &s) == FILTER_OK, "header");
	require(mem_alloc(&table, s.table_bytes, NULL) == 0, "no memory");
	require(serial_load_table(file, &s, &table) == FILTER_OK, "table");
	fclose(file);
	free(b.data);
	for (size_t bit = 0; bit < 8 * table.bytes; bit++) {
		table.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
		file = open_memstream(&b.data, &b.size);
		require(file && serial_save(file, ops->name, &s.params, s.words, &table) == FILTER_OK, "save");
		fclose(file);
		if (test_load(ops, b.data, b.size, &loaded) == FILTER_OK) {
			require(may_be_valid(ops, &info, bit), "bit %zu changed, and nothing was noticed", bit);
			hammer(loaded);
			ops->destroy(loaded);
		}
		free(b.data);
		table.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
	}
	mem_free(&table);
}

/* --- memory that a header asks for ------------------------------------------------------------------------------- */

/* A header's numbers, by their places: what sizes a table, the parameters of 32 bits, the words; and two that go
 * together, how often a growing filter may double, and how often it has. */
enum { SIZES = 3, SMALL = 10, DOUBLED = SIZES + SMALL + SERIAL_WORDS, NUMBERS };

/* Changes one number. What sizes a table takes the place of what did before. */
static void
set_number(struct serial *s, unsigned which, uint64_t value)
{
	struct filter_params *p = &s->params;
	size_t *const sizes[SIZES] = {&p->bytes, &p->buckets, &p->items};
	unsigned *const small[SMALL] = {&p->fp_bits,   &p->slots,    &p->hashes,  &p->tables,    &p->counter_bits,
	                                &p->max_kicks, &p->max_load, &p->stripes, &p->doublings, &p->value_bits};

	if (which < SIZES)
		p->bytes = p->buckets = p->items = 0, *sizes[which] = value;
	else if (which < SIZES + SMALL)
		*small[which - SIZES] = (unsigned)value;
	else if (which < DOUBLED)
		s->words[which - SIZES - SMALL] = value;
	else
		p->doublings = (unsigned)(s->words[2] = value);
}

/* Signs the header that asks for this, with the table that belongs to another, and tries to load it. */
static bool
asks_in_vain(const struct filter_ops *ops, const struct serial *s, const struct mem *table)
{
	struct test_bytes b = {NULL, 0};
	FILE *file = open_memstream(&b.data, &b.size);
	enum filter_status status;
	struct filter *f;

	require(file && serial_save(file, ops->name, &s->params, s->words, table) == FILTER_OK, "save");
	fclose(file);
	status = test_load(ops, b.data, b.size, &f);
	ops->destroy(f);
	free(b.data);
	return status == FILTER_OK || status == FILTER_ECORRUPT;
}

/* Every number becomes every power of two, and one less. Two at a time are drawn. 0, or the case that failed. */
static int
ask_for_memory(const struct filter_ops *ops)
{
	enum { DRAWN = TEST_SANITIZED ? 60 : 600, MOST_KIB = 4 << 10 };
	size_t header;
	struct test_bytes b = specimen(ops, &header);
	uint64_t random = test_stream("asked memory");
	struct rusage before, after;
	struct serial honest, s;
	struct mem table;
	FILE *file = fmemopen(b.data, b.size, "rb");

	require(file && serial_load_header(file, ops->name, &honest) == FILTER_OK, "header");
	require(mem_alloc(&table, honest.table_bytes, NULL) == 0, "no memory");
	require(serial_load_table(file, &honest, &table) == FILTER_OK, "table");
	fclose(file);
	free(b.data);
	getrusage(RUSAGE_SELF, &before);
	for (unsigned i = 0; i < NUMBERS * 128 + DRAWN; i++) {
		const bool drawn = i >= NUMBERS * 128;
		const uint64_t r = rng_next(&random);

		s = honest;
		set_number(&s, drawn ? (unsigned)(r % NUMBERS) : i / 128, (UINT64_C(1) << i % 64) - (i / 64 & 1));
		if (drawn)
			set_number(&s, (unsigned)((r >> 32) % NUMBERS), UINT64_C(1) << (r >> 58));
		getrusage(RUSAGE_SELF, &after);
		if (!asks_in_vain(ops, &s, &table) || after.ru_maxrss - before.ru_maxrss > MOST_KIB) {
			print_error("%s: case %u: memory\n", ops->name, i);
			return 1;
		}
	}
	mem_free(&table);
	return 0;
}

/* A file of some hundred bytes gets some hundred bytes. What a filter has beside its table is bounded: the longest
 * list of evictions, or chain. */
PROPERTY(asked_memory, TEST_LOADS, "a signed header gets no more memory than its file has")
{
	require(little_memory(ask_for_memory, ops) == 0, "memory was taken, or missing, where a file asks for it");
}
