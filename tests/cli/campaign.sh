# SPDX-License-Identifier: MIT
# A whole run at smoke scale: its folder, its determinism, how it is taken up again, and what damage does.
. tests/cli_lib.sh

dir=$scratch/run
smoke_run "$dir"
ls "$dir/samples.csv" "$dir/cells.csv" "$dir/manifest.json" "$dir/report.html" >/dev/null
result $? "writes samples, cells, manifest and report"
missing=$(for id in t1 t2 t3 f1 f2 f3 f4 f5 f6 f7 f8 e3 l2 l3 l4 g1 g2 g3 g4 g5 g6 s1 x5 x6 h1 k1; do
	[ -s "$dir/results/$id.csv" ] || echo $id
done)
[ -z "$missing" ]
result $? "one CSV an experiment $missing"
missing=$(for id in f1 f2 f3 f4 f5 f6 f7 f8 e3 l2 l3 l4 g2 g3 g5 g6 x5 x6 h1 k1; do
	[ -s "$dir/plots/$id.svg" ] && [ -s "$dir/plots/$id.pdf" ] || echo $id
done)
[ -z "$missing" ]
result $? "an SVG and a PDF a figure $missing"
missing=$(for id in t1 t2 t3 l2 l3 g1 g2 g3 g4 g5 g6 s1 x5 x6 h1 k1; do
	[ -s "$dir/tables/$id.md" ] && [ -s "$dir/tables/$id.tex" ] || echo $id
done)
[ -z "$missing" ]
result $? "tables in Markdown and LaTeX $missing"
without='this processor has no |which (--isa|CUCKOOBENCH_ISA) excludes'
! grep -vE ',(done|status),' "$dir/cells.csv" | grep -vE ",skipped,.*($without)"
result $? "every cell is done, but for filters whose instructions this processor has not"
[ -z "$(find "$dir" -name '*.tmp')" ]
result $? "nothing half-written is left"

