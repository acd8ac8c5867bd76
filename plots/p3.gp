# SPDX-License-Identifier: MIT
# P3: every family near a rate of 2^-8 against the number of keys: lookups of absent keys, construction, deletion, bits
# a key, the rate. Where tables are too large to be in memory together, each filter had processes of its own, few of
# them: a mark with no line to it.
figure = "p3"
panels = 2
height = 8.4
load "plots/style.gp"
load "plots/families.gp"

quantities = 6
panels_of(r, c) = "''"
metric_of(r) = word("lookup_0 best_0 build delete bits_per_key fpr", r)
array unit[6] = ["lookups (Mops/s),\none key after the other", "lookups (Mops/s),\nfastest kernel", \
	"construction\n(Mops/s)", "deletion\n(Mops/s)", "bits a key", "false positive\nrate (%)"]
unit_of(r) = unit[r]
value_of(r) = r == 6 ? 5 : 2
factor_of(r) = r == 6 ? 100 : 1
logarithmic(r) = r < 5
settled = 0.6
remark = "marks beyond a line's end: another protocol, each filter in processes of its own"
# Whole powers of ten around the numbers of keys.
eval pick("$all", "", series, "bits_per_key")
set table $scratch
plot $all using (meet($1)) with table
unset table
largest(i) = i > words(places) ? 1e4 : larger(real(word(places, i)), largest(i + 1))
decades = ceil(log10(largest(1)))
axis = decades - 3
doubled = 10
set_x = "set logscale x; set xrange [1e3:10.0**decades]; set xtics 100"
x_format = "10^{%L}"
x_title = "n: keys"
load "plots/multiples.gp"
unset output
