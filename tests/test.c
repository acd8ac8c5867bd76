/* SPDX-License-Identifier: MIT */
/* test.c - see test.h: seeds, failures, and the checks that all tests use. */
#include "tests/test.h"

#include "harness/base/memory.h"
#include "harness/filters/plugin.h"

#include <errno.h>

static char context[512];

static const char *
seed_text(void)
{
	const char *text = getenv("CUCKOOBENCH_SEED");

	return text && *text ? text : "0x5eed0fcc2014";
}

uint64_t
test_seed(void)
{
	const char *text = seed_text();
	bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
	unsigned long long seed;
	char *end;

	errno = 0;
	seed = strtoull(text, &end, hex ? 16 : 10);
	if (errno || *end || text[0] < '0' || text[0] > '9') {
		fprintf(stderr, "CUCKOOBENCH_SEED: '%s' is not a number\n", text);
		exit(2);
	}
	return seed;
}

uint64_t
test_stream(const char *purpose)
{
	uint64_t name = 0;

	while (*purpose)
		name = name * 31 + (unsigned char)*purpose++;
	return rng_derive(test_seed(), name);
}

void
test_context(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(context, sizeof context, format, arguments);
	va_end(arguments);
}

_Noreturn void
test_fail(const char *file, int line, const char *condition, const char *format, ...)
{
	char message[512];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(message, sizeof message, format, arguments);
	va_end(arguments);
	print_error("%s:%d: required: %s\n\t%s\n\tin: %s\n\tagain: CUCKOOBENCH_SEED=%s\n", file, line, condition,
	            message, context, seed_text());
	_fail(file, line);
	abort(); /* _fail does not return */
}

const char *
test_twin(const struct filter_ops *ops, bool *same_bytes)
{
	if (same_bytes)
		*same_bytes = !ops->rearranges;
	return ops->twin ? ops->twin : ops->name;
}

size_t
test_stress(void)
{
	const char *text = getenv("CUCKOOBENCH_STRESS");
	long n = text ? strtol(text, NULL, 10) : 1;

	return n < 1 ? 1 : n > 100000 ? 100000 : (size_t)n;
}

/* Single operations. */

bool
test_insert(struct filter *f, uint64_t key)
{
	return f->ops->insert(f, &key, 1) == 1;
}

bool
test_has(const struct filter *f, uint64_t key)
{
	uint8_t hit = 0xa5;

	return f->ops->contains(f, &key, 1, &hit) == 1;
}

bool
test_remove(struct filter *f, uint64_t key)
{
	return f->ops->remove(f, &key, 1) == 1;
}

struct filter_info
test_info(const struct filter *f)
{
	struct filter_info info;

	memset(&info, 0xa5, sizeof info);
	f->ops->info(f, &info);
	return info;
}

size_t
test_items(const struct filter *f)
{
	return test_info(f).items;
}

size_t
test_slots(const struct filter *f, size_t otherwise)
{
	size_t slots = test_info(f).slots;

	return slots ? slots : otherwise;
}

size_t
test_fill(struct filter *f, uint64_t stream, size_t most)
{
	size_t n = 0;

	while (n < most && test_insert(f, test_key(stream, n)))
		n++;
	return n;
}

void
test_agrees(const struct filter *f, const struct model *m)
{
	uint8_t *hit = model_memory(m->distinct + 1, 1);
	size_t hits = f->ops->contains(f, m->key, m->distinct, hit), lost = 0;
	const char *broken = f->ops->check(f);

	while (lost < m->distinct && hit[lost])
		lost++;
	free(hit);
	require(lost == m->distinct, "key 0x%llx, stored %u times of %zu keys, is not found",
	        (unsigned long long)m->key[lost], (unsigned)m->count[lost], m->total);
	require(hits == m->distinct, "contains returned %zu for %zu keys that are all found", hits, m->distinct);
	require(test_items(f) == m->total, "%zu items, but %zu are stored", test_items(f), m->total);
	require(!broken, "check: %s", broken);
}

