/* SPDX-License-Identifier: MIT */
/*
 * little_memory.h - runs part of a test where there is little memory.
 *
 *      test --- fork ---> child, 1 GiB of address space at most --- body ---> exit status ---> test
 *
 * A machine that overcommits memory would grant almost anything, and then kill the test. A limit on the address space
 * refuses at once.
 */
#ifndef CUCKOOBENCH_TESTS_LITTLE_MEMORY_H
#define CUCKOOBENCH_TESTS_LITTLE_MEMORY_H

#include "tests/test.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LITTLE_MEMORY = 1 << 30 };

/* Some programs that run a program do not hold it to the limit that it sets: an emulator needs address space of its
 * own. */
static inline bool
little_memory_is_kept(void)
{
	const struct rlimit limit = {LITTLE_MEMORY, LITTLE_MEMORY};

	return !setrlimit(RLIMIT_AS, &limit) && mmap(NULL, (size_t)2 * LITTLE_MEMORY, PROT_NONE,
	                                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) == MAP_FAILED;
}

/* Returns what body(ops) returns: 0 to 254. Skips the test where the limit does not hold. */
static inline int
little_memory(int (*body)(const struct filter_ops *), const struct filter_ops *ops)
{
	enum { NOT_LIMITED = 255 };
	int state = 0;
	pid_t child;

	if (TEST_SANITIZED)
		skip(); /* sanitizers need the address space that this limits */
	child = fork();
	require(child >= 0, "cannot fork");
	if (child == 0)
		_exit(little_memory_is_kept() ? body(ops) : NOT_LIMITED);
	require(waitpid(child, &state, 0) == child, "lost the child process");
	require(WIFEXITED(state), "killed by signal %d", WTERMSIG(state));
	if (WEXITSTATUS(state) == NOT_LIMITED)
		skip();
	return WEXITSTATUS(state);
}

#endif
