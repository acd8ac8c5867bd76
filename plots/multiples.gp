# SPDX-License-Identifier: MIT
#
# multiples.gp - many series as small multiples, for scripts that have loaded style.gp: a column for each family of
# series, a row for each quantity. At most seven series are told apart in a panel. Each has its name where its line
# ends, so no key is needed; those of the other columns are pale lines behind them.
#
#                     (a1) cuckoo filters    (a2) Bloom filters
#        lookups      |  ===== o CF          |  ===== # BF             one y axis a row, one x axis for all
#                     |  ==..  o ss-CF       |  ==..  # blk-BF
#                     (b1)                   (b2)
#        construction |  ...                 |  ...
#
# A script sets these, and then says `load "plots/multiples.gp"`:
#
#   families, quantities        the numbers of columns and of rows
#   members_of(r, c)            the series of a panel, and
#   title_of(r, c)              its title, or ""
#   unit_of(r)                  the title of a row's y axis
#   panels_of(r, c)             the panels of the data of which a panel shows all
#   metric_of(r)                what of them
#   value_of(r), factor_of(r)   the column of `pick` that it draws, and what it multiplies that by
#   logarithmic(r)              whether the row's y axis is
#   axis, doubled               the length of the x axis, as aside takes it, and the base of its logarithm, or 0
#   set_x                       commands for the x axis: range, ticks
#   x_title
#
# It may also set:
#
#   before                      a command for each panel, which may set `extra` to what else is plotted there
#   tops, caps                  words, one a row: what its axis contains besides, and at most; 0: nothing else, no limit
#   rates                       words, 1 for a row in Mops/s: its axis fits that of a run compared with this one
#   bare_x                      commands that take the words off ticks, for all rows but the last
#   settled                     a share of a row's largest number of runs; a point of fewer is no part of a line, but
#                               a mark of its own
#   remark                      what the lower left of the page says; with `settled` only where there is such a mark

if (!exists("before")) { before = "" }
if (!exists("tops")) { tops = "" }
if (!exists("caps")) { caps = "" }
if (!exists("rates")) { rates = "" }
if (!exists("bare_x")) { bare_x = "" }
given(l, r) = r > words(l) ? 0 : real(word(l, r))
if (!exists("settled")) { settled = 0 }
if (!exists("remark")) { remark = "" }
lone = 0
most_members = 7
first_words(l, i) = i > words(l) || i > most_members ? "" : word(l, i) . " " . first_words(l, i + 1)

# The series of l in a panel. gather: those of column c, in `shown` and a block; the others, in $others.
in_panels(ps, l, m, i) = i > words(ps) ? "" : present(word(ps, i), l, m, 1) . in_panels(ps, l, m, i + 1)
copies_of(block, ps, l, m, i) = i > words(ps) ? "" : copies(block, word(ps, i), present(word(ps, i), l, m, 1), m, 1) . \
	copies_of(block, ps, l, m, i + 1)
gather(block, ps, l, m) = sprintf("undefine %s; ", block) . copies_of(block, ps, l, m, 1) . append(block, nothing)
shown_in(r, c) = first_words(in_panels(panels_of(r, c), members_of(r, c), metric_of(r), 1), 1)
any_in(c, r) = r > quantities ? "" : shown_in(r, c) . any_in(c, r + 1)
some_of(c) = c > families ? "" : (any_in(c, 1) eq "" ? "" : sprintf("%d ", c)) . some_of(c + 1)
columns = some_of(1)
others_of(r, c, i) = i > families ? "" : (i == c ? "" : members_of(r, i) . " ") . others_of(r, c, i + 1)
behind(r, c) = without_any(unique(others_of(r, c, 1), 1), members_of(r, c), 1)

# The page: names of `letter` pixels a letter and `tall` pixels a line stand beside each panel, behind their marks.
letter = 7.4
tall = 14.5
across = 156.0 * width
up = 156.0 * height
beside_panel(c) = (letter * longest(any_in(c, 1), 1) + 30) / across
rooms(i) = i > words(columns) ? 0 : beside_panel(int(word(columns, i))) + rooms(i + 1)
left_edge = 0.085
panel_width = words(columns) ? (0.998 - left_edge - rooms(1)) / words(columns) : 0.9
bottom_edge = below(2.9)
between = 1.7 * row
panel_height = (1 - 1.6 * row - bottom_edge + between) / quantities - between

titled(text) = sprintf('set label 9998 "%s" at graph 0, graph 1 left offset 0, 0.75 font small textcolor rgb ink', text)
keep_last(x, y) = (is_number(y) ? (last_x = x, last_y = y) : 0, 0)
points_of(i) = (rows_met = larger(rows_met, i + 1), 0)
count_runs(n) = (is_number(n) && n > most_runs ? (most_runs = n) : 0, 0)
reach_to(v) = (is_number(v) && v > highest ? (highest = v) : 0, 0)
array end_x[most_members]
array end_y[most_members]
array name_y[most_members]
put(x, i, n) = doubled > 0 ? at(x) * doubled**aside(i, n, axis) : at(x) + aside(i, n, axis)
if (words(columns) == 0) { columns = "1 " }

