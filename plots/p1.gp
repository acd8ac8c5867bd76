# SPDX-License-Identifier: MIT
# P1: bits a key against nanoseconds, of all filters whose rate is within half a bit of 2^-8, 2^-12 or 2^-16, a row
# each. Bits are those that they would take at the rate (front_points.h). Columns: lookups of absent keys one after the
# other; by the fastest kernel; construction. Filled: on the front in most processes; hollow: dominated. The shape says
# what a filter can do. Each name stands where it covers nothing. In a crowd it is further from its mark, at the end of
# a thin line.
figure = "p1"
panels = 3
rates = ""
do for [rate in "8 12 16"] {
	call "plots/peek.gp" "drawn_best_0_" . rate
	if (there) { rates = rates . rate . " " }
}
if (rates eq "") { rates = "8 " }
height = 0.9 + 2.4 * words(rates)
load "plots/style.gp"

family(name) = strstrt(name, ":") ? name[1:strstrt(name, ":") - 1] : name
array measure[3] = ["lookup_0", "best_0", "build"]
array what[3] = ["one key after the other", "fastest kernel", "construction"]
letters = "abcdefghi"
take_both(x, y) = (is_number(x) ? (met = x, met_too = y) : 0, 0)

# What the series can do, whatever the rate.
asked = ""
do for [rate in rates] { asked = asked . "best_0_" . rate . " " }
call "plots/able.gp" asked names "static"
once = able
call "plots/able.gp" asked names "deletes"
deleting = able
shape(name) = find(once, name, 1) ? 9 : find(deleting, name, 1) ? 7 : 5
array kind[3] = [7, 5, 9]
array kind_title[3] = ["deletes", "inserts, no deletion", "built once"]

# Places in pixels of a panel of the screen's size, and boxes of names there: a letter's width, a line's height.
least_bits = 7.5
most_bits = 29
across = 290.0
up = 0.86 * 156 * 2.4 - 60
wide = 7.6
tall = 13
right_of(bits) = across * (bits - least_bits) / (most_bits - least_bits)
above_of(ns) = up * log(ns / from) / log(to / from)
array px[200]
array py[200]
array bits_of[200]
array ns_of[200]
array named[200]
array left_edge[200]
array right_edge[200]
array lower[200]
array upper[200]
name_hit(x, y, w, j) = j > placed ? 0 : (x < right_edge[j] && x + w > left_edge[j] && y < upper[j] && \
	y + tall > lower[j]) || name_hit(x, y, w, j + 1)
mark_hit(x, y, w, j, own) = j > count ? 0 : (j != own && px[j] > x - 5 && px[j] < x + w + 5 && py[j] > y - 5 && \
	py[j] < y + tall + 5) || mark_hit(x, y, w, j + 1, own)
free_at(x, y, w, own) = x > 2 && x + w < across + 12 && y > 0 && y + tall < up && !name_hit(x, y, w, 1) && \
	!mark_hit(x, y, w, 1, own)
# The lower left corner of a name of width w in the k-th place around a mark: eight on each of rings further and further
# out, the first to the right.
rings = 9
ring(k) = (k - 1) / 8
turn(k) = word("0 4 2 6 1 7 3 5", (k - 1) % 8 + 1) * pi / 4 + 0.3 * (ring(k) % 3)
far(k) = 7 + 12 * ring(k)
corner_x(k, x, w) = x + far(k) * cos(turn(k)) - 0.5 * w + 0.5 * w * cos(turn(k))
corner_y(k, y) = y + far(k) * sin(turn(k)) - 0.5 * tall + 0.5 * tall * sin(turn(k))
# Where the thin line to a name ends: at the nearest place of its box.
clamp(v, low, high) = v < low ? low : v > high ? high : v

set multiplot layout words(rates),3 spacing screen 0.055, screen 3.4 * row \
	margins screen 0.065, screen 0.985, screen below(2.9), screen 1 - 3.4 * row
