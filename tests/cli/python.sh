# SPDX-License-Identifier: MIT
# The library from Python (examples/python_filter.py): a million keys, none missed, no more false positives than
# expected, and the same result under every mask of instructions. It is the listing of docs/library.md.
. tests/cli_lib.sh
example=examples/python_filter.py
library=${CUCKOOBENCH%/*}/libcuckoobench.so

awk '/^```/ { inside = $0 == "```python"; next } inside' docs/library.md | cmp -s - "$example"
result $? "docs/library.md shows it"
needs python3 "the library from Python"
if [ -n "$emulated$sanitized" ]; then
	skipped "the library from Python" "${emulated:-a sanitizer is to be the first library that a program loads}"
	exit 0
fi

# counts FILTER LEAST MOST: what it says; the share of false positives is between those.
counts() {
	python3 -I "$example" "$1" "$library" >"$scratch/out" 2>"$scratch/err" && [ ! -s "$scratch/err" ] &&
		[ "$(wc -l <"$scratch/out")" -eq 1 ] &&
		sed -n "s/^$1: 1000000 keys, 0 false negatives, \([0-9.]*\) % false positives\$/\1/p" "$scratch/out" |
			awk -v least="$2" -v most="$3" '$1 > least && $1 < most { good = 1 } END { exit !good }'
	result $? "$1${CUCKOOBENCH_ISA:+, as with $CUCKOOBENCH_ISA}: no false negatives, few false positives"
}
counts cf 0.03 0.3
cp "$scratch/out" "$scratch/cf"
for mask in portable avx2 avx512; do
	CUCKOOBENCH_ISA=$mask
	export CUCKOOBENCH_ISA
	counts cf-best 0.03 0.3
	[ "$(cut -d: -f2 "$scratch/out")" = "$(cut -d: -f2 "$scratch/cf")" ]
	result $? "as many as cf"
done
unset CUCKOOBENCH_ISA
counts bf-best 0.05 0.5
LD_LIBRARY_PATH=${CUCKOOBENCH%/*} python3 -I "$example" >"$scratch/out" 2>"$scratch/err" &&
	grep -q '^cf-best: ' "$scratch/out"
result $? "finds the library by LD_LIBRARY_PATH"
python3 -I "$example" nosuch "$library" >"$scratch/out" 2>"$scratch/err"
[ $? -eq 1 ] && [ "$(cat "$scratch/err")" = "nosuch: name: there is no such filter" ]
result $? "a name that does not exist is one line"
