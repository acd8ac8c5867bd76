/* SPDX-License-Identifier: MIT */
/* test_serial.c - core/serial.h by itself: every field survives, and header and table belong together. */
#include "tests/test.h"

#include "core/hash.h"
#include "core/serial.h"

#include <errno.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { TABLE = 333 };

static const struct filter_params everything = {.bytes = 1,
                                                .buckets = (size_t)1 << 40,
                                                .items = 3,
                                                .fp_bits = 4,
                                                .slots = 5,
                                                .hashes = 6,
                                                .tables = 7,
                                                .counter_bits = 8,
                                                .max_kicks = 9,
                                                .kicks = FILTER_KICKS_BFS,
                                                .max_load = 10,
                                                .hash = "murmur",
                                                .seed = UINT64_C(0xfedcba9876543210)};
static const uint64_t words[SERIAL_WORDS] = {1, UINT64_MAX, 3, 4, 5, 6, 7, UINT64_C(1) << 63};

static struct test_bytes
save(const char *name, const struct filter_params *p, uint8_t fill, size_t table_bytes)
{
	struct test_bytes b = {NULL, 0};
	FILE *file = open_memstream(&b.data, &b.size);
	struct mem table;

	require(file && mem_alloc(&table, table_bytes, NULL) == 0, "no memory");
	memset(table.data, fill, table_bytes);
	require(serial_save(file, name, p, words, &table) == FILTER_OK, "save");
	fclose(file);
	mem_free(&table);
	return b;
}

/* The result of loading header and table. */
static enum filter_status
load(const struct test_bytes *b, const char *name, struct serial *s, struct mem *table)
{
	FILE *file = fmemopen(b->data, b->size, "rb");
	enum filter_status status;

	require(file != NULL, "no memory stream");
	status = serial_load_header(file, name, s);
	if (status == FILTER_OK)
		status = serial_load_table(file, s, table);
	fclose(file);
	return status;
}

TEST(every_field_survives)
{
	struct test_bytes b = save("some-name", &everything, 0x5a, TABLE);
	struct serial s;
	struct mem table;

	require(mem_alloc(&table, TABLE, NULL) == 0, "no memory");
	require(load(&b, "some-name", &s, &table) == FILTER_OK, "load");
	require(s.params.bytes == 1 && s.params.buckets == (size_t)1 << 40 && s.params.items == 3, "sizes");
	require(s.params.fp_bits == 4 && s.params.slots == 5 && s.params.hashes == 6 && s.params.tables == 7, "shape");
	require(s.params.counter_bits == 8 && s.params.max_kicks == 9 && s.params.kicks == FILTER_KICKS_BFS &&
	                s.params.max_load == 10,
	        "limits");
	require(s.params.seed == everything.seed && s.params.place == NULL, "seed or place");
	require(s.params.hash == hash_all[3].name, "the hash's name is not that of the list");
	require(memcmp(s.words, words, sizeof words) == 0 && s.table_bytes == TABLE, "words");
	for (size_t i = 0; i < TABLE; i++)
		require(table.data[i] == 0x5a, "byte %zu of the table", i);
	for (size_t i = TABLE; i < TABLE + MEM_PAD; i++)
		require(table.data[i] == 0, "byte %zu behind the table was written", i);
	mem_free(&table);
	free(b.data);
}

TEST(names_are_compared_whole)
{
	static const char *const others[] = {"some-nam", "some-name2", "", "Some-name"};
	struct test_bytes b = save("some-name", &everything, 0, TABLE);
	struct serial s;
	struct mem table;

	require(mem_alloc(&table, TABLE, NULL) == 0, "no memory");
	for (size_t i = 0; i < COUNT_OF(others); i++)
		require(load(&b, others[i], &s, &table) == FILTER_ECORRUPT, "loaded as '%s'", others[i]);
	mem_free(&table);
	free(b.data);
}

TEST(hashes_by_name)
{
	struct filter_params p = everything;
	struct serial s;
	struct mem table;

	require(mem_alloc(&table, TABLE, NULL) == 0, "no memory");
	for (const struct hash_entry *e = hash_all;; e++) { /* each, and NULL for the default */
		struct test_bytes b;

		p.hash = e->name;
		b = save("x", &p, 0, TABLE);
		require(load(&b, "x", &s, &table) == FILTER_OK, "load");
		require(s.params.hash == (e->name ? e->name : hash_all[0].name), "saved %s, loaded %s",
		        e->name ? e->name : "the default", s.params.hash);
		free(b.data);
		if (!e->name)
			break;
	}
	p.hash = "unknown";
	struct test_bytes b = save("x", &p, 0, TABLE);
	require(load(&b, "x", &s, &table) == FILTER_ECORRUPT, "an unknown hash");
	free(b.data);
	mem_free(&table);
}

