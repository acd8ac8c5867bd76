/* SPDX-License-Identifier: MIT */
/*
 * cuckoo_parted.c - the threads of a partitioned build; see cuckoo_parted.h.
 *
 *      thread 0   | its keys | --> counts --.--> sum, scatter --.--> partitions 0 .. P/2 - 1, its last --.
 *      thread 1   | its keys | --> counts --'--> sum, scatter --'--> partitions P/2 .. P - 1, its last --'
 *                                        meet                 meet                                     meet
 *
 * No thread waits for one that works alone: what all need to know, each computes by itself. A meeting
 * (cuckoo_meeting.h) synchronises memory. Between two of them each thread writes only its own counts, its own parts of
 * the pairs, and the buckets of its own partitions; and it reads nothing that another one writes. The one exception
 * would be the word at the boundary of two slices, which the head of cuckoo_parted.h treats.
 */
#include "variants/cuckoo/cuckoo_parted.h"

#include "core/cpus.h"
#include "variants/cuckoo/cuckoo_meeting.h"

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
	/* So few are left to one thread: a turn of theirs takes as long as the meetings of a round. */
	PARTED_LEFT = 1 << 10,
	/* Between the counts of two threads. They share no line, and none that a processor fetches with a line. */
	PARTED_GAP = 256 / sizeof(size_t),
};

/* The fingerprints on their way, of all partitions, in their order. */
struct parted_pairs {
	struct cuckoo_pair *at;
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
	unsigned threads, parts, shift; /* a bucket's partition is bucket >> shift */
	struct parted_pairs pairs[2];   /* round r takes those of r & 1, and leaves the others */
	struct cuckoo_pair *fresh;      /* a round's new ones, in the order of keys */
	struct mem rooms;               /* for these three */
	size_t *count;                  /* [kind][thread][partition]: how many */
	size_t *place;                  /* the same: where the thread's next one goes; it alone knows */
	unsigned round, last;           /* the last round; and the last one that took new keys */
	shared32 open;                  /* 1: it is known how many threads there are */
	struct meeting meeting;
};

struct parted_thread {
	struct parted *of;
	unsigned number;
	pthread_t id;
	size_t done, take;    /* keys of earlier rounds, and of this one */
	size_t end;           /* where the pairs of its partitions end */
	unsigned round, last; /* the last round that takes new keys */
	/* how many rounds' first partition it has finished */
	_Alignas(64) shared32 passed;
};

/* Where the share of thread t begins, of so many. */
static size_t
parted_first(const struct parted *p, size_t all, unsigned t)
{
	return all / p->threads * t + all % p->threads * t / p->threads;
}

/* --- a round ---------------------------------------------------------------------------------------------------- */

/* Where a thread's row of counts, or of places, begins. */
static size_t
parted_row(const struct parted *p, unsigned kind, unsigned t)
{
	return ((size_t)kind * p->threads + t) * (p->parts + PARTED_GAP);
}

/* What the next round is: how many keys does it take? Every thread comes to the same. False: there is none. */
static bool
parted_plan(const struct parted *p, struct parted_thread *me)
{
	const struct parted_pairs *from = &p->pairs[me->round & 1];
	size_t left = 0;

	me->done += me->take;
	for (unsigned part = 0; part < p->parts; part++)
		left += from->in[part];
	me->take = p->room - left < p->n - me->done ? p->room - left : p->n - me->done;
	me->last = me->take ? me->round : me->last;
	return me->take > 0 || (left > PARTED_LEFT && me->round - me->last <= PARTED_KICKS * p->c->max_kicks);
}

