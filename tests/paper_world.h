/* SPDX-License-Identifier: MIT */
/*
 * paper_world.h - made-up samples of a world in which the paper's claims about rates, loads, error rates and semantics
 * are true, with a little noise, in any number of repetitions. A test can twist one place of it.
 *
 *      make_world(twist, reps, noise) --> samples of every experiment that a claim uses
 */
#ifndef CUCKOOBENCH_TESTS_PAPER_WORLD_H
#define CUCKOOBENCH_TESTS_PAPER_WORLD_H

#include "tests/test.h"

#include "harness/analysis/claims.h"

#include "harness/programs/programs.h"
#include "harness/run/samples.h"

#include <math.h>

/* A change to the made-up world: values there become value * times + plus. */
struct twist {
	const char *id, *exp, *panel, *series;
	double x; /* NAN: every one */
	const char *metric;
	double times, plus;
};

struct world {
	struct samples samples;
	const struct twist *twist;
	unsigned reps;
	double noise; /* half width, on a logarithmic scale, of the factor that speeds are multiplied by */
	uint64_t random;
};

static bool
is(const char *a, const char *b)
{
	return strcmp(a, b) == 0;
}

static void
put(struct world *w, const char *exp, const char *panel, const char *series, double x, const char *metric,
    const char *unit, double value, double den, double noise)
{
	const struct twist *t = w->twist;

	if (t && is(t->exp, exp) && is(t->panel, panel) && is(t->series, series) && is(t->metric, metric) &&
	    (isnan(t->x) || t->x == x))
		value = value * t->times + t->plus;
	for (unsigned rep = 0; rep < w->reps; rep++) {
		double u = 2 * (double)(rng_next(&w->random) >> 11) / 9007199254740992.0 - 1;
		struct sample s = {.rep = rep, .attempt = 0, .cell = 1, .x = x};

		if (w->samples.count == w->samples.room) {
			w->samples.room = w->samples.room ? 2 * w->samples.room : 4096;
			w->samples.at = realloc(w->samples.at, w->samples.room * sizeof *w->samples.at);
			assert_non_null(w->samples.at);
		}
		snprintf(s.exp, sizeof s.exp, "%s", exp);
		snprintf(s.panel, sizeof s.panel, "%s", panel);
		snprintf(s.series, sizeof s.series, "%s", series);
		snprintf(s.metric, sizeof s.metric, "%s", metric);
		snprintf(s.unit, sizeof s.unit, "%s", unit);
		s.den = (uint64_t)den;
		/* a machine that runs up to four times as fast in some repetitions: pairing cancels that */
		if (is(unit, "Mops/s"))
			s.num = (uint64_t)llround(value * exp2(u * noise + rep * 7 % 10 / 5.0) * den / 1e3);
		else
			s.num = (uint64_t)llround(value * exp2(u * noise) * den);
		w->samples.at[w->samples.count++] = s;
	}
}

static void
speed(struct world *w, const char *exp, const char *panel, const char *series, double x, const char *metric,
      double rate)
{
	put(w, exp, panel, series, x, metric, "Mops/s", rate, 1e9, w->noise);
}

static void
count(struct world *w, const char *exp, const char *panel, const char *series, double x, const char *metric,
      double rate, double of)
{
	put(w, exp, panel, series, x, metric, "rate", rate, of, 0);
}

/* Figure 5's lines over p = 0, 25, 50, 75, 100 %. */
static void
lookups_by_share(struct world *w)
{
	static const struct {
		const char *name;
		double rate[5];
	} lines[] = {{"cf", {14.5, 14.2, 13, 14.2, 14.5}}, {"ss-cf", {5, 5, 5, 5, 5}},
	             {"bf", {8, 6, 4.6, 4.3, 4}},          {"blk-bf", {16, 13, 11, 10, 9}},
	             {"qf", {1.5, 1.5, 1.5, 1.5, 1.5}},    {"dl-cbf", {5.6, 5.6, 5.6, 5.6, 5.6}}};

	for (size_t s = 0; s < COUNT_OF(lines); s++)
		for (int i = 0; i < 5; i++) {
			speed(w, "f5", "", lines[s].name, 25 * i, "lookup", lines[s].rate[i]);
			speed(w, "l4", "", lines[s].name, 25 * i, "lookup", lines[s].rate[i]);
		}
	for (int i = 0; i < 5; i++) {
		speed(w, "c2", "", "cf", 25 * i, "lookup", 14);
		speed(w, "c2", "", "cf-again", 25 * i, "lookup", 14);
	}
	speed(w, "c2", "", "cf", 0, "construction", 6);
	speed(w, "c2", "", "cf-again", 0, "construction", 6);
}

