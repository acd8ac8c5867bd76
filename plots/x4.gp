# SPDX-License-Identifier: MIT
# X4: throughput of deleting the oldest and inserting the next against occupancy; (a) one thread, (b) all. Dashed: the
# ceiling, for CF, striped.
figure = "x4"
panels = 2
height = 4.4
load "plots/style.gp"
load "plots/lockers.gp"

quantities = 2
panels_of(r, c) = word("a b", r)
metric_of(r) = "churn"
unit_of(r) = "churn (Mops/s),\n" . (r == 1 ? "one thread" : "all threads")
value_of(r) = 2
factor_of(r) = 1
rates = "1 1"
logarithmic(r) = 1
tops = ""
do for [panel in "a b"] {
	eval pick("$roof", panel, "cf-striped", "ceiling")
	tops = tops . sprintf("%g ", peak)
}
before = "eval pick('$roof', panels_of(r, c), 'cf-striped', 'ceiling'); \
	extra = words(picked) ? '$roof using (at($1)):2 with lines linestyle 30 notitle, ' : ''"
# Twice as far for half the free entries.
at(x) = -log(1 - x) / log(2)
axis = 4.2
doubled = 0
set_x = "set xrange [0.5:4.7]; set xtics ('50' at(0.5), '75' at(0.75), '90' at(0.9), '95' at(0.95))"
bare_x = "set xtics ('' at(0.5), '' at(0.75), '' at(0.9), '' at(0.95))"
x_format = "%g"
x_title = "α: table occupancy (%)"
remark = "dashed: the ceiling"
load "plots/multiples.gp"
unset output
