# SPDX-License-Identifier: MIT
# Equation (3): expected number of groups of 2b+1 items with the same two buckets, against what builds met: such groups
# (filled marks), and the share of builds that failed (hollow marks); means of all builds. A cross on the lower edge:
# none in any build.
figure = "e3"
panels = 2
load "plots/style.gp"

floor = 1e-3
sizes = table_sizes(0)
any(p) = present(p, sizes, "expected", 1) . present(p, sizes, "observed_groups", 1) . present(p, sizes, "failure", 1)
keyed = either(sizes, any("a"), any("b"), 1)
eval double(key_rows(keyed))
set xlabel "f: fingerprint size in bits"
set ylabel "groups, or share of builds"
set logscale y
set format y "10^{%L}"
set xrange [0:8 < *]
set yrange [floor:*]
do for [panel in "a b"] {
	call "plots/pick.gp" "$failed" panel keyed "failure"
	failed = picked
	call "plots/pick.gp" "$groups" panel keyed "observed_groups"
	groups = picked
	call "plots/pick.gp" "$expected" panel keyed "expected"
	expected = picked
	eval heading(panel eq "a" ? "(a) bucket size b = 2" : "(b) bucket size b = 4")
	eval blank(expected . groups . failed, floor, 1)
	number(l, i) = find(keyed, word(l, i), 1)
	# The sizes stand above both panels; the kinds in the corner of (b) that the falling curves leave free.
	# An entry without a title takes no room.
	sizes = panel eq "a" ? keyed : ""
	kinds = panel eq "b" ? "b" : ""
	kind(text) = panel eq "b" ? text : ""
	plot NaN notitle, \
		for [i=1:words(expected)] $expected index i-1 using 1:5 with lines \
			linestyle step(number(expected, i)) notitle, \
		for [i=1:words(groups)] $groups index i-1 using 1:($5 > 0 ? $5 : NaN) with points \
			linestyle step(number(groups, i)) pointtype filled(number(groups, i)) notitle, \
		for [i=1:words(groups)] $groups index i-1 using 1:($5 == 0 ? floor : NaN) with points \
			pointtype 2 pointsize 0.6 * dot linecolor rgb grey notitle, \
		for [i=1:words(failed)] $failed index i-1 using 1:($5 > 0 ? $5 : NaN) with points \
			linestyle step(number(failed, i)) pointtype hollow(number(failed, i)) linewidth 1.2 notitle, \
		for [name in sizes] keyentry with linespoints linestyle step(find(keyed, name, 1)) \
			pointtype filled(find(keyed, name, 1)) pointinterval -1 title power(name), \
		for [k in kinds] keyentry with lines linestyle 31 title kind("expected groups, eq. (3)"), \
		for [k in kinds] keyentry with points pointtype 7 linecolor rgb grey \
			title kind("groups observed"), \
		for [k in kinds] keyentry with points pointtype 2 pointsize 0.6 * dot linecolor rgb grey \
			title kind("no group observed"), \
		for [k in kinds] keyentry with points pointtype 6 linecolor rgb grey \
			title kind("share of builds failed")
	set key at graph 0.99, graph 0.99 right top vertical maxrows 4 font small
	unset label 9999
}
unset multiplot
unset output
