# SPDX-License-Identifier: MIT
# H6: look-ups in a store behind each filter, by the number of keys. (a) What they take over what the filter's look-up
# and the store's work predict: filled, absent keys; hollow, half of the keys present. The grey band is a tenth either
# way. (b) How many times as many as in the store alone, absent keys.
figure = "h6"
panels = 2
height = 4.6
load "plots/style.gp"

filters = without("store", either(names, present("p0", names, "over_predicted", 1), \
	present("p50", names, "over_predicted", 1), 1), 1)
# "CF f12": each word on a line of its own.
family(name) = strstrt(name, ":") ? name[1:strstrt(name, ":") - 1] : name
parameters(name) = strstrt(name, ":") ? name[strstrt(name, ":") + 1:*] : ""
lines_of(text, i) = i > words(text) ? "" : word(text, i) . "\n" . lines_of(text, i + 1)
tick(name) = lines_of(label(family(name)), 1) . parameters(name)

# The numbers of keys, ascending, from the x of the rows.
eval pick("$over", "p0", filters, "over_predicted")
set table $scratch
plot $over using (meet($1)) with table
unset table
least_above(l, i, after, best) = i > words(l) ? best : least_above(l, i + 1, after, \
	real(word(l, i)) > after && (best == 0 || real(word(l, i)) < best) ? real(word(l, i)) : best)
ascending(l, after) = least_above(l, 1, after, 0) == 0 ? "" : sprintf("%.10g ", least_above(l, 1, after, 0)) . \
	ascending(l, least_above(l, 1, after, 0))
sizes = ascending(places, 0)
# gnuplot evaluates the first even if there is none.
keys_of(i) = i > words(sizes) ? "" : keys_name(real(word(sizes, i)), "%.3g") . " keys"
# The place of a number of keys; each filter's values stand beside each other.
place_of(n, i) = i > words(sizes) ? 0 : abs(n / real(word(sizes, i)) - 1) < 1e-6 ? i : place_of(n, i + 1)
count = words(sizes)
among(i, n, half) = i + 0.8 * beside(place_of(n, 1) + (half ? count : 0), 2 * count)
alone(i, n) = i + 0.5 * beside(place_of(n, 1), count)
only(n, k, v) = place_of(n, 1) == k ? v : NaN

set multiplot layout 2,1 spacing screen 0, screen 6 * row \
	margins screen 0.085, screen 0.98, screen below(4.1), screen 1 - 2.9 * row
set key at screen 0.53, screen 0.99 center top vertical maxrows 1
set xrange [0.4:larger(words(filters), 1) + 0.6]
unset xtics
set xtics nomirror out scale 0 textcolor rgb ink font small noenhanced
if (words(filters)) { set xtics (tick(word(filters, 1)) 1) }
do for [i=1:words(filters)] { set xtics add (tick(word(filters, i)) i) }

low = 0.88
high = 1.12
span(v) = (is_number(v) ? (low = v < low ? v : low, high = v > high ? v : high) : 0, 0)
eval pick("$half", "p50", filters, "over_predicted")
halves = picked
set table $scratch
plot $over using (span($2), span($3), span($4)) with table
plot $half using (span($2), span($3), span($4)) with table
unset table
filled_of = present("p0", filters, "over_predicted", 1)
set ylabel "measured over predicted"
set yrange [low - 0.03:high + 0.03]
set object 1 rectangle from graph 0, first 1 / 1.1 to graph 1, first 1.1 behind fillcolor rgb "#f2f2f2" \
	fillstyle solid 1 noborder
set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead back linestyle 31
eval heading("(a) what a look-up takes, measured over predicted: absent keys, and half of the keys present (hollow)")
eval blank(filters, 0.85, 1.15)
plot NaN notitle, \
	for [i=1:words(filled_of)] for [k=1:count] $over index nth(i) \
		using ($3 == $3 ? among(find(filters, word(filled_of, i), 1), $1, 0) : NaN):(only($1, k, $2)):3:4 \
		with yerrorbars linestyle step(k) linewidth 1 dashtype solid pointtype -1 notitle, \
	for [i=1:words(halves)] for [k=1:count] $half index nth(i) \
		using ($3 == $3 ? among(find(filters, word(halves, i), 1), $1, 1) : NaN):(only($1, k, $2)):3:4 \
		with yerrorbars linestyle step(k) linewidth 1 dashtype solid pointtype -1 notitle, \
	for [i=1:words(filled_of)] for [k=1:count] $over index nth(i) \
		using (among(find(filters, word(filled_of, i), 1), $1, 0)):(only($1, k, $2)) \
		with points linestyle step(k) pointtype filled(k) notitle, \
	for [i=1:words(halves)] for [k=1:count] $half index nth(i) \
		using (among(find(filters, word(halves, i), 1), $1, 1)):(only($1, k, $2)) \
		with points linestyle step(k) pointtype hollow(k) notitle, \
	for [k=1:count] keyentry with points linestyle step(k) pointtype filled(k) title keys_of(k)
unset label 9999
unset label 9997
unset object 1
unset arrow 1

eval pick("$gain", "p0", filters, "gain")
gained = picked
least = NaN
set table $scratch
plot $gain using (fall($2), fall($3)) with table
unset table
set logscale y
set format y "%g"
set ytics (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000)
set ylabel "over the store alone"
set yrange [is_number(least) ? 0.8 * least : 1:top > 0 ? 1.25 * top : 100]
eval heading("(b) how many times as many look-ups as in the store alone, absent keys")
eval blank(gained, 1, 100)
plot NaN notitle, \
	for [i=1:words(gained)] for [k=1:count] $gain index nth(i) \
		using ($3 == $3 ? alone(find(filters, word(gained, i), 1), $1) : NaN):(only($1, k, $2)):3:4 \
		with yerrorbars linestyle step(k) linewidth 1 dashtype solid pointtype -1 notitle, \
	for [i=1:words(gained)] for [k=1:count] $gain index nth(i) \
		using (alone(find(filters, word(gained, i), 1), $1)):(only($1, k, $2)) \
		with points linestyle step(k) pointtype filled(k) notitle
unset multiplot
unset output
