/* SPDX-License-Identifier: MIT */
/*
 * cuckoo_parted.c - the threads of a partitioned build; see cuckoo_parted.h.
 *
 *      thread 0   | its keys, its partitions | --> counts --.    .--> scatter --> partitions 0 .. P/2 - 1, its last
 *      thread 1   | its keys, its partitions | --> counts --'-sum-'--> scatter --> partitions P/2 .. P - 1, its last
 *                                                       barriers    barrier                           barrier
 *
 * Memory order: pthread_barrier_wait synchronises memory (POSIX, 4.12). Between two barriers each thread writes only
 * its own counts, its own parts of the pairs, and the buckets of its own partitions; and it reads nothing that another
 * one writes. The one exception would be the word at the boundary of two slices, which the head of cuckoo_parted.h
 * treats.
 */
#include "variants/cuckoo/cuckoo_parted.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
	/* Bytes of a slice. A second-level cache of 1 MiB or more has it, and the pairs that pass through. */
	PARTED_SLICE = 1 << 18,
	/* The most partitions: scattering keeps a line of each open, and 2048 lines fit a second-level cache. */
	PARTED_MOST = 1 << 11,
	/* Bytes of a table of four partitions: smaller ones are in a near cache whole. */
	PARTED_FROM = 4 * PARTED_SLICE,
	/* There is room for a sixteenth of the keys on their way, or for this number. */
	PARTED_ROOM = 16,
	PARTED_FEWEST = 1 << 16,
	PARTED_CALL = 1 << 10, /* keys that are hashed at a time */
	/* Each has two partitions at least: its first ones, and its last. */
	PARTED_THREADS = 256,
	/* How many times MaxNumKicks evictions a fingerprint may take. One after the other, only the last insertions
	 * meet a full table. Here all walks end in one. The evictions of all together are as many. */
	PARTED_KICKS = 8,
	/* As few as this settle one after the other: they take less than the barriers of their rounds. */
	PARTED_LEFT = 1 << 10,
};

/* Room for fingerprints on their way. */
struct parted_room {
	struct mem memory;
	struct cuckoo_pair *at;
};

/* Those of all partitions, in their order. */
struct parted_pairs {
	struct parted_room room;
	/* Where a partition's begin; how many it has; and how many new ones come behind those. */
	size_t begin[PARTED_MOST], in[PARTED_MOST], new[PARTED_MOST];
	size_t evicted[PARTED_MOST]; /* in all rounds of these */
};

enum { OLD, NEW, KINDS };

struct parted {
	struct cuckoo *c;
	const struct cuckoo_parted *kind;
	const uint64_t *keys;
	size_t n, room;                 /* keys; fingerprints that may be on their way */
	size_t done, take;              /* keys of earlier rounds, and of this one */
	unsigned threads, parts, shift; /* a bucket's partition is bucket >> shift */
	pthread_mutex_t gate;           /* open when it is known how many threads there are */
	pthread_barrier_t barrier;
	struct parted_pairs pairs[2]; /* round r takes those of r & 1, and leaves the others */
	struct parted_room fresh;     /* a round's new ones, in the order of keys */
	size_t *count;                /* [kind][thread][partition]: how many; then, where the next one goes */
	size_t left;                  /* without a place when the round begins */
	unsigned round, last;         /* the last round that takes new keys */
	bool ends;
};

struct parted_thread {
	struct parted *of;
	unsigned number;
	pthread_t id;
};

/* Where the share of thread t begins, of so many. */
static size_t
parted_first(const struct parted *p, size_t all, unsigned t)
{
	return all / p->threads * t + all % p->threads * t / p->threads;
}

/* --- a round ---------------------------------------------------------------------------------------------------- */

static size_t *
parted_row(const struct parted *p, unsigned kind, unsigned t)
{
	return p->count + ((size_t)kind * p->threads + t) * p->parts;
}

/* The old ones of a round were counted when they were left. */
static void
parted_count_new(struct parted *p, unsigned t)
{
	const size_t first = parted_first(p, p->take, t), n = parted_first(p, p->take, t + 1) - first;
	struct cuckoo_pair *const new = p->fresh.at + first;
	size_t *const count = parted_row(p, NEW, t);

	memset(count, 0, p->parts * sizeof *count);
	for (size_t done = 0, call; done < n; done += call) {
		call = n - done < PARTED_CALL ? n - done : PARTED_CALL;
		p->kind->places(p->c, p->keys + p->done + first + done, call, new + done);
		for (size_t k = done; k < done + call; k++)
			count[new[k].bucket >> p->shift]++;
	}
}

