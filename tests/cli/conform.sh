# SPDX-License-Identifier: MIT
# The conformance kit: its report on each fault (tests/plugins/faulty.c), and the sequence in it; what it refuses
# beforehand; runs with a plug-in, and their report without its file. (plugin.sh: the cost of a plug-in that crashes,
# hangs or hoards while a cell runs.)
. tests/cli_lib.sh
folder=$(dirname "$CUCKOOBENCH")
faulty=$folder/tests/plugins/faulty.so static=$folder/tests/plugins/faulty_static.so
plugin=$faulty
example=$folder/examples/plugin_two_choice.so

# refused FAULT TEXT [STATUS]
refused() {
	CUCKOOBENCH_FAULT=$1 expect "${3:-2}" "a plug-in with '$1'" plan f5 --plugin "$plugin"
	says "--plugin $plugin: $2" "is refused in one line"
}
refused "returns NULL" "its cuckoobench_plugin() returned NULL"
refused size "its size is 8"
refused none "has 0 filters, not 1 to 16"
refused name "filter 0: its name must be"
refused "no remove" "faulty: says CUCKOOBENCH_REMOVE, but remove is NULL"
refused caps "faulty: has remove, but does not say CUCKOOBENCH_REMOVE"
refused endless "faulty: nothing says when it is full"
refused "no load" "faulty: has save, but load is NULL"
refused static "faulty: has create, and says CUCKOOBENCH_STATIC"
plugin=$static
refused "no build" "faulty-static: build is NULL"
refused before "faulty-static: build is NULL"
refused create "faulty-static: has create, and says CUCKOOBENCH_STATIC"
refused gradual "faulty-static: says CUCKOOBENCH_STATIC, and what only a filter with insert can do"
refused endless "faulty-static: nothing says when it is full"
plugin=$faulty
expect 0 "list" list --plugin "$example"
grep -q "two-choice .*\[plug-in $example\]" "$scratch/out"
result $? "has the filter, and its file"
expect 0 "explain takes it" explain f5 --plugin "$example"

# The kit: broken FAULT CHECK SEQUENCE: that check is broken, and its sequence contains that. A sanitizer sees the kit's
# code in the first faults.
tried=0
kit 0 "the kit on the example" "$example"
kit 0 "the kit on a filter that keeps everything" "$faulty"
grep -q ' 16 kept, 0 broken, 0 not promised' "$scratch/out"
result $? "tries everything"
broken() {
	tried=$((tried + 1))
	[ -z "$sanitized" ] || [ $tried -le 3 ] || return 0
	case $1 in *hangs) timeout=2s ;; *) timeout=1m ;; esac
	CUCKOOBENCH_FAULT=$1 kit 1 "the kit on '$1'" "$plugin" --plugin-timeout $timeout
	# A sequence is shortened for ten seconds, which may be too few for a sanitizer: then it is longer.
	[ -z "$sanitized" ] && shows=$3 || shows='; \|create\|build'
	grep -A 1 "BROKEN $2" "$scratch/out" | tail -n 1 | grep -q -- "$shows"
	result $? "says '$2', and shows '$3'"
}
broken "create crashes" "create takes or refuses" "create bytes=6144"
broken "contains crashes" "no false negatives" "; contains 0..20 -> killed by signal 11"
broken "insert hangs" "no false negatives" " -> did not end within "
[ "$(awk '{ if (length > n) n = length } END { print n }' "$scratch/out")" -lt 480 ] &&
	grep -q "  -  .*not tried for longer" "$scratch/out"
result $? "in lines that can be read, and the others do not wait as long"
broken "false negative" "no false negatives" "insert 0..9; contains 9 -> absent (it was accepted)"
broken "late miss" "every number of items" "; insert 0..700; contains 700 -> absent (it was accepted)$"
broken "one count" "every number of items" \
	"; insert 0..500; remove [0-9]*; contains [0-9]* -> absent (it was accepted)$"
broken batch "a batch is single calls" "insert 1..4; contains 4 -> absent"
broken "refusal forgets" "a refusal changes nothing" "-> .* of .*; contains .* -> absent"
broken "refusal answers" "a refusal changes nothing  *a refusal has changed an answer" "-> 0 of"
broken "answers 255" "no false negatives  *contains left hit\[0\] at 255, which is neither 0 nor 1" "insert 0$"
broken miscount "counts of keys and items" "; insert 33$"
broken "removes copies" "copies of a key" "insert 1; insert 1; remove 1; contains 1 -> absent"
broken leak "memory is given back" "create bytes=1048576"
broken seed "the seed decides" "insert"
broken "load takes all" "damaged saves" "load of 0 of 1024 bytes"
broken "load forgets" "save and load" "save and load$"
broken "too large" "tables as large as asked" "create bytes=4096 seed=7"
broken "small info" "tables as large as asked" "info -> bytes=1024"
broken "sets reserved" "tables as large as asked  *info sets reserved, which stays 0" "create bytes=4096 seed=7; info$"
broken "two sizes" "parameters used or refused  *accepts two sizes" "create bytes=4096 items=100$"
broken "ignores fp_bits" "parameters used or refused  *accepts fp_bits=77 and does not use it" \
	"create bytes=4096 fp_bits=77$"
broken "ignores max_kicks" "parameters used or refused  *accepts max_kicks=1 and does not use it" \
	"create bytes=4096 max_kicks=1$"
