# SPDX-License-Identifier: MIT
# The heat maps of `cuckoobench tune`: (a) kernel over table size, as a share of the ceiling; (b) kernel over keys a
# call, as a share of the best configuration; (c) huge pages over small ones, if both were tried. A row for each kernel,
# its number in a box; the higher the number, the darker the box.
#
#              15K  240K  15M        16   64  256               rows: words of the list, the first on top
#   cf          12    20   31        15   20   21               columns: the x of the data, side by side
#   cf-avx512   55    70   83        60   71   80
figure = "tune"
panels = 2
height = (!exists("series") || words(series) < 6) ? 4.2 : 2.1 + 0.36 * words(series)
note = "medians over the rounds of each way"
load "plots/style.gp"

sized = present("size", series, "of_ceiling", 1)
called = present("call", series, "of_best", 1)
paged = present("pages", series, "thp_over_4k", 1)

# The columns of a panel: "16 64 256", in ascending order.
found = ""
columns = ""
note_x(x) = (is_number(x) && !find(found, sprintf("%.0f", x), 1) ? (found = found . sprintf("%.0f ", x)) : 0, 0)
above(l, i, after, best) = i > words(l) ? best : above(l, i + 1, after, \
	real(word(l, i)) > after && (best eq "" || real(word(l, i)) < real(best)) ? word(l, i) : best)
ascending(l, after) = above(l, 1, after, "") eq "" ? "" : \
	above(l, 1, after, "") . " " . ascending(l, real(above(l, 1, after, "")))
column_of(x) = find(columns, sprintf("%.0f", x), 1)
shorter(x) = x < 1e4 ? sprintf("%g", x) : x < 1e6 ? sprintf("%.0fK", x / 1e3) : sprintf("%.0fM", x / 1e6)

# A block of one row a box: series number, x, value.
pick_boxes = "set datafile columnheaders; set table $boxes separator comma; \
	plot data using (find(list, strcol('series'), 1)):(column('x')):(column('median')) with table \
		if (strcol('panel') eq panel && strcol('metric') eq metric && find(list, strcol('series'), 1)); \
	unset table; unset datafile columnheaders; set print $boxes append; print 'NaN,NaN,NaN'; unset print; \
	found = ''; set table $scratch; plot $boxes using (note_x($2)) with table; unset table; \
	columns = ascending(found, 0)"
place(left, right, top, bottom) = sprintf("set lmargin at screen %g; set rmargin at screen %g; \
	set tmargin at screen %g; set bmargin at screen %g", left, right, top, bottom)
axes(list) = sprintf("set yrange [%g:0.4]; set xrange [0.5:%g]", words(list) + 0.6, \
	words(columns) > 0 ? words(columns) + 0.5 : 1.5)
labels(list, i) = i > words(list) ? "" : sprintf("%s'%s' %d", i > 1 ? ", " : "", word(list, i), i) . labels(list, i + 1)
heads(i) = i > words(columns) ? "" : sprintf("%s'%s' %d", i > 1 ? ", " : "", shorter(real(word(columns, i))), i) . \
	heads(i + 1)

set palette defined (0 "#f7fbff", 0.35 "#9ecae1", 0.7 "#3182bd", 1 "#08306b")
unset colorbox
unset key
unset grid
set border 0
set tics scale 0
set ytics nomirror noenhanced
draw = "plot NaN notitle, $boxes using (column_of($2)):1:(0.48):(0.48):(shade($3)) \
	with boxxyerror fillstyle solid noborder linecolor palette notitle, \
	$boxes using (column_of($2)):1:(said($3)):(shade($3) > 0.55 ? 0xffffff : 0x1a1a1a) \
	with labels font small textcolor rgb variable notitle"

set multiplot
# (a)
panel = "size"; metric = "of_ceiling"; list = sized
eval words(list) ? pick_boxes : "columns = ''"
eval place(0.2, 0.5, 0.94, 0.09)
eval axes(list)
eval sprintf("set ytics (%s)", labels(list, 1))
eval sprintf("set xtics (%s)", heads(1))
set cbrange [0:1]
shade(v) = v > 1 ? 1 : v
said(v) = is_number(v) ? sprintf("%.0f", 100 * v) : ""
set xlabel "keys"
eval heading("(a) % of the ceiling, one thread")
eval blank(list, 1, 0)
eval words(list) ? draw : "plot NaN notitle"
unset label 9999
# (b)
panel = "call"; metric = "of_best"; list = called
eval words(list) ? pick_boxes : "columns = ''"
eval place(0.7, 0.985, 0.94, words(paged) ? 0.56 : 0.09)
eval axes(list)
eval sprintf("set ytics (%s)", labels(list, 1))
eval sprintf("set xtics (%s)", heads(1))
set xlabel "keys a call"
eval heading("(b) % of the best, all threads")
eval blank(list, 1, 0)
eval words(list) ? draw : "plot NaN notitle"
# (c)
if (words(paged)) {
	panel = "pages"; metric = "thp_over_4k"; list = paged
	eval pick_boxes
	eval place(0.7, 0.985, 0.45, 0.09)
	eval axes(list)
	eval sprintf("set ytics (%s)", labels(list, 1))
	eval sprintf("set xtics (%s)", heads(1))
	shade(v) = v < 1 ? 0 : v > 2 ? 1 : v - 1
	said(v) = is_number(v) ? sprintf("%.2f", v) : ""
	set xlabel "keys"
	eval heading("(c) 2 MiB pages over 4 KiB")
	unset label 9997
	eval draw
}
unset multiplot
unset output
