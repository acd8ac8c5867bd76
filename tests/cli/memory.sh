# SPDX-License-Identifier: MIT
# What the program itself takes beside its cells: little, told by the plan, and counted before cells are.
. tests/cli_lib.sh

expect 0 "a plan of deterministic cells" plan f1 --json --scale smoke
told "counts no ring" 'it["own_bytes"] == 40 << 20'
expect 0 "a plan of timed cells" plan t3 --json --mem-limit 4G
told "counts the canary's ring; --mem-limit is the cells' alone" \
	'it["own_bytes"] == (40 + 192) << 20 and it["cells_may_use_bytes"] == 4 << 30'
expect 0 "with little memory" plan t3 --json --mem-limit 100M
told "the ring takes a fourth at most" 'it["own_bytes"] == (40 + 24) << 20'
expect 0 "a plan without --mem-limit" plan t3 --json
all=$(($(sed -n 's/^MemTotal: *\([0-9]*\) kB/\1/p' /proc/meminfo) * 1024))
told "leaves the cells less than four fifths, with its own" \
	'it["cells_may_use_bytes"] == 0 or it["cells_may_use_bytes"] + it["own_bytes"] <= 0.8 * all' "all = $all"
expect 0 "the plan in words" plan t3 --mem-limit 4G
grep -qx 'The program itself takes up to 0.23 GiB beside its cells.' "$scratch/out"
result $? "says so"

# doctor says no where a run would skip every cell, notes what it would skip else, and tells which scale needs what.
# memory VERDICT TEXT NAME: what the last doctor said of it.
memory() {
	grep "^$1 *memory  " "$scratch/out" | grep -q -- "$2"
	result $? "$3"
}
expect 3 "doctor without memory for any cell" doctor --mem-limit 1K
memory no '; smoke needs 0.1; quick needs [3-5].[0-9], and \([0-9]*\) of its \1 cells would be skipped$' "says so"
expect 3 "it of another scale" doctor --mem-limit 1K --scale smoke
memory no '; smoke needs 0.1, and \([0-9]*\) of its \1 cells would be skipped$' "says so, too"
"$CUCKOOBENCH" doctor --mem-limit 100M --scale full >"$scratch/out" 2>"$scratch/err"
memory note 'full needs [4-9].[0-9], and [0-9]* of its [0-9]* cells would be skipped$' "too little for some is noted"
"$CUCKOOBENCH" doctor --mem-limit 100M --scale smoke >"$scratch/out" 2>"$scratch/err"
memory ok 'smoke needs 0.1$' "enough is enough"

if [ -n "$sanitized$emulated" ]; then
	skipped "the peak of the program" "a sanitizer's or an emulator's memory is another"
	exit 0
fi
for id in f1 t3; do
	expect 0 "a run of $id" run $id --filter 'cf|bf' --scale smoke -q -o "$scratch/$id"
	sed -n 's/.*"program_peak_bytes": \([0-9]*\),.*/\1/p' "$scratch/$id/manifest.json" >"$scratch/peak"
	[ "$(wc -l <"$scratch/peak")" -eq 2 ] && [ "$(tail -n 1 "$scratch/peak")" -lt $((60 << 20)) ] &&
		[ "$(tail -n 1 "$scratch/peak")" -gt $((4 << 20)) ]
	result $? "has its peak in the manifest, below 60 MiB ($(tr '\n' ' ' <"$scratch/peak"))"
done
# A container with little memory ends no run: what does not fit is skipped. With less, nothing fits, and doctor says it.
group=/sys/fs/cgroup/memory/cuckoobench-test-$$ limit=memory.limit_in_bytes
[ -d /sys/fs/cgroup/memory ] || group=/sys/fs/cgroup/cuckoobench-test-$$ limit=memory.max
if mkdir "$group" 2>/dev/null && echo 125829120 2>/dev/null >"$group/$limit"; then
	sh -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$group" "$CUCKOOBENCH" run t3 --filter 'cf|bf' --reps 1 \
		--scale smoke -q -o "$scratch/small" >"$scratch/out" 2>"$scratch/err"
	[ $? -le 1 ] && [ -s "$scratch/small/results/t3.csv" ] && cells "$scratch/small" | grep -q ',done,' &&
		! cells "$scratch/small" | grep -q 'signal 9'
	result $? "a run in 120 MiB"
	echo 31457280 >"$group/$limit"
	sh -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$group" "$CUCKOOBENCH" doctor >"$scratch/out" 2>"$scratch/err"
	[ $? -eq 3 ]
	memory no "0.00 of it for cells" "doctor in 30 MiB"
else
	skipped "a run in 120 MiB" "no right to make a control group with a limit of memory"
fi
rmdir "$group" 2>/dev/null
