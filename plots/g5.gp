# SPDX-License-Identifier: MIT
# Values returned for each fingerprint size. Lines: the false positive rate ε. Marks: the values beyond its own that a
# present item returns. Crosses: all values that an absent item returns.
figure = "g5"
load "plots/style.gp"

# A filter without fingerprints of f bits has one row only, far to the right.
series = without("cf-2hash", series, 1)
eval pick("$rate", "", series, "fpr")
rate = picked
eval pick("$absent", "", series, "values_absent")
absent = picked
eval pick("$extra", "", series, "extra_present")
eval single(key_rows(picked . " absent"))
set xlabel "f: fingerprint size in bits"
set ylabel "values, or ε (%)"
set xrange [5.5:16.5]
set xtics 6, 2, 16
set logscale y
set format y "10^{%L}"
set yrange [* < 1e-2:*]
eval blank(picked, 1e-2, 1)
kinds = words(picked) ? "x" : ""
plot NaN notitle, \
	for [i=words(rate):1:-1] $rate index nth(i) using 1:($5 > 0 ? 100 * $5 : NaN) with lines \
		linestyle line(word(rate, i)) notitle, \
	for [i=words(picked):1:-1] $extra index nth(i) using 1:($5 > 0 ? 100 * $5 : NaN) with points \
		linestyle line(word(picked, i)) notitle, \
	for [i=words(absent):1:-1] $absent index nth(i) using 1:($5 > 0 ? 100 * $5 : NaN) with points \
		pointtype 2 pointsize 0.5 * dot linecolor rgb ink notitle, \
	for [name in picked] keyentry with linespoints linestyle line(name) title label(name) noenhanced, \
	for [k in kinds] keyentry with points pointtype 2 pointsize 0.5 * dot linecolor rgb ink title "absent item"
unset output
