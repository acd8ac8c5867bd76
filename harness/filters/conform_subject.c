/* SPDX-License-Identifier: MIT */
/*
 * conform_subject.c - the filter that a child tests: how it is created and destroyed, and how many keys it has. Its
 * params->memory detects writes outside a table, and tables returned wrongly.
 *
 *      | ... canary | table: zeroed, aligned as promised | 16 bytes | canary ...
 *                                                          may be written
 */
#include "harness/filters/conform_parts.h"

#include "core/build.h"
#include "harness/base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { BEFORE = 64, BEHIND = 4096, HUGE_PAGE = 2 << 20 };

static void *
conform_memory_take(void *host, size_t bytes)
{
	struct kit_memory *m = host;
	const size_t align = bytes < HUGE_PAGE ? BEFORE : HUGE_PAGE;
	struct kit_table t = {.bytes = bytes, .mapped = bytes + 2 * align + MEM_PAD + BEHIND};

	if (t.mapped < bytes)
		return NULL;
	m->table = memory_grown(m->table, m->taken, sizeof *m->table);
	t.map = mmap(NULL, t.mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (t.map == MAP_FAILED)
		return NULL;
	t.data = t.map + align + (align - (uintptr_t)t.map % align) % align;
	memset(t.data - BEFORE, PLUGIN_CANARY, BEFORE);
	plugin_canary_lay(t.data, bytes, BEHIND);
	m->table[m->taken++] = t;
	return t.data;
}

/* Reports only the first fault. */
static bool
fits(struct kit_memory *m, const struct kit_table *t)
{
	for (size_t i = 0; i < BEFORE && !*m->fault; i++)
		if (t->data[i - BEFORE] != PLUGIN_CANARY)
			snprintf(m->fault, sizeof m->fault, "wrote before a table of %zu bytes", t->bytes);
	plugin_canary_look(t->data, t->bytes, BEHIND, m->fault, sizeof m->fault);
	return !*m->fault;
}

static void
give(void *host, void *table, size_t bytes)
{
	struct kit_memory *m = host;

	for (size_t i = 0; i < m->taken; i++)
		if (m->table[i].data == table) {
			(void)fits(m, &m->table[i]);
			if (bytes != m->table[i].bytes && !*m->fault)
				snprintf(m->fault, sizeof m->fault,
				         "gave back %zu bytes of a table that was taken with %zu", bytes,
				         m->table[i].bytes);
			munmap(m->table[i].map, m->table[i].mapped);
			m->table[i] = m->table[--m->taken];
			return;
		}
	if (!*m->fault)
		snprintf(m->fault, sizeof m->fault, "gave back a table that was not taken");
}

bool
kit_memory_whole(struct kit_memory *m)
{
	for (size_t i = 0; i < m->taken && !*m->fault; i++)
		(void)fits(m, &m->table[i]);
	return !*m->fault;
}

size_t
kit_memory_bytes(const struct kit_memory *m)
{
	size_t sum = 0;

	for (size_t i = 0; i < m->taken; i++)
		sum += m->table[i].bytes;
	return sum;
}

void
kit_memory_end(struct kit_memory *m)
{
	while (m->taken) {
		m->taken--;
		munmap(m->table[m->taken].map, m->table[m->taken].mapped);
	}
	free(m->table);
	m->table = NULL;
}

/* Prepares a call of create or build. False: there is no such filter, or no such hash. */
static bool
subject_ready(struct subject *s, const struct kit *kit, const struct filter_params *params, const char **why)
{
	*s = (struct subject){.host.memory = {sizeof s->host.memory, &s->host, conform_memory_take, give}};
	*why = NULL;
	s->ops = plugin_functions(kit->f, why);
	s->filter = s; /* the call must overwrite it */
	return s->ops && plugin_params(params, &s->host.memory, &s->params);
}

int32_t
subject_try(struct subject *s, const struct kit *kit, const struct filter_params *params, const char **why)
{
	return subject_ready(s, kit, params, why) ? s->ops->create(&s->params, &s->filter, why) : CUCKOOBENCH_EINVAL;
}

int32_t
subject_try_build(struct subject *s, const struct kit *kit, const struct filter_params *params, const uint64_t *keys,
                  size_t n, const char **why)
{
	return subject_ready(s, kit, params, why) ? s->ops->build(&s->params, keys, n, &s->filter, why)
	                                          : CUCKOOBENCH_EINVAL;
}

bool
subject_create(struct subject *s, const struct kit *kit, const struct filter_params *params, FILE *out)
{
	const char *why;

	if (subject_try(s, kit, params, &why) == CUCKOOBENCH_OK && s->filter && s->filter != s)
		return true;
	return verdict(out, 'C', "create refuses: %s", why ? why : "no reason");
}

/* The filter's own sizes do not apply to one that its keys size. */
static bool
subject_build(struct subject *s, const struct kit *kit, const struct filter_params *like, const uint64_t *keys,
              size_t n, FILE *out)
{
	struct filter_params params = *like;
	const char *why = NULL;
	int32_t status = CUCKOOBENCH_ESEED;

	params.bytes = 0;
	for (unsigned attempt = 0; status == CUCKOOBENCH_ESEED && attempt < BUILD_SEEDS; attempt++) {
		params.seed = build_seed(like->seed, attempt);
		kit_memory_end(&s->host);
		status = subject_try_build(s, kit, &params, keys, n, &why);
	}
	if (status == CUCKOOBENCH_OK && s->filter && s->filter != s)
		return true;
	return verdict(out, 'C',
	               status == CUCKOOBENCH_ESEED ? "build refuses a hundred seeds: %s" : "build refuses: %s",
	               why ? why : "no reason");
}

bool
subject_make(struct subject *s, const struct kit *kit, const struct filter_params *params, const uint64_t *keys,
             size_t n, FILE *out)
{
	if (kit->f->ops.caps & FILTER_STATIC) {
		*s = (struct subject){.filter = NULL};
		return subject_build(s, kit, params, keys, n, out);
	}
	if (!subject_create(s, kit, params, out))
		return false;
	if (s->ops->insert(s->filter, keys, n) == n)
		return true;
	return verdict(out, 'F', "refuses keys in a table that has room for them");
}

bool
subject_destroy(struct subject *s, FILE *out)
{
	bool whole = kit_memory_whole(&s->host);
	size_t kept;

	now_calls("destroy", NULL, 0);
	s->ops->destroy(s->filter);
	now_returned();
	kept = s->host.taken;
	whole = whole && !*s->host.fault;
	if (!whole || kept)
		tell(out, "; destroy");
	if (!whole)
		(void)verdict(out, 'M', "%s", s->host.fault);
	else if (kept)
		(void)verdict(out, 'M', "destroy did not give back %zu tables that were taken", kept);
	kit_memory_end(&s->host);
	return whole && kept == 0;
}

size_t
subject_call(size_t (*call)(void *, const uint64_t *, size_t), void *filter, const uint64_t *keys, size_t n,
             bool single, bool stops)
{
	size_t done = 0;

	if (!single)
		return call(filter, keys, n);
	for (size_t i = 0; i < n; i++) {
		const size_t one = call(filter, keys + i, 1);

		if (one == 0 && stops)
			return done;
		done += one;
	}
	return done;
}

uint64_t
subject_items(const struct subject *s)
{
	struct cuckoobench_info info = {.size = sizeof info};

	s->ops->info(s->filter, &info);
	return info.items;
}

size_t
kit_target(const struct kit *kit, uint64_t bytes)
{
	const double bits = kit->f->ops.facts.bits_per_item;

	return bits > 0 ? (size_t)((double)bytes * 8 / bits) : (size_t)bytes * 2;
}
