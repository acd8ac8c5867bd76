# SPDX-License-Identifier: MIT
# A time budget that is too short: what a run gives up for it, and where it says so. Then the same command again, and
# one with more time. C1's cells take as long as their windows, a third of a second on any machine, so twenty do not fit
# four seconds. How many do depends on the machine (tests/unit/test_budget.c has the rule).
. tests/cli_lib.sh
unsanitized "what a time limit gives up"
dir=$scratch/run
set -- run c1 --scale smoke --reps 20 -o "$dir"
gave_up() {
	cells "$dir" | column reason | grep -cx 'given up for the time budget'
}
expect 0 "a run in too little time" "$@" --time-budget 4s
lost=$(gave_up)
[ "$lost" -gt 0 ] && [ "$lost" -lt 20 ]
result $? "gives up repetitions ($lost of 20 are lost)"
head -n 2 "$scratch/err" |
	grep -q '^cuckoobench: expected in the time budget of 4 s: [0-9]* of 20 repetitions of timed parts$'
result $? "says before what it expects"
kept=$(sed -n 's/.* \([0-9]*\) of 20 repetitions of timed parts$/\1/p' "$scratch/err" | tail -n 1)
[ "$kept" -eq $((20 - lost)) ] || grep -q 'even the least takes longer than the time budget of 4 s' "$scratch/err"
result $? "and while it runs, if that changes"
kept="For the time budget of 4 s, $((20 - lost)) of 20 repetitions"
grep -q "$kept of timed parts were measured: $lost measurements were given up" "$scratch/err"
result $? "and in the end"
! grep -q 'were skipped' "$scratch/err"
result $? "and calls them nothing else"
grep -q "<p>$kept" "$dir/report.html" && ! grep -q 'id="cells-caption"' "$dir/report.html"
result $? "so does its report, in a sentence, not in a table"
expect 0 "the board" claims "$dir"
tr '\n' ' ' <"$scratch/out" | grep -q "$kept .*Intervals are wider"
result $? "says what that did to intervals"
expect 0 "the board as JSON" claims "$dir" --json
told "says it, too" 'it["given_up"].startswith("For the time budget of 4 s, ")'
python3 -c 'import json, sys
g = json.load(open(sys.argv[1]))["calls"][0]["given_up"]
lost = int(sys.argv[2])
sys.exit(g["time_budget_seconds"] != 4.0 or g["timed"] != {"repetitions_kept": 20 - lost, "repetitions_planned": 20,
	"cells": lost} or g["deterministic"]["cells"] != 0 or g["studies"] != "")' \
	"$dir/manifest.json" "$lost"
result $? "and the manifest"
expect 0 "it can be verified" verify "$dir"
expect 0 "and compared" compare "$dir" "$dir" -o "$scratch/compare.html"
grep -q "A has $((20 - lost)) of 20 repetitions, for its time budget of 4 s" "$scratch/compare.html"
result $? "with a word about it"

expect 0 "the same command, planned" "$@" --time-budget 4s -n
grep -qF "$dir already has 20 of 20 cells; of them given up for the time budget: $lost." "$scratch/out"
result $? "has nothing to do"
expect 0 "as JSON" "$@" --time-budget 4s -n --json
told "neither" 'it["cells"] == 0 and it["folder"]["cells_done"] == 20 and it["folder"]["cells_given_up"] == '"$lost"
samples "$dir" >"$scratch/samples"
expect 0 "the same command again" "$@" --time-budget 2s
grep -qF "what an earlier call gave up for its time budget stays so, $lost cells" "$scratch/err" &&
	[ "$(gave_up)" -eq "$lost" ] && samples "$dir" | cmp -s "$scratch/samples" - &&
	grep -q "<p>$kept" "$dir/report.html"
result $? "leaves what was given up, and still says so"
cp -r "$dir" "$scratch/whole"
expect 0 "with more time" "$@" --time-budget 1h -q
[ "$(gave_up)" -eq 0 ] && [ "$(cells "$dir" | column status | grep -cx done)" -eq 20 ]
result $? "the rest is measured"
! grep -q 'time budget of' "$dir/report.html"
result $? "and nothing lacks any more"
expect 0 "without a budget" run c1 --scale smoke --reps 20 -q -o "$scratch/whole"
[ "$(cells "$scratch/whole" | column status | grep -cx done)" -eq 20 ]
result $? "it is, too"

# The plan expects 0.01 s of F1 and 0.6 s of K1.
expect 0 "time for one study of two" run f1 k1 --scale smoke -o "$scratch/two" --time-budget 0.5s
grep -q 'expected in the time budget of 0.5 s: all but @keys; [0-9]* of [0-9]* claims can be judged$' "$scratch/err"
result $? "is told before"
cells "$scratch/two" | grep -v '^example:' | column reason | sort -u >"$scratch/reasons"
[ "$(cat "$scratch/reasons")" = 'given up for the time budget with its whole study' ]
result $? "the later one is given up, all of it"
grep -q 'nothing of @keys was measured' "$scratch/two/report.html"
result $? "and the report says so"

# A plan under a time budget tells one time, wherever it tells any.
"$CUCKOOBENCH" plan t3 f2 --scale full >"$scratch/free" 2>"$scratch/err"
! grep -q 'budget' "$scratch/free"
result $? "a plan without a budget says nothing of one"
set -- t3 f2 --scale full --time-budget 90s
for command in "plan" "run -n -o $scratch/new"; do
	# shellcheck disable=SC2086 # words
	expect 0 "$command of more than fits" $command "$@"
	time=$(sed -n 's/^  all  *[0-9]*  *\(at most 90 s (budget; .* without)\)  *[0-9.]* GiB$/\1/p' "$scratch/out")
	[ -n "$time" ] && grep -qxF "Within 12.0 h: this machine alone, after $time." "$scratch/out" &&
		[ "$(grep -cE '^  (t3|f2) .* at most 90 s \(budget; .* without\) ' "$scratch/out")" -eq 2 ] &&
		! grep -qE '^  (t3|f2|all) .* to ' "$scratch/out"
	result $? "tells the budget, and the time without it ($time)"
	! grep -E '^  |^Within ' "$scratch/out" | grep -q '.\{81\}'
	result $? "in 80 columns"
done
expect 0 "the same as JSON" plan "$@" --json
told "ends with the budget" 'it["seconds"] > 90 and it["seconds_most"] == it["spread"]["longest_seconds"] == 90 and
	it["spread"]["machines"] == 1'
expect 0 "a plan that fits" plan f1 --time-budget 1h
grep -qE '^  all +[0-9]+ +0 to 0 s ' "$scratch/out" && ! grep -q 'without' "$scratch/out"
result $? "tells a range"
echo "1..$count"
