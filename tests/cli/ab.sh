# SPDX-License-Identifier: MIT
# `ab`: two builds against each other. A broken side fails its own cell, by name. A side that sleeps is slower. A file
# that is not a build gets one line. No other result here depends on speed: the machine decides a build's verdicts
# against itself, and the exit status follows them.
. tests/cli_lib.sh

build=${CUCKOOBENCH%/*}
library=$build/libcuckoobench.so plugin=$build/tests/plugins/faulty.so example=$build/examples/plugin_two_choice.so
# What a crash leaves behind is not looked for: that would change the status it ends with.
export ASAN_OPTIONS="detect_leaks=0${ASAN_OPTIONS:+:$ASAN_OPTIONS}"
bad() { # bad STATUS TEXT ARGUMENT...
	want=$1 text=$2
	shift 2
	expect "$want" "refuses: $*" "$@" 2>/dev/null
	says "$text" "says '$text'"
}

# --- what is no build -------------------------------------------------------------------------------------------------

echo "no object" >"$scratch/text.so"
bad 2 "ab: needs two files: ab OLD NEW" ab
bad 2 "ab: needs two files: ab OLD NEW" ab "$library"
bad 2 "ab: one argument too many: 'c'" ab a b c
bad 2 "ab: $scratch/nowhere.so: No such file or directory" ab "$library" "$scratch/nowhere.so"
bad 2 "ab: $scratch: not a file" ab "$scratch" "$library"
bad 2 "ab: $scratch/text.so: cannot be loaded" ab "$library" "$scratch/text.so"
bad 2 "have no filter that inserts in common" ab "$library" "$example"
bad 2 "ab: no filter of both that inserts matches --filter 'nosuch'" ab "$library" "$library" --filter nosuch
bad 2 "no filter of both that inserts matches --filter 'cf-bacth'; did you mean 'cf-batch'?" \
	ab "$library" "$library" --filter cf-bacth
bad 2 "ab: --filter 'fuse3': fuse3 is built once, and ab compares filters that insert" \
	ab "$library" "$library" --filter fuse3
bad 2 "--processes '1': not a number from 2 to 100" ab "$library" "$library" --processes 1
bad 2 "--processes 7: 5 comparisons at once take at least 8" ab "$library" "$library" --filter cf --bytes 64K \
	--processes 7
bad 2 "--bytes: tables of at least 8K" ab "$library" "$library" --filter cf --bytes 4K
bad 3 "MiB of memory and 8 MiB may be used" ab "$library" "$library" --filter cf --bytes 64M --mem-limit 8M
bad 2 "--fail-on 'slower': not for claims" claims --fail-on slower
bad 2 "--fail-on 'contradicted': not for ab" ab "$library" "$library" --fail-on contradicted
bad 2 "--scale: not for ab" ab "$library" "$library" --scale smoke
bad 2 "--processes: not for run" run --processes 7
CUCKOOBENCH_FAULT=abi bad 2 "is of ABI 99, and this program takes ABI 1" ab "$plugin" "$plugin"
CUCKOOBENCH_FAULT="constructor crashes" bad 2 "the process that tried was killed by signal 11" ab "$plugin" "$plugin"

# --- a build against itself -------------------------------------------------------------------------------------------

dir=$scratch/ab
# Of each size nine rows. A sanitizer sees no more in the second size, nor after the ninth process.
sizes=32K,64K last='64 KiB' cells=4 rows=18 processes=20
[ -z "$sanitized" ] || sizes=32K last='32 KiB' cells=2 rows=9 processes=9
"$CUCKOOBENCH" ab "$library" "$library" --filter 'cf|bf' --bytes $sizes --processes $processes --seed 7 \
	--fail-on slower -o "$dir" \
	>"$scratch/out" 2>"$scratch/err" </dev/null
status=$?
want=0
grep -q ' slower$' "$scratch/out" && want=4
[ "$status" -eq "$want" ] && ! grep -q 'FAILED$' "$scratch/out"
result $? "a library against itself: the exit status follows the rows ($status)"
[ "$(grep -c '^  .*  A/A [0-9.]*  ' "$scratch/out")" -eq $rows ] && [ "$(tail -n +3 "$scratch/out" | wc -L)" -le 80 ] &&
	grep -q "^cf, $last: [0-9]* keys, false positives 0" "$scratch/out"
result $? "five rows of cf, four of bf at each size, within 80 columns"
grep -q "^cuckoobench: ab: $cells cells, $rows comparisons, about [0-9]* s\$" "$scratch/err" &&
	[ "$(wc -l <"$scratch/err")" -eq 1 ]
result $? "what it will take is said before"
grep -q '^Both are the same file: whatever separates them is noise\.$' "$scratch/out"
result $? "and that both are the same file"
[ "$(ls "$dir" | tr '\n' ' ')" = "ab.json samples.csv " ]
result $? "two files, and none beside them"
[ "$(head -n 1 "$dir/samples.csv")" = "filter,bytes,operation,process,round,side,keys,ns" ] &&
	! tail -n +2 "$dir/samples.csv" |
	grep -qvE '^(cf|bf),[0-9]+,[a-z]+( [0-9]+ %)?,[0-9]+,[01],(OLD|NEW|OLD again),[1-9][0-9]*,[1-9][0-9]*$' &&
	[ "$(tail -n +2 "$dir/samples.csv" | wc -l)" -eq $((rows * processes * 2 * 3)) ]
result $? "samples are whole numbers, three of each of two rounds of every process"
sha=$(sha256sum "$library" | cut -d' ' -f1)
[ "$(grep -c "\"sha256\": \"$sha\"" "$dir/ab.json")" -ge 2 ] && grep -q '"seed": "7"' "$dir/ab.json" &&
	grep -q "\"path\": \"$library\"" "$dir/ab.json" &&
	grep -q '"cpu": ' "$dir/ab.json" && grep -q '"git_commit": ' "$dir/ab.json" &&
	[ "$(grep -cE '"verdict": "(faster|slower|not separated|disturbed)"' "$dir/ab.json")" -eq $rows ]
result $? "seed, machine, program, both files and every row are in ab.json"
expect 0 "JSON" ab "$library" "$library" --filter qf --bytes 32K --processes 8 --json -q
grep -q '"operation": "delete"' "$scratch/out" && [ ! -s "$scratch/err" ]
result $? "has the rows, and nothing beside it"
if command -v python3 >/dev/null; then
	python3 -m json.tool "$scratch/out" >/dev/null 2>"$scratch/err" &&
		python3 -m json.tool "$dir/ab.json" >/dev/null 2>>"$scratch/err"
	result $? "is well-formed"
else
	skipped "JSON is well-formed" "python3 is not installed"
fi
CUCKOOBENCH_ISA=portable expect 0 "instructions that are missing" ab "$library" "$library" --filter 'cf-avx2' \
	--bytes 32K --processes 8 -q
grep -q '^cf-avx2, 32 KiB: skipped$' "$scratch/out" && grep -q 'OLD: refused: .*AVX2' "$scratch/out"
result $? "skip the filter, with the reason"
CUCKOOBENCH_ISA=portable expect 4 "and with --fail-on" ab "$library" "$library" --filter 'cf-avx2' --bytes 32K \
	--processes 8 -q --fail-on slower
says "ab: --fail-on: no row was judged" "pass nothing"
expect 0 "a plug-in against itself" ab "$example" "$example" --bytes 32K --processes 8 -q

# With --quiet, too, if it is minutes. Sizes that nobody asked for are left out of what takes many.
plan() { # plan ARGUMENT...: ends the command once it says what it will take, in $scratch/err; the cells and seconds
	: >"$scratch/err" # before the loop looks: what runs beside it opens the file when it gets to run
	"$CUCKOOBENCH" ab "$library" "$library" -q "$@" >"$scratch/out" 2>"$scratch/err" </dev/null &
	job=$!
	for wait in $(seq 100); do
		! grep -q ' about [0-9]* s$' "$scratch/err" || break
		sleep 0.2
	done
	kill "$job" 2>/dev/null
	wait "$job" 2>/dev/null
	sed -n 's/^cuckoobench: ab: \([0-9]*\) cells, [0-9]* comparisons, about \([0-9]*\) s$/\1 \2/p' "$scratch/err"
}
plan --bytes 32K,64K --processes 100 >"$scratch/two"
plan --processes 100 >"$scratch/default"
read -r cells seconds <"$scratch/two"
[ "$seconds" -gt 60 ] && [ "$(wc -l <"$scratch/two")" -eq 1 ]
result $? "minutes are said with -q, too"
read -r chosen seconds <"$scratch/default"
[ "$chosen" -eq $((cells / 2)) ] || [ "$seconds" -le 600 ]
result $? "and without --bytes are of one size, or ten at most"

unsanitized "broken builds, and slower ones"

# --- broken builds ---------------------------------------------------------------------------------------------------

breaks() { # breaks FAULT TEXT
	CUCKOOBENCH_FAULT=$1 expect 1 "a plug-in: $1" ab "$plugin" "$plugin" --bytes 32K --processes 8 \
		-q --plugin-timeout 20s
	grep -q "^cuckoobench: ab: faulty: failed: OLD: $2" "$scratch/err" && [ "$(wc -l <"$scratch/err")" -eq 1 ] &&
		grep -q '^faulty, 32 KiB: FAILED$' "$scratch/out"
	result $? "says '$2'"
}
breaks "false negative" "false negative: key 9 of [0-9]*, which was inserted"
breaks hits "wrong answers: contains returned "
breaks "answers 255" "wrong answers: contains left hit\[0\] at 255, which is neither 0 nor 1"
breaks overrun "wrote 21 bytes beyond a table"
breaks "contains crashes" "the process was killed by signal 11"
breaks "insert exits" "the process ended the process by itself"

if [ -n "$emulated" ]; then
	skipped "builds of other sources" "$emulated"
	exit 0
fi
flags=$(cat "$build/flags")
cc=${flags%% -I. *}
built() { # built NAME: of standard input, with the mode's sanitizers
	# shellcheck disable=SC2046,SC2086 # lists
	$cc -x c -std=c11 -O2 -D_GNU_SOURCE -Iinclude -fPIC -shared $(printf '%s\n' $flags | grep '^-fsanitize=') \
		-o "$scratch/$1.so" - 2>"$scratch/err"
	result $? "$1.so is built"
}
# Only NEW has the fault.
sed 's/"CUCKOOBENCH_FAULT"/"CUCKOOBENCH_FAULT_OF_NEW"/' tests/plugins/faulty.c | built new
newly() { # newly FAULT TEXT
	CUCKOOBENCH_FAULT_OF_NEW=$1 expect 1 "NEW alone: $1" ab "$plugin" "$scratch/new.so" --bytes 32K --processes 8 -q
	says "ab: faulty: failed: NEW: $2" "says '$2'"
}
newly "false negative" "false negative: key 9 of"
newly "contains crashes" "the process was killed by signal 11"
newly leak "kept a table of"
printf 'int cuckoobench_abi(void) { return 1; }\n' | built half
bad 2 "ab: $scratch/half.so: exports no function cuckoobench_version()" ab "$library" "$scratch/half.so"
printf 'int nothing(void) { return 1; }\n' | built neither
bad 2 "ab: $scratch/neither.so: neither a library of this project, with cuckoobench_abi(), nor a plug-in" ab \
	"$library" "$scratch/neither.so"
# Code of the program's libraries would run in place of its own.
{ cat tests/plugins/faulty.c && echo 'int puts(const char *text) { (void)text; return 0; }'; } | built taken
bad 2 "ab: $scratch/taken.so: its puts is that of " ab "$plugin" "$scratch/taken.so" --bytes 32K
sed '/^contains(/,/^{$/s/^{$/{\n\tusleep(100);/; s/#include <string.h>/&\n#include <unistd.h>/' \
	examples/plugin_two_choice.c | built slow
# Other work on this machine may disturb a control, or widen an interval. So each has three runs.
lookups() { # lookups OLD NEW QUOTIENT VERDICT: ab of them says so of lookups; $status, $attempt
	for attempt in 1 2 3; do
		"$CUCKOOBENCH" ab "$1" "$2" --bytes 32K --processes 9 -q --fail-on slower >"$scratch/out" 2>&1
		status=$?
		[ "$(grep -cE "^  lookup [0-9]+ % +$3 .* ($4|disturbed)\$" "$scratch/out")" -ne 3 ] ||
			! grep -q "^  lookup .* $4\$" "$scratch/out" || return 0
	done
	return 1
}
lookups "$example" "$scratch/slow.so" '0\.[0-4][0-9]*' slower && [ "$status" -eq 4 ]
result $? "a build that sleeps is slower in lookups (exit status $status, run $attempt)"
lookups "$scratch/slow.so" "$example" '([2-9]|[1-9][0-9]+)\.[0-9]*' faster
result $? "and as OLD, NEW is faster (run $attempt)"

# The series of runs that docs/ab.md counts (referee.sh has the count).
if command -v python3 >/dev/null; then
	python3 tests/referee/ab_series.py --make 1 1 >"$scratch/rows" 2>"$scratch/err"
	[ $? -eq 0 ] && [ "$(grep -c '^planted,100,1,[0-9.]*,.*,slower$' "$scratch/rows")" -eq 5 ] &&
		python3 tests/referee/ab_series.py "$scratch/rows" >"$scratch/out" 2>"$scratch/err" &&
		grep -q '^  100 waits, lookups: [0-9.]* % slower, found in 3 of 3,' "$scratch/out"
	result $? "a hundred waits that are planted are found"
else
	skipped "a slowdown that is planted" "python3 is not installed"
fi
