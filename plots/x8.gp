# SPDX-License-Identifier: MIT
# X8: insertions, lookups and deletions in steady state against the load, in tables whose keys have all been replaced:
# (a) one key after the other, (b) many keys at a time.
figure = "x8"
panels = 2
height = 4.4
load "plots/style.gp"
load "plots/families.gp"

quantities = 2
panels_of(r, c) = word("one-aged many-aged", r)
metric_of(r) = "mixed"
unit_of(r) = "operations (Mops/s),\n" . (r == 1 ? "one key after the other" : "many keys at a time")
value_of(r) = 2
factor_of(r) = 1
rates = "1 1"
logarithmic(r) = 1
# Twice as far for half the free entries.
at(x) = -log(1 - x / 100.0) / log(2)
most = 90
meet_most(x) = (most = is_number(x) && x > most ? x : most, 0)
eval pick("$all", "one-aged", series, "mixed")
set table $scratch
plot $all using (meet_most($1)) with table
unset table
axis = at(most) - 0.4
doubled = 0
set_x = "set xrange [0.7:at(most) + 0.3]; set xtics ('50' at(50), '75' at(75), '90' at(90), '95' at(95))"
bare_x = "set xtics ('' at(50), '' at(75), '' at(90), '' at(95))"
x_format = "%g"
x_title = "load (%)"
load "plots/multiples.gp"
unset output
