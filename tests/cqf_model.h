/* SPDX-License-Identifier: MIT */
/*
 * cqf_model.h - the table that a counting quotient filter must have, built once more from a sorted list.
 *
 *      list --> each counter's slots, one copy after the other --> one slot after the other, as in test_rsqf.c
 *           --> the bytes that the table must have
 *
 * The hash is the identity, so that a test chooses quotients and remainders.
 */
#ifndef CUCKOOBENCH_TEST_CQF_MODEL_H
#define CUCKOOBENCH_TEST_CQF_MODEL_H

#include "baselines/quotient/cqf_keys.h"
#include "baselines/quotient/cqf_table.h"
#include "tests/test.h"

enum { MOST = 2048 };

/* Fingerprints, quotient * 2^r + remainder, sorted. */
struct list {
	struct counted {
		uint64_t fp, copies;
	} at[MOST];
	size_t n;
};

static struct counted *
list_find(struct list *l, uint64_t fp)
{
	size_t at = 0;

	while (at < l->n && l->at[at].fp < fp)
		at++;
	return l->at + at;
}

static uint64_t
list_copies(struct list *l, uint64_t fp)
{
	const struct counted *at = list_find(l, fp);

	return at < l->at + l->n && at->fp == fp ? at->copies : 0;
}

static void
list_set(struct list *l, uint64_t fp, uint64_t copies)
{
	struct counted *at = list_find(l, fp);
	const size_t behind = (size_t)(l->at + l->n - at);
	const bool there = list_copies(l, fp) > 0;

	if (!there && copies) {
		require(l->n < MOST, "the list is full");
		memmove(at + 1, at, behind * sizeof *at);
		l->n++;
	} else if (there && !copies) {
		memmove(at, at + 1, (behind - 1) * sizeof *at);
		l->n--;
		return;
	}
	if (copies)
		*at = (struct counted){fp, copies};
}

static uint64_t
list_items(const struct list *l)
{
	uint64_t items = 0;

	for (size_t i = 0; i < l->n; i++)
		items += l->at[i].copies;
	return items;
}

/* The slots of counters, first to last. */
struct slots {
	uint64_t at[80];
	unsigned n;
};

static void
digits_of(struct slots *s, uint64_t value, uint64_t base, uint64_t x)
{
	const uint64_t symbol = value % base + 1;

	if (value >= base)
		digits_of(s, value / base, base, x);
	s->at[s->n++] = x && symbol >= x ? symbol + 1 : symbol;
}

/* By the rules of the paper. */
static struct slots
slots_of(unsigned r, uint64_t x, uint64_t copies)
{
	const uint64_t base = ((uint64_t)1 << r) - (x ? 2 : 1);
	struct slots s = {.n = 0}, digits = {.n = 0};

	s.at[s.n++] = x;
	if (copies == 2 || copies == 3)
		s.at[s.n++] = copies == 2 ? x : 0;
	if (copies == 3)
		s.at[s.n++] = x;
	if (copies <= 3)
		return s;
	digits_of(&digits, copies - (x ? 3 : 4), base, x);
	if (x && digits.at[0] > x)
		s.at[s.n++] = 0;
	for (unsigned i = 0; i < digits.n; i++)
		s.at[s.n++] = digits.at[i];
	s.at[s.n++] = x;
	if (!x)
		s.at[s.n++] = x;
	return s;
}

static void
set_bits(uint8_t *table, size_t bit, uint64_t value, unsigned bits)
{
	for (unsigned i = 0; i < bits; i++)
		table[(bit + i) / 8] |= (uint8_t)((value >> i & 1) << (bit + i) % 8);
}

/* The table of a list, in zeroed bytes of `blocks` blocks. Returns how many slots are in use, or SIZE_MAX if a run
 * passes its end. */
