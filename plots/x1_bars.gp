# SPDX-License-Identifier: MIT
#
# x1_bars.gp - X1 by few numbers of threads, after the head of x1.gp: a row for each filter, a bar for each number, the
# more threads the darker.
#
#     CF          |=====            |=====         two lines of three panels; the names are those of all panels of a
#                 |=========        |==========    line, and so is the axis
#     CF, mutex   |==               |==
#                 |=                |=

all = ""
do for [c=1:families] { all = all . members_of(1, c) . " " }
all = all . strangers(series, 1)
any_of(ps, i) = i > words(ps) ? "" : present(word(ps, i), all, "throughput", 1) . any_of(ps, i + 1)
named(ps) = either(all, any_of(ps, 1), "", 1)
array line_of[2] = [named("a b c"), named("d e f")]
rows_in(n) = larger(1, words(line_of[n]))

eval pick("$all", "a", all, "throughput")
do for [p in panel_names] {
	eval pick("$all", p, all, "throughput")
	set table $scratch
	plot $all using (meet($1)) with table
	unset table
}
numbers = places
shade(k) = word(words(numbers) < 3 ? "#cbdcea #6c9dc6" : "#dbe7f1 #b4cde2 #8bb2d3 #6495c0", k)
threads(k) = k > words(numbers) ? "" : word(numbers, k) . (real(word(numbers, k)) == 1 ? " thread" : " threads")
thick = 0.84 / larger(1, words(numbers))
middle(i, k) = -i + 0.42 - thick * (k - 0.5)
limited(text, v) = text . (text eq "" ? "" : ", ") . sprintf("%.0f", v)
numbered(x) = find(numbers, sprintf("%.10g", x), 1)

head = 3.2 * row
foot = below(3.0)
one_row = (1 - head - foot - 3.6 * row) / (rows_in(1) + rows_in(2))
left_of(c) = 0.165 + (c - 1) * 0.283
set multiplot
set key at screen 0.53, screen 0.99 center top vertical maxrows 1
set border 1
unset grid
set grid xtics linetype 1 linewidth 0.6 linecolor rgb pale
do for [n=1:2] {
	first_panel = 3 * n - 2
	call "plots/common.gp" word("a d", n) . " " . word("b e", n) . " " . word("c f", n) all "throughput" "rate"
	do for [c=1:3] {
		p = word(panel_names, first_panel + c - 1)
		eval pick("$bars", p, line_of[n], "throughput")
		shown = picked
		eval pick("$roof", p, "cf-striped", "ceiling")
		limit = ""
		set table $scratch
		plot $roof using (is_number($2) ? (limit = limited(limit, $2), 0) : 0) with table
		unset table
		set label 9996 (limit eq "" ? "" : "ceiling: " . limit) at graph 0.99, graph 0 right offset 0, 0.5 \
			font small textcolor rgb grey
		set lmargin at screen left_of(c)
		set rmargin at screen left_of(c) + 0.255
		set tmargin at screen 1 - head - (n - 1) * (rows_in(1) * one_row + 3.6 * row)
		set bmargin at screen 1 - head - (n - 1) * 3.6 * row - (rows_in(1) + (n - 1) * rows_in(2)) * one_row
		set yrange [-rows_in(n) - 0.5:-0.5]
		set xrange [0:common > 0 ? 1.06 * common : 1]
		set xtics 0, step_of(larger(common, 1) / 4.0) font small
		set xlabel (n == 2 ? "throughput (Mops/s)" : "")
		unset ytics
		set ytics () scale 0 noenhanced font small
		do for [i=1:words(line_of[n])] {
			set ytics add ((c == 1 ? label(word(line_of[n], i)) : "") -i)
		}
		eval heading("(" . p . ") " . what[first_panel + c - 1])
		if (words(shown)) { unset label 9997 } else { \
			set label 9997 "not measured" at graph 0.5, graph 0.5 center font small textcolor rgb grey }
		place(i) = find(line_of[n], word(shown, i), 1)
		plot NaN notitle, \
			for [i=1:words(shown)] for [k=1:words(numbers)] $bars index nth(i) \
				using (0):(middle(place(i), k)):(0):(numbered($1) == k ? $2 : NaN): \
				(middle(place(i), k) - 0.5 * thick):(middle(place(i), k) + 0.5 * thick) \
				with boxxyerror fillstyle solid 1 noborder linecolor rgb shade(k) notitle, \
			for [i=1:words(shown)] for [k=1:words(numbers)] $bars index nth(i) \
				using 3:(numbered($1) == k && $3 == $3 ? middle(place(i), k) : NaN):($4 - $3):(0) \
				with vectors nohead linecolor rgb ink linewidth 0.8 notitle, \
			for [k=1:p eq "a" ? words(numbers) : 0] keyentry with boxes fillstyle solid 1 noborder \
				linecolor rgb shade(k) title threads(k)
		unset label 9999
	}
}
unset multiplot
