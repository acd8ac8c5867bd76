/* SPDX-License-Identifier: MIT */
/* setup.c - see setup.h. */
#include "harness/setup.h"

#include "harness/plugin.h"

#include <math.h>
#include <string.h>

struct known {
	const char *name;
	struct filter_params params; /* without bytes */
	double bits_per_item;        /* 0: fill until refused */
	struct setup_cost cost;
};

/*
 * Bloom filters: "nine hash functions, which minimizes the false positive rate with thirteen bits per item"; counting
 * Bloom: the same thirteen positions an item, of 4 bits each. The quotient filter refuses beyond 90 % by itself. Split-block Bloom: the
 * bits an item of the other Bloom filters.
 */
static const struct known known[] = {
	{"cf", {.fp_bits = 12, .slots = 4}, 0, {220, 70, 80}},
	{"ss-cf", {.fp_bits = 13, .slots = 4}, 0, {330, 100, 190}},
	{"bf", {.hashes = 9}, 13, {150, 90, 0}},
	{"blk-bf", {.hashes = 9}, 13, {60, 60, 0}},
	{"qf", {.fp_bits = 9}, 0, {300, 200, 300}},
	{"dl-cbf", {.tables = 4, .slots = 4}, 0, {130, 110, 120}},
	{"cbf", {.hashes = 9}, 52, {250, 130, 280}},
	{"cf-2hash", {.slots = 4}, 0, {250, 90, 100}},
	{"cf-nohash", {.fp_bits = 12, .slots = 4}, 0, {220, 70, 80}},
	{"sb-bf", {.hashes = 8}, 13, {60, 30, 0}},
	{"cf-mutex", {.fp_bits = 12, .slots = 4}, 0, {240, 90, 100}},
	{"cf-rwlock", {.fp_bits = 12, .slots = 4}, 0, {250, 100, 110}},
	{"bf-atomic", {.hashes = 9}, 13, {180, 90, 0}},
	{"blk-bf-atomic", {.hashes = 9}, 13, {90, 60, 0}},
	{"bf-batch", {.hashes = 9}, 13, {40, 25, 0}},
	{"blk-bf-batch", {.hashes = 9}, 13, {10, 8, 0}},
	{"sb-bf-batch", {.hashes = 8}, 13, {10, 8, 0}},
	{"blk-bf-avx2", {.hashes = 9}, 13, {8, 5, 0}},
	{"sb-bf-avx2", {.hashes = 8}, 13, {5, 5, 0}},
	{"blk-bf-avx512", {.hashes = 9}, 13, {8, 5, 0}},
	{"sb-bf-avx512", {.hashes = 8}, 13, {5, 5, 0}},
	{"blk-bf-simd", {.hashes = 9}, 13, {60, 20, 0}},
	{"sb-bf-simd", {.hashes = 8}, 13, {30, 15, 0}},
	{"cf-batch", {.fp_bits = 12, .slots = 4}, 0, {60, 25, 20}},
	{"cf-avx2", {.fp_bits = 12, .slots = 4}, 0, {30, 15, 20}},
	{"cf-avx512", {.fp_bits = 12, .slots = 4}, 0, {30, 15, 20}},
	{"cf-bulk", {.fp_bits = 12, .slots = 4}, 0, {30, 15, 20}},
	{"cf-staged", {.fp_bits = 12, .slots = 4}, 0, {30, 20, 20}},
	{"cf-avx512-staged", {.fp_bits = 12, .slots = 4}, 0, {30, 15, 20}},
	{"ss-cf-batch", {.fp_bits = 13, .slots = 4}, 0, {80, 25, 40}},
	{"ss-cf-avx2", {.fp_bits = 13, .slots = 4}, 0, {80, 15, 40}},
	{"ss-cf-avx512", {.fp_bits = 13, .slots = 4}, 0, {80, 15, 40}},
	{"ss-cf-decode", {.fp_bits = 13, .slots = 4}, 0, {330, 100, 190}},
	{"cf-striped", {.fp_bits = 12, .slots = 4}, 0, {220, 70, 80}},
	{"cf-striped-batch", {.fp_bits = 12, .slots = 4}, 0, {220, 20, 80}},
	{"cf-inline", {.fp_bits = 12, .slots = 4}, 0, {220, 70, 80}},
	{"ss-cf-striped", {.fp_bits = 13, .slots = 4}, 0, {330, 100, 190}},
	{"cf-seqlock", {.fp_bits = 12, .slots = 4}, 0, {220, 70, 80}},
	{"cf-unchecked", {.fp_bits = 12, .slots = 4}, 0, {220, 70, 80}},
	{"cf-unchecked-batch", {.fp_bits = 12, .slots = 4}, 0, {220, 20, 80}},
	{"cf-rcu", {.fp_bits = 16, .slots = 4}, 0, {220, 70, 80}},
	{"cf-chain", {.fp_bits = 16, .slots = 4}, 0, {220, 200, 200}},
	{"cf-grow-rwlock", {.fp_bits = 16, .slots = 4}, 0, {220, 70, 80}},
	{"cf-grow-stop", {.fp_bits = 16, .slots = 4}, 0, {220, 70, 80}},
};

/* Not a filter of the paper, though of one thread and with a table of its own. */
static const char later_baseline[] = "sb-bf";

/*
 * Lines an operation touches; of the paper's Table 2 for look-ups where it tells, and counted by T1 where it does not.
 *
 *   cuckoo     two buckets (Algorithms 2 and 3), one of which an insertion changes (Algorithm 1)
 *   Bloom      a bit each, so a line each; an absent key's look-up ends at the first clear bit, see below; one block
 *   quotient   one run of neighbouring slots
 *   d-left     d buckets; a present key is found in the first or second of them, more often than not: the left ones are fuller
 */
