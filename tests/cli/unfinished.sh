# SPDX-License-Identifier: MIT
# A run that stopped on its way: every command that reads it says how much is missing. One without any data leads on to
# its own command, and nothing is written into it.
. tests/cli_lib.sh

whole=$scratch/whole run=$scratch/run
expect 0 "a run" run t3 --filter 'cf|bf' --reps 3 --scale smoke -q -o "$whole"
[ ! -s "$scratch/err" ]
result $? "that ended says nothing"
cells=$(cells "$whole" | column cell | wc -l)
sentence="The run did not finish: $((cells - 1)) of $cells measurements are missing"
cp -r "$whole" "$run"
rm "$run/ro-crate-metadata.json"
amend "$run" '$1 == "attempt" && ++n > 1 { exit }'
stopped "$run"
for command in report claims "claims --json"; do
	# shellcheck disable=SC2086 # words
	expect 0 "$command of one that stopped" $command "$run"
	says "$run: $sentence" "says how much is missing"
done
grep -qF "<li>$sentence.</li>" "$run/report.html"
result $? "as its page does"
expect 0 "verify of it" verify "$run"
grep -qxF "note: $sentence" "$scratch/out" && [ ! -s "$scratch/err" ]
result $? "notes it"
for command in report claims; do
	expect 0 "$command of a run that ended" $command "$whole"
	[ ! -s "$scratch/err" ]
	result $? "says nothing"
done

# Stopped in its first cell.
rm -r "$run"
mkdir "$run"
cp "$whole/manifest.json" "$whole/record.csv" "$run"
amend "$run" '$1 == "attempt" { exit }'
stopped "$run"
find "$run" -type f -exec sha256sum {} + >"$scratch/before"
refuses 1 "$run holds no data; \`cuckoobench run t3 --filter 'cf|bf' --reps 3 --scale smoke -q -o $whole\` goes on" \
	"a report of a run without data" report "$run"
find "$run" -type f -exec sha256sum {} + | cmp -s "$scratch/before" -
result $? "writes nothing"
expect 0 "the same command" run t3 --filter 'cf|bf' --reps 3 --scale smoke -q -o "$run"
expect 0 "goes on" verify "$run"
