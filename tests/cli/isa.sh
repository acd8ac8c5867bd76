# SPDX-License-Identifier: MIT
# The mask of instructions, CUCKOOBENCH_ISA and --isa: one line for a bad mask, the smaller of the two in the manifest,
# a row for each skipped filter, the same results under any mask.
. tests/cli_lib.sh
unsanitized "masks of instructions"
unset CUCKOOBENCH_ISA
micro=$CUCKOOBENCH-micro

# bad VALUE COMMAND...
bad() {
	value=$1
	shift
	CUCKOOBENCH_ISA=$value expect 2 "CUCKOOBENCH_ISA=$value refuses: $*" "$@"
	says "CUCKOOBENCH_ISA '$value': not one of portable, avx2, avx512" "naming it"
}
for value in avx9 any AVX2 default; do
	bad "$value" list
done
bad avx9 run h1 --scale smoke -o "$scratch/none"
bad avx9 report "$scratch"
program=$CUCKOOBENCH
CUCKOOBENCH=$micro
bad avx9 --benchmark_list_tests
CUCKOOBENCH=$program
[ ! -e "$scratch/none" ]
result $? "and nothing is written"
CUCKOOBENCH_ISA='' expect 0 "an empty value is none" list
CUCKOOBENCH_ISA=avx9 expect 0 "help is had with any" --help

# What this processor has, and so who excludes what.
expect 0 "doctor" doctor
has=$(sed -n 's/^ok *instructions *\([a-z0-9]*\)$/\1/p' "$scratch/out")
case $has in
portable | avx2 | avx512) ;;
*) false ;;
esac
result $? "says what the processor has ($has)"
# refused FILTER WHO: the reason
refused() {
	case $1,$has in
	*-avx2,portable) echo "this processor has no AVX2" ;;
	*-avx2,*) echo "it needs AVX2, which $2 excludes" ;;
	*,avx512) echo "it needs AVX-512, which $2 excludes" ;;
	*) echo "this processor has no AVX-512" ;;
	esac
}
CUCKOOBENCH_ISA=portable expect 0 "doctor under the mask" doctor
[ "$has" = portable ] || grep -q '^note *instructions *portable; CUCKOOBENCH_ISA' "$scratch/out"
result $? "says that it is the mask"

# A run: the setting is the lesser of the two, and every filter that is left out has its row and the reason.
setting() { # setting DIR TEXT: the manifest's
	grep -q "^    \"isa\": \"$2\",\$" "$1/manifest.json"
}
row() { # row DIR EXPERIMENT FILTER WHO: in the table of the page
	sed -n "/<table[^>]*aria-labelledby=\"$2-left-out\"\|<caption id=\"$2-left-out\"/,/<\/table>/p" \
		"$1/report.html" | sed 's/-//g; s/, //g' | grep -i ">$(echo "$3" | sed 's/-//g')<" |
		grep -qiF "$(refused "$3" "$4" | sed 's/-//g; s/, //g')"
}
masked=$scratch/masked
CUCKOOBENCH_ISA=portable expect 0 "a run under the mask" run h1 h4 g1 --scale smoke -q -o "$masked"
setting "$masked" portable && grep -q '"isa_variable": "portable"' "$masked/manifest.json"
result $? "has it in its manifest"
cells "$masked" | grep '^cell,\|^[a-z]*:cf-avx2:.*,skipped,' | column reason | sed 's/;/,/' |
	grep -qF "$(refused cf-avx2 CUCKOOBENCH_ISA)"
result $? "skips the cells of filters that it excludes, with the reason"
! samples "$masked" | grep -q avx && ! cells "$masked" | grep -q ',failed,'
result $? "and measures none of them"
missing=$(for id in h1 h4 g1; do
	for filter in cf-avx2 cf-avx512; do row "$masked" $id $filter CUCKOOBENCH_ISA || echo "$id:$filter"; done
done)
[ -z "$missing" ]
result $? "the page has a row for each, in each experiment that would have had it $missing"
grep -q 'cuckoobench run h1 --scale smoke.* --isa portable' "$masked/report.html"
result $? "and the command to repeat it keeps to the mask"
done=$(cells "$masked" | grep -c ',done,')
expect 0 "the same by --isa" run h1 h4 g1 --isa portable --scale smoke -q -o "$masked"
[ "$(cells "$masked" | grep -c ',done,')" -eq "$done" ] && [ "$done" -gt 10 ]
result $? "is the same run, and measures nothing twice ($done)"
if [ "$has" != portable ]; then
	refuses 2 "holds a run with another isa (isa: portable there, default here" \
		"a run without the mask into its folder" run h1 h4 g1 --scale smoke -q -o "$masked"
