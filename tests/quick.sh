# SPDX-License-Identifier: MIT
# The last part of `make check-quick`: what a user does first, in seconds. `make check` has all of it, and more.
. tests/cli_lib.sh

for filter in cf ss-cf bf blk-bf qf dl-cbf; do
	"${CUCKOOBENCH%/*}/tests/property/test_contract" "$filter: *" >"$scratch/out" 2>"$scratch/err"
	[ $? -eq 0 ] && grep -q '^ok' "$scratch/out"
	result $? "$filter keeps the contract"
done
expect 0 "a run of Table 3 and Figure 5 at smoke scale" run t3 f5 --scale smoke -q -o "$scratch/run"
[ -s "$scratch/run/results/t3.csv" ] && grep -q '</html>' "$scratch/run/report.html"
result $? "has data and a report"
expect 0 "its verdicts" claims "$scratch/run" --brief
grep -q '^[1-9][0-9]* claims: ' "$scratch/out"
result $? "are counted"
for run in "$scratch/run" datasets/reference/full; do
	expect 0 "${run##*/} follows from its samples" verify "$run"
done
