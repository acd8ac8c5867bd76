/* SPDX-License-Identifier: MIT */
/* Tables that several threads build, partition by partition: the same for any number of threads, and with the answers
 * of a table that was filled one key after the other. */
#include "core/build.h"
#include "datasets/keys.h"
#include "tests/test.h"

#include <pthread.h> /* this test starts threads (Makefile, THREADED) */
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* How many processors a build seems to have; 0: those that there are. And how often a thread gave one away. Both take
 * the place of the C library's functions. */
static unsigned seeming;
static atomic_uint yields;

int
sched_getaffinity(pid_t pid, size_t bytes, cpu_set_t *set)
{
	const long n = syscall(SYS_sched_getaffinity, pid, bytes, set);

	if (n < 0)
		return -1;
	memset((char *)set + n, 0, bytes - (size_t)n); /* the kernel sets what it knows */
	if (seeming)
		CPU_ZERO_S(bytes, set);
	for (unsigned cpu = 0; cpu < seeming; cpu++)
		CPU_SET_S(cpu, bytes, set);
	return 0;
}

int
sched_yield(void)
{
	atomic_fetch_add(&yields, 1);
	return (int)syscall(SYS_sched_yield);
}

/* Has this filter a build beside its insertions? Filters that need vectors share the build of one that does not. */
static bool
is_built(const struct filter_ops *ops)
{
	return ops->build && ops->insert && ops->isa == ISA_ANY;
}

/* Tables of at least 1 MiB, which have partitions, and a small one, which has none. f and b of kernels and of none. */
static const struct shape {
	unsigned f, b, log2;
} shapes[] = {{12, 4, 18}, {8, 4, 19}, {16, 4, 17}, {13, 4, 18}, {9, 4, 18}, {7, 2, 20}, {12, 4, 12}};

static struct filter *
made(const struct filter_ops *ops, const struct shape *s, const uint64_t *keys, size_t n, unsigned threads)
{
	const struct filter_params p = {.buckets = (size_t)1 << s->log2,
	                                .fp_bits = s->f,
	                                .slots = s->b,
	                                .seed = test_stream("parted"),
	                                .threads = threads};
	struct filter *f;
	const char *why;

	return build_filter(ops, &p, keys, n, &f, NULL, &why) == FILTER_OK ? f : NULL;
}

static bool
is_same(const struct filter *a, const struct filter *b)
{
	const struct filter_info x = filter_told(a), y = filter_told(b);

	return x.bytes == y.bytes && x.items == y.items && x.kicks == y.kicks && !memcmp(x.table, y.table, x.bytes);
}

static uint64_t
hits(const struct filter *f, const uint64_t *keys, size_t n)
{
	uint8_t *hit = malloc(n);
	const uint64_t sum = f->ops->contains(f, keys, n, hit);

	free(hit);
	return sum;
}

static int
end_of_seeming(void **state)
{
	(void)state;
	seeming = 0;
	return 0;
}

/* As many threads as have two partitions each, their first and their last, are more than most machines have processors:
 * there they sleep. */
TEST_WITHIN(any_number_of_threads_builds_one_table, NULL, end_of_seeming)
{
	/* A sanitizer is slow: each filter has one of three shapes, and the next filter the next ones. */
	enum { ONE_SHAPE_OF = TEST_SANITIZED ? 3 : 1 };
	static const unsigned threads[] = {5, 1000};
	size_t built = 0;

	seeming = 1000;
	for (size_t i = 0; filter_all[i]; i++) {
		if (!is_built(filter_all[i]))
			continue;
		for (size_t s = built++ % ONE_SHAPE_OF; s < COUNT_OF(shapes); s += ONE_SHAPE_OF) {
			const struct filter_ops *ops = filter_all[i];
			const size_t n = ((size_t)shapes[s].b << shapes[s].log2) / 100 * (shapes[s].b == 2 ? 80 : 93);
			uint64_t *keys = malloc(n * sizeof *keys), *absent = malloc(n * sizeof *keys);
			struct filter *one, *other;

			if (ops->facts.params.fp_bits == 13 && (shapes[s].b != 4 || shapes[s].f < 5)) {
				free(keys), free(absent);
				continue; /* ss-cf has buckets of four */
			}
			keys_fill(keys, n, test_stream("keys"), 0);
			keys_fill(absent, n, test_stream("keys"), KEYS_ABSENT);
			one = made(ops, &shapes[s], keys, n, 2);
			require(one && hits(one, keys, n) == n, "%s f=%u: all keys", ops->name, shapes[s].f);
			require(!one->ops->check(one), "%s: %s", ops->name, one->ops->check(one));
			require(test_items(one) == n, "%s: items", ops->name);
			for (size_t t = 0; t < COUNT_OF(threads); t++) {
				other = made(ops, &shapes[s], keys, n, threads[t]);
				require(other && is_same(one, other), "%s f=%u: %u threads", ops->name, shapes[s].f,
				        threads[t]);
				other->ops->destroy(other);
			}
			other = made(filter_find(ops->twin), &shapes[s], keys, n, 0);
			require(other && hits(other, absent, n) == hits(one, absent, n), "%s f=%u: answers of %s",
			        ops->name, shapes[s].f, ops->twin);
			other->ops->destroy(other);
			one->ops->destroy(one);
			free(keys), free(absent);
		}
	}
	require(built >= ONE_SHAPE_OF, "%zu filters have not every shape", built);
}

