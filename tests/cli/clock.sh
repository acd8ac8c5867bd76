# SPDX-License-Identifier: MIT
# A clock that ticks every 10 ms, as a kernel's count of its interrupts does: nothing is timed by it, and each command
# that would says so at once. What is counted needs no clock.
. tests/cli_lib.sh

if [ -n "$sanitized$emulated" ]; then
	skipped "a coarse clock" "another library comes before the program's here"
	exit 0
fi
cat >"$scratch/coarse.c" <<'END'
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
int clock_gettime(clockid_t clock, struct timespec *t)
{
	const long status = syscall(SYS_clock_gettime, clock, t);

	t->tv_nsec -= t->tv_nsec % 10000000;
	return (int)status;
}
END
cc -shared -fPIC -o "$scratch/coarse.so" "$scratch/coarse.c"
result $? "a clock of 10 ms"
# On a busy machine some ticks are missed: a multiple of 10 ms, of which the unit test has the words.
why="the clock ticks every [1-9]0 ms, and a timed slice takes 1000 ticks: [1-9]0 s"
# coarse NAME ARGUMENT...: the program under that clock ends with status 3 and the line, and soon.
coarse() {
	name=$1
	shift
	LD_PRELOAD=$scratch/coarse.so timeout 60 "$@" >"$scratch/out" 2>"$scratch/err" </dev/null
	[ $? -eq 3 ]
	result $? "$name (exit status 3)"
}
why() {
	[ "$(wc -l <"$scratch/err")" -eq 1 ] && grep -q "nothing can be timed here: $why$" "$scratch/err"
	result $? "says why"
}
coarse "a run" "$CUCKOOBENCH" run --scale smoke -q -o "$scratch/run"
why
coarse "tune" "$CUCKOOBENCH" tune --items 2K --time-budget 1s -q -o "$scratch/tune"
why
library=${CUCKOOBENCH%/*}/libcuckoobench.so
coarse "ab" "$CUCKOOBENCH" ab "$library" "$library" -q -o "$scratch/ab"
why
coarse "micro" "$CUCKOOBENCH-micro" --bytes 24K --benchmark_filter='lookup/cf/'
why
[ ! -e "$scratch/run" ] && [ ! -e "$scratch/tune" ] && [ ! -e "$scratch/ab" ]
result $? "nothing was written"
coarse "doctor" "$CUCKOOBENCH" doctor
grep -q "^no    clock .*: nothing can be timed: $why$" "$scratch/out"
result $? "says why, too"
LD_PRELOAD=$scratch/coarse.so timeout 60 "$CUCKOOBENCH" run l2 --scale smoke --reps 1 -q -o "$scratch/run" \
	>"$scratch/out" 2>"$scratch/err"
result $? "what is counted is measured (exit status 0)"
