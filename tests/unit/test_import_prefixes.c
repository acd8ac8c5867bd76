/* SPDX-License-Identifier: MIT */
/*
 * test_import_prefixes.c - prefixes from databases of libloc that this file makes node by node and damages word by
 * word.
 */
#include "tests/test.h"

#include "datasets/import.h"

static char why[KEYSET_WHY];
static struct keyset set;

enum { DB_TREE = 128, DB_NODES = 512 };

static struct {
	unsigned char bytes[DB_TREE + 12 * DB_NODES];
	uint32_t nodes, networks;
} db;

static void
be32(size_t at, uint32_t value)
{
	for (int i = 0; i < 4; i++)
		db.bytes[at + (size_t)i] = (unsigned char)(value >> (24 - 8 * i));
}

static uint32_t
be32_at(size_t at)
{
	uint32_t value = 0;

	for (int i = 0; i < 4; i++)
		value = value << 8 | db.bytes[at + (size_t)i];
	return value;
}

/* Writes the header for the present content. The networks themselves, which no importer reads, lie before the tree. */
static void
db_header(void)
{
	memcpy(db.bytes, "LOCDBXX\1", 8);
	be32(36, 0);
	be32(40, 12 * db.networks);
	be32(44, DB_TREE);
	be32(48, 12 * db.nodes);
}

static uint32_t
db_node(void)
{
	const size_t at = DB_TREE + (size_t)12 * db.nodes;

	require(db.nodes < DB_NODES, "a test's database is too small");
	be32(at, 0);
	be32(at + 4, 0);
	be32(at + 8, UINT32_MAX);
	return db.nodes++;
}

static void
db_new(void)
{
	memset(&db, 0, sizeof db);
	db_node();
}

/* Adds a network. Returns the offset of its node. */
static size_t
db_add(const unsigned char address[16], unsigned length)
{
	size_t at = DB_TREE;

	for (unsigned depth = 0; depth < length; depth++) {
		const size_t slot = at + ((address[depth / 8] >> (7 - depth % 8)) & 1) * 4u;

		if (!be32_at(slot))
			be32(slot, db_node());
		at = DB_TREE + (size_t)12 * be32_at(slot);
	}
	be32(at + 8, db.networks++);
	return at;
}

static const unsigned char v6_doc[16] = {0x20, 0x01, 0x0d, 0xb8},
			   v6_host[16] = {0x20, 0x01, 0x0d, 0xb8, [10] = 0xff, 0xff, [15] = 1},
			   v4_doc[16] = {[10] = 0xff, 0xff, 192, 0, 2, 0}, v4_ten[16] = {[10] = 0xff, 0xff, 10},
			   v4_host[16] = {[10] = 0xff, 0xff, 192, 0, 2, 255}, zero[16];

/* Two networks of IPv6 and three of IPv4, one within another of each. Returns the offset of a node without children. */
static size_t
db_small(void)
{
	size_t leaf;

	db_new();
	db_add(v6_doc, 32);
	db_add(v4_doc, 96 + 24);
	db_add(v4_ten, 96 + 8);
	db_add(v6_host, 128);
	leaf = db_add(v4_host, 128);
	db_header();
	return leaf;
}

/* Imports one family from the database's first n bytes. An error must be one line, with the path in front. */
static enum keyset_status
parse(import_parse *family, size_t n)
{
	static const struct importer i = {.path = "/location.db"};
	char *bytes = malloc(n); /* exactly this many, so that a sanitizer detects a read beyond them */
	enum keyset_status status;

	keyset_destroy(&set);
	keyset_init(&set, "prefixes");
	why[0] = '\0';
	require(bytes != NULL, "memory");
	memcpy(bytes, db.bytes, n);
	status = family(&set, &i, bytes, n, why);
	free(bytes);
	require((status == KEYSET_OK) == !why[0] && !strchr(why, '\n'), "status %d, '%s'", (int)status, why);
	require(status == KEYSET_OK || strncmp(why, "/location.db: ", 14) == 0, "said '%s'", why);
	return status;
}

static size_t
db_size(void)
{
	return DB_TREE + (size_t)12 * db.nodes;
}

static void
refused(size_t n, const char *reason)
{
	import_parse *const families[] = {import_ipv4, import_ipv6};

	for (size_t f = 0; f < COUNT_OF(families); f++) {
		require(parse(families[f], n) == KEYSET_EINVAL, "'%s' is missed", reason);
		require(strstr(why, reason), "said '%s' for '%s'", why, reason);
	}
}

static bool
is_string(size_t at, const void *bytes, size_t n)
{
	return set.starts && at < set.count && set.starts[at + 1] - set.starts[at] == n &&
	       memcmp(set.bytes + set.starts[at], bytes, n) == 0;
}

static int
end(void **state)
{
	(void)state;
	keyset_destroy(&set);
	return 0;
}

TEST_WITHIN(prefixes, NULL, end)
{
	static const uint64_t v4[] = {UINT64_C(0x0a000000) << 8 | 8, UINT64_C(0xc0000200) << 8 | 24,
	                              UINT64_C(0xc00002ff) << 8 | 32};
	unsigned char v6[17];

	db_small();
	require(parse(import_ipv4, db_size()) == KEYSET_OK, "%s", why);
	assert_int_equal(set.count, COUNT_OF(v4));
	assert_memory_equal(set.keys, v4, sizeof v4);
	require(parse(import_ipv6, db_size()) == KEYSET_OK, "%s", why);
	assert_int_equal(set.count, 2);
	memcpy(v6, v6_doc, 16);
	v6[16] = 32;
	require(is_string(0, v6, sizeof v6), "2001:db8::/32");
	memcpy(v6, v6_host, 16);
	v6[16] = 128;
	require(is_string(1, v6, sizeof v6), "2001:db8::ffff:0:1/128");
	/* All of IPv4 is one of its networks; a network that contains it belongs to IPv6. */
	db_add((const unsigned char[16]){[10] = 0xff, 0xff}, 96);
	db_add(zero, 80);
	db_add(zero, 0);
	db_header();
	require(parse(import_ipv4, db_size()) == KEYSET_OK && set.count == 4 && set.keys[0] == 0, "0.0.0.0/0: %s", why);
	require(parse(import_ipv6, db_size()) == KEYSET_OK && set.count == 4, "::/0 and ::/80: %s", why);
}

/* Changes one word of a good database. The importer must report it. */
static void
damage(size_t at, uint32_t value, const char *reason)
{
	db_small();
	be32(at, value);
	refused(db_size(), reason);
}

TEST_WITHIN(damaged_databases, NULL, end)
{
	const size_t leaf = db_small(), nodes = db.nodes;
	const uint32_t first = be32_at(DB_TREE);

	for (size_t n = 1; n < db_size(); n += n < 80 ? 1 : 97)
		refused(n, n < 8 ? ": not a database of libloc" : ": cut off");
	damage(0, 0, ": not a database of libloc");
	damage(4, 0x44425802, ": not a database of libloc");
	damage(4, 0x42585802, ", but not of version 1");
	damage(44, UINT32_MAX, ": cut off");
	damage(48, 12 * (uint32_t)nodes - 4, ": a damaged header");
	damage(48, 0, ": a damaged header");
	damage(40, 7, ": a damaged header");
	damage(40, 12, "has a network that is not there");
	damage(leaf, 1, "leads out of it"); /* deeper than an address has bits */
	damage(leaf, (uint32_t)nodes, "leads out of it");
	damage(DB_TREE, 0, "in no place of it");
	damage(DB_TREE + 4, first, "more than one place");
}
