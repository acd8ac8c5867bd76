# SPDX-License-Identifier: MIT
# X2: throughput of half lookups, half updates against the number of lock stripes, a line for each number of threads.
# The ceiling is that of the largest number.
figure = "x2"
load "plots/style.gp"

keyed = present("", beginning("n=", series, 1), "throughput", 1)
eval pick("$threads", "", keyed, "throughput")
shown = picked
counted(name) = name[3:*] . (name eq "n=1" ? " thread" : " threads")
label(name) = counted(name)
eval single(key_rows(keyed))
highest = exists("reach_") && reach_ > top ? reach_ : top
set xlabel "lock stripes"
set ylabel "throughput (Mops/s)"
set logscale x 2
# Ticks where the points are.
set table $scratch
plot $threads using (meet($1)) with table
unset table
tick(x) = sprintf("2^{%.0f}", log(real(x)) / log(2))
if (words(places)) { set xtics (tick(word(places, 1)) real(word(places, 1))) }
do for [x in places] { set xtics add (tick(x) real(x)) }
count = words(shown)
axis = 12.8
put(x, i) = x * 2**aside(i, count, axis)
# The ceiling is far above: on a logarithmic axis it is drawn, and a ratio is a distance.
set logscale y 2
least = NaN
set table $scratch
plot $threads using (fall($2), fall($3)) with table
unset table
eval pick("$roof", "", words(shown) ? word(shown, count) : "none", "ceiling")
roofs = words(picked)
if (count) { set yrange [0.8 * least:1.3 * larger(top, highest)] }
set label 9995 (roofs ? "ceiling" : "") at graph 1, first larger(peak, 1) right offset 0, -0.7 font small \
	textcolor rgb grey
eval blank(shown, 1, 2)
set xrange [2**3.6:2**16.4]
plot NaN notitle, \
	for [i=1:roofs] $roof index 0 using 1:2 with lines linestyle 30 notitle, \
	for [i=1:count] $threads index nth(i) using ($3 == $3 ? put($1, i) : NaN):2:3:4 \
		with yerrorbars linestyle step(i) linewidth 1 dashtype solid pointtype -1 notitle, \
	for [i=1:count] $threads index nth(i) using (put($1, i)):2 with linespoints linestyle step(i) \
		pointinterval -1 notitle, \
	for [i=1:count] keyentry with linespoints linestyle step(i) pointinterval -1 title counted(word(shown, i))
unset output
