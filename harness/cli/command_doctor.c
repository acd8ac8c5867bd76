/* SPDX-License-Identifier: MIT */
/*
 * command_doctor.c - `cuckoobench doctor`: whether this machine is ready to run and to draw, and what limits its
 * measurements.
 *
 * "no" makes a run or its report impossible (exit status 3). "note" only limits what can be concluded.
 */
#include "harness/cli/commands.h"

#include "core/mem.h"
#include "harness/base/files.h"
#include "harness/base/memory.h"
#include "harness/base/sysfile.h"
#include "harness/base/terminal.h"
#include "harness/base/values.h"
#include "harness/machine/allocation.h"
#include "harness/machine/cgroup.h"
#include "harness/machine/counters.h"
#include "harness/machine/machine.h"
#include "harness/machine/topology.h"
#include "harness/plan/plan.h"
#include "harness/run/ready.h"
#include "harness/timing/measure.h"

#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool unfit;
static json_t *checks; /* NULL: lines */

/* Reports one line; the verdict is "ok", "note" or "no". */
static void __attribute__((format(printf, 3, 4)))
report(const char *verdict, const char *subject, const char *format, ...)
{
	char text[320];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	if (checks)
		json_array_append_new(
			checks, json_pack("{ssssso}", "verdict", verdict, "subject", subject, "text", json_text(text)));
	else
		terminal_write(text, printf("%-5s %-14s ", verdict, subject));
	unfit |= strcmp(verdict, "no") == 0;
}

/* The first line that a shell command prints; "" if it fails. */
static const char *
output_of(const char *command)
{
	static char line[256];
	FILE *pipe = popen(command, "r");

	line[0] = '\0';
	if (!pipe)
		return line;
	if (!fgets(line, sizeof line, pipe))
		line[0] = '\0';
	while (fgetc(pipe) != EOF)
		;
	if (pclose(pipe) != 0)
		line[0] = '\0';
	line[strcspn(line, "\n")] = '\0';
	return line;
}

static void
check_gnuplot(void)
{
	const char *version = machine_gnuplot();
	/* Without a font, gnuplot writes PDFs without text and reports success. So a page with a label must be larger
	 * than one without. Encoding and locale are those of the figures, so that gnuplot's complaints about them show
	 * here. */
	const char *draw = MACHINE_GNUPLOT_LOCALE
		" gnuplot -d -e \"set terminal pdfcairo size 3in,2in; set output '/dev/stdout'; set key off; set "
		"encoding utf8; set xlabel 'label label label'; plot x\" 2>/dev/null | wc -c";
	const char *complaint;
	long bytes;

	if (!*version) {
		report("no", "gnuplot", "not found: install gnuplot-nox (measuring works without it, figures do not)");
		return;
	}
	complaint = output_of(MACHINE_GNUPLOT_LOCALE " gnuplot -d -e 'set encoding utf8' 2>&1");
	report(*complaint ? "no" : "ok", "gnuplot", "%s%.200s", *complaint ? "figures fail: " : "",
	       *complaint ? complaint : version);
	bytes = atol(output_of(draw));
	report(bytes > 6000 ? "ok" : "no", "fonts", "%s",
	       bytes > 6000 ? "a PDF figure has its text"
	       : bytes > 0  ? "figures would have no text: install fonts-dejavu-core"
	                    : "gnuplot draws, and writes nothing");
}

/* What a run that names nothing takes at a scale, in bytes. */
struct need {
	size_t free;  /* what must be free so that no cell is skipped */
	size_t cells; /* what cells may use now */
	struct plan_totals all;
};

/* Plans quietly: what fits is told here. Returns whether the cells could be planned. */
static bool
plan_within(struct plan *plan, struct options *o, enum scale scale, size_t limit)
{
	struct failure failure = {.status = STATUS_DONE};

	o->scale = scale;
	o->quiet = true;
	o->mem_limit = limit;
	return plan_make(plan, o, &failure) == STATUS_DONE;
}

/* The scale's own tables need so much; with less memory some are smaller, and what does not fit is skipped. One plan
 * after the other: where memory is short, there is none for both. */
static bool
need_of(const struct options *o, enum scale scale, struct need *need)
{
	struct options wanted = *o, here = *o;
	struct plan plan;
	bool planned = plan_within(&plan, &wanted, scale, SIZE_MAX);

	/* plan_memory_limit takes four fifths of what is free */
	if (planned)
		need->free = (plan_totals(&plan, SIZE_MAX).largest + plan_own_bytes(&plan)) / 4 * 5;
	plan_free(&plan);
	planned &= plan_within(&plan, &here, scale, o->mem_limit);
	if (planned) {
		need->all = plan_totals(&plan, SIZE_MAX);
		need->cells = plan_cell_memory(&plan);
	}
	plan_free(&plan);
	return planned;
}

