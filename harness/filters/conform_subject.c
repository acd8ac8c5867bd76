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
	m->bytes += bytes;
	m->peak = m->bytes > m->peak ? m->bytes : m->peak;
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
			m->bytes -= m->table[i].bytes;
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

void
kit_memory_end(struct kit_memory *m)
{
	while (m->taken) {
		m->taken--;
		munmap(m->table[m->taken].map, m->table[m->taken].mapped);
	}
	free(m->table);
	m->table = NULL;
	m->bytes = 0;
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
	int32_t status = CUCKOOBENCH_EINVAL;
	uint64_t *copy;

	if (!subject_ready(s, kit, params, why))
		return status;
	copy = memory_new(n + 1, sizeof *copy);
	memcpy(copy, keys, n * sizeof *copy);
	now_calls("build", NULL, 0);
	status = s->ops->build(&s->params, copy, n, &s->filter, why);
	now_returned();
	s->wrote = memcmp(copy, keys, n * sizeof *copy) != 0;
	memset(copy, 0xa5, (n + 1) * sizeof *copy);
	free(copy);
	return status;
}

bool
subject_answered(struct subject *s, const char *call, int32_t status, const char *why, FILE *out)
{
	if (status < CUCKOOBENCH_OK || status > CUCKOOBENCH_ESEED)
		return verdict(out, 'C', "%s returned %d, which is no status", call, status);
	if (s->filter == s)
		return verdict(out, 'C', "%s returned %d, and did not set the filter", call, status);
	if ((status == CUCKOOBENCH_OK) != (s->filter != NULL))
		return verdict(out, 'C', "%s returned %d, and the filter is %s", call, status,
		               s->filter ? "not NULL" : "NULL");
	if (s->wrote)
		return verdict(out, 'C', "%s changed the keys that it was given", call);
	if (status != CUCKOOBENCH_OK && (!why || !*why))
		return verdict(out, 'C', "%s refuses without a reason", call);
	if (status != CUCKOOBENCH_OK && s->host.taken)
		return verdict(out, 'M', "%s refuses, and keeps %zu tables", call, s->host.taken);
	if (!kit_memory_whole(&s->host) || *s->host.fault)
		return verdict(out, 'M', "%s", s->host.fault);
	return true;
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
		status = subject_try_build(s, kit, &params, keys, n, &why);
		if (!subject_answered(s, "build", status, why, out))
			return false;
	}
	return status == CUCKOOBENCH_OK ||
	       verdict(out, 'C',
	               status == CUCKOOBENCH_ESEED ? "build refuses a hundred seeds: %.160s" : "build refuses: %.160s",
	               why);
}

bool
subject_make(struct subject *s, const struct kit *kit, const struct filter_params *params, const uint64_t *keys,
             size_t n, FILE *out)
{
	if (kit->f->ops.caps & FILTER_STATIC)
		return subject_build(s, kit, params, keys, n, out);
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

bool
subject_is_fair(const struct subject *s, uint64_t counted)
{
	return counted <= s->host.bytes && s->host.bytes <= counted + counted / 8 + 64 * s->host.taken;
}

size_t
kit_target(const struct kit *kit, uint64_t bytes)
{
	const double bits = kit->f->ops.facts.bits_per_item;

	return bits > 0 ? (size_t)((double)bytes * 8 / bits) : (size_t)bytes * 2;
}
