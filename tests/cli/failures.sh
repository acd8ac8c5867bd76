# SPDX-License-Identifier: MIT
# Failures from outside: a full disk, a folder that cannot be written, a file that may not grow, children that are
# killed or get no memory, nowhere to print. Each ends with one clear line and the right status. It leaves a folder that
# report, verify and the same run command can use. (tests/cli/campaign.sh kills and interrupts the run itself.)

# Mounting needs a name space of our own; where there is none, those parts are skipped.
if [ -z "$CUCKOOBENCH_MAY_MOUNT" ] && command -v unshare >/dev/null; then
	for how in -m -Urm; do
		if unshare $how sh -c 'mount -t tmpfs tmpfs /mnt' 2>/dev/null; then
			CUCKOOBENCH_MAY_MOUNT=yes
			export CUCKOOBENCH_MAY_MOUNT
			exec unshare $how sh "$0"
		fi
	done
fi
. tests/cli_lib.sh

ended() { # ended DIR STATUS: how many cells did so
	cells "$1" | column status | grep -cx "$2"
}

valid=
# valid DIR NAME ARGUMENT...: report, verify and the same run all work, and end with what a run never disturbed has.
valid() {
	dir=$1 when=$2
	shift 2
	# A sanitizer sees the same code in "verify again", and in the first of these.
	if [ -z "$sanitized" ] || [ -z "$valid" ]; then
		expect 0 "$when: report" report "$dir"
		expect 0 "$when: verify" verify "$dir"
		valid=yes
	fi
	again "$dir" "$when" "$@"
}

# again: the last of these, where a report has nothing to show yet.
again() {
	dir=$1 when=$2
	shift 2
	expect 0 "$when: the same command" "$@" -o "$dir"
	different=$(for csv in "$whole"/results/*.csv; do
		cmp -s "$csv" "$dir/results/${csv##*/}" || echo "${csv##*/}"
	done)
	[ -z "$different" ] && [ "$(ended "$dir" done)" -eq "$(ended "$whole" done)" ] &&
		[ "$(ended "$dir" failed)" -eq 0 ] &&
		[ -z "$(find "$dir" -name '*.tmp')" ]
	result $? "$when: is whole again $different"
	expect 0 "$when: verify again" verify "$dir"
}

# Everything below runs these: cells of a few kilobytes and a few hundred samples, results fixed by the seed.
set -- run l2 f4 e3 --scale smoke --reps 3 -q
whole=$scratch/whole
expect 0 "a run never disturbed" "$@" -o "$whole"

# What cannot be written costs only itself: each has its line, in the order of writing.
blocked=$scratch/blocked
cp -r "$whole" "$blocked"
rm -r "$blocked/claims.json" "$blocked/plots" "$blocked/tables" "$blocked/ro-crate-metadata.json"
touch "$blocked/plots" "$blocked/tables"
mkdir -p "$blocked/claims.json/in" "$blocked/ro-crate-metadata.json/in"
expect 1 "outputs that cannot be written" report "$blocked"
printf "cuckoobench: $blocked/%s\n" "claims.json: Is a directory" "plots: Not a directory" "tables: Not a directory" \
	"ro-crate-metadata.json: Is a directory" | cmp -s - "$scratch/err"
result $? "outputs that cannot be written: a line each"

