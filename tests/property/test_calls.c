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
#include "tests/test.h"

#include "variants/cuckoo/cuckoo_interleaved.h"

enum { ITEMS = 400, ROOM = 8192, LONGEST = 700 };

/* The interleaved filters, with insertions in flight at any size. The capability bit, which no filter has, marks tests
 * that are only for these. */
#define IN_FLIGHT (1u << 31)
static const char *const in_flight[] = {"cf-batch", "ss-cf-batch"};
static struct filter_ops forced[COUNT_OF(in_flight)];
static char forced_name[COUNT_OF(in_flight)][32];

static enum filter_status
create_forced(const struct filter_ops *self, const struct filter_params *p, struct filter **out, const char **why)
{
	enum filter_status status = cuckoo_create(self, p, out, why);
	struct cuckoo *c = (struct cuckoo *)*out;

	if (status != FILTER_OK)
		return status;
	require(!c->log, "a tiny table has a log");
	c->log = malloc(CUCKOO_LOG * sizeof(struct cuckoo_log));
	require(c->log != NULL, "no memory");
	return FILTER_OK;
}

/* One filter under test. */
struct scene {
	struct filter *f;
	struct model in;
	uint64_t random;
	size_t refusals, slots;
	bool searches; /* breadth-first */
};

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

/* New keys, some of them twice in the call, and copies of stored ones. */
static void
insert_call(struct scene *s, bool counts_kicks)
{
	uint64_t keys[LONGEST];
	const size_t n = 1 + (size_t)(rng_next(&s->random) % LONGEST);
	struct test_bytes before = {NULL, 0}, after;
	const struct filter_info was = test_info(s->f);
	size_t in;

	for (size_t k = 0; k < n; k++) {
		const uint64_t r = rng_next(&s->random);

		keys[k] = k && r % 32 == 0                ? keys[(r >> 32) % k]
		          : s->in.distinct && r % 32 == 1 ? model_pick(&s->in, r)
		                                          : rng_next(&s->random);
	}
	if (counts_kicks)
		before = test_save(s->f);
	in = s->f->ops->insert(s->f, keys, n);
	require(in <= n, "%zu of %zu keys accepted", in, n);
	s->refusals += in < n;
	for (size_t k = 0; k < in; k++)
		model_add(&s->in, keys[k]);
	test_agrees(s->f, &s->in);
	if (counts_kicks) {
		const uint64_t kicks = test_info(s->f).kicks - was.kicks;
		size_t changed;

		after = test_save(s->f);
		changed = entries_changed(s->f, &before, &after);
		/* A refusal may change the order of entries in a bucket. */
		require(in < n || changed <= in + kicks, "%zu entries changed by %zu insertions and %llu relocations",
		        changed, in, (unsigned long long)kicks);
		/* The walks of keys that are not accepted are rolled back. The moves of a search stay, also those for
		 * keys behind a refused one (cuckoo_searches.h). */
		require(kicks <= (uint64_t)(s->searches ? n : in) * 500, "%llu relocations for %zu of %zu keys",
		        (unsigned long long)kicks, in, n);
		free(before.data), free(after.data);
	}
}

/* Stored keys, in calls of the same lengths, some of them twice if they are in twice. */
static void
remove_call(struct scene *s)
{
	uint64_t keys[LONGEST];
	size_t n = (size_t)(rng_next(&s->random) % LONGEST), found;

	n = n < s->in.total ? n : s->in.total;
	for (size_t k = 0; k < n; k++) {
		keys[k] = model_pick(&s->in, rng_next(&s->random));
		model_drop(&s->in, keys[k]);
	}
	found = s->f->ops->remove(s->f, keys, n);
	require(found == n, "%zu of %zu stored keys removed", found, n);
	test_agrees(s->f, &s->in);
}

static void
one(const struct filter_ops *ops, const struct test_config *config)
{
	struct filter *fresh = test_create(ops, config);
	struct scene s = {.f = test_create(ops, config),
	                  .random = test_stream("calls") ^ config->params.seed,
	                  .searches = config->params.kicks == FILTER_KICKS_BFS};
	const bool counts_kicks =
		!strcmp(test_twin(ops, NULL), "cf") && !(ops->caps & FILTER_SHARED) && config->params.max_kicks <= 500;
	unsigned calls = 0;

	model_init(&s.in, ROOM);
	/* Until some calls were refused. A filter of odd size refuses every second call; a filter that grows does not
	 * reach a refusal. */
	for (; s.refusals < 6 && calls < 40 && s.in.distinct + LONGEST < ROOM; calls++) {
		insert_call(&s, counts_kicks && calls % 4 == 0);
		if (calls % 3 == 2)
			remove_call(&s);
	}
	require(s.refusals > 0 || ops->caps & FILTER_GROWS, "no call was refused in %u", calls);
	while (s.in.total > 0)
		remove_call(&s);
	test_same_as_new(s.f, fresh, "after removing what was accepted");
	model_free(&s.in);
	ops->destroy(s.f);
	ops->destroy(fresh);
}

static void
refusals(const struct filter_ops *ops)
{
	size_t n;
	struct test_config *configs = test_configs(ops, ITEMS, &n);

	for (size_t i = 0; i < n; i++)
		one(ops, &configs[i]);
	free(configs);
}

/*
 * A log that fills up before the chains in flight have ended: all of it is undone, and done again one key after the
 * other. More than 2b copies of a key fit nowhere, and a million relocations in search of a free entry are more than
 * the log holds.
 */
static void
full_log(const struct filter_ops *ops)
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
static void
full_log_full_table(const struct filter_ops *ops)
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

static const struct test_property properties[] = {
	{"a call refused in its middle has inserted what it says", refusals, FILTER_REMOVE | FILTER_FILLS},
	{"a full log loses nothing", full_log, IN_FLIGHT},
	{"a full log is no refusal", full_log_full_table, IN_FLIGHT},
};

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
	return test_filters(argc, argv, "calls", list, properties, COUNT_OF(properties));
}
