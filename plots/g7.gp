# SPDX-License-Identifier: MIT
# G7: bits per item, a value of 8 bits included, against the share of absent keys that return a value. Dashed: what any
# filter needs, built once and with deletions. A point is the mean of its runs.
figure = "g7"
load "plots/style.gp"

shown = present("", without("bound", series, 1), "bits_with_value", 1)
eval pick("$real", "", shown, "bits_with_value")
real = picked
eval pick("$bounds", "", "bound bound-deleting", "bits_with_value")
bounds = picked
said(name) = name eq "bound" ? "bound, built once" : "bound, with deletions"
eval single((words(real) + words(bounds) + 1) / 2)
set xlabel "absent keys that return a value (%)"
set ylabel "bits per item, with a value of 8"
set logscale x
set xrange [1e-5:0.1]
set xtics ("0.001" 1e-5, "0.01" 1e-4, "0.1" 1e-3, "1" 1e-2, "10" 1e-1)
set mxtics 10
set yrange [8:32 < *]
eval blank(real, 8, 32)
plot NaN notitle, \
	for [i=1:words(bounds)] $bounds index nth(i) using 1:2 with lines linestyle 30 dashtype i notitle, \
	for [i=1:words(real)] $real index nth(i) using 1:2 with linespoints linestyle line(word(real, i)) \
		pointinterval -1 notitle, \
	for [name in real] keyentry with linespoints linestyle line(name) pointinterval -1 \
		title label(name) noenhanced, \
	for [i=1:words(bounds)] keyentry with lines linestyle 30 dashtype i title said(word(bounds, i)) noenhanced
unset output