static size_t
list_table(const struct list *l, unsigned r, size_t blocks, uint8_t *table)
{
	const size_t stride = 17 + 8 * (size_t)r;
	size_t next = 0, used = 0;

	memset(table, 0, blocks * stride);
	for (size_t i = 0; i < l->n; i++) {
		const struct slots s = slots_of(r, l->at[i].fp & low_mask(r), l->at[i].copies);
		const size_t quotient = l->at[i].fp >> r, begin = quotient > next ? quotient : next;
		const bool ends = i + 1 == l->n || l->at[i + 1].fp >> r != quotient;

		if (begin + s.n > blocks * 64)
			return SIZE_MAX;
		table[quotient / 64 * stride + 1 + quotient % 64 / 8] |= (uint8_t)(1u << quotient % 8);
		for (unsigned k = 0; k < s.n; k++) {
			const size_t at = begin + k;
			uint8_t *block = table + at / 64 * stride;

			set_bits(block + 17, at % 64 * r, s.at[k], r);
			if (ends && k + 1 == s.n)
				block[9 + at % 64 / 8] |= (uint8_t)(1u << at % 8);
		}
		next = begin + s.n;
		used += s.n;
		for (size_t b = quotient / 64 + 1; b * 64 < next; b++)
			table[b * stride] = (uint8_t)(next - b * 64 > 255 ? 255 : next - b * 64);
	}
	return used;
}

/* A filter, and what it must be. */
struct scene {
	struct filter *f;
	struct list list;
	unsigned r;
	size_t slots, blocks, capacity;
	uint8_t *table;
};

static void
scene_open(struct scene *c, unsigned r, size_t blocks, enum isa isa)
{
	struct test_config config = {
		.params = {.buckets = blocks, .fp_bits = r, .max_load = 950, .hash = "identity", .isa = isa}};
	struct filter_info info;

	test_describe(&config, "cqf");
	c->f = test_create(filter_find("cqf"), &config);
	info = test_info(c->f);
	c->list.n = 0;
	c->r = r;
	c->slots = blocks * 64;
	c->blocks = info.bytes / (17 + 8 * (size_t)r);
	c->capacity = c->slots * 95 / 100;
	c->table = calloc(1, info.bytes + 64);
	require(c->table && info.slots == c->slots, "%zu slots, not %zu", info.slots, c->slots);
}

static void
scene_close(struct scene *c)
{
	c->f->ops->destroy(c->f);
	free(c->table);
}

/* The least hash of a fingerprint. */
static uint64_t
key_of(const struct scene *c, uint64_t fp)
{
	const uint128 scaled = (uint128)fp << (64 - c->r);

	return (uint64_t)((scaled + c->slots - 1) / c->slots);
}

static void
agrees(struct scene *c)
{
	const char *why = c->f->ops->check(c->f);

	require(!why, "check: %s", why);
	require(list_table(&c->list, c->r, c->blocks, c->table) <= c->capacity, "the list does not fit");
	require(test_items(c->f) == list_items(&c->list), "%zu items", test_items(c->f));
	require(memcmp(c->table, test_info(c->f).table, c->blocks * (17 + 8 * (size_t)c->r)) == 0,
	        "another table of %zu fingerprints", c->list.n);
	for (size_t i = 0; i < c->list.n; i++)
		require(cqf_count(c->f, key_of(c, c->list.at[i].fp)) == c->list.at[i].copies, "another count");
}

static void
scene_insert(struct scene *c, uint64_t fp)
{
	const uint64_t copies = list_copies(&c->list, fp);
	const bool taken = test_insert(c->f, key_of(c, fp));

	list_set(&c->list, fp, copies + 1);
	if (list_table(&c->list, c->r, c->blocks, c->table) <= c->capacity) {
		require(taken, "refused, with %zu items in", test_items(c->f));
		return;
	}
	list_set(&c->list, fp, copies);
	require(!taken, "taken beyond the capacity");
}

static void
scene_remove(struct scene *c, uint64_t fp)
{
	const uint64_t copies = list_copies(&c->list, fp);

	require(test_remove(c->f, key_of(c, fp)) == (copies > 0), "removed or not, of %llu copies",
	        (unsigned long long)copies);
	if (copies)
		list_set(&c->list, fp, copies - 1);
}

#endif
