# SPDX-License-Identifier: MIT
# K1: key sets downwards, a block for each hash; (a) false positives over those with uniform keys and the same hash,
# where 1 is as good as random, (b) load at the first refusal, grey with uniform keys, (c) look-ups of absent keys. The
# figure shows the run's hash and the two that may be weak. Of look-ups that were measured with less than half of the
# sets there is no panel; the table has them.
figure = "k1"
panels = 2

# The page's length depends on the number of sets, so count them before style.gp makes the page. A panel is
# "sequential/xxh3".
set_of(panel) = panel[1:strstrt(panel, "/") - 1]
hash_of(panel) = panel[strstrt(panel, "/") + 1:*]
among(l, w, i) = i > words(l) ? 0 : word(l, i) eq w ? i : among(l, w, i + 1)
streams = "uniform sequential clustered shared-low shared-high"
sets = ""
hashes = ""
timed = ""
meet(p, m) = (among(sets, set_of(p), 1) ? 0 : (sets = sets . set_of(p) . " "), \
	among(hashes, hash_of(p), 1) ? 0 : (hashes = hashes . hash_of(p) . " "), \
	m eq "lookup_absent" && set_of(p) ne "sequential" && !among(timed, hash_of(p), 1) ? \
		(timed = timed . hash_of(p) . " ") : "", 0)
set datafile separator comma
records = 0
set table $seen
plot data using (records = records + 1) with table
unset table
if (records > 1) {
	set datafile columnheaders
	set table $seen
	plot data using (meet(strcol("panel"), strcol("metric"))) with table
	unset table
	unset datafile columnheaders
}
ordered = ""
do for [s in streams] { if (among(sets, s, 1)) { ordered = ordered . s . " " } }
do for [s in sets] { if (!among(streams, s, 1)) { ordered = ordered . s . " " } }
# The run's hash is the one by which all sets are timed. If nothing is timed, one that is not known to be weak.
sound(l, i) = i > words(l) ? word(l, 1) : among("mulshift identity", word(l, i), 1) ? sound(l, i + 1) : word(l, i)
usual = timed ne "" ? word(timed, 1) : hashes ne "" ? sound(hashes, 1) : ""
shown = usual
do for [h in "mulshift identity"] { if (among(hashes, h, 1) && h ne usual) { shown = shown . " " . h } }
blocks = words(shown) ? words(shown) : 1
count = words(ordered) ? words(ordered) : 1
width = 7.0
inches = 0.21 * count
if (!exists("series")) series = ""
lines_of_key = words(series) > 8 ? 3 : words(series) > 4 ? 2 : 1
head = 0.42 + 0.16 * lines_of_key
height = head + 0.22 + blocks * (inches + 0.62)
load "plots/style.gp"

# A row for each series and set of a hash that has the metric: value, lowest, highest, place.
present_in(h, m, l, i) = i > words(l) ? "" : (has_any(h, m, word(l, i), 1) ? word(l, i) . " " : "") . \
	present_in(h, m, l, i + 1)
has_any(h, m, s, i) = i > words(ordered) ? 0 : has(word(ordered, i) . "/" . h, s, m) ? 1 : has_any(h, m, s, i + 1)
spread(k, n) = n < 2 ? 0 : 0.5 * (k - 0.5 * (n + 1)) / n
place(set, k, n) = -set - spread(k, n)
measured(p, m, l, i) = i > words(l) ? 0 : has(p, word(l, i), m) ? 1 : measured(p, m, l, i + 1)
metrics = "fpr_over_uniform load lookup_absent"
least = 0.1
most = 8000
clamped(m, v) = m eq "load" ? 100 * v : m ne "fpr_over_uniform" || !is_number(v) ? v : \
	v < least ? least : v > most ? most : v
names_drawn = present_in(usual, "fpr_over_uniform", series, 1)
# The fastest of all blocks, so that they can be compared.
fastest = 0
fast(p, s, m, v) = m eq "lookup_absent" && among(shown, hash_of(p), 1) && among(names_drawn, s, 1) && \
	is_number(v) && v > fastest ? (fastest = v) : 0
if (records > 1) {
	set datafile columnheaders
	set table $seen
	plot data using (fast(strcol("panel"), strcol("series"), strcol("metric"), \
		column("hi") > column("median") ? column("hi") : column("median"))) with table
	unset table
	unset datafile columnheaders
}
if (exists("reach") && reach > fastest) { fastest = reach }
if (fastest == 0) { fastest = 1 }
top_of(b) = 1 - (head + (b - 1) * (inches + 0.62)) / height
axis_of(c) = c == 1 ? "over those of uniform keys" : c == 2 ? "load (%), grey: uniform keys" : "Mops/s"
letters = 0
title_at(c) = sprintf("(%s) %s, ", "abcdefghi"[letters:letters], word("false_positives load look-ups", c))
sets_with(h, m, i) = i > words(ordered) ? 0 : \
	measured(word(ordered, i) . "/" . h, m, names_drawn, 1) + sets_with(h, m, i + 1)
