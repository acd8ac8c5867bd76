# SPDX-License-Identifier: MIT
#
# throughput.gp - one panel of Figures 5 to 8 (and the login article's 3), for scripts that have loaded style.gp:
#
#   call "plots/throughput.gp" "a" "lookup" "ribbons"        panel, metric; "ribbons" or "bars" for the intervals
#
# The medians of all filters of `series`, the first on top, and `keyed` (names) as the key. Bars are for a few points
# whose joining line is but a guide, ribbons for a curve.
#
# Ceilings: the rate at which the machine reads, or changes, one (or two) random lines of memory an operation, where the data have
# it as the series ceiling-1 (ceiling-2), or ceiling-1-update (ceiling-2-update). One far above all filters would flatten them, so it is
# named at the upper edge instead of drawn.

ceiling(name) = "ceiling, " . (name[9:9] eq "1" ? "1 line" : "2 lines") . (strlen(name) > 9 ? " changed" : "")
call "plots/pick.gp" "$filters" ARG1 (without("ceiling-", series, 1)) ARG2
shown = picked
highest = top
# How far the curves of a run reach that is shown beside this one.
if (exists("reach_" . ARG1)) { highest = value("reach_" . ARG1) > top ? value("reach_" . ARG1) : top }
roof = 0
beyond = ""
unset arrow
unset label 9995
unset label 9996
do for [kind in present(ARG1, beginning("ceiling-", names, 1), ARG2, 1)] {
	call "plots/pick.gp" "$ceiling" ARG1 kind ARG2
	if (shown eq "" || peak <= 1.6 * highest) {
		roof = peak > roof ? peak : roof
		set arrow from graph 0, first peak to graph 1, first peak nohead back linestyle 31
		set label kind[9:9] eq "1" ? 9995 : 9996 ceiling(kind) at graph 1, first peak right offset 0, 0.45 \
			font small textcolor rgb grey
	} else {
		beyond = beyond . (beyond eq "" ? "↑ " : ", ") . sprintf("%s: %.3g", ceiling(kind), peak)
	}
}
set label 9994 beyond at graph 1, graph 1 right offset 0, -0.5 font small textcolor rgb grey
# Room for that name, above the curves and the ceilings drawn.
above(low, line) = low > line ? low : line
headroom = beyond ne "" ? above(1.1 * highest, 1.2 * roof) : above(1.05 * roof, exists("reach_" . ARG1) ? 1.05 * highest : 0)
set yrange [0:headroom < *]
eval blank(shown, 0, 1)

# The first filter comes last, on top. Dashes would make short error bars unreadable.
count = words(shown)
style_at(i) = line(word(shown, i))
if (ARG3 eq "bars") {
	plot NaN notitle, \
		for [i=count:1:-1] $filters index nth(i) using ($3 == $3 ? $1 : NaN):2:3:4 with yerrorbars \
			linestyle style_at(i) linewidth 1 dashtype solid pointtype -1 notitle, \
		for [i=count:1:-1] $filters index nth(i) using 1:2 with linespoints linestyle style_at(i) \
			pointinterval -1 notitle, \
		for [name in keyed] keyentry with linespoints linestyle line(name) pointinterval -1 \
			title label(name) noenhanced
} else {
	plot NaN notitle, \
		for [i=count:1:-1] $filters index nth(i) using 1:3:4 with filledcurves linestyle style_at(i) notitle, \
		for [i=count:1:-1] $filters index nth(i) using 1:2 with linespoints linestyle style_at(i) \
			pointnumber -8 notitle, \
		for [name in keyed] keyentry with linespoints linestyle line(name) pointinterval -1 \
			title label(name) noenhanced
}
