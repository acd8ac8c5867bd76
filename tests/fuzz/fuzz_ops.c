/* SPDX-License-Identifier: MIT */
/*
 * fuzz_ops.c - bytes become a filter, its parameters and a sequence of operations, compared with the exact model.
 *
 *      | mode | filter | which parameters | their values | operation key | operation key | ...
 *      | mode | filter | width | hash | number of keys | key | key | ...                  one that is built at once
 *
 *      mode 0   operations; the filter must agree with the model all the time, and be empty when all is removed
 *      mode 1   the bytes are a file: load must reject it as not a saved filter
 *      mode 2   operations; then the filter is saved, the rest of the bytes change parameters, words and table, and the
 *               result is signed again. If it still passes check(), every operation must run without a fault, though
 *               its answers may be wrong
 *
 * With libFuzzer (clang), every file of a filter twice as in the ordinary build, the second time with -DFILTER_TRACED:
 *
 *      clang -g -O1 -std=c11 -D_GNU_SOURCE -I. -DFUZZ_LIBFUZZER -fsanitize=fuzzer,address,undefined \
 *            -fno-sanitize-recover=all -o fuzz_ops tests/fuzz/fuzz_*.c OBJECTS -lxxhash -lm
 *      ./fuzz_ops -max_len=4096 -rss_limit_mb=4096 CORPUS
 *
 * (OBJECTS: core, variants, baselines and their traced twins, with -fsanitize=fuzzer-no-link,address,undefined.)
 * Without libFuzzer, with any compiler: the same without FUZZ_LIBFUZZER and fuzzer. Then
 *
 *      fuzz_ops FILE...             replays inputs, such as libFuzzer's crash-*
 *      fuzz_ops [RUNS]              makes up RUNS inputs (default 2000) from CUCKOOBENCH_SEED; with FUZZ_VERBOSE
 *                                   set it prints which one is being tried
 *
 * It needs neither cmocka nor tests/test.c. A fault is reported on stderr and ends in abort().
 */
#include "core/build.h"
#include "core/serial.h"
#include "tests/fuzz/fuzz_input.h"

#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Few keys, so that they meet often; the order of keys does not matter to a filter that hashes well. */
static uint64_t
key_of(unsigned byte)
{
	return rng_mix(byte + 1);
}

static size_t
items_of(const struct life *l)
{
	struct filter_info info;

	l->ops->info(l->filter, &info);
	return info.items;
}

static void
agree(struct life *l)
{
	uint8_t hit[256];
	const struct model *m = &l->model;

	must(l, l->ops->contains(l->filter, m->key, m->distinct, hit) == m->distinct);
	must(l, items_of(l) == m->total);
	must(l, l->ops->check(l->filter) == NULL);
}

static void
insert(struct life *l, uint64_t key)
{
	size_t accepted;

	if (model_count(&l->model, key) && !(l->ops->caps & FILTER_MULTISET))
		return;
	accepted = l->ops->insert(l->filter, &key, 1);
	must(l, accepted == 1 || (accepted == 0 && l->ops->caps & FILTER_FILLS));
	if (accepted)
		model_add(&l->model, key);
	else
		agree(l);
}

static void
remove_stored(struct life *l, uint64_t key)
{
	uint8_t hit;

	if (!(l->ops->caps & FILTER_REMOVE))
		return;
	if (model_drop(&l->model, key))
		must(l, l->ops->remove(l->filter, &key, 1) == 1);
	/* an absent key that looks present must not be removed */
	else if (!l->ops->contains(l->filter, &key, 1, &hit))
		must(l, l->ops->remove(l->filter, &key, 1) == 0);
}

/* Up to 32 keys at once: the keys that went in are the accepted ones, in order. */
static void
insert_batch(struct life *l, unsigned first)
{
	uint64_t keys[32];
	size_t n = 1 + first % 32, accepted;

	if (!(l->ops->caps & FILTER_MULTISET))
		return;
	for (size_t i = 0; i < n; i++)
		keys[i] = key_of((first + 7 * (unsigned)i) & 255);
	accepted = l->ops->insert(l->filter, keys, n);
	must(l, accepted <= n && (accepted == n || l->ops->caps & FILTER_FILLS));
	for (size_t i = 0; i < accepted; i++)
		model_add(&l->model, keys[i]);
}

/* The saved form of the filter, *size bytes. The caller frees it. */
static char *
saved_form(struct life *l, size_t *size)
{
	char *data = NULL;
	FILE *file = open_memstream(&data, size);

	if (!file)
		abort();
	must(l, l->ops->save(l->filter, file) == FILTER_OK);
	fclose(file);
	return data;
}

