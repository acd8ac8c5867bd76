/* SPDX-License-Identifier: MIT */
/*
 * paper_world.h - made-up samples of a world in which the paper's claims about rates, loads, error rates and semantics
 * are true, and those of this suite, too (own_world.h).
 *
 *      make_world(twist, reps, noise) --> samples of every experiment that a claim uses (made_samples.h)
 */
#ifndef CUCKOOBENCH_TESTS_PAPER_WORLD_H
#define CUCKOOBENCH_TESTS_PAPER_WORLD_H

#include "tests/made_samples.h"
#include "tests/own_world.h"

#include "harness/analysis/run_data.h"
#include "harness/programs/programs.h"

/* Figure 5's lines over p = 0, 25, 50, 75, 100 %. */
static void
lookups_by_share(struct world *w)
{
	static const struct {
		const char *name;
		double rate[5];
	} lines[] = {{"cf", {14.5, 14.5, 14.5, 14.5, 14.5}},
	             {"ss-cf", {5, 5, 5, 5, 5}},
	             {"bf", {8, 6, 4.6, 4.3, 4}},
	             {"blk-bf", {16, 13, 11, 10, 9}},
	             {"qf", {4, 4, 4, 4, 4}},
	             {"dl-cbf", {5.6, 5.6, 5.6, 5.6, 5.6}},
	             {"ss-cf-decode", {5, 5, 5, 5, 5}},
	             {"qf-slots", {1.5, 1.5, 1.5, 1.5, 1.5}},
	             {"cf-branch", {14.5, 14.2, 13, 14.2, 14.5}}};

	for (size_t s = 0; s < COUNT_OF(lines); s++)
		for (int i = 0; i < 5; i++) {
			speed(w, "f5", "", lines[s].name, 25 * i, "lookup", lines[s].rate[i]);
			speed(w, "l4", "", lines[s].name, 25 * i, "lookup", lines[s].rate[i]);
		}
	for (int i = 0; i < 5; i++) {
		speed(w, "c2", "", "cf", 25 * i, "lookup", 14);
		speed(w, "c2", "", "cf-again", 25 * i, "lookup", 14);
		speed(w, "c2", "", "bf", 25 * i, "lookup", 5);
		speed(w, "c2", "", "bf-again", 25 * i, "lookup", 5);
	}
	speed(w, "c2", "", "bf", 0, "construction", 6);
	speed(w, "c2", "", "bf-again", 0, "construction", 6);
	speed(w, "c2", "", "cf", 0, "construction", 6);
	speed(w, "c2", "", "cf-again", 0, "construction", 6);
}

/* Figures 6 to 8, on a machine that is slower from half-full tables on: what stays as it is is slower there, too. */
static void
speed_beside(struct world *w, const char *exp, const char *panel, const char *series, double x, const char *metric,
             double rate)
{
	const double machine = x < 0.5 ? 1 : 0.6;
	char beside[32], anchor[32];

	snprintf(beside, sizeof beside, "%s_beside", metric);
	snprintf(anchor, sizeof anchor, "%s_anchor", metric);
	speed(w, exp, panel, series, x, metric, machine * rate);
	speed(w, exp, panel, series, x, beside, machine * rate);
	speed(w, exp, panel, series, x, anchor, machine * 7);
}

static void
speeds_by_load(struct world *w)
{
	static const char *const all[] = {"cf",       "ss-cf",  "bf",           "blk-bf",
	                                  "qf-slots", "dl-cbf", "ss-cf-decode", "cf-branch"};

	for (int step = 0; step <= 20; step++)
		for (size_t s = 0; s < COUNT_OF(all); s++) {
			const double x = step / 20.0, middle = (step + 0.5) / 20;
			const bool quotient = is(all[s], "qf-slots"), bloom = s == 2 || s == 3, dleft = s == 5;
			const double qf = x > 0.75 ? 3 - 10 * (x - 0.75) : 5 - 2.5 * (x - 0.05);

			speed_beside(w, "f6", "a", all[s], x, "lookup", quotient ? qf : bloom ? 10 - 4 * x : 5.6);
			speed_beside(w, "f6", "b", all[s], x, "lookup", quotient ? qf : dleft && x < 0.2 ? 8 : 5.6);
			speed_beside(w, "f7", "", all[s], middle, "insert", bloom || dleft ? 5 : 10 - 5 * middle);
			if (!bloom)
				speed_beside(w, "f8", "", all[s], middle, "delete",
				             quotient ? step == 17 ? 1 : 5 - 2.5 * (middle - 0.075)
				             : s == 0 ? 10
				             : dleft  ? 6
				                      : 4);
		}
}

