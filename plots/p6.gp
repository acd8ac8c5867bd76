# SPDX-License-Identifier: MIT
# P6: seeds that a build tries, on average, against the number of keys. A hundred: the keys were refused.
figure = "p6"
height = 3.4
load "plots/style.gp"

eval pick("$seeds", "", series, "seeds")
eval single(key_rows(picked))
set xlabel "n: keys"
set ylabel "seeds tried, mean"
set logscale xy
set format x "10^{%L}"
if (words(picked)) { set xrange [1:*] } else { set xrange [1:10] }
set yrange [0.9:130]
eval blank(picked, 1, 100)
plot NaN notitle, \
	for [i=words(picked):1:-1] $seeds index nth(i) using 1:5 with linespoints \
		linestyle line(word(picked, i)) pointinterval -1 notitle, \
	for [name in picked] keyentry with linespoints linestyle line(name) pointinterval -1 title label(name) \
		noenhanced
unset output
