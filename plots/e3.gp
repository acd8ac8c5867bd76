# SPDX-License-Identifier: MIT
# Equation (3), above: the expected number of groups of 2b+1 items with the same two buckets (lines), and the groups
# observed in builds (marks). Dashed: the same expectation where value 1 has the weight of two, for 0 marks an empty
# entry. Of the 2^f values of equal weight 2^f - 2 keep theirs, and one has twice as much:
#
#     E' = E (2^f - 2 + 2^(2b+1)) / 2^f
#
# Below: the share of builds that failed. All are means of all builds.
figure = "e3"
panels = 2
height = 4.8
load "plots/style.gp"

# Room for the marks of none, below the lowest value drawn.
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
weighed(f, b) = (2**f - 2 + 2**(2 * b + 1)) / 2.0**f
slots(p) = p eq "a" ? 2 : 4
number(l, i) = find(keyed, word(l, i), 1)
axis = 16

set multiplot layout 2,2 spacing screen 0.095, screen 3.6 * row \
	margins screen 0.075, screen 0.98, screen below(2.9), screen 1 - 4.0 * row
set key at screen 0.53, screen 0.99 center top vertical maxrows 2
set logscale y
powers = int(ceil(log10(most)))
set ytics ("none" none)
do for [power in "-3 -2 -1 0 1 2 3 4 5 6 7 8 9"] {
	if (powers < 4 || int(power) % 2 == 0) { set ytics add (sprintf("10^{%s}", power) 10.0**int(power)) }
}
set xrange [0:16.5]
set yrange [none / 2.5:3 * most]
do for [panel in "a b"] {
	eval pick("$groups", panel, keyed, "observed_groups")
	groups = picked
	eval pick("$expected", panel, keyed, "expected")
	expected = picked
	set ylabel (panel eq "a" ? "groups in a table" : "")
	eval heading(panel eq "a" ? "(a) groups, bucket size b = 2" : "(b) groups, bucket size b = 4")
	eval blank(expected . groups, none / 2.5, 1)
	plot NaN notitle, \
		for [i=1:words(expected)] $expected index nth(i) using 1:($5 >= 0.7 * none ? $5 : NaN) with lines \
			linestyle step(number(expected, i)) dashtype solid linewidth 1.1 notitle, \
		for [i=1:words(expected)] $expected index nth(i) \
			using 1:($5 * weighed($1, slots(panel)) >= 0.7 * none ? $5 * weighed($1, slots(panel)) : NaN) \
			with lines linestyle step(number(expected, i)) dashtype (3,3) linewidth 1.1 notitle, \
		for [i=1:words(groups)] $groups index nth(i) \
			using ($1 + aside(i, words(groups), axis)):($5 > 0 ? $5 : none) with points \
			linestyle step(number(groups, i)) notitle, \
		for [name in keyed] keyentry with points linestyle step(find(keyed, name, 1)) title power(name), \
		for [k in kinds] keyentry with lines linestyle 31 title "eq. (3)", \
		for [k in kinds] keyentry with lines linestyle 30 dashtype (3,3) title "with value 1 twice"
	set key off
	unset label 9999
}
unset logscale y
set ytics autofreq
set yrange [0:105]
set xlabel "f: fingerprint size in bits"
do for [panel in "a b"] {
	eval pick("$failed", panel, keyed, "failure")
	failed = picked
	set ylabel (panel eq "a" ? "builds that failed (%)" : "")
	eval heading(panel eq "a" ? "(c) failed builds, b = 2" : "(d) failed builds, b = 4")
	eval blank(failed, 0, 105)
	plot NaN notitle, \
		for [i=1:words(failed)] $failed index nth(i) using ($1 + aside(i, words(failed), axis)):(100 * $5) \
			with linespoints linestyle step(number(failed, i)) pointinterval -1 notitle
}
unset multiplot
unset output