# Deterministic results are the golden ones, on any number of processors. (Not misses_*, which the processor counts, and
# not rates.)
golden=$(basename -s .csv tests/golden/*.csv)
differing() { # differing DIR ID...: those whose results are not the golden ones, as far as filters could run
	for id in $(shift; echo "$@"); do
		awk -F, -v skipped=" $(grep -E ",skipped,.*($without)" "$1/cells.csv" |
			cut -d: -f2 | sort -u | tr '\n' ' ')" \
			'!index(skipped, " " $2 " ")' "tests/golden/$id.csv" >"$scratch/golden"
		grep -vE ',misses_|,Mops/s,' "$1/results/$id.csv" | cmp -s "$scratch/golden" - || echo $id
	done
}
different=$(differing "$dir" $golden)
[ -z "$different" ]
result $? "deterministic experiments on 2 processors, among the others, are the golden results $different"
one=$scratch/one
expect 0 "deterministic experiments on 1 processor" run $golden --scale smoke -q -j 1 -o "$one"
different=$(differing "$one" $golden)
[ -z "$different" ]
result $? "are the golden results $different"
expect 0 "what also depends on vector instructions, without them" run g1 g2 --scale smoke -q --isa portable \
	-o "$scratch/portable"
different=$(differing "$scratch/portable" g1 g2)
[ -z "$different" ] && grep -q '^,cf,' "$scratch/portable/results/g1.csv" &&
	! grep -q '^,cf-avx' "$scratch/portable/results/g1.csv"
result $? "is the same, as far as filters can run $different"
# Tables large enough for many insertions in flight, which may refuse sooner when calls are split otherwise.
expect 0 "deletions from such tables" run g1 g2 --scale quick -q --filter 'cf|cf-batch|ss-cf-batch' --reps 1 \
	-o "$scratch/flight"
expect 0 "another seed" run l2 --scale smoke -q --seed 7 -o "$scratch/seed7"
! cmp -s tests/golden/l2.csv "$scratch/seed7/results/l2.csv"
result $? "gives other results"

# Taking up a run.
expect 0 "the same command again" run --scale smoke -o "$dir"
grep -q "already has" "$scratch/err"
result $? "measures nothing twice"
expect 2 "another seed into the same folder" run --scale smoke --seed 5 -o "$dir"
says "holds a run with another seed" "is refused"
# One of deterministic and timed cells, of which nearly all are lost.
cut=$scratch/cut
cp -r "$one" "$cut"
expect 0 "timed cells into a folder of others" run t3 --scale smoke -q -o "$cut"
lines=$(wc -l <"$cut/cells.csv")
head -n 20 "$cut/cells.csv" >"$scratch/cells" && printf 'fill:cf:m=' >>"$scratch/cells" &&
	cp "$scratch/cells" "$cut/cells.csv"
expect 0 "a run cut off in the middle of a line goes on" run $golden t3 --scale smoke -q -o "$cut"
[ "$(wc -l <"$cut/cells.csv")" -eq "$lines" ] &&
	[ "$(cut -d, -f1,3- "$cut/samples.csv" | sort | uniq -d | grep -vc ':life:\|Mops')" -eq 0 ]
result $? "and has every cell and every sample once"
different=$(differing "$cut" f2 f3 f4 e3 l2 l3 g1 g2 g3 g4 g5 g6)
[ -z "$different" ]
result $? "and the same deterministic results $different"

# One cell serves several experiments: what an earlier call did not ask for is measured, nothing is lost or doubled.
expect 0 "one experiment" run t3 --scale smoke -q -o "$scratch/shared"
expect 0 "another one of the same cells" run f5 --scale smoke -q -o "$scratch/shared"
expect 0 "and all" run t3 f5 f6 f7 f8 l4 c1 c2 --scale smoke -q -o "$scratch/shared"
whole=$(grep -c '^life\|^ground' "$dir/samples.csv") shared=$(grep -c '^life\|^ground' "$scratch/shared/samples.csv")
[ "$whole" -eq "$shared" ] && [ -s "$scratch/shared/results/f5.csv" ] && [ -s "$scratch/shared/plots/f8.svg" ]
result $? "end with the samples of a run of all ($whole, $shared)"
expect 0 "a run with skipped cells" run f2 --scale smoke -q --mem-limit 8230K -o "$scratch/forget"
expect 0 "and another experiment" run f1 --scale smoke -q -o "$scratch/forget"
grep -q ',skipped,' "$scratch/forget/cells.csv"
result $? "does not forget what was skipped"
rm "$scratch/forget/samples.csv"
expect 1 "a run whose samples have gone" run f1 --scale smoke -q -o "$scratch/forget"
says "No such file" "is refused"
edit 's/"cpu": .*/"cpu": "another",/' "$scratch/shared/manifest.json"
expect 2 "a run from another machine" run t3 --scale smoke -q -o "$scratch/shared"
says "holds a run with another machine" "is not mixed"

# A disturbed cell is measured again, also by the call after a kill, in a third of the time of all first attempts.
expect 0 "timed cells" run t3 --filter cf --reps 6 --scale smoke -q -o "$scratch/noisy"
cp -r "$scratch/noisy" "$scratch/calm"
disturb() { # disturb SECONDS [REP]: this repetition, or the last, took so long, the others a second each
	rep=${2:-5}
	rm -rf "$scratch/noisy"
	cp -r "$scratch/calm" "$scratch/noisy"
	awk -F, -v OFS=, -v seconds="$1" -v rep=":rep=$rep\$" '
		NR > 1 { it = $1 ~ /^life/ && $1 ~ rep; $4 = it ? seconds : 1; $13 = it ? "stolen ms +9" : "" }
		{ print }' "$scratch/calm/cells.csv" >"$scratch/noisy/cells.csv"
}
again() { # again NAME: how often that repetition was then measured
	expect 0 "$1" run t3 --filter cf --reps 6 --retries 1 --scale smoke -q -o "$scratch/noisy"
	attempts=$(grep -c "^life:.*:rep=$rep,[01],done," "$scratch/noisy/cells.csv")
	samples=$(cut -d, -f1,2 "$scratch/noisy/samples.csv" | sort -u | grep -c "^life:.*:rep=$rep,[01]\$")
}
disturb 1.5
again "a disturbed cell of an earlier call"
[ "$attempts,$samples" = 2,2 ]
result $? "is measured again ($attempts, $samples)"
again "the same command"
[ "$attempts,$samples" = 2,2 ]
result $? "measures it no more than --retries times ($attempts, $samples)"
disturb 1.5 0
again "a disturbed cell of a repetition that is over"
[ "$attempts,$samples" = 1,1 ]
result $? "is left as it is ($attempts, $samples)"
disturb 100
again "a disturbed cell that would take too long"
[ "$attempts,$samples" = 1,1 ]
result $? "is not measured again ($attempts, $samples)"
disturb 1
sed -i '/^cell\|:rep=5,/!d' "$scratch/noisy/cells.csv"
again "a disturbed cell at the beginning"
[ "$attempts,$samples" = 2,2 ]
result $? "is measured again in the time that the others will take ($attempts, $samples)"

# A machine that stops may lose the end of samples.csv, though cells.csv has the cells.
expect 0 "a run that will lose samples" run l2 --scale smoke -q -j 1 -o "$scratch/lost"
cp -r "$scratch/lost" "$scratch/lost2"
truncate -s -30 "$scratch/lost/samples.csv"
cp -r "$scratch/lost2" "$scratch/zeros"
size=$(wc -c <"$scratch/zeros/samples.csv")
printf '\0' | dd of="$scratch/zeros/samples.csv" bs=1 seek=$((size / 2)) conv=notrunc 2>/dev/null
for damaged in lost zeros; do # cut off; a zero in the middle, as a power cut leaves them
	before=$(cat "$scratch/$damaged/results"/*.csv "$scratch/$damaged/claims.json" \
		"$scratch/$damaged/report.html" | sha256sum)
	for command in report claims verify; do
		expect 1 "$command of $damaged samples" "$command" "$scratch/$damaged"
		grep "samples.csv: damaged: [0-9]* cells that are done lack samples" "$scratch/err" |
			grep -q '; `cuckoobench run` measures them again'
		result $? "says so"
	done
	expect 2 "compare with $damaged samples" compare "$scratch/lost2" "$scratch/$damaged" -o "$scratch/none.html"
	[ ! -e "$scratch/none.html" ] && [ "$before" = "$(cat "$scratch/$damaged/results"/*.csv \
		"$scratch/$damaged/claims.json" "$scratch/$damaged/report.html" | sha256sum)" ]
	result $? "nothing was written"
done
expect 0 "a run with a zero in its samples" run l2 --scale smoke -q -o "$scratch/zeros"
expect 0 "is whole again" verify "$scratch/zeros"
expect 0 "a run that has lost the end of a cell's samples" run l2 --scale smoke -q -o "$scratch/lost"
grep -q 'samples.csv has lost the samples of 1 cells' "$scratch/err" &&
	cmp -s tests/golden/l2.csv "$scratch/lost/results/l2.csv"
result $? "measures the cell again"
head -n 5 "$scratch/lost2/samples.csv" >"$scratch/few" && cp "$scratch/few" "$scratch/lost2/samples.csv"
expect 0 "a run that has lost many" run l2 --scale smoke -q -o "$scratch/lost2"
cmp -s tests/golden/l2.csv "$scratch/lost2/results/l2.csv"
result $? "measures them again"
sed -i '1s/,noise//' "$scratch/lost/cells.csv"
cp "$scratch/lost/samples.csv" "$scratch/before"
expect 1 "a list of cells of another version" run l2 --scale smoke -q -o "$scratch/lost"
says "cells.csv: line 1: unexpected header" "is refused"
cmp -s "$scratch/before" "$scratch/lost/samples.csv"
result $? "and costs no sample"
flock "$dir" "$CUCKOOBENCH" report "$dir" >"$scratch/out" 2>"$scratch/err"
[ $? -eq 2 ] && grep -q "in use by another cuckoobench" "$scratch/err"
result $? "a folder in use is left alone"

# On a terminal progress is one line, never wider than the window, with what runs now.
if command -v script >/dev/null && command -v stty >/dev/null; then
	for columns in 40 100; do
		script -qec "stty cols $columns
			'$CUCKOOBENCH' run t1 l2 --scale smoke -o '$scratch/terminal$columns'" \
			/dev/null </dev/null >"$scratch/out" 2>"$scratch/err"
		tr '\r' '\n' <"$scratch/out" | sed 's/\x1b\[K//g' | grep '^\[' >"$scratch/lines"
		[ "$(wc -l <"$scratch/lines")" -gt 20 ] && [ "$(wc -L <"$scratch/lines")" -lt $columns ] &&
			[ "$(grep -c '\[[0-9/]*\] left [0-9:]*; now ' "$scratch/lines")" -gt 10 ]
		result $? "progress on a terminal of $columns columns"
	done
else
	skipped "progress on a terminal" "script or stty is not installed"
fi

# Who reads its messages may go: the run goes on.
"$CUCKOOBENCH" run t1 l2 --scale smoke -o "$scratch/unread" 2>&1 >/dev/null | head -n 1 >/dev/null
expect 0 "a run whose messages nobody reads" verify "$scratch/unread"

# Killed and interrupted runs: at most the running cells are lost.
set -- run l2 --scale quick --reps 1 -q -j 1
"$CUCKOOBENCH" "$@" -o "$scratch/whole" >/dev/null 2>&1
for signal in KILL INT; do
	"$CUCKOOBENCH" "$@" -o "$scratch/$signal" >/dev/null 2>&1 &
	victim=$!
	until [ "$(grep -cs ',done,' "$scratch/$signal/cells.csv")" -ge 2 ] 2>/dev/null; do sleep 0.01; done
	kill -$signal $victim
	wait $victim 2>/dev/null
	status=$?
	[ $status -eq $([ $signal = INT ] && echo 130 || echo 137) ]
	result $? "SIG$signal ends a run with status $status"
	expect 0 "the same command after SIG$signal" "$@" -o "$scratch/$signal"
	cmp -s "$scratch/whole/results/l2.csv" "$scratch/$signal/results/l2.csv" &&
		[ "$(sort "$scratch/$signal/samples.csv" | uniq -d | wc -l)" -eq 0 ]
	result $? "ends with the results of a run never disturbed"
done

# Damage and refusals.
expect 0 "too little memory skips cells" run f2 --scale smoke -q --mem-limit 8230K -o "$scratch/small"
grep -q ',skipped,.*needs' "$scratch/small/cells.csv"
result $? "with the reason"
expect 3 "too little memory for any cell" run f2 --scale smoke -q --mem-limit 1K -o "$scratch/none"
says "nothing was measured" "is said"
printf 'garbage\n' >"$one/samples.csv"
expect 1 "a damaged samples file" report "$one"
says "samples.csv:1: not a samples file" "is named with its line"
printf 'cell,attempt,rep,exp,panel,series,x,metric,unit,num,den\na,b\n' >"$one/samples.csv"
expect 1 "a damaged sample" report "$one"
says "samples.csv:2: not a sample of eleven fields" "is named with its line"
printf '{' >"$cut/manifest.json"
expect 2 "a damaged manifest" run l2 --scale smoke -o "$cut"
says "manifest.json is damaged" "is refused"
printf '%s"isa":"%s",%s' '{"run":{"scale":"smoke","seed":"2014","hash":"xxh3","pages":"thp",' \
	"${CUCKOOBENCH_ISA:-default}" \
	'"kicks":"default","numa":"default","pin":"compact","threads":0,"shard":null,"plan":null}}' \
	>"$cut/manifest.json"
expect 2 "a manifest that names no program" run l2 --scale smoke -o "$cut"
says "another build of the program (program: not recorded there" "is refused"
: >"$scratch/file"
expect 2 "a file where the folder should be" run l2 --scale smoke -o "$scratch/file"
says "$scratch/file: Not a directory" "is refused"
