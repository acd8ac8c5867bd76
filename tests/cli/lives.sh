# SPDX-License-Identifier: MIT
# Lives side by side (harness/programs/life.c): filters of one table have its items and its errors, whoever fills it and
# however many threads do; second tables of cf and bf are seen by the control alone, and have all that the first have; a
# filter alone has the same table.
. tests/cli_lib.sh

run=$scratch/run
expect 0 "all that lives serve" run t3 f5 f6 f7 f8 l4 c2 --scale smoke -q -o "$run"
counts() { # counts DIR: items and errors of T3, which are the same wherever the keys are the same
	grep -E ',(items|fpr|load),' "$1/results/t3.csv" | cut -d, -f1-13
}
[ "$(counts "$run" | grep -cE '^,(cf|ss-cf|bf|blk-bf|qf|dl-cbf|cf-branch|ss-cf-decode|qf-slots|blk-bf-exit),')" -ge 25 ]
result $? "has the paper's six filters, and the three controls"
for pair in cf:cf-branch ss-cf:ss-cf-decode qf:qf-slots blk-bf:blk-bf-exit; do
	[ -n "$(counts "$run" | sed -n "s/^,${pair%:*},//p")" ] &&
		[ "$(counts "$run" | sed -n "s/^,${pair%:*},//p")" = "$(counts "$run" | sed -n "s/^,${pair#*:},//p")" ]
	result $? "$pair have one table"
done
for f in cf bf; do
	grep -q "^,$f-again,50,lookup," "$run/results/c2.csv" &&
		grep -q "^,$f-again,0,construction," "$run/results/c2.csv" &&
		! grep -q "$f-again" "$run"/results/[tfl]?.csv
	result $? "the second table of $f is the control's alone"
done
# All samples of a filter, by what and where they were measured, and of its second life; only T3 counts huge pages of
# tables, and C3's runs are not the control's.
samples_of() { # samples_of PLACE SERIES
	awk -F, -v place="$1" -v series="$2" '$1 == "sample" && $3 == place && $4 == series && $6 != "huge_pages" {
		print $2, $5, $6 }' "$run/record.csv" | sort
}
for f in cf cf-branch bf; do
	samples_of "" $f >"$scratch/first"
	samples_of control $f-again >"$scratch/second"
	[ "$(wc -l <"$scratch/first")" -gt 300 ] && cmp -s "$scratch/first" "$scratch/second"
	result $? "the second life of $f has all that the first has"
done
[ "$(grep -c '^attempt,life:-:' "$run/record.csv")" -eq 2 ]
result $? "a repetition is one process"
missing=$(for f in cf ss-cf qf dl-cbf; do
	[ "$(grep -c "^,$f,0.*,delete," "$run/results/f8.csv")" -ge 14 ] || echo "f8:$f"
	[ "$(grep -c "^,$f,0.*,insert," "$run/results/f7.csv")" -ge 14 ] || echo "f7:$f"
	[ "$(grep -c "^[ab],$f,0.*,lookup," "$run/results/f6.csv")" -ge 28 ] || echo "f6:$f"
done)
[ -z "$missing" ]
result $? "every step of every filter is there $missing"

# Where claims compare occupancies, each filter has rates in turns with its anchor.
pairs() { # pairs EXPERIMENT FILTER
	grep -c "^[ab]*,$2,.*,[a-z]*_\(beside\|anchor\),Mops/s,2," "$run/results/$1.csv"
}
missing=$(for f in cf ss-cf-decode bf blk-bf qf-slots; do
	[ "$(pairs f6 $f)" -ge 24 ] || echo "f6:$f"
	[ "$(pairs f7 $f)" -eq 10 ] || echo "f7:$f"
	case $f in
	cf | ss-cf-decode | qf-slots) [ "$(pairs f8 $f)" -eq 8 ] || echo "f8:$f" ;;
	esac
done)
[ -z "$missing" ]
result $? "occupancies that are compared have an anchor $missing"

# All keys beyond the last whole step are timed, up to the one that is refused: 4096 entries have steps of 204.
timed=$(sed -n '/^attempt,life:-:.*rep=0/,/^attempt,/p' "$run/record.csv" | awk -F, '$3 == "" && $6 == "items" &&
	$4 == "cf" { n = $8 } $3 == "" && $5 == -1 && $6 == "insert" && $4 ~ /^cf(-branch)?$/ { ops += $8 }
	END { print n - 19 * 204, ops }')
[ "${timed% *}" -gt 40 ] && [ "${timed#* }" -eq "${timed% *}" ]
result $? "the last keys of a table that fills until one is refused are timed ($timed)"
# Two rounds of two repetitions. The step from there down to a whole one is short, and slices stay within it.
[ "$(grep -c '^sample,.*,,cf,-1,delete_occupancy,' "$run/record.csv")" -eq 4 ]
result $? "a full filter has one occupancy on the way down"
python3 tests/referee/recompute.py "$run" >"$scratch/out" 2>&1 && grep -q ' 0 mismatches$' "$scratch/out"
result $? "the referee reads all of it alike"
whole() { # whole DIR: the filters built as a whole, each with the items of its table, in the first repetition
	sed -n '/^attempt,life:-:.*rep=0/,/^attempt,/p' "$1/record.csv" | awk -F, '$3 == "" && $6 == "items" {
		n[$4] = $8 } $3 == "" && $6 == "whole" { print $4, ($8 > 0.97 * n[$4] && $8 < 1.03 * n[$4] && $9) }' |
		sort -u | tr '\n' ' '
}
[ "$(whole "$run")" = "bf 1 blk-bf 1 cf 1 dl-cbf 1 qf 1 ss-cf 1 " ]
result $? "each table is built as a whole once more"

unsanitized "fewer threads, and fewer filters"
expect 0 "by one thread" run t3 f5 f6 f7 f8 l4 c2 --scale smoke -q --threads 1 -o "$scratch/one"
[ "$(counts "$run")" = "$(counts "$scratch/one")" ]
result $? "the same items, and the same errors"
expect 0 "two filters" run t3 --scale smoke -q --filter 'cf|bf' -o "$scratch/two"
[ "$(counts "$scratch/two" | cut -d, -f2 | sort -u | tr '\n' ' ')" = "bf cf " ] &&
	[ "$(counts "$scratch/two" | grep '^,bf,')" = "$(counts "$run" | grep '^,bf,')" ]
result $? "alone are as in company"
