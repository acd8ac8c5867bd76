# SPDX-License-Identifier: MIT
# P3: every family near a rate of 2^-8 against the number of keys: (a), (b) lookups of absent keys, (c) construction,
# (d) deletion, (e) bits a key, (f) the rate.
figure = "p3"
panels = 2
height = 7.6
load "plots/style.gp"

array measure[6] = ["lookup_0", "best_0", "build", "delete", "bits_per_key", "fpr"]
array what[6] = ["lookups, one key after the other", "lookups, fastest kernel", "construction", "deletion", "size", \
	"false positives"]
array unit[6] = ["lookups (Mops/s)", "", "keys (Mops/s)", "", "bits a key", "ε: false positive rate (%)"]
keyed = present("", series, "bits_per_key", 1)
key = key_rows(keyed)
set multiplot layout 3,2 spacing screen 0.095, screen 4.4 * row \
	margins screen 0.075, screen 0.98, screen below(2.9), screen 1 - (1.8 + 1.1 * key) * row
set key at screen 0.53, screen 0.99 center top vertical maxrows key
set logscale x
set format x "10^{%L}"
# One axis for lookups.
foot = NaN
reach = 0
do for [name in "lookup_0 best_0"] {
	call "plots/common.gp" "" series name
	foot = least < foot || foot != foot ? least : foot
	reach = larger(reach, common)
}
do for [m=1:6] {
	eval pick("$rows", "", series, measure[m])
	drawn = picked
	count = words(drawn)
	factor = m == 6 ? 100 : 1
	unset logscale y
	set yrange [0:*]
	if (m < 5) {
		set logscale y
		set yrange [*:*]
	}
	if (m < 3 && reach > 0) { set yrange [0.8 * foot:1.25 * reach] }
	if (m == 5) { set yrange [8:34] }
	set xlabel (m > 4 ? "n: keys" : "")
	set ylabel unit[m]
	eval heading(sprintf("(%s) %s", "abcdef"[m:m], what[m]))
	eval blank(drawn, m < 5 ? 1 : 0, 100)
	if (count == 0) { set xrange [1:1e9] }
	plot NaN notitle, \
		for [i=1:count] $rows index nth(i) using 1:(factor * (m == 6 ? $5 : $2)) with linespoints \
			linestyle line(word(drawn, i)) pointinterval -1 notitle, \
		for [name in keyed] keyentry with linespoints linestyle line(name) pointinterval -1 \
			title label(name) noenhanced
	keyed = ""
	unset label 9999
}
unset multiplot
unset output
