# SPDX-License-Identifier: MIT
# Bad command lines: one clear line naming the flag and the value, exit status 2, and nothing written.
. tests/cli_lib.sh

cd_results=$scratch/none
bad() { # bad TEXT ARGUMENT...
	text=$1
	shift
	refuses 2 "$text" "refuses: $*" "$@" 2>/dev/null
}

bad "no command"
bad "no command 'fly'" fly
bad "--scale 'huge': not one of smoke, quick, full, paper" run --scale huge
bad "--seed '12x': not a number" run --seed 12x
bad "--seed '-1': not a number" run --seed -1
bad "--seed '99999999999999999999': not a number" run --seed 99999999999999999999
bad "--reps '0': not a number from 1 to 1000" run --reps 0
bad "--filter '(': not a regular expression" run --filter '('
bad "--cells '(': not a regular expression" run --cells '('
bad "no label of a chosen cell matches --cells 'nosuch'" run t3 --cells nosuch -o "$cd_results"
bad "there is no filter that matches --filter 'nosuch'" run t3 --filter nosuch --cells cf -o "$cd_results"
bad "--cells '.': given twice" run t3 --cells . --cells . -o "$cd_results"
bad "--cells: not for claims" claims --cells cf "$cd_results"
bad "there is no filter that matches --filter 'nosuch'" run t3 --filter nosuch -o "$cd_results"
# Nor is one name of several passed over.
bad "there is no filter that matches 'qff' of --filter 'cf|qff'; did you mean 'qf'?" \
	run t3 --filter 'cf|qff' -o "$cd_results"
bad "there is no filter that matches 'nosuch' of --filter 'nosuch|.*-batch'" plan t3 --filter 'nosuch|.*-batch'
bad "there is no filter that matches '' of --filter 'cf|'" run t3 --filter 'cf|' -o "$cd_results"
bad "there is no filter that matches 'qff' of --filter 'cf|qff'" tune --filter 'cf|qff' -o "$cd_results"
bad "--hash 'md5': not a hash" run --hash md5
bad "--pages '2m': not one of 4k, thp, hugetlb, 1g" run --pages 2m
bad "--kicks 'random': not one of walk, bfs" run --kicks random
bad "--kicks 'default': not one of walk, bfs" tune --kicks default
bad "--kicks: not for report" report --kicks bfs
bad "--pin 'random': not one of compact, scatter, smt" run --pin random
bad "--pin: not for report" report --pin smt
bad "--numa 'remote': not one of local, interleave, firsttouch, bind:N" run --numa remote
bad "--numa 'bind': not one of" run --numa bind
bad "--numa 'bind:-1': not one of" run --numa bind:-1
bad "--numa 'bind:1x': not one of" run --numa bind:1x
bad "--numa 'bind:99999999999': not one of" run --numa bind:99999999999
bad "--numa: not for doctor" doctor --numa local
bad "--mem-limit 'lots': not a size" run --mem-limit lots
bad "--mem-limit 'inf': not a size" run --mem-limit inf
bad "list: one argument too many: 'extra'" list extra
bad "--json: not for report" report --json
bad "--json: run prints JSON of its plan only (--dry-run)" run f1 --json -o "$cd_results"
bad "--shard '5/4': not a part such as 2/4" run --shard 5/4
bad "--shard: not for report" report --shard 1/4
bad "--within 'soon': not a duration" plan --within soon
bad "--within: not for run" run --within 3h
bad "merge needs the folders of runs, and -o" merge -o "$cd_results"
bad "merge needs the folders of runs, and -o" merge a b
bad "nowhere: not a run: it has no manifest.json" merge "$scratch/nowhere" -o "$cd_results"
bad "no command 'rnu'; did you mean 'run'?" rnu --scale smoke
bad "no command 'frobnicate'; try \`cuckoobench help\`" frobnicate
bad "--filtre: no such option; did you mean '--filter'?" run --filtre cf
bad "--filtre=cf: no such option; did you mean '--filter'?" run --filtre=cf
bad "no experiment 'f55'; did you mean 'f5'?" run f55
bad "no filter that matches --filter 'cf-bacth'; did you mean 'cf-batch'?" run h1 --filter cf-bacth
bad "no experiment that was chosen uses a filter that matches --filter 'cbf'" run h1 --filter cbf
bad "neither a set that \`cuckoobench keys\` lists nor a file; did you mean 'sequential'?" keys sequentail
bad "no command 'dotcor'; did you mean 'doctor'?" help dotcor
bad "help: one argument too many: 'f5'" help run f5
bad "--mix: not for claims" claims --mix "$cd_results"
bad "--seed: not for verify" verify "$cd_results" --seed 7
bad "--reps: not for report" report "$cd_results" --reps 1
bad "--filter: not for compare" compare a b --filter cf
bad "--scale: not for list" list --scale smoke
bad "claims: two folders: 'a' and --output 'b'" claims a -o b
bad "--mem-limit '2GB': not a size" run --mem-limit 2GB
bad "--time-budget '-3': not a duration" run --time-budget -3
bad "--cpu 'first': not a processor" run --cpu first
bad "--jobs '0': not a number" run -j 0
bad "needs a value" run --scale
bad "no such option" run --frobnicate
bad "no experiment 'f99'" run f99 -o "$cd_results"
bad "no experiment 'f99'" plan f99
bad "no group '@feild'; did you mean '@field'?" run @feild -o "$cd_results"
bad "no experiment 'field'; did you mean '@field'?" plan field
bad "no group '@x'; \`cuckoobench list\` names them" explain f5 @x
bad "explain needs an experiment or a filter" explain
bad "no experiment 'x'" explain x
bad "not a run: it has no manifest.json" report "$scratch/nowhere"
[ ! -e "$cd_results" ]
result $? "nothing was written"

