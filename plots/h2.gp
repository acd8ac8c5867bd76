# SPDX-License-Identifier: MIT
# H2: look-ups of CF's table against its size, on each kind of pages. Left: by the best look-up available. Right: one
# key after the other. Above: rates. Below: the rate over that on pages of 4 KiB.
figure = "h2"
panels = 2
height = 4.8
load "plots/style.gp"

# The look-ups shown: the last available one of the list, and the paper's.
best = ""
do for [name in "cf-batch cf-avx2 cf-avx512"] { if (has("thp", name, "lookup")) { best = name } }
kinds = "4k thp hugetlb 1g"
array kind_title[4] = ["4 KiB", "2 MiB, transparent", "2 MiB, pool", "1 GiB, pool"]
number(kind) = find(kinds, kind, 1)
label(kind) = number(kind) ? kind_title[number(kind)] : kind
ways = best . " cf"
ways = best eq "" ? "cf cf" : ways
paper = "one key after the other"
array way_title[2] = [best eq "" ? paper : title_of[known_as(best)], paper]

there = ""
do for [kind in kinds] {
	if (has(kind, "cf", "lookup")) {
		there = there . kind . " "
		eval pick("$all", kind, "cf " . best, "lookup")
		set table $scratch
		plot $all using (meet($1)) with table
		unset table
	}
}
few = words(places) > 0 && words(places) < 3
low_x = few ? real(word(places, 1)) / 4 : 0.7 * 4096
largest(i) = i > words(places) ? 0 : larger(real(word(places, i)), largest(i + 1))
high_x = words(places) == 0 ? 1.4 * 1048576 : (few ? 4 : 1.6) * largest(1)
axis = log(high_x / low_x) / log(4)
put(x, i, n) = x * 4**aside(i, n, axis)
# One series of one kind, with its intervals under its marks.
curve(k, i, n) = sprintf("$kind_%d using ($3 == $3 ? put($1, %d, %d) : NaN):2:3:4 \
	with yerrorbars linestyle %d linewidth 1 dashtype solid pointtype -1 notitle, \
	$kind_%d using (put($1, %d, %d)):2 with linespoints linestyle %d pointinterval -1 notitle, ", \
	k, i, n, step(k), k, i, n, step(k))

set multiplot layout 2,2 spacing screen 0.095, screen 3.6 * row \
	margins screen 0.075, screen 0.98, screen below(2.9), screen 1 - 2.9 * row
set key at screen 0.53, screen 0.99 center top vertical maxrows 1
set logscale x 4
set logscale y 2
set xrange [low_x:high_x]
if (few) { eval "set xtics (" . size_ticks(places, 1) . ")" } else {
	set xtics ("4 MiB" 4096, "16 MiB" 16384, "64 MiB" 65536, "256 MiB" 262144, "1 GiB" 1048576) }
do for [metric in "lookup over_4k"] {
	compared = metric eq "lookup" ? there : without_any(there, "4k", 1)
	if (metric ne "lookup") { unset logscale y } # near 1, where a logarithmic axis has one number
	# One axis a line.
	reaches = 0
	lowest = NaN
	do for [kind in compared] {
		call "plots/common.gp" kind ways metric
		reaches = larger(reaches, common)
		lowest = lowest <= least || !is_number(least) ? lowest : least
	}
	do for [w=1:2] {
		body = ""
		drawn = 0
		do for [i=1:words(compared)] {
			kind = word(compared, i)
			if (has(kind, word(ways, w), metric)) {
				eval pick(sprintf("$kind_%d", number(kind)), kind, word(ways, w), metric)
				body = body . curve(number(kind), i, words(compared))
				drawn = drawn + 1
			}
		}
		set ylabel (w == 1 ? (metric eq "lookup" ? "look-ups (Mops/s)" : "over pages of 4 KiB") : "")
		set xlabel (metric eq "lookup" ? "" : "size of the table")
		set yrange [reaches > 0 ? 0.9 * lowest : 1:reaches > 0 ? 1.1 * reaches : 2]
		eval heading("(" . substr("abcd", w + 2 * (metric ne "lookup"), w + 2 * (metric ne "lookup")) . ") " . \
			(metric eq "lookup" ? "rate, " : "gain, ") . way_title[w])
		if (drawn) { unset label 9997 } else { \
			set label 9997 "no data" at graph 0.5, graph 0.5 center textcolor rgb grey }
		if (metric ne "lookup") { body = body . "1 linestyle 31 notitle, " }
		eval "plot NaN notitle, " . body . "for [kind in w == 1 && metric eq 'lookup' ? there : ''] keyentry \
			with linespoints linestyle step(number(kind)) title label(kind) noenhanced"
		set key off
		unset label 9999
	}
}
unset multiplot
unset output
