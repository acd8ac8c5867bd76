# SPDX-License-Identifier: MIT
# P5: look-ups of absent keys in a fleet of filters, one of which each asks at random, against the number of filters:
# (a) filters of 1000 keys, (b) of 100.
figure = "p5"
panels = 2
height = 3.9
load "plots/style.gp"

keyed = either(series, present("uniform-1000", series, "absent", 1), present("uniform-100", series, "absent", 1), 1)
eval double(key_rows(keyed))
most = 1000
reach(x) = (most = is_number(x) && x > most ? x : most, 0)
do for [keys in "1000 100"] {
	eval pick("$fleet", "uniform-" . keys, series, "absent")
	set table $scratch
	plot $fleet using (reach($1)) with table
	unset table
}
call "plots/common.gp" "uniform-1000 uniform-100" series "absent" "rate"
set logscale xy
set format x "10^{%L}"
set xlabel "filters, of which each look-up asks one"
set ylabel "look-ups of absent keys (Mops/s)"
set xrange [0.5:2 * most]
if (common > 0) { set yrange [0.8 * least:1.25 * common] }
do for [keys in "1000 100"] {
	eval pick("$fleet", "uniform-" . keys, series, "absent")
	eval heading(keys eq "1000" ? "(a) 1000 keys a filter" : "(b) 100 keys a filter")
	eval blank(picked, 1, 100)
	aside(i) = 2**(1.6 * beside(i, words(picked)))
	plot NaN notitle, \
		for [i=1:words(picked)] $fleet index i-1 using ($3 == $3 ? aside(i) * $1 : NaN):2:3:4 with yerrorbars \
			linestyle line(word(picked, i)) linewidth 1 dashtype solid pointtype -1 notitle, \
		for [i=1:words(picked)] $fleet index i-1 using (aside(i) * $1):2 with linespoints \
			linestyle line(word(picked, i)) pointinterval -1 notitle, \
		for [name in keyed] keyentry with linespoints linestyle line(name) pointinterval -1 \
			title label(name) noenhanced
	keyed = ""
	unset label 9999
	unset label 9997
}
unset multiplot
unset output
