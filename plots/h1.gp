# SPDX-License-Identifier: MIT
# H1: every look-up of a table against the table's size, for absent keys, present keys, semi-sorted and Bloom filters.
# Above: rates in Mops/s. In the middle: the share of the machine's limit, which is two random lines a key, or for Bloom
# filters the lines that they read. Below: the rate over that of the best look-up of the same table. A look-up below a
# simpler one of its family was the wrong choice there. The line is at 97 %: what is above is as good as the best.
#
#                |  keys of (a) and (b), of (c), of (e)    |  key of (d)
#      Mops/s    |  f=12, absent  |  f=12, present  |  semi-sorted, absent  |  Bloom filters, absent  |  fuse3, absent
#      of limit  |                |                 |                       |                         |
#      of best   |                |                 |                       |                         |
#
# The last column is there if it was measured: earlier runs have no filters that are built once.
figure = "h1"
panels = 2
call "plots/peek.gp" "fuse3r8_p0"
height = 7.6 + 0.5 * there
load "plots/style.gp"

columns = "cf12_p0 cf12_p100 sscf13_p0 bf_p0" . (there ? " fuse3r8_p0" : "")
last = words(columns)
column_title(c) = c == 1 ? "(a) CF, absent keys" : c == 2 ? "(b) CF, present keys" : \
	c == 3 ? "(c) ss-CF, absent keys" : c == 4 ? "(d) Bloom, absent keys" : "(e) fuse3, absent keys"
# One table for each column, except for the Bloom filters, which have one each. The ceiling of their look-ups: two lines
# a key, for Bloom filters one, for fuse3 three: a third of the rate of one.
tables_of(c) = c != 4 ? word(columns, c) : "bf_p0 blkbf_p0 sbbf_p0"
roof_of(c) = c < 4 ? "ceiling-2" : "ceiling-1"
lines_of(c) = c < 4 ? "2 lines" : c == 4 ? "1 line" : "3 lines"
filters = without("ceiling-", series, 1)
keyed_in(l, c) = either(filters, l, present(word(tables_of(c), 1), filters, "lookup", 1) . (c != 4 ? "" : \
	present(word(tables_of(c), 2), filters, "lookup", 1) . present(word(tables_of(c), 3), filters, "lookup", 1)), 1)
both = keyed_in(keyed_in("", 1), 2)
array keyed[5] = [both, "", keyed_in("", 3), keyed_in("", 4), there ? keyed_in("", 5) : ""]

# Keys of two columns each: (a) and (b) share theirs. The ceiling needs one more entry.
rows_of(c) = int(ceil(0.5 * (words(keyed[c]) + 1)))
below_key(c) = (c == 3 || c == 5 ? rows_of(1) + 0.4 : 0) + (c == 5 ? rows_of(3) + 0.4 : 0)
key = larger(there ? below_key(5) + rows_of(5) : below_key(3) + rows_of(3), rows_of(4))
key_at(c) = sprintf("set key at screen %g, screen %g center top vertical maxrows %d font small", \
	c != 4 ? 0.29 : 0.77, 0.995 - below_key(c) * 0.85 * row, rows_of(c))
set multiplot layout 3,last spacing screen 0.02, screen 0.035 \
	margins screen 0.075, screen 0.985, screen below(2.9), screen 1 - (1.8 + 0.85 * key) * row

# The sizes, and the place of each filter in its group. Those of (e) are near them: as many keys make that table.
do for [panel in columns[1:strstrt(columns, " bf_p0") + 5]] {
	eval pick("$all", panel, filters, "lookup")
	set table $scratch
	plot $all using (meet($1)) with table
	unset table
}
few = words(places) > 0 && words(places) < 3
set logscale x 4
set xrange [few ? real(word(places, 1)) / 4 : 4 : few ? real(word(places, words(places))) * 4 : 1600000]
bare = few ? "'' " . word(places, 1) : "'' 64, '' 4096, '' 262144"
ticks = few ? size_ticks(places, 1) : "'64 KiB' 64, '4 MiB' 4096, '256 MiB' 262144"
aside(i, n) = 4**((few ? 1.2 : 0.62) * beside(i, n))
# Every series of a block, with its intervals under its marks. times: 100 for per cent.
curve(block, i, style, times, by) = sprintf( \
	"$%s index %d using ($3 == $3 ? %g * $1 : NaN):(%d * $2):(%d * $3):(%d * $4) with yerrorbars \
	linestyle %d linewidth 1 dashtype solid pointtype -1 notitle, $%s index %d using (%g * $1):(%d * $2) \
	with linespoints linestyle %d pointinterval -1 notitle, ", block, i, by, times, times, times, style, block, i, \
		by, times, style)
curves(block, l, i, times, c) = i > words(l) ? "" : curve(block, i - 1, line(word(l, i)), times, \
	aside(find(c == 2 ? both : keyed[c], word(l, i), 1), words(c == 2 ? both : keyed[c]))) . \
	curves(block, l, i + 1, times, c)
# A column's key, from what its first panel draws.
entries(c) = c == 2 ? "NaN notitle" : sprintf( \
	"for [name in keyed[%d]] keyentry with linespoints linestyle line(name) pointinterval -1 \
	title label(name) noenhanced, keyentry with lines linestyle 30 title '%s'", \
	c, "ceiling, " . lines_of(c))
do for [metric in "lookup of_ceiling over_best"] {
	# One axis a row.
	reaches = 0
	lowest = NaN
	do for [c=1:last] {
		call "plots/common.gp" (tables_of(c)) (filters . (metric eq "lookup" ? " " . roof_of(c) : "")) metric \
			(metric eq "lookup" ? "rate" : "")
		reaches = larger(reaches, common)
		lowest = lowest <= least || !is_number(least) ? lowest : least
	}
	do for [c=1:last] {
		body = ""
		number = 0
		some = 0
		do for [panel in tables_of(c)] {
			number = number + 1
			eval pick(sprintf("$rows_%d", number), panel, filters, metric)
			body = body . curves(sprintf("rows_%d", number), picked, 1, metric eq "lookup" ? 1 : 100, c)
			some = some + words(picked)
		}
		eval pick("$roof", word(columns, c), roof_of(c), "lookup")
		body = body . \
			(metric eq "lookup" && words(picked) ? sprintf( \
			"$roof using 1:($2 / %d.0) with lines linestyle 30 notitle, ", c == 5 ? 3 : 1) : "")
		eval heading(metric eq "lookup" ? column_title(c) : "")
		unset logscale y
		set yrange [0:reaches == 0 ? 1 : 105 * reaches]
		if (metric eq "lookup" && reaches > 0) { set logscale y 2; set yrange [0.8 * lowest:1.25 * reaches] }
		if (metric eq "over_best") { body = body . "97 with lines linestyle 31 notitle, " }
		if (some) { unset label 9997 } else { \
			set label 9997 "not measured" at graph 0.5, graph 0.5 center font small textcolor rgb grey }
		eval "set xtics (" . (metric eq "over_best" ? ticks : bare) . ")"
		set format y (c > 1 ? "" : "%g")
		set ylabel (c > 1 ? "" : metric eq "lookup" ? "look-ups (Mops/s)" : \
			metric eq "of_ceiling" ? "share of the ceiling (%)" : "of the best look-up (%)")
		set xlabel (metric eq "over_best" ? "size of the table" : "")
		eval metric eq "lookup" && c != 2 ? key_at(c) : "set key off"
		eval "plot NaN notitle, " . body . (metric eq "lookup" ? entries(c) : "NaN notitle")
		unset label 9999
	}
}
unset multiplot
unset output
