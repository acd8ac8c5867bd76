# SPDX-License-Identifier: MIT
# X5: percentiles of single operations over the share of operations that take longer, on a logarithmic axis, so that
# each further nine takes the same room; (a) look-ups alone and concurrent with a writer, (b) insertions near four
# occupancies and the relocations of each, (c) look-ups that arrive independently.
#
#      ns |            __/      x = log10(100 / (100 - percentile)): 1 is the 90th, 2 the 99th, 3 the 99.9th;
#         |  ____-----/         the maximum, which has no finite number of nines, is on the far right
#         '---+---+---+---max
#
# Marks are filters; the shade of a line without marks is an occupancy or a load. A row of panels has its key above it.
figure = "x5"
panels = 2
height = 8.6
load "plots/style.gp"

far = 4.8
nines(percentile) = percentile >= 100 ? far : log10(100.0 / (100 - percentile))
curve(percentile) = percentile < 100 ? nines(percentile) : NaN
greatest(percentile, i, n) = percentile < 100 ? NaN : far + 0.6 * beside(i, n)
occupancies = "50 75 90 95"
loads = "50 70 90"

alone_panel = present("a", series, "lookup_alone", 1)
keyed = either(series, alone_panel . present("a", series, "lookup_beside_writer", 1), \
	present("c", series, "response_90", 1), 1)
keys = key_rows(keyed)
above = (1.8 + 1.1 * keys) * row
# Words for a list, with bars for the blanks inside them.
clear(text) = strstrt(text, "|") ? text[1:strstrt(text, "|") - 1] . " " . clear(text[strstrt(text, "|") + 1:*]) : text
spoken(texts, i) = clear(word(texts, i))
place(line, column) = sprintf("set lmargin at screen %g; set rmargin at screen %g; \
	set tmargin at screen %g; set bmargin at screen %g", \
	0.085 + 0.5 * column, 0.475 + 0.5 * column, top_of(line), top_of(line) - 0.185)
top_of(line) = 1 - above - line * 0.31

set multiplot
set logscale y
set format y "10^{%L}"
set xrange [0.25:far + 0.35]
set xtics ("50" nines(50), "90" 1, "99" 2, "99.9" 3, "99.99" 4, "max" far)
set xlabel "percentile"
set key at screen 0.53, screen 0.998 center top vertical maxrows keys

# Panels of times side by side have one axis: the powers of ten around their data.
extent(lowest, highest) = sprintf("set yrange [%g:%g]", 10.0**floor(log10(lowest)), 10.0**ceil(log10(highest)))
lowest = 1e9
highest = 10
widen(p, l, metric) = sprintf("call 'plots/common.gp' '%s' '%s' '%s'; highest = larger(highest, common); \
	lowest = least < lowest ? least : lowest", p, l, metric)

# (a), and the first of (c): a curve for each filter. The grey one is the timer, whose time every sample contains.
eval pick("$timer", "timer", word(alone_panel, 1), "timer")
timer = words(picked)
eval widen("timer", alone_panel, "timer")
eval widen("a", keyed, "lookup_alone")
eval widen("a", keyed, "lookup_beside_writer")
do for [n=0:2] {
	if (n == 2) {
		# The range of this panel and of the second of (c).
		highest = 10
		do for [load in loads] {
			eval widen("c", keyed, "response_" . load)
			eval widen("c", keyed, "service_" . load)
		}
	}
	eval extent(lowest, highest)
	eval pick("$rows", n < 2 ? "a" : "c", keyed, word("lookup_alone lookup_beside_writer response_90", n + 1))
	shown = picked
	entries = n == 0 ? keyed : ""
	eval place(n < 2 ? 0 : 2, n == 1)
	eval heading(spoken( \
		"(a1)|look-ups|alone (a2)|look-ups|beside|a|writer (c1)|arrivals|at|90|%|of|capacity:|response", n + 1))
	set ylabel word("look-up look-up response", n + 1) . " (ns)"
	count = words(shown)
	eval blank(shown, 10, 1000)
	plot NaN notitle, \
		for [i=1:timer] $timer index nth(i) using (curve($1)):2 with lines linestyle 30 notitle, \
		for [i=words(shown):1:-1] $rows index nth(i) using (curve($1)):2 \
			with lines linestyle line(word(shown, i)) notitle, \
		for [i=words(shown):1:-1] $rows index nth(i) using (marks($0, i, 4, points_picked) ? curve($1) : \
			NaN):2 \
			with points linestyle line(word(shown, i)) pointsize 0.8 * dot pointinterval -1 notitle, \
		for [i=words(shown):1:-1] $rows index nth(i) using (greatest($1, i, count)):2 \
			with points linestyle line(word(shown, i)) pointinterval -1 notitle, \
		for [name in entries] keyentry with linespoints linestyle line(name) pointinterval -1 \
			title label(name) noenhanced, \
		for [i=1:(n == 0 ? timer : 0)] keyentry with lines linestyle 30 title "timer"
	unset label 9999
}

