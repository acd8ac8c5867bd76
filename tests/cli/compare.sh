# SPDX-License-Identifier: MIT
# Two runs side by side: with itself, with another seed, with a run that has become history; and what is refused.
. tests/cli_lib.sh
unsanitized "comparisons"

cat_out() { grep -qF -- "$1" "$scratch/out"; }
a=$scratch/a page=$scratch/compare.html
expect 0 "a run" run t3 f2 f5 f6 g1 k1 --scale smoke -q -o "$a"
expect 0 "another seed" run t3 f2 f5 f6 g1 k1 --scale smoke -q --seed 7 -o "$scratch/seed7"

expect 0 "a run beside itself" compare "$a" "$a" -o "$page"
! grep -E '^  [a-z0-9]+ +[0-9]+ points:' "$scratch/out" | grep -qvE ' points: [0-9]+ equal$' && cat_out " 0 changed"
result $? "is equal in every point and verdict"
[ "$(sed -n 's/^Verdicts: \([0-9]*\) the same.*/\1/p' "$scratch/out")" -eq \
	"$("$CUCKOOBENCH" claims "$a" | sed -n 's/^\([0-9]*\) claims: .*/\1/p')" ] &&
	! grep -q '>not asked for<' "$page" && ! grep -q 'class="verdict not-asked"' "$page"
result $? "has the verdicts that were asked for"
says "compare: A and B are the same run" "is told to be the same run"
[ "$(tail -n 1 "$scratch/out")" = "$page" ]
result $? "and ends with the page's name"
[ "$(grep -c '<svg' "$page")" -eq $(($(ls "$a"/plots/*.svg | wc -l) * 2)) ] &&
	! grep -qE 'src=|href="[^#]|@import|url\([^#]' "$page"
result $? "the page has both runs' figures and loads nothing"
expect 0 "the same again" compare "$a" "$a" -o "$scratch/again.html"
cmp -s "$page" "$scratch/again.html"
result $? "gives the same page"

expect 0 "a run beside one of another seed" compare "$a" "$scratch/seed7" -o "$page"
says "different seeds (A 2014, B 7)" "is warned of"
grep -q 'Different seeds (A 2014, B 7)' "$page" && cat_out "no interval" && ! cat_out "differs"
result $? "on the page, too; its points may differ"

# What claims to be the same run must be the same.
cp -r "$a" "$scratch/forged"
amend "$scratch/forged" '/^attempt,fill:/ { fill = 1 } fill && $s["measure"] == "load" && !n++ { $s["num"]++ }'
expect 0 "a run with one sample changed" compare "$a" "$scratch/forged" -o "$page"
says "1 deterministic points differ though seed" "is found out"

# History: compressed, and not to be written to.
mkdir "$scratch/history" && cp "$a/manifest.json" "$scratch/history" &&
	gzip -c "$a/record.csv" >"$scratch/history/record.csv.gz" && chmod -w "$scratch/history"
before=$(find "$scratch/history" | sort)
expect 0 "a run that is history" compare "$a" "$scratch/history" -o "$page"
cat_out " 0 changed" && [ "$before" = "$(find "$scratch/history" | sort)" ]
result $? "compares, and is left as it was"

# Runs that were stopped early: nothing was measured yet, or little. Whatever reads them has arrays without elements.
for lines in 4 5 30; do
	cut=$scratch/cut$lines
	mkdir "$cut" && cp "$a/manifest.json" "$cut" && stopped "$cut"
	head -n $lines "$a/record.csv" >"$cut/record.csv"
	expect 0 "a whole run beside one of $lines lines" compare "$a" "$cut" -o "$page"
	expect 0 "and the other way round" compare "$cut" "$a" -o "$page"
	expect 0 "and it beside itself" compare "$cut" "$cut" -o "$page" --json
	expect 0 "its verdicts" claims "$cut"
	expect "$([ $lines -gt 5 ]; echo $?)" "its report, if it has data" report "$cut"
	expect "$([ $lines -gt 5 ]; echo $?)" "its verification, where a report was written" verify "$cut"
	[ ! -s "$scratch/err" ]
	result $? "has no more to say"
done

expect 0 "JSON" compare "$a" "$scratch/seed7" -o "$page" --json
grep -q '"outcome": "no interval"' "$scratch/out" && grep -q '"different seeds' "$scratch/out"
result $? "has outcomes and warnings"
[ -z "$(find "${TMPDIR:-/tmp}" -maxdepth 1 -name 'cuckoobench-??????' -newer "$page" 2>/dev/null)" ]
result $? "no drawing folder is left"

edit 's/"scale": "smoke"/"scale": "quick"/' "$scratch/forged/manifest.json"
refuses 2 "$scratch/forged of scale quick: tables of other sizes cannot be compared" "another scale" \
	compare "$a" "$scratch/forged" -o "$scratch/none.html"
refuses 2 "$scratch: not a run: it has no manifest.json" "a folder that is no run" \
	compare "$a" "$scratch" -o "$scratch/none.html"
refuses 2 "$scratch/nowhere: not a run" "a folder that is not there" \
	compare "$scratch/nowhere" "$a" -o "$scratch/none.html"
rm "$scratch/forged/record.csv" && cp "$a/manifest.json" "$scratch/forged"
refuses 2 "record.csv: No such file" "a run without its record" compare "$scratch/forged" "$a" -o "$scratch/none.html"
refuses 2 "compare needs the folders of two runs" "one folder" compare "$a" -o "$scratch/none.html"
refuses 2 "compare: one argument too many" "three folders" compare "$a" "$a" "$a" -o "$scratch/none.html"
[ ! -e "$scratch/none.html" ]
result $? "what is refused writes nothing"
refuses 2 "$scratch/no/such.html: No such file" "a page that cannot be written" \
	compare "$a" "$a" -o "$scratch/no/such.html"
refuses 2 "$scratch/no/such.html: No such file" "and before anything is read" \
	compare "$scratch/none" "$scratch/none" -o "$scratch/no/such.html"
chmod +w "$scratch/history"
