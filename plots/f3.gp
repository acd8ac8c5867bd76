# SPDX-License-Identifier: MIT
# Figure 3: bits per item against the measured false positive rate, for three bucket sizes; along a line f varies.
# A point is the mean of its runs, as in the paper. Where filters were measured that are built once, (b) has them, on
# the same axes and over the lines of (a).
figure = "f3"
call "plots/peek.gp" "b"
panels = 1 + there
if (there) { height = 3.2 }
load "plots/style.gp"

keyed = present("", beginning("b=", names, 1), "bits_per_item", 1)
eval pick("$sizes", "", keyed, "bits_per_item")
eval pick("$once", "b", series, "bits_per_item")
once = picked
eval there ? double(1) : single(key_rows(keyed))
set xlabel "ε: false positive rate (%)"
set ylabel "bits per item to achieve ε"
set logscale x
set xrange [*:*] noextend
if (keyed eq "") { set xrange [1e-3:10] }
if (there) { set xrange [7e-4:14] }
set format x "%g"
set mxtics 10
set yrange [* < 8:24 < *]
if (there) { set yrange [3:25] }
set offsets graph 0.02, graph 0.02, 0, 0
if (there) {
	set key at screen 0.29, screen 0.99
	eval heading("(a) cuckoo filters, by bucket size")
}
eval blank(keyed, 8, 24)
plot NaN notitle, \
	for [i=1:words(keyed)] $sizes index i-1 using (100 * $1):5 with linespoints linestyle step(i) \
		pointinterval -1 notitle, \
	for [i=1:words(keyed)] keyentry with linespoints linestyle step(i) pointinterval -1 title power(word(keyed, i))
if (there) {
	unset label 9999
	set ylabel ""
	set key at screen 0.78, screen 0.99
	eval heading("(b) filters built once, and in grey those of (a)")
	eval blank(once, 3, 25)
	plot NaN notitle, \
		for [i=1:words(keyed)] $sizes index nth(i) using (100 * $1):5 with lines linestyle 31 notitle, \
		for [i=1:words(once)] $once index nth(i) using (100 * $1):5 with linespoints \
			linestyle line(word(once, i)) pointinterval -1 notitle, \
		for [name in once] keyentry with linespoints linestyle line(name) pointinterval -1 \
			title label(name) noenhanced
	unset multiplot
}
unset output