# A full disk: before anything is written, while samples come in, while figures are drawn.
disk=$scratch/disk
mkdir "$disk"
fill() { # fill KIB: of the disk no more than this is left
	left=$(df -k --output=avail "$disk" | tail -n 1)
	dd if=/dev/zero of="$disk/full" bs=1k count=$((left - $1)) 2>/dev/null
}
if [ -n "$CUCKOOBENCH_MAY_MOUNT" ]; then
	mount -t tmpfs -o size=4m tmpfs "$disk"
	for dry in '' -n; do
		# shellcheck disable=SC2086 # a word or none
		refuses 3 "$disk/run/a: a run of " "a disk with 4 MiB $dry" "$@" $dry -o "$disk/run/a"
		grep -qE ' writes some 4\.[0-9] MiB there, and 4\.0 MiB are free on its disk; free some, or ' \
			"$scratch/err" && [ -z "$(ls "$disk")" ]
		result $? "says what it needs, and writes nothing"
	done
	umount "$disk"
	# Who fills it is somebody else, while the run waits.
	# A sanitizer is slow, and sees the same code in the first as in the second.
	for free in 4 $([ -n "$sanitized" ] || echo 60); do
		mount -t tmpfs -o size=16m tmpfs "$disk"
		"$CUCKOOBENCH" "$@" -j 1 -o "$disk/run" >"$scratch/out" 2>"$scratch/err" </dev/null &
		run=$!
		until [ "$(grep -cs '^attempt,.*,done,' "$disk/run/record.csv")" -ge 1 ] 2>/dev/null; do :; done
		kill -STOP $run
		fill $free
		kill -CONT $run
		wait $run
		[ $? -eq 1 ]
		result $? "a disk that is filled up to $free KiB while a run writes (exit status 1)"
		grep -q "No space left on device" "$scratch/err" && ! grep -v "No space left on device" "$scratch/err"
		result $? "is said, and nothing else"
		[ -z "$(find "$disk" -name '*.tmp')" ]
		result $? "leaves nothing half-written"
		rm "$disk/full"
		valid "$disk/run" "after a disk with $free KiB" "$@"
		umount "$disk"
	done

	# A disk that is full while figures are drawn: it has room for the largest of the other files, and no more.
	size=$(du -sk "$whole" | cut -f 1)
	room=$(ls -s --block-size=1K "$whole/claims.json" "$whole"/results/* | sort -n | awk 'END { print $1 + 8 }')
	mount -t tmpfs -o size=$((size + room))k tmpfs "$disk"
	cp -r "$whole" "$disk/run"
	rm "$disk/run"/plots/*
	dd if=/dev/zero of="$disk/full" bs=1k count=$(($(df -k --output=avail "$disk" | tail -n 1) - room)) 2>/dev/null
	expect 1 "a disk that is full while figures are drawn" report "$disk/run"
	grep -q '^cuckoobench: figure .* only a part of it: No space left on device$' "$scratch/err" &&
		! grep -v 'No space left on device$' "$scratch/err"
	result $? "is said, and nothing else"
	rm "$disk/full"
	expect 1 "verify after that" verify "$disk/run"
	! grep '^cut' "$scratch/out" && grep -q '^missing  plots/' "$scratch/out"
	result $? "figures are missing, and none is cut"
	umount "$disk"

	# A folder that may be read only.
	mount -t tmpfs -o size=16m tmpfs "$disk"
	cp -r "$whole" "$disk/whole"
	mount -o remount,ro "$disk"
	expect 0 "verify in a read-only folder" verify "$disk/whole"
	refuses 3 "$disk/whole/manifest.json: Read-only file system" "a run into a read-only folder" \
		"$@" -o "$disk/whole"
	refuses 3 "$disk/whole/manifest.json: Read-only file system" "its plan" "$@" -n -o "$disk/whole"
	refuses 3 "$disk/new: Read-only file system" "a run into a new folder there" "$@" -o "$disk/new"
	refuses 1 "Read-only file system" "a report there" report "$disk/whole"
	umount "$disk"
else
	skipped "full disks and read-only folders" "no right to mount"
fi

# A file that may not grow: an error of writing, not a death by signal. The manifest fits, the record does not.
manifest=$(wc -c <"$whole/manifest.json") record=$(wc -c <"$whole/record.csv")
blocks=$(((manifest + 4096) / 512))
[ $((blocks * 512)) -lt "$record" ]
result $? "the record is larger ($record bytes) than the manifest ($manifest bytes)"
(
	ulimit -f $blocks
	exec "$CUCKOOBENCH" "$@" -o "$scratch/small"
) >"$scratch/out" 2>"$scratch/err"
[ $? -eq 1 ]
result $? "a file that may not grow (exit status 1)"
says "$scratch/small: cannot write results: File too large" "is said"
valid "$scratch/small" "after a file that may not grow" "$@"

# The largest and the smallest cells of one size; long enough to be caught.
four='l2 --scale quick --reps 1 -j 1 --cells 2hash|f=[246]:'
# A child that is killed while its cell runs costs that cell.
if [ -e /proc/$$/task/$$/children ]; then # nothing but the shell itself is fast enough to catch a cell of milliseconds
	"$CUCKOOBENCH" run $four -o "$scratch/killed" >"$scratch/out" 2>"$scratch/err" &
	parent=$!
	child=
	# The first child is gnuplot, which is asked for its version.
	until [ -s "$scratch/killed/record.csv" ] && [ "$child" ] && kill -KILL $child; do
		kill -0 $parent || break
		read -r child rest </proc/$parent/task/$parent/children
	done 2>/dev/null
	wait $parent
	[ $? -eq 1 ]
	result $? "a killed child (exit status 1)"
	[ "$(grep -c 'failed: killed by signal 9' "$scratch/err")" -eq 1 ] && grep -q "1 cells failed" "$scratch/err"
	result $? "is said once"
	[ "$(ended "$scratch/killed" failed)" -eq 1 ] && [ "$(ended "$scratch/killed" done)" -eq 3 ]
	result $? "and costs one cell of four"
	whole=$scratch/whole4
	expect 0 "a run of four cells never disturbed" run $four -q -o "$whole"
	valid "$scratch/killed" "after a killed child" run $four -q
else
	whole=$scratch/whole4
	expect 0 "a run of four cells never disturbed" run $four -q -o "$whole"
	skipped "a killed child" "the kernel does not list children"
fi

# A child that gets no memory. The two-hash table of these cells has 8 MiB, the others 2 MiB at most. How much the
# program itself needs is found out: first what a plan takes, then more, for as long as the program gives up (by a
# signal, above 128) instead of its cells. Under a sanitizer that is more address space than can be limited.
least=2000
until (ulimit -v $least && "$CUCKOOBENCH" plan l2) >/dev/null 2>&1 || [ $least -gt 100000 ]; do
	least=$((least + 1000))
done 2>/dev/null
if [ $least -le 100000 ]; then
	# With less than the program needs, too, it says so. (The loader's own status is 127. What it needs was found in
	# steps of 1000, so less by a part of one may do: 0.)
	mute=$(for less in 500 2000 4000 5000 6000 8000 10000; do
		(ulimit -v $((least - less)) && exec "$CUCKOOBENCH" plan l2) >/dev/null 2>"$scratch/err"
		status=$?
		[ $status -eq 127 ] || { [ $status -eq 0 ] && [ "$less" -lt 1000 ]; } ||
			grep -qE '^cuckoobench: (memory: the limit on address space|out of memory)' "$scratch/err" ||
			echo "$less: $status"
		cat "$scratch/err" >>"$scratch/little"
	done 2>/dev/null)
	[ -z "$mute" ] && grep -q '^cuckoobench: memory: the limit on address space' "$scratch/little"
	result $? "too little for the program is said $mute"
	status=255
	while [ $status -gt 127 ] && [ $least -le 100000 ]; do
		least=$((least + 2000))
		rm -rf "$scratch/memory"
		status=0
		(
			ulimit -v $least
			exec "$CUCKOOBENCH" run $four -q -o "$scratch/memory"
		) >"$scratch/out" 2>"$scratch/err" || status=$?
	done 2>/dev/null
	[ $status -eq 1 ]
	result $? "a child without memory (exit status 1)"
	grep -q 'cf-2hash.* failed: .*\(does not fit in memory\|no memory\)' "$scratch/err"
	result $? "is said"
	[ "$(ended "$scratch/memory" failed)" -ge 1 ] && [ "$(ended "$scratch/memory" done)" -ge 1 ]
	result $? "and costs its cell only"
	valid "$scratch/memory" "after a child without memory" run $four -q
else
	skipped "a child without memory" "address space cannot be limited here"
fi

# Nowhere to print. A closed stream's number must not become a result file's.
whole=$scratch/whole
if [ -w /dev/full ]; then
	"$CUCKOOBENCH" list >/dev/full 2>"$scratch/err"
	[ $? -eq 1 ]
	result $? "a full standard output (exit status 1)"
	says "standard output: No space left on device" "is said"
fi
"$CUCKOOBENCH" "$@" -o "$scratch/closed" >&- 2>"$scratch/err"
[ $? -eq 1 ]
result $? "a closed standard output (exit status 1)"
says "standard output: Bad file descriptor" "is said"
"$CUCKOOBENCH" run l2 f4 e3 --scale smoke --reps 3 -o "$scratch/mute" <&- >&- 2>&- # its progress goes nowhere
[ $? -eq 1 ]
result $? "all three streams closed (exit status 1)"
for dir in closed mute; do
	! grep -l 'report.html$\|master seed\|left 0:0' "$scratch/$dir"/*.csv "$scratch/$dir/manifest.json"
	result $? "nothing was printed into the files of $dir"
	valid "$scratch/$dir" "after that, $dir" "$@"
done
