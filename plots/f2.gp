# SPDX-License-Identifier: MIT
# Figure 2: load factor reached against fingerprint size, for tables of several sizes; (a) b = 4, (b) b = 8. A point is
# the minimum of its runs, as in the paper. The dashed line is the load of two independent hash functions. The note
# names the sizes that were built with insertions in flight.
figure = "f2"
panels = 2
load "plots/style.gp"

sizes = table_sizes(0)
keyed = either(sizes, present("a", sizes, "load", 1), present("b", sizes, "load", 1), 1)
flown = either(sizes, present("a", sizes, "interleaved", 1), present("b", sizes, "interleaved", 1), 1)
if (words(flown)) set label 9999 note . "; " . \
	(words(flown) > 1 ? word(flown, 1) . " and more" : word(flown, 1)) . ": insertions interleaved (L3)"
eval double(key_rows(keyed))
set xlabel "f: fingerprint size in bits"
set ylabel "α: load factor (%)"
set xrange [0:20.5]
set xtics 5
set yrange [0:102]
set ytics 20
do for [panel in "a b"] {
	# of two independent hashes the largest table, which fills least
	controls = present(panel, beginning("cf-2hash", series, 1), "load", 1)
	eval pick("$optimum", panel, word(controls, words(controls)), "load")
	two_hashes = words(picked)
	eval pick("$sizes", panel, keyed, "load")
	eval heading(panel eq "a" ? "(a) bucket size b = 4" : "(b) bucket size b = 8")
	eval blank(picked, 0, 100)
	plot NaN notitle, \
		for [i=1:words(picked)] $sizes index i-1 using 1:(100 * $6) with linespoints \
			linestyle step(find(keyed, word(picked, i), 1)) linewidth 1 pointinterval -1 notitle, \
		for [i=1:two_hashes] $optimum using (0):(100 * $6):(20.5):(0) \
			with vectors nohead linestyle 30 notitle, \
		for [i=1:two_hashes] $optimum using (20.3):(100 * $6):("two independent hashes") with labels right \
			offset 0, -1.1 font small textcolor rgb grey notitle, \
		for [i=1:words(keyed)] keyentry with linespoints linestyle step(i) linewidth 1 pointinterval -1 \
			title power(word(keyed, i))
	set key off
	unset label 9999
}
unset multiplot
unset output
