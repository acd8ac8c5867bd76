# SPDX-License-Identifier: MIT
# X7: look-ups of absent keys with and without the version check; (a) alone, (b) concurrent with a writer.
figure = "x7"
panels = 2
load "plots/style.gp"

order = "cf cf-unchecked cf-striped cf-seqlock cf-batch cf-unchecked-batch cf-striped-batch"
where(name) = find(order, name, 1)
eval pick("$alone", "alone", order, "lookup")
first = picked
first_top = top
eval pick("$beside", "beside", order, "lookup")
second = picked
second_top = top

eval pair(int(ceil((words(first) > 0 ? words(first) : 1) / 3.0)), 1.6)
set xrange [0.4:words(order) + 0.6]
set yrange [0:*]
set offsets 0, 0, graph 0.08, 0
set xtics ("one key at a time" 2.5, "batched" 6) scale 0
set ylabel "look-ups (Mops/s)"
eval heading("(a) alone")
highest = larger(first_top, second_top)
call "plots/throughput.gp" "alone" "lookup"
set yrange [0:(roof > highest ? 1.05 * roof : 1.15 * highest) < *]
set arrow from 4.5, graph 0 to 4.5, graph 1 nohead back linestyle 31
eval blank(first, 0, 1)
# Every interval under every mark.
plot NaN notitle, \
	for [i=1:words(first)] $alone index nth(i) using ($1 == 0 && $3 == $3 ? where(word(first, i)) : NaN):2:3:4 \
		with yerrorbars linestyle line(word(first, i)) linewidth 1 dashtype solid pointtype -1 notitle, \
	for [i=1:words(first)] $alone index nth(i) using ($1 == 0 ? where(word(first, i)) : NaN):2 with points \
		linestyle line(word(first, i)) notitle, \
	for [name in first] keyentry with points linestyle line(name) title label(name) noenhanced
unset label 9999
eval heading("(b) beside a writer")
highest = larger(first_top, second_top)
call "plots/throughput.gp" "beside" "lookup"
set yrange [0:(roof > highest ? 1.05 * roof : 1.15 * highest) < *]
set arrow from 4.5, graph 0 to 4.5, graph 1 nohead back linestyle 31
eval blank(second, 0, 1)
plot NaN notitle, \
	for [i=1:words(second)] $beside index nth(i) using ($3 == $3 ? where(word(second, i)) : NaN):2:3:4 \
		with yerrorbars linestyle line(word(second, i)) linewidth 1 dashtype solid pointtype -1 notitle, \
	for [i=1:words(second)] $beside index nth(i) using (where(word(second, i))):2 with points \
		linestyle line(word(second, i)) notitle
unset multiplot
unset output
