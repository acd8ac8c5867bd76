# SPDX-License-Identifier: MIT
# The committed reference runs: today's program still derives their data and verdicts from their raw samples, byte for
# byte, and together they have everything.
. tests/cli_lib.sh

for run in $(reference_runs); do
	expect 0 "$run follows from its samples" verify "datasets/reference/$run"
done
refuses 1 "earlier/record.csv: No such file or directory: without its raw samples this folder is no run to read" \
	"what earlier/ has is no run" verify datasets/reference/earlier
dir=datasets/reference/full
expect 0 "the board of full" claims "$dir"
[ "$(grep -cE '^(A[0-9]|B[0-9]|S1|A/A)' "$scratch/out")" -ge 35 ] &&
	! grep -E '^[ABS][0-9/A]+.* not run ' "$scratch/out" >"$scratch/a"
result $? "has a verdict on every claim of the paper $(sed 's/  .*//' "$scratch/a" | tr '\n' ' ')"
[ "$(grep -c ' needs a larger scale ' "$scratch/out")" -eq 1 ] &&
	grep -qF 'A3 (m = 2^30)  needs a larger scale ' "$scratch/out"
result $? "but for tables of 2^30 buckets"
expect 0 "the board of billions" claims datasets/reference/billions
grep -qE '^A3 \(m = 2\^30\) +(confirmed|contradicted|inconclusive) ' "$scratch/out"
result $? "has the verdict on those"
missing=$("$CUCKOOBENCH" list --json | sed -n '/"experiments"/,/\]/s/.*"id": "\([^"]*\)".*/\1/p' | while read -r id; do
	[ -n "$(find datasets/reference/*/results -name "$id.csv" -size +0)" ] || echo "$id"
done)
[ -z "$missing" ]
result $? "there is a run of every experiment $missing"
expect 0 "the board of keys" claims datasets/reference/keys
! grep -qE '^K1 .* not run ' "$scratch/out" && [ "$(grep -cE '^K1 ' "$scratch/out")" -eq 5 ]
result $? "has a verdict on every claim about keys"
! cut -d, -f6 "$dir/results/f5.csv" | tail -n +2 | grep -qvE '^([6-9]|[1-9][0-9]+|0)$'
result $? "timed points of full have six repetitions and more, or are computed"
[ "$(cat datasets/reference/*/*.csv.gz | wc -c)" -lt 10000000 ]
result $? "all samples take less than 10 MB"
! grep -lE '"cuckoobench [^"]*[ =]/' datasets/reference/*/manifest.json datasets/atlas/*/manifest.json >"$scratch/out"
result $? "no command in a manifest has the path of a folder"
