/* SPDX-License-Identifier: MIT */
/*
 * test_load_memory.c - saved filters, and no memory to load them into.
 *
 *      file --- load, with a placer that refuses the first table, the second, ... ---> FILTER_ENOMEM, until none is
 *
 * Who is told that the file is damaged throws it away.
 */
#include "core/mem.h"
#include "tests/test.h"

enum { ITEMS = 128 };

/* Refuses memory to the table whose turn it is. */
struct refusing {
	struct mem_placer placer;
	size_t tables, refused;
};

static bool
refuse_one(struct mem_placer *placer, uint8_t *data, size_t bytes)
{
	struct refusing *r = (struct refusing *)placer;

	mem_touch(data, bytes);
	return r->tables++ != r->refused;
}

static bool
bind_any(struct mem_placer *placer, uint8_t *data, size_t bytes)
{
	(void)placer;
	(void)data;
	return bytes > 0;
}

static void
forget_any(struct mem_placer *placer, uint8_t *data)
{
	(void)placer;
	(void)data;
}

/* A saved filter of default shape, which was offered more than it holds: one that grows has grown. */
static struct test_bytes
grown_specimen(const struct filter_ops *ops)
{
	struct test_config c = test_default_config(ops, ITEMS);
	struct filter *f = test_create(ops, &c);
	struct test_bytes saved;

	test_fill(f, test_stream("grown specimen"), 3 * (size_t)ITEMS);
	saved = test_save(f);
	ops->destroy(f);
	return saved;
}

PROPERTY(no_memory, TEST_LOADS, "a load without memory for a table says so, and not that the file is damaged")
{
	struct test_bytes b = grown_specimen(ops);
	struct refusing r = {{true, bind_any, refuse_one, forget_any}, 0, 0};
	const struct placement place = {.placer = &r.placer};

	do {
		FILE *file = fmemopen(b.data, b.size, "rb");
		struct filter *f = NULL;
		enum filter_status status;

		require(file, "no memory stream");
		r.tables = 0;
		status = ops->load(ops, file, &place, &f);
		require(status == (r.tables > r.refused ? FILTER_ENOMEM : FILTER_OK), "table %zu of %zu refused: %s",
		        r.refused, r.tables, filter_status_text(status));
		if (f)
			ops->destroy(f);
		fclose(file);
	} while (r.tables > r.refused++);
	require(r.refused > 1, "no table was made where it was asked for");
	free(b.data);
}
