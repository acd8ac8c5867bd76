/* SPDX-License-Identifier: MIT */
/*
 * test_chaos.c - the filters for many threads, compiled with hooks that yield at random (chaos.h), on a few buckets
 * full of aliases.
 *
 *      two readers    look up keys that stay                                   none may be missed
 *      two writers    add and remove keys of their own                         each added key must be found
 *      at the end     items, the sum over the table, check()                   as the writers' records have it
 *
 *      three threads  five operations each at random, on keys of a few cells; the times from one atomic counter:
 *                     the history must be linearizable (history.h), and again, and again
 *
 * A filter that does not check what it has not found, or bumps no version, must be caught here, by real threads. That
 * shows that this test can find such errors. (On x86 it finds only errors that need no weak memory; the explorer finds
 * the others.)
 *
 *      CUCKOOBENCH_STRESS=100      a hundred times the work
 */
#include "tests/cells.h"
#include "tests/chaos.h"
#include "tests/history.h"
#include "tests/threads.h"

extern const struct filter_ops filter_cf_striped_hooked, filter_ss_cf_striped_hooked, filter_cf_inline_hooked,
	filter_cf_seqlock_hooked;

/* Mutants that make mistakes on x86 too. Mutants that never free their locks are left out: they would wait for ever. */
#define CHAOS_MUTANTS(M) M(1) M(2) M(3) M(4) M(6) M(10) M(11) M(13)
#define DECLARE(n) extern const struct filter_ops filter_cf_striped_mutant##n;
CHAOS_MUTANTS(DECLARE)
#define LIST(n) {&filter_cf_striped_mutant##n, n},
static const struct mutant {
	const struct filter_ops *ops;
	enum striped_mutant number;
} mutants[] = {CHAOS_MUTANTS(LIST)};

enum {
	READERS = 2,
	WRITERS = 2,
	STAYING = 6, /* at most */
	OWN = 6,     /* keys of a writer */
	KEYS = STAYING + WRITERS * OWN,
	LOOKUPS = TEST_SANITIZED ? 3000 : 20000, /* of a reader, in one life */
	LIVES = 2000,                            /* until a mutant must be caught; most are in the first */
	PARTNERS = 3,
	STEPS = 5, /* of a partner in a history */
	HISTORIES = TEST_SANITIZED ? 200 : 2000,
};
_Static_assert(PARTNERS *STEPS <= HISTORY_MOST, "all may be on one cell");

/* All keys have both buckets among these, in two stripes or lines. */
struct place_to_be {
	struct filter_params params;
	size_t bucket[4];
	unsigned staying; /* keys */
};
static const struct place_to_be places[] = {
	{{.buckets = 128, .fp_bits = 8, .slots = 1, .max_kicks = 16}, {0, 1, 64, 65}, 6},
	{{.buckets = 128, .fp_bits = 8, .slots = 4, .max_kicks = 16}, {0, 1, 64, 65}, 6},
	{{.buckets = 128, .fp_bits = 11, .slots = 2, .max_kicks = 16}, {1, 2, 65, 66}, 6},
	{{.buckets = 4, .fp_bits = 4, .slots = 2, .max_kicks = 16}, {0, 1, 2, 3}, 6},
	/* All keys are one cell of two copies: none ever moves, and only a deletion could show a reader that it missed
	 * a key. */
	{{.buckets = 2, .fp_bits = 1, .slots = 1, .max_kicks = 16}, {0, 1, 0, 1}, 1},
};

/* --- keys ----------------------------------------------------------------------------------------------------- */

static bool
is_there(const struct place_to_be *at, size_t bucket)
{
	for (unsigned i = 0; i < COUNT_OF(at->bucket); i++)
		if (at->bucket[i] == bucket)
			return true;
	return false;
}

/* The next key of the stream whose buckets are both among those chosen. */
static uint64_t
next_key(const struct striped *c, const struct place_to_be *at, uint64_t *stream)
{
	for (;;) {
		uint64_t key = rng_next(stream);
		struct striped_place p = cells_place(c, key);

		if (is_there(at, p.i1) && is_there(at, p.i2))
			return key;
	}
}

