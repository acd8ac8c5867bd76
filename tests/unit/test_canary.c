/* SPDX-License-Identifier: MIT */
/* test_canary.c - what makes a cell noisy, and that the instruments work: the ring, the clock, the line that a child
 * sends. */
#include "tests/test.h"

#include "harness/timing/canary.h"
#include "harness/timing/measure.h"

/* A machine whose usual readings are 1000 ps and 100000 ps. */
static void
be_usual(struct canary_usual *usual)
{
	static const int permille[] = {1010, 990, 1000, 1003, 996, 1200, 900}; /* outliers do not move the median */

	*usual = (struct canary_usual){.count = 0};
	for (size_t i = 0; i < COUNT_OF(permille); i++)
		canary_learn(usual, &(struct disturbance){.alu_ps = (uint64_t)permille[i],
		                                          .read_ps = 100 * (uint64_t)permille[i],
		                                          .known = true});
	canary_learn(usual, &(struct disturbance){.alu_ps = 1, .read_ps = 1}); /* unknown, so not learnt */
}

TEST(noise_is_named)
{
	static const struct {
		struct disturbance d;
		double seconds;
		const char *says; /* "": quiet */
	} cases[] = {
		{{.alu_ps = 1000, .read_ps = 100000}, 10, ""},
		{{.alu_ps = 1049, .read_ps = 109000}, 10, ""},
		{{.alu_ps = 952, .read_ps = 91000}, 10, ""},
		{{.alu_ps = 1060, .read_ps = 100000}, 10, "clock -6 %"},
		{{.alu_ps = 900, .read_ps = 100000}, 10, "clock +11 %"},
		{{.alu_ps = 1000, .read_ps = 115000}, 10, "memory latency +15 %"},
		{{.alu_ps = 1000, .read_ps = 100000, .steal_ms = 100}, 10, ""},
		{{.alu_ps = 1000, .read_ps = 100000, .steal_ms = 120}, 10, "stolen ms +120"},
		{{.alu_ps = 1000, .read_ps = 100000, .migrations = 1}, 10, "migrations +1"},
		{{.alu_ps = 1000, .read_ps = 100000, .switches = 220}, 10, ""},
		{{.alu_ps = 1000, .read_ps = 100000, .switches = 221}, 10, "involuntary switches +221"},
		{{.alu_ps = 1060, .read_ps = 120000}, 10, "clock -6 %; memory latency +20 %"},
		/* reported in a column of its own */
		{{.alu_ps = 1000, .read_ps = 100000, .short_slices = 9}, 10, ""},
	};
	struct canary_usual usual;

	be_usual(&usual);
	assert_int_equal(usual.count, 7);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct disturbance d = cases[i].d;
		char text[120];

		d.known = true;
		assert_string_equal(canary_judge(&usual, &d, cases[i].seconds, text), cases[i].says);
		d.known = false;
		assert_string_equal(canary_judge(&usual, &d, cases[i].seconds, text), "");
	}
}

/* However many readings come, the first CANARY_READINGS are kept, and none is written beyond them. */
TEST(learning_ends)
{
	static struct canary_usual usual;
	uint64_t random = test_stream("readings");

	for (int i = 0; i < CANARY_READINGS + 10; i++)
		canary_learn(&usual, &(struct disturbance){
					     .alu_ps = rng_next(&random), .read_ps = rng_next(&random), .known = true});
	assert_int_equal(usual.count, CANARY_READINGS);
	for (unsigned i = 1; i < usual.count; i++)
		assert_true(usual.alu_ps[i - 1] <= usual.alu_ps[i] && usual.read_ps[i - 1] <= usual.read_ps[i]);
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
	const struct disturbance out = {1, 22, 333, 4444, 55555, 666666, true};
	struct disturbance in;
	char *line = NULL;
	size_t length;
	FILE *f = open_memstream(&line, &length);

	disturbance_write(f, &out);
	fclose(f);
	assert_true(disturbance_parse(line, &in));
	assert_string_equal(line, "#1 22 333 4444 55555 666666\n");
	assert_true(in.known && in.alu_ps == 1 && in.read_ps == 22 && in.steal_ms == 333 && in.migrations == 4444 &&
	            in.switches == 55555 && in.short_slices == 666666);
	assert_false(disturbance_parse("#1 2 3 4 5", &in) || in.known);
	assert_false(disturbance_parse("life:cf,0,1", &in) || in.known);
	free(line);
}

TEST(clock_ticks)
{
	assert_true(measure_resolution_ns() >= 1);
	assert_true(measure_least_ns() >= 5000000 && measure_least_ns() >= 1000 * measure_resolution_ns());
}