static FILE *
read_memory(const void *data, size_t size)
{
	FILE *file = size ? fmemopen((void *)(uintptr_t)data, size, "rb") : fopen("/dev/null", "rb");

	if (!file)
		abort();
	return file;
}

/* Replaces the filter by what is loaded from its saved form. */
static void
save_and_load(struct life *l)
{
	size_t size, again;
	char *data = saved_form(l, &size), *second;
	FILE *file = read_memory(data, size);
	struct filter *loaded = NULL;

	must(l, filter_load(l->ops, file, NULL, &loaded) == FILTER_OK && loaded);
	fclose(file);
	l->ops->destroy(l->filter);
	l->filter = loaded;
	second = saved_form(l, &again);
	must(l, size == again && memcmp(data, second, size) == 0);
	free(data);
	free(second);
}

static void
operate(struct life *l, struct input *in, size_t most)
{
	for (size_t i = 0; i < most && in->at < in->end; i++) {
		unsigned action = input_take(in), byte = input_take(in);
		uint8_t hit;
		uint64_t key = key_of(byte);

		switch (action % 16) {
		case 0:
			agree(l);
			break;
		case 1:
			save_and_load(l);
			break;
		case 2:
			insert_batch(l, byte);
			break;
		case 3:
			must(l, l->ops->contains(l->filter, &key, 1, &hit) == hit && hit <= 1);
			must(l, hit || !model_count(&l->model, key));
			break;
		default:
			if (action % 16 < 11)
				insert(l, key);
			else
				remove_stored(l, key);
		}
	}
	agree(l);
}

static void
remove_all(struct life *l)
{
	if (!(l->ops->caps & FILTER_REMOVE))
		return;
	while (l->model.distinct)
		remove_stored(l, l->model.key[l->model.distinct - 1]);
	agree(l);
}

/* Mode 1. A file that was not signed is never accepted. */
static void
load_garbage(struct life *l, struct input *in)
{
	struct filter *f = NULL;
	FILE *file = read_memory(in->at, (size_t)(in->end - in->at));

	must(l, filter_load(l->ops, file, NULL, &f) == FILTER_ECORRUPT && f == NULL);
	fclose(file);
}

/* The saved form of the filter, changed as the input says and signed again. */
static char *
forge(struct life *l, struct input *in, size_t *size)
{
	char *data = saved_form(l, size);
	FILE *file = read_memory(data, *size);
	struct serial s;
	struct mem table;

	must(l, serial_load_header(file, l->ops->name, &s) == FILTER_OK);
	if (mem_alloc(&table, s.table_bytes, NULL) != 0)
		abort();
	must(l, serial_load_table(file, &s, &table) == FILTER_OK);
	fclose(file);
	free(data);
	for (unsigned n = input_take(in) % 8; n; n--) {
		size_t at = input_take(in) | input_take(in) << 8;
		unsigned value = input_take(in);

		if (value % 8 == 0) /* not numbers of items that wrap around */
			s.words[at % SERIAL_WORDS] =
				(s.words[at % SERIAL_WORDS] + input_take(in) - 128) & INT64_MAX >> 1;
		else if (value % 64 == 1) /* small, because else a table would not fit in memory */
			s.params.fp_bits = input_take(in) % 40;
		else
			table.data[at % table.bytes] ^= (uint8_t)value;
	}
	file = open_memstream(&data, size);
	if (!file || serial_save(file, l->ops->name, &s.params, s.words, &table) != FILTER_OK)
		abort();
	fclose(file);
	mem_free(&table);
	return data;
}

/* Mode 2. What passes the check is sound: no operation breaks it, and the check still passes afterwards. */
static void
load_forgery(struct life *l, struct input *in)
{
	size_t size;
	char *data = forge(l, in, &size);
	FILE *file = read_memory(data, size);
	struct filter *f = NULL;
	enum filter_status status = filter_load(l->ops, file, NULL, &f);

	fclose(file);
	free(data);
	must(l, (status == FILTER_OK) == (f != NULL) && (f || status == FILTER_ECORRUPT));
	for (unsigned i = 0; f && i < 256; i++) {
		uint64_t key = key_of(i + input_take(in));
		unsigned action = input_take(in) % 4;
		uint8_t hit = 0;

		if (action < 2 && l->ops->insert)
			l->ops->insert(f, &key, 1);
		else if (action == 2 && l->ops->remove && l->ops->contains(f, &key, 1, &hit))
			l->ops->remove(f, &key, 1);
		else
			l->ops->contains(f, &key, 1, &hit);
	}
	must(l, !f || l->ops->check(f) == NULL);
	l->ops->destroy(f);
}