expect 0 "help" --help
grep -q 'Exit status' "$scratch/out" && [ ! -s "$scratch/err" ]
result $? "help goes to standard output"
cp "$scratch/out" "$scratch/help"
"$CUCKOOBENCH" help | cmp -s - "$scratch/help"
result $? "help is a command, too"
for command in $(sed -n '/^Commands, /,/^$/s/^  \([a-z]*\) .*/\1/p' "$scratch/help"); do
	expect 0 "help $command" help "$command"
	cat "$scratch/out" >>"$scratch/help"
	cp "$scratch/out" "$scratch/one"
	expect 0 "$command --help" "$command" --seed 7 --help
	cmp -s "$scratch/out" "$scratch/one" && head -n 1 "$scratch/out" | grep -q "^cuckoobench $command "
	result $? "is the same"
done
[ "$(wc -L <"$scratch/help")" -le 80 ]
result $? "no line is wider than 80 columns"
expect 0 "version" --version
grep -qx 'cuckoobench [0-9.]*' "$scratch/out" && "$CUCKOOBENCH" -V | cmp -s - "$scratch/out" &&
	"$CUCKOOBENCH" version | cmp -s - "$scratch/out"
result $? "-V and version say the same"
if [ -w /dev/full ]; then
	for command in --help --version 'run --help' list; do
		# shellcheck disable=SC2086 # words
		"$CUCKOOBENCH" $command >/dev/full 2>"$scratch/err"
		[ $? -eq 1 ] && grep -q '^cuckoobench: standard output: ' "$scratch/err"
		result $? "$command on a full disk fails"
	done
else
	skipped "help on a full disk" "there is no /dev/full"
fi
# Each command's options say what they do there, and nothing of other commands.
wrong=$(sed -n '/^Commands, /,/^$/s/^  \([a-z]*\) .*/\1/p' "$scratch/help" | while read -r command; do
	"$CUCKOOBENCH" help "$command" |
		grep -E '(^|[ (;])(run|plan|tune|micro|ab|keys|verify|claims|list|merge|summary): ' |
		sed "s/^/$command/"
done)
[ -z "$wrong" ] && "$CUCKOOBENCH" help keys | grep -q -- '--output DIR *the file to write' &&
	"$CUCKOOBENCH" help ab | grep -q -- '--bytes LIST *sizes of tables'
