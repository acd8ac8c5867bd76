# SPDX-License-Identifier: MIT
# Figure 2: load factor reached against fingerprint size, for tables of several sizes; (a) b = 4, (b) b = 8. A point is
# the minimum of its runs, as in the paper. The dashed line is the load of two independent hash functions. The key names
# the sizes that were built with insertions in flight. A run of one bucket size has one panel.
figure = "f2"
shown = ""
do for [panel in "a b"] {
	call "plots/peek.gp" panel
	if (there) { shown = shown . panel . " " }
}
if (shown eq "") { shown = "a b" }
panels = words(shown)
load "plots/style.gp"

sizes = table_sizes(0)
keyed = either(sizes, present("a", sizes, "load", 1), present("b", sizes, "load", 1), 1)
flown = either(sizes, present("a", sizes, "interleaved", 1), present("b", sizes, "interleaved", 1), 1)
label(name) = power(name) . (find(flown, name, 1) ? ", interleaved (L3)" : "")
eval panels > 1 ? double(key_rows(keyed)) : single(words(keyed))
set xlabel "f: fingerprint size in bits"
set ylabel "α: load factor (%)"
set xrange [0:20.5]
set xtics 5
set yrange [0:102]
set ytics 20
do for [panel in shown] {
	# of two independent hashes the largest table, which fills least
	controls = present(panel, beginning("cf-2hash", series, 1), "load", 1)
	eval pick("$optimum", panel, word(controls, words(controls)), "load")
	two_hashes = words(picked)
	eval pick("$sizes", panel, keyed, "load")
	bucket = panel eq "a" ? "bucket size b = 4" : "bucket size b = 8"
	# A key of one column stands where a heading would.
	if (panels > 1) { eval heading("(" . panel . ") " . bucket) } else {
		set label 9998 bucket at graph 0.98, graph 0.06 right textcolor rgb ink }
	eval blank(picked, 0, 100)
	plot NaN notitle, \
		for [i=1:words(picked)] $sizes index i-1 using 1:(100 * $6) with linespoints \
			linestyle step(find(keyed, word(picked, i), 1)) linewidth 1 pointinterval -1 notitle, \
		for [i=1:two_hashes] $optimum using (0):(100 * $6):(20.5):(0) \
			with vectors nohead linestyle 30 notitle, \
		for [i=1:two_hashes] $optimum using (20.3):(100 * $6):("two independent hashes") with labels right \
			offset 0, -1.1 font small textcolor rgb grey notitle, \
		for [i=1:words(keyed)] keyentry with linespoints linestyle step(i) linewidth 1 pointinterval -1 \
			title label(word(keyed, i))
	set key off
	unset label 9999
}
if (panels > 1) { unset multiplot }
unset output
