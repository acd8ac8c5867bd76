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
if (exists("reach_")) { top = reach_ > top ? reach_ : top }
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
aside(i) = 2**(0.8 * beside(i, count))
highest = top
roof_of = word(shown . " none", words(shown) + (shown eq "" ? 1 : 0))
call "plots/throughput.gp" "" "throughput"
set yrange [0:highest == 0 ? 1 : 1.05 * (roof > highest ? roof : highest) + (beyond_text ne "" ? 0.08 * highest : 0)]
eval blank(shown, 0, 1)
set xrange [2**3.6:2**16.4]
plot NaN notitle, \
	for [i=1:roof_curve] $roof index 0 using 1:2 with lines linestyle 30 notitle, \
	for [i=1:words(shown)] $threads index nth(i) using ($3 == $3 ? $1 * aside(i) : NaN):2:3:4 \
		with yerrorbars linestyle step(i) linewidth 1 dashtype solid pointtype -1 notitle, \
	for [i=1:words(shown)] $threads index nth(i) using ($1 * aside(i)):2 with linespoints linestyle step(i) \
		pointinterval -1 notitle, \
	for [i=1:words(shown)] keyentry with linespoints linestyle step(i) pointinterval -1 \
		title counted(word(shown, i))
unset output