/* Figures 6 to 8. */
static void
speeds_by_load(struct world *w)
{
	static const char *const all[] = {"cf", "ss-cf", "bf", "blk-bf", "qf", "dl-cbf"};

	for (int step = 0; step <= 20; step++)
		for (size_t s = 0; s < COUNT_OF(all); s++) {
			const double x = step / 20.0, middle = (step + 0.5) / 20;
			const bool quotient = is(all[s], "qf"), bloom = s == 2 || s == 3, dleft = s == 5;
			const double qf = x > 0.75 ? 3 - 10 * (x - 0.75) : 5 - 2.5 * (x - 0.05);

			speed(w, "f6", "a", all[s], x, "lookup", quotient ? qf : bloom ? 10 - 4 * x : 5.6);
			speed(w, "f6", "b", all[s], x, "lookup", quotient ? qf : dleft && x < 0.2 ? 8 : 5.6);
			speed(w, "f7", "", all[s], middle, "insert", bloom || dleft ? 5 : 10 - 5 * middle);
			if (!bloom && !(quotient && step == 17))
				speed(w, "f8", "", all[s], middle, "delete",
				      quotient ? 5 - 2.5 * (middle - 0.075)
				      : s == 0 ? 10
				      : dleft  ? 6
				               : 4);
		}
	speed(w, "f8", "", "qf", LIFE_FULL, "delete", 1);
}

static void
table_3(struct world *w)
{
	static const struct {
		const char *name;
		double bits, rate, build;
	} rows[] = {{"cf", 12.6, 0.0019, 6},   {"ss-cf", 12.58, 0.00095, 3}, {"bf", 13, 0.0019, 4},
	            {"blk-bf", 13, 0.0041, 8}, {"qf", 13.33, 0.0018, 2},     {"dl-cbf", 16.5, 0.0076, 4.5},
	            {"cbf", 52, 0.0019, 4}};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		speed(w, "t3", "", rows[i].name, 0, "construction", rows[i].build);
		put(w, "t3", "", rows[i].name, 0, "bits_per_item", "bits/item", rows[i].bits, 1e6, 0);
		count(w, "t3", "", rows[i].name, 0, "fpr", rows[i].rate, 1e8);
		put(w, "t1", "", rows[i].name, 0, "bits_per_item", "bits/item", rows[i].bits, 1e6, 0);
		count(w, "t1", "", rows[i].name, 0, "fpr", rows[i].rate, 1e8);
	}
	put(w, "t3", "", "dl-cbf", 0, "load", "fraction", 0.78, 1e6, 1e-3);
	count(w, "t2", "", "bf", 0, "fpr", 0.0019, 1e8);
	put(w, "t2", "", "bf", 0, "refs_positive", "references", 9, 1e6, 0);
	put(w, "t2", "", "bf", 0, "refs_negative", "references", 2, 1e6, 1e-3);
	put(w, "t2", "", "cf", 0, "refs_positive", "references", 2, 1e6, 0);
	put(w, "t2", "", "cf", 0, "refs_negative", "references", 2, 1e6, 0);
}

/* Figure 2 and ;login: Table 2: f suffices from log2(m) / 2b + 2 on. */
static void
loads_by_fingerprint(struct world *w)
{
	static const int log2_m[] = {15, 20, 25, 30};

	for (int b = 4; b <= 8; b += 4) {
		const double top = b == 4 ? 0.96 : 0.985;
		const char *panel = b == 4 ? "a" : "b";

		put(w, "f2", panel, "cf-2hash", 0, "load", "fraction", top, 1e6, 1e-4);
		for (size_t i = 0; i < COUNT_OF(log2_m); i++)
			for (int f = 1; f <= 20; f++) {
				const double enough = log2_m[i] / (2.0 * b) + 2,
					     load = f < enough ? top - 0.1 * (enough - f) : top;
				char line[NAME_MAX_SERIES];

				snprintf(line, sizeof line, "m=2^%d", log2_m[i]);
				put(w, "f2", panel, line, f, "load", "fraction", load, 1e6, 1e-4);
				if (b == 4 && log2_m[i] == 25)
					put(w, "l2", "", "cf", f, "load", "fraction", load, 1e6, 1e-4);
			}
	}
	put(w, "l2", "", "cf-2hash", 0, "load", "fraction", 0.96, 1e6, 1e-4);
	for (int f = 6; f <= 10; f += 2) {
		put(w, "g6", "a", "m=2^15", f, "load", "fraction", 0.96, 1e6, 1e-3);
		put(w, "g6", "b", "m=2^15", f, "load", "fraction", 0.9, 1e6, 1e-3);
	}
}