static void
check_caches(void)
{
	if (machine_cache(1) || machine_cache(2) || machine_cache(3))
		report(machine_cache(3) ? "ok" : "note", "caches", "L1 %zu KiB, L2 %zu KiB, L3 %zu KiB",
		       machine_cache(1) >> 10, machine_cache(2) >> 10, machine_cache(3) >> 10);
	else
		report("note", "caches",
		       "unknown, as in some virtual machines: ab and tune need --bytes for tables that fit one or "
		       "none");
}

/* Reports whether the memory is enough for the scale that is asked for, and what that and the smaller ones need. */
static void
check_memory(const struct options *o)
{
	const double gib = 1 << 30;
	struct need asked = {.free = 0};
	char *text = NULL;
	size_t length;
	FILE *f = memory_stream(&text, &length);

	for (enum scale scale = SCALE_SMOKE; scale <= o->scale; scale++)
		if (need_of(o, scale, &asked))
			fprintf(f, "; %s needs %.1f", scale_names[scale], (double)asked.free / gib);
	if (asked.all.too_large > 0)
		fprintf(f, ", and %zu of its %zu cells would be skipped", asked.all.too_large, asked.all.cells);
	memory_whole(f);
	report(asked.all.too_large == 0                ? "ok"
	       : asked.all.too_large < asked.all.cells ? "note"
	                                               : "no",
	       "memory", "%.2f GiB free of %.1f, %.2f of it for cells%s", (double)machine_memory_available() / gib,
	       (double)machine_memory_total() / gib, (double)asked.cells / gib, text);
	free(text);
}

static void
check_pages(void)
{
	struct mem m;
	long long before = mem_huge_bytes(), huge;

	if (mem_alloc(&m, MACHINE_PAGES_TEST, NULL) != 0) {
		report("no", "huge pages", "16 MiB could not be allocated");
		return;
	}
	huge = mem_huge_bytes() - before;
	mem_free(&m);
	report(huge > 0 ? "ok" : "note", "huge pages", "mode %s, defrag %s; %lld of 16 MiB came on huge pages",
	       *machine_thp() ? machine_thp() : "unknown", *machine_thp_defrag() ? machine_thp_defrag() : "unknown",
	       huge >> 20);
}

/* Of --pages hugetlb and 1g. Whoever asks for none needs none. */
static void
check_pool(enum mem_pages pages)
{
	char page[VALUE_SIZE], remedy[READY_REMEDY];
	struct pool pool;

	if (!pool_look(pages, &pool))
		return;
	value_size_text(pool.page, " ", page);
	if (!pool.there)
		report("note", "page pool", "this kernel has no pages of %s (--pages %s)", page, mem_pages_name(pages));
	else
		report(pool.free > 0 ? "ok" : "note", "page pool", "%llu of %llu pages of %s are free (--pages %s)%s%s",
		       pool.free, pool.all, page, mem_pages_name(pages),
		       pool.free > 0 ? "" : "; to have one: ", pool.free > 0 ? "" : ready_remedy(&pool, 1, remedy));
}

/* Reports a container's limits. A timed cell that is stopped in the middle of a slice measures the quota. */
static void
check_limits(void)
{
	const double cpus = cgroup_cpus();
	const long long memory = cgroup_memory_limit();
	char text[160] = "none on processor time";

	if (cpus == CGROUP_UNKNOWN)
		snprintf(text, sizeof text, "unknown on processor time");
	else if (cpus != CGROUP_NONE)
		snprintf(text, sizeof text, "%.2f processors' time", cpus);
	if (memory > 0)
		snprintf(text + strlen(text), sizeof text - strlen(text), ", %.1f GiB of memory",
		         (double)memory / (1 << 30));
	report(cpus > 0 ? "note" : "ok", "limits", "%s", text);
}

/* A slice that allocates measures the allocator. Only an allocator that counts bytes reveals it. */
static void
check_allocator(void)
{
	report(allocation_counts() ? "ok" : "note", "allocator", "%s%s", allocation_name(),
	       allocation_counts() ? ", counts every byte" : ": does not tell what is allocated while a clock runs");
}

/* Table 1 has a column of counted cache misses; no verdict depends on it. */
static void
check_counters(void)
{
	const int fd = counter_open();

	if (fd >= 0) {
		report("ok", "counters", "cache misses are counted");
		counter_close(fd);
	} else if (errno == EACCES || errno == EPERM) {
		report("note", "counters",
		       "refused (%s): docker run --cap-add PERFMON, or kernel.perf_event_paranoid at 2 or less, "
		       "allows them",
		       strerror(errno));
	} else {
		report("note", "counters", "none (%s), as in most virtual machines: cache misses are not counted",
		       strerror(errno));
	}
}

static void
check_clock(void)
{
	char source[64];
	const unsigned long long tick = measure_resolution_ns();
	char why[MEASURE_WHY];

	sysfile_line("/sys/devices/system/clocksource/clocksource0/current_clocksource", source, sizeof source);
	if (measure_refuses(tick, why))
		report("no", "clock", "%s: nothing can be timed: %s", *source ? source : "source unknown", why);
	else
		report(tick < 1000 ? "ok" : "note", "clock",
		       "%s, tick %llu ns, so a timed slice takes at least %.0f ms", *source ? source : "source unknown",
		       tick, (double)measure_least_ns() * 1e-6);
}