set multiplot
set key off
do for [r=1:quantities] {
	least = NaN
	highest = 0
	most_runs = 0
	rows_met = 0
	do for [column in columns] {
		eval gather("$rows", panels_of(r, int(column)), shown_in(r, int(column)), metric_of(r))
		set table $scratch
		plot $rows using (fall(column(value_of(r))), fall($3), reach_to(column(value_of(r))), reach_to($4), \
			count_runs($8), points_of($0)) with table
		do for [p in panels_of(r, int(column))] {
			if (given(rates, r) > 0 && exists("reach_" . p)) {
				highest = larger(highest, value("reach_" . p))
			}
		}
		plot $rows using ($8 < settled * most_runs ? (lone = 1) : 0) with table
		unset table
	}
	highest = larger(highest, given(tops, r))
	if (given(caps, r) > 0) { highest = lesser(highest, given(caps, r)) }
	if (highest <= 0) {
		least = 1
		highest = 10
	}
	low = logarithmic(r) ? factor_of(r) * least / 1.3 : 0
	high = factor_of(r) * highest * (logarithmic(r) ? 1.3 : 1.06)
	share(y) = logarithmic(r) ? log(y / low) / log(high / low) : (y - low) / (high - low)
	# Few points have large marks, very many none.
	drawn_with = rows_met < 20 ? "linespoints" : "lines"
	marks_of = rows_met < 6 ? "pointsize 0.85 * dot pointinterval -1" : \
		rows_met < 20 ? "pointsize 0.6 * dot pointinterval 1" : ""
	line_height = tall / (panel_height * up)
	left = left_edge
	eval set_x
	set xtics font small
	if (r < quantities) { eval bare_x }
	do for [k=1:words(columns)] {
		c = int(word(columns, k))
		fewest = 0
		shown = shown_in(r, c)
		count = words(shown)
		eval gather("$others", panels_of(r, c), behind(r, c), metric_of(r))
		others = words(in_panels(panels_of(r, c), behind(r, c), metric_of(r), 1))
		eval gather("$rows", panels_of(r, c), shown, metric_of(r))
		extra = ""
		eval before
		# Names from the lowest line's end to the highest's, pushed apart, and then back below the upper edge.
		do for [i=1:count] {
			last_x = NaN
			last_y = NaN
			set table $scratch
			plot $rows index i-1 using (keep_last(put($1, i, count), factor_of(r) * column(value_of(r)))) \
				with table
			unset table
			end_x[i] = last_x
			end_y[i] = last_y
			name_y[i] = is_number(last_y) ? share(last_y) : 0
		}
		do for [turn=1:40] {
			pushed = 0
			do for [i=1:count] {
				do for [j=1:count] {
					upper = name_y[i] > name_y[j] || (name_y[i] == name_y[j] && i < j)
					if (upper && name_y[i] - name_y[j] < line_height) {
						push = 0.5 * (line_height - (name_y[i] - name_y[j])) + 0.001
						pushed = 1
						name_y[i] = name_y[i] + push
						name_y[j] = name_y[j] - push
					}
				}
			}
			do for [i=1:count] {
				name_y[i] = larger(0, lesser(1, name_y[i]))
			}
			if (!pushed) { break }
		}
		do for [i=1:most_members] {
			unset label i
			unset arrow i
		}
		do for [i=1:count] {
			if (is_number(end_y[i])) {
				set arrow i from first end_x[i], first end_y[i] to \
					graph 1 + 8 / (panel_width * across), graph name_y[i] nohead back \
					linecolor rgb "#b0b0b0" linewidth 0.6
				set label i label(word(shown, i)) at graph 1 + 13 / (panel_width * across), \
					graph name_y[i] left offset 0.9, 0 font small textcolor rgb ink noenhanced \
					point linestyle line(word(shown, i)) pointsize 0.7 * dot
			}
		}
		set lmargin at screen left
		set rmargin at screen left + panel_width
		set tmargin at screen bottom_edge + (quantities - r + 1) * panel_height + (quantities - r) * between
		set bmargin at screen bottom_edge + (quantities - r) * (panel_height + between)
		left = left + panel_width + beside_panel(c)
		eval titled(sprintf("(%s%d) %s", "abcdefghij"[r:r], k, title_of(r, c)))
		unset logscale y
		if (logarithmic(r)) { set logscale y }
		set yrange [low:high]
		set ylabel (k == 1 ? unit_of(r) : "") font small
		set format y (k > 1 ? "" : logarithmic(r) && high > 5000 ? "10^{%L}" : "%g")
		set xlabel (r == quantities ? x_title : "")
		set format x (r == quantities ? x_format : "")
		if (remark ne "" && (settled == 0 || lone) && r == quantities && k == words(columns)) {
			set label 9996 remark at screen 0.008, screen 0 left offset 0, 0.6 font small \
				textcolor rgb grey noenhanced
		}
		if (count) { unset label 9997 } else { \
			set label 9997 "not measured" at graph 0.5, graph 0.5 center font small textcolor rgb grey }
		fewest = settled * most_runs
		eval gather("$lines", panels_of(r, c), shown, metric_of(r))
		eval "plot NaN notitle, " . extra . "\
			for [i=1:others] $others index nth(i) using (at($1)):(factor_of(r) * column(value_of(r))) \
				with lines linecolor rgb '#dedede' linewidth 0.6 notitle, \
			for [i=1:count] $rows index nth(i) using ($3 == $3 ? put($1, i, count) : NaN): \
				(factor_of(r) * $2):(factor_of(r) * $3):(factor_of(r) * $4) with yerrorbars \
				linestyle line(word(shown, i)) linewidth 0.8 dashtype solid pointtype -1 notitle, \
			for [i=1:count] $lines index nth(i) using (put($1, i, count)): \
				(factor_of(r) * column(value_of(r))) with " . drawn_with . " \
				linestyle line(word(shown, i)) " . marks_of . " notitle, \
			for [i=1:count] $rows index nth(i) using ($8 < fewest ? put($1, i, count) : NaN): \
				(factor_of(r) * column(value_of(r))) with points linestyle line(word(shown, i)) \
				pointsize 0.85 * dot notitle"
		unset label 9999
	}
}
unset multiplot
