# SPDX-License-Identifier: MIT
# `run -n` and `plan -o` on a folder that is not empty: they print what the run itself would find or print, and write
# nothing. And the names that no folder can have.
. tests/cli_lib.sh
unsanitized "what a plan says"
runs=$scratch/runs
mkdir "$runs"
dir=$runs/a
set -- run t3 f5 --filter 'cf|bf' --scale smoke -q
state() {
	find "$runs" -printf '%p %s %T@ %C@\n' | sort
	find "$runs" -type f -exec sha256sum {} +
}
# would NAME TEXT ARGUMENT...: with -n
would() {
	name=$1 text=$2
	shift 2
	state >"$scratch/before"
	expect 0 "$name" "$@" -n
	grep -qF -- "$text" "$scratch/out"
	result $? "says: $text"
	state | cmp -s "$scratch/before" -
	result $? "and writes nothing"
}
# refused NAME STATUS TEXT ARGUMENT...: with -n as without, to the word.
refused() {
	name=$1 status=$2 text=$3
	shift 3
	state >"$scratch/before"
	expect "$status" "$name, planned" "$@" -n
	cp "$scratch/err" "$scratch/dry"
	state | cmp -s "$scratch/before" -
	result $? "writes nothing"
	expect "$status" "$name, run" "$@"
	says "$text" "says why"
	cmp -s "$scratch/dry" "$scratch/err"
	result $? "as the plan did"
}

expect 0 "a new folder" "$@" -n -o "$dir"
! grep -q already "$scratch/out" && [ ! -e "$dir" ]
result $? "has nothing yet"
expect 0 "the same as JSON" "$@" -n --json -o "$dir"
told "says so" 'it["cells"] == 4 and it["folder"] == {"path": "'"$dir"'", "begun": False, "cells_done": 0,
	"cells_lost": 0, "cells_given_up": 0}'
expect 0 "some cells" "$@" --cells ':rep=0$' -n --json
told "are planned alone" 'it["cells"] == 2'
expect 0 "a run of some cells" "$@" --cells '^life:.*:rep=1$' -o "$runs/some"
would "which is the whole of its plan" "$runs/some already has 1 of 1 cells." \
	"$@" --cells '^life:.*:rep=1$' -o "$runs/some"
would "and a part of a larger one" "$runs/some already has 1 of 4 cells. What is missing:" "$@" -o "$runs/some"
expect 0 "a run" "$@" -o "$dir"
would "a run that is done" "$dir already has 4 of 4 cells." "$@" -o "$dir"
! grep -q 'core-hours' "$scratch/out"
result $? "and nothing that would be measured"
would "more experiments" "$dir already has 4 of 6 cells. What is missing:" "$@" f1 -o "$dir"
grep -q '^  all  *2 ' "$scratch/out" && ! grep -q '^  t3 ' "$scratch/out"
result $? "and no more than those"
expect 0 "plan with a folder" plan t3 f5 --filter 'cf|bf' --scale smoke --json -o "$dir"
told "says it, too" 'it["cells"] == 0 and it["experiments"] == [] and
	it["folder"]["begun"] and it["folder"]["cells_done"] == 4'

cp -r "$dir" "$runs/lost"
amend "$runs/lost" '$1 == "sample" && NR > 30 && !n++ { next }'
would "a lost sample" "already has 3 of 4 cells; damaged, and left out: 1." "$@" -o "$runs/lost"
expect 0 "the run itself" run t3 f5 --filter 'cf|bf' --scale smoke -o "$runs/lost"
grep -qF "$runs/lost already has 3 of 4 cells" "$scratch/err"
result $? "has as many"
refused "another seed" 2 "holds a run with another seed (seed: 2014 there, 7 here)" "$@" --seed 7 -o "$dir"
refused "another scale" 2 "holds a run with another scale" run t3 f5 --scale quick -q -o "$dir"
cp -r "$dir" "$runs/other"
edit 's/^    "git_commit": .*/    "git_commit": "0000",/' "$runs/other/manifest.json"
refused "another build" 2 "holds a run with another build of the program (commit 0000" "$@" -o "$runs/other"
would "it, with --mix" "already has 4 of 4 cells." "$@" --mix -o "$runs/other"
printf '{' >"$runs/other/manifest.json"
refused "a damaged manifest" 2 "manifest.json is damaged" "$@" -o "$runs/other"
cp -r "$dir" "$runs/header"
sed -i s/attempt,cell/attempt,kell/ "$runs/header/record.csv"
refuses 1 "record.csv:4: not the record of a run: unexpected header" "another header" "$@" -n -o "$runs/header"
cp -r "$dir" "$runs/history"
gzip "$runs/history/record.csv"
refused "history" 2 "is history" "$@" -o "$runs/history"
flock "$dir" "$CUCKOOBENCH" "$@" -n -o "$dir" >"$scratch/out" 2>"$scratch/err"
[ $? -eq 2 ] && grep -q "in use by another cuckoobench" "$scratch/err"
result $? "a folder in use"

# Names that no folder can have are usage.
: >"$runs/file"
refused "a file" 2 "$runs/file: Not a directory" "$@" -o "$runs/file"
refused "below a file" 2 "$runs/file/run: Not a directory" "$@" -o "$runs/file/run"
long=$(printf '%300s' '' | tr ' ' x)
refused "a name too long" 2 "$long: File name too long" "$@" -o "$runs/$long"
if [ -d /proc/self ]; then
	refuses 2 "/proc/foo: No such file or directory" "where no folder can be made" "$@" -o /proc/foo
	expect 2 "so it is by tune" tune --items 3840 --time-budget 1s -q -o /proc/foo
fi