/* Builds a static filter of the keys that the input has, some of which are equal. Only keys that no seed lays out may
 * be refused. */
static void
build_of(struct life *l, struct input *in, bool forges)
{
	static const char *const hashes[] = {"xxh3", "city", "mulshift", "identity"};
	uint64_t keys[256];
	const char *why;
	uint8_t hit[256];
	enum filter_status status;
	size_t n;

	l->params.fp_bits = 4 + input_take(in) % 29;
	l->params.hash = hashes[input_take(in) % 4];
	l->params.seed = input_take(in);
	n = input_take(in);
	for (size_t i = 0; i < n; i++)
		keys[i] = i % 4 ? key_of(input_take(in)) : input_take(in);
	status = build_filter(l->ops, &l->params, keys, n, &l->filter, NULL, &why);
	must(l, status == FILTER_OK || (status == FILTER_ESEED && !l->filter));
	if (!l->filter)
		return;
	must(l, l->ops->contains(l->filter, keys, n, hit) == n);
	must(l, items_of(l) == n && l->ops->check(l->filter) == NULL);
	if (forges)
		load_forgery(l, in);
	l->ops->destroy(l->filter);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = {data, data + size};
	unsigned mode = input_take(&in) % 3, which = input_take(&in), filters = 0;
	struct life l = {0};

	while (filter_all[filters])
		filters++;
	l.ops = filter_all[which % filters];
	if (mode == 1) {
		load_garbage(&l, &in);
		return 0;
	}
	if (isa_refuses(l.ops->isa, ISA_ANY))
		return 0; /* make_up reports it */
	if (l.ops->caps & FILTER_STATIC) {
		build_of(&l, &in, mode == 2);
		return 0;
	}
	input_create(&l, &in);
	model_init(&l.model, 256);
	operate(&l, &in, mode == 2 ? 200 : 100000);
	if (mode == 2)
		load_forgery(&l, &in);
	remove_all(&l);
	l.ops->destroy(l.filter);
	model_free(&l.model);
	return 0;
}

#ifndef FUZZ_LIBFUZZER

enum { LONGEST = 4096 };

static int
replay(const char *path)
{
	uint8_t *data = model_memory(1, 1 << 20);
	FILE *file = fopen(path, "rb");
	size_t size;

	if (!file) {
		perror(path);
		return 1;
	}
	size = fread(data, 1, 1 << 20, file);
	fclose(file);
	fprintf(stderr, "%s: %zu bytes\n", path, size);
	LLVMFuzzerTestOneInput(data, size);
	free(data);
	return 0;
}

/* Inputs without a fuzzer: short and long ones, of random bytes. If an input fails, a file has it. */
static int
make_up(unsigned long runs)
{
	const char *text = getenv("CUCKOOBENCH_SEED");
	uint64_t seed = text ? strtoull(text, NULL, 0) : 2014;

	for (unsigned long run = 0; run < runs; run++) {
		uint64_t random = rng_derive(seed, run);
		size_t size = (size_t)(rng_next(&random) % (run % 4 ? 600 : LONGEST));
		uint8_t *data = model_memory(size + 1, 1); /* of its own size, for the sanitizers */

		for (size_t i = 0; i < size; i++)
			data[i] = (uint8_t)(rng_next(&random) >> 56);
		if (getenv("FUZZ_VERBOSE"))
			fprintf(stderr, "seed 0x%llx, run %lu: %zu bytes\n", (unsigned long long)seed, run, size);
		LLVMFuzzerTestOneInput(data, size);
		free(data);
	}
	printf("%lu inputs\n", runs);
	for (size_t i = 0; filter_all[i]; i++)
		if (isa_refuses(filter_all[i]->isa, ISA_ANY))
			printf("%s: skipped, %s\n", filter_all[i]->name, isa_refuses(filter_all[i]->isa, ISA_ANY));
	return 0;
}

int
main(int argc, char **argv)
{
	int failed = 0;
	char *end = NULL;
	unsigned long runs = argc > 1 ? strtoul(argv[1], &end, 10) : 2000;

	if (argc < 2 || (argc == 2 && *argv[1] && !*end))
		return make_up(runs);
	for (int i = 1; i < argc; i++)
		failed |= replay(argv[i]);
	return failed;
}

#endif
