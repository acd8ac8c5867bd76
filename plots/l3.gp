# SPDX-License-Identifier: MIT
# L3: share of the runs whose load at the first refusal is at most so much, of CF and of CF built with insertions in flight; (a) a table
# of 2^15 buckets, (b) of the most that the scale has.
figure = "l3"
panels = 2
load "plots/style.gp"

order = "cf cf-batch"
call "plots/pick.gp" "$small" "ecdf" order "small"
first = picked
call "plots/pick.gp" "$large" "ecdf" order "large"
second = picked
there(m) = has("b=4:m=" . m, "cf", "load") || has("b=4:m=" . m, "cf-batch", "load")
large = there("2^20") ? "2^{20}" : there("2^18") ? "2^{18}" : "2^{16}"
fingerprint = large eq "2^{20}" ? 6 : 12
note = "" # it speaks of the table's means
unset label 9999
eval double(1)
set xlabel "α: load at the first refusal (%)"
set ylabel "share of runs"
set yrange [0:1.02]
set ytics 0.2
set format x "%.4g"
eval heading("(a) m = 2^{15}, b = 4, f = 20")
eval blank(first, 0, 1)
plot NaN notitle, \
	for [i=1:words(first)] $small index nth(i) using (100 * $1):2 with steps linestyle line(word(first, i)) notitle, \
	for [name in first] keyentry with lines linestyle line(name) title label(name) noenhanced
set key off
eval heading(sprintf("(b) m = %s, b = 4, f = %d", large, fingerprint))
eval blank(second, 0, 1)
plot NaN notitle, \
	for [i=1:words(second)] $large index nth(i) using (100 * $1):2 with steps linestyle line(word(second, i)) notitle
unset multiplot
unset output
