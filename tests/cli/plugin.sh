# SPDX-License-Identifier: MIT
# Plug-ins that crash, hang, take memory without end, end the process, are of another interface or give wrong answers: each costs one
# clear line, the right exit status and its own cells, and nothing else (tests/plugins/bad.c). And a good one is in the figures.
. tests/cli_lib.sh

build=${CUCKOOBENCH%/*}
plugin=$build/tests/plugins/bad.so
good=$build/examples/plugin_two_choice.so
# A sanitizer's own word on a crash would come instead of the signal.
export ASAN_OPTIONS="$ASAN_OPTIONS:handle_segv=0:handle_abort=0" UBSAN_OPTIONS="$UBSAN_OPTIONS:handle_segv=0:handle_abort=0"

fault() {
	CUCKOOBENCH_FAULT=$1
	export CUCKOOBENCH_FAULT
}

# refused FAULT TEXT: what is wrong before anything runs.
refused() {
	fault "$1"
	expect 2 "refuses a plug-in: $1" run f5 --scale smoke --plugin "$plugin" -o "$scratch/none"
	says "--plugin $plugin: $2" "says '$2'"
	[ ! -e "$scratch/none" ]
	result $? "writes nothing"
}
refused crash_load "cannot be loaded: the process that tried was killed by signal 11"
refused exit_load "cannot be loaded: the process that tried ended the process by itself"
refused old_abi "is of ABI 7, and this program takes ABI 1"
refused no_contains "bad: contains is NULL"
refused taken_name "cf: its name is taken"
fault none
bad() { # bad TEXT ARGUMENT...
	text=$1
	shift
	expect 2 "refuses: $*" "$@"
	says "$text" "says '$text'"
}
bad "--plugin $scratch/nowhere.so: No such file or directory" list --plugin "$scratch/nowhere.so"
bad "--plugin $scratch: not a file" list --plugin "$scratch"
bad "given twice" list --plugin "$plugin" --plugin "$plugin"
echo "no object" >"$scratch/text.so"
bad "--plugin $scratch/text.so: cannot be loaded" list --plugin "$scratch/text.so"
library=$(ldd "$CUCKOOBENCH" | sed -n 's/.*=> \(.*libm\.so[^ ]*\) .*/\1/p')
bad "exports no function cuckoobench_plugin()" plan --plugin "$library"
printf 'void nobody_has_this(void);\nvoid *cuckoobench_plugin(void) { nobody_has_this(); return 0; }\n' >"$scratch/needs.c"
cc -shared -fPIC -o "$scratch/needs.so" "$scratch/needs.c"
bad "undefined symbol: nobody_has_this" list --plugin "$scratch/needs.so"

# failed FAULT TEXT: what is wrong while a cell runs costs that cell; the others have what they have without it.
set -- run t3 --scale smoke --reps 1 --filter 'bf|bad' --plugin "$plugin" --plugin-timeout 2s -q
expect 0 "a run with a good plug-in" "$@" -o "$scratch/whole"
failed() {
	fault=$1 text=$2
	shift 2
	fault "$fault"
	expect 1 "a run with a plug-in: $fault" "$@" -o "$scratch/$fault"
	grep -q "failed: $text" "$scratch/err" && [ "$(grep -c "failed: " "$scratch/err")" -eq 1 ]
	result $? "says '$text', once"
	[ "$(grep -c '^life:bad.*,failed,' "$scratch/$fault/cells.csv")" -eq 1 ] && [ "$(grep -c ',failed,' "$scratch/$fault/cells.csv")" -eq 1 ]
	result $? "costs the plug-in's own cell"
	grep ',bf,.*,fpr,' "$scratch/whole/results/t3.csv" >"$scratch/a"
	grep ',bf,.*,fpr,' "$scratch/$fault/results/t3.csv" >"$scratch/b"
	[ -s "$scratch/a" ] && cmp -s "$scratch/a" "$scratch/b"
	result $? "leaves the others as they are"
}
failed crash_create "killed by signal 6" "$@"
failed crash_contains "killed by signal 11" "$@"
failed hang "did not end within 2 s" "$@"
failed hoard "took more than 1024 MiB of memory" "$@"
failed exits "ended the process by itself" "$@"
failed false_negatives "false negative: key" "$@"
failed miscount "wrong count: contains returned" "$@"

# What failed is measured by the same command when it is mended; a mended file is another one, which --mix must allow.
fault none
expect 0 "the same command, mended" "$@" -o "$scratch/hang"
[ "$(grep -c '^life:bad.*,done,' "$scratch/hang/cells.csv")" -eq 1 ]
result $? "goes on with the cell"
cp "$plugin" "$scratch/another.so"
printf 'x' >>"$scratch/another.so"
expect 2 "another build of the plug-in" run t3 --scale smoke --reps 1 --filter 'bf|bad' --plugin "$scratch/another.so" -q -o "$scratch/whole"
says "bad" "says of which filter"

# The example: in the figure with its title, by its own style; reported without the file.
expect 0 "the example runs" run f5 t3 g1 --scale smoke --reps 1 --filter 'cf|bf|two-choice' --plugin "$good" -q -o "$scratch/good"
grep -q '2-choice' "$scratch/good/plots/f5.svg" && grep -q ',two-choice,' "$scratch/good/results/f5.csv" && grep -q 2-choice "$scratch/good/tables/t3.md"
result $? "it is in Figure 5 and Table 3"
cp "$scratch/good/report.html" "$scratch/before.html"
expect 0 "report without the plug-in" report "$scratch/good"
cmp -s "$scratch/before.html" "$scratch/good/report.html"
result $? "the same report"
expect 0 "verify without the plug-in" verify "$scratch/good"

echo "1..$count"
