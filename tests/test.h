/* SPDX-License-Identifier: MIT */
/*
 * test.h - what the test programs share.
 *
 *      CUCKOOBENCH_SEED (decimal or 0x...) --> test_seed() --> every random number of a test
 *
 * A test checks conditions with require(). On failure, require() prints what was being tested (test_context), what went
 * wrong, and the seed that reproduces it. Properties are stated once for all filters, over the parameters that each
 * filter accepts (test_configs).
 *
 *      program [PATTERN]        runs the tests whose name matches, e.g. '*ss-cf*'
 */
#ifndef CUCKOOBENCH_TEST_H
#define CUCKOOBENCH_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/filter.h"
#include "core/rng.h"
#include "core/sanitized.h"
#include "tests/model.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* AddressSanitizer and ThreadSanitizer reserve address space of their own, so limits on it cannot be tested. */
#define TEST_SANITIZED (SANITIZED_ADDRESSES || SANITIZED_THREADS)

/* The condition must hold; if it does not, the other arguments are printed as by printf. */
#define require(condition, ...) ((condition) ? (void)0 : test_fail(__FILE__, __LINE__, #condition, __VA_ARGS__))

_Noreturn void test_fail(const char *file, int line, const char *condition, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* Sets what is being tested from here on, for test_fail. */
void test_context(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The seed of this run. */
uint64_t test_seed(void);

/* The state of a stream of random numbers for one purpose, and keys that never repeat within a stream. */
uint64_t test_stream(const char *purpose);
static inline uint64_t
test_key(uint64_t stream, uint64_t index)
{
	return rng_mix(stream + index * RNG_STEP);
}

/* One way to build a filter. */
struct test_config {
	struct filter_params params;
	char text[160];
};

/* Builds a filter, which must succeed, and makes the configuration the context. */
struct filter *test_create(const struct filter_ops *, const struct test_config *);
void test_describe(struct test_config *, const char *filter);

/* Configurations of about `items` entries and some tiny ones. create accepts every one. The caller frees them. */
struct test_config *test_configs(const struct filter_ops *, size_t items, size_t *n);
/* The filter with default parameters and room for `items`. */
struct test_config test_default_config(const struct filter_ops *, size_t items);

/*
 * The name of the filter that keeps the same table: fingerprints in the same pairs of buckets, or the same bits set. It
 * is the filter's own name, except for a filter for many threads. So properties of tables are stated once. same_bytes:
 * after the same operations of one thread their tables are equal byte for byte; else entries may be in other places.
 */
const char *test_twin(const struct filter_ops *, bool *same_bytes);

/* Skips the test, with the reason, where these instructions may not be used. */
void test_needs(enum isa);

/* How many times the usual work a long test should do: CUCKOOBENCH_STRESS, default 1. */
size_t test_stress(void);

/* Single operations, and the checks that tests use most. */
bool test_insert(struct filter *, uint64_t key);
bool test_has(const struct filter *, uint64_t key);
bool test_remove(struct filter *, uint64_t key);
size_t test_items(const struct filter *);
struct filter_info test_info(const struct filter *);
/* The number of entries of the filter; `otherwise` if it has none (bit arrays). */
size_t test_slots(const struct filter *, size_t otherwise);
/* Inserts keys 0, 1, ... of a stream until one is refused, or `most` are in. Returns how many are in. */
size_t test_fill(struct filter *, uint64_t stream, size_t most);
/* Checks that all keys of the model are found, the number of items is right, and check() finds no fault. */
void test_agrees(const struct filter *, const struct model *);

/*
 * Runs the same random operations on two filters that must behave alike, return value by return value. Inserts are a
 * little more frequent than removals, so the filters fill up and stay full.
 */
void test_lockstep(struct filter *a, struct filter *b, struct model *, uint64_t *random, size_t steps);

/* A saved filter; or the facts that a filter reports, if it cannot be saved. */
struct test_bytes {
	char *data;
	size_t size;
};
struct test_bytes test_save(const struct filter *);
/* Loads from memory; *f is poisoned before the call, and must be NULL after a failure. */
enum filter_status test_load(const struct filter_ops *, const char *data, size_t size, struct filter **f);
/* Checks that both save the same bytes. */
void test_same_bytes(const struct filter *, const struct filter *, const char *what);
/* Checks that both have the same table: the part behind the header of their saved form. */
void test_same_table(const struct filter *, const struct filter *, const char *what);
/* Checks that the filter has the table of a new one; or, if it grows, one without an entry. */
void test_same_as_new(const struct filter *, const struct filter *fresh, const char *what);

/*
 * TEST(name) { ... } defines a test of the program, and TEST_WITHIN one with functions that prepare and clean up.
 * PROPERTY(name, needs, text) { ... } defines a test of `ops` for every filter with these capabilities. Filters that
 * are FILTER_STATIC take part only where that is needed, because all others insert. They add themselves before main, in
 * the order of their lines.
 */
enum { TEST_LOADS = 1 << 16 }; /* among what a property needs: filters are saved and loaded; plug-ins need not */
#define TEST(name) TEST_WITHIN(name, NULL, NULL)
#define TEST_WITHIN(name, begin, end)                                             \
	static void name(void **state);                                           \
	TEST_BEFORE_MAIN(name)                                                    \
	{                                                                         \
		test_add((struct CMUnitTest){#name, name, (begin), (end), NULL}); \
	}                                                                         \
	static void name(void **state __attribute__((unused)))
#define PROPERTY(name, needs, text)                       \
	static void name(const struct filter_ops *ops);   \
	TEST_BEFORE_MAIN(name)                            \
	{                                                 \
		test_add_property((text), name, (needs)); \
	}                                                 \
	static void name(const struct filter_ops *ops __attribute__((unused)))
#define TEST_BEFORE_MAIN(name) __attribute__((constructor(1000 + __LINE__))) static void name##_adds_itself(void)
void test_add(struct CMUnitTest);
void test_add_property(const char *text, void (*run)(const struct filter_ops *), unsigned needs);

/* Runs all tests, properties on the filters of a list that ends with NULL. Returns main's result. A program without a
 * main of its own runs them on every filter, those of CUCKOOBENCH_PLUGINS included. */
int test_main(int argc, char **argv, const struct filter_ops *const *filters);

#endif