result $? "help of a command is about it alone $wrong"
bad "--scale 'huge': not one of smoke, quick, full, paper; try \`cuckoobench help run\`" run --scale huge
bad "--scale 'huge': not one of smoke, quick, full, paper; try \`cuckoobench help plan\`" --scale huge plan
bad "--seed: not for verify; try \`cuckoobench help verify\`" verify a --seed 7
expect 0 "list" list
sed -n '/^Filters that the paper times$/,/^$/s/^  \([a-z-]*\) .*/\1/p' "$scratch/out" | paste -sd' ' - >"$scratch/timed"
[ "$(cat "$scratch/timed")" = "cf ss-cf bf blk-bf qf dl-cbf" ] &&
	[ "$(sed -n '/^Filters/,/^$/p' "$scratch/out" | grep -c '^  [a-z]')" -eq \
		"$(($("$CUCKOOBENCH" list --filters | wc -l) - 1))" ]
result $? "has the paper's six filters by themselves, and every filter once"
sed -n '/^Filters for many threads$/,/^$/p' "$scratch/out" | grep -q '^  cf-mutex ' &&
	! sed -n '/^Filters for many threads$/,/^$/p' "$scratch/out" | grep -q '^  cf-batch '
result $? "says which filters are for many threads"
CUCKOOBENCH_ISA=portable expect 0 "list with fewer instructions" list
grep -q '^  cf-avx512 .* \[not here: ' "$scratch/out" && ! grep -q '^  cf .* \[not here: ' "$scratch/out"
result $? "says which filters cannot run, and why"
expect 0 "list --json" list --json
told "says it, too" '[f["name"] for f in it["filters"] if f["threads"]][0] == "cf-mutex" and
	it["experiments"][0]["id"] == "t1" and it["hashes"][0]["name"] == "xxh3"'
expect 0 "list --filters" list --filters
[ "$(wc -l <"$scratch/out")" -eq $(($("$CUCKOOBENCH" list --json | grep -c '"lacks"') + 1)) ] &&
	grep -qE '^cf +timed +- +yes +yes +yes +- +- +- +yes$' "$scratch/out" &&
	grep -qE '^bf-atomic +later +bf +- +- +- +- +yes +- +yes$' "$scratch/out" &&
	grep -qE '^cbf +named +- +yes +yes +- +- +- +- +yes$' "$scratch/out" &&
	grep -qE '^fuse3 +later +- +- +- +- +- +- +yes +yes$' "$scratch/out"
result $? "has a line each: the paper, whose answers, what it can do, whether here"
CUCKOOBENCH_ISA=portable expect 0 "list --filters with fewer instructions" list --filters
grep -qE '^cf-avx512 +later +cf +yes +yes +yes +- +- +- +no: ' "$scratch/out"
result $? "says why not"
CUCKOOBENCH_ISA=portable expect 0 "list --filters --json" list --filters --json
told "says it, too" 'list(it) == ["filters"] and filters["cf"]["lacks"] is None and filters["cf"]["copies"] and
	filters["cf"]["paper"] == "timed" and filters["cf-avx2"]["lacks"] and
	filters["cf-avx2"]["answers_of"] == "cf" and filters["cf-avx2"]["needs"] == "avx2"' \
	'filters = {f["name"]: f for f in it["filters"]}'
bad "--filters: not for run" run --filters
CUCKOOBENCH_RESULTS="$scratch/else where" expect 0 "a run that is told no folder" run f1 --scale smoke -q
[ -s "$scratch/else where/smoke/record.csv" ]
result $? "is where CUCKOOBENCH_RESULTS says"
expect 0 "plan --json" plan --json --scale smoke
told "is JSON" 'it["scale"] == "smoke" and it["cells"] > 100 and
	[e for e in it["experiments"] if e["id"] == "f5"][0]["cells"] > 0'
