/* SPDX-License-Identifier: MIT */
/*
 * test_vqf_striped.c - vqf-striped as it is built except for the hooks, in portable C: a few keys of two blocks, in
 * every order of two or three threads, and with every value that C11 lets a load see. And with one thing done wrong:
 * each VQF_MUTANT of mutants.def must be caught in the scenario that it names.
 *
 *      build:    "put x PQ"    a key whose blocks are P and Q, and insert it       tags are chosen (hash: identity)
 *      threads:  "insert y", "has x", ...
 *      oracles:  a key that stays is never absent; the history is linearizable, tag by tag; the table has the copies of
 *                every tag that were accepted and not removed; check() finds no fault
 *
 * Every new key has a lower tag than those before it. So it comes before them in a block, and they all move when it
 * comes or goes.
 */
#include "baselines/vqf/vqf_block_portable.h"
#include "baselines/vqf/vqf_place.h"
#include "baselines/vqf/vqf_striped_table.h"
#include "tests/explore.h"
#include "tests/history.h"
#include "tests/test.h"

enum { KEYS = 128, OPERATIONS = 4, MOST = TEST_SANITIZED ? 3000 : 10000 };

extern const struct filter_ops filter_vqf_striped_hooked;

#define VQF_MUTANT(number, name, scenario) extern const struct filter_ops filter_vqf_striped_mutant##number;
#include "tests/mutants.def"
#undef VQF_MUTANT

static const struct mutant {
	const struct filter_ops *ops;
	unsigned number;
	const char *name, *scenario;
} mutants[] = {
#define VQF_MUTANT(number, name, scenario) {&filter_vqf_striped_mutant##number, MUTANT_##name, #name, scenario},
#include "tests/mutants.def"
#undef VQF_MUTANT
};

