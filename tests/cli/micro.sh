# SPDX-License-Identifier: MIT
# cuckoobench-micro: lists and runs what its filter admits, writes JSON that Google's comparison tool accepts, refuses
# unknown options.
. tests/cli_lib.sh
CUCKOOBENCH=$CUCKOOBENCH-micro
quick='--benchmark_min_time=0.001'

expect 0 "every benchmark is listed" --benchmark_list_tests
cp "$scratch/out" "$scratch/list"
missing=
for name in cf ss-cf bf blk-bf qf dl-cbf cbf cf-batch cf-striped cf-rcu bf-atomic; do
	for op in lookup insert build; do
		grep -q "^$op/$name/bytes:192MiB/load:[0-9]*/.*manual_time$" "$scratch/list" ||
			missing="$missing $op/$name"
	done
done
[ -z "$missing" ]
result $? "every filter is looked up in, inserted into and built:$missing"
grep -qE '^lookup/cf/bytes:192KiB/load:95/hits:50/manual_time$' "$scratch/list" &&
	! grep -q '^delete/bf/' "$scratch/list" &&
	! grep -qE '^[a-z]*/cf-unchecked' "$scratch/list"
result $? "by names of filter, size, load and hits; nothing of what it cannot do, and no control"
if [ -w /dev/full ]; then
	for option in --help --version --benchmark_list_tests; do
		"$CUCKOOBENCH" $option >/dev/full 2>"$scratch/err"
		[ $? -eq 1 ] && grep -q '^cuckoobench: standard output: ' "$scratch/err"
		result $? "$option on a full disk fails"
	done
fi
expect 0 "other sizes" --bytes 24K,1G --benchmark_list_tests --benchmark_filter=^delete/cf/
[ "$(sed 's/.*bytes:\([^/]*\).*/\1/' "$scratch/out" | sort -u | tr '\n' ' ')" = "1GiB 24KiB " ]
result $? "are in the names"

expect 0 "a run of one filter, of every kind" --bytes=24K $quick --seed 7 --benchmark_format=json \
	--benchmark_filter='^[a-z]*/(cf|bf|cf-striped)/.*/load:95/(hits:50|manual)' --benchmark_out="$scratch/a.json"
# The context has the time of day, written once for each of the two, and a folder's random name, which may hold nan:
# nothing behind the context may.
for file in out a.json; do
	sed '/^ *"date": /d' "$scratch/$file" >"$scratch/$file.undated"
done
cmp -s "$scratch/out.undated" "$scratch/a.json.undated" &&
	[ "$(grep -c '"real_time": [0-9.e+]*,' "$scratch/out")" -ge 11 ] && ! grep -q error_occurred "$scratch/out" &&
	! sed '1,/^ *"benchmarks": /d' "$scratch/out" | grep -qi 'nan'
result $? "gives a time to each, in JSON"
for counter in items_per_second bytes_per_item; do
	grep -q "\"$counter\": [0-9.e+-]*" "$scratch/out" || missing="$missing $counter"
done
[ -z "$missing" ]
result $? "with its counters:$missing"
for fact in '"run.seed": "7"' '"run.hash": "xxh3"' '"run.command": "cuckoobench-micro --bytes=24K' '"machine.cpu": "' \
	'"machine.memory_bytes": "' '"program.compiler": "'; do
	grep -qF "$fact" "$scratch/out" || missing="$missing $fact"
done
[ -z "$missing" ]
result $? "and its context:$missing"
python=python3
$python -c 'import scipy' 2>/dev/null || python=/usr/bin/python3 # the one that packages are for
if command -v $python >/dev/null; then
	$python -c 'import json, sys; json.load(open(sys.argv[1]))' "$scratch/a.json" 2>"$scratch/err"
	result $? "which another program can read"
fi
if $python -c 'import scipy' 2>/dev/null && [ -r /usr/share/benchmark/compare.py ]; then
	expect 0 "the same again" --bytes=24K $quick --seed 8 --benchmark_filter='^lookup/cf/.*/load:95/hits:50' \
		--benchmark_repetitions=2 --benchmark_out="$scratch/b.json"
	$python /usr/share/benchmark/compare.py --no-color benchmarks "$scratch/a.json" "$scratch/b.json" \
		>"$scratch/out" 2>"$scratch/err" &&
		grep -qE '^lookup/cf/bytes:24KiB/load:95/hits:50/manual_time +[-+]' "$scratch/out"
	result $? "Google's comparison tool compares them"
else
	skipped "Google's comparison tool" "install libbenchmark-tools and python3-scipy"
fi

unsanitized "other options"
refuses 2 "--processes: " "several processes, which ab has" --processes 6
expect 0 "portable instructions only" --isa portable --benchmark_list_tests
! grep -qE '^lookup/[a-z-]*-avx' "$scratch/out"
result $? "leave out what needs others"

expect 2 "an option that is none" --benchmark_nonsense=1
grep -q -- '--benchmark_nonsense=1' "$scratch/err"
result $? "is named"
refuses 2 "--bytse: no such option; did you mean '--bytes'?" "a slip of the hand" --bytse 3
expect 0 "the version" --version
grep -qx "cuckoobench-micro $("${CUCKOOBENCH%-micro}" --version | cut -d' ' -f2)" "$scratch/out"
result $? "is the program's"
expect 2 "a word" lookup
refuses 2 "--isa 'avx9': not one of" "a bad value" --isa avx9
refuses 2 "--bytes '1X': not sizes" "a bad size" --bytes 1X
expect 2 "no value" --seed
expect 2 "an option of the other program" --scale quick
expect 2 "a filter that nothing matches" --benchmark_filter=nosuch
expect 0 "help" --help
grep -q -- '--isa NAME' "$scratch/out" && grep -q -- '--benchmark_filter=<regex>' "$scratch/out"
result $? "has both kinds of options"
