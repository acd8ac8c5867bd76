# SPDX-License-Identifier: MIT
# Figure 3: bits per item against the measured false positive rate, for three bucket sizes; along a line f varies.
# A point is the mean of its runs, as in the paper.
figure = "f3"
load "plots/style.gp"

keyed = present("", beginning("b=", names, 1), "bits_per_item", 1)
eval pick("$sizes", "", keyed, "bits_per_item")
eval single(key_rows(keyed))
set xlabel "ε: false positive rate (%)"
set ylabel "bits per item to achieve ε"
set logscale x
set xrange [*:*] noextend
if (keyed eq "") { set xrange [1e-3:10] }
set format x "%g"
set mxtics 10
set yrange [* < 8:24 < *]
set offsets graph 0.02, graph 0.02, 0, 0
eval blank(keyed, 8, 24)
plot NaN notitle, \
	for [i=1:words(keyed)] $sizes index i-1 using (100 * $1):5 with linespoints linestyle step(i) \
		pointinterval -1 notitle, \
	for [i=1:words(keyed)] keyentry with linespoints linestyle step(i) pointinterval -1 title power(word(keyed, i))
unset output
