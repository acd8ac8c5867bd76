# SPDX-License-Identifier: MIT
# Load factor reached against fingerprint size, for tables of several sizes: (a) i2 = i1 xor hash(f), (b) i2 = i1 xor f.
# A point is the mean of its runs, with their range.
figure = "g6"
panels = 2
load "plots/style.gp"

sizes = table_sizes(0)
keyed = either(sizes, present("a", sizes, "load", 1), present("b", sizes, "load", 1), 1)
eval double(key_rows(keyed))
set xlabel "f: fingerprint size in bits"
set ylabel "α: load factor (%)"
set xrange [3:17]
set xtics 4, 2, 16
set yrange [0:102]
set ytics 20
do for [panel in "a b"] {
	eval pick("$sizes", panel, keyed, "load")
	eval heading(panel eq "a" ? "(a) fingerprint hashed" : "(b) fingerprint not hashed")
	eval blank(picked, 0, 100)
	count = words(picked)
	place(x, i) = x + aside(i, count, 14)
	plot NaN notitle, \
		for [i=1:words(picked)] $sizes index nth(i) using (place($1, i)):(100 * $5):(100 * $6):(100 * $7) \
			with yerrorbars linestyle step(find(keyed, word(picked, i), 1)) linewidth 1 dashtype solid \
				pointtype -1 \
			notitle, \
		for [i=1:words(picked)] $sizes index nth(i) using (place($1, i)):(100 * $5) with linespoints \
			linestyle step(find(keyed, word(picked, i), 1)) linewidth 1 pointinterval -1 notitle, \
		for [i=1:words(keyed)] keyentry with linespoints linestyle step(i) linewidth 1 pointinterval -1 \
			title power(word(keyed, i))
	set key off
	unset label 9999
}
unset multiplot
unset output
