# SPDX-License-Identifier: MIT
# P1: bits a key against nanoseconds, of all filters whose rate is nearest to 2^-8, 2^-12 or 2^-16, a row each. Columns:
# lookups of absent keys one after the other; by the fastest kernel; construction. A filled mark is on the front in most
# rounds, and has its name above it; a hollow one is dominated.
figure = "p1"
panels = 3
rates = ""
do for [rate in "8 12 16"] {
	call "plots/peek.gp" "drawn_best_0_" . rate
	if (there) { rates = rates . rate . " " }
}
if (rates eq "") { rates = "8 " }
height = 1.0 + 2.3 * words(rates)
load "plots/style.gp"

family(name) = strstrt(name, ":") ? name[1:strstrt(name, ":") - 1] : name
# The solid shape of a family's mark; the hollow one is the number before it.
solid(name) = mark(line(family(name)))
mark(style) = style == 3 || style == 4 || style == 55 || style == 59 ? 5 : int(word("7 5 9 11 13 15", 1 + style % 6))
families(l, i) = i > words(l) ? "" : family(word(l, i)) . " " . families(l, i + 1)
array measure[3] = ["lookup_0", "best_0", "build"]
array what[3] = ["one key after the other", "fastest kernel", "construction"]

# Names stand along the upper edge, by their bits, each at least a line of text from the last.
array named[64]
array bits[64]
least_bits = 7.5
most_bits = 24
take(x) = (is_number(x) ? (met = x) : 0, 0)

keyed = unique(families(present("drawn_best_0_8", names, "front", 1) . present("drawn_best_0_8", names, "dominated", 1) . \
	present("drawn_best_0_12", names, "front", 1) . present("drawn_best_0_12", names, "dominated", 1), 1), 1)
key = key_rows(keyed)
n = words(rates)
set multiplot layout n,3 spacing screen 0.055, screen 3.6 * row \
	margins screen 0.065, screen 0.985, screen below(2.9), screen 1 - (1.8 + 1.1 * key) * row
set key at screen 0.53, screen 0.99 center top vertical maxrows key
set logscale y
set xrange [least_bits:most_bits]
unset xtics
set xtics nomirror out scale 0.6 textcolor rgb ink offset 0, 0.25
# one axis a column
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
	if (high[c] <= 0) { low[c] = 1; high[c] = 100 }
}
letters = "abcdefghi"
do for [r=1:n] {
	do for [c=1:3] {
		panel = "drawn_" . measure[c] . "_" . word(rates, r)
		eval pick("$dominated", panel, names, "dominated")
		others = picked
		eval pick("$front", panel, names, "front")
		do for [i=1:words(picked)] {
			met = NaN
			set table $scratch
			plot $front index i-1 using (take($1)) with table
			unset table
			named[i] = word(picked, i)
			bits[i] = met
		}
		set xlabel (r == n ? "bits a key" : "")
		set ylabel (c == 1 ? "ns a key" : "")
		from = 0.8 * low[c]
		to = high[c] * (high[c] / low[c]) ** 0.5
		set yrange [from:to]
		eval blank(picked . others, 1, 100)
		last_at = least_bits
		do for [k=1:64] { unset label k }
		eval heading(sprintf("(%s) %s, 2^{-%s}", letters[3 * (r - 1) + c:3 * (r - 1) + c], what[c], word(rates, r)))
		do for [k=1:words(picked)] {
			best = 0
			do for [i=1:words(picked)] {
				if (bits[i] == bits[i] && (best == 0 || bits[i] < bits[best])) { best = i }
			}
			last_at = larger(bits[best], last_at + 0.75)
			set label k label(family(named[best])) at last_at, graph 1 right rotate by 90 offset 0, -0.3 \
				font small textcolor rgb ink noenhanced
			bits[best] = NaN
		}
		plot NaN notitle, \
			for [i=1:words(others)] $dominated index nth(i) using 1:2 with points \
				linestyle line(family(word(others, i))) pointtype solid(word(others, i)) - 1 \
				linewidth 1.2 notitle, \
			for [i=1:words(picked)] $front index nth(i) using 1:2 with points \
				linestyle line(family(word(picked, i))) pointtype solid(word(picked, i)) \
				pointsize 1.3 * dot notitle, \
			for [name in keyed] keyentry with points linestyle line(name) pointtype solid(name) \
				title label(name) noenhanced
		keyed = ""
		unset label 9999
	}
}
unset multiplot
unset output