void
test_lockstep(struct filter *a, struct filter *b, struct model *m, uint64_t *random, size_t steps)
{
	const unsigned caps = a->ops->caps;

	for (size_t s = 0; s < steps; s++) {
		uint64_t r = rng_next(random), key = rng_next(random);
		unsigned action = r % 16;
		bool ra, rb, present = m->distinct && action % 2;

		if (present)
			key = model_pick(m, r);
		if (action < 9 && m->distinct < m->room && (!present || caps & FILTER_MULTISET)) {
			ra = test_insert(a, key), rb = test_insert(b, key);
			if (ra)
				model_add(m, key);
		} else if (action < 15 && present && caps & FILTER_REMOVE) {
			ra = test_remove(a, key), rb = test_remove(b, key);
			model_drop(m, key);
		} else {
			ra = test_has(a, key), rb = test_has(b, key);
		}
		require(ra == rb, "step %zu of kind %u: one says %d, the other %d", s, action, ra, rb);
	}
	require(test_items(a) == test_items(b), "%zu items against %zu", test_items(a), test_items(b));
}

/* Saved filters. */

/* Replaces the saved form of a filter that has none: the facts that it reports, and its table if it shows one. */
static void
write_state(const struct filter *f, FILE *file)
{
	const struct filter_info i = test_info(f);

	fprintf(file, "%zu bytes, %zu items, %zu slots, %zu buckets, %llu kicks, f=%u b=%u k=%u\n", i.bytes, i.items,
	        i.slots, i.buckets, (unsigned long long)i.kicks, i.fp_bits, i.slots_per_bucket, i.hashes);
	if (i.table)
		fwrite(i.table, 1, i.bytes, file);
}

struct test_bytes
test_save(const struct filter *f)
{
	struct test_bytes b = {NULL, 0};
	FILE *file = open_memstream(&b.data, &b.size);
	enum filter_status status = FILTER_OK;

	require(file != NULL, "no memory stream");
	if (f->ops->save)
		status = f->ops->save(f, file);
	else
		write_state(f, file);
	fclose(file);
	require(status == FILTER_OK, "save: %s", filter_status_text(status));
	return b;
}

enum filter_status
test_load(const struct filter_ops *ops, const char *data, size_t size, struct filter **f)
{
	FILE *file = size ? fmemopen((void *)(uintptr_t)data, size, "rb") : fopen("/dev/null", "rb");
	enum filter_status status;

	require(file != NULL, "no memory stream");
	*f = (struct filter *)(void *)context; /* load must overwrite it */
	status = filter_load(ops, file, NULL, f);
	fclose(file);
	require((status == FILTER_OK) == (*f != NULL), "load: %s, but the filter is %s", filter_status_text(status),
	        *f ? "not NULL" : "NULL");
	return status;
}

static void
same_from(const struct filter *a, const struct filter *b, bool table_only, const char *what)
{
	struct test_bytes x = test_save(a), y = test_save(b);
	size_t from = table_only && x.size > test_info(a).bytes ? x.size - test_info(a).bytes : 0, at = from;

	require(x.size == y.size, "%s: saved in %zu and in %zu bytes", what, x.size, y.size);
	while (at < x.size && x.data[at] == y.data[at])
		at++;
	require(at == x.size, "%s: %s differs first in byte %zu", what, table_only ? "table" : "saved form", at - from);
	free(x.data);
	free(y.data);
}

void
test_same_bytes(const struct filter *a, const struct filter *b, const char *what)
{
	same_from(a, b, false, what);
}

void
test_same_table(const struct filter *a, const struct filter *b, const char *what)
{
	same_from(a, b, true, what);
}

