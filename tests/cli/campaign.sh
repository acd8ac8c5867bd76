# SPDX-License-Identifier: MIT
# A whole run at smoke scale: its folder, its determinism, how it is taken up again, and what damage does.
. tests/cli_lib.sh

dir=$scratch/run
smoke_run "$dir"
ls "$dir/record.csv" "$dir/manifest.json" "$dir/report.html" >/dev/null
result $? "writes record, manifest and report"
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
! cells "$dir" | grep -vE ',(done|status),' | grep -vE ",skipped,.*($without)"
result $? "every cell is done, but for filters whose instructions this processor has not"
[ -z "$(find "$dir" -name '*.tmp')" ]
result $? "nothing half-written is left"

unsanitized "golden results; runs with other processors, instructions and seeds, killed and damaged runs"
# Deterministic results are the golden ones, on any number of processors. (Not misses_*, which the processor counts, and
# not rates.)
golden=$(basename -s .csv tests/golden/*.csv)
differing() { # differing DIR ID...: those whose results are not the golden ones, as far as filters could run
	for id in $(shift; echo "$@"); do
		awk -F, -v skipped=" $(cells "$1" | grep -E ",skipped,.*($without)" |
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
expect 0 "deletions from such tables" run g1 g2 --scale quick -q \
	--filter 'cf|cf-batch|ss-cf-batch' --reps 1 -o "$scratch/flight"
expect 0 "another seed" run l2 --scale smoke -q --seed 7 -o "$scratch/seed7"
! cmp -s tests/golden/l2.csv "$scratch/seed7/results/l2.csv"
result $? "gives other results"

# Taking up a run.
expect 0 "the same command again" run --scale smoke -o "$dir"
grep -q "already has" "$scratch/err"
result $? "measures nothing twice"
refuses 2 "holds a run with another seed" "another seed into the same folder" run --scale smoke --seed 5 -o "$dir"
# One of deterministic and timed cells, of which nearly all are lost.
cut=$scratch/cut
cp -r "$one" "$cut"
expect 0 "timed cells into a folder of others" run t3 --scale smoke -q -o "$cut"
steady() { # steady DIR: its samples, but for rates and what a processor counts
	samples "$1" | grep -v 'Mops\|,misses_' | sort
}
steady "$cut" >"$scratch/samples"
amend "$cut" '$1 == "attempt" && ++n > 20 { printf "attempt,fill:cf:m="; exit }'
expect 0 "a run cut off in the middle of a line goes on" run $golden t3 --scale smoke -q -o "$cut"
steady "$cut" | cmp -s "$scratch/samples" -
result $? "and has every sample once"
different=$(differing "$cut" f2 f3 f4 e3 l2 l3 g1 g2 g3 g4 g5 g6)
[ -z "$different" ]
result $? "and the same deterministic results $different"

# One cell serves several experiments: what no earlier call measured is measured, and nothing is lost or doubled.
attempts() { # attempts DIR PATTERN: how many attempts at such cells
	cells "$1" | grep -c "$2"
}
shared=$scratch/shared
expect 0 "one experiment" run f5 --scale smoke -q -o "$shared"
cp "$shared/record.csv" "$scratch/before"
[ -s "$shared/results/c1.csv" ] && [ -s "$shared/plots/l4.svg" ]
result $? "shows those that need no other cells, too"
[ "$(grep -cE '^,ceiling-[12]-loads,0,rate,Mops/s,2,' "$shared/results/c1.csv")" -eq 2 ] &&
	! grep -q -e '-loads,' "$shared/results/f5.csv" "$shared/results/l4.csv"
result $? "the ceilings without anything asked ahead stand in C1, and nowhere else"
expect 0 "one of these" run l4 --scale smoke -q -o "$shared"
grep -q '^asked,f5 l4 ' "$shared/record.csv" && cmp -s "$shared/record.csv" "$scratch/before"
result $? "measures nothing"
expect 0 "another one of the same filters" run f6 --scale smoke -q -o "$shared"
samples "$shared" | grep -v ':parts=occupancies:' >"$scratch/samples"
mkdir "$scratch/f5" && cp "$scratch/before" "$scratch/f5/record.csv"
for part in occupancies shares; do
	cells "$shared" | sed -n "s/:parts=$part:.*//p" | sort >"$scratch/$part"
done
samples "$scratch/f5" | cmp -s - "$scratch/samples" && [ -s "$scratch/occupancies" ] &&
	[ -z "$(comm -23 "$scratch/occupancies" "$scratch/shares")" ] # those that are built once have none
result $? "measures their occupancies, and keeps the rest"
grep -q '^sample,.*,qf,0.9,lookup_absent,' "$shared/record.csv" &&
	! grep -q '^sample,.*,qf,-1,lookup_absent,' "$shared/record.csv"
result $? "those of a filter with a limit of its own end there, once"
expect 0 "a run with skipped cells" run f2 --scale smoke -q --mem-limit 8230K -o "$scratch/forget"
expect 0 "and another experiment" run f1 --scale smoke -q -o "$scratch/forget"
cells "$scratch/forget" | column status | grep -qx skipped
result $? "does not forget what was skipped"
edit 's/"cpu": .*/"cpu": "another",/' "$shared/manifest.json"
refuses 2 "holds a run with another machine" "a run from another machine" run t3 --scale smoke -q -o "$shared"

# A disturbed cell is measured once, like any other, and so is it by the call after a kill.
expect 0 "filters that are not timed unless they are named" run t3 --scale smoke -q -o "$scratch/named" \
	--filter 'cf|rih|cf-counters|cf-nodelete|sb-bf|fuse3|cf-mutex'
[ "$(sed -n 's/^,\([^,]*\),.*,construction,.*/\1/p' "$scratch/named/results/t3.csv" | sort | tr '\n' ' ')" = \
	"cf cf-counters cf-nodelete fuse3 rih sb-bf " ]
result $? "are timed, but for those of many threads"
expect 0 "timed cells" run t3 --filter cf --reps 6 --scale smoke -q -o "$scratch/noisy"
amend "$scratch/noisy" '$1 == "attempt" { $a["noise"] = "stolen ms +9"; off = $a["rep"] == 5 } off { next }'
expect 0 "disturbed cells of an earlier call" run t3 --filter cf --reps 6 --scale smoke -q -o "$scratch/noisy"
[ "$(attempts "$scratch/noisy" "^life:.*,done,")" -eq 6 ]
result $? "stay as they are, and only what is missing is measured"

# What a machine that stops may do to the record: its end is cut off, or a zero is in the middle.
whole=$scratch/whole
expect 0 "a run that will be damaged" run l2 --scale smoke -q -j 1 -o "$whole"
file=$scratch/lost/record.csv
for damage in "truncate -s -30" "truncate -s 600" "truncate -s +99" 'sed -i 20s/./\x00/' 'sed -i $s/.*/garbage/'; do
	rm -rf "$scratch/lost" && cp -r "$whole" "$scratch/lost"
	$damage "$file"
	case $damage in
	truncate*)
		for command in report claims verify; do # what had ended lost its end later
			refuses 1 "record.csv: not as the run left it" "$command after $damage" \
				"$command" "$scratch/lost"
		done
		stopped "$scratch/lost" # the machine stopped while it ran
		expect 0 "a report of a run that was stopped" report "$scratch/lost"
		;;
	*)
		find "$scratch/lost" -type f -exec sha256sum {} + >"$scratch/before"
		line=$(tr '\0' @ <"$file" | grep -n '@\|garbage' | cut -d: -f1)
		for command in report claims verify; do
			refuses 1 "record.csv:$line: " "$command after $damage" "$command" "$scratch/lost"
		done
		expect 2 "compare" compare "$whole" "$scratch/lost" -o "$scratch/none.html"
		[ ! -e "$scratch/none.html" ] && sha256sum --quiet -c "$scratch/before"
		result $? "nothing was written"
		;;
	esac
	expect 0 "the same command" run l2 --scale smoke -q -o "$scratch/lost"
	case $damage in
	sed*)
		grep -q "/record.csv:$line: .*; what is damaged is left out and made again" "$scratch/err"
		result $? "says what is damaged"
		;;
	esac
	expect 0 "after which the run is whole" verify "$scratch/lost"
	cmp -s tests/golden/l2.csv "$scratch/lost/results/l2.csv" &&
		[ "$(steady "$scratch/lost")" = "$(steady "$whole")" ]
	result $? "and as it was"
