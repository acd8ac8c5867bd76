# SPDX-License-Identifier: MIT
# Equation (3): the expected number of groups of 2b+1 items with the same two buckets, and the groups observed in builds
# (filled marks). Hollow marks: the share of builds that failed. All are means of all builds. A cross at the bottom:
# none in any build.
figure = "e3"
panels = 2
height = 3.2
load "plots/style.gp"

# Room for the crosses below the lowest value drawn.
floor = 1e-3
none = floor / 4
sizes = table_sizes(0)
any(p) = present(p, sizes, "expected", 1) . present(p, sizes, "observed_groups", 1) . present(p, sizes, "failure", 1)
keyed = either(sizes, any("a"), any("b"), 1)
most = 1
do for [metric in "expected observed_groups"] {
	call "plots/common.gp" "a b" keyed metric
	most = larger(most, common)
}
kinds = words(keyed) ? "x" : ""
label(name) = name eq "kinds" ? "share of builds failed" : name
keys = keyed . " kinds kinds kinds kinds"
eval double(words(keyed) ? key_rows(keys) : 1)
set xlabel "f: fingerprint size in bits"
set ylabel "groups, or share of builds"
set logscale y
powers = int(ceil(log10(most)))
set ytics ("none" none)
do for [power in "-3 -2 -1 0 1 2 3 4 5 6 7 8 9"] {
	if (powers < 4 || int(power) % 2 == 0) { set ytics add (sprintf("10^{%s}", power) 10.0**int(power)) }
}
set xrange [0:8 < *]
set yrange [none / 2.5:3 * most]
do for [panel in "a b"] {
	eval pick("$failed", panel, keyed, "failure")
	failed = picked
	eval pick("$groups", panel, keyed, "observed_groups")
	groups = picked
	eval pick("$expected", panel, keyed, "expected")
	expected = picked
	eval heading(panel eq "a" ? "(a) bucket size b = 2" : "(b) bucket size b = 4")
	eval blank(expected . groups . failed, none / 2.5, 1)
	number(l, i) = find(keyed, word(l, i), 1)
	plot NaN notitle, \
		for [i=1:words(expected)] $expected index i-1 using 1:($5 >= 0.7 * none ? $5 : NaN) with lines \
			linestyle step(number(expected, i)) notitle, \
		for [i=1:words(groups)] $groups index i-1 using 1:($5 > 0 ? $5 : NaN) with points \
			linestyle step(number(groups, i)) pointtype filled(number(groups, i)) notitle, \
		for [i=1:words(groups)] $groups index i-1 using 1:($5 == 0 ? none : NaN) with points \
			pointtype 2 pointsize 0.6 * dot linecolor rgb grey notitle, \
		for [i=1:words(failed)] $failed index i-1 using 1:($5 > 0 ? $5 : NaN) with points \
			linestyle step(number(failed, i)) pointtype hollow(number(failed, i)) linewidth 1.2 notitle, \
		for [name in keyed] keyentry with linespoints linestyle step(find(keyed, name, 1)) \
			pointtype filled(find(keyed, name, 1)) pointinterval -1 title power(name), \
		for [k in kinds] keyentry with lines linestyle 31 title "expected groups, eq. (3)", \
		for [k in kinds] keyentry with points pointtype 7 linecolor rgb grey title "groups observed", \
		for [k in kinds] keyentry with points pointtype 2 pointsize 0.6 * dot linecolor rgb grey \
			title "no group observed", \
		for [k in kinds] keyentry with points pointtype 6 linecolor rgb grey title "share of builds failed"
	set key off
	unset label 9999
}
unset multiplot
unset output
