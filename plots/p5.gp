# SPDX-License-Identifier: MIT
# P5: look-ups of absent keys in a fleet of filters, one of which each asks at random, against the number of filters:
# (a) filters of 1000 keys, (b) of 100.
figure = "p5"
panels = 2
height = 4.4
load "plots/style.gp"
load "plots/families.gp"

most = 1000
meet_most(x) = (most = is_number(x) && x > most ? x : most, 0)
do for [keys in "1000 100"] {
	eval pick("$fleet", "uniform-" . keys, series, "absent")
	set table $scratch
	plot $fleet using (meet_most($1)) with table
	unset table
}
quantities = 2
panels_of(r, c) = word("uniform-1000 uniform-100", r)
metric_of(r) = "absent"
unit_of(r) = "look-ups (Mops/s),\n" . (r == 1 ? "1000 keys a filter" : "100 keys a filter")
value_of(r) = 2
factor_of(r) = 1
rates = "1 1"
logarithmic(r) = 1
axis = log10(4 * most)
doubled = 10
set_x = "set logscale x; set xrange [0.5:2 * most]; set xtics 100"
x_format = "10^{%L}"
x_title = "filters"
load "plots/multiples.gp"
unset output
