/* SPDX-License-Identifier: MIT */
/* ready.c - see ready.h. */
#include "harness/run/ready.h"

#include "harness/base/files.h"
#include "harness/base/sysfile.h"
#include "harness/base/values.h"
#include "harness/machine/machine.h"
#include "harness/plan/plan.h"
#include "harness/timing/measure.h"
#include "harness/timing/placer.h"

#include <stdlib.h>
#include <string.h>

static size_t
rounded_up(size_t bytes, size_t unit)
{
	return bytes / unit + (bytes % unit != 0);
}

/* --- processors --------------------------------------------------------------------------------------------------- */

static int
ready_processor(int cpu, struct failure *f)
{
	char text[SYSFILE_TEXT];

	if (cpu < 0 || machine_may_use(cpu))
		return STATUS_DONE;
	sysfile_value("/proc/self/status", "Cpus_allowed_list", text, sizeof text);
	return failed(f, STATUS_UNFIT,
	              "--cpu %d: this process may not run there; choose one of its %zu processors%s%.200s", cpu,
	              machine_cpus(), *text ? ": " : "", text);
}

/* --- pages -------------------------------------------------------------------------------------------------------- */

const char *
ready_remedy(const struct pool *pool, unsigned long long pages, char text[READY_REMEDY])
{
	const unsigned long long all = pool->all + (pages > pool->free ? pages - pool->free : 0);
	char line[64];

	/* sysctl knows one size of pages, the system's default. */
	if (strtoull(sysfile_value("/proc/meminfo", "Hugepagesize", line, sizeof line), NULL, 10) == pool->page >> 10)
		snprintf(text, READY_REMEDY, "sysctl vm.nr_hugepages=%llu", all);
	else
		snprintf(text, READY_REMEDY, "echo %llu >%s/nr_hugepages", all, pool->folder);
	return text;
}

int
ready_pages(enum mem_pages kind, size_t bytes, const struct pool *pool, struct failure *f)
{
	const unsigned long long needed = rounded_up(bytes, pool->page);
	const char *name = mem_pages_name(kind);
	char page[VALUE_SIZE], remedy[READY_REMEDY];

	value_size_text(pool->page, " ", page);
	if (!pool->there)
		return failed(f, STATUS_UNFIT,
		              "--pages %s: this kernel has no pages of %s (%s); choose another kind of pages", name,
		              page, pool->folder);
	if (needed == 0)
		return failed(
			f, STATUS_UNFIT,
			"--pages %s: no table of this run has the 2 MiB from which tables lie on such pages (%llu "
			"of %s are free); choose larger tables, by --scale or --bytes",
			name, pool->free, page);
	if (needed > pool->free)
		return failed(
			f, STATUS_UNFIT,
			"--pages %s: the tables of a cell take %llu pages of %s, and %llu are free in the system's "
			"pool; as root: %s",
			name, needed, page, pool->free, ready_remedy(pool, needed, remedy));
	return STATUS_DONE;
}

/* What an experiment itself varies, as H2 does with pages, is not asked for here. */
static size_t
most_pooled(const struct plan *plan)
{
	size_t most = 0;

	for (const struct planned *p = plan->at; p < plan->at + plan->count; p++)
		if (p->cell.pages == MEM_PAGES_DEFAULT && p->pooled > most)
			most = p->pooled;
	return most;
}

/* --- memory nodes ------------------------------------------------------------------------------------------------- */

int
ready_node(const struct topology *t, struct numa_choice choice, struct failure *f)
{
	const int node = topology_node(t, choice.node);
	char nodes[160] = "";
	size_t used = 0;

	if (choice.policy != NUMA_BIND || (node >= 0 && t->node_allowed[node]))
		return STATUS_DONE;
	for (size_t i = 0; i < t->nodes && used < sizeof nodes; i++)
		if (t->node_allowed[i])
			used += (size_t)snprintf(nodes + used, sizeof nodes - used, " bind:%d", t->node_os[i]);
	return failed(f, STATUS_UNFIT, "--numa bind:%d: %s (this machine has %zu); choose one of:%s", choice.node,
	              node < 0 ? "there is no such memory node" : "memory of that node may not be used", t->nodes,
	              nodes);
}

/* Places a page as tables would be: the kernel may refuse, or a container forbid it. */
static int
ready_placement(const struct options *o, struct failure *f)
{
	struct placer placer;
	const struct placement place = {.placer = &placer.base};
	const struct topology *t;
	const char *why;
	char text[NUMA_TEXT];
	struct mem page;

	if (o->numa.policy == NUMA_UNSET)
		return STATUS_DONE;
	if (!(t = topology_get(&why)))
		return failed(f, STATUS_UNFIT, "--numa %s: %s", numa_text(o->numa, text), why);
	if (ready_node(t, o->numa, f) != STATUS_DONE)
		return f->status;
	placer_init(&placer, o->numa, o->pin);
	if (mem_alloc(&page, 4096, &place) == 0) {
		mem_free(&page);
		return STATUS_DONE;
	}
	/* "memory placement local: ..." */
	why = placer_refusal(&place);
	return failed(f, STATUS_UNFIT, "--numa %s: %s; run without it", numa_text(o->numa, text),
	              why ? strstr(why, ": ") + 2 : "there is no memory for a page");
}

/* --- memory and disk ---------------------------------------------------------------------------------------------- */

static int
ready_memory(const struct plan *plan, struct failure *f)
{
	enum { MIB = 1 << 20 };
	const size_t limit = plan_cell_memory(plan);
	size_t least = SIZE_MAX;

	for (const struct planned *p = plan->at; p < plan->at + plan->count; p++)
		least = p->bytes < least ? p->bytes : least;
	if (plan->count == 0 || least <= limit)
		return STATUS_DONE;
	return failed(
		f, STATUS_UNFIT, "%s: the smallest of %zu cells needs %zu MiB of memory, and %zu MiB may be used; %s",
		plan->options->mem_limit ? "--mem-limit" : "memory", plan->count, rounded_up(least, MIB), limit / MIB,
		plan->options->mem_limit ? "give it more" : "end what takes it, or choose a smaller --scale");
}

int
ready_disk(const char *dir, size_t cells, size_t room, struct failure *f)
{
	/* A cell has some 0.5 KiB where it counts, and one that is timed up to 100 KiB. Page, figures and tables of one
	 * experiment have 0.5 MiB, those of all 5. (The committed runs.) */
	const size_t needed = ((size_t)4 << 20) + cells * 1024;
	const double mib = 1 << 20;

	if (room >= needed)
		return STATUS_DONE;
	return failed(
		f, STATUS_UNFIT,
		"%s: a run of %zu cells writes some %.1f MiB there, and %.1f MiB are free on its disk; free some, or "
		"choose another folder with -o",
		dir, cells, (double)needed / mib, (double)room / mib);
}

int
ready_for(const struct plan *plan, const char *dir, struct failure *f)
{
	const struct options *o = plan->options;
	struct pool pool;
	int status = ready_processor(o->cpu, f);

	if (status == STATUS_DONE && plan_is_timed(plan))
		status = measure_ready(f);
	if (status == STATUS_DONE && pool_look(o->place.pages, &pool))
		status = ready_pages(o->place.pages, most_pooled(plan), &pool, f);
	if (status == STATUS_DONE)
		status = ready_placement(o, f);
	if (status == STATUS_DONE)
		status = ready_memory(plan, f);
	if (status == STATUS_DONE)
		status = ready_disk(dir, plan->count, files_room(dir), f);
	return status;
}