static void
table_3(struct world *w)
{
	static const struct {
		const char *name;
		double bits, rate, build;
	} rows[] = {{"cf", 12.6, 0.0019, 6},   {"ss-cf", 12.58, 0.00095, 3},  {"bf", 13, 0.0019, 4},
	            {"blk-bf", 13, 0.0041, 8}, {"qf", 13.33, 0.0018, 2},      {"dl-cbf", 16.5, 0.0076, 4.5},
	            {"cbf", 52, 0.0019, 4},    {"qf-slots", 13.33, 0.0018, 2}};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		speed(w, "t3", "", rows[i].name, 0, "construction", rows[i].build);
		speed(w, "t3", "", rows[i].name, 0, "whole", rows[i].build);
		for (unsigned p = 0; p <= 100; p += 100) {
			speed(w, "c3", "", rows[i].name, p, "slice", 12);
			speed(w, "c3", "", rows[i].name, p, "slice_after", 12);
			speed(w, "c3", "", rows[i].name, p, "run", 12);
		}
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

		for (size_t i = 0; i < COUNT_OF(log2_m); i++) {
			char two[NAME_MAX_SERIES];

			snprintf(two, sizeof two, "cf-2hash:m=2^%d", log2_m[i]);
			if (log2_m[i] <= 25)
				put(w, "f2", panel, two, 0, "load", "fraction", top, 1e6, 1e-4);
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

/* Figures 3 and 4. What is built once beats all others, which is beside what the paper claims. */
static void
space_by_rate(struct world *w)
{
	static const char *const once[] = {"xor", "fuse3", "fuse4", "gcs"};
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

			/* the lines of ss-CF and Bloom cross at 7.2 bits and 3.2 % */
			put(w, "f4", "", name, f, "load", "fraction", 0.9625, 1e6, 1e-4);
			put(w, "f4", "", name, f, "bits_at_setting", "bits/item", (f - s) / 0.9625, 1e6, 1e-5);
			count(w, "f4", "", name, f, "fpr", 7.65 / exp2(f), 1e9);
		}
	}
	for (int i = 0; i < 4; i++)
		for (int r = 4; r <= 16; r += 2) {
			put(w, "f3", "b", once[i], r, "bits_at_f", "bits/item", 1.02 * r, 1e6, 1e-5);
			count(w, "f3", "b", once[i], r, "fpr", exp2(-r), 1e9);
			put(w, "f4", "b", once[i], r, "bits_at_setting", "bits/item", 1.02 * r, 1e6, 1e-5);
			count(w, "f4", "b", once[i], r, "fpr", exp2(-r), 1e9);
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
	put(w, "s1", "", "qf", 0, "lines_of_code", "lines of code", 900, 1, 0);
	put(w, "s1", "", "qf-slots", 0, "lines_of_code", "lines of code", 800, 1, 0);
	put(w, "s1", "", "ss-cf", 0, "beyond_cf", "lines of code", 400, 1, 0);
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
	stores(&w);
	other_keys(&w);
	bits_over_bounds(&w);
	values_of_keys(&w);
	seeds_of_builds(&w);
	return w;
}

static inline struct board
board_of(const struct samples *samples, enum scale scale)
{
	struct samples asked = *samples; /* for every experiment */
	struct run_data run;
	struct board board;

	memset(asked.store.asked, true, sizeof asked.store.asked);
	run_data_of(&run, &asked, scale);
	board_make(&board, &run);
	run_data_free(&run);
	return board;
}

/* The same with a verdict on the claims of one experiment alone: that of the claim with this id. */
static inline struct board
board_of_one(const struct samples *samples, enum scale scale, const char *id)
{
	struct samples asked = *samples;
	struct run_data run;
	struct board board;

	memset(asked.store.asked, false, sizeof asked.store.asked);
	for (size_t e = 0; experiment_all[e]; e++)
		for (const struct claim *c = experiment_all[e]->claims; c && c->id; c++)
			asked.store.asked[e] |= is(c->id, id);
	run_data_of(&run, &asked, scale);
	board_make(&board, &run);
	run_data_free(&run);
	return board;
}

/* The board as JSON, a text that the caller frees. */
static inline char *
json_of(const struct samples *samples, enum scale scale)
{
	struct board board = board_of(samples, scale);
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	assert_int_equal(board_write_json(&board, f), 0);
	fclose(f);
	board_free(&board);
	return text;
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