static struct filter *
filter_at(const struct filter_ops *ops, const struct place_to_be *at)
{
	struct test_config config = {.params = at->params};
	struct filter *f = NULL;
	const char *why = NULL;

	config.params.seed = test_stream("place");
	test_describe(&config, ops->name);
	if (filter_create(ops, &config.params, &f, &why) != FILTER_OK)
		return NULL; /* semi-sorted buckets have four entries */
	test_context("%s", config.text);
	return f;
}

/* --- lives ---------------------------------------------------------------------------------------------------- */

struct life {
	struct filter *f;
	const struct striped *c;
	uint64_t key[KEYS];
	bool in[KEYS];
	atomic_uint reading;
	_Atomic uint64_t sum; /* the sum that the table should have */
	atomic_bool wrong;
	const char *what;
};

static void
is_wrong(struct life *l, const char *what)
{
	if (!atomic_exchange(&l->wrong, true))
		l->what = what;
}

static void
read_staying(struct member *m)
{
	struct life *l = m->with;

	for (unsigned n = 0; n < LOOKUPS && !l->wrong; n++)
		if (!test_has(l->f, l->key[rng_next(&m->random) % STAYING]))
			is_wrong(l, "a key that stays is not found");
	l->reading--;
}

static void
write_own(struct member *m)
{
	struct life *l = m->with;
	const unsigned first = STAYING + m->index * OWN;

	while (l->reading && !l->wrong) {
		const unsigned k = first + (unsigned)(rng_next(&m->random) % OWN);
		const uint64_t share = striped_share(l->f, l->key[k]);

		if (!l->in[k]) {
			l->in[k] = test_insert(l->f, l->key[k]);
			l->sum += l->in[k] ? share : 0;
		} else if (rng_next(&m->random) % 2) {
			if (!test_has(l->f, l->key[k]))
				is_wrong(l, "a key of its own is not found");
		} else {
			if (!test_remove(l->f, l->key[k]))
				is_wrong(l, "a key of its own cannot be removed");
			l->in[k] = false;
			l->sum -= share;
		}
	}
}

static void
live(struct member *m)
{
	chaos_seed(rng_next(&m->random));
	if (m->index < WRITERS)
		write_own(m);
	else
		read_staying(m);
}

/* One life. NULL, or what went wrong. */
static const char *
one_life(const struct filter_ops *ops, const struct place_to_be *at, uint64_t stream)
{
	struct life l = {.f = filter_at(ops, at), .reading = READERS};
	size_t items = 0;

	if (!l.f)
		return NULL;
	l.c = (const struct striped *)l.f;
	for (unsigned k = 0; k < KEYS; k++) {
		l.key[k] = next_key(l.c, at, &stream);
		l.in[k] = k < at->staying && test_insert(l.f, l.key[k]);
		if (k < STAYING && !l.in[k])
			/* one key too many, or full of aliases: look up another one more often */
			l.key[k] = l.key[0];
		l.sum += l.in[k] ? striped_share(l.f, l.key[k]) : 0;
	}
	team_run("lives", WRITERS + READERS, live, &l);
	for (unsigned k = 0; k < KEYS; k++)
		items += l.in[k];
	if (!l.wrong && test_items(l.f) != items)
		is_wrong(&l, "the number of items is not that of accepted less removed");
	if (!l.wrong && striped_sum(l.f) != l.sum)
		is_wrong(&l, "the table does not hold what was accepted less what was removed");
	if (!l.wrong && ops->check(l.f))
		is_wrong(&l, ops->check(l.f));
	ops->destroy(l.f);
	return l.what;
}

PROPERTY(nothing_is_missed, 0, "keys that stay")
{
	uint64_t stream = test_stream("chaos");

	for (size_t i = 0; i < COUNT_OF(places); i++)
		for (size_t n = 0; n < 2 * test_stress(); n++) {
			const char *wrong = one_life(ops, &places[i], rng_next(&stream));

			require(!wrong, "life %zu: %s", n, wrong);
		}
}

static void
mutant_is_caught(void **state)
{
	const struct mutant *m = *state;
	uint64_t stream = test_stream("mutants");

	if (TEST_SANITIZED) {
		print_message("slow, and a sanitizer would see no more\n");
		skip();
	}
	for (unsigned n = 0; n < LIVES; n++) {
		const char *wrong = one_life(m->ops, &places[n % COUNT_OF(places)], rng_next(&stream));

		if (wrong) {
			print_message("  mutant %d caught in life %u: %s\n", (int)m->number, n, wrong);
			return;
		}
	}
	require(false, "mutant %d lives %d lives", (int)m->number, LIVES);
}