static void
parted_scatter(const struct parted *p, size_t *place, const struct cuckoo_pair *x, size_t n, struct cuckoo_pair *to)
{
	for (size_t k = 0; k < n; k++)
		to[place[x[k].bucket >> p->shift]++] = x[k];
}

/* Before a round, one thread plans it: are there others, and how many keys does it take? */
static void
parted_plan(struct parted *p, unsigned round)
{
	const struct parted_pairs *from = &p->pairs[round & 1];

	p->done += p->take;
	p->left = 0;
	for (unsigned part = 0; part < p->parts; part++)
		p->left += from->in[part];
	p->take = p->room - p->left < p->n - p->done ? p->room - p->left : p->n - p->done;
	p->last = p->take ? round : p->last;
	p->round = round;
	p->ends = p->take == 0 && (p->left <= PARTED_LEFT || round - p->last > PARTED_KICKS * p->c->max_kicks);
}

/* Turns counts into places: partition after partition; in each the old ones, then the new ones; of those thread after
 * thread. So the order of pairs does not depend on how many threads there are. */
static void
parted_sum(struct parted *p, struct parted_pairs *to)
{
	size_t at = 0;

	for (unsigned part = 0; part < p->parts; part++) {
		to->begin[part] = at;
		for (unsigned row = 0; row < KINDS * p->threads; row++) {
			size_t *const count = &p->count[(size_t)row * p->parts + part];
			const size_t here = *count;

			if (row == p->threads)
				to->in[part] = at - to->begin[part];
			*count = at;
			at += here;
		}
		to->new[part] = at - to->begin[part] - to->in[part];
	}
}

static void
parted_settle(struct parted *p, struct parted_pairs *x, size_t part, size_t *count)
{
	struct cuckoo_share turn = {.at = x->room.at + x->begin[part],
	                            .n = x->in[part],
	                            .to = x->room.at + x->begin[part],
	                            .count = count,
	                            .shift = p->shift,
	                            .round = p->round};
	const size_t left = p->kind->settle(p->c, turn);

	turn.to += left;
	turn.at += turn.n, turn.n = x->new[part];
	x->in[part] = left + p->kind->settle_new(p->c, turn);
	x->evicted[part] += left;
}

/* A thread's share of a round. False: there is no other round. */
static bool
parted_round(struct parted *p, unsigned t, unsigned round)
{
	struct parted_pairs *const from = &p->pairs[round & 1], *const to = &p->pairs[~round & 1];
	const size_t first = parted_first(p, p->parts, t), last = parted_first(p, p->parts, t + 1) - 1;
	size_t *const old = parted_row(p, OLD, t);

	pthread_barrier_wait(&p->barrier);
	if (t == 0)
		parted_plan(p, round);
	pthread_barrier_wait(&p->barrier);
	if (p->ends)
		return false;
	parted_count_new(p, t);
	pthread_barrier_wait(&p->barrier);
	if (t == 0)
		parted_sum(p, to);
	pthread_barrier_wait(&p->barrier);
	for (size_t part = first; part <= last; part++)
		parted_scatter(p, old, from->room.at + from->begin[part], from->in[part], to->room.at);
	parted_scatter(p, parted_row(p, NEW, t), p->fresh.at + parted_first(p, p->take, t),
	               parted_first(p, p->take, t + 1) - parted_first(p, p->take, t), to->room.at);
	memset(old, 0, p->parts * sizeof *old);
	pthread_barrier_wait(&p->barrier);
	for (size_t part = first; part < last; part++)
		parted_settle(p, to, part, old);
	pthread_barrier_wait(&p->barrier);
	parted_settle(p, to, last, old);
	return true;
}

static void *
parted_work(void *state)
{
	const struct parted_thread *me = state;
	struct parted *p = me->of;
	unsigned round = 0;

	pthread_mutex_lock(&p->gate);
	pthread_mutex_unlock(&p->gate);
	if (p->threads == 0)
		return NULL;
	while (parted_round(p, me->number, round))
		round++;
	return NULL;
}

/* --- all of it -------------------------------------------------------------------------------------------------- */

/* The last fingerprints, each to its end. False: one has no place after so many evictions. */
static bool
parted_finish(struct parted *p)
{
	struct parted_pairs *x = &p->pairs[p->round & 1];
	size_t none[2] = {0}; /* whom the pairs of a bucket >> 31 concern: nobody */

	for (unsigned part = 0; part < p->parts; part++) {
		p->c->kicks += p->pairs[0].evicted[part] + p->pairs[1].evicted[part];
		for (size_t k = 0; k < x->in[part]; k++) {
			struct cuckoo_pair *one = x->room.at + x->begin[part] + k;
			struct cuckoo_share turn = {one, 1, one, none, 31, p->round};

			while (p->kind->settle(p->c, turn)) {
				p->c->kicks++;
				if (turn.round++ - p->last > PARTED_KICKS * p->c->max_kicks)
					return false;
			}
		}
	}
	return true;
}

