# SPDX-License-Identifier: MIT
# The committed runs, recomputed by a program that shares nothing with this one (tests/referee): every row of their
# results, and every verdict.
. tests/cli_lib.sh
unsanitized "the referee"
needs python3 "the referee"

# recomputed STATUS NAME DIR...
recomputed() {
	want=$1 name=$2
	shift 2
	python3 tests/referee/recompute.py "$@" >"$scratch/out" 2>"$scratch/err"
	[ $? -eq "$want" ] && [ ! -s "$scratch/err" ]
	result $? "$name"
	sed -n 's/^in all/# in all/p' "$scratch/out"
}

reference=datasets/reference
recomputed 0 "the committed runs agree" $(for run in $(reference_runs); do echo "$reference/$run"; done)
tail -n 1 "$scratch/out" >"$scratch/all"
[ "$(sed 's/[^0-9]* \([0-9]*\) rows, \([0-9]*\) verdicts.*/\1 \2/' "$scratch/all")" = \
	"$(cat "$reference"/*/results/*.csv | grep -vc '^panel,') \
$(cat "$reference"/*/claims.json | tr -d '\n' | sed 's/"id"/\n&/g' | grep -c '"relations": *\[[^]]')" ]
result $? "that is every row, and every verdict that rests on relations"
grep -qF ", 0 points without a row," "$scratch/all"
result $? "nothing that was measured is left out"
grep -qF ", 0 medians outside," "$scratch/all"
result $? "no median lies outside its interval"

python3 tests/referee/coverage.py "$reference/full" "$reference/hardware" >"$scratch/out" 2>"$scratch/err"
[ $? -eq 0 ] && [ "$(grep -cE '^  [a-z][0-9] +[0-9]+ ' "$scratch/out")" -eq 14 ]
result $? "intervals of three to seven of their processes keep at least 93 % for 95 %"

# The series of control runs: of each, p follows from its quotients; and their count is that of the page.
python3 tests/referee/control.py >"$scratch/out" 2>"$scratch/err"
[ $? -eq 0 ] && [ "$(sed 's/^  //' docs/methodology.md | grep -cxFf "$scratch/out")" -eq 5 ] &&
	grep -q '^120 runs, seeds 101 to 220, of 10 processes; p is another than the program.s in 0$' "$scratch/out"
result $? "the control alarms as often as methodology.md says"

# The series of ab: its count is that of the page.
python3 tests/referee/ab_series.py >"$scratch/out" 2>"$scratch/err"
[ $? -eq 0 ] && [ "$(wc -l <"$scratch/out")" -ge 20 ] &&
	[ "$(grep -cxFf "$scratch/out" docs/ab.md)" -eq "$(wc -l <"$scratch/out")" ]
result $? "ab is wrong as rarely, and finds as much, as docs/ab.md says"

python3 tests/referee/retries.py >"$scratch/out" 2>"$scratch/err"
[ $? -eq 0 ] && grep -q '^first .* 5\.61 %' "$scratch/out" && grep -q '^last .* 5\.67 %' "$scratch/out"
result $? "the run that measured disturbed cells again says what methodology.md says"

python3 tests/referee/dleft.py >"$scratch/out" 2>"$scratch/err"
[ $? -eq 0 ] && grep -q '^refuses an item at 77\.4 %' "$scratch/out" &&
	grep -q '^ *11 *1 *counter *either *0\.603$' "$scratch/out" &&
	[ "$(grep -c 'as printed$' "$scratch/out")" -eq 1 ] &&
	grep -q '^ *11 *1 *remainder *four hashes *0\.761 *as printed$' "$scratch/out"
result $? "one d-left filter of 12-bit cells has the rate that Table 3 prints"

# What it says of noise stands in methodology.md, and each run's page has its counts.
noisy=$(for run in full full-zen4 hardware hardware-zen3 keys field-full field-full-zen3 control slices field \
	field-zen3 threads; do
	echo "$reference/$run"
done)
python3 tests/referee/noise.py $noisy >"$scratch/out" 2>"$scratch/err"
[ $? -eq 0 ] && [ "$(grep -cxFf "$scratch/out" docs/methodology.md)" -eq "$(wc -l <"$scratch/out")" ]
result $? "what each rule of noise finds is what methodology.md says"
sed -nE 's/^([a-z0-9-]*): of ([0-9]*) timed cells ([0-9]*) have .*, ([0-9]*) of ([0-9]*) series$/\1 \2 \3 \4 \5/p' \
	"$scratch/out" >"$scratch/counts"
[ "$(wc -l <"$scratch/counts")" -eq "$(echo "$noisy" | wc -l)" ] && while read -r run timed cells apart series; do
	grep "^<p>Of $timed timed measurements, " "$reference/$run/report.html" |
		grep -qF " and $cells have a series whose own turns disagree. $apart of their $series series" || exit 1
done <"$scratch/counts"
result $? "and counts what the run's page counts"

cp -r "$reference/threads" "$scratch/changed" && gunzip -k "$scratch/changed/record.csv.gz"
mv "$scratch/changed/record.csv" "$scratch/record" && rm "$scratch/changed/record.csv.gz"
for change in '9s/,[0-9]*$/,7/' '6s/,done,/,done,1/' '5s/,/, /'; do
	sed "$change" "$scratch/record" >"$scratch/changed/record.csv"
	python3 tests/referee/recompute.py "$scratch/changed" >"$scratch/out" 2>"$scratch/err"
	grep -q '^ValueError: changed since it was written' "$scratch/err"
	result $? "which a change by $change does not"
done

cp -r "$reference/threads" "$scratch/threads"
# wrong NAME FILE SED: where the run says something else, that is found.
wrong() {
	cp "$scratch/threads/$2" "$scratch/kept"
	sed "$3" "$scratch/kept" >"$scratch/threads/$2"
	! cmp -s "$scratch/kept" "$scratch/threads/$2"
	result $? "$1: something is changed"
	recomputed 1 "$1: is found" "$scratch/threads"
	[ "$(grep -c MISMATCH "$scratch/out")" -eq 1 ]
	result $? "$1: alone"
	cp "$scratch/kept" "$scratch/threads/$2"
}
# The ninth digit of a median, one up; the first digit of an interval; a verdict.
wrong "a last digit" results/x2.csv '2s/,279.483526,/,279.483527,/'
wrong "an interval" results/x2.csv '2s/,270.869805,/,370.869805,/'
wrong "a verdict" claims.json '/"X6 (chain)"/,/"numbers"/s/"confirmed"/"contradicted"/'