static void
check_load(void)
{
	double load[1] = {0};

	if (getloadavg(load, 1) == 1)
		report(load[0] > 0.5 ? "note" : "ok", "load", "%.2f tasks wanted to run in the last minute%s", load[0],
		       load[0] > 0.5 ? ": let them end before anything is timed" : "");
}

static void
check_instructions(void)
{
	bool masked = false;

	for (enum isa isa = ISA_PORTABLE; isa < ISA_SETS; isa++) {
		const char *why = isa_refuses(isa, ISA_ANY);

		masked |= why && strstr(why, ISA_VARIABLE);
	}
	report(masked ? "note" : "ok", "instructions", "%s%s", isa_name(isa_best()),
	       masked ? "; " ISA_VARIABLE " excludes more, which this processor has" : "");
}

static const char *
plural(size_t n)
{
	return n == 1 ? "" : "s";
}

/* "node 1: processors 4 5 6 7; distances 21 10". A list that is too long ends in dots. */
static void
describe_node(const struct topology *t, size_t node, char *text, size_t room)
{
	size_t used =
		(size_t)snprintf(text, room, "node %d:%s", t->node_os[node], t->node_cpus[node] ? " processors" : "");

	for (size_t i = 0; i < t->cpus && used < room; i++)
		if (t->cpu[i].node == node)
			used += (size_t)snprintf(text + used, room - used, " %d", t->cpu[i].os);
	if (t->node_cpus[node] == 0 && used < room)
		used += (size_t)snprintf(text + used, room - used, " no processor that may be used");
	if (!t->node_allowed[node] && used < room)
		used += (size_t)snprintf(text + used, room - used, "; its memory may not be used");
	for (size_t i = 0; i < t->nodes && t->distance[node][i] && used < room; i++)
		used += (size_t)snprintf(text + used, room - used, "%s %u", i ? "" : "; distances",
		                         t->distance[node][i]);
	if (used >= room)
		memcpy(text + room - sizeof "...", "...", sizeof "...");
}

static void
report_nodes(const struct topology *t)
{
	unsigned long long balancing;
	char text[300];

	for (size_t i = 0; i < t->nodes; i++) {
		describe_node(t, i, text, sizeof text);
		report("ok", "memory node", "%s", text);
	}
	if (t->nodes == 1)
		report("note", "memory nodes",
		       "one: all memory is near, so what remote memory costs cannot be measured here (X3)");
	else if (sysfile_number("/proc/sys/kernel/numa_balancing", &balancing) && balancing != 0)
		report("note", "memory nodes",
		       "numa_balancing is on: the kernel may move pages while they are measured");
}

static void
check_topology(void)
{
	const char *why;
	const struct topology *t = topology_get(&why);

	if (!t) {
		report("note", "topology", "%s", why);
		return;
	}
	report("ok", "topology", "%zu package%s, %zu memory node%s, %zu core%s, %zu processor%s", t->packages,
	       plural(t->packages), t->nodes, plural(t->nodes), t->cores, plural(t->cores), t->cpus, plural(t->cpus));
	if (!t->this_system)
		report("note", "topology",
		       "it is not this machine's (HWLOC_SYNTHETIC, HWLOC_XMLFILE): nothing can be placed by it");
	if (t->cpus < t->machine_cpus)
		report("note", "cpuset",
		       "%zu of the machine's %zu processors may be used: others may work beside what is timed", t->cpus,
		       t->machine_cpus);
	if (t->cpus > t->cores)
		report("note", "SMT", "hardware threads share cores: beyond one thread a core, speeds grow less");
	report_nodes(t);
}

int
command_doctor(const struct options *o, struct failure *f)
{
	const char *virtualization = machine_virtualization(),
		   *governor = *machine_governor() ? machine_governor() : "not visible";

	(void)f;
	checks = o->json ? json_array() : NULL;
	report("ok", "processor", "%s", *machine_cpu_model() ? machine_cpu_model() : "unknown model");
	report("ok", "processors", "%zu may be used", machine_cpus());
	check_instructions();
	check_topology();
	check_caches();
	check_memory(o);
	check_pages();
	check_pool(MEM_PAGES_HUGETLB);
	check_pool(MEM_PAGES_1G);
	check_limits();
	check_counters();
	check_allocator();
	check_clock();
	check_load();
	if (*virtualization && strcmp(virtualization, "none") != 0)
		report("note", "virtualization",
		       "%s: speeds may move with the neighbours; judge ratios, not absolute figures", virtualization);
	report(strcmp(governor, "performance") == 0 ? "ok" : "note", "governor", "%s", governor);
	check_gnuplot();
	report(files_at_home() ? "ok" : "no", "plot scripts", "%s",
	       files_at_home() ? files_home() : "not found: run from the source tree or set CUCKOOBENCH_HOME");
	if (checks)
		print_json(json_pack("{sbso}", "ready", !unfit, "checks", checks));
	return unfit ? STATUS_UNFIT : STATUS_DONE;
}
