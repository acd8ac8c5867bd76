# SPDX-License-Identifier: MIT
# Table 2 of the article in ;login: (August 2013) as a figure: mean load factor against fingerprint size, b = 4, with
# the range of the runs; the dashed line is the load of two independent hashes. Diamonds are the printed values, of
# 2^25 buckets: rows of the series "printed", or else those of datasets/paper/printed.csv.
figure = "l2"
load "plots/style.gp"

shown = present("", without("printed", without("cf-2hash", series, 1), 1), "load", 1)
eval pick("$optimum", "", "cf-2hash", "load")
two_hashes = words(picked)
eval pick("$printed", "", "printed", "load")
printed = picked
if (printed eq "") {
	printed = "printed"
	set datafile columnheaders
	set table $printed separator comma
	plot "datasets/paper/printed.csv" using (column("x")):(column("value")) with table \
		if (strcol("exp") eq "l2" && strcol("metric") eq "load")
	unset table
	unset datafile columnheaders
}
eval pick("$loads", "", shown, "load")
eval single(1)
set xlabel "f: fingerprint size in bits"
set ylabel "α: load factor, mean (%)"
set xrange [1:17]
set xtics 2, 2, 16
set yrange [0:102]
set ytics 20
eval blank(shown, 0, 100)
plot NaN notitle, \
	for [i=1:two_hashes] $optimum using (1):(100 * $5):(16):(0) with vectors nohead linestyle 30 notitle, \
	for [i=1:two_hashes] $optimum using (16.9):(100 * $5):("two independent hashes") \
		with labels right offset 0, -1.1 font small textcolor rgb grey notitle, \
	for [i=words(shown):1:-1] $loads index nth(i) using 1:(100 * $5):(100 * $6):(100 * $7) \
		with yerrorbars linestyle line(word(shown, i)) linewidth 1 dashtype solid pointtype -1 notitle, \
	for [i=words(shown):1:-1] $loads index nth(i) using 1:(100 * $5) \
		with linespoints linestyle line(word(shown, i)) linewidth 1 pointinterval -1 notitle, \
	for [i=1:words(printed)] $printed using 1:(100 * $2) \
		with points pointtype 12 pointsize 1.6 * dot linecolor rgb ink linewidth 1.1 notitle, \
	for [name in shown] keyentry with linespoints linestyle line(name) linewidth 1 pointinterval -1 \
		title label(name) noenhanced, \
	for [text in printed] keyentry with points pointtype 12 pointsize 1.6 * dot linecolor rgb ink linewidth 1.1 \
		title text . ", m = 2^{25}"
unset output
