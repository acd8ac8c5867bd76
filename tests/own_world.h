/* SPDX-License-Identifier: MIT */
/*
 * own_world.h - what paper_world.h has of this suite's own experiments, which the paper lacks (X, H, K): threads,
 * growth, latencies, limits of the hardware, other keys. Here, too, every claim is true.
 */
#ifndef CUCKOOBENCH_TESTS_OWN_WORLD_H
#define CUCKOOBENCH_TESTS_OWN_WORLD_H

#include "tests/made_samples.h"

#include "harness/exp/bounds.h"
#include "harness/exp/field_settings.h"
#include "harness/filters/candidates.h"
#include "harness/programs/programs.h"

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

/* H4: blocked Bloom filters are fast, cuckoo filters err less. What is built once is the best, and no side in that. */
static void
overheads(struct world *w)
{
	static const struct {
		const char *series;
		double rate, fpr;
	} filters[] = {{"cf:f8", 30, 0.03},   {"cf:f18", 28, 3e-5},      {"ss-cf:f13", 25, 0.001},
	               {"sb-bf:8", 60, 0.03}, {"blk-bf:20k9", 50, 1e-3}, {"bf:20k14", 9, 7e-5},
	               {"bf:8k6", 90, 0.02},  {"fuse3:f16", 99, 1.5e-8}};

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

/* H6: a store behind each filter takes what is predicted. The fastest filter is also the best. */
static void
stores(struct world *w)
{
	for (int i = 0; i < 2; i++) {
		const double n = i ? 15 << 18 : 15 << 10, t_w = i ? 1300 : 150;
		struct candidate of[CANDIDATES_MOST];
		const size_t filters = candidates_few(of, (size_t)n, MAP_BITS_PER_KEY);

		speed(w, "h6", "p0", "store", n, "lookup", 1000 / t_w);
		for (size_t k = 0; k < filters; k++) {
			const double t_l = 2 + (double)k, e = 0.002;
			char series[CANDIDATES_TEXT];

			(void)candidates_text(series, of[k].twin->name, &of[k]);
			speed(w, "h6", "p0", series, n, "lookup", 1000 / t_l);
			speed(w, "h6", "p0", series, n, "in_front", 1000 / (t_l + e * t_w));
			put(w, "h6", "p0", series, n, "let_through", "fraction", e, 1e6, 0);
		}
	}
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

/* P2: the rate is 2^-k at the setting k + 3 of filters that delete, k of others; sizes are the sources' formulas. */
static void
bits_over_bounds(struct world *w)
{
	static const struct {
		const char *name;
		double times, plus, shift; /* bits = times (k + plus) */
	} filters[] = {{"bf", M_LOG2E, 0, 0},      {"xor", 1.23, 0, 0},   {"fuse3", 1.13, 0, 0},
	               {"fuse4", 1.08, 0, 0},      {"gcs", 1, 1.6, 0},    {"cf", 1 / 0.955, 3, 3},
	               {"ss-cf", 1 / 0.955, 2, 3}, {"qf", 1 / 0.9, 3, 0}, {"dl-cbf", 1.5, 3, 3},
	               {"rih", 1.3, 2.5, 0}};

	for (size_t i = 0; i < COUNT_OF(filters); i++)
		for (int k = 4; k <= 14; k += 2) {
			count(w, "p2", "", filters[i].name, k + filters[i].shift, "fpr", exp2(-k), 1e9);
			put(w, "p2", "", filters[i].name, k + filters[i].shift, "bits_at_setting", "bits/item",
			    filters[i].times * (k + filters[i].plus), 1e6, 1e-4);
		}
	/* those published later are a twentieth over theirs */
	for (size_t i = 0; filter_all[i]; i++) {
		unsigned setting[FIELD_SETTINGS];
		const bool deletes = filter_all[i]->caps & FILTER_REMOVE;
		const unsigned n = field_has_settings(filter_all[i]) ? field_settings(filter_all[i], setting) : 0;

		for (unsigned j = 0; j < n; j++) {
			const unsigned asked = field_asked(filter_all[i], setting[j]);
			const double rate = exp2(-(double)(asked ? asked : setting[j]));

			count(w, "p2", "", filter_all[i]->name, setting[j], "fpr", rate, 1e9);
			put(w, "p2", "", filter_all[i]->name, setting[j], "bits_at_setting", "bits/item",
			    1.05 * (deletes ? bound_deleting : bound_once)(rate), 1e6, 1e-4);
		}
	}
}

/* P6: one seed in twenty fails, and no build is refused. */
static void
seeds_of_builds(struct world *w)
{
	for (size_t i = 0; filter_all[i]; i++)
		if (filter_all[i]->caps & FILTER_STATIC && !filter_all[i]->twin) {
			count(w, "p6", "all", filter_all[i]->name, 0, "failed", 0.05, 1e4);
			put(w, "p6", "all", filter_all[i]->name, 0, "refused", "fraction", 0, 1e4, 0);
		}
}

/* G7: absent keys have a value as often as the sources say. */
static void
values_of_keys(struct world *w)
{
	for (int f = 6; f <= 14; f += 4) {
		count(w, "g7", "", "bloomier", f, "values_absent", exp2(-f), 1e9);
		count(w, "g7", "", "bloomier-mutable", f, "values_absent", 3 * exp2(-f), 1e9);
	}
}

#endif