/* L3: loads of one distribution that vary by a fifth of a point. */
static void
loads_by_build(struct world *w)
{
	static const char *const builds[] = {"cf", "cf-batch"};

	for (size_t i = 0; i < COUNT_OF(builds); i++) {
		put(w, "l3", "b=4:m=2^15", builds[i], 20, "load", "fraction", 0.964, 1e6, 1e-3);
		put(w, "l3", "b=8:m=2^15", builds[i], 12, "load", "fraction", 0.989, 1e6, 1e-3);
		put(w, "l3", "b=4:m=2^20", builds[i], 6, "load", "fraction", 0.957, 1e6, 1e-3);
	}
}

/* Figures 3 and 4. */
static void
space_by_rate(struct world *w)
{
	static const double loads[] = {0.5, 0.875, 0.955, 0.98};
	static const char *const lines[] = {"b=1", "b=2", "b=4", "b=8"};

	for (int i = 0; i < 4; i++)
		for (int f = 5; f <= 21; f++) {
			put(w, "f3", "", lines[i], f, "load", "fraction", loads[i], 1e6, 1e-4);
			put(w, "f3", "", lines[i], f, "bits_at_f", "bits/item", f / loads[i], 1e6, 1e-4);
			count(w, "f3", "", lines[i], f, "fpr", 0.94 * (1 - pow(1 - exp2(-f), 2 << i)), 1e9);
		}
	for (int f = 6; f <= 18; f += 2) {
		for (int s = 0; s < 2; s++) {
			const char *name = s ? "ss-cf" : "cf";

			put(w, "f4", "", name, f, "load", "fraction", 0.96, 1e6, 1e-4);
			put(w, "f4", "", name, f, "bits_at_setting", "bits/item", (f - s) / 0.96, 1e6, 1e-4);
			count(w, "f4", "", name, f, "fpr", 7.6 / exp2(f), 1e9);
		}
	}
}

static void
semantics(struct world *w)
{
	static const char *const names[] = {"cf", "ss-cf"}, *const missed[] = {"missed_25", "missed_50", "missed_75",
	                                                                       "missed_full"};
	static const double deleted[] = {0, 25, 50, 75}, replaced[] = {0, 1, 2, 4};

	for (int s = 0; s < 2; s++) {
		for (int i = 0; i < 4; i++) {
			count(w, "g1", "", names[s], 0, missed[i], 0, 1e6);
			for (int panel = 0; panel < 2; panel++) {
				const double x = panel ? replaced[i] : deleted[i];

				count(w, "g2", panel ? "b" : "a", names[s], x, "fpr", 0.0019, 1e6);
				count(w, "g2", panel ? "b" : "a", names[s], x, "fpr_fresh", 0.0019, 1e6);
				count(w, "g2", panel ? "b" : "a", names[s], x, "differ", 0, 1e6);
			}
		}
		count(w, "g3", "", names[s], 2, "removed", 0.002, 1e6);
		count(w, "g3", "", names[s], 2, "false_negatives", 0.004, 1e6);
		for (int b = s ? 4 : 1; b <= (s ? 4 : 8); b *= 2) {
			count(w, "g4", "", names[s], b, "fit_2b", 0.99, 1e4);
			count(w, "g4", "", names[s], b, "fit_b", 0.01, 1e4);
			count(w, "g4", "", names[s], b, "one_bucket", 0.01, 1e4);
			count(w, "g4", "", names[s], b, "fit_other", 0, 1e4);
			count(w, "g4", "", names[s], b, "unlimited", 0, 1e4);
		}
		for (int f = 6; f <= 12; f += 2) {
			count(w, "g5", "", names[s], f, "fpr", 7.6 / exp2(f), 1e8);
			count(w, "g5", "", names[s], f, "extra_present", 7.6 / exp2(f), 1e8);
			count(w, "g5", "", names[s], f, "values_absent", 7.6 / exp2(f), 1e8);
		}
	}
	put(w, "s1", "", "cf", 0, "lines_of_code", "lines of code", 500, 1, 0);
	put(w, "s1", "", "qf", 0, "lines_of_code", "lines of code", 800, 1, 0);
	put(w, "s1", "", "ss-cf", 0, "beyond_cf", "lines of code", 400, 1, 0);
}

