/* SPDX-License-Identifier: MIT */
/*
 * placer.c - carries out a table's placement plan, and reads back where its pages are. (placement.h has the sequence.)
 *
 *      bind, interleave   mbind each range to its node, strictly; the calling thread touches all
 *      firsttouch         mbind to "local"; then one thread per pin, pinned there, touches its ranges
 *      local              mbind to "local", which overrides a policy inherited from numactl; the calling thread touches
 */
#include "harness/timing/placer.h"

#include "harness/base/memory.h"
#include "harness/timing/workers.h"

#include <errno.h>
#include <numaif.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 4096, MASK_WORDS = 1024 / (8 * sizeof(unsigned long)) };

/* Writes the reason and returns false, for `return refuse(...)`. */
static bool __attribute__((format(printf, 2, 3))) refuse(struct placer *p, const char *format, ...)
{
	char text[NUMA_TEXT];
	va_list args;
	int n = snprintf(p->why, sizeof p->why, "memory placement %s: ", numa_text(p->choice, text));

	va_start(args, format);
	vsnprintf(p->why + n, sizeof p->why - (size_t)n, format, args);
	va_end(args);
	return false;
}

bool
placement_permitted(const char **why)
{
	static _Thread_local char text[80];
	_Alignas(PAGE) char page[PAGE] = {0};
	void *at = page;
	int status;
	const char *call = mbind(page, PAGE, MPOL_DEFAULT, NULL, 0, 0) != 0             ? "mbind"
	                   : move_pages(0, 1, &at, NULL, &status, 0) != 0 || status < 0 ? "move_pages"
	                                                                                : NULL;

	snprintf(text, sizeof text, "%s: %s", call ? call : "", strerror(errno));
	*why = text;
	return !call;
}

/* --- a table's plan --------------------------------------------------------------------------------------- */

struct job {
	struct placer *placer;
	const struct topology *topology;
	uint8_t *data;
	size_t bytes, ranges, threads;
	struct placement_range *range;
	int pins[TOPOLOGY_MAX_CPUS];
};

/* Returns the node of the calling thread. */
static size_t
home_node(const struct topology *t)
{
	const struct topology_cpu *c = topology_cpu(t, sched_getcpu());

	return c ? c->node : 0;
}

/* Plans the ranges. Returns false after a refusal; otherwise the caller must free them. */
static bool
job_begin(struct job *j, struct placer *p, uint8_t *data, size_t bytes)
{
	const char *why;

	*j = (struct job){.placer = p, .data = data, .bytes = bytes, .topology = topology_get(&why)};
	if (!j->topology)
		return refuse(p, "%s", why);
	if (!j->topology->this_system)
		return refuse(p, "the topology is not this machine's");
	j->threads = j->topology->cpus;
	topology_pins(j->topology, p->order, j->pins);
	j->range = memory_new(PLACEMENT_MAX, sizeof *j->range);
	j->ranges = placement_plan(
		j->topology, &(struct placement_request){p->choice, home_node(j->topology), j->pins, j->threads, bytes},
		j->range, &why);
	if (j->ranges > 0)
		return true;
	free(j->range);
	return refuse(p, "%s", why);
}

static bool
bind_range(struct job *j, const struct placement_range *r)
{
	const int node = j->topology->node_os[r->node];
	unsigned long mask[MASK_WORDS] = {0};
	const unsigned word = 8 * sizeof *mask;

	mask[(unsigned)node / word] = 1ul << (unsigned)node % word;
	/* The size is one bit more than the mask has, because the kernel subtracts one (mbind(2), BUGS of its
	 * siblings). */
	if (mbind(j->data + r->offset, r->bytes, MPOL_BIND, mask, MASK_WORDS * word + 1, 0) == 0)
		return true;
	return refuse(j->placer, "%zu bytes cannot be bound to node %d: %s", r->bytes, node, strerror(errno));
}

static bool
bind_all(struct job *j)
{
	const enum numa_policy policy = j->placer->choice.policy;
	bool done = true;

	if (policy == NUMA_LOCAL || policy == NUMA_FIRSTTOUCH)
		return mbind(j->data, j->bytes, MPOL_LOCAL, NULL, 0, 0) == 0 ||
		       refuse(j->placer, "%zu bytes cannot be made local: %s", j->bytes, strerror(errno));
	for (size_t i = 0; done && i < j->ranges; i++)
		done = bind_range(j, &j->range[i]);
	return done;
}

/* --- touching --------------------------------------------------------------------------------------------- */

/* One thread's share: ranges k, k + threads, k + 2 threads, ..., where k is the thread's number. */
struct share {
	const struct job *job;
	size_t next;
};

static size_t
touch_range(void *state)
{
	struct share *s = state;
	const struct placement_range *r;

	if (s->next >= s->job->ranges)
		return 0;
	r = &s->job->range[s->next];
	mem_touch(s->job->data + r->offset, r->bytes);
	s->next += s->job->threads;
	return 1;
}

static bool
touch_together(struct job *j)
{
	const size_t n = j->threads < j->ranges ? j->threads : j->ranges;
	struct share *share = memory_new(n, sizeof *share);
	struct worker_job *work = memory_new(n, sizeof *work);
	struct failure f;
	struct workers *w = workers_start(j->pins, n, &f);
	struct workers_window window;
	bool done = w != NULL;

	for (size_t i = 0; done && i < n; i++) {
		share[i] = (struct share){j, i};
		work[i] = (struct worker_job){touch_range, &share[i]};
	}
	done = done && workers_run(w, work, 0, 0, &window, &f);
	workers_stop(w);
	free(share);
	free(work);
	return done || refuse(j->placer, "%s", f.text);
}