cp "$scratch/out" "$scratch/plan"
expect 0 "run -n --json" run -n --json --scale smoke -o "$cd_results"
told "has the same cells" '{k: it[k] for k in ("scale", "cells", "bytes", "plan")} ==
	{k: plan[k] for k in ("scale", "cells", "bytes", "plan")}' "plan = json.load(open('$scratch/plan'))"
expect 0 "explain of filters" explain cf-batch bf
grep -q '^  f = 12  *.*f12b4' "$scratch/out" && grep -q '^  f = 1 to .*any' "$scratch/out" &&
	grep -q '^BF (bf)$' "$scratch/out"
result $? "says which kernel serves which f"
expect 0 "explain of a filter as JSON" explain ss-cf --json
told "has a kernel for each f" 'it["filters"][0]["name"] == "ss-cf" and
	set(it["filters"][0]["kernels"]) >= {str(f) for f in range(5, 18)} and it["experiments"] == []'
expect 0 "explain --json" explain f1 f5 --json --scale full
told "says what explain says" '[e["id"] for e in it["experiments"]] == ["f1", "f5"] and
	it["experiments"][1]["deviations"] is None and it["experiments"][1]["kind"] == "timed" and
	it["experiments"][1]["command"] == "cuckoobench run f5 --scale full" and
	all(it["experiments"][0][k] for k in ("title", "shows", "setup", "reading"))'
"$CUCKOOBENCH" doctor --json >"$scratch/out" 2>"$scratch/err" # 3 where there is no gnuplot
told "doctor --json says what the doctor says" \
	'it["ready"] == (not [c for c in it["checks"] if c["verdict"] == "no"]) and
	{c["verdict"] for c in it["checks"]} <= {"ok", "note", "no"} and
	[c["text"] for c in it["checks"] if c["subject"] == "processors"][0].endswith(" may be used")'
expect 0 "explain every experiment" explain $("$CUCKOOBENCH" list |
	sed -n '/^Experiments/,/^$/s/^  \([a-z][0-9]\).*/\1/p')
# Groups: everywhere where an experiment may be named, with what they have, and a target of make each.
expect 0 "list --json" list --json
told "has groups" 'set(of["@everything"]) == {e["id"] for e in it["experiments"]} == set(sum(of.values(), [])) and
	of["@paper"][0] == "t1" and "k1" in of["@keys"]' 'of = {g["name"]: g["experiments"] for g in it["groups"]}'
ids() { "$CUCKOOBENCH" "$@" --json | sed -n 's/^ *"id": "\(.*\)",$/\1/p' | tr '\n' ' '; }
"$CUCKOOBENCH" list | sed -n '/^Groups/,/^$/s/^  \(@[a-z]*\) .*(\([a-z0-9 ]*\))$/\1 \2/p' >"$scratch/groups"
wrong=$(while read -r group members; do
	for command in explain 'plan --scale full' 'run -n --scale full'; do
		# shellcheck disable=SC2086 # words
		[ "$(ids $command "$group")" = "$members " ] || echo "$command $group"
	done
done <"$scratch/groups")
[ -z "$wrong" ] && [ "$(wc -l <"$scratch/groups")" -gt 5 ]
result $? "explain, plan and run take groups $wrong"
[ "$(ids plan)" = "$(ids plan @paper)" ] && [ "$(ids plan --scale smoke)" = "$(ids plan all --scale smoke)" ]
result $? "nothing named is the paper, and at smoke scale everything"
wrong=$("$CUCKOOBENCH" list --json | sed -n 's/^ *"make": "\(.*\)",$/\1/p' | while read -r target; do
	grep -qE "^$target: (setup )?## " Makefile || echo "$target"
done)
[ -z "$wrong" ]
result $? "make has a target for each $wrong"
expect 0 "one look-up of a table, by its name" run h1 -n --scale smoke --filter cf-avx512 -o "$cd_results"
expect 0 "dry run" run -n --scale smoke -o "$cd_results"
[ ! -e "$cd_results" ]
result $? "a dry run writes nothing"