/* Starts the other threads, works as the first one, and waits for them. A thread that the system does not give is
 * done without: those that are there wait at the gate until it is known how many they are. */
static bool
parted_run(struct parted *p)
{
	struct parted_thread thread[PARTED_THREADS];
	unsigned there = 1;
	bool runs;

	pthread_mutex_lock(&p->gate);
	thread[0] = (struct parted_thread){.of = p, .number = 0};
	for (; there < p->threads; there++) {
		thread[there] = (struct parted_thread){.of = p, .number = there};
		if (pthread_create(&thread[there].id, NULL, parted_work, &thread[there]) != 0)
			break;
	}
	p->threads = there;
	runs = pthread_barrier_init(&p->barrier, NULL, there) == 0;
	if (!runs)
		p->threads = 0;
	pthread_mutex_unlock(&p->gate);
	if (runs)
		parted_work(&thread[0]);
	while (--there > 0)
		pthread_join(thread[there].id, NULL);
	if (runs)
		pthread_barrier_destroy(&p->barrier);
	return runs;
}

/* One more: a place is written to before it is known to be needed. */
static bool
parted_take(const struct parted *p, struct parted_room *x)
{
	if (mem_alloc(&x->memory, (p->room + 1) * sizeof(struct cuckoo_pair), NULL) != 0)
		return false;
	x->at = (struct cuckoo_pair *)x->memory.data;
	return true;
}

/* Fills the table, which is empty. FILTER_EINVAL: a key has no place. */
static enum filter_status
parted_fill(struct cuckoo *c, const struct cuckoo_parted *kind, const uint64_t *keys, size_t n, unsigned threads)
{
	const size_t m = (size_t)c->mask + 1;
	struct parted *p = calloc(1, sizeof *p);
	enum filter_status status = FILTER_ENOMEM;
	unsigned parts = 1;

	while (parts < PARTED_MOST && c->table.bytes / parts > PARTED_SLICE)
		parts *= 2;
	if (!p)
		return FILTER_ENOMEM;
	*p = (struct parted){
		.c = c, .kind = kind, .keys = keys, .n = n, .parts = parts, .gate = PTHREAD_MUTEX_INITIALIZER};
	p->threads = threads > parts / 2 ? parts / 2 : threads;
	p->threads = p->threads < PARTED_THREADS ? p->threads : PARTED_THREADS;
	for (p->shift = 0; m >> p->shift > parts;)
		p->shift++;
	p->room = n / PARTED_ROOM > PARTED_FEWEST ? n / PARTED_ROOM : PARTED_FEWEST;
	p->count = calloc(1, (size_t)KINDS * p->threads * parts * sizeof *p->count);
	if (p->count && parted_take(p, &p->pairs[0].room) && parted_take(p, &p->pairs[1].room) &&
	    parted_take(p, &p->fresh) && parted_run(p)) {
		c->scratch = sizeof *p + p->fresh.memory.mapped +
		             (size_t)KINDS * p->threads * parts * sizeof *p->count + p->pairs[0].room.memory.mapped +
		             p->pairs[1].room.memory.mapped;
		status = parted_finish(p) ? FILTER_OK : FILTER_EINVAL;
	}
	mem_free(&p->pairs[0].room.memory);
	mem_free(&p->pairs[1].room.memory);
	mem_free(&p->fresh.memory);
	free(p->count);
	free(p);
	return status;
}

enum filter_status
cuckoo_build(const struct filter_ops *self, const struct filter_params *params, const uint64_t *keys, size_t n,
             struct filter **out, const char **why)
{
	struct filter_params p = *params;
	enum filter_status status;
	struct cuckoo *c;

	p.threads = 0;
	status = filter_create(self, &p, out, why);
	if (status != FILTER_OK)
		return status;
	c = (struct cuckoo *)*out;
	if (params->threads < 2 || c->table.bytes < PARTED_FROM || c->searches || n > (size_t)UINT32_MAX) {
		status = self->insert(*out, keys, n) == n ? FILTER_OK : FILTER_EINVAL;
	} else {
		status = parted_fill(c, CUCKOO_KERNEL_HAS(c, parted), keys, n, params->threads);
		c->items = n;
	}
	if (status == FILTER_OK)
		return status;
	*why = status == FILTER_ENOMEM ? "no memory for the fingerprints of all keys, or no threads"
	                               : "the table is too small: it refuses a key";
	cuckoo_destroy(*out);
	*out = NULL;
	return status;
}
