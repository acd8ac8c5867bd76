# SPDX-License-Identifier: MIT
# Options from a file: used if the command line does not give them; refused with the file, the key and the value;
# recorded in the manifest.
. tests/cli_lib.sh

conf=$scratch/a.conf
# refused WHY TEXT: a run with this file ends with status 2 and the reason, and nothing is written.
refused() {
	printf '%s\n' "$2" >"$conf"
	refuses 2 "cuckoobench: $conf$1" "refuses $2" \
		run f5 --scale smoke -q -o "$scratch/none" --config "$conf" 2>/dev/null
}

refused ":1: not JSON: " '{"options": {"pages": }}'
refused ":2: not JSON: " '{'
refused ":1: not JSON: duplicate object key" '{"options": {"seed": 1, "seed": 2}}'
refused ": no object \"options\"" '[]'
refused ": no object \"options\"" '{"options": "thp"}'
refused ": 'opts': neither options nor tuned" '{"opts": {}, "options": {}}'
refused ": options.frobnicate: no such option of \`cuckoobench run\`" '{"options": {"frobnicate": 1}}'
refused ": options.output: no such option" '{"options": {"output": "elsewhere"}}'
refused ": options.config: no such option" '{"options": {"config": "another.conf"}}'
refused ": options.quiet: no such option" '{"options": {"quiet": "yes"}}'
refused ": options.fail-on: no such option" '{"options": {"fail-on": "contradicted"}}'
refused ": options.pages '2g': not one of 4k, thp" '{"options": {"pages": "2g"}}'
refused ": options.threads '0': not a number from 1 to 1024" '{"options": {"threads": 0}}'
refused ": options.threads: neither a text nor a whole number" '{"options": {"threads": 1.5}}'
refused ": options.isa: neither a text nor a whole number" '{"options": {"isa": ["avx2"]}}'
refused ": options.filter '(': not a regular expression" '{"options": {"filter": "("}}'
refused ": options.numa 'bind': not one of" '{"options": {"numa": "bind"}}'
refuses 2 "cuckoobench: $scratch/missing: No such file" "a file that is missing" run f5 --config "$scratch/missing"
expect 2 "a folder" plan --config "$scratch"
expect 2 "no file at all" run --config ''
refuses 2 "--config: not for list" "for another command" list --config "$conf"
[ ! -e "$scratch/none" ]
result $? "nothing was written"

cat >"$conf" <<END
{"options": {"pages": "4k", "threads": 1, "pin": "smt", "isa": "portable", "kicks": "bfs", "filter": "cf-batch",
"seed": "7"}, "tuned": {"by": ["hand"]}}
END
expect 0 "a run by a file" run f5 --scale smoke -q -o "$scratch/run" --config "$conf"
manifest=$scratch/run/manifest.json
grep -q '"pages": "4k"' "$manifest" && grep -q '"pin": "smt"' "$manifest" &&
	grep -q '"isa": "portable"' "$manifest" && grep -q '"kicks": "bfs"' "$manifest" &&
	grep -q '^    "threads": 1,' "$manifest" && grep -q '"seed": "7"' "$manifest"
result $? "has its options"
grep -q "\"sha256\": \"$(sha256sum <"$conf" | cut -d' ' -f1)\"" "$manifest"
result $? "and its digest"
filters() { # filters DIR: those whose lives are measured
	cells "$1" | sed -n 's/^life:-:.*:with=\([^:]*\):.*/\1/p' | sort -u
}
[ "$(filters "$scratch/run")" = cf-batch ]
result $? "a filter called by its name is in the paper's figures"
! cells "$scratch/run" | grep '^life:' | grep -qv ':kicks=bfs:'
result $? "and makes room the way they say"
expect 0 "where some filters have no choice" run f5 --scale smoke -q -o "$scratch/kicks" --kicks bfs --filter 'cf|bf'
cells "$scratch/kicks" >"$scratch/cells"
grep -q '^life:.*:kicks=bfs:' "$scratch/cells" && [ "$(filters "$scratch/kicks")" = cf+bf ]
result $? "the others do"
expect 0 "the same with other options" run f5 --scale smoke -q -o "$scratch/over" --config "$conf" --pages thp \
	--filter 'cf|bf' --seed 9
manifest=$scratch/over/manifest.json
grep -q '"pages": "thp"' "$manifest" && grep -q '"pin": "smt"' "$manifest" && grep -q '"seed": "9"' "$manifest" &&
	[ "$(filters "$scratch/over")" = cf+bf ]
result $? "the command line overrides"
refuses 2 "holds a run with another threads (threads: 1 there, 2 here)" "another number of threads in the same folder" \
	run f5 --scale smoke -q -o "$scratch/run" --config "$conf" --threads 2
expect 0 "threads" run x1 --filter cf-striped --scale smoke -q --threads 1 -o "$scratch/one"
[ "$(samples "$scratch/one" | grep '^cell,\|,throughput,' | column x | sort -u)" = 1 ]
result $? "are at most so many"
