# SPDX-License-Identifier: MIT
#
# throughput.gp - one panel of Figures 5 to 8 (and the login article's 3), for scripts that have loaded style.gp:
#
#   call "plots/throughput.gp" "a" "lookup" "curve"        panel, metric; "curve" or "groups"
#   call "plots/throughput.gp" "a" "lookup"                only the ceilings, for a script that has picked its curves
#
# The medians of all filters of `series`, the first on top, and `keyed` (names) as the key. Groups are for a few points,
# where the line between them is only a guide: at each x the filters stand beside each other, on an axis of the length
# `axis`. A curve has its marks and intervals at some of its points, each filter at others. A row is drawn at(x), unless
# it has fewer than half the runs of others: the last slice of a table that filled early is no point of the curve.
#
# A ceiling is the limit of the curves: the rate at which the machine reads, or changes, one or two random lines of
# memory an operation. It does not depend on x: the series "ceiling-1", "ceiling-2", "ceiling-1-update" ... of that
# metric. A ceiling far above all curves, whose highest value is `highest`, would flatten them. Its name then appears at
# the upper edge, and it is not drawn. `roof` is the highest ceiling drawn, or 0.

if (ARGC > 2) {
	most_runs = 0
	fewest = 0
	eval pick("$filters", ARG1, without("ceiling-", series, 1), ARG2)
	set table $scratch
	plot $filters using (most_runs = $8 > most_runs ? $8 : most_runs) with table
	unset table
	fewest = 0.5 * most_runs
	eval pick("$filters", ARG1, without("ceiling-", series, 1), ARG2)
	fewest = 0
	shown = picked
	points_shown = points_picked
	highest = larger(top, common)
	# The reach of the curves of a run with which this one is compared.
	if (exists("reach_" . ARG1)) { highest = value("reach_" . ARG1) > top ? value("reach_" . ARG1) : top }
}

ceiling(name) = "ceiling, " . (name[9:9] eq "1" ? "1 line" : "2 lines") . (strlen(name) > 9 ? " changed" : "")
whole(v) = v < 1000 ? sprintf("%.3g", v) : sprintf("%.0f", v)
beyond(text, name, values) = text . (text eq "" ? "↑ " : ", ") . name . ": " . values
roof = 0
beyond_text = ""
unset arrow
unset label 9995
unset label 9996
do for [kind in present(ARG1, beginning("ceiling-", names, 1), ARG2, 1)] {
	eval pick("$roof", ARG1, kind, ARG2)
	if (highest == 0 || peak <= 1.6 * highest) {
		# Of two ceilings close to each other, the lower one has its name below. Those that no eye could tell
		# apart have theirs together.
		one_line = roof > 0 && abs(peak - roof) < 0.01 * roof
		under = roof > 0 && peak < roof
		if (roof > 0 && !under && !one_line) { set label 9995 offset 0, -0.5 }
		set arrow from graph 0, first peak to graph 1, first peak nohead back linestyle 31
		if (one_line) {
			set label 9995 ceiling(drawn_kind) . " and " . ceiling(kind)[10:*]
		} else {
			set label kind[9:9] eq "1" ? 9995 : 9996 ceiling(kind) at graph 1, first peak right \
				offset 0, (under ? -0.5 : 0.45) font small textcolor rgb grey
		}
		roof = larger(peak, roof)
		drawn_kind = kind
	} else {
		beyond_text = beyond(beyond_text, ceiling(kind), whole(peak))
	}
}
set label 9994 beyond_text at graph 1, graph 1 right offset 0, -0.5 font small textcolor rgb grey

if (ARGC < 3) { exit }

# Room for the names of ceilings, above the curves and the ceilings drawn.
above(low, line) = low > line ? low : line
headroom = larger(1.05 * common, \
	beyond_text ne "" ? above(1.1 * highest, 1.35 * roof) : above(1.05 * roof, exists("reach_" . ARG1) ? \
		1.05 * highest : 0))
set yrange [0:headroom < *] # a ceiling that is drawn fits
eval blank(shown, 0, 1)

# The first filter is drawn last, on top. Dashes would make short error bars unreadable.
count = words(shown)
place(x, i) = at(x) + aside(i, count, axis)
style_at(i) = line(word(shown, i))
grouped = ARG3 eq "groups"
marked_at(row, i) = grouped || marks(row, i, count, points_shown)
plot NaN notitle, \
	for [i=count:1:-1] $filters index nth(i) using ($3 == $3 && marked_at($0, i) ? place($1, i) : NaN):2:3:4 \
		with yerrorbars linestyle style_at(i) linewidth 1 dashtype solid pointtype -1 notitle, \
	for [i=count:1:-1] $filters index nth(i) using (place($1, i)):2 with lines linestyle style_at(i) notitle, \
	for [i=count:1:-1] $filters index nth(i) using (marked_at($0, i) ? place($1, i) : NaN):2 \
		with points linestyle style_at(i) pointinterval -1 notitle, \
	for [name in keyed] keyentry with linespoints linestyle line(name) pointinterval -1 \
		title label(name) noenhanced
