# SPDX-License-Identifier: MIT
# gnuplots that draw nothing, half, or fail, and end with status 0 or not: a figure is whole or not there, each has a
# line that says why, and verify tells what is missing or cut. (tests/cli/failures.sh draws on a full disk.)
. tests/cli_lib.sh
unsanitized "figures"

whole=$scratch/whole
expect 0 "a run" run l2 f4 e3 --scale smoke --reps 3 -q -o "$whole"
ids=$(for svg in "$whole"/plots/*.svg; do basename "$svg" .svg; done)
mkdir "$scratch/bin"
real=$(command -v gnuplot)
fake() { # fake STATEMENT...: what it does from now on, after it has told its version
	{
		printf '#!/bin/sh\n[ "$1" != --version ] || exec "%s" "$@"\n' "$real"
		printf '%s\n' "$@"
	} >"$scratch/bin/gnuplot"
	chmod +x "$scratch/bin/gnuplot"
}
path=$PATH
PATH=$scratch/bin:$path
# told_of WHY: the errors are one line for each figure in each form, and nothing else.
told_of() {
	for id in $ids; do
		printf "cuckoobench: figure $id (%s): $1\n" svg pdf
	done | sort >"$scratch/lines"
	sort "$scratch/err" | cmp -s - "$scratch/lines"
	result $? "a line for each figure: $1"
}
# undrawn WHY NAME: a report ends so, its other files are whole, and verify tells what is missing.
undrawn() {
	rm -rf "$scratch/undrawn"
	cp -r "$whole" "$scratch/undrawn"
	expect 1 "$2" report "$scratch/undrawn"
	told_of "$1"
	[ -z "$(ls -A "$scratch/undrawn/plots")" ] && [ -s "$scratch/undrawn/report.html" ] &&
		grep -q 'This figure was not drawn' "$scratch/undrawn/report.html"
	result $? "no figure is left, neither old nor cut, and the page says so"
	expect 1 "$2: verify" verify "$scratch/undrawn"
	[ "$(grep -c '^missing  plots/' "$scratch/out")" -eq $((2 * $(echo "$ids" | wc -l))) ]
	result $? "tells each"
}
fake 'exit 0'
undrawn "gnuplot wrote nothing" "a gnuplot that draws nothing"
expect 1 "compare" compare "$whole" "$whole" -o "$scratch/undrawn.html"
[ "$(grep -c 'gnuplot wrote nothing$' "$scratch/err")" -eq $((2 * $(echo "$ids" | wc -l))) ] &&
	grep -q 'Not drawn' "$scratch/undrawn.html"
result $? "a line for each side's figures, and a page without them"
expect 1 "tune" tune --items 2K --time-budget 1s -q -o "$scratch/tuned"
grep -q 'figure tune (svg): gnuplot wrote nothing$' "$scratch/err" &&
	grep -q 'figure tune (pdf): gnuplot wrote nothing$' "$scratch/err" && [ -z "$(ls "$scratch/tuned/plots")" ] &&
	grep -q 'This figure was not drawn' "$scratch/tuned/report.html"
result $? "its page is there, without its figure"
fake 'ulimit -f 8' "exec '$real' \"\$@\"" # 4 KiB of each figure
undrawn "gnuplot wrote only a part of it" "a gnuplot that cannot write all"
fake 'kill -9 $$'
undrawn "gnuplot was killed by signal 9" "a gnuplot that is killed"
fake 'exit 3'
undrawn "gnuplot ended with status 3" "a gnuplot that fails"
PATH=$path

# Figures that are cut later.
cp -r "$whole" "$scratch/cut"
set -- $ids
truncate -s 1000 "$scratch/cut/plots/$1.pdf"
: >"$scratch/cut/plots/$2.svg"
expect 1 "a figure cut off and one emptied" verify "$scratch/cut"
grep -q "^cut      plots/$1.pdf$" "$scratch/out" && grep -q "^cut      plots/$2.svg$" "$scratch/out" &&
	grep -q ' 0 missing, 0 extra, 2 cut$' "$scratch/out"
result $? "are told"
rm "$scratch/cut/plots/$2.svg" "$scratch/cut/ro-crate-metadata.json"
expect 1 "a figure removed" verify "$scratch/cut" --json
told "is told" '{"file": "plots/'"$2"'.svg", "result": "missing", "line": None} in it["files"] and it["cut"] == 1'
rm -r "$scratch/cut/plots"
expect 0 "a run whose figures were left out" verify "$scratch/cut"
mkdir "$scratch/none"
cp -r "$whole" "$scratch/bare"
PATH=$scratch/none
expect 1 "a report where there is no gnuplot" report "$scratch/bare"
PATH=$path
says "no figures: gnuplot is not installed" "is one line"