/* X3: two nodes; the other node's memory has twice the latency; lookups are best with a copy in each. */
static void
memory_nodes(struct world *w)
{
	static const char *const policies[] = {"local", "interleave", "firsttouch", "replicate", "shard"};
	static const double speeds[] = {100, 120, 120, 160, 110}, remote[] = {0.5, 0.5, 0.5, 0, 0.5};

	put(w, "x3", "policies", "all", 0, "nodes", "nodes", 2, 1, 0);
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 2; j++)
			speed(w, "x3", "latency", i ? "cores-1" : "cores-0", 0, j ? "latency-1" : "latency-0",
			      i == j ? 100 : 200);
	for (int p = 0; p < 5; p++) {
		speed(w, "x3", "policies", policies[p], 0, "lookup", speeds[p]);
		count(w, "x3", "policies", policies[p], 0, "moved", 0, 1e6);
		count(w, "x3", "policies", policies[p], 0, "remote", remote[p], 1e6);
	}
}

/* X5: a search that is short where a walk is long, and a queue. */
static void
latencies(struct world *w)
{
	static const double walk[] = {5, 20, 90, 300}, path[] = {1, 2, 3, 4};

	for (int i = 0; i < LATENCY_OCCUPANCIES; i++) {
		char metric[NAME_MAX_METRIC];

		snprintf(metric, sizeof metric, "kicks_%u", latency_occupancy[i]);
		put(w, "x5", "b", "cf", 100, metric, "kicks", walk[i], 1, 0);
		put(w, "x5", "b", "cf-striped", 100, metric, "kicks", path[i], 1, 0);
	}
	for (int i = 0; i < 2; i++) {
		put(w, "x5", "b", "cf", i ? 99.9 : 99, "insert_95", "ns", i ? 10000 : 5000, 1, w->noise);
		put(w, "x5", "b", "cf-striped", i ? 99.9 : 99, "insert_95", "ns", i ? 4000 : 3000, 1, w->noise);
	}
	put(w, "x5", "c", "cf-striped", 99, "service_90", "ns", 300, 1, w->noise);
	put(w, "x5", "c", "cf-striped", 99, "response_90", "ns", 2000, 1, w->noise);
}

/* X7: a check that costs little, and keys missed without it. */
static void
version_checks(struct world *w)
{
	static const char *const names[] = {"cf-unchecked", "cf-striped", "cf-unchecked-batch", "cf-striped-batch"};
	static const double alone[] = {20, 18, 60, 57}, beside[] = {15, 12, 50, 42};

	for (int i = 0; i < 4; i++) {
		speed(w, "x7", "alone", names[i], 0, "lookup", alone[i]);
		speed(w, "x7", "beside", names[i], 0, "lookup", beside[i]);
		count(w, "x7", "hazard", names[i], 0, "missed", i % 2 ? 0 : 2e-6, 1e6);
	}
	count(w, "x7", "hazard", "cf-inline", 0, "missed", 0, 1e6);
	count(w, "x7", "hazard", "cf-seqlock", 0, "missed", 0, 1e6);
}

/* Two threads gain as much as two threads' reads of memory, and builders a little less. */
static void
many_threads(struct world *w)
{
	static const char *const panels[] = {"a", "b", "c", "d"};

	for (size_t p = 0; p < COUNT_OF(panels); p++)
		for (int n = 1; n <= 2; n++) {
			speed(w, "x1", panels[p], "cf-striped", n, "throughput", n == 1 ? 20 : p < 3 ? 38 : 34);
			speed(w, "x1", panels[p], "cf-striped", n, "ceiling", n == 1 ? 200 : 380);
		}
}

/* X6: lookups that go on or stop, errors that double, and four tables for one. */
static void
growth(struct world *w)
{
	static const char *const names[] = {"cf-rcu", "cf-grow-rwlock", "cf-grow-stop"};
	static const double growing[] = {9, 3, 0.1}, waits[] = {20000, 4e6, 8e6};

	for (int i = 0; i < 3; i++) {
		speed(w, "x6", "rate", names[i], 0, "lookup_steady", 10);
		speed(w, "x6", "rate", names[i], 0, "lookup_growing", growing[i]);
		put(w, "x6", "latency", names[i], 90, "growing", "ns", waits[i], 1, w->noise);
		put(w, "x6", "latency", names[i], 90, "steady", "ns", 15000, 1, w->noise);
	}
	for (int g = 0; g < 3; g++) {
		count(w, "x6", "fpr", "cf-rcu", g, "expected", 0.0018 * (1 << g), 1e8);
		count(w, "x6", "fpr", "cf-rcu", g, "fpr", 0.0018 * (1 << g), 1e8);
	}
	speed(w, "x6", "cost", "cf-rcu", 4, "lookup", 12);
	speed(w, "x6", "cost", "cf-chain", 4, "lookup", 4);
}

