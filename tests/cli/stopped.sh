# SPDX-License-Identifier: MIT
# Time that a timed cell does not get: it is stopped by a signal, or its control group has used up its share. The record
# says so of its attempt, and the report's noise log shows it.
. tests/cli_lib.sh

set -- run c1 --scale quick --reps 1 --filter cf -q
expect 0 "a run that nothing stops" "$@" -o "$scratch/free"
! cells "$scratch/free" | column noise | grep -q 'stops'
result $? "has no stop in its record"

if [ -e /proc/$$/task/$$/children ]; then
	"$CUCKOOBENCH" "$@" -o "$scratch/stopped" >"$scratch/out" 2>"$scratch/err" </dev/null &
	parent=$!
	# Each cell is stopped for a moment, again and again while it runs: before its first canary that is none of its.
	while kill -0 $parent 2>/dev/null; do
		children=$(cat /proc/$parent/task/$parent/children) || break
		for child in $children; do
			[ "$(cat /proc/$child/comm)" != cuckoobench ] || {
				kill -STOP $child
				sleep 0.2
				kill -CONT $child
			}
		done
		sleep 0.1
	done 2>/dev/null
	wait $parent
	result $? "a run whose cells are stopped (exit status 0)"
	cells "$scratch/stopped" | column noise | grep -q 'stops +[1-9][0-9]*; stopped ms +[1-9][0-9]*'
	result $? "has the stops in its record, and how long they took"
	grep -q 'stops +[1-9][0-9]*; stopped ms +[1-9]' "$scratch/stopped/report.html"
	result $? "and in its noise log"
	expect 0 "verify of it" verify "$scratch/stopped"
else
	skipped "a run whose cells are stopped" "the kernel does not list children"
fi

group=/sys/fs/cgroup/cpu/cuckoobench-test-$$
[ -d /sys/fs/cgroup/cpu ] || group=/sys/fs/cgroup/cuckoobench-test-$$
if mkdir "$group" 2>/dev/null && { { [ -e "$group/cpu.max" ] && echo "30000 100000" >"$group/cpu.max"; } ||
	echo 30000 >"$group/cpu.cfs_quota_us"; } 2>/dev/null; then # 30 ms of each 100
	sh -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$group" "$CUCKOOBENCH" "$@" -o "$scratch/throttled" \
		>"$scratch/out" 2>"$scratch/err" </dev/null
	result $? "a run that is throttled (exit status 0)"
	cells "$scratch/throttled" | column noise | grep -q 'throttled ms +[1-9]'
	result $? "has that in its record"
	grep -q 'throttled ms +[1-9]' "$scratch/throttled/report.html"
	result $? "and in its noise log"
else
	skipped "a run that is throttled" "no right to make a control group with a share of the processors"
fi
rmdir "$group" 2>/dev/null
