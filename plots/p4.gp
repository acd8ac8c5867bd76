# SPDX-License-Identifier: MIT
# P4: what one gets who asks for n keys at a rate of 2^-8: (a) bits per item of a filter for n keys, a point each; (b)
# the rate reached over the one asked for, of all n of a decade.
figure = "p4"
panels = 2
height = 5.2
load "plots/style.gp"
load "plots/families.gp"

quantities = 2
panels_of(r, c) = "8"
metric_of(r) = word("bits_of_n over_asked", r)
unit_of(r) = r == 1 ? "bits per item" : "rate over the\none asked for"
value_of(r) = 2
factor_of(r) = 1
logarithmic(r) = 0
caps = "40 0"
axis = 6
doubled = 10
set_x = "set logscale x; set xrange [10:1e7]; set xtics 100"
x_format = "10^{%L}"
x_title = "n: keys asked for"
load "plots/multiples.gp"
unset output