spaces(text) = strstrt(text, "_") ? spaces(text[1:strstrt(text, "_") - 1] . " " . text[strstrt(text, "_") + 1:*]) : text
left_of(c) = word("0.150 0.475 0.760", c) + 0.0

set multiplot
set border 1
set key at screen 0.53, screen 1 - 0.04 / height center top vertical maxrows lines_of_key
set yrange [-count - 0.6:-0.4]
set grid noxtics ytics linetype 1 linewidth 0.6 linecolor rgb pale
do for [b=1:blocks] {
	h = words(shown) ? word(shown, b) : ""
	do for [c=1:3] {
		m = word(metrics, c)
		if (c == 3 && b > 1 && 2 * sets_with(h, m, 1) < words(ordered)) { continue }
		letters = letters + 1
		drawn = h eq "" ? "" : present_in(h, m, names_drawn, 1)
		# The panel's cells first, without words: to compare words in every row for every series takes seconds.
		# Value, lowest, highest, the places of set and series; then the loads with uniform keys.
		undefine $rows
		undefine $uniform
		if (words(drawn)) {
			set datafile columnheaders
			set table $cells separator comma
			plot data using (clamped(m, column("median"))):(clamped(m, column("lo"))): \
				(clamped(m, column("hi"))): \
				(among(ordered, set_of(strcol("panel")), 1)):(among(drawn, strcol("series"), 1)): \
				(strcol("metric") eq m) with table \
				if (hash_of(strcol("panel")) eq h && (strcol("metric") eq m || \
					(m eq "load" && strcol("metric") eq "load_uniform")))
			unset table
			unset datafile columnheaders
		}
		do for [k=1:words(drawn)] {
			set table $rows append separator comma
			plot $cells using 1:2:3:(place($4, k, words(drawn))) with table if ($5 == k && $6 == 1)
			set table $uniform append separator comma
			plot $cells using 1:(place($4, k, words(drawn))) with table if ($5 == k && $6 == 0)
			unset table
			set print $rows append
			print ""
			print ""
			unset print
		}
		set print $rows append
		print "NaN,NaN,NaN,NaN"
		set print $uniform append
		print "NaN,NaN"
		unset print
		set lmargin at screen left_of(c)
		set rmargin at screen left_of(c) + (c == 1 ? 0.285 : 0.225)
		set tmargin at screen top_of(b)
		set bmargin at screen top_of(b) - inches / height
		set ytics () scale 0 noenhanced
		do for [i=1:words(ordered)] { set ytics add ((c == 1 ? word(ordered, i) : "") -i) }
		unset logscale x
		unset arrow
		if (c == 1) {
			set logscale x
			# A logarithm has no place for 0: values below a tenth are at its edge, and the tick shows that.
			set xtics ("≤ 0.1" least, "1" 1, "10" 10, "100" 100, "1000" 1000)
			set xrange [0.7 * least:1.4 * most]
			set arrow from first 1, graph 0 to first 1, graph 1 nohead back linestyle 31
		}
		if (c == 2) {
			set xtics autofreq
			set xtics 0, 25, 100
			set xrange [0:103]
		}
		if (c == 3) {
			set xrange [0:fastest * 1.06]
			set xtics 0, step_of(fastest / 4.0) # the panel is narrow
		}
		# Under the last panel of each column.
		lowest = b == blocks || (c == 3 && 2 * sets_with(word(shown, b + 1), m, 1) < words(ordered))
		set xlabel (lowest ? axis_of(c) : "")
		eval heading(spaces(title_at(c)) . h)
		if (words(drawn)) { unset label 9997 } else { \
			set label 9997 "not measured" at graph 0.5, graph 0.5 center font small textcolor rgb grey }
		# Rows without data, in a panel that has others.
		empty = ""
		if (words(drawn)) { do for [s in ordered] { \
			if (!measured(s . "/" . h, m, drawn, 1)) { empty = empty . s . " " } } }
		do for [i=1:words(ordered)] {
			said = find(empty, word(ordered, i), 1) ? "not measured" : ""
			set label 9900 + i said at graph 0.5, first -i center font small textcolor rgb grey
		}
		plot NaN notitle, \
			for [j=1:(m eq "load" ? 1 : 0)] $uniform using 1:2 \
				with points pointtype 2 pointsize 0.8 * dot linecolor rgb grey linewidth 1.2 notitle, \
			for [k=1:words(drawn)] $rows index nth(k) using 2:4:($3 - $2):(0) \
				with vectors nohead linestyle line(word(drawn, k)) linewidth 1 notitle, \
			for [k=1:words(drawn)] $rows index nth(k) using 1:4 \
				with points linestyle line(word(drawn, k)) notitle, \
			for [name in (b == 1 && c == 1 ? names_drawn : "")] keyentry with points linestyle line(name) \
				title label(name) noenhanced
		unset label 9999
	}
}
unset multiplot
unset output