/* The old ones of a round were counted when they were left. */
static void
parted_count_new(const struct parted *p, const struct parted_thread *me)
{
	const size_t first = parted_first(p, me->take, me->number);
	const size_t n = parted_first(p, me->take, me->number + 1) - first;
	struct cuckoo_pair *const new = p->fresh + first;
	size_t *const count = p->count + parted_row(p, NEW, me->number);

	memset(count, 0, p->parts * sizeof *count);
	for (size_t done = 0, call; done < n; done += call) {
		call = n - done < PARTED_CALL ? n - done : PARTED_CALL;
		p->kind->places(p->c, p->keys + me->done + first + done, call, new + done);
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

/* How many of a kind a partition gets. *place: where those of thread t go, if the first one goes to `at`. */
static size_t
parted_sum_of(const struct parted *p, unsigned kind, unsigned t, unsigned part, size_t at)
{
	size_t sum = 0;

	for (unsigned thread = 0; thread < p->threads; thread++) {
		if (thread == t)
			p->place[parted_row(p, kind, t) + part] = at + sum;
		sum += p->count[parted_row(p, kind, thread) + part];
	}
	return sum;
}

/* Turns counts into a thread's places: partition after partition; in each the old ones, then the new ones; of those
 * thread after thread. So the order of pairs does not depend on how many threads there are. */
static void
parted_sum(const struct parted *p, struct parted_thread *me, struct parted_pairs *to)
{
	const size_t first = parted_first(p, p->parts, me->number), end = parted_first(p, p->parts, me->number + 1);
	size_t at = 0;

	for (unsigned part = 0; part < p->parts; part++) {
		const size_t in = parted_sum_of(p, OLD, me->number, part, at);
		const size_t new = me->take ? parted_sum_of(p, NEW, me->number, part, at + in) : 0;

		if (part >= first && part < end)
			to->begin[part] = at, to->in[part] = in, to->new[part] = new;
		at += in + new;
		me->end = part < end ? at : me->end;
	}
}

/* Lets a partition's fingerprints settle, those of a thread that ends at `end`. */
static void
parted_settle(const struct parted *p, const struct parted_thread *me, struct parted_pairs *x, size_t part)
{
	struct cuckoo_share turn = {.at = x->at + x->begin[part],
	                            .n = x->in[part],
	                            .more = me->end - x->begin[part],
	                            .to = x->at + x->begin[part],
	                            .count = p->count + parted_row(p, OLD, me->number),
	                            .shift = p->shift,
	                            .round = me->round};
	const size_t left = p->kind->settle(p->c, turn);

	turn.to += left;
	turn.at += turn.n, turn.more -= turn.n, turn.n = x->new[part];
	x->in[part] = left + p->kind->settle_new(p->c, turn);
	x->evicted[part] += left;
}

/* A thread's share of a round that there is. */
static void
parted_round(struct parted *p, struct parted_thread *me)
{
	struct parted_pairs *const from = &p->pairs[me->round & 1], *const to = &p->pairs[~me->round & 1];
	const unsigned t = me->number;
	const size_t first = parted_first(p, p->parts, t), last = parted_first(p, p->parts, t + 1) - 1;
	const size_t new = parted_first(p, me->take, t), news = parted_first(p, me->take, t + 1) - new;

	if (me->take) {
		parted_count_new(p, me);
		meeting_meet(&p->meeting);
	}
	parted_sum(p, me, to);
	for (size_t part = first; part <= last; part++)
		parted_scatter(p, p->place + parted_row(p, OLD, t), from->at + from->begin[part], from->in[part],
		               to->at);
	parted_scatter(p, p->place + parted_row(p, NEW, t), p->fresh + new, news, to->at);
	meeting_meet(&p->meeting);
	memset(p->count + parted_row(p, OLD, t), 0, p->parts * sizeof *p->count);
	parted_settle(p, me, to, first);
	meeting_tell(&p->meeting, &me->passed, me->round + 1);
	for (size_t part = first + 1; part < last; part++)
		parted_settle(p, me, to, part);
	if (t + 1 < p->threads)
		meeting_await(&p->meeting, &me[1].passed, me->round);
	parted_settle(p, me, to, last);
	meeting_meet(&p->meeting);
}

static void *
parted_work(void *state)
{
	struct parted_thread *me = state;
	struct parted *p = me->of;

	meeting_await(&p->meeting, &p->open, 0);
	for (; parted_plan(p, me); me->round++)
		parted_round(p, me);
	return NULL;
}

/* --- all of it -------------------------------------------------------------------------------------------------- */

/* The last fingerprints, all together as if there were one partition. False: one has no place after so many turns. */
static bool
parted_finish(struct parted *p)
{
	const struct parted_pairs *x = &p->pairs[p->round & 1];
	size_t none[2] = {0}; /* bucket >> 31 concerns nobody */
	struct cuckoo_share turn = {.at = p->fresh, .to = p->fresh, .count = none, .shift = 31, .round = p->round};

	for (unsigned part = 0; part < p->parts; part++) {
		p->c->kicks += p->pairs[0].evicted[part] + p->pairs[1].evicted[part];
		memcpy(p->fresh + turn.n, x->at + x->begin[part], x->in[part] * sizeof *p->fresh);
		turn.n += x->in[part];
	}
	for (; turn.n > 0; turn.round++) {
		if (turn.round - p->last > PARTED_KICKS * p->c->max_kicks)
			return false;
		turn.more = turn.n;
		turn.n = p->kind->settle(p->c, turn);
		p->c->kicks += turn.n;
	}
	return true;
}

/* Starts the other threads, works as the first one, and waits for them. If a thread cannot be
 * started, the others go on without it; all wait until their number is known. */
static void
parted_run(struct parted *p)
{
	struct parted_thread thread[PARTED_THREADS];
	unsigned there = 1;

	thread[0] = (struct parted_thread){.of = p, .number = 0};
	for (; there < p->threads; there++) {
		thread[there] = (struct parted_thread){.of = p, .number = there};
		if (pthread_create(&thread[there].id, NULL, parted_work, &thread[there]) != 0)
			break;
	}
	p->threads = p->meeting.threads = there;
	meeting_tell(&p->meeting, &p->open, 1);
	parted_work(&thread[0]);
	while (--there > 0)
		pthread_join(thread[there].id, NULL);
	p->round = thread[0].round, p->last = thread[0].last;
}

/* One more than there is room for: a place is written to before it is known to be needed. In one piece, because two
 * halves of a huge page would be two of them. */
static bool
parted_take(struct parted *p)
{
	const size_t each = p->room + 1;

	if (mem_alloc(&p->rooms, 3 * each * sizeof *p->fresh, NULL) != 0)
		return false;
	p->fresh = (struct cuckoo_pair *)p->rooms.data;
	p->pairs[0].at = p->fresh + each;
	p->pairs[1].at = p->fresh + 2 * each;
	return true;
}

/* Returns the number of threads to use, at most `threads`. Threads that take turns on a processor would only wait for
 * each other. */
static unsigned
parted_threads(unsigned threads, unsigned parts)
{
	const unsigned cpus = cpus_allowed();

	threads = threads < parts / 2 ? threads : parts / 2;
	threads = threads < cpus ? threads : cpus;
	return threads < PARTED_THREADS ? threads : PARTED_THREADS;
}

/* Fills the table, which is empty. FILTER_EINVAL: a key has no place. */
static enum filter_status
parted_fill(struct cuckoo *c, const struct cuckoo_parted *kind, const uint64_t *keys, size_t n, unsigned threads)
{
	const size_t m = (size_t)c->mask + 1;
	struct parted *p = aligned_alloc(_Alignof(struct parted), sizeof *p);
	enum filter_status status = FILTER_ENOMEM;
	unsigned parts = 1;
	size_t rows;

	while (parts < PARTED_MOST && c->table.bytes / parts > PARTED_SLICE)
		parts *= 2;
	if (!p)
		return FILTER_ENOMEM;
	*p = (struct parted){.c = c, .kind = kind, .keys = keys, .n = n, .parts = parts, .meeting = MEETING_NEW};
	p->threads = parted_threads(threads, parts);
	for (p->shift = 0; m >> p->shift > parts;)
		p->shift++;
	p->room = n / PARTED_ROOM > PARTED_FEWEST ? n / PARTED_ROOM : PARTED_FEWEST;
	rows = parted_row(p, KINDS, 0);
	p->count = calloc(2 * rows, sizeof *p->count);
	p->place = p->count ? p->count + rows : NULL;
	if (p->count && parted_take(p)) {
		c->scratch = sizeof *p + 2 * rows * sizeof *p->count + p->rooms.mapped;
		parted_run(p);
		status = parted_finish(p) ? FILTER_OK : FILTER_EINVAL;
	}
	mem_free(&p->rooms);
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
	*why = status == FILTER_ENOMEM ? "no memory for fingerprints on their way"
	                               : "the table is too small: it refuses a key";
	family_destroy(*out);
	*out = NULL;
	return status;
}
