# SPDX-License-Identifier: MIT
# L3: the share of runs whose load at the first refusal is at most x, for CF, and for CF built with insertions in
# flight; (a) a table of 2^15 buckets, (b) the scale's largest table.
figure = "l3"
panels = 2
load "plots/style.gp"

order = "cf cf-batch"
eval pick("$small", "ecdf", order, "small")
first = picked
eval pick("$large", "ecdf", order, "large")
second = picked
there(m) = has("b=4:m=" . m, "cf", "load") || has("b=4:m=" . m, "cf-batch", "load")
large = there("2^20") ? "2^{20}" : there("2^18") ? "2^{18}" : "2^{16}"
fingerprint = large eq "2^{20}" ? 6 : 12
note = "" # it describes the table's means
unset label 9999
eval pair(1, 3.3)
set xlabel "α: load at the first refusal (%)"
set ylabel "share of runs (%)"
set yrange [0:102]
set ytics 20
# About five ticks, at 1, 2 or 5 times a power of ten. The axis reaches from the tick before the data to the tick after.
low = NaN
high = NaN
stretch(v) = is_number(v) ? (low = v >= low ? low : v, high = v <= high ? high : v) : 0
fit_axis = "set table $scratch; low = NaN; high = NaN; plot $@ using (stretch(100 * $1)) with table; unset table; \
	apart = is_number(low) ? step_of(larger(high - low, 0.1) / 5.0) : 1; set xtics apart; \
	if (is_number(low)) { set xrange [apart * floor(low / apart):apart * ceil(high / apart)] }"
fitted(block) = fit_axis[1:strstrt(fit_axis, "@") - 1] . block . fit_axis[strstrt(fit_axis, "@") + 1:*]
set format x "%.4g"
eval heading("(a) m = 2^{15}, b = 4, f = 20")
eval blank(first, 0, 100)
eval fitted("small")
plot NaN notitle, \
	for [i=1:words(first)] $small index nth(i) using (100 * $1):(100 * $2) \
		with steps linestyle line(word(first, i)) notitle, \
	for [name in first] keyentry with lines linestyle line(name) title label(name) noenhanced
set key off
eval heading(sprintf("(b) m = %s, b = 4, f = %d", large, fingerprint))
eval blank(second, 0, 100)
eval fitted("large")
plot NaN notitle, \
	for [i=1:words(second)] $large index nth(i) using (100 * $1):(100 * $2) \
		with steps linestyle line(word(second, i)) notitle
unset multiplot
unset output
