/* SPDX-License-Identifier: MIT */
/*
 * conform_memory.c - the kit's params->memory. It detects writes outside a table, and tables returned wrongly.
 *
 *      | ... canary | table: zeroed, aligned as promised | 16 bytes | canary ...
 *                                                          may be written
 */
#include "harness/filters/conform_parts.h"

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
	if (m->taken == m->room) {
		struct kit_table *more = realloc(m->table, (2 * m->room + 4) * sizeof *more);

		if (!more)
			return NULL;
		m->table = more;
		m->room = 2 * m->room + 4;
	}
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

void
kit_memory_init(struct kit_memory *m)
{
	*m = (struct kit_memory){.memory = {sizeof m->memory, m, conform_memory_take, give}};
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
	m->room = 0;
}