/* Two valid files; the table of one under the header of the other is not a valid file. */
TEST(header_and_table_belong_together)
{
	struct test_bytes a = save("x", &everything, 1, TABLE), b = save("x", &everything, 2, TABLE);
	struct filter_params p = everything;
	struct test_bytes c;
	struct serial s;
	struct mem table;

	p.seed++;
	c = save("x", &p, 1, TABLE);
	require(mem_alloc(&table, TABLE, NULL) == 0, "no memory");
	require(load(&a, "x", &s, &table) == FILTER_OK && load(&b, "x", &s, &table) == FILTER_OK, "both are valid");
	memcpy(a.data + a.size - TABLE, b.data + b.size - TABLE, TABLE);
	require(load(&a, "x", &s, &table) == FILTER_ECORRUPT, "the other's table was accepted");
	memset(a.data + a.size - TABLE, 1, TABLE);
	require(load(&a, "x", &s, &table) == FILTER_OK, "its own table is back");
	/* The same table under a header with another seed, checksum of the table included. */
	memcpy(c.data + c.size - TABLE - 8, a.data + a.size - TABLE - 8, TABLE + 8);
	require(load(&c, "x", &s, &table) == FILTER_ECORRUPT, "the same table under another header");
	mem_free(&table);
	require(mem_alloc(&table, TABLE + 1, NULL) == 0, "no memory");
	require(load(&b, "x", &s, &table) == FILTER_ECORRUPT, "a table of another length");
	mem_free(&table);
	free(a.data), free(b.data), free(c.data);
}

/* A header that is signed again says that its table is so long. */
static void
claim(struct test_bytes *b, uint64_t table_bytes)
{
	char *const end = b->data + b->size - TABLE; /* of the header; before it the table's bytes and two digests */
	uint64_t digest;

	memcpy(end - 24, &table_bytes, sizeof table_bytes);
	digest = XXH3_64bits(b->data, (size_t)(end - 16 - b->data));
	memcpy(end - 16, &digest, sizeof digest);
}

/* Whatever the stream: a file, memory. What is refused here cannot take memory later. */
TEST(tables_longer_than_what_is_left)
{
	static const uint64_t longer[] = {TABLE + 1, 1 << 20, UINT64_C(1) << 40, INT64_MAX, UINT64_MAX};
	struct test_bytes b = save("x", &everything, 1, TABLE);
	struct serial s;

	for (size_t i = 0; i < COUNT_OF(longer); i++)
		for (unsigned on_disk = 0; on_disk < 2; on_disk++) {
			FILE *file = on_disk ? tmpfile() : fmemopen(b.data, b.size, "rb");

			claim(&b, longer[i]);
			require(file && (!on_disk || fwrite(b.data, 1, b.size, file) == b.size), "no file");
			rewind(file);
			require(serial_load_header(file, "x", &s) == FILTER_ECORRUPT, "2^%d bytes, %s",
			        63 - __builtin_clzll(longer[i]), on_disk ? "on disk" : "in memory");
			fclose(file);
		}
	claim(&b, TABLE);
	FILE *file = fmemopen(b.data, b.size, "rb");

	require(file && serial_load_header(file, "x", &s) == FILTER_OK, "a table as long as what is left");
	require(ftello(file) == (off_t)(b.size - TABLE), "the stream is not where the table begins");
	fclose(file);
	free(b.data);
}

/* Nobody knows how much comes out of a pipe, so nothing is loaded from one. */
TEST(pipes)
{
	struct test_bytes b = save("x", &everything, 1, TABLE);
	char name[SERIAL_NAME];
	struct serial s;

	for (unsigned named = 0; named < 2; named++) {
		int ends[2];
		FILE *file;

		require(pipe(ends) == 0 && write(ends[1], b.data, b.size) == (ssize_t)b.size, "no pipe");
		close(ends[1]);
		file = fdopen(ends[0], "rb");
		require(file != NULL, "no stream");
		errno = 0;
		require((named ? serial_name(file, name) : serial_load_header(file, "x", &s)) == FILTER_EIO &&
		                errno == ESPIPE,
		        "a pipe: errno is %d", errno);
		fclose(file);
	}
	free(b.data);
}

TEST(full_devices)
{
	static const size_t sizes[] = {1, TABLE, 1 << 20};
	struct mem table;

	for (size_t i = 0; i < COUNT_OF(sizes); i++) {
		FILE *full = fopen("/dev/full", "wb");

		if (!full)
			skip();
		require(mem_alloc(&table, sizes[i], NULL) == 0, "no memory");
		require(serial_save(full, "x", &everything, words, &table) == FILTER_EIO, "%zu bytes on a full device",
		        sizes[i]);
		fclose(full);
		mem_free(&table);
	}
}

/* serial_finish: it destroys a filter whose check complains, or whose status is already bad. */
TEST(finishing)
{
	static const enum filter_status bad[] = {FILTER_ECORRUPT, FILTER_EIO, FILTER_ENOMEM};
	struct test_config c = test_default_config(filter_all[0], 100);

	for (size_t i = 0; i < COUNT_OF(bad); i++) {
		struct filter *f = test_create(filter_all[0], &c);

		require(serial_finish(bad[i], &f) == bad[i] && f == NULL, "%s was lost", filter_status_text(bad[i]));
	}
	struct filter *f = test_create(filter_all[0], &c);

	require(serial_finish(FILTER_OK, &f) == FILTER_OK && f, "a sound filter was refused");
	f->ops->destroy(f);
}
