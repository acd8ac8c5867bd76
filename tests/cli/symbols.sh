# SPDX-License-Identifier: MIT
# Every function in a filter's object can be found by its name: macros that make functions say how they are called.
. tests/cli_lib.sh
build=${CUCKOOBENCH%/*}
if [ -n "$emulated$sanitized" ] || ! command -v nm >/dev/null; then
	skipped "names of functions" "${emulated:-${sanitized:-there is no nm}}"
	exit 0
fi
# A whole name; or two halves that a macro pastes: its argument, and what it puts behind it (id##_insert).
cat variants/*/*.[ch] baselines/*/*.[ch] core/*.[ch] >"$scratch/sources"
tr -c 'A-Za-z0-9_' '\n' <"$scratch/sources" | sort -u >"$scratch/words"
grep -o '##_[a-z_]*' "$scratch/sources" | sort -u >"$scratch/pasted"
for house in variants baselines; do
	for source in "$house"/*/*.c; do
		nm "$build/${source%.c}.o" | sed -n 's/.* t \([A-Za-z0-9_]*\).*/\1/p'
	done | sort -u | comm -23 - "$scratch/words" | cat "$scratch/words" "$scratch/pasted" - |
		awk -v words="$(wc -l <"$scratch/words")" -v pasted="$(wc -l <"$scratch/pasted")" '
			NR <= words { word[$1]; next }
			NR <= words + pasted { behind[substr($1, 3)]; next }
			{
				for (b in behind) {
					n = length($1) - length(b)
					if (n > 0 && substr($1, n + 1) == b && substr($1, 1, n) in word)
						next
				}
				print
			}' >"$scratch/lost"
	[ ! -s "$scratch/lost" ]
	result $? "every function of $house/ is named in a source"
	head -n 5 "$scratch/lost" | sed 's/^/# /'
done
echo "1..$count"
