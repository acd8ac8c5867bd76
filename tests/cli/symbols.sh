# SPDX-License-Identifier: MIT
# Every function in a filter's object can be found by its name: macros that make functions say how they are called.
. tests/cli_lib.sh
build=${CUCKOOBENCH%/*}
if [ -n "$emulated$sanitized" ] || ! command -v nm >/dev/null; then
	skipped "names of functions" "${emulated:-${sanitized:-there is no nm}}"
	exit 0
fi
cat variants/*/*.[ch] baselines/*/*.[ch] core/*.[ch] | tr -c 'A-Za-z0-9_' '\n' | sort -u >"$scratch/words"
for house in variants baselines; do
	for source in "$house"/*/*.c; do
		nm "$build/${source%.c}.o" | sed -n 's/.* t \([A-Za-z0-9_]*\).*/\1/p'
	done | sort -u | comm -23 - "$scratch/words" >"$scratch/lost"
	[ ! -s "$scratch/lost" ]
	result $? "every function of $house/ is named in a source"
	head -n 5 "$scratch/lost" | sed 's/^/# /'
done
echo "1..$count"