/* --- reading back ----------------------------------------------------------------------------------------- */

enum { CHUNK = 1024 };

/* Reads the node of each of n pages from `data` on, or a negative error number. Returns false, with errno, if the
 * kernel does not report them. */
static bool
read_pages(uint8_t *data, size_t n, int status[CHUNK])
{
	void *page[CHUNK];

	for (size_t i = 0; i < n; i++)
		page[i] = data + i * PAGE;
	return move_pages(0, n, page, NULL, status, 0) == 0;
}

/* Checks that every page of a range is on its node. */
static bool
verify_range(struct job *j, const struct placement_range *r)
{
	const size_t pages = (r->bytes + PAGE - 1) / PAGE;
	const int node = j->topology->node_os[r->node];
	int status[CHUNK];

	for (size_t from = 0; from < pages; from += CHUNK) {
		const size_t n = pages - from < CHUNK ? pages - from : CHUNK;

		if (!read_pages(j->data + r->offset + from * PAGE, n, status))
			return refuse(j->placer, "the kernel does not tell where pages are: %s", strerror(errno));
		for (size_t i = 0; i < n; i++)
			if (status[i] != node)
				return refuse(j->placer, "the page at byte %zu is on node %d, not %d",
				              r->offset + (from + i) * PAGE, status[i], node);
	}
	return true;
}

bool
placement_count(struct placer *p, struct placement_pages *out, const char **why)
{
	const struct topology *t = topology_get(why);
	int status[CHUNK];
	bool told = t != NULL;

	*out = (struct placement_pages){.total = 0};
	pthread_mutex_lock(&p->lock);
	for (size_t m = 0; told && m < p->mappings; m++) {
		const size_t pages = p->mapping[m].bytes / PAGE;

		for (size_t from = 0; told && from < pages; from += CHUNK) {
			const size_t n = pages - from < CHUNK ? pages - from : CHUNK;

			told = read_pages(p->mapping[m].data + from * PAGE, n, status);
			for (size_t i = 0; told && i < n; i++) {
				const int node = status[i] < 0 ? -1 : topology_node(t, status[i]);

				*(node < 0 ? &out->unknown : &out->on[node]) += 1;
			}
			out->total += n;
		}
	}
	pthread_mutex_unlock(&p->lock);
	if (t && !told)
		*why = "the kernel does not tell where pages are (move_pages)";
	return told;
}

/* --- the placer ------------------------------------------------------------------------------------------- */

static bool
note_mapping(struct placer *p, uint8_t *data, size_t bytes)
{
	bool room;

	pthread_mutex_lock(&p->lock);
	room = p->mappings < PLACER_MAPPINGS;
	if (room) {
		p->mapping[p->mappings].data = data;
		p->mapping[p->mappings++].bytes = bytes;
	}
	pthread_mutex_unlock(&p->lock);
	return room || refuse(p, "more than %d tables at a time", PLACER_MAPPINGS);
}

static bool
placer_bind(struct mem_placer *base, uint8_t *data, size_t bytes)
{
	struct placer *p = (struct placer *)base;
	struct job job;
	bool done;

	p->why[0] = '\0';
	if (!note_mapping(p, data, bytes))
		return false;
	if (p->choice.policy == NUMA_UNSET)
		return true;
	if (!job_begin(&job, p, data, bytes))
		return false;
	done = bind_all(&job);
	free(job.range);
	return done;
}

/* NUMA_LOCAL is not verified, because a thread that is not pinned may move between two touches. The nodes of its pages
 * are counted, as for all policies. */
static bool
placer_touch(struct mem_placer *base, uint8_t *data, size_t bytes)
{
	struct placer *p = (struct placer *)base;
	struct job job;
	bool done = true;

	if (p->choice.policy == NUMA_UNSET || p->choice.policy == NUMA_LOCAL) {
		mem_touch(data, bytes);
		return true;
	}
	if (!job_begin(&job, p, data, bytes))
		return false;
	if (p->choice.policy == NUMA_FIRSTTOUCH)
		done = touch_together(&job);
	else
		mem_touch(data, bytes);
	for (size_t i = 0; done && i < job.ranges; i++)
		done = verify_range(&job, &job.range[i]);
	free(job.range);
	return done;
}

static void
placer_forget(struct mem_placer *base, uint8_t *data)
{
	struct placer *p = (struct placer *)base;

	pthread_mutex_lock(&p->lock);
	for (size_t i = 0; i < p->mappings; i++)
		if (p->mapping[i].data == data) {
			p->mapping[i] = p->mapping[--p->mappings];
			break;
		}
	pthread_mutex_unlock(&p->lock);
}

void
placer_init(struct placer *p, struct numa_choice choice, enum pin_order order)
{
	*p = (struct placer){.base = {choice.policy != NUMA_UNSET, placer_bind, placer_touch, placer_forget},
	                     .choice = choice,
	                     .order = order,
	                     .lock = PTHREAD_MUTEX_INITIALIZER};
}

const char *
placer_refusal(const struct placement *place)
{
	/* Every placer of the harness is a struct placer. */
	const struct placer *p = place && place->placer ? (const struct placer *)place->placer : NULL;

	return p && *p->why ? p->why : NULL;
}