/* --- histories ------------------------------------------------------------------------------------------------ */

enum { SOME_KEYS = 8 };

struct histories {
	struct filter *f;
	const struct striped *c;
	uint64_t key[SOME_KEYS];
	unsigned cell[SOME_KEYS], copies[SOME_KEYS], cells; /* copies: of a cell, before the history */
	_Atomic uint64_t clock;
	struct operation op[PARTNERS * STEPS];
	atomic_bool wrong;
};

static void
one_operation(struct histories *h, struct member *m, struct operation *o)
{
	const unsigned k = (unsigned)(rng_next(&m->random) % SOME_KEYS);
	const uint64_t unsure = atomic_load(&h->c->counts->unsure);

	*o = (struct operation){
		.kind = (enum operation_kind)(rng_next(&m->random) % 3), .thread = m->index, .cell = h->cell[k]};
	o->begin = h->clock++;
	if (o->kind == OPERATION_INSERT)
		o->result = test_insert(h->f, h->key[k]);
	else if (o->kind == OPERATION_REMOVE)
		o->result = test_remove(h->f, h->key[k]);
	else
		o->result = test_has(h->f, h->key[k]);
	o->end = h->clock++;
	o->spurious = cells_may_mix(h->c, cells_place(h->c, h->key[k])) || atomic_load(&h->c->counts->unsure) != unsure;
}

static void
judge(struct histories *h, struct member *m)
{
	unsigned cell = history_broken_cell(h->op, PARTNERS * STEPS, h->copies, h->cells);

	h->wrong = !member_require(m, cell == h->cells, "the results on cell %u fit no order", cell);
	for (unsigned i = 0; i < PARTNERS * STEPS; i++) {
		const struct operation *o = &h->op[i];

		if (o->kind == OPERATION_INSERT)
			h->copies[o->cell] += o->result;
		if (o->kind == OPERATION_REMOVE)
			h->copies[o->cell] -= o->result;
	}
}

static void
partner(struct member *m)
{
	struct histories *h = m->with;

	chaos_seed(rng_next(&m->random));
	for (size_t n = 0; n < HISTORIES * test_stress() && !h->wrong; n++) {
		member_meet(m);
		for (unsigned i = 0; i < STEPS; i++)
			one_operation(h, m, &h->op[m->index * STEPS + i]);
		member_meet(m);
		if (m->index == 0)
			judge(h, m);
		member_meet(m);
	}
}

PROPERTY(histories_have_an_order, 0, "histories")
{
	uint64_t stream = test_stream("histories");

	for (size_t i = 0; i < COUNT_OF(places); i++) {
		struct histories h = {.f = filter_at(ops, &places[i])};

		if (!h.f)
			continue;
		h.c = (const struct striped *)h.f;
		for (unsigned k = 0; k < SOME_KEYS; k++) {
			unsigned other = 0;

			h.key[k] = next_key(h.c, &places[i], &stream);
			while (!cells_same(cells_place(h.c, h.key[other]), cells_place(h.c, h.key[k])))
				other++;
			h.cell[k] = other < k ? h.cell[other] : h.cells++;
		}
		team_run("partners", PARTNERS, partner, &h);
		require(!ops->check(h.f), "check: %s", ops->check(h.f));
		ops->destroy(h.f);
	}
}

/* --- names ---------------------------------------------------------------------------------------------------- */

int
main(int argc, char **argv)
{
	static const struct filter_ops *const filters[] = {&filter_cf_striped_hooked, &filter_ss_cf_striped_hooked,
	                                                   &filter_cf_inline_hooked, &filter_cf_seqlock_hooked, NULL};
	static char name[COUNT_OF(mutants)][16];

	for (size_t i = 0; i < COUNT_OF(mutants); i++) {
		snprintf(name[i], sizeof name[i], "mutant %d", (int)mutants[i].number);
		test_add((struct CMUnitTest){.name = name[i],
		                             .test_func = mutant_is_caught,
		                             .initial_state = (void *)(uintptr_t)&mutants[i]});
	}
	return test_main(argc, argv, filters);
}
