# SPDX-License-Identifier: MIT
# H1: every look-up of a table against the table's size; absent keys, present keys, semi-sorted and Bloom filters; above, million
# a second; in the middle, the share of what the machine can do: two random lines a key, for Bloom filters as many as they read; below, the
# rate over that of the best look-up of the same table: one that lies under a simpler one of its family was the wrong choice there. The line
# is 97 %: what lies above is as good as the best.
#
#      million/s |  f=12, absent  |  f=12, present  |  semi-sorted, absent  |  Bloom filters, absent
#      of limit  |                |                 |                       |
#      of best   |                |                 |                       |
figure = "h1"
panels = 2
height = 7.6
load "plots/style.gp"

columns = "cf12_p0 cf12_p100 sscf13_p0 bf_p0"
column_title(c) = c == 1 ? "(a) CF, absent keys" : c == 2 ? "(b) CF, present keys" : c == 3 ? "(c) ss-CF, absent keys" : "(d) Bloom, absent keys"
# One table a column, but for the Bloom filters, which have one each.
tables_of(c) = c < 4 ? word(columns, c) : "bf_p0 blkbf_p0 sbbf_p0"
kinds(l, i) = i > words(l) ? "" : (word(l, i)[1:8] eq "ceiling-" ? "" : word(l, i) . " ") . kinds(l, i + 1)
filters = kinds(series, 1)
keyed = ""
do for [panel in "cf12_p0 cf12_p100 sscf13_p0 bf_p0 blkbf_p0 sbbf_p0"] { keyed = either(filters, keyed, present(panel, filters, "lookup", 1), 1) }

key = key_rows(keyed)
above = (1.8 + 1.1 * key) * row
below = (note eq "" ? 2.9 : 3.75) * row
set multiplot layout 3,4 spacing screen 0.05, screen 0.035 margins screen 0.075, screen 0.985, screen below, screen 1 - above
eval sprintf("set key at screen 0.53, screen 0.99 center top vertical maxrows %d", key)
set logscale x 4
set xrange [5:1400000]
# Every series of a block: its intervals under its marks. Times: 100 for per cent.
curve(block, i, style, times) = sprintf("$%s index %d using ($3 == $3 ? $1 : NaN):(%d * $2):(%d * $3):(%d * $4) with yerrorbars \
	linestyle %d linewidth 1 dashtype solid pointtype -1 notitle, $%s index %d using 1:(%d * $2) with linespoints linestyle %d \
	pointinterval -1 notitle, ", block, i, times, times, times, style, block, i, times, style)
curves(block, l, i, times) = i > words(l) ? "" : curve(block, i - 1, line(word(l, i)), times) . curves(block, l, i + 1, times)
entries = "for [name in keyed] keyentry with linespoints linestyle line(name) pointinterval -1 title label(name) noenhanced, keyentry with lines linestyle 30 title 'ceiling'"
do for [metric in "lookup of_ceiling over_best"] {
	do for [c=1:4] {
		body = ""
		number = 0
		some = 0
		do for [panel in tables_of(c)] {
			number = number + 1
			call "plots/pick.gp" (sprintf("$rows_%d", number)) panel filters metric
			body = body . curves(sprintf("rows_%d", number), picked, 1, metric eq "lookup" ? 1 : 100)
			some = some + words(picked)
		}
		# What cannot be passed: two lines a key, of Bloom filters one.
		roof = c < 4 ? "ceiling-2" : "ceiling-1"
		call "plots/pick.gp" "$roof" (word(columns, c)) roof "lookup"
		body = body . (metric eq "lookup" && words(picked) ? "$roof using 1:2 with lines linestyle 30 notitle, " : "")
		eval heading(metric eq "lookup" ? column_title(c) : "")
		if (metric eq "lookup" && some) { set logscale y 2; set yrange [*:*] } else { unset logscale y; set yrange [0:*] }
		if (metric eq "over_best") { body = body . "97 with lines linestyle 31 notitle, " }
		eval blank(some ? "some" : "", 0, 1)
		if (metric ne "over_best") { set xtics ("" 64, "" 4096, "" 262144) } \
		else { set xtics ("64 K" 64, "4 M" 4096, "256 M" 262144) }
		set ylabel (c > 1 ? "" : metric eq "lookup" ? "look-ups (million/s)" : metric eq "of_ceiling" ? "share of the ceiling (%)" : "of the best look-up (%)")
		set xlabel (metric eq "over_best" ? "table (bytes)" : "")
		eval "plot NaN notitle, " . body . entries
		set key off
		unset label 9999
	}
}
unset multiplot
unset output
