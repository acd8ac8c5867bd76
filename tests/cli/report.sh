# SPDX-License-Identifier: MIT
# The page of a run: verdicts, noise, what is missing; that it escapes what it is given and loads nothing.
. tests/cli_lib.sh

dir="$scratch/<b>&run"
page=$dir/report.html
# The measurements are complete; the page and the figures are made anew. Cron, containers and CI runners often have no
# locale.
smoke_run "$dir"
cp -r "$dir/plots" "$scratch/drawn" && rm "$dir"/plots/* "$page"
env -i PATH="$PATH" HOME="$HOME" LC_ALL=C ${CUCKOOBENCH_ISA:+"CUCKOOBENCH_ISA=$CUCKOOBENCH_ISA"} "$CUCKOOBENCH" run \
	$smoke -q -o "$dir" \
	>/dev/null 2>"$scratch/complaint"
result $? "taken up again in an awkward folder, without a locale"
! grep -qF '<b>&run' "$page" && grep -qF '&lt;b&gt;&amp;run' "$page"
result $? "its name is escaped"
! grep -qE ' src=|href="[a-z]*:|@import|url\([^#]|<link|<iframe|<img|xlink:href=.[^#]' "$page"
result $? "the page loads nothing"
[ "$(grep -c '<script' "$page")" -eq 1 ] && grep -qE "script-src 'sha256-[A-Za-z0-9+/]{43}='" "$page" &&
	! grep -qE ' on[a-z]+="' "$page"
result $? "it runs its own script only"
dangling=$(grep -oE 'href="#[^"]+' "$page" | sed 's/href="#//' | sort -u |
	while read -r id; do grep -qF "id=\"$id\"" "$page" || echo "$id"; done)
[ -z "$dangling" ]
result $? "every link within it leads somewhere $dangling"
twice=$(grep -oE ' id="[^"]+"' "$page" | sort | uniq -d)
[ -z "$twice" ]
result $? "no id is given twice $twice"
! grep -v -e ' already has [0-9]* of [0-9]* cells$' -e ': 0 cells failed, [0-9]* were skipped' "$scratch/complaint" &&
	diff -r "$scratch/drawn" "$dir/plots" >/dev/null
result $? "figures are the same without a locale $(head -1 "$scratch/complaint")"

if command -v python3 >/dev/null; then
	python3 tests/figures.py "$dir"/plots/*.svg >"$scratch/out" 2>"$scratch/err"
	result $? "and nothing is wrong with any: what is cut or hidden, units, panels' letters, looks in grey"
else
	skipped "what figures look like" "python3 is not installed"
fi

# The board, in its own order: every claim once, each with a verdict in words.
ids=$(awk '/<table class="board">/ { on = 1 } on' "$page" |
	sed -n '/<\/table>/q; s/.*<th scope="row">\(<a [^>]*>\)\{0,1\}\([^<]*\).*/\2/p')
[ -z "$(echo "$ids" | sort | uniq -d)" ]
result $? "no claim is on the board twice"
missing=$(for n in A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 A11 A12 A13 A14 A15 A16 A17 A18 \
	B1 B2 B3 B4 'B5 (paper)' 'B5 (;login:)' B6 B7 B8 B9 B10 B11 B12 B13 S1 A/A; do
	echo "$ids" | sed 's/\(^A[0-9]*\) (.*/\1/' | grep -qxF "$n" || echo "$n"
done)
[ -z "$missing" ]
result $? "every claim is, those of both sources apart $missing"
rows=$(echo "$ids" | wc -l)
classes='class="verdict (confirmed|contradicted|inconclusive|not-run|larger-scale|constructed|counted)"'
words='(confirmed|contradicted|inconclusive|not run|needs a larger scale|true by construction|counted)'
[ "$(awk '/<table class="board">/ { on = 1 } /<\/table>/ { on = 0 } on' "$page" |
	LC_ALL=C.UTF-8 grep -cE "$classes><span aria-hidden=\"true\">[^<]+</span>.$words")" -ge 1 ] &&
	[ "$(grep -c 'class="claim"' "$page")" -eq "$rows" ]
result $? "and in full with its experiment"
titled=$(grep -o '<title>[^<]*_plot_[0-9]' "$page")
[ -z "$titled" ] && [ "$(grep -c '<title>CF</title>' "$page")" -ge 4 ]
result $? "only entries of figures' keys are titled"

section=$(sed -n '/<section class="experiment" id="f5"/,/<\/section>/p' "$page")
mean=$(awk -F, '$2 == "cf" && $3 == 0 && $4 == "lookup" { printf "%.2f", $10 }' "$dir/results/f5.csv")
[ -n "$mean" ] && echo "$section" |
	grep -q "<th scope=\"row\">CF</th><td>0</td>.*<span class=\"interval\">mean $mean</span>"
result $? "with a median stands the mean ($mean)"
case $smoke in
*reps*) ;; # of one repetition there is no other
*)
	sed -n '/<section class="experiment" id="l2"/,/<\/section>/p' "$page" |
		grep -q '<span class="interval">median [0-9.]*</span>'
	result $? "with the paper's mean the median"
	;;
esac

# Noise, and what did not run.
if cells "$dir" | grep -q ',skipped,'; then
	! grep -q 'Nothing: all' "$page" && grep -q 'Measurements that failed or were skipped' "$page"
else
	grep -q 'Nothing: all [0-9]* measurements were done' "$page"
fi && grep -q 'dependent random load' "$page"
result $? "a run says what was skipped, or that nothing was, with its canary"
cell=$(cells "$dir" | grep '^cell,\|^life:-:.*,done,' | column cell | head -n 1)
amend "$dir" '$a["cell"] == "'"$cell"'" { $a["noise"] = "stolen time 9 <%>" }'
expect 0 "a cell that was disturbed" report "$dir"
[ "$(grep -cF "<code>$cell</code>" "$page")" -eq 1 ] && grep -qF 'stolen time 9 &lt;%&gt;' "$page"
result $? "is in the noise log"
amend "$dir" '$1 == "attempt" && ++n > 60 { exit }'
echo 'attempt,x,0,failed,1,0,,,,,,,,,out of <memory>,0,,' >>"$dir/record.csv" && seal "$dir/record.csv"
expect 0 "a run that is incomplete" report "$dir"
grep -qE 'The run is incomplete: [0-9]+ of [0-9]+ measurements' "$page" && grep -q 'out of &lt;memory&gt;' "$page"
result $? "says how much is missing, and what failed"
echo attempt,x,0 >>"$dir/record.csv"
refuses 1 "record.csv:$(wc -l <"$dir/record.csv"): not as many fields as its header" "a damaged record" report "$dir"
