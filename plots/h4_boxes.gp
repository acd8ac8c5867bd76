# SPDX-License-Identifier: MIT
#
# h4_boxes.gp - a panel of h4.gp, after its functions: which filter costs least over the work that a key turned away
# saves, with a column for each x.
#
#   call "plots/h4_boxes.gp" "map_p0" "(a) the filter that costs least" "keys"      panel of the data, title, x axis
#
# The first panel has the key of all, and the last one the note on what is in a box.

# A column for each x, side by side: by their logarithms two that are near each other would overlap.
columns = ""
meet_column(x) = (is_number(x) && !find(columns, sprintf("x=%.10g", x), 1) ? \
	(columns = columns . sprintf("x=%.10g ", x)) : 0, 0)
column_of(x, i) = i > words(columns) ? 0 : (number(word(columns, i)) < 1.001 * x) + column_of(x, i + 1)
tick(x) = ARG3 eq "keys" ? short(x) : sprintf("%g", x)

eval pick("$map", ARG1, present(ARG1, names, "from", 1), "from")
winners = picked
set table $scratch
plot $map using (meet_column($1)) with table
unset table
columns = ascending(columns, 0)
unset arrow
unset logscale
set logscale y
unset xtics
set xtics nomirror out scale 0.6 textcolor rgb ink offset 0, 0.25
if (words(columns)) { set xtics (tick(number(word(columns, 1))) 1) }
do for [i=1:words(columns)] { set xtics add (tick(number(word(columns, i))) i) }
set format x "%g"
set format y "10^{%L}"
set xlabel ARG3
set ylabel "work saved for a key turned away, t_w  (ns)"
set yrange [1:1e9]
set xrange [0.3:larger(words(columns), 1) + 0.7]
if (is_last) { set label 9996 \
	"in a box: f19, fingerprints of 19 bits; 20, 20 bits a key (of them k9: 9 hashes)" \
	at screen 0.008, screen 0 left offset 0, 0.6 font small textcolor rgb grey noenhanced }
eval heading(ARG2)
eval blank(winners, 1, 1e9)
plot NaN notitle, \
	for [i=1:words(winners)] $map index nth(i) \
		using (at = column_of($1, 1)):(sqrt($6 * $7)):(at - 0.46):(at + 0.46):6:7 with boxxyerror \
		fillstyle solid 1 border rgb edge(family(word(winners, i))) \
		linecolor rgb fill(family(word(winners, i))) linewidth 1 dashtype dash(family(word(winners, i))) \
		notitle, \
	for [i=1:words(winners)] $map index nth(i) \
		using (column_of($1, 1)):($7 > 2.6 * $6 ? sqrt($6 * $7) : NaN):(parameters(word(winners, i))) \
			with labels font small textcolor rgb ink noenhanced notitle, \
	for [name in is_first ? shown : ""] keyentry with boxes fillstyle solid 1 noborder \
		linecolor rgb fill(name) title label(name) noenhanced, \
	for [name in is_first ? edged : ""] keyentry with boxes fillstyle solid 1 border rgb edge(name) \
		linecolor rgb fill(name) dashtype dash(name) \
		title label(name) . (find(others, name, 1) ? "" : ", built once") noenhanced, \
	for [i=1:is_first ? words(sizes) : 0] keyentry with linespoints linestyle step(i) pointinterval -1 \
		title keys_of(i)
unset label 9999
unset label 9996
