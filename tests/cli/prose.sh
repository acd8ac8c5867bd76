# SPDX-License-Identifier: MIT
# Numbers in prose are those of the committed runs, or the table says of what else they are (tests/prose.py).
. tests/cli_lib.sh
unsanitized "prose"
needs python3 "prose"

# held STATUS NAME TABLE FILE...
held() {
	want=$1 name=$2
	shift 2
	python3 tests/prose.py "$@" >"$scratch/out" 2>"$scratch/err"
	[ $? -eq "$want" ] && [ ! -s "$scratch/err" ]
	result $? "$name"
	[ "$want" -ne 0 ] || grep -v ', 0 faults$' "$scratch/out" | sed 's/^/# /'
}

pages="README.md docs/findings.md docs/hardware.md docs/threads.md docs/space.md docs/field.md"
for run in $(reference_runs); do
	pages="$pages datasets/reference/$run/claims.json"
done
held 0 "every number is what its origin says" tests/prose.tsv $pages

# What is wrong is found: a digit, a place that is gone, data that are not there, a number of nothing.
found() { # found NAME SED TEXT
	sed "$2" tests/prose.tsv >"$scratch/table"
	! cmp -s tests/prose.tsv "$scratch/table"
	result $? "$1: something is changed"
	held 1 "$1: is found" "$scratch/table" $pages
	grep -qF "$3" "$scratch/out"
	result $? "$1: is told"
}
found "another value" 's|at(.full/t1 - qf space.)|1 + &|' "1.01, and is 2.00984"
found "another sentence" 's/with {0\.60} %/with {0.61} %/' "stands there 0 times"
found "no such row" 's|full/t1 - qf space|full/t1 - qq space|' "no such data: 'full/t1 - qq space'"
found "a number of nothing" '/2-bit ones {1\.2} %/d' "of unknown origin:  give 0.6 %, Bonomi et al.'s 2-bit ones [1.2]"
