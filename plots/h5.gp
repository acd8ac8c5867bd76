# SPDX-License-Identifier: MIT
# H5: look-ups against the number of keys in flight, for tables in the second cache, in the last one and in memory.
# Grey: the same number of reads of one line and of two, with the number that they reach. A ring marks the place of the
# filter's own loop, one key after the other, on the curve.
#
#      Mops/s    |  (a) second cache  |  (b) last cache  |  (c) memory  |
figure = "h5"
panels = 2
height = 3.3
load "plots/style.gp"

filters = "cf ss-cf blk-bf"
roofs = "ceiling-1 ceiling-2"
sizes = "6KiB 192KiB 3MiB 48MiB 192MiB"
there = ""
keyed = ""
roofed = ""
least = NaN
most = NaN
lower(a, b) = is_number(a) && a <= b ? a : b
range(v) = (least = lower(least, v), most = is_number(most) && most >= v ? most : v, 0)
do for [size in sizes] {
	keyed = either(filters, keyed, present(size, filters, "lookup", 1), 1)
	roofed = either(roofs, roofed, present(size, roofs, "lookup", 1), 1)
	eval pick("$all", size, filters . " " . roofs, "lookup")
	if (words(picked)) {
		there = there . size . " "
		set table $scratch
		plot $all using (is_number($2) ? range($2) : 0) with table
		unset table
	}
}
# With no data, one panel reports it.
if (words(there) == 0) { there = "192MiB" }
spaced_size(size) = size[1:strlen(size) - 3] . " " . size[strlen(size) - 2:*]

# Every series of a block beside the others, with its intervals under its marks. Then its own loop: both of its numbers
# are medians.
place_of(name) = 2**aside(find(keyed, name, 1), words(keyed), 7.6)
curve(i, name) = sprintf("$rates index %d using ($3 == $3 ? %g * $1 : NaN):2:3:4 \
	with yerrorbars linestyle %d linewidth 1 dashtype solid pointtype -1 notitle, \
	$rates index %d using (%g * $1):2 with linespoints linestyle %d pointinterval -1 notitle, ", \
	i, place_of(name), line(name), i, place_of(name), line(name))
curves(l, i) = i > words(l) ? "" : curve(i - 1, word(l, i)) . curves(l, i + 1)
roof_style(name) = name eq "ceiling-1" ? 31 : 30
roof_title(name) = name eq "ceiling-1" ? "1 line read" : "2 lines read"
ring = "points pointtype 6 pointsize 1.9 linecolor rgb ink linewidth 1.1"

columns = words(there)
eval sprintf("set multiplot layout 1,%d spacing screen 0.045 \
	margins screen 0.075, screen 0.985, screen %g, screen %g", columns, \
	below(2.9), 1 - (1.8 + 2.2) * row)
set key at screen 0.53, screen 0.99 center top vertical maxrows 2
set logscale xy 2
set xrange [0.8:160]
set xtics (1, 4, 16, 64, "" 2 1, "" 8 1, "" 32 1, "" 128 1)
set xlabel "keys in flight"
if (is_number(most)) { set yrange [0.8 * least:1.25 * most] }
do for [c=1:columns] {
	size = word(there, c)
	eval pick("$roofs", size, roofs, "lookup")
	picked_roofs = picked
	body = ""
	unset label 9995
	unset label 9996
	do for [i=1:words(picked_roofs)] {
		body = body . sprintf("$roofs index %d using 1:2 with lines linestyle %d notitle, ", \
			i - 1, roof_style(word(picked_roofs, i)))
		eval pick("$roof", size, word(picked_roofs, i), "lookup")
		# Of two that are close, the lower one's number is below.
		under = i > 1 && peak > 0.8 * upper_roof
		upper_roof = peak
		set label 9994 + i sprintf("%.0f", peak) at graph 0.99, first peak right \
			offset 0, (under ? -0.6 : 0.5) font small textcolor rgb grey
	}
	eval pick("$at", size, filters, "own_in_flight")
	eval pick("$loops", size, picked, "own")
	undefine $own
	set print $own
	do for [i=1:words(picked)] {
		set table $scratch
		plot $at index i-1 using (is_number($2) ? (place = $2) : 0) with table
		plot $loops index i-1 using (is_number($2) ? (speed = $2) : 0) with table
		unset table
		print sprintf("%g,%g", place_of(word(picked, i)) * place, speed)
	}
	print "NaN,NaN"
	unset print
	eval pick("$rates", size, filters, "lookup")
	if (c > 1) { set format y "" } else { set ylabel "look-ups (Mops/s)" }
	eval heading(sprintf("(%s) table of %s", "abc"[c:c], spaced_size(size)))
	eval blank(picked, 1, 2)
	eval "plot NaN notitle, " . body . curves(picked, 1) . "$own using 1:2 with " . ring . " notitle, " . \
		"for [name in keyed] keyentry with linespoints linestyle line(name) title label(name) noenhanced, " . \
		"for [name in roofed] keyentry with lines linestyle roof_style(name) title roof_title(name), " . \
		"keyentry with " . ring . " title 'own loop'"
	set key off
	set ylabel ""
	unset label 9999
}
unset multiplot
unset output
