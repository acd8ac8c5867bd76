/* SPDX-License-Identifier: MIT */
/* test_ab_place.c - where the memory of a process of `ab` lies, as children of this process find it. */
#include "tests/test.h"

#include "harness/ab/ab.h"
#include "harness/machine/machine.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAGE = 4096, PAGES = 512, CHILDREN = 8, NUMBERS = PAGES };

/* Runs the body in a child and takes the numbers that it finds. */
static void
in_child(void (*body)(uint64_t random, uint64_t *numbers), uint64_t random, uint64_t numbers[NUMBERS])
{
	uint64_t *shared =
		mmap(NULL, NUMBERS * sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pid_t child;
	int status;

	require(shared != MAP_FAILED, "mmap");
	child = fork();
	if (child == 0) {
		body(random, shared);
		_exit(0);
	}
	require(child > 0 && waitpid(child, &status, 0) == child && status == 0, "the child failed");
	memcpy(numbers, shared, NUMBERS * sizeof *shared);
	munmap(shared, NUMBERS * sizeof *shared);
}

static uint64_t
resident_pages(void)
{
	unsigned long long size, resident = 0;
	FILE *f = fopen("/proc/self/statm", "re");

	if (!f || fscanf(f, "%llu %llu", &size, &resident) != 2)
		resident = 0;
	if (f)
		fclose(f);
	return resident * ((uint64_t)sysconf(_SC_PAGESIZE) / PAGE);
}

enum { ASKED = 16 << 20 };

static void
draw_and_count(uint64_t random, uint64_t *numbers)
{
	const uint64_t before = resident_pages();

	ab_place_pages(ASKED, &random);
	numbers[0] = resident_pages() - before;
}

/* A pool of twice what is asked for, of which half is free again. */
TEST(half_of_the_pool_is_free)
{
	uint64_t numbers[NUMBERS];

	in_child(draw_and_count, test_stream("half"), numbers);
	require(numbers[0] > ASKED / PAGE / 10 * 9 && numbers[0] < ASKED / PAGE / 2 * 3, "%llu pages of %d stay",
	        (unsigned long long)numbers[0], ASKED / PAGE);
}

/* The physical pages of a table; 0 where this process may not know them. */
static void
draw_and_take(uint64_t random, uint64_t *numbers)
{
	const int fd = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
	uint8_t *table;

	ab_place_pages(ASKED, &random);
	table = mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	madvise(table, PAGES * PAGE, MADV_NOHUGEPAGE);
	memset(table, 1, PAGES * PAGE);
	if (pread(fd, numbers, PAGES * sizeof *numbers, (off_t)((uintptr_t)table / PAGE * sizeof *numbers)) < 0)
		memset(numbers, 0, PAGES * sizeof *numbers);
	for (size_t i = 0; i < PAGES; i++)
		numbers[i] &= (UINT64_C(1) << 55) - 1;
}

/* The next process, on the same processor, does not get the same pages: of a pool of 16 times as many, one in 16. */
TEST(pages_are_drawn_anew)
{
	uint64_t random = test_stream("pages"), of[2][NUMBERS];
	size_t same = 0;

	if (sysconf(_SC_PAGESIZE) != PAGE || machine_pin(-1) < 0)
		skip();
	for (size_t i = 0; i < 2; i++)
		in_child(draw_and_take, rng_next(&random), of[i]);
	if (of[0][0] == 0)
		skip(); /* not root */
	for (size_t i = 0; i < PAGES; i++)
		for (size_t j = 0; j < PAGES; j++)
			same += of[0][i] == of[1][j];
	require(same < PAGES / 5, "%zu of %d pages are those of the process before", same, PAGES);
}

static void
shift_and_map(uint64_t random, uint64_t *numbers)
{
	ab_place_shift(&random);
	numbers[0] = (uintptr_t)mmap(NULL, PAGES * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	numbers[1] = (uintptr_t)malloc(64 * PAGE) / PAGE;
}

/* Neither what is mapped nor what the heap gives lies where it lay in the process before. A sanitizer's heap has a
 * place for each size, which a block of another size does not shift. */
TEST(addresses_are_drawn_anew)
{
	const size_t kinds = TEST_SANITIZED ? 1 : 2;
	uint64_t random = test_stream("addresses"), of[CHILDREN][NUMBERS];

	for (size_t i = 0; i < CHILDREN; i++)
		in_child(shift_and_map, rng_next(&random), of[i]);
	for (size_t what = 0; what < kinds; what++) {
		size_t moved = 0;

		for (size_t i = 1; i < CHILDREN; i++)
			moved += of[i][what] != of[i - 1][what];
		require(moved >= CHILDREN / 2, "%zu of %d addresses %s differ from the one before", moved, CHILDREN - 1,
		        what ? "of the heap" : "that are mapped");
	}
}
