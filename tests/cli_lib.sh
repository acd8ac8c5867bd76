# SPDX-License-Identifier: MIT
# Sourced by the scripts beside it: TAP output, a scratch folder that goes away, and the program in $CUCKOOBENCH.
: "${CUCKOOBENCH:?set CUCKOOBENCH to the program}"
count=0
# A build with sanitizers is slow: what it would only repeat may be left out there.
sanitized=$(grep -so -m 1 -e '-fsanitize' "${CUCKOOBENCH%/*}/flags")
# Programs of another machine, in an emulator (tests/arm64): the file that is called is not the one that runs, and
# nothing can be built for it.
emulated=$([ -e "${CUCKOOBENCH%/*}/flags" ] || echo "the programs are another machine's, in an emulator")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# Runs and plans that are told no folder: not the user's results/.
CUCKOOBENCH_RESULTS=$scratch/results
export CUCKOOBENCH_RESULTS

# The committed runs. A sanitizer sees no more in all of them than in one of each kind.
reference_runs() {
	if [ -n "$sanitized" ]; then
		echo full threads keys
	else
		for run in datasets/reference/*/results; do basename "${run%/results}"; done
	fi
}

# result STATUS NAME
result() {
	count=$((count + 1))
	if [ "$1" -eq 0 ]; then echo "ok $count - $2"; else
		echo "not ok $count - $2"
		sed 's/^/# /' "$scratch/out" "$scratch/err" 2>/dev/null | head -n 20
	fi
}

# expect STATUS NAME ARGUMENT...: the program ends with that status; its output is in $scratch/out and $scratch/err.
expect() {
	want=$1 name=$2
	shift 2
	"$CUCKOOBENCH" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null
	got=$?
	[ "$got" -eq "$want" ]
	result $? "$name (exit status $want)"
}

# smoke_run DIR: a copy of a run of everything, `run $smoke`, on 2 processors. The first script that needs it makes the
# run for all scripts of tests/run. Neither a sanitizer nor a small machine (tests/small) sees more in a repetition.
smoke="--scale smoke"
[ -z "$sanitized$CUCKOOBENCH_BRIEF" ] || smoke="$smoke --reps 1"
smoke_run() {
	shared=${CUCKOOBENCH_SHARED:-$scratch}/smoke
	(
		flock 9
		[ ! -e "$shared.status" ] || exit 0
		# shellcheck disable=SC2086 # words
		"$CUCKOOBENCH" run $smoke -q -j 2 -o "$shared" >"$shared.out" 2>&1 </dev/null
		echo $? >"$shared.status"
	) 9>"$shared.lock"
	cp "$shared.out" "$scratch/out" && : >"$scratch/err"
	cp -r "$shared" "$1" && [ "$(cat "$shared.status")" -eq 0 ]
	result $? "a run of everything at smoke scale (exit status 0)"
}

# skipped NAME REASON
skipped() {
	count=$((count + 1))
	echo "ok $count - $1 # SKIP $2"
}

# unsanitized NAME: ends the script in a build with sanitizers, where that would be seen no better than in others.
unsanitized() {
	[ -n "$sanitized" ] || return 0
	skipped "$1" "a sanitizer would see no more than builds without one do"
	exit 0
}

# needs PROGRAM NAME: ends the script where the program is not installed.
needs() {
	command -v "$1" >/dev/null && return 0
	skipped "$2" "$1 is not installed"
	exit 0
}

# kit STATUS NAME PLUGIN ARGUMENT...: runs the conformance kit on it. Machines that run tests are busy, so each step may
# take a minute.
kit() {
	status=$1 called=$2 file=$3
	shift 3
	expect "$status" "$called" verify --plugin "$file" --plugin-timeout 1m "$@"
}

# says TEXT NAME: the last program's error output is one line and contains TEXT.
says() {
	[ "$(wc -l <"$scratch/err")" -eq 1 ] && grep -qF -- "$1" "$scratch/err"
	result $? "$2"
}

# refuses STATUS TEXT NAME ARGUMENT...: the program ends with that status and one line of errors, which contains TEXT.
refuses() {
	code=$1 because=$2
	shift 2
	expect "$code" "$@"
	says "$because" "says '$because'"
}

# told NAME EXPRESSION [STATEMENTS]: what the last program printed is JSON, it, of which this is true in Python.
told() {
	if ! command -v python3 >/dev/null; then
		skipped "$1" "python3 is not installed"
		return
	fi
	printf 'import json, sys\nit = json.load(open(sys.argv[1]))\n%s\nsys.exit(not (%s))\n' "${3:-}" "$2" \
		>"$scratch/told.py"
	python3 "$scratch/told.py" "$scratch/out" 2>>"$scratch/err"
	result $? "$1"
}

# seal FILE: a manifest.json or record.csv that was changed gets the digests that it would have, had it been made so.
seal() {
	"${CUCKOOBENCH%/*}/tests/seal" "$1"
}

# edit SED FILE: changes a manifest as if a run had been made so.
edit() {
	sed -i "$1" "$2" && seal "$2"
}

# stopped DIR: its manifest is that of a run whose last call was stopped.
stopped() {
	edit 's/^  "record_sha256": ".*"/  "record_sha256": null/; s/^    "finished": ".*"/    "finished": null/' \
		"$1/manifest.json"
}

# record DIR STATEMENTS: awk over a run's record, whose columns are $a["NAME"] in an attempt and $s["NAME"] in a sample.
record() {
	awk -F, -v OFS=, 'NR <= 4 { for (i = 2; i <= NF; i++) if ($1 == "attempt") a[$i] = i; else s[$i] = i }
		'"$2" "$1/record.csv"
}

# cells DIR: its attempts as CSV, header first: cell,rep,status,...
cells() {
	record "$1" 'sub(/^attempt,/, "")'
}

# samples DIR: its samples as CSV, header first: cell,rep,place,series,x,measure,unit,num,den
samples() {
	record "$1" '$1 == "attempt" { of = $a["cell"] } $1 == "sample" { print of substr($0, 7) }'
}

# column NAME: of CSV with a header.
column() {
	awk -F, -v name="$1" 'NR == 1 { while (at < NF && $++at != name); next } { print $at }'
}

# amend DIR STATEMENTS: changes a record by awk, as if it had been measured so. "next" leaves a line out.
amend() {
	record "$1" "NR <= 4 { print; next } $2 { print }" >"$scratch/amended" &&
		cp "$scratch/amended" "$1/record.csv" && seal "$1/record.csv"
}