/* What was built is a filter as any other. */
TEST(a_built_table_goes_on)
{
	const struct shape s = {12, 4, 18};
	const size_t n = 900000;
	uint64_t *keys = malloc(n * sizeof *keys);
	struct filter *f;

	keys_fill(keys, n, test_stream("keys"), 0);
	f = made(filter_find("cf-batch"), &s, keys, n, 2);
	require(f && f->ops->remove(f, keys, n / 2) == n / 2 && f->ops->insert(f, keys, n / 2) == n / 2, "out and in");
	require(hits(f, keys, n) == n && !f->ops->check(f), "all keys");
	require(filter_told(f).scratch > n && filter_told(f).scratch < 24 * n, "%zu bytes of scratch",
	        filter_told(f).scratch);
	f->ops->destroy(f);
	free(keys);
}

TEST(too_many_keys_are_refused)
{
	const struct shape s = {12, 4, 18};
	const size_t n = ((size_t)4 << s.log2) + 1000;
	uint64_t *keys = malloc(n * sizeof *keys);

	keys_fill(keys, n, test_stream("keys"), 0);
	for (unsigned threads = SANITIZED_THREADS ? 3 : 1; threads <= 3; threads++) /* 20 s each there */
		require(!made(filter_find("cf-batch"), &s, keys, n, threads), "%u threads", threads);
	for (size_t i = 0; i < n; i++)
		keys[i] = 5;
	require(!made(filter_find("cf-batch"), &s, keys, 9, 2), "nine copies of a key");
	free(keys);
}

/* Each thread has counts of its own, so the scratch of a build tells how many there were. */
TEST_WITHIN(no_more_threads_than_processors, NULL, end_of_seeming)
{
	static const unsigned threads[] = {2, 3, 4, 1000}, cpus[] = {1, 2, 3, 16};
	const struct shape s = {16, 4, 20}; /* 8 MiB: 32 partitions, for 16 threads at most */
	const size_t n = 1000;
	size_t scratch[17] = {0};
	uint64_t *keys = malloc(n * sizeof *keys);

	keys_fill(keys, n, test_stream("keys"), 0);
	for (size_t c = 0; c < COUNT_OF(cpus); c++)
		for (size_t t = 0; t < COUNT_OF(threads); t++) {
			const unsigned used = threads[t] < cpus[c] ? threads[t] : cpus[c];
			struct filter *f;

			seeming = cpus[c];
			f = made(filter_find("cf-batch"), &s, keys, n, threads[t]);
			require(f != NULL, "%u threads", threads[t]);
			if (!scratch[used])
				scratch[used] = filter_told(f).scratch;
			require(filter_told(f).scratch == scratch[used], "%u threads, %u processors: not %u are used",
			        threads[t], cpus[c], used);
			require(used == 1 || scratch[used] > scratch[used - 1] || !scratch[used - 1],
			        "the scratch of %u threads is that of fewer", used);
			f->ops->destroy(f);
		}
	free(keys);
}

/* Beside another process each yield costs a turn of that. */
TEST_WITHIN(who_waits_keeps_the_processor_or_sleeps, NULL, end_of_seeming)
{
	const struct shape s = {16, 4, 19};
	const size_t n = 900000;
	uint64_t *keys = malloc(n * sizeof *keys);
	struct filter *f;

	keys_fill(keys, n, test_stream("keys"), 0);
	seeming = 8, yields = 0;
	f = made(filter_find("cf-batch"), &s, keys, n, 8);
	require(f != NULL, "not built");
	require(yields == 0, "%u yields", atomic_load(&yields));
	f->ops->destroy(f);
	free(keys);
}