void
test_same_as_new(const struct filter *f, const struct filter *fresh, const char *what)
{
	/* a Morton filter never forgets which buckets have overflowed */
	if (!(f->ops->caps & FILTER_GROWS) && strcmp(test_twin(f->ops, NULL), "morton") != 0) {
		test_same_table(f, fresh, what);
		return;
	}
	/* check confirms that there is no other number of entries */
	require(test_items(f) == 0, "%s: %zu items", what, test_items(f));
	require(!f->ops->check(f), "%s: check: %s", what, f->ops->check(f));
}

/* Running. */

void
test_needs(enum isa needed)
{
	const char *why = isa_refuses(needed, ISA_ANY);

	if (!why)
		return;
	print_message("# skipped: %s\n", why);
	skip();
}

static struct CMUnitTest *tests;
static size_t test_count;

static struct property {
	const char *text;
	void (*run)(const struct filter_ops *);
	unsigned needs;
} * properties;
static size_t property_count;

void
test_add(struct CMUnitTest test)
{
	tests = memory_grown(tests, test_count, sizeof *tests);
	tests[test_count++] = test;
}

void
test_add_property(const char *text, void (*run)(const struct filter_ops *), unsigned needs)
{
	properties = memory_grown(properties, property_count, sizeof *properties);
	properties[property_count++] = (struct property){text, run, needs};
}

struct pair {
	char name[96];
	const struct filter_ops *ops;
	void (*run)(const struct filter_ops *);
};

static void
run_pair(void **state)
{
	const struct pair *p = *state;

	test_context("%s", p->name);
	test_needs(p->ops->isa);
	p->run(p->ops);
}

/* Under a mask of instructions only those filters differ that choose instructions which the mask excludes. Those that
 * require such instructions are refused (tests/unit/test_isa.c). */
static bool
is_as_unmasked(const struct filter_ops *ops)
{
	return isa_mask() != ISA_ANY && isa_contains(isa_best(), ops->chooses);
}

static void
add_pair(const struct property *property, const struct filter_ops *ops)
{
	struct pair *p;

	if ((property->needs & ~(ops->caps | (ops->load ? TEST_LOADS : 0u))) || is_as_unmasked(ops))
		return;
	if (ops->caps & FILTER_STATIC && !(property->needs & FILTER_STATIC)) /* the others insert */
		return;
	p = model_memory(1, sizeof *p);
	p->ops = ops;
	p->run = property->run;
	snprintf(p->name, sizeof p->name, "%s: %s", ops->name, property->text);
	test_add((struct CMUnitTest){.name = p->name, .test_func = run_pair, .initial_state = p});
}

int
test_main(int argc, char **argv, const struct filter_ops *const *filters)
{
	for (size_t i = 0; i < property_count; i++)
		for (size_t j = 0; filters[j]; j++)
			add_pair(&properties[i], filters[j]);
	if (argc > 1)
		cmocka_set_test_filter(argv[1]);
	fprintf(stderr, "%s: CUCKOOBENCH_SEED=0x%llx\n", program_invocation_short_name,
	        (unsigned long long)test_seed());
	if (!test_count) { /* of properties alone, and no filter that the mask leaves has their needs */
		puts("1..0 # SKIP under this mask of instructions no filter differs that these tests are of");
		return 0;
	}
	return _cmocka_run_group_tests(program_invocation_short_name, tests, test_count, NULL, NULL) != 0;
}

/* Loads the plug-ins of CUCKOOBENCH_PLUGINS, files with colons between them. */
static void
load_plugins(void)
{
	const char *files = getenv("CUCKOOBENCH_PLUGINS"), *path[FILTERS_ADDED];
	struct failure failure;
	size_t n = 0;

	/* Never freed, because the registry points to the names. */
	for (char *file = files ? strtok(strdup(files), ":") : NULL; file && n < COUNT_OF(path);
	     file = strtok(NULL, ":"))
		path[n++] = file;
	if (plugins_load(path, n, &failure) != STATUS_DONE)
		exit(failure_print(&failure));
}

__attribute__((weak)) int
main(int argc, char **argv)
{
	if (property_count)
		load_plugins();
	return test_main(argc, argv, filter_all);
}
