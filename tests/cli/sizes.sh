# SPDX-License-Identifier: MIT
# The size of the lives' tables: --bytes, or what fits the machine's memory. Everything that reads the run says it.
. tests/cli_lib.sh

run=$scratch/run
expect 0 "tables of another size" run t3 c2 --scale smoke --bytes 12K -q -o "$run"
grep '^attempt,life:' "$run/record.csv" >"$scratch/lives"
[ "$(grep -c ',life:-:bytes=12288:' "$scratch/lives")" -eq 2 ] && ! grep -v ':bytes=12288:' "$scratch/lives"
result $? "all lives have them"
expect 0 "the summary" summary "$run"
tr '\n' ' ' <"$scratch/out" | sed 's/  */ /g' >"$scratch/flat"
grep -qF "tables of 12 KiB (the paper's: 192 MiB)" "$scratch/flat"
result $? "says so"
grep -q -e '--bytes 12K' "$run/report.html"
result $? "and the command that repeats it"
expect 2 "the scale's own do not mix with them" run t3 --scale smoke -q -o "$run"
grep -q 'tables' "$scratch/err" && [ "$(wc -l <"$scratch/err")" -eq 1 ]
result $? "in one line"
expect 0 "what has no such tables does" run f1 --scale smoke -q -o "$run"
expect 0 "more of the same" run t3 f8 --scale smoke --bytes 12K -q -o "$run"
expect 0 "and the other way round: first f1" run f1 --scale smoke -q -o "$scratch/later"
expect 0 "then tables" run t3 --scale smoke --bytes 12K -q -o "$scratch/later"
expect 2 "then others" run t3 --scale smoke --bytes 24K -q -o "$scratch/later"

unsanitized "parts of a run, and refusals"

# Parts of one run, by several calls: one of them has no such tables.
expect 0 "a part without" run f1 --scale smoke -q -o "$scratch/f1"
expect 0 "merges" merge -o "$scratch/merged" "$scratch/f1" "$run"
grep -q '"tables": 12288' "$scratch/merged/manifest.json"
result $? "and what is merged has the size"
expect 0 "a part with the scale's own" run c2 --scale smoke -q -o "$scratch/c2"
expect 2 "does not merge" merge -o "$scratch/none" "$scratch/c2" "$run"

for wrong in 10K 12K,24K 3K 0 many; do
	expect 2 "--bytes $wrong" run t3 --scale smoke --bytes "$wrong" -q -o "$scratch/none"
	[ "$(wc -l <"$scratch/err")" -eq 1 ] && grep -q -e "--bytes '\{0,1\}$wrong" "$scratch/err" &&
		[ ! -e "$scratch/none" ]
	result $? "is refused in one line, and nothing is written"
done
expect 2 "--bytes for nothing" run f1 --scale smoke --bytes 12K -q -o "$scratch/none"
[ ! -e "$scratch/none" ]
result $? "is refused, too"

# 3 GiB hold all the paper's filters side by side, 1 GiB tables of a fourth.
"$CUCKOOBENCH" plan t3 --scale quick --mem-limit 4G >"$scratch/out" 2>"$scratch/err"
! grep -q 'will be skipped' "$scratch/out" && ! grep -q ': note: ' "$scratch/err"
result $? "where there is memory, nothing is said"
"$CUCKOOBENCH" plan t3 --scale quick --mem-limit 1G >"$scratch/out" 2>"$scratch/err"
! grep -q 'will be skipped' "$scratch/out" && [ "$(grep -c ': note: ' "$scratch/err")" -eq 1 ] &&
	grep -q '^cuckoobench: note: .*tables have [0-9]* KiB$' "$scratch/err"
result $? "where there is less, tables are smaller, which is said once"

expect 2 "what a scale does not measure" run c3 --scale quick -q -o "$scratch/none"
says "nothing to run: no experiment that was chosen measures anything at quick scale" "is told"
