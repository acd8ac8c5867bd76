# SPDX-License-Identifier: MIT
# P4: what one gets who asks for n keys at a rate of 2^-8. (a) bits per item of a filter for n keys, a point each. (b)
# the rate reached over the one asked for, of all n of a decade.
figure = "p4"
panels = 2
height = 4.6
load "plots/style.gp"

keyed = present("8", series, "bits_of_n", 1)
eval double(key_rows(keyed))
set logscale x
set format x "10^{%L}"
set xlabel "n: keys asked for"
do for [panel in "a b"] {
	eval pick("$asked", "8", series, panel eq "a" ? "bits_of_n" : "over_asked")
	eval heading(panel eq "a" ? "(a) size, at 2^{-8}" : "(b) rate reached")
	set ylabel panel eq "a" ? "bits per item" : "rate over the one asked for"
	set yrange [0:*]
	if (panel eq "a") {
		set yrange [5:40]
	}
	eval blank(picked, 0, 40)
	plot NaN notitle, \
		for [i=1:words(picked)] $asked index i-1 using 1:2 with linespoints linestyle line(word(picked, i)) \
			pointinterval panel eq "a" ? 5 : 1 notitle, \
		for [name in keyed] keyentry with linespoints linestyle line(name) pointinterval -1 \
			title label(name) noenhanced
	keyed = ""
	unset label 9999
}
unset multiplot
unset output