#define VQF_MUTANT(number, name, scenario) \
	_Static_assert((number) == (int)MUTANT_##name, "numbered as in vqf_striped_table.h");
#include "tests/mutants.def"
#undef VQF_MUTANT

/*
 * The steps of `build`:
 *
 *      key y PQ      a key of a new tag, whose first block is P and whose second is Q; both may be the same
 *      put y PQ      the same, and insert it
 *      alias x yQ    a key of y's tag and blocks, whose first block is Q
 *      again y       insert it
 *      fill P 36     insert keys that can be nowhere else, until block P has 36 of 48 remainders, or as many of 28
 */
static const struct scenario {
	const char *name, *build, *thread[EXPLORE_THREADS];
	char stays; /* a key that is in all the time, though copies of its tag go */
} scenarios[] = {
	/* Remainders move up, and metadata change with them. */
	{"an insertion beside x", "put x PQ, key y PP", {"insert y", "has x"}, 'x'},
	{"a deletion beside x", "put x PQ, put y PP", {"remove y", "has x"}, 'x'},
	/* x is in the block that is read last. */
	{"an insertion behind x", "key x PQ, alias z xQ, again z, key y QQ", {"insert y", "has x"}, 'x'},
	/* Metadata are the same in the end, and the remainder of x is where it was. */
	{"there and back", "put x PQ, key y PP", {"insert y, remove y", "has x"}, 'x'},
	/* y's new copy is in P, and the copy that goes is the one in Q. A lookup of x reads P first. */
	{"a copy comes and another goes", "put y QP, fill Q 36, alias x yP", {"insert y, remove y", "has x"}, 'x'},
	/* Two writers of one block. */
	{"two insertions", "key y PP, key z PP", {"insert y, has y", "insert z, has z"}, 0},
	{"an insertion and a deletion", "put x PQ, key y PQ", {"insert y, has y", "remove x, has x"}, 0},
	{"two deletions of one", "put x PQ, alias y xQ", {"remove x", "remove y"}, 0},
	{"two deletions of two", "put x PQ, alias y xQ, again y", {"remove x", "remove y, has x"}, 0},
	/* One place, which is in Q: one of them is refused. */
	{"two insertions, one place", "fill P 48, fill Q 47, key y PQ, key z QP", {"insert y", "insert z"}, 0},
	/* Nothing is found, which needs both locks; the keys name the blocks in different orders. */
	{"crosswise", "key x PQ, key y QP", {"remove x", "remove y"}, 0},
	/* x is in Q. Its deletion is disturbed, locks both, and is disturbed again. */
	{"a deletion disturbed",
         "key x PQ, alias w xQ, again w, key y QQ, key z QQ",
         {"remove x", "insert y, insert z"},
         0},
	{"two writers and a lookup", "put x PQ, put y PQ, key z PQ", {"insert z", "remove y", "has x"}, 'x'},
};

/* With one stripe, P and Q have its number modulo 2^13. */
static const struct shape {
	const char *name;
	enum vqf_form form;
	uint64_t blocks, p, q;
} shapes[] = {
	{"8 bits, two stripes", VQF_8, 2, 1, 0},   {"8 bits, two stripes, the other order", VQF_8, 2, 0, 1},
	{"16 bits, two stripes", VQF_16, 2, 0, 1}, {"16 bits, one stripe", VQF_16, VQF_STRIPES + 1, 0, VQF_STRIPES},
	{"8 bits, one block", VQF_8, 1, 0, 0},
};

struct key {
	uint64_t key, tag;
	unsigned cell;
};

struct world {
	const struct shape *shape;
	struct filter *filter;
	const struct vqf_striped *striped;
	struct key key[KEYS];
	unsigned keys, cells, threads, named[26];
	uint64_t tag; /* this and all above were tried */
	char stays;
	struct operation planned[EXPLORE_THREADS][OPERATIONS], done[EXPLORE_THREADS][OPERATIONS];
	unsigned planned_key[EXPLORE_THREADS][OPERATIONS], planned_count[EXPLORE_THREADS], performed[EXPLORE_THREADS];
	/* the state after build */
	unsigned before[KEYS];
	struct vqf_striped_counts counts;
};

/* --- building ---------------------------------------------------------------------------------------------------- */

static uint64_t
block_named(const struct world *w, char letter)
{
	return letter == 'P' ? w->shape->p : w->shape->q;
}

/* The key whose hash, which is the key itself, gives this first block and this tag. */
static uint64_t
key_of(const struct world *w, uint64_t i, uint64_t tag)
{
	const uint64_t tags = (uint64_t)vqf_buckets(w->shape->form) << w->shape->form, m = w->shape->blocks;
	const uint64_t high = (uint64_t)((((uint128)i << 64) + m - 1) / m >> 32);

	return (high + (i > 0)) << 32 | ((tag << 32) + tags - 1) / tags;
}

static unsigned
add_key(struct world *w, uint64_t first, uint64_t tag, unsigned cell)
{
	require(w->keys < KEYS, "more keys than there is room for");
	w->key[w->keys] = (struct key){key_of(w, first, tag), tag, cell};
	w->cells += cell == w->cells;
	return w->keys++;
}

/* Of a new tag, with these blocks. */
static unsigned
new_key(struct world *w, uint64_t first, uint64_t second)
{
	uint64_t sum;

	do {
		require(w->tag > 0, "no tag has these blocks");
		sum = fast_range(--w->tag * RNG_STEP, w->shape->blocks);
	} while (sum != (first + second) % w->shape->blocks);
	return add_key(w, first, w->tag, w->cells);
}

static void
put(struct world *w, unsigned k)
{
	require(test_insert(w->filter, w->key[k].key), "a key of the scenario is refused");
	w->before[w->key[k].cell]++;
}

/* In the larger blocks there are more rules to keep than here: shares of 48. */
static void
fill(struct world *w, uint64_t i, unsigned of_48)
{
	const unsigned slots = vqf_slots(w->shape->form), n = slots - (48 - of_48) * (of_48 == 36 ? slots : 48) / 48;

	while (vqf_used(w->shape->form, vqf_block(&w->striped->vqf.map, (uint32_t)i)) < n)
		put(w, new_key(w, i, i));
}

static void
build_step(struct world *w, const char *step)
{
	char verb[8] = "", letter = 0, with[8] = "";
	unsigned *k;

	require(sscanf(step, "%7s %c %7[A-Za-z0-9]", verb, &letter, with) >= 2, "step '%s'", step);
	k = &w->named[letter >= 'a' ? letter - 'a' : 0];
	if (strcmp(verb, "fill") == 0)
		fill(w, block_named(w, letter), (unsigned)strtoul(with, NULL, 10));
	else if (strcmp(verb, "alias") == 0)
		*k = add_key(w, block_named(w, with[1]), w->key[w->named[with[0] - 'a']].tag,
		             w->key[w->named[with[0] - 'a']].cell);
	else if (strcmp(verb, "again") != 0)
		*k = new_key(w, block_named(w, with[0]), block_named(w, with[1]));
	if (strcmp(verb, "put") == 0 || strcmp(verb, "again") == 0)
		put(w, *k);
}

static void
plan_step(struct world *w, unsigned t, const char *step)
{
	static const char *const verbs[] = {"insert", "remove", "has"}; /* enum operation_kind */
	const unsigned n = w->planned_count[t]++;
	char verb[8] = "", letter = 'x';
	unsigned kind = 0;

	require(sscanf(step, "%7s %c", verb, &letter) == 2 && n < OPERATIONS, "step '%s'", step);
	while (strcmp(verbs[kind], verb) != 0)
		kind++;
	w->threads = t + 1;
	w->planned_key[t][n] = w->named[letter - 'a'];
	w->planned[t][n] = (struct operation){
		.kind = (enum operation_kind)kind, .thread = t, .cell = w->key[w->named[letter - 'a']].cell};
}

static const char *
step_after(const char *step)
{
	const char *comma = strchr(step, ',');

	return comma ? comma + 1 : NULL;
}

/* --- running ----------------------------------------------------------------------------------------------------- */

static void
start(void *world)
{
	struct world *w = world;

	memcpy(w->striped->counts, &w->counts, sizeof w->counts);
	memcpy(w->done, w->planned, sizeof w->done);
	memset(w->performed, 0, sizeof w->performed);
}

static void
thread(void *world, unsigned t)
{
	struct world *w = world;

	for (unsigned i = 0; i < w->planned_count[t]; i++) {
		struct operation *o = &w->done[t][i];
		const unsigned k = w->planned_key[t][i];

		o->begin = explore_begin();
		o->result = o->kind == OPERATION_INSERT   ? test_insert(w->filter, w->key[k].key)
		            : o->kind == OPERATION_REMOVE ? test_remove(w->filter, w->key[k].key)
		                                          : test_has(w->filter, w->key[k].key);
		explore_note("operation %u on key %u: %s", o->kind, k, o->result ? "yes" : "no");
		o->end = explore_end();
		w->performed[t]++;
		if (o->kind == OPERATION_HAS && !o->result && w->stays && k == w->named[w->stays - 'a'])
			explore_fail("key %u, present throughout, is not found", k);
	}
}

static unsigned
copies(const struct world *w, uint64_t i, uint64_t tag)
{
	const enum vqf_form form = w->shape->form;
	const uint8_t *block = vqf_block(&w->striped->vqf.map, (uint32_t)i);

	return (unsigned)__builtin_popcountll(vqf_find(form, block, (unsigned)(tag >> form), tag & low_mask(form)));
}

static const char *
finish(void *world)
{
	const struct world *w = world;
	struct operation all[EXPLORE_THREADS * OPERATIONS];
	unsigned expected[KEYS];
	size_t n = 0;

	memcpy(expected, w->before, sizeof expected);
	for (unsigned t = 0; t < w->threads; t++)
		for (unsigned i = 0; i < w->performed[t]; i++) {
			const struct operation *o = all + n;

			all[n++] = w->done[t][i];
			if (o->result && o->kind != OPERATION_HAS)
				expected[o->cell] += o->kind == OPERATION_INSERT ? 1u : -1u;
		}
	if (history_broken_cell(all, n, w->before, w->cells) < w->cells)
		return "the results fit no order of the operations";
	for (unsigned k = 0; k < w->keys; k++) {
		const uint64_t p = w->shape->p, q = w->shape->q, tag = w->key[k].tag;

		if (copies(w, p, tag) + (p != q ? copies(w, q, tag) : 0) != expected[w->key[k].cell])
			return "the table does not have what was accepted less what was removed";
	}
	return w->filter->ops->check(w->filter);
}

/* A thread that only looks up a key that stays: explore_test.onlookers. */
static bool
is_onlooker(const struct world *w, unsigned t)
{
	for (unsigned i = 0; i < w->planned_count[t]; i++)
		if (w->planned[t][i].kind != OPERATION_HAS || !w->stays ||
		    w->planned_key[t][i] != w->named[w->stays - 'a'])
			return false;
	return true;
}

static struct explore_result
explored(const struct filter_ops *ops, const struct shape *shape, const struct scenario *s, uint64_t most)
{
	struct test_config config = {.params = {.buckets = shape->blocks, .fp_bits = shape->form, .hash = "identity"}};
	struct world w = {.shape = shape, .stays = s->stays, .tag = (uint64_t)vqf_buckets(shape->form) << shape->form};
	struct explore_test test = {.world = &w,
	                            .start = start,
	                            .thread = thread,
	                            .finish = finish,
	                            .preemptions = explore_bound(),
	                            .most = most};
	struct explore_result result = {.complete = true};

	test_describe(&config, ops->name);
	w.filter = test_create(ops, &config);
	w.striped = (const struct vqf_striped *)w.filter;
	for (const char *step = s->build; step; step = step_after(step))
		build_step(&w, step);
	for (unsigned t = 0; t < EXPLORE_THREADS; t++)
		for (const char *step = s->thread[t]; step; step = step_after(step))
			plan_step(&w, t, step);
	for (unsigned t = 0; t < w.threads; t++)
		test.onlookers |= (unsigned)is_onlooker(&w, t) << t;
	test.threads = w.threads;
	memcpy(&w.counts, w.striped->counts, sizeof w.counts);
	explore(&test, &result);
	ops->destroy(w.filter);
	return result;
}

/* --- tests ------------------------------------------------------------------------------------------------------- */

static void
every_scenario(void **state)
{
	const struct shape *shape = *state;

	explore_or_skip();
	for (size_t i = 0; i < COUNT_OF(scenarios); i++) {
		const struct explore_result r =
			explored(&filter_vqf_striped_hooked, shape, &scenarios[i], test_stress() < 2 ? MOST : 0);

		if (r.failed)
			fprintf(stderr, "%s: %s\n%s", scenarios[i].name, r.broken, r.schedule);
		require(!r.failed, "%s: %s", scenarios[i].name, r.broken);
		print_message("  %-34s %8llu executions, %8llu cut%s\n", scenarios[i].name,
		              (unsigned long long)r.executions, (unsigned long long)r.cut,
		              r.complete ? "" : ", stopped there");
	}
}

static void
must_be_caught(void **state)
{
	const struct mutant *m = *state;
	const struct scenario *scenario = scenarios;

	explore_or_skip();
	while (strcmp(scenario->name, m->scenario) != 0)
		require(++scenario < scenarios + COUNT_OF(scenarios), "there is no scenario '%s'", m->scenario);
	for (size_t s = 0; s < COUNT_OF(shapes); s++) {
		const struct explore_result r = explored(m->ops, &shapes[s], scenario, MOST);

		if (r.failed) {
			print_message("  %-20s caught in '%s' (%s), execution %llu: %s\n", m->name, m->scenario,
			              shapes[s].name, (unsigned long long)(r.executions + r.cut), r.broken);
			return;
		}
	}
	require(false, "'%s' does not catch the mutant %s", m->scenario, m->name);
}

/* Every enumerator of enum vqf_striped_mutant is in the list. */
TEST(no_mutant_is_forgotten)
{
	bool listed[VQF_STRIPED_MUTANTS] = {false};

	for (size_t i = 0; i < COUNT_OF(mutants); i++)
		listed[mutants[i].number] = true;
	for (unsigned n = 1; n < VQF_STRIPED_MUTANTS; n++)
		require(listed[n], "mutant %u of vqf_striped_table.h is not in tests/mutants.def", n);
}

int
main(int argc, char **argv)
{
	for (size_t i = 0; i < COUNT_OF(shapes); i++)
		test_add((struct CMUnitTest){.name = shapes[i].name,
		                             .test_func = every_scenario,
		                             .initial_state = (void *)(uintptr_t)&shapes[i]});
	for (size_t i = 0; i < COUNT_OF(mutants); i++)
		test_add((struct CMUnitTest){.name = mutants[i].name,
		                             .test_func = must_be_caught,
		                             .initial_state = (void *)(uintptr_t)&mutants[i]});
	return test_main(argc, argv, filter_all);
}
