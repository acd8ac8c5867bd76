# SPDX-License-Identifier: MIT
# Bad command lines: one clear line naming the flag and the value, exit status 2, and nothing written.
. tests/cli_lib.sh

cd_results=$scratch/none
bad() { # bad TEXT ARGUMENT...
	text=$1
	shift
	expect 2 "refuses: $*" "$@" 2>/dev/null
	says "$text" "says '$text'"
}

bad "no command"
bad "no command 'fly'" fly
bad "--scale 'huge': not one of smoke, quick, full, paper" run --scale huge
bad "--seed '12x': not a number" run --seed 12x
bad "--seed '-1': not a number" run --seed -1
bad "--seed '99999999999999999999': not a number" run --seed 99999999999999999999
bad "--reps '0': not a number from 1 to 1000" run --reps 0
bad "--filter '(': not a regular expression" run --filter '('
bad "use no filter that matches --filter 'nosuch'" run t3 --filter nosuch -o "$cd_results"
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
bad "--json: not for doctor" doctor --json
bad "--shard '5/4': not a part such as 2/4" run --shard 5/4
bad "--shard: not for report" report --shard 1/4
bad "--within 'soon': not a duration" plan --within soon
bad "--within: not for run" run --within 3h
bad "merge needs the folders of runs, and -o" merge -o "$cd_results"
bad "merge needs the folders of runs, and -o" merge a b
bad "nowhere: not a run: it has no manifest.json" merge "$scratch/nowhere" -o "$cd_results"
bad "no command 'rnu'" rnu --scale smoke
bad "--mix: not for claims" claims --mix "$cd_results"
bad "--seed: not for verify" verify "$cd_results" --seed 7
bad "--retries: not for report" report "$cd_results" --retries 1
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
bad "explain needs an experiment" explain
bad "no experiment 'x'" explain x
bad "not a run: it has no manifest.json" report "$scratch/nowhere"
[ ! -e "$cd_results" ]
result $? "nothing was written"

expect 0 "help" --help
grep -q 'Exit status' "$scratch/out" && [ ! -s "$scratch/err" ]
result $? "help goes to standard output"
expect 0 "version" --version
expect 0 "list" list
grep -qE '^  cf +no ' "$scratch/out" && grep -qE '^  cf-mutex +yes ' "$scratch/out"
result $? "says which filters are for many threads"
expect 0 "list --json" list --json
[ "$(grep -A 6 '"name": "bf-atomic"' "$scratch/out" | grep -c '"threads": true')" -eq 1 ]
result $? "says it, too"
expect 0 "plan --json" plan --json --scale smoke
expect 0 "explain every experiment" explain $("$CUCKOOBENCH" list | sed -n '/^Experiments/,/^$/s/^  \([a-z][0-9]\).*/\1/p')
expect 0 "dry run" run -n --scale smoke -o "$cd_results"
[ ! -e "$cd_results" ]
result $? "a dry run writes nothing"
