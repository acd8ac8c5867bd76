# SPDX-License-Identifier: MIT
# The fuzz target with inputs it makes up itself: short, so that it never rots; `make fuzz` goes deep.
. tests/cli_lib.sh

"${CUCKOOBENCH%/*}/tests/fuzz/fuzz_ops" 500 >"$scratch/out" 2>"$scratch/err"
result $? "500 made-up lives of filters agree with the model"
sed -n 's/: skipped, / /p' "$scratch/out" >"$scratch/skipped"
while read -r filter reason; do
	skipped "those of $filter" "$reason"
done <"$scratch/skipped"
