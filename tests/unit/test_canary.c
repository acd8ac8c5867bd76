/* SPDX-License-Identifier: MIT */
/* test_canary.c - what a cell's own process notices, and that the instruments work: the ring, the clock, the line that
 * a child sends. */
#include "tests/test.h"

#include "harness/timing/canary.h"
#include "harness/timing/measure.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

TEST(disturbances_are_named)
{
	static const struct {
		struct disturbance d;
		double seconds;
		const char *says; /* "": quiet */
	} cases[] = {
		{{.steal_ms = 0}, 10, ""},
		{{.steal_ms = 100}, 10, ""},
		{{.steal_ms = 120}, 10, "stolen ms +120"},
		{{.throttled_ms = 1}, 10, "throttled ms +1"},
		{{.stops = 1}, 10, "stops +1"},
		{{.stopped_ms = 120}, 10, ""},
		{{.stopped_ms = 121}, 10, "stopped ms +121"},
		{{.steal_ms = 999,
	          .throttled_ms = 999,
	          .stops = 1,
	          .stopped_ms = 999,
	          .migrations = 1,
	          .switches = 999},
	         1,
	         "stolen ms +999; throttled ms +999; stops +1; stopped ms +999; migrations +1; involuntary switches "
	         "+999"},
		{{.migrations = 1}, 10, "migrations +1"},
		{{.switches = 220}, 10, ""},
		{{.switches = 221}, 10, "involuntary switches +221"},
		{{.migrations = 1, .steal_ms = 200}, 10, "stolen ms +200; migrations +1"},
		{{.alu_ps = 9000, .read_ps = 1}, 10, ""}, /* told, not judged */
		{{.short_slices = 9}, 10, ""},            /* reported in a column of its own */
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct disturbance d = cases[i].d;
		char text[DISTURBANCE_TEXT];

		d.known = true;
		assert_string_equal(disturbance_judge(&d, cases[i].seconds, text), cases[i].says);
		d.known = false;
		assert_string_equal(disturbance_judge(&d, cases[i].seconds, text), "");
	}
}

/* From line 0 the ring returns to line 0 after every other line, and not before. */
TEST(ring_visits_every_line)
{
	struct canary c;
	const uint32_t *line;
	size_t at = 0, steps = 0;

	assert_int_equal(canary_open(&c, 1 << 16, test_seed()), 0);
	line = (const uint32_t *)(const void *)c.mem.data;
	do {
		at = line[at * 16];
		steps++;
	} while (at != 0 && steps <= c.lines);
	assert_int_equal(steps, 1024);
	canary_close(&c);
}

TEST(disturbances_round_trip)
{
	const struct disturbance out = {1, 22, 333, 4444, 55555, 666666, 88888888, 999999999, 10, true};
	struct disturbance in;
	char *line = NULL;
	size_t length;
	FILE *f = open_memstream(&line, &length);

	disturbance_write(f, &out);
	fclose(f);
	assert_true(disturbance_parse(line, &in));
	assert_string_equal(line, "#1 22 333 4444 55555 666666 88888888 999999999 10\n");
	assert_true(in.known && in.alu_ps == 1 && in.read_ps == 22 && in.steal_ms == 333 && in.migrations == 4444 &&
	            in.switches == 55555 && in.short_slices == 666666 && in.throttled_ms == 88888888 &&
	            in.stops == 999999999 && in.stopped_ms == 10);
	assert_false(disturbance_parse("#1 2 3 4 5 6 7 8", &in) || in.known);
	assert_false(disturbance_parse("life:cf,0,1", &in) || in.known);
	free(line);
}

/* Stops this process for a while from another one. Returns once it goes on. */
static void
be_stopped(unsigned ms)
{
	const pid_t me = getpid(), other = fork();

	if (other == 0) {
		kill(me, SIGSTOP);
		usleep(ms * 1000);
		kill(me, SIGCONT);
		_exit(0);
	}
	waitpid(other, NULL, 0);
}

/* A stop is counted, and lasts about as long as it does or longer: the kernel's clocks of waking, of running and of the
 * day differ a little. Nothing here has an upper limit of time. */
TEST(stops_are_counted)
{
	struct disturbance d;
	struct canary c;
	char text[DISTURBANCE_TEXT];

	assert_int_equal(canary_open(&c, 1 << 16, test_seed()), 0);
	disturbance_begin(&d, &c, test_seed(), 0);
	disturbance_end(&d, &c, test_seed(), 0);
	assert_int_equal(d.stops, 0);
	disturbance_begin(&d, &c, test_seed(), 0);
	be_stopped(100);
	be_stopped(100);
	disturbance_end(&d, &c, test_seed(), 0);
	require(d.stops == 2 && d.stopped_ms >= 180, "%llu stops, %llu ms", (unsigned long long)d.stops,
	        (unsigned long long)d.stopped_ms);
	(void)disturbance_judge(&d, 1, text);
	require(strstr(text, "stops +2; stopped ms +"), "'%s'", text);
	canary_close(&c);
}

TEST(clock_ticks)
{
	assert_true(measure_resolution_ns() >= 1);
	assert_true(measure_least_ns() >= 5000000 && measure_least_ns() >= 1000 * measure_resolution_ns());
	assert_int_equal(measure_resolution_ns(), measure_resolution_ns());
}

TEST(coarse_clocks)
{
	static const uint64_t fine[] = {1, 25, 279, 1000, 15000, 100000},
			      coarse[] = {100001, 1000000, 4000000, 10000000};
	char why[MEASURE_WHY];

	for (size_t i = 0; i < sizeof fine / sizeof *fine; i++)
		assert_null(measure_refuses(fine[i], why));
	for (size_t i = 0; i < sizeof coarse / sizeof *coarse; i++)
		assert_non_null(measure_refuses(coarse[i], why));
	assert_string_equal(why, "the clock ticks every 10 ms, and a timed slice takes 1000 ticks: 10 s");
}