# (b): an index for each filter and occupancy that has rows, dark to light as the table fills; dashed: the random walk.
# And the second of (c): the first filter that has rows, by load; dashed: what a closed loop would report.
do for [n=0:2] {
	kinds = n < 2 ? "cf cf-striped" : present("c", "cf-striped " . series, "response_90", 1)
	kinds = n < 2 ? kinds : word(kinds, 1) . " " . word(kinds, 1)
	steps = n < 2 ? occupancies : loads
	drawn = ""
	undefine $rows
	set datafile columnheaders
	do for [k=1:words(kinds)] {
		do for [i=1:words(steps)] {
			metric = word(n == 0 ? "insert_ insert_" : n == 1 ? "kicks_ kicks_" : "service_ response_", \
				k) . \
				word(steps, i)
			if (has(n < 2 ? "b" : "c", word(kinds, k), metric)) {
				set table $rows append separator comma
				plot data using (column("x")):(column("median")) with table \
					if (strcol("panel") eq (n < 2 ? "b" : "c") && \
					strcol("series") eq word(kinds, k) && strcol("metric") eq metric)
				unset table
				set print $rows append
				print ""
				print ""
				unset print
				drawn = drawn . sprintf("%d%d ", k, i)
			}
		}
	}
	unset datafile columnheaders
	set print $rows append
	print "NaN,NaN"
	unset print
	# gnuplot evaluates the first even if there is none.
	kind_of(j) = j > words(drawn) ? 1 : int(word(drawn, j)[1:1])
	step_of(j) = j > words(drawn) ? 1 : int(word(drawn, j)[2:2])
	if (n == 1) {
		# No relocation at all is drawn below one.
		set ytics ("0" 0.5, "1" 1, "5" 5, "10" 10, "50" 50, "100" 100, "500" 500)
	}
	if (n == 2) {
		set ytics autofreq
		eval extent(lowest, highest)
	}
	set ylabel spoken("insertion|(ns) relocations look-up|(ns)", n + 1)
	dashes(k) = k == 1 ? 2 : 1
	low(y) = n == 1 && y < 0.5 ? 0.5 : y
	eval place(n < 2 ? 1 : 2, n > 0)
	eval heading(n < 2 ? spoken("(b1)|insertions (b2)|relocations|of|an|insertion", n + 1) : \
		"(c2) by load: " . label(word(kinds, 1)))
	if (n < 2) { set yrange [*:*] }
	eval blank(drawn, 1, 1000)
	set key at screen 0.53, screen top_of(n < 2 ? 1 : 2) + (n < 2 ? 3.6 : 2.9) * row center top vertical \
		maxrows (n < 2 ? 2 : 1) font small
	if (n == 1) { unset key }
	plot NaN notitle, \
		for [j=1:words(drawn)] $rows index nth(j) using (curve($1)):(low($2)) \
			with lines linestyle step(step_of(j)) dashtype dashes(kind_of(j)) notitle, \
		for [j=1:words(drawn)] $rows index nth(j) using ($1 < 100 ? NaN : far - 0.3):(low($2)):(0.6):(0) \
			with vectors nohead linestyle step(step_of(j)) dashtype dashes(kind_of(j)) notitle, \
		for [i=1:(n == 1 || drawn eq "" ? 0 : words(steps))] keyentry with lines linestyle step(i) \
			title (n < 2 ? "" : "load ") . word(steps, i) . " %" . (n < 2 ? " full" : ""), \
		for [i=1:(n == 1 || drawn eq "" ? 0 : 2)] keyentry with lines linestyle 30 dashtype dashes(i) \
			title (n == 0 ? spoken("random|walk,|CF search,|CF,|striped", i) : word("service response", i))
}
unset multiplot
unset output