set key at screen 0.53, screen 0.99 center top vertical maxrows 1
set logscale y
set format y "10^{%L}"
set xrange [least_bits:most_bits]
# One axis a column.
array low[3]
array high[3]
do for [c=1:3] {
	low[c] = NaN
	high[c] = 0
	do for [rate in rates] {
		do for [metric in "front dominated"] {
			least = low[c]
			eval pick("$all", "drawn_" . measure[c] . "_" . rate, names, metric)
			set table $scratch
			plot $all using (fall($2)) with table
			unset table
			low[c] = least
			high[c] = larger(high[c], peak)
		}
	}
	if (high[c] <= 0) {
		low[c] = 1
		high[c] = 100
	}
}
do for [line_of=1:words(rates)] {
	met = NaN
	eval pick("$all", "best_0_" . word(rates, line_of), names, "ns")
	set table $scratch
	plot $all using (take($1)) with table
	unset table
	keys = met == met ? sprintf("%s keys", keys_name(met, "%.1f")) : ""
	do for [c=1:3] {
		panel = "drawn_" . measure[c] . "_" . word(rates, line_of)
		from = 0.6 * low[c]
		to = 1.8 * high[c]
		count = 0
		do for [metric in "front dominated"] {
			eval pick("$" . metric, panel, names, metric)
			if (metric eq "front") { on_front = picked }
			do for [i=1:words(picked)] {
				met = NaN
				met_too = NaN
				set table $scratch
				if (metric eq "front") {
					plot $front index i-1 using (take_both($1, $2)) with table
				} else {
					plot $dominated index i-1 using (take_both($1, $2)) with table
				}
				unset table
				count = count + 1
				named[count] = word(picked, i)
				bits_of[count] = met
				ns_of[count] = met_too
				px[count] = lesser(across, right_of(met))
				py[count] = above_of(met_too)
			}
		}
		others = picked
		do for [k=1:200] {
			unset label k
			unset arrow k
		}
		placed = 0
		do for [i=1:count] {
			# A filter beyond the axis has an arrow at its edge.
			spoken = label(family(named[i])) . (bits_of[i] > most_bits ? " →" : "")
			w = wide * strlen(spoken)
			side = 0
			do for [k=1:8 * rings] {
				if (free_at(corner_x(k, px[i], w), corner_y(k, py[i]), w, i)) {
					side = k
					break
				}
			}
			if (side) {
				placed = placed + 1
				tone = i > words(on_front) ? grey : ink
				left_edge[placed] = corner_x(side, px[i], w)
				right_edge[placed] = left_edge[placed] + w
				lower[placed] = corner_y(side, py[i])
				upper[placed] = lower[placed] + tall
				set label placed spoken at graph (left_edge[placed] + 0.5 * w) / across, \
					graph (lower[placed] + 0.5 * tall) / up center \
					font small textcolor rgb tone noenhanced
				if (side > 8 && bits_of[i] <= most_bits) {
					set arrow placed from graph px[i] / across, graph py[i] / up \
						to graph clamp(px[i], left_edge[placed], right_edge[placed]) / across, \
						graph clamp(py[i], lower[placed], upper[placed]) / up \
						nohead back linecolor rgb "#b0b0b0" linewidth 0.6
				}
			}
		}
		set xlabel (line_of == words(rates) ? "bits a key at the rate" : "")
		set ylabel (c == 1 ? "ns a key" : "")
		set label 9996 keys at graph 1, graph 0.96 right font small textcolor rgb grey
		set yrange [from:to]
		at_letter = 3 * (line_of - 1) + c
		eval heading(sprintf("(%s) %s, 2^{-%s}", letters[at_letter:at_letter], what[c], word(rates, line_of)))
		eval blank(on_front . others, 1, 100)
		plot NaN notitle, \
			for [i=1:words(others)] $dominated index nth(i) using 1:2 with points \
				linestyle line(family(word(others, i))) pointtype shape(word(others, i)) - 1 \
				linewidth 1.2 notitle, \
			for [i=1:words(on_front)] $front index nth(i) using 1:2 with points \
				linestyle line(family(word(on_front, i))) pointtype shape(word(on_front, i)) \
				pointsize 1.2 * dot notitle, \
			for [k=1:at_letter == 1 ? 3 : 0] keyentry with points linecolor rgb ink pointtype kind[k] \
				title kind_title[k], \
			for [k=1:at_letter == 1 ? 1 : 0] keyentry with points linecolor rgb grey pointtype 6 \
				title "hollow: dominated"
		unset label 9999
	}
}
unset multiplot
unset output