fi
CUCKOOBENCH_ISA=avx2 expect 2 "another mask into its folder" run h1 h4 g1 --scale smoke -q -o "$masked"
says "holds a run with another isa (isa: portable there, avx2 here" "is refused"
expect 0 "what it measured follows from its samples" verify "$masked"

# Filters that choose their instructions themselves give the same answers by any.
golden=$(basename -s .csv tests/golden/*.csv)
for mask in portable avx2; do
	CUCKOOBENCH_ISA=$mask expect 0 "deterministic experiments under $mask" run $golden --scale smoke \
		-q -o "$scratch/golden-$mask"
	cells "$scratch/golden-$mask" | grep ',skipped,' | cut -d: -f2 | sort -u >"$scratch/skipped"
	different=$(for id in $golden; do
		awk -F, 'NR == FNR { skipped[$1] = 1; next } !($2 in skipped)' "$scratch/skipped" \
			"tests/golden/$id.csv" >"$scratch/expected"
		grep -vE ',misses_|,Mops/s,' "$scratch/golden-$mask/results/$id.csv" | cmp -s "$scratch/expected" - ||
			echo "$id"
	done)
	[ -z "$different" ]
	result $? "have the golden results, of all that is not skipped $different"
done

CUCKOOBENCH_ISA=avx2 expect 0 "a lesser --isa" run h1 --isa portable --scale smoke -q -o "$scratch/option"
setting "$scratch/option" portable && row "$scratch/option" h1 cf-avx2 --isa &&
	row "$scratch/option" h1 cf-avx512 CUCKOOBENCH_ISA
result $? "counts, and each row says who excludes"
CUCKOOBENCH_ISA=portable expect 0 "a greater one" run h1 --isa avx512 --scale smoke -q -o "$scratch/variable"
setting "$scratch/variable" portable && row "$scratch/variable" h1 cf-avx2 CUCKOOBENCH_ISA
result $? "takes nothing back"
if [ "$has" != portable ]; then
	CUCKOOBENCH_ISA=avx2 expect 0 "a run with AVX2" run h1 --scale smoke -q -o "$scratch/avx2"
	samples "$scratch/avx2" >"$scratch/samples"
	grep -q ',cf-avx2,' "$scratch/samples" && ! grep -q 'avx512' "$scratch/samples" &&
		! row "$scratch/avx2" h1 cf-avx2 CUCKOOBENCH_ISA
	result $? "has the filters that need no more, and no row for them"
else
	skipped "a run with AVX2" "this processor has none"
fi

CUCKOOBENCH_ISA=portable expect 0 "a shard under one mask" run f1 f2 --scale smoke -q --shard 1/2 -o "$scratch/s1"
CUCKOOBENCH_ISA=avx2 expect 0 "another under another" run f1 f2 --scale smoke -q --shard 2/2 -o "$scratch/s2"
refuses 2 "different settings: isa: portable in" "they" merge "$scratch/s1" "$scratch/s2" -o "$scratch/merged"

# The other programs that measure.
CUCKOOBENCH_ISA=portable expect 0 "tune under the mask" tune --items 3840 --filter 'cf|cf-avx2|cf-batch' \
	--threads 1 --time-budget 1s -q -o "$scratch/tune"
grep -qF "  cf-avx2: skipped, $(refused cf-avx2 CUCKOOBENCH_ISA)" "$scratch/out" &&
	! grep -q 'cf-avx512\|sb-bf' "$scratch/out"
result $? "has a row for what it skips, of what was asked"
! grep -q avx "$scratch/tune/samples.csv" && grep -q '"isa": "portable"' "$scratch/tune/tuned.conf"
result $? "and the mask in what it found"
CUCKOOBENCH_ISA=portable "$micro" --bytes 24K --benchmark_min_time=0.001 \
	--benchmark_filter='^lookup/cf(|-avx2)/.*/load:50/hits:0/manual_time$' \
	--benchmark_format=json >"$scratch/out" 2>"$scratch/err"
result $? "the micro-benchmarks under the mask"
grep -qF '"run.isa": "portable"' "$scratch/out" &&
	grep -qF "\"skipped.cf-avx2\": \"$(refused cf-avx2 CUCKOOBENCH_ISA)" "$scratch/out" &&
	grep -q '"lookup/cf/' "$scratch/out" && ! grep -q '"lookup/cf-avx' "$scratch/out"
result $? "say so in their context"
