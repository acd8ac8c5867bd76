# SPDX-License-Identifier: MIT
# P4: what one gets who asks for n keys at a rate of 2^-8. Above: bits per item of a filter for n keys, a point each.
# Below: the rate reached over the one asked for, of all n of a decade. Left: filters without deletion; right: with it.
figure = "p4"
panels = 2
height = 6.6
load "plots/style.gp"

call "plots/able.gp" "8" series "deletes"
deleting = able
others(l, i) = i > words(l) ? "" : (find(deleting, word(l, i), 1) ? "" : word(l, i) . " ") . others(l, i + 1)

keyed = present("8", series, "bits_of_n", 1)
with_deletion = either(keyed, deleting, "", 1)
key = key_rows(keyed)
set multiplot layout 2,2 spacing screen 0.095, screen 5 * row \
	margins screen 0.075, screen 0.98, screen below(2.9), screen 1 - (1.8 + 1.1 * key) * row
set key at screen 0.53, screen 0.99 center top vertical maxrows key
set logscale x
set format x "10^{%L}"
set xlabel "n: keys asked for"
array titles[4] = ["(a) size at 2^{-8}, without deletion", "(b) size at 2^{-8}, with deletion", \
	"(c) rate reached, without deletion", "(d) rate reached, with deletion"]
do for [panel=1:4] {
	sizes = panel < 3
	eval pick("$asked", "8", panel % 2 ? others(present("8", series, "bits_of_n", 1), 1) : with_deletion, \
		sizes ? "bits_of_n" : "over_asked")
	eval heading(titles[panel])
	set ylabel panel % 2 == 0 ? "" : sizes ? "bits per item" : "rate over the one asked for"
	if (sizes) { set yrange [5:40] } else { set yrange [0:1.6 < *] }
	if (words(picked)) { set xrange [*:*] } else { set xrange [1:10] }
	eval blank(picked, 0, 40)
	plot NaN notitle, \
		for [i=1:words(picked)] $asked index i-1 using 1:2 with linespoints linestyle line(word(picked, i)) \
			pointinterval sizes ? 5 : 1 notitle, \
		for [name in keyed] keyentry with linespoints linestyle line(name) pointinterval -1 \
			title label(name) noenhanced
	keyed = ""
	unset label 9999
}
unset multiplot
unset output
