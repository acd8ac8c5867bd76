# SPDX-License-Identifier: MIT
# The answer in twenty lines of 80 columns, for each committed run; its counts and names are the board's; run prints it.
. tests/cli_lib.sh

for name in $(reference_runs); do
	dir=datasets/reference/$name
	expect 0 "the summary of $name" summary "$dir"
	[ "$(wc -l <"$scratch/out")" -le 20 ] && [ "$(LC_ALL=C.UTF-8 wc -L <"$scratch/out")" -le 80 ]
	result $? "has at most twenty lines, of 80 columns"
	lives=$(gzip -dc "$dir/record.csv.gz" | grep -c '^attempt,life:')
	[ "$(tr '\n' ' ' <"$scratch/out" | grep -c ': *tables of ')" -eq "$([ "$lives" -eq 0 ] && echo 0 || echo 1)" ]
	result $? "tells whether its lives' tables fit the cache, if it has any"
	"$CUCKOOBENCH" claims "$dir" --json >"$scratch/claims" 2>"$scratch/err"
	ids() { # ids VERDICT: of the board
		sed -n 's/^ *"\(id\|verdict\)": "\(.*\)",$/\1 \2/p' "$scratch/claims" |
			awk -v verdict="$1" '{ word = $1; sub(/^[a-z]* /, "") } word == "id" { id = $0 }
				word == "verdict" && $0 == verdict { print id }' | sort
	}
	told() { # told HEADING: the names behind it
		awk -v head="$1: " 'index($0, head) == 1 { on = 1; printf "%s", substr($0, length(head) + 1); next }
			on && /^  / { sub(/^ */, " "); printf "%s", $0; next } { on = 0 }' "$scratch/out" |
			sed 's/, */\n/g' | sed -e '$a\' | sort
	}
	# Of a run without a claim it says that, and its page nothing.
	asked=$("$CUCKOOBENCH" claims "$dir" --brief | sed -n '1s/ claims\{0,1\}: .*//p')
	hold=", $(ids confirmed | wc -l | tr -d ' ' | sed '/^0$/s/.*/[01]/') hold, "
	[ "$asked" -gt 0 ] || hold='^No claim rests on what this run was asked for\.$'
	[ "$(told 'Do not hold')" = "$(ids contradicted)" ] && [ "$(told Open)" = "$(ids inconclusive)" ] &&
		grep -qE "$hold" "$scratch/out"
	result $? "and the board's claims that do not hold, and that are open"
	# The page begins with the same: each headline once, before what was run where.
	sed -n '/<header/,/<dl class="facts">/p' "$dir/report.html" >"$scratch/first"
	headlines=$(grep -cE '^(holds|does not hold|open|not measured|larger scale) .*\([AB][0-9].*\)$' "$scratch/out")
	counted=$(sed -n 's/.*\(Of [0-9]* claims that this run\) .*/\1/p' "$scratch/out")
	[ "$(grep -c '^<li><span class="verdict ' "$scratch/first")" -eq "$headlines" ] &&
		[ "$counted" = "$([ "$asked" -eq 0 ] || echo "Of $asked claims that this run")" ] &&
		[ "$counted" = "$(grep -oE 'Of [0-9]+ claims that this run' "$scratch/first")" ]
	result $? "its page begins with it"
done
dir=datasets/reference/full
expect 0 "the summary of full" summary $dir
[ "$(grep -c ' (paper: .*)$' "$scratch/out")" -eq "$(grep -cE '^(holds|does not hold) ' "$scratch/out")" ] &&
	grep -q ' (paper: CF/BF 1\.28x)$' "$scratch/out" && grep -q ' (paper: 3 %)$' "$scratch/out" &&
	[ "$(grep -c '; the paper: ' $dir/report.html)" -ge 5 ]
result $? "and the page tell the paper's number beside each"
[ "$(sed -n '/id="answer-table"/,/<.table>/p' $dir/report.html | grep -c '<th scope="row">')" -eq 6 ] &&
	grep -q '<th scope="row">CF</th><td>127.78</td><td class="ours">12[78]' $dir/report.html
result $? "and Table 3 has the paper's numbers beside ours"

expect 0 "a run" run f1 --scale smoke -o "$scratch/run"
grep -q "^The claims, by $scratch/run (smoke scale)\$" "$scratch/out" &&
	head -n 1 "$scratch/out" | grep -qx "$scratch/run/report.html"
result $? "prints it behind its page"
# Behind it the line that can be sent. Its counts are the board's, its noise the page's.
expect 0 "a timed run" run t3 f1 --scale smoke -o "$scratch/timed"
tail -n 1 "$scratch/out" >"$scratch/a"
expect 0 "its summary in one line" summary "$scratch/timed" --brief
cmp -s "$scratch/out" "$scratch/a" &&
	grep -q '^t3 f1 [a-z0-9 ]*, smoke, .*: [0-9]* claims: [0-9]* confirmed, ' "$scratch/out"
result $? "is what the run ended with"
counts=$("$CUCKOOBENCH" claims "$scratch/timed" | head -n 1)
timed=$(sed -n 's/^<p>Of \([0-9]*\) timed measurements, .*/\1/p' "$scratch/timed/report.html")
noisy=$(sed -n 's/^<summary>Noise log: \([0-9]*\) .*/\1/p' "$scratch/timed/report.html")
grep -qF ": $counts; noise: ${noisy:-0} of $timed cells disturbed" "$scratch/out"
result $? "with the counts of board and page"
expect 0 "the summary of full in one line" summary datasets/reference/full --brief
grep -q '^@paper, full, ' "$scratch/out" && [ "$(wc -l <"$scratch/out")" -eq 1 ]
result $? "names the study"

expect 0 "a quiet run" run f1 --scale smoke -q -o "$scratch/run"
[ "$(wc -l <"$scratch/out")" -eq 1 ]
result $? "does not"
expect 2 "no run" summary "$scratch/none"
