# SPDX-License-Identifier: MIT
# Share of the stored keys reported absent, against how many keys that were never stored have been deleted.
figure = "g3"
load "plots/style.gp"

eval pick("$lost", "", series, "false_negatives")
eval single(key_rows(picked))
set xlabel "absent keys deleted, per key stored"
set ylabel "false negatives (%)"
set xrange [0.2:2.3]
set xtics 0.5
# Some filters lose nothing: their marks stand on the axis, whole.
set yrange [-4 * peak:100 * 1.1 * peak < *]
set arrow from graph 0, first 0 to graph 1, first 0 nohead back linestyle 31
eval blank(picked, 0, 1)
count = words(picked)
place(x, i) = x + aside(i, count, 2.1)
plot NaN notitle, \
	for [i=words(picked):1:-1] $lost index nth(i) using (place($1, i)):(100 * $5) with linespoints \
		linestyle line(word(picked, i)) pointinterval -1 notitle, \
	for [name in picked] keyentry with linespoints linestyle line(name) pointinterval -1 \
		title label(name) noenhanced
unset output
