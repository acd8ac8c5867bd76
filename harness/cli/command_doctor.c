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
#include "harness/base/sysfile.h"
#include "harness/machine/allocation.h"
#include "harness/machine/cgroup.h"
#include "harness/machine/counters.h"
#include "harness/machine/machine.h"
#include "harness/timing/measure.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool unfit;
static json_t *checks; /* NULL: lines */

static void
report(const char *verdict, const char *subject, const char *text)
{
	if (checks)
		json_array_append_new(
			checks, json_pack("{ssssso}", "verdict", verdict, "subject", subject, "text", json_text(text)));
	else
		printf("%-5s %-14s %s\n", verdict, subject, text);
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
	char told[256];

	if (!*version) {
		report("no", "gnuplot", "not found: install gnuplot-nox (measuring works without it, figures do not)");
		return;
	}
	complaint = output_of(MACHINE_GNUPLOT_LOCALE " gnuplot -d -e 'set encoding utf8' 2>&1");
	snprintf(told, sizeof told, "figures fail: %.200s", complaint);
	report(*complaint ? "no" : "ok", "gnuplot", *complaint ? told : version);
	if (atol(output_of(draw)) > 6000)
		report("ok", "fonts", "a PDF figure has its text");
	else
		report("no", "fonts", "figures would have no text: install fonts-dejavu-core");
}

static void
check_pages(void)
{
	struct mem m;
	char text[160];
	long long before = mem_huge_bytes(), huge;

	if (mem_alloc(&m, MACHINE_PAGES_TEST, NULL) != 0) {
		report("no", "memory", "16 MiB could not be allocated");
		return;
	}
	huge = mem_huge_bytes() - before;
	mem_free(&m);
	snprintf(text, sizeof text, "mode %s, defrag %s; %lld of 16 MiB came on huge pages",
	         *machine_thp() ? machine_thp() : "unknown", *machine_thp_defrag() ? machine_thp_defrag() : "unknown",
	         huge >> 20);
	report(huge > 0 ? "ok" : "note", "huge pages", text);
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
	report(cpus > 0 ? "note" : "ok", "limits", text);
}

/* A slice that allocates measures the allocator. Only an allocator that counts bytes reveals it. */
static void
check_allocator(void)
{
	char text[160];

	snprintf(text, sizeof text, "%s%s", allocation_name(),
	         allocation_counts() ? ", counts every byte" : ": does not tell what is allocated while a clock runs");
	report(allocation_counts() ? "ok" : "note", "allocator", text);
}

/* Table 1 has a column of counted cache misses; no verdict depends on it. */
static void
check_counters(void)
{
	const int fd = counter_open();
	char text[160] = "cache misses are counted";

	if (fd < 0 && (errno == EACCES || errno == EPERM))
		snprintf(text, sizeof text,
		         "refused (%s): docker run --cap-add PERFMON, or kernel.perf_event_paranoid at 2 or less, "
		         "allows them",
		         strerror(errno));
	else if (fd < 0)
		snprintf(text, sizeof text, "none (%s), as in most virtual machines: cache misses are not counted",
		         strerror(errno));
	report(fd < 0 ? "note" : "ok", "counters", text);
	if (fd >= 0)
		counter_close(fd);
}

static void
check_clock(void)
{
	char source[64], text[160];
	const unsigned long long tick = measure_resolution_ns();

	sysfile_line("/sys/devices/system/clocksource/clocksource0/current_clocksource", source, sizeof source);
	snprintf(text, sizeof text, "%s, tick %llu ns, so a timed slice takes at least %.0f ms",
	         *source ? source : "source unknown", tick, (double)measure_least_ns() * 1e-6);
	report(tick < 1000 ? "ok" : "note", "clock", text);
}

static void
check_load(void)
{
	double load[1] = {0};
	char text[160];

	if (getloadavg(load, 1) != 1)
		return;
	snprintf(text, sizeof text, "%.2f tasks wanted to run in the last minute%s", load[0],
	         load[0] > 0.5 ? ": let them end before anything is timed" : "");
	report(load[0] > 0.5 ? "note" : "ok", "load", text);
}

static void
check_instructions(void)
{
	const enum isa best = isa_best();
	const char *why = best < ISA_AVX512 ? isa_refuses(best + 1, ISA_ANY) : NULL;
	const bool masked = why && strstr(why, ISA_VARIABLE);
	char text[160];

	snprintf(text, sizeof text, "%s%s", isa_name(best),
	         masked ? "; " ISA_VARIABLE " excludes more, which this processor has" : "");
	report(masked ? "note" : "ok", "instructions", text);
}

int
command_doctor(const struct options *o, struct failure *f)
{
	(void)f;
	char text[300];

	checks = o->json ? json_array() : NULL;
	report("ok", "processor", *machine_cpu_model() ? machine_cpu_model() : "unknown model");
	snprintf(text, sizeof text, "%zu may be used", machine_cpus());
	report("ok", "processors", text);
	check_instructions();
	doctor_topology(report);
	snprintf(text, sizeof text, "L1 %zu KiB, L2 %zu KiB, L3 %zu KiB", machine_cache(1) >> 10,
	         machine_cache(2) >> 10, machine_cache(3) >> 10);
	report(machine_cache(3) ? "ok" : "note", "caches", text);
	snprintf(text, sizeof text, "%.1f GiB free of %.1f; quick needs 1, full 4, paper up to 24",
	         (double)machine_memory_available() / (1 << 30), (double)machine_memory_total() / (1 << 30));
	report(machine_memory_available() > (size_t)1 << 30 ? "ok" : "note", "memory", text);
	check_pages();
	check_limits();
	check_counters();
	check_allocator();
	check_clock();
	check_load();
	if (*machine_virtualization() && strcmp(machine_virtualization(), "none") != 0) {
		snprintf(text, sizeof text,
		         "%s: speeds may move with the neighbours; judge ratios, not absolute figures",
		         machine_virtualization());
		report("note", "virtualization", text);
	}
	snprintf(text, sizeof text, "%s", *machine_governor() ? machine_governor() : "not visible");
	report(strcmp(text, "performance") == 0 ? "ok" : "note", "governor", text);
	check_gnuplot();
	report(files_at_home() ? "ok" : "no", "plot scripts",
	       files_at_home() ? files_home() : "not found: run from the source tree or set CUCKOOBENCH_HOME");
	if (checks)
		print_json(json_pack("{sbso}", "ready", !unfit, "checks", checks));
	return unfit ? STATUS_UNFIT : STATUS_DONE;
}