done
# refused FILE SED STATUS TEXT NAME: a record that cannot be read is left alone.
refused() {
	sed -i "$1" "$file" && cp "$file" "$scratch/before"
	for command in report "run l2 --scale smoke -q -o"; do
		refuses 1 "$2" "$3: $command" $command "$scratch/lost"
	done
	cmp -s "$scratch/before" "$file"
	result $? "and left alone"
}
refused 's/,noise//' "record.csv:4: not the record of a run: unexpected header" "a record without a column"
refused 's/^format,3/format,4/' "record.csv:1: 'format,4': another version's record, not 'format,3'" "another version's"
rm "$file"
refuses 1 "record.csv: No such file" "a run without its record" report "$scratch/lost"
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
set -- run l2 --scale quick --reps 1 -q -j 1 --cells 'f=(12|8|6|4):'
"$CUCKOOBENCH" "$@" -o "$scratch/calm2" >/dev/null 2>&1
for signal in KILL INT; do
	"$CUCKOOBENCH" "$@" -o "$scratch/$signal" >/dev/null 2>"$scratch/ended" &
	victim=$!
	until [ "$(grep -cs '^attempt,.*,done,' "$scratch/$signal/record.csv")" -ge 2 ] 2>/dev/null; do sleep 0.01; done
	kill -$signal $victim
	wait $victim 2>/dev/null
	status=$?
	[ $status -eq $([ $signal = INT ] && echo 130 || echo 137) ]
	result $? "SIG$signal ends a run with status $status"
	if [ $signal = INT ]; then
		finished=$(grep -c '^attempt,.*,done,' "$scratch/INT/record.csv")
		grep -qE "interrupted after $finished of [0-9]+ cells; the same command goes on" "$scratch/ended"
		result $? "and says how many of its cells are done ($finished)"
	fi
	expect 0 "the same command after SIG$signal" "$@" -o "$scratch/$signal"
	cmp -s "$scratch/calm2/results/l2.csv" "$scratch/$signal/results/l2.csv" &&
		[ -z "$(samples "$scratch/$signal" | sort | uniq -d)" ]
	result $? "ends with the results of a run never disturbed"
done

# Damage and refusals.
expect 0 "too little memory skips cells" run f2 --scale smoke -q --mem-limit 8230K -o "$scratch/small"
cells "$scratch/small" | column reason | grep -q needs
result $? "with the reason"
printf '{' >"$cut/manifest.json"
refuses 2 "manifest.json is damaged" "a damaged manifest" run l2 --scale smoke -o "$cut"
printf '%s"isa":"%s",%s' '{"run":{"scale":"smoke","seed":"2014","hash":"xxh3","pages":"thp",' \
	"${CUCKOOBENCH_ISA:-default}" \
	'"kicks":"default","numa":"default","pin":"compact","threads":0,"shard":null,"plan":null}}' \
	>"$cut/manifest.json" && seal "$cut/manifest.json"
refuses 2 "another build of the program (program: not recorded there, " "a manifest that names no program" \
	run l2 --scale smoke -o "$cut"
: >"$scratch/file"
refuses 2 "$scratch/file: Not a directory" "a file where the folder should be" run l2 --scale smoke -o "$scratch/file"
