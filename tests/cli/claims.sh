# SPDX-License-Identifier: MIT
# `cuckoobench claims`: the board of a run in text and JSON, and --fail-on.
. tests/cli_lib.sh

run=$scratch/run
expect 0 "a run to judge" run g1 g3 c2 f5 --scale smoke -q -o "$run"
expect 0 "claims" claims "$run"
cp "$scratch/out" "$scratch/board"
grep -q '^A13  *true by construction ' "$scratch/board" && grep -q '^A/A  *inconclusive ' "$scratch/board" &&
	[ "$(grep -c '^[A-Z][0-9/]' "$scratch/board")" -eq \
		"$(sed -n 's/^\([0-9]*\) claims: .*/\1/p' "$scratch/board")" ]
result $? "the board names verdicts and counts them"
# B13 is F8's, and X1's claims are of another study: F5 is asked for, neither of them.
! grep -qE '^(B13|X1) ' "$scratch/board" && ! grep -q ' not asked for  ' "$scratch/board" &&
	grep -q '^[0-9]* claims of other studies were not asked for: make reproduce, make threads' "$scratch/board"
result $? "what was not asked for is left out, and counted, with the studies that it is of"
grep -q '^<p>[0-9]* claims of other studies were not asked for: make reproduce, make threads' "$run/report.html" &&
	! grep -q 'class="verdict not-asked"' "$run/report.html"
result $? "on the page, too"
head -n 1 "$scratch/board" | grep -q '^[0-9]* claims: [0-9]* confirmed, [0-9]* contradicted, [0-9]* inconclusive'
result $? "the count is the first line"
expect 0 "claims --brief" claims "$run" --brief
# The first four lines are the board's head; of a claim there is the line that the board begins it with.
sed 1,4d "$scratch/out" >"$scratch/a"
grep -E '^[A-Z][0-9/]' "$scratch/board" | cmp -s - "$scratch/a" && [ -s "$scratch/a" ]
result $? "is a line a claim"
expect 0 "claims --verdict" claims "$run" --brief --verdict true-by-construction,inconclusive
sed 1,4d "$scratch/out" >"$scratch/b"
grep -E '^.{15}(true by construction|inconclusive) ' "$scratch/a" | cmp -s - "$scratch/b" && [ -s "$scratch/b" ] &&
	! cmp -s "$scratch/a" "$scratch/b"
result $? "has those verdicts, and no others"
expect 0 "claims --verdict, with what decided" claims "$run" --verdict 'true by construction'
grep -q '^A13  *true by construction ' "$scratch/out" && grep -q '^    .*missed in ' "$scratch/out" &&
	! grep -qE ' (disagree with themselves|this run separates)' "$scratch/out"
result $? "by its blanks, too, and nothing but claims"
refuses 2 "--verdict 'contradcited': not one of confirmed, contradicted, inconclusive, " "an unknown verdict" \
	claims "$run" --verdict confirmed,contradcited
grep -q "; did you mean 'contradicted'?" "$scratch/err"
result $? "and asks"
refuses 2 "--verdict '': not one of" "no verdict" claims "$run" --verdict confirmed,
refuses 2 "--json: has every verdict, so not with --brief" "JSON in brief" claims "$run" --json --brief
expect 0 "claims --json" claims "$run" --json
[ "$(grep -c '"verdict":' "$scratch/out")" -ge 32 ] && [ "$(tail -n 1 "$scratch/out")" = "}" ]
result $? "JSON holds every claim"
grep -A5 '"id": "B13"' "$scratch/out" | grep -q '"verdict": "not asked for"' &&
	grep -q '"not asked for": [1-9]' "$scratch/out"
result $? "and says which were not asked for"
[ "$(grep -c '"CF, branching at p=[0-9]* / [0-9]*: .*, too few"' "$scratch/out")" -eq 3 ] &&
	grep -q '"numbers": "at this scale .*; CF, branching at p=50 / 0, 50 / 100: ' "$scratch/out"
result $? "and every relation, which the numbers tell by kinds"
grep -A9 '^A/A ' "$scratch/board" | grep -q 'likely: There are too few repetitions for intervals'
result $? "two repetitions call for no cause but that"
expect 0 "claims by -o" claims -o "$run"
cmp -s "$scratch/out" "$scratch/board"
result $? "-o names the folder as well"

expect 0 "nothing is contradicted" claims "$run" --fail-on contradicted
expect 4 "something is inconclusive" claims "$run" --fail-on inconclusive
# One inserted key reported absent.
amend "$run" '$1 == "sample" && $s["measure"] == "missed_50" && $s["num"] == 0 { $s["num"] = 1 }'
expect 4 "a false negative contradicts A13" claims "$run" --fail-on contradicted
grep -q '^A13  *contradicted ' "$scratch/out" && grep -q 'likely: ' "$scratch/out"
result $? "and the board says why"
expect 4 "what is contradicted is not better than inconclusive" claims "$run" --json --fail-on inconclusive
expect 0 "without --fail-on a verdict is no failure" claims "$run"

unsanitized "studies in one folder"

# Studies go into one folder, and what it has is not measured again.
others() {
	"$CUCKOOBENCH" claims "$scratch/grown" | sed -n "/ not asked for: /,\$p" | tr "\n" " " | grep -c "make keys"
}
expect 0 "a study" run @space --scale smoke -q -o "$scratch/grown"
[ "$(others)" -eq 1 ]
result $? "lacks the claims of another one"
expect 0 "which is added" run @keys --scale smoke -q -o "$scratch/grown"
[ "$(others)" -eq 0 ] && "$CUCKOOBENCH" claims "$scratch/grown" | grep -q '^P6 (seeds) '
result $? "and then its claims are on the same board"
expect 0 "both again" run @space @keys -n --json --scale smoke -o "$scratch/grown"
grep -q '^  "cells": 0,' "$scratch/out"
result $? "measure nothing"

expect 0 "a run that no claim is judged by" run f1 --scale smoke -q -o "$scratch/unjudged"
refuses 4 "--fail-on: no claim was judged" "does not pass" claims "$scratch/unjudged" --fail-on contradicted

refuses 2 "--fail-on 'maybe': not one of contradicted, inconclusive" "a bad verdict" claims "$run" --fail-on maybe
refuses 2 "--fail-on: not for run" "--fail-on elsewhere" run --fail-on contradicted
refuses 2 "$scratch/nowhere" "no run" claims "$scratch/nowhere"
refuses 2 "claims: one argument too many" "two runs" claims "$run" "$run"
