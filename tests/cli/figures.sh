# SPDX-License-Identifier: MIT
# The figures as drawn: nothing cut, no label on another, one unit, every series distinct in grey; and which ones are
# not drawn.
. tests/cli_lib.sh
unsanitized "figures"

for run in $(reference_runs); do
	mkdir "$scratch/$run"
	cp datasets/reference/$run/*.* "$scratch/$run"
	expect 0 "the figures of the reference run of $run" report "$scratch/$run"
done
[ -s "$scratch/threads/plots/x4.svg" ] && [ ! -e "$scratch/threads/plots/x3.svg" ] &&
	[ ! -e "$scratch/threads/plots/x3.pdf" ] &&
	grep -q 'The figure is not drawn: this machine has one memory node' "$scratch/threads/report.html" &&
	! grep -q 'gnuplot is missing' "$scratch/threads/report.html"
result $? "one of memory nodes is not drawn where there is one, and the page says so"

# draw ID DATA: one figure alone, as $scratch/drawn/ID.svg.
mkdir "$scratch/drawn"
draw() {
	LC_ALL=C.UTF-8 gnuplot -d \
		-e "data='$2'; out='$scratch/drawn/$1.svg'; note='median of 10 runs, 95 % interval'; ${3-}" \
		"plots/$1.gp" \
		>"$scratch/out" 2>&1 && [ ! -s "$scratch/out" ]
}
# Data that the reference runs lack: more threads, several memory nodes, unknown filters.
awk -F, 'BEGIN { OFS = FS } { print }
	$3 == 2 { for (n = 4; n <= 64; n *= 2) { $3 = n; $7 *= 1.6; $8 *= 1.6; $9 *= 1.6; print } }' \
	"$scratch/threads/results/x1.csv" >"$scratch/x1.csv"
draw x1 "$scratch/x1.csv"
result $? "throughput by many numbers of threads is drawn"
awk -F, 'BEGIN { OFS = FS } { print }
	$2 ~ /^cores-/ { $2 = "cores-1"; print; $5 = ""; sub("-0", "-1", $4); print; $2 = "cores-0"; print }' \
	"$scratch/threads/results/x3.csv" >"$scratch/x3.csv"
draw x3 "$scratch/x3.csv"
result $? "several memory nodes are"
awk -F, 'BEGIN { OFS = FS } { print }
	$2 == "cf" { $2 = "their-own"; $7 += 1; $8 += 1; $9 += 1; print; $2 = "another"; print }' \
	"$scratch/full/results/f5.csv" >"$scratch/f5.csv"
draw f5 "$scratch/f5.csv" "plugins='their-own another'; plugin_titles='\"Their own\" \"Another\"'"
result $? "and so are filters of plug-ins"
awk -F, 'BEGIN { OFS = FS } $5 == "Mops/s" { for (i = 7; i <= 12; i++) $i *= 10 } { print }' \
	"$scratch/hardware/results/h3.csv" >"$scratch/h3.csv"
draw h3 "$scratch/h3.csv"
result $? "and rates of thousands"

needs python3 "what figures look like"
python3 tests/figures.py "$scratch"/*/plots/*.svg "$scratch"/drawn/*.svg >"$scratch/out" 2>"$scratch/err"
result $? "nothing is wrong with any of them"

head -n 1 "$scratch/full/results/f5.csv" >"$scratch/empty.csv"
undrawn=
for script in $(grep -l '^figure = ' plots/*.gp); do
	id=$(basename "$script" .gp)
	draw "$id" "$scratch/empty.csv" || undrawn="$undrawn $id"
done
[ -z "$undrawn" ]
result $? "each script draws a file without a row:$undrawn"

# twist FAULT SED [FIGURE]: in a figure into which it is put, the fault is found.
twist() {
	sed "$2" "$scratch/${3-full/plots/f6}.svg" >"$scratch/twisted.svg"
	! python3 tests/figures.py "$scratch/twisted.svg" >"$scratch/out" && grep -qF -- "$1" "$scratch/out"
	result $? "found: $1"
}
twist "spells a unit otherwise" 's,Mops/s,MOPS,'
twist "no y axis has a label" 's/rotate(270)//'
twist "2 panels are called (a)" 's/(b) positive/(a) positive/'
twist "is cut at the edge of the page" 's/viewBox="0 0 1092/viewBox="0 0 900/'
twist "stands on" 's/>20</>2000000</'
twist "look the same in grey" \
	"s/gpPt[0-9]*' t/gpPt6' t/; s/ stroke-dasharray='[^']*'//; s/rgb( *[0-9]*, *[0-9]*, *[0-9]*)/rgb(99,99,99)/"
twist "intervals of several series stand on one x" \
	"s/d='M[0-9.]*,\([0-9.]*\) L[0-9.]*,\([0-9.]*\) M/d='M300.00,100.00 L300.00,140.00 M/"
twist "has more than 16 letters" 's/CF, branching/CF, that branches/' full/plots/f5
# Scripts that spread what is compared, and put more into a panel.
mkdir "$scratch/loose"
cp -r plots "$scratch/loose"
sed -i 's/0\.03 \* axis/0.16 * axis/' "$scratch/loose/plots/style.gp"
sed -i 's/^most_members = 7$/most_members = 12/' "$scratch/loose/plots/multiples.gp"
sed -i 's/"bf blk-bf/"cf ss-cf qf bf blk-bf/' "$scratch/loose/plots/families.gp"
# loose FAULT ID RUN
loose() {
	(
		cd "$scratch/loose" && LC_ALL=C.UTF-8 gnuplot -d \
			-e "data='../$3/results/$2.csv'; out='$2.svg'" "plots/$2.gp"
	)
	twist "$1" '' "loose/$2"
}
loose "% of the axis apart" f5 full
loose "series in one panel" p3 field
