# SPDX-License-Identifier: MIT
# H1: look-ups of CF's table, f=12, against its size; (a) absent keys, (b) present ones.
figure = "h1"
panels = 2
load "plots/style.gp"

filters = present("cf12_p0", series, "lookup", 1)
call "plots/pick.gp" "$absent" "cf12_p0" filters "lookup"
first = picked
call "plots/pick.gp" "$present" "cf12_p100" filters "lookup"
second = picked
style(name) = name[1:8] eq "ceiling-" ? 30 : line(name)
kind(name) = name[1:8] eq "ceiling-" ? -1 : 1

eval double(key_rows(first))
set logscale x 4
set logscale y 2
set format x "%g"
set xlabel "table (KiB)"
set ylabel "look-ups (million/s)"
eval heading("(a) absent keys")
eval blank(first, 1, 2)
plot NaN notitle, \
	for [i=1:words(first)] $absent index nth(i) using ($3 == $3 ? $1 : NaN):2:3:4 with yerrorbars linestyle style(word(first, i)) \
		linewidth 1 dashtype solid pointtype -1 notitle, \
	for [i=1:words(first)] $absent index nth(i) using 1:2 with linespoints linestyle style(word(first, i)) pointinterval kind(word(first, i)) notitle, \
	for [name in first] keyentry with linespoints linestyle style(name) title label(name) noenhanced
eval heading("(b) present keys")
eval blank(second, 1, 2)
plot NaN notitle, \
	for [i=1:words(second)] $present index nth(i) using ($3 == $3 ? $1 : NaN):2:3:4 with yerrorbars linestyle style(word(second, i)) \
		linewidth 1 dashtype solid pointtype -1 notitle, \
	for [i=1:words(second)] $present index nth(i) using 1:2 with linespoints linestyle style(word(second, i)) pointinterval kind(word(second, i)) notitle
unset multiplot
unset output
