/* SPDX-License-Identifier: MIT */
/*
 * test_calls.c - calls with many keys that are refused in the middle: the first `accepted` keys are in, no other is,
 * and nothing else has changed.
 *
 *      keys of a call   | accepted . . . | refused | not read: the rest, offered again in the next call |
 *
 * Removal shows what a filter holds: if all accepted keys are found and removed and the table is then that of a new
 * filter, it held those and no others. The filters that keep many insertions in flight do so only in tables of some
 * size; here they are made to do so in every table.
 */
#include "core/build.h"
#include "tests/as_plugin.h"

#include "variants/cuckoo/cuckoo_interleaved.h"

enum { ITEMS = 400, LONGEST = 700 };

/* The interleaved filters, with insertions in flight at any size. The capability bit, which no filter has, marks tests
 * that are only for these. */
#define IN_FLIGHT (1u << 31)
static const char *const in_flight[] = {"cf-batch", "ss-cf-batch"};
static struct filter_ops forced[COUNT_OF(in_flight)];
static char forced_name[COUNT_OF(in_flight)][32];

static enum filter_status
create_forced(const struct filter_ops *self, const struct filter_params *p, struct filter **out, const char **why)
{
	enum filter_status status = family_create(self, p, out, why);
	struct cuckoo *c = (struct cuckoo *)*out;

	if (status != FILTER_OK)
		return status;
	require(!c->log, "a tiny table has a log");
	c->log = malloc(CUCKOO_LOG * sizeof(struct cuckoo_log));
	require(c->log != NULL, "no memory");
	return FILTER_OK;
}

/* Calls of many keys, some of them twice in a call. The kit checks after each call that the accepted keys are in. At
 * the end all of them are removed, and the table must be that of a new filter. */
static const struct check long_calls[] = {
	{.name = "calls of many keys",
         .recipe = {{.bytes = 1, .keys = 1024, .calls = 10, .most = LONGEST, .removes = true, .small = 10 * LONGEST}}},
	{.name = NULL}};

PROPERTY(refusals, FILTER_REMOVE | FILTER_FILLS, "a call refused in its middle has inserted what it says")
{
	as_plugin_try_shapes(ops, ITEMS, long_calls);
}

/* How many entries of equal width differ in two tables; 0 where a table does not consist of such entries. */
static size_t
entries_changed(const struct filter *f, const struct test_bytes *before, const struct test_bytes *after)
{
	const struct filter_info info = test_info(f);
	const size_t from = before->size - info.bytes;
	size_t changed = 0;

	for (size_t i = 0; i < info.slots; i++)
		for (size_t bit = i * info.fp_bits; bit < (i + 1) * info.fp_bits; bit++)
			if ((before->data[from + bit / 8] ^ after->data[from + bit / 8]) >> bit % 8 & 1) {
				changed++;
				break;
			}
	return changed;
}

/*
 * Each relocation rewrites an entry, and the last one of a key fills another. So a call changes at most as many entries
 * as it has keys and relocations, and at least one if it has one key. A refused key counts none, except those of a
 * search: they stay, also those for keys behind a refused one (cuckoo_searches.h).
 */
static void
count_call(struct filter *f, const uint64_t *keys, size_t n, bool searches, uint64_t *most)
{
	struct test_bytes before = test_save(f), after;
	const uint64_t was = test_info(f).kicks;
	const size_t in = f->ops->insert(f, keys, n);
	const uint64_t kicks = test_info(f).kicks - was;
	size_t changed;

	after = test_save(f);
	changed = entries_changed(f, &before, &after);
	/* A refusal may change the order of entries in a bucket. */
	require(in < n || (changed >= (n == 1) && changed <= in + kicks),
	        "%zu entries changed by %zu insertions and %llu relocations", changed, in, (unsigned long long)kicks);
	require(kicks <= (searches && n > 1 ? n : in) * 500, "%llu relocations for %zu of %zu keys",
	        (unsigned long long)kicks, in, n);
	*most = kicks > *most ? kicks : *most;
	free(before.data), free(after.data);
}

/* In calls of one key; and, if one thread alone has the filter, in calls of some. */
PROPERTY(relocations_are_counted, FILTER_FILLS, "relocations are counted")
{
	enum { SLOTS = 256, KEYS = 300, SOME = 40 };
	const char *name = test_twin(ops, NULL);

	if (strcmp(name, "cf") != 0 && strcmp(name, "cf-nohash") != 0)
		return;
	for (unsigned i = 0; i < 4 * FILTER_KICKS * 2; i++) {
		const unsigned b = 1u << i % 4, calls = i / 4 / FILTER_KICKS;
		struct test_config c = {.params = {.buckets = SLOTS / b,
		                                   .slots = b,
		                                   .fp_bits = 14,
		                                   .kicks = (enum filter_kicks)(i / 4 % FILTER_KICKS),
		                                   .seed = test_stream("kicks")}};
		uint64_t keys[KEYS + SOME], random = c.params.seed, most = 0;
		struct filter *f;
		const char *why;

		if ((calls && ops->caps & FILTER_SHARED) || filter_create(ops, &c.params, &f, &why) != FILTER_OK)
			continue;
		test_describe(&c, ops->name);
		test_context("%s", c.text);
		for (size_t k = 0; k < COUNT_OF(keys); k++)
			keys[k] = test_key(c.params.seed, k);
		for (size_t k = 0, n; k < KEYS; k += n) {
			n = calls ? 1 + (size_t)(rng_next(&random) % SOME) : 1;
			count_call(f, keys + k, n, c.params.kicks == FILTER_KICKS_BFS, &most);
		}
		require(most > 1, "no call took more than one relocation");
		ops->destroy(f);
	}
}