/* H4: blocked Bloom filters are fast, cuckoo filters err less. */
static void
overheads(struct world *w)
{
	static const struct {
		const char *series;
		double rate, fpr;
	} filters[] = {{"cf:f8", 30, 0.03},   {"cf:f18", 28, 3e-5},      {"ss-cf:f13", 25, 0.001},
	               {"sb-bf:8", 60, 0.03}, {"blk-bf:20k9", 50, 1e-3}, {"bf:20k14", 9, 7e-5},
	               {"bf:8k6", 90, 0.02}};

	for (int i = 0; i < 2; i++) {
		const double n = i ? 15728640 : 15360;

		for (size_t k = 0; k < COUNT_OF(filters); k++) {
			speed(w, "h4", "p0", filters[k].series, n, "lookup", filters[k].rate);
			count(w, "h4", "p0", filters[k].series, n, "fpr", filters[k].fpr, 1e8);
		}
		speed(w, "h4", "p0", "ceiling-1", n, "lookup", 200);
	}
}

/* H5: twice the rate with twice the lines in flight, up to 32; lookups are a little slower than the lines they read. */
static void
flights(struct world *w)
{
	static const struct {
		const char *series;
		double one, own;
	} lines[] = {
		{"cf", 4.5, 18}, {"ss-cf", 4.4, 17}, {"blk-bf", 5.2, 22}, {"ceiling-1", 6, 330}, {"ceiling-2", 5, 160}};

	for (size_t i = 0; i < COUNT_OF(lines); i++) {
		for (int width = 1; width <= 128; width *= 2)
			speed(w, "h5", "192MiB", lines[i].series, width, "lookup",
			      lines[i].one * (width < 32 ? width : 32));
		speed(w, "h5", "192MiB", lines[i].series, 0, "own", lines[i].own);
	}
	speed(w, "h5", "bulk", "cf-bulk:count", 0, "lookup", 230);
	speed(w, "h5", "bulk", "ceiling-2", 0, "lookup", 160);
}

/* H1 and H2: lookups near the limit in memory, and much faster than CF's in a cache. H3: insertions and deletions
 * faster than CF's. */
