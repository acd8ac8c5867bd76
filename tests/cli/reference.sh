# SPDX-License-Identifier: MIT
# The committed reference run: today's program still derives its data and verdicts from its raw samples, byte for byte.
. tests/cli_lib.sh

dir=datasets/reference/full
expect 0 "the reference run follows from its samples" verify "$dir"
expect 0 "its board" claims "$dir"
[ "$(grep -cE '^(A[0-9]|B[0-9]|S1|A/A)' "$scratch/out")" -ge 35 ] &&
	grep -E '^[ABS][0-9/A]+.* not run ' "$scratch/out" | sed 's/  .*//' | tr '\n' ' ' >"$scratch/a" &&
	[ "$(cat "$scratch/a")" = "B1 B3 B5 (paper) B5 (;login:) B6 B7 B9 B12 B13 S1 " ]
result $? "has a verdict on every claim, but for those that the run's build had no control for: $(cat "$scratch/a")"
# Other reference runs have the experiments on threads and memory nodes (x...), on hardware (h...), on builds with
# insertions in flight (l3) and on other keys (k1). The timed part of the next full run is there already.
missing=$(for id in $("$CUCKOOBENCH" list --json | sed -n '/"experiments"/,/\]/s/.*"id": "\([^xh].*\)".*/\1/p' |
	grep -vxE "l3|k1"); do
	[ -s "$dir/results/$id.csv" ] || echo "$id"
done)
[ -z "$missing" ]
result $? "it has every experiment of the paper $missing"
for run in threads hardware timed keys; do
	expect 0 "the reference run of $run follows from its samples" verify "datasets/reference/$run"
done
expect 0 "the board of keys" claims datasets/reference/keys
! grep -qE '^K1 .* not run ' "$scratch/out" && [ "$(grep -cE '^K1 ' "$scratch/out")" -eq 5 ]
result $? "has a verdict on every claim about keys"
! cut -d, -f6 "$dir/results/f5.csv" | tail -n +2 | grep -qvE '^([6-9]|[1-9][0-9]+|0)$'
result $? "its timed points have six repetitions and more, or are computed"
[ "$(cat "$dir"/*.csv.gz | wc -c)" -lt 5000000 ]
result $? "its samples take less than 5 MB"