static const struct lines {
	const char *name;
	double absent, present, insert, remove;
	bool stops; /* at the first clear bit */
} lines_of[] = {
	{"cf", 2, 2, 1, 2, false},
	{"ss-cf", 2, 2, 1, 2, false},
	{"cf-2hash", 2, 2, 1, 2, false},
	{"cf-nohash", 2, 2, 1, 2, false},
	{"cf-inline", 2, 2, 1, 2, false},
	{"bf", 2, 9, 9, 0, true},
	{"cbf", 2, 9, 9, 9, true},
	{"blk-bf", 1, 1, 1, 0, false},
	{"sb-bf", 1, 1, 1, 0, false},
	{"qf", 1, 1, 1, 1, false},
	{"dl-cbf", 4, 2, 4, 2, false},
};

static const struct known *
find(const struct filter_ops *ops)
{
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(known[i].name, ops->name) == 0)
			return &known[i];
	return NULL;
}

void
setup_paper(const struct filter_ops *ops, size_t bytes, struct filter_params *params, size_t *target)
{
	const struct plugin_filter *plugin = plugin_of(ops);
	const struct known *k = find(ops);
	const double bits = plugin ? plugin->bits_per_item : k ? k->bits_per_item : 0;

	*params = k ? k->params : (struct filter_params){0};
	params->bytes = bytes;
	*target = SIZE_MAX;
	if (bits > 0)
		*target = (size_t)((double)bytes * 8 / bits);
}

bool
setup_is_compared(const struct filter_ops *ops)
{
	if (plugin_of(ops))
		return true;
	return !ops->twin && !(ops->caps & (FILTER_SHARED | FILTER_CONTROL)) && strcmp(ops->name, later_baseline) != 0;
}

bool
setup_is_asked(const struct filter_ops *ops)
{
	return !(ops->caps & FILTER_CONTROL);
}

struct setup_cost
setup_cost(const struct filter_ops *ops, size_t bytes)
{
	const struct known *k = find(ops);
	struct setup_cost c = k ? k->cost : (struct setup_cost){300, 150, 200};
	/* The last: more pages, of 2 MiB, than a processor finds without reading page tables. */
	const double place = bytes < (size_t)1 << 20 ? 0.25 : bytes < (size_t)16 << 20 ? 0.4 : bytes < (size_t)1 << 30 ? 1 : 1.5;

	return (struct setup_cost){c.insert * place, c.lookup * place, c.remove * place};
}

static const struct lines *
find_lines(const struct filter_ops *ops, struct lines *of_plugin)
{
	const struct plugin_filter *plugin = plugin_of(ops);

	if (plugin) {
		const double *l = plugin->lines;

		*of_plugin = (struct lines){plugin->name, l[0] > 0 ? l[0] : 1, l[1] > 0 ? l[1] : 1, l[2] > 0 ? l[2] : 1, l[3] > 0 ? l[3] : 1, false};
		return of_plugin;
	}
	for (; ops; ops = ops->twin ? filter_find(ops->twin) : NULL)
		for (size_t i = 0; i < sizeof lines_of / sizeof *lines_of; i++)
			if (strcmp(lines_of[i].name, ops->name) == 0)
				return &lines_of[i];
	return NULL;
}

/* Bits read until one is clear, k at most, where a share s of them is set: 1 + s + s^2 + ... + s^(k-1). */
static double
bits_until_clear(double s, double k)
{
	return s < 1 ? (1 - pow(s, k)) / (1 - s) : k;
}

double
setup_lines(const struct filter_ops *ops, enum setup_op op, double positive, double full)
{
	struct lines of_plugin;
	const struct lines *l = find_lines(ops, &of_plugin);
	double absent;

	if (!l)
		return 1;
	if (op != SETUP_LOOKUP)
		return op == SETUP_INSERT ? l->insert : l->remove;
	/* A Bloom filter with as many items as it is for has half of its bits set; each item set as many of those that were clear. */
	absent = l->stops ? bits_until_clear(1 - pow(2, -full), l->present) : l->absent;
	return (1 - positive) * absent + positive * l->present;
}

/* A Bloom filter's look-up stops after nearly two. */
bool
setup_are_two(double lines)
{
	return fabs(lines - 2) < 0.02;
}

bool
setup_ceiling(const struct point *rate, struct ceiling_of *c, enum setup_op op, double positive, double full)
{
	const struct filter_ops *ops = filter_find(rate->series);

	if (!ops)
		return false;
	c->lines = setup_lines(ops, op, positive, full);
	c->updates = op != SETUP_LOOKUP;
	return true;
}

struct filter_params
setup_kicks(const struct filter_ops *ops, const struct filter_params *params, enum filter_kicks kicks)
{
	struct filter_params p = *params, tiny = {.bytes = 4096, .kicks = kicks};
	struct filter *f;
	const char *why;

	/* A plug-in runs in children only: it is not asked, and goes its own way. */
	if (!kicks || p.kicks || plugin_of(ops) || ops->create(&tiny, &f, &why) != FILTER_OK)
		return p;
	ops->destroy(f);
	p.kicks = kicks;
	return p;
}

size_t
setup_table_bytes(const struct filter_ops *ops, const struct filter_params *p)
{
	size_t slots = p->slots ? p->slots : 4;

	if (p->bytes)
		return p->bytes;
	if (strcmp(ops->name, "cf-2hash") == 0)
		return p->buckets * slots * 8;
	return p->buckets * slots * (p->fp_bits ? p->fp_bits : 12) / 8 + 1;
}
