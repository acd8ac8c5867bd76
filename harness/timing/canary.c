/* SPDX-License-Identifier: MIT */
/* canary.c - see canary.h. The kernel counts disturbances; a counter that it does not offer reads as 0. */
#include "harness/timing/canary.h"

#include "core/bits.h"
#include "core/rng.h"
#include "harness/base/clock.h"
#include "harness/base/sysfile.h"
#include "harness/machine/cgroup.h"
#include "harness/timing/measure.h"
#include "harness/timing/memory_kernels.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* Limits of quiet. A tick of the scheduler displaces the process a few times a second at most on an idle machine. */
static const double most_stolen = 0.01, most_switches_a_second = 20;
/* Cells of one thread wait for pages, pipes and files for 10 ms at most, also where others take both of two processors
 * (298 cells at smoke scale, 5 at quick, Zen 3). Twice that, and a share as of stolen time. */
static const double most_waited_ms = 20;

/* 20 ms or more per reading: 2^24 dependent multiply-adds of about 4 cycles, 2^17 loads of 100 ns or more. */
enum { ADDS = 1 << 24, LOADS = 1 << 17 };

int
canary_open(struct canary *c, size_t bytes, uint64_t seed)
{
	*c = (struct canary){.lines = bytes / MEMORY_LINE, .loads = LOADS, .adds = ADDS};
	if (bytes < (size_t)1 << 24) { /* small rings are for runs of seconds */
		c->loads /= 8;
		c->adds /= 8;
	}
	if (mem_alloc(&c->mem, bytes, NULL) != 0)
		return -1;
	memory_ring(c->mem.data, c->lines, seed);
	return 0;
}

/* 5 ms of multiply-adds and 4 ms or more of loads, as long as a timed slice: still no interrupt shows (measure.h). */
void
canary_shorten(struct canary *c)
{
	c->adds /= 4;
	c->loads /= 4;
}

void
canary_close(struct canary *c)
{
	mem_free(&c->mem);
}

/* --- counters --- */

uint64_t
involuntary_switches(int who)
{
	struct rusage usage;

	return getrusage(who, &usage) == 0 ? (uint64_t)usage.ru_nivcsw : 0;
}

static uint64_t
stolen_ms(int cpu)
{
	char key[16], text[SYSFILE_TEXT], *at = text;
	const long ticks = sysconf(_SC_CLK_TCK);
	uint64_t number = 0;

	snprintf(key, sizeof key, "cpu%d", cpu);
	(void)sysfile_value("/proc/stat", key, text, sizeof text);
	for (unsigned i = 0; i < 8; i++) /* proc(5): the eighth number */
		number = strtoull(at, &at, 10);
	return ticks > 0 ? number * 1000 / (uint64_t)ticks : 0;
}

static uint64_t
migrations(void)
{
	char text[SYSFILE_TEXT];

	return strtoull(sysfile_value("/proc/self/sched", "se.nr_migrations", text, sizeof text), NULL, 10);
}

/* Nanoseconds in which this thread was ready to run and others had the processor: the second number. */
static uint64_t
queued_ns(void)
{
	char text[64], *end;

	(void)strtoull(sysfile_line("/proc/thread-self/schedstat", text, sizeof text), &end, 10);
	return strtoull(end, NULL, 10);
}

static volatile sig_atomic_t continued;

static void
on_continue(int number)
{
	(void)number;
	continued++;
}

/* Of which only differences mean anything: the nanoseconds in which this thread neither ran nor was ready to. Where the
 * kernel does not count when it is ready (/proc/thread-self/schedstat), that is among them. */
static int64_t
idle_ns(void)
{
	return (int64_t)(clock_ns() - thread_ns() - queued_ns());
}

/* --- a cell --- */

/*
 * Takes a reading; the slower one of two stays. Each begins at another line, because the lines of one reading fit a
 * large cache and may still be there.
 */
static void
read_canary(struct disturbance *d, const struct canary *c, uint64_t random)
{
	const size_t from = fast_range(rng_mix(random), c->lines);
	uint64_t alu = measure_adds(c->adds) * 1000 / c->adds;
	uint64_t read = measure_ring(c->mem.data, from, c->loads) * 1000 / c->loads;

	d->alu_ps = alu > d->alu_ps ? alu : d->alu_ps;
	d->read_ps = read > d->read_ps ? read : d->read_ps;
}

void
disturbance_begin(struct disturbance *d, const struct canary *c, uint64_t random, int cpu)
{
	const struct sigaction action = {.sa_handler = on_continue, .sa_flags = SA_RESTART};

	*d = (struct disturbance){.known = true};
	continued = 0;
	sigaction(SIGCONT, &action, NULL);
	read_canary(d, c, random);
	d->steal_ms = stolen_ms(cpu);
	d->throttled_ms = cgroup_throttled_ms();
	d->stopped_ms = (uint64_t)idle_ns();
	d->migrations = migrations();
	d->switches = involuntary_switches(RUSAGE_SELF);
}

void
disturbance_end(struct disturbance *d, const struct canary *c, uint64_t random, int cpu)
{
	int64_t idle;

	d->steal_ms = stolen_ms(cpu) - d->steal_ms;
	d->throttled_ms = cgroup_throttled_ms() - d->throttled_ms;
	d->stops = (uint64_t)continued;
	idle = idle_ns() - (int64_t)d->stopped_ms;
	d->stopped_ms = idle > 0 ? (uint64_t)idle / 1000000 : 0;
	d->migrations = migrations() - d->migrations;
	d->switches = involuntary_switches(RUSAGE_SELF) - d->switches;
	read_canary(d, c, ~random);
}

void
disturbance_write(FILE *f, const struct disturbance *d)
{
	fprintf(f,
	        "#%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64
	        " %" PRIu64 "\n",
	        d->alu_ps, d->read_ps, d->steal_ms, d->migrations, d->switches, d->short_slices, d->throttled_ms,
	        d->stops, d->stopped_ms);
}

bool
disturbance_parse(const char *line, struct disturbance *d)
{
	*d = (struct disturbance){0};
	d->known = sscanf(line,
	                  "#%" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64
	                  " %" SCNu64 " %" SCNu64,
	                  &d->alu_ps, &d->read_ps, &d->steal_ms, &d->migrations, &d->switches, &d->short_slices,
	                  &d->throttled_ms, &d->stops, &d->stopped_ms) == 9;
	return d->known;
}

/* --- noise --- */

static void
add_reason(char text[DISTURBANCE_TEXT], const char *what, uint64_t amount)
{
	const size_t used = strlen(text);

	snprintf(text + used, DISTURBANCE_TEXT - used, "%s%s +%" PRIu64, used ? "; " : "", what, amount);
}

const char *
disturbance_judge(const struct disturbance *d, double seconds, char text[DISTURBANCE_TEXT])
{
	*text = '\0';
	if (!d->known)
		return text;
	if ((double)d->steal_ms > 1000 * most_stolen * seconds + 10) /* the kernel counts in ticks of 10 ms */
		add_reason(text, "stolen ms", d->steal_ms);
	if (d->throttled_ms > 0) /* nothing else records it */
		add_reason(text, "throttled ms", d->throttled_ms);
	if (d->stops > 0)
		add_reason(text, "stops", d->stops);
	if ((double)d->stopped_ms > 1000 * most_stolen * seconds + most_waited_ms)
		add_reason(text, "stopped ms", d->stopped_ms);
	if (d->migrations > 0)
		add_reason(text, "migrations", d->migrations);
	if ((double)d->switches > most_switches_a_second * seconds + 20)
		add_reason(text, "involuntary switches", d->switches);
	return text;
}
