/* SPDX-License-Identifier: MIT */
/*
 * small.c - a program on a small machine: one processor, no huge pages, no performance counters.
 *
 *      tests/small --> [bounds of this process, which what it runs inherits] --> exec COMMAND ARGUMENT...
 *
 * The limit of memory is a control group's, which tests/small sets. The rest is what a container's run-time forbids,
 * and needs no right here: perf_event_open ends with EACCES, as where perf_event_paranoid says so.
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Leaves the first of the allowed processors. 0, or -1 with errno. */
static int
one_processor(void)
{
	cpu_set_t allowed, one;

	if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
		return -1;
	CPU_ZERO(&one);
	for (size_t i = 0; i < CPU_SETSIZE && !CPU_COUNT(&one); i++)
		if (CPU_ISSET(i, &allowed))
			CPU_SET(i, &one);
	return sched_setaffinity(0, sizeof one, &one);
}

static int
no_counters(void)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_perf_event_open, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};

	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ? -1 : prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

int
main(int argc, char **argv)
{
	const char *what = NULL;

	if (argc < 2) {
		fputs("usage: small COMMAND [ARGUMENT...]\n", stderr);
		return 2;
	}
	if (one_processor() != 0)
		what = "one processor";
	else if (prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0) != 0)
		what = "no huge pages";
	else if (no_counters() != 0)
		what = "no performance counters";
	else
		execvp(argv[1], argv + 1);
	perror(what ? what : argv[1]);
	return 3;
}