static void
limits(struct world *w)
{
	static const struct {
		const char *panel, *series;
		double x, rate[3]; /* at 0, 50 and 100 % */
	} lines[] = {
		{"cf12", "cf", 196608, {20, 20, 20}},
		{"cf12", "cf-batch", 196608, {130, 130, 130}},
		{"cf12", "cf-avx2", 196608, {145, 145, 145}},
		{"cf12", "cf-avx512", 196608, {170, 180, 210}},
		{"cf12", "cf-bulk", 196608, {260, 240, 240}},
		{"cf12", "ceiling-2", 196608, {190, 190, 190}},
		{"cf12", "cf", 192, {240, 240, 240}},
		{"cf12", "cf-avx2", 192, {480, 480, 480}},
		{"cf12", "cf-avx512", 192, {800, 800, 800}},
		{"cf16", "cf", 262144, {20, 20, 20}},
		{"cf16", "cf-avx512", 262144, {180, 180, 180}},
		{"cf16", "ceiling-2", 262144, {185, 185, 185}},
		{"cf8", "cf", 131072, {22, 22, 22}},
		{"cf8", "cf-avx512", 131072, {180, 180, 180}},
		{"cf8", "ceiling-2", 131072, {195, 195, 195}},
		{"sscf13", "ss-cf", 196608, {19, 15, 15}},
		{"sscf13", "ss-cf-decode", 196608, {12, 11, 10}},
		{"sscf13", "ss-cf-avx512", 196608, {170, 150, 150}},
		{"sscf13", "ceiling-2", 196608, {190, 190, 190}},
		{"sbbf", "sb-bf", 196608, {150, 150, 150}},
		{"sbbf", "sb-bf-avx2", 196608, {320, 320, 320}},
		{"sbbf", "ceiling-1", 196608, {360, 360, 360}},
		{"blkbf", "blk-bf", 196608, {60, 40, 40}},
		{"blkbf", "blk-bf-avx512", 196608, {310, 310, 310}},
		{"blkbf", "ceiling-1", 196608, {360, 360, 360}},
		{"bf", "bf", 196608, {17, 13, 11}},
		{"bf", "bf-batch", 196608, {110, 50, 39}},
		{"bf", "ceiling-1", 196608, {360, 360, 360}},
	};
	char panel[NAME_MAX_PANEL];

	for (size_t i = 0; i < COUNT_OF(lines); i++)
		for (int p = 0; p < 3; p++) {
			snprintf(panel, sizeof panel, "%s_p%d", lines[i].panel, 50 * p);
			speed(w, "h1", panel, lines[i].series, lines[i].x, "lookup", lines[i].rate[p]);
		}
	speed(w, "h2", "4k", "cf", 196608, "lookup", 15);
	speed(w, "h2", "4k", "cf-avx512", 196608, "lookup", 120);
	speed(w, "h2", "4k", "ceiling-2", 196608, "lookup", 130);
	speed(w, "h3", "all", "cf", 95, "insert", 5);
	speed(w, "h3", "all", "cf-batch", 95, "insert", 30);
	speed(w, "h3", "steps", "cf", 95, "insert", 0.6);
	speed(w, "h3", "steps", "cf:bfs", 95, "insert", 1.5);
	speed(w, "h3", "steps", "cf-batch", 95, "insert", 5.6);
	speed(w, "h3", "emptied", "cf", 80, "delete", 16);
	speed(w, "h3", "emptied", "cf-batch", 80, "delete", 26);
	speed(w, "h3", "emptied", "cf-avx512", 80, "delete", 30);
	speed(w, "h3", "emptied", "ceiling-2", 80, "delete", 40);
}

/* Any keys through a sound hash behave like random ones; keys that are not hashed, or hardly, show it. */
static void
other_keys(struct world *w)
{
	static const char *const sets[] = {"uniform", "sequential", "clustered", "shared-low", "shared-high"},
				 *const filters[] = {"cf", "bf", "qf"};
	static const struct {
		const char *hash;
		/* times: rates relative to uniform keys'. load: CF's load. Both for all keys except uniform ones */
		double times, load;
	} hashes[] = {{"xxh3", 1, 0.96}, {"mulshift", 0.5, 0.96}, {"identity", 50, 0.4}};
	char panel[NAME_MAX_PANEL];

	for (size_t h = 0; h < COUNT_OF(hashes); h++)
		for (size_t s = 0; s < COUNT_OF(sets); s++)
			for (size_t f = 0; f < COUNT_OF(filters); f++) {
				snprintf(panel, sizeof panel, "%s/%s", sets[s], hashes[h].hash);
				count(w, "k1", panel, filters[f], 0, "fpr_uniform", 0.002, 1e6);
				count(w, "k1", panel, filters[f], 0, "fpr", 0.002 * (s ? hashes[h].times : 1), 1e6);
				put(w, "k1", panel, filters[f], 0, "load_uniform", "fraction", 0.96, 1e6, 1e-3);
				put(w, "k1", panel, filters[f], 0, "load", "fraction", s ? hashes[h].load : 0.96, 1e6,
				    1e-3);
				put(w, "k1", panel, filters[f], 0, "fpr_replay", "fraction", 1, 4096, 0);
			}
}

static struct world
make_world(const struct twist *twist, unsigned reps, double noise)
{
	struct world w = {.twist = twist, .reps = reps, .noise = noise, .random = 2014};

	lookups_by_share(&w);
	speeds_by_load(&w);
	table_3(&w);
	loads_by_fingerprint(&w);
	loads_by_build(&w);
	space_by_rate(&w);
	semantics(&w);
	many_threads(&w);
	memory_nodes(&w);
	latencies(&w);
	growth(&w);
	version_checks(&w);
	limits(&w);
	overheads(&w);
	flights(&w);
	other_keys(&w);
	return w;
}

static inline struct board
board_of(const struct samples *samples, enum scale scale)
{
	struct board board;

	assert_int_equal(board_make(&board, samples, scale), 0);
	return board;
}

/* The claim of that id, or NULL. */
static inline const struct judged *
find(const struct board *board, const char *id)
{
	for (size_t i = 0; i < board->count; i++)
		if (is(board->at[i].claim->id, id))
			return &board->at[i];
	return NULL;
}

#endif