broken "too small" "parameters used or refused  *with items=" "create items="
broken "insert prints" "no false negatives  *prints: four keys" "insert 0..3$"
broken overrun "no false negatives  *wrote 21 bytes beyond a table" "insert 0..3$"
broken "gives less" "memory is given back  *gave back 1048572 bytes of a table that was taken with 1048576" "create"
noted() { # noted FAULT NAME CHECK NOTE: the kit keeps it, with a note. A sanitizer sees nothing new.
	[ -z "$sanitized" ] || return 0
	CUCKOOBENCH_FAULT=$1 kit 0 "$2" "$plugin"
	grep -q "ok  *$3  *note: $4" "$scratch/out"
	result $? "is worth a note"
}
noted "own memory" "a table from elsewhere" "tables as large as asked" "takes its table from elsewhere"
broken race "threads" "threads look them up"
noted "always present" "a filter that never says no" "no false negatives" \
	"says of 256 keys that were never put in that all are in"
CUCKOOBENCH_FAULT=miscount kit 1 "the kit's JSON" "$faulty" --json
grep -q '"sequence": "create bytes=64 seed=2014; insert 33"' "$scratch/out"
result $? "has the sequence"

[ -n "$sanitized" ] ||
	CUCKOOBENCH_FAULT=before kit 0 "a plug-in that was built before there was build" "$faulty"

# The same of filters that are built at once.
tried=0
plugin=$static
kit 0 "the kit on a static filter that keeps everything" "$plugin"
grep -q ' 8 kept, 0 broken, 0 not promised' "$scratch/out"
result $? "tries everything, and nothing that inserts"
broken "wrong status" "build takes or refuses  *build returned 7, which is no status" "build of 1000 keys$"
broken "no threads" "build takes or refuses  *build refuses what every run asks for" "build of 1000 keys, threads=2$"
broken "no reason" "build takes or refuses  *build refuses without a reason" "build of 1000 keys, seed=2^64-1$"
broken "refusal leaks" "build takes or refuses  *build refuses, and keeps 1 tables" "build of 1000 keys, seed=2^64-1$"
broken "loses a key" "all keys of any set" "build of 31 keys random; contains [0-9]* -> absent (it was built of it)$"
broken "wrong items" "all keys of any set  *info says 30 items, and it was built of 31" "build of 31 keys random$"
broken "refuses every seed" "all keys of any set  *build refuses a hundred seeds: seed: not with this one" \
	"build of 0 keys random$"
broken "not none" "all keys of any set  *build refuses: sorted" "build of 0 keys random$"
broken "no equal keys" "all keys of any set  *build refuses: sorted" "build of 2 keys equal in pairs$"
broken "changes keys" "build takes or refuses  *build changed the keys that it was given" "build of 1000 keys$"
# It reads keys that are freed: the address sanitizer ends it at the first of them.
[ -n "$sanitized" ] ||
	broken "keeps keys" "all keys of any set" "contains [0-9]* -> absent (it was built of it)$"
broken seed "the same again  *a key that is in is reported absent" "save; load; contains [0-9]* -> absent"
broken load "the same again  *the filter that was loaded answers otherwise" "; save; load$"
broken "single calls" "the same again  *contains of one key is not that of many" "build of no keys, seed=11"
broken hits "the same again  *contains returned 1 for 0 answers that are yes" "build of no keys, seed=11"
broken "not 0" "the same again  *contains left hit\[[0-9]*\] at 2, which is neither 0 nor 1" "build of no keys, seed=11"
broken "small info" "a table as large as told  *info says 101 bytes, and it took 404" "build of 100 keys$"
broken "sets reserved" "a table as large as told  *info sets reserved, which stays 0" "build of 0 keys$"
broken "hides scratch" "a table as large as told  *info says 0 bytes of scratch, and it gave back 4$" "build of 0 keys$"
broken "wild scratch" "a table as large as told  *info says 18446744073709551615 bytes of scratch" "build of 0 keys$"
broken "takes bytes" "parameters used or refused  *accepts bytes=4096 and does not use it" "build bytes=4096$"
broken "ignores fp_bits" "parameters used or refused  *accepts fp_bits=77 and does not use it" "build fp_bits=77$"
broken overrun "all keys of any set  *wrote [0-9]* bytes beyond a table" "build of 0 keys random$"
broken leak "memory is given back" "create bytes=1048576"
noted "always present" "a static filter that never says no" "the same again" \
	"says of 20000 keys that were never put in that all are in"
CUCKOOBENCH_FAULT="refuses every seed" expect 1 "a run of one that no seed can build" run t3 --scale smoke --reps 1 -q \
	--filter 'bf|faulty-static' --plugin "$plugin" -o "$scratch/seedless"
grep -q 'none of 100 seeds lays [0-9]* keys out' "$scratch/err" "$scratch/seedless/report.html"
result $? "says why"

unsanitized "runs with a plug-in, which plugin.sh has, too"

# A run, reported without the file; taken up with another build of it.
run=$scratch/good
cp "$example" "$scratch/mine.so"
expect 0 "a run" run f5 t3 g1 --scale smoke -q --plugin "$scratch/mine.so" -o "$run"
grep -q '^,two-choice,100,lookup,' "$run/results/f5.csv" && grep -q '2-choice' "$run/plots/f5.svg" &&
	grep -q '2-choice' "$run/tables/t3.md"
result $? "has its line, its title in the figure, its row"
rm "$scratch/mine.so"
expect 0 "a report without the plug-in" report "$run"
grep -q '2-choice' "$run/plots/f5.svg"
result $? "has its title"
expect 0 "verify" verify "$run"
expect 0 "claims" claims "$run"
expect 0 "compare" compare "$run" "$run" -o "$scratch/compare.html"
{ cat "$example"; echo; } >"$scratch/mine.so"
expect 2 "another build of it" run f5 --scale smoke -q --plugin "$scratch/mine.so" -o "$run"
grep -q "holds a run with another build of a plug-in (two-choice.sha256" "$scratch/err"
result $? "is refused"
expect 0 "mixed on demand" run f5 --scale smoke -q --plugin "$scratch/mine.so" -o "$run" --mix