/*
 * A log that fills up before the chains in flight have ended: all of it is undone, and done again one key after the
 * other. More than 2b copies of a key fit nowhere, and a million relocations in search of a free entry are more than
 * the log holds.
 */
PROPERTY(full_log, IN_FLIGHT, "a full log loses nothing")
{
	enum { BEFORE = 200, COPIES = 12, KEYS = 500, FIT = 8 };
	struct test_config config = {
		.params = {.buckets = 1024, .fp_bits = 16, .max_kicks = 1000000, .seed = test_stream("log")}};
	struct filter *f, *fresh;
	uint64_t keys[KEYS];
	size_t in;

	test_describe(&config, ops->name);
	f = test_create(ops, &config), fresh = test_create(ops, &config);
	for (size_t k = 0; k < KEYS; k++)
		keys[k] = test_key(test_stream("log keys"), k < BEFORE || k >= BEFORE + COPIES ? k : BEFORE);
	in = f->ops->insert(f, keys, KEYS);
	require(in == BEFORE + FIT && test_items(f) == in, "%zu keys accepted, %zu items", in, test_items(f));
	require(f->ops->insert(f, keys + BEFORE + COPIES, KEYS - BEFORE - COPIES) == KEYS - BEFORE - COPIES,
	        "a later key is refused");
	require(!f->ops->check(f), "check: %s", f->ops->check(f));
	require(f->ops->remove(f, keys, in) == in, "a key is lost");
	require(f->ops->remove(f, keys + BEFORE + COPIES, KEYS - BEFORE - COPIES) == KEYS - BEFORE - COPIES,
	        "a later key is lost");
	test_same_as_new(f, fresh, "after removing all");
	ops->destroy(f);
	ops->destroy(fresh);
}

/* The same where all keys find an entry in the end: the keys that fit, which the twin determines by inserting one after
 * the other. */
PROPERTY(full_log_full_table, IN_FLIGHT, "a full log is no refusal")
{
	enum { BUCKETS = 4096 };
	struct test_config config = {
		.params = {.buckets = BUCKETS, .fp_bits = 16, .max_kicks = 1000000, .seed = test_stream("log")}};
	const uint64_t stream = test_stream("fit");
	struct filter *twin, *f;
	static uint64_t keys[BUCKETS * 4];
	size_t n, in;

	test_describe(&config, ops->name);
	twin = test_create(filter_find(test_twin(ops, NULL)), &config);
	f = test_create(ops, &config);
	n = test_fill(twin, stream, COUNT_OF(keys));
	for (size_t k = 0; k < n; k++)
		keys[k] = test_key(stream, k);
	in = f->ops->insert(f, keys, n);
	require(in == n && test_items(f) == n, "%zu of %zu keys accepted, %zu items", in, n, test_items(f));
	require(!f->ops->check(f), "check: %s", f->ops->check(f));
	twin->ops->destroy(twin);
	ops->destroy(f);
}

int
main(int argc, char **argv)
{
	const struct filter_ops *list[128];
	size_t n = 0;

	for (; filter_all[n]; n++)
		list[n] = filter_all[n];
	for (size_t i = 0; i < COUNT_OF(in_flight); i++) {
		const struct filter_ops *ops = filter_find(in_flight[i]);

		if (!ops)
			continue;
		forced[i] = *ops;
		snprintf(forced_name[i], sizeof forced_name[i], "%s in flight", ops->name);
		forced[i].name = forced_name[i];
		forced[i].caps |= IN_FLIGHT;
		forced[i].create = create_forced;
		list[n++] = &forced[i];
	}
	list[n] = NULL;
	return test_main(argc, argv, list);
}

/* Pointers to no keys and to no answers may be NULL. It is the sanitizer of undefined behaviour that sees a fault. */
static void
calls_without_keys(struct filter *f)
{
	const struct filter_ops *ops = f->ops;
	const struct test_bytes before = test_save(f);
	struct test_bytes after;

	require(ops->contains(f, NULL, 0, NULL) == 0, "a key of none is in");
	require(!ops->insert || ops->insert(f, NULL, 0) == 0, "a key of none is inserted");
	require(!ops->remove || ops->remove(f, NULL, 0) == 0, "a key of none is removed");
	require(!ops->value || ops->value(f, NULL, 0, NULL, NULL) == 0, "a key of none has a value");
	if (ops->set_value)
		ops->set_value(f, NULL, 0, NULL);
	after = test_save(f);
	require(before.size == after.size && memcmp(before.data, after.data, after.size) == 0, "it has changed");
	free(after.data);
	free(before.data);
}

PROPERTY(no_keys, 0, "calls without keys do nothing")
{
	size_t n;
	struct test_config *configs = test_configs(ops, ITEMS, &n);

	for (size_t i = 0; i < n; i++) {
		struct filter *f = test_create(ops, &configs[i]);

		calls_without_keys(f);
		test_fill(f, test_stream("no keys"), ITEMS / 2);
		calls_without_keys(f);
		ops->destroy(f);
	}
	free(configs);
}

PROPERTY(no_keys_built, FILTER_STATIC, "calls without keys do nothing")
{
	uint64_t keys[ITEMS];

	for (size_t i = 0; i < ITEMS; i++)
		keys[i] = test_key(test_stream("no keys"), i);
	for (unsigned r = 4; r <= 20; r += 4)
		for (size_t n = 0; n <= ITEMS; n += ITEMS) {
			const struct filter_params params = {.fp_bits = r};
			const char *why;
			struct filter *f;

			require(build_filter(ops, &params, n ? keys : NULL, n, &f, NULL, &why) == FILTER_OK, "%s", why);
			calls_without_keys(f);
			ops->destroy(f);
		}
}
