# SPDX-License-Identifier: MIT
#
# ceilings.gp - the limit of the curves in a panel, for scripts that have loaded style.gp and picked their curves:
#
#   call "plots/ceilings.gp" "a" "lookup"        panel, metric
#
# The rate at which the machine reads, or changes, one or two random lines of memory an operation. It does not depend on
# x: the series "ceiling-1", "ceiling-2", "ceiling-1-update" ... of that metric. Or it is measured together with each
# filter for each x: the metric "ceiling" of the series that `roof_of` names. A ceiling far above all curves, whose
# highest value is `highest`, would flatten them. Its name then appears at the upper edge, and it is not drawn. `roof`
# is the highest ceiling drawn, or 0. `roof_curve` is 1 if $roof is a curve to plot.

ceiling(name) = "ceiling, " . (name[9:9] eq "1" ? "1 line" : "2 lines") . (strlen(name) > 9 ? " changed" : "")
whole(v) = v < 1000 ? sprintf("%.3g", v) : sprintf("%.0f", v)
beyond(text, name, values) = text . (text eq "" ? "↑ " : ", ") . name . ": " . values
roof = 0
roof_curve = 0
beyond_text = ""
unset arrow
unset label 9995
unset label 9996
do for [kind in present(ARG1, beginning("ceiling-", names, 1), ARG2, 1)] {
	call "plots/pick.gp" "$roof" ARG1 kind ARG2
	if (highest == 0 || peak <= 1.6 * highest) {
		# Of two ceilings close to each other, the lower one has its name below.
		under = roof > 0 && peak < roof
		if (roof > 0 && !under) { set label 9995 offset 0, -0.5 }
		roof = larger(peak, roof)
		set arrow from graph 0, first peak to graph 1, first peak nohead back linestyle 31
		set label kind[9:9] eq "1" ? 9995 : 9996 ceiling(kind) at graph 1, first peak right \
			offset 0, (under ? -0.5 : 0.45) font small textcolor rgb grey
	} else {
		beyond_text = beyond(beyond_text, ceiling(kind), whole(peak))
	}
}
if (exists("roof_of") && has(ARG1, roof_of, "ceiling")) {
	call "plots/pick.gp" "$roof" ARG1 roof_of "ceiling"
	least = peak
	set table $scratch
	plot $roof using (least = $2 < least ? $2 : least) with table
	unset table
	if (highest == 0 || peak <= 1.6 * highest) {
		roof = peak
		roof_curve = 1
		set label 9995 "ceiling" at graph 1, first peak right offset 0, 0.45 font small textcolor rgb grey
	} else {
		beyond_text = beyond(beyond_text, "ceiling", \
			whole(least) . (whole(least) eq whole(peak) ? "" : " to " . whole(peak)))
	}
}
# gnuplot looks into the block of a loop over nothing, and what it finds may widen the axis.
if (!roof_curve) {
	undefine $roof
	set print $roof
	print "NaN,NaN"
	unset print
}
set label 9994 beyond_text at graph 1, graph 1 right offset 0, -0.5 font small textcolor rgb grey
