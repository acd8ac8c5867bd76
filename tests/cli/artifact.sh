# SPDX-License-Identifier: MIT
# docs/artifact.md agrees with the program: every claim with the experiment that judges it, time and memory as `plan`
# expects them. The files that archives read follow from CITATION.cff. The Dockerfile installs and builds as every user
# does.
. tests/cli_lib.sh
unsanitized "the artifact's page"

page=docs/artifact.md
[ "$(sed -n '/^## /s/^## //p' $page | tr '\n' ';')" = \
	"Getting started: thirty minutes;Step by step;Time and memory;Claims;In a container;In an archive;" ]
result $? "the page has what evaluators look for"

# One line of JSON a key.
expect 0 "a run to judge" run f1 --scale smoke -q -o "$scratch/run"
"$CUCKOOBENCH" claims "$scratch/run" --json | sed -n 's/^ *"\(id\|claim\|experiment\)": "\(.*\)",$/\1 \2/p' |
	awk '{ key = $1; sub(/^[a-z]* /, ""); of[key] = $0 }
		key == "experiment" { print "| " of["id"] " | " of["claim"] " | `run " $0 "` |" }' >"$scratch/claims"
sed -n '/^## Claims/,/^## In/s/^| .*`run [a-z0-9]*` |$/&/p' $page >"$scratch/told"
[ "$(wc -l <"$scratch/claims")" -gt 50 ] && cmp "$scratch/claims" "$scratch/told" >"$scratch/out" 2>"$scratch/err"
result $? "it lists every claim, in the program's words"

# near PAGE'S PLAN'S FACTOR LEAST: do the two numbers differ at most by this factor? A number below LEAST counts as
# LEAST.
near() {
	awk -v a="$1" -v b="$2" -v factor="$3" -v least="$4" '
		BEGIN { a = a < least ? least : a; b = b < least ? least : b; exit !(a <= b * factor &&
			b <= a * factor) }'
}
# docs/lengths.md, and runs, against the plan.
if command -v python3 >/dev/null; then
	python3 tests/lengths.py "$CUCKOOBENCH" docs/lengths.md >"$scratch/out" 2>"$scratch/err"
	result $? "how long it takes, and how much memory, is what the program plans and runs took"
	sed 's/^| `full` | [0-9]*/| `full` | 7/; s/^| `@keys` | [0-9.]*/| `@keys` | 9/' docs/lengths.md \
		>"$scratch/lengths.md"
	python3 tests/lengths.py "$CUCKOOBENCH" "$scratch/lengths.md" >"$scratch/out" 2>"$scratch/err"
	[ $? -eq 1 ] && [ "$(wc -l <"$scratch/out")" -eq 2 ]
	result $? "a page that says something else is found"
else
	skipped "how long it takes" "python3 is not installed"
fi
groups=$("$CUCKOOBENCH" list | sed -n '/^Groups/,/^$/s/^  \(@[a-z]*\) .*/\1/p')
# README tells a range at each scale and of each study.
range() { # range NUMBER UNIT DIVISOR ARGUMENT...: is the so-manieth range of that unit in $row near the plan's?
	told=$(echo "$row" | grep -oE "[0-9]+( to [0-9]+)? $2" | sed -n "${1}s/ to / /; ${1}s/ $2//p")
	divisor=$3
	shift 3
	plan=$(HWLOC_SYNTHETIC='pack:1 [numa] core:2 pu:1' CUCKOOBENCH_PACKAGES=$scratch "$CUCKOOBENCH" plan "$@" \
		--mem-limit 32G -j 2 --json |
		sed -n 's/^ *"seconds_\(least\|most\)": \(.*\),$/\2/p' | awk -v by="$divisor" '{ print $1 / by }')
	# shellcheck disable=SC2086 # words
	set -- $told $plan
	[ $# -ne 3 ] || set -- "$1" "$1" "$2" "$3"
	[ $# -eq 4 ] && near "$1" "$3" 1.25 1 && near "$2" "$4" 1.25 1 || echo "$page, $row: $*"
}
# divisor UNIT: what seconds are divided by
divisor() {
	case $1 in seconds) echo 1 ;; minutes) echo 60 ;; hours) echo 3600 ;; esac
}
page=README.md
off=$(for scale in smoke:seconds quick:minutes full:minutes paper:hours; do
	row=$(grep "^| \`${scale%:*}\` |" $page)
	range 1 "${scale#*:}" "$(divisor "${scale#*:}")" --scale "${scale%:*}"
done
for group in $groups; do
	target=$("$CUCKOOBENCH" list --json | grep -A2 "\"name\": \"$group\"" | sed -n 's/.*"make": "\(.*\)".*/\1/p')
	for column in quick:4 full:5; do
		row=$(grep "^| \`make $target\` |" $page | cut -d'|' -f"${column#*:}" | sed 's/,.*//')
		unit=$(echo "$row" | grep -oE '(seconds|minutes|hours)')
		range 1 "$unit" "$(divisor "$unit")" "$group" --scale "${column%:*}"
	done
done)
[ -z "$off" ]
result $? "README tells the plan's ranges $off"

"$CUCKOOBENCH" doctor >"$scratch/out" 2>"$scratch/err"
missing=$(for subject in processors memory 'huge pages' limits counters governor; do
	grep -qE "^(ok|note) +$subject " "$scratch/out" || echo "$subject"
done)
[ -z "$missing" ]
result $? "doctor tells what a container may lack $missing"

for form in zenodo:.zenodo.json codemeta:codemeta.json; do
	.ci/metadata "${form%%:*}" 2>"$scratch/err" | cmp - "${form#*:}" >"$scratch/out" 2>&1
	result $? "${form#*:} is what CITATION.cff says (make metadata)"
done
.ci/metadata nothing >"$scratch/out" 2>"$scratch/err"
[ $? -eq 2 ] && grep -q '^usage: ' "$scratch/err"
result $? "there are no other forms"

grep -qE '^FROM debian:bookworm-[0-9]{8}-slim@sha256:[0-9a-f]{64}$' Dockerfile &&
	grep -q '^RUN make setup' Dockerfile && grep -q '^RUN make all' Dockerfile
result $? "the Dockerfile pins its base, and builds by make"
