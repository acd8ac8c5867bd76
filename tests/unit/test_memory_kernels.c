/* SPDX-License-Identifier: MIT */
/* test_memory_kernels.c - what threads do to memory when it is measured: every line, in the right order, and no
 * other. */
#include "tests/test.h"

#include "harness/timing/memory_kernels.h"

struct line {
	uint32_t next, rest[15];
};

TEST(a_ring_goes_through_all_lines)
{
	static const size_t sizes[] = {1, 2, 3, 64, 4096};

	for (size_t s = 0; s < COUNT_OF(sizes); s++) {
		struct line *line = calloc(sizes[s], sizeof *line);
		struct memory_chase chase = {line, 0};
		uint32_t at = 0, loads;

		memory_ring(line, sizes[s], test_stream("ring"));
		for (size_t i = 0; i < sizes[s]; i++) {
			require(at != 0 || i == 0, "of %zu lines, the ring is closed after %zu", sizes[s], i);
			at = line[at].next;
		}
		require(at == 0, "a ring of %zu lines is not closed", sizes[s]);
		loads = (uint32_t)memory_chase(&chase);
		for (uint32_t i = 0; i < loads; i++)
			at = line[at].next;
		require(chase.at == at, "%u loads end at line %u, not %u", loads, chase.at, at);
		free(line);
	}
}

/* Each line holds one bit: the sum shows which lines were read, and how often. */
TEST(a_stream_reads_every_line_once_a_round)
{
	enum { LINES = 10000, FROM = 3000 };
	struct line *line = calloc(LINES, sizeof *line);
	struct memory_in_order stream = {line, LINES, FROM, 0};
	size_t done = 0, n = 0;

	for (size_t i = 0; i < LINES; i++)
		line[i].rest[14] = 1; /* the upper half of the line's last word */
	while (stream.at >= FROM && done < LINES) {
		n = memory_in_order(&stream);
		require(n > 0, "no line after %zu", done);
		done += n;
	}
	require(done == LINES - FROM && stream.at == 0, "%zu lines to the end, then line %zu", done, stream.at);
	require(stream.sum == (uint64_t)done << 32, "%zu lines sum up to %llu", done,
	        (unsigned long long)stream.sum >> 32);
	for (done = 0; done < LINES; done += n)
		n = memory_in_order(&stream);
	require(done == LINES && stream.at == 0, "a round is %zu lines", done);
	require(stream.sum == (uint64_t)(2 * LINES - FROM) << 32, "a round sums up to %llu",
	        (unsigned long long)stream.sum >> 32);
	free(line);
}

TEST(random_lines_are_of_all_tables)
{
	enum { LINES = 16, TABLES = 3 };
	struct line table[TABLES][LINES] = {{{0}}};
	const void *tables[TABLES] = {table[0], table[1], table[2]};
	struct memory_random random = {tables, TABLES, LINES, test_stream("random"), 0};

	for (size_t t = 0; t < TABLES; t++)
		for (size_t i = 0; i < LINES; i++) {
			uint64_t n;

			table[t][i].next = 1;
			random.sum = 0;
			n = memory_random(&random);
			/* A line's share is 1 of 48: 85 of 4096 draws, give or take 9. */
			require(random.sum > n / 48 / 2 && random.sum < n / 48 * 2,
			        "line %zu of table %zu is read %llu times of %llu", i, t,
			        (unsigned long long)random.sum, (unsigned long long)n);
			table[t][i].next = 0;
		}
	random.tables = 1;
	table[1][0].next = table[2][0].next = 1;
	random.sum = 0;
	(void)memory_random(&random);
	require(random.sum == 0, "tables are read that are not its own");
}
