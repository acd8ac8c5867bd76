# SPDX-License-Identifier: MIT
# Share of the stored keys reported absent, against how many keys that were never stored have been deleted.
figure = "g3"
load "plots/style.gp"

call "plots/pick.gp" "$lost" "" series "false_negatives"
eval single(key_rows(picked))
set xlabel "absent keys deleted, per key stored"
set ylabel "false negatives (%)"
set xrange [0:2.1]
set xtics 0.5
set yrange [0:100 * 1.1 * peak < *]
eval blank(picked, 0, 1)
plot NaN notitle, \
	for [i=words(picked):1:-1] $lost index nth(i) using 1:(100 * $5) with linespoints \
		linestyle line(word(picked, i)) pointinterval -1 notitle, \
	for [name in picked] keyentry with linespoints linestyle line(name) pointinterval -1 \
		title label(name) noenhanced
unset output
