# SPDX-License-Identifier: MIT
# X6: (a) look-ups during the last growth, slot by slot; (b) the wait of a look-up that arrives while the filter grows.
figure = "x6"
panels = 2
load "plots/style.gp"

order = "cf-rcu cf-chain cf-grow-rwlock cf-grow-stop"
eval double(2)
eval pick("$line", "line", order, "lookup")
lines_drawn = picked
points_drawn = points_picked
set xlabel "time from the beginning of the growth (ms)"
set ylabel "look-ups (Mops/s)"
# Look-ups of a machine that was busy: none in most slots.
set yrange [0:(peak > 1 ? 1.05 * peak : 1)]
set arrow from 0, graph 0 to 0, graph 1 nohead back linestyle 31
eval heading("(a) beside the last growth")
eval blank(picked, 0, 1)
plot NaN notitle, \
	for [i=1:words(lines_drawn)] $line index nth(i) using 1:2 \
		with lines linestyle line(word(lines_drawn, i)) notitle, \
	for [i=1:words(lines_drawn)] $line index nth(i) using (marks($0, 4 * i, 16, points_drawn) ? $1 : NaN):2 \
		with points linestyle line(word(lines_drawn, i)) pointinterval -1 notitle, \
	for [name in lines_drawn] keyentry with linespoints linestyle line(name) pointinterval -1 \
		title label(name) noenhanced
unset label 9999
unset arrow
eval pick("$wait", "latency", order, "growing")
shown = picked
nines(percent) = percent > 99.95 ? 3.6 : -log10(1 - percent / 100.0)
set logscale y
set yrange [*:*]
set format y "10^{%L}"
set xrange [0.2:3.7]
set xtics ("50" nines(50), "90" 1, "99" 2, "99.9" 3, "max" nines(100))
set xlabel "percentile"
set ylabel "wait (ns)"
eval heading("(b) arrivals while it grows")
eval blank(shown, 10, 1000)
plot NaN notitle, \
	for [i=1:words(shown)] $wait index nth(i) using (nines($1)):2 with linespoints linestyle line(word(shown, i)) \
		pointinterval -1 notitle
unset multiplot
unset output
