# SPDX-License-Identifier: MIT
# P2: bits per item over the lower bound, against the measured false positive rate; (a) filters without deletions, (b)
# with them. The line at 1 is the bound. A point is a setting: the mean of its runs.
figure = "p2"
panels = 2
height = 3.9
load "plots/style.gp"

keyed = unique(present("a", series, "over_bound", 1) . present("b", series, "over_bound", 1), 1)
eval double(key_rows(keyed))
set xlabel "ε: false positive rate (%)"
set ylabel "bits per item over the bound"
set logscale x
set xrange [0.1:3e-5]
set xtics ("10" 0.1, "1" 1e-2, "0.1" 1e-3, "0.01" 1e-4)
set yrange [0.95:2 < *]
set ytics 0.2
do for [panel in "a b"] {
	eval pick("$over", panel, series, "over_bound")
	eval heading(panel eq "a" ? "(a) without deletions, over log_2(1/ε)" : "(b) with deletions, over H(ε)/ε")
	eval blank(picked, 1, 1.6)
	plot 1 with lines linestyle 31 notitle, \
		for [i=1:words(picked)] $over index i-1 using 1:2 with linespoints linestyle line(word(picked, i)) \
			pointinterval -1 notitle, \
		for [name in keyed] keyentry with linespoints linestyle line(name) pointinterval -1 \
			title label(name) noenhanced
	keyed = ""
	set ylabel ""
	unset label 9999
}
unset multiplot
unset output
