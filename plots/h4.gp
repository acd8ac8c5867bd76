# SPDX-License-Identifier: MIT
# H4: the filter that costs least; (a) over the number of keys and the work that a key turned away saves. A box reaches
# from where a filter begins to be the best to where another does, in the colour of its family. (b) the best Bloom
# filter's overhead over the best cuckoo filter's. Both are of filters that insert. Where some were timed that are built
# once, (c) is (a) of all, and (d) the overhead of the best that inserts over that of the best of those.
figure = "h4"
panels = 2
call "plots/peek.gp" "map_all_p0"
rows_of_panels = 1 + there
height = there ? 6.4 : 3.4
load "plots/style.gp"

# "cf-avx512:f12" is of the family cf and has the parameters f12.
kernel(name) = name[1:strstrt(name, ":") - 1]
parameters(name) = name[strstrt(name, ":") + 1:*]
families = "ss-cf sb-bf blk-bf cf-any cf bf xor fuse3 fuse4 gcs \
	vqf rsqf prefix morton vacuum rb-bf cs-bf ribbon-bumped ribbon"
family_of(name, i) = i > words(families) ? kernel(name) : \
	name[1:strlen(word(families, i))] eq word(families, i) ? word(families, i) : family_of(name, i + 1)
family(name) = family_of(name, 1)
# Each family is also darker or lighter than the others of its kind. Boxes of those that are built once have edges.
fills = "#b4d8f0 #c9825a #fbecc4 #5d93ad #3f7fb5 #e9ab6b #f7d3e0 #d3a6dd #a883c4 #b5cf9c \
	#7fc8c8 #5fae8b #cfc08a #93a6dc #c3c6ee #934530 #f5c9a0 #c07a94 #eca6c6"
fill(name) = find(families, name, 1) ? word(fills, find(families, name, 1)) : "#dddddd"
once = "xor fuse3 fuse4 gcs ribbon-bumped ribbon"
edges = "#e0508a #a040a0 #4a1068 #3d5c1e #80003c #d0006f"
edge(name) = find(once, name, 1) ? word(edges, find(once, name, 1)) : white
# The words of l, "n=61440", by their numbers.
number(name) = real(name[3:*])
above(l, i, after, best) = i > words(l) ? best : above(l, i + 1, after, \
	number(word(l, i)) > after && (best eq "" || number(word(l, i)) < number(best)) ? word(l, i) : best)
ascending(l, after) = above(l, 1, after, "") eq "" ? "" : \
	above(l, 1, after, "") . " " . ascending(l, number(above(l, 1, after, "")))
short(n) = n >= 1e6 ? sprintf("%.0f M", n / 1e6) : sprintf("%.0f K", n / 1e3)

# gnuplot evaluates the first even if there is none.
keys_of(i) = i > words(sizes) ? "" : short(number(word(sizes, i))) . " keys"

array map_of[2] = ["map_p0", "map_all_p0"]
array gain_of[2] = ["bloom_over_cuckoo", "inserting_over_static"]
array map_title[2] = ["(a) the filter that costs least, absent keys", "(c) as (a), also of filters built once"]
array gain_title[2] = ["(b) above 1: cuckoo, below 1: Bloom", "(d) above 1: built once, below 1: inserting"]
array gain_label[2] = ["overhead, Bloom over cuckoo", "overhead, inserting over built once"]

seen = ""
do for [r=1:rows_of_panels] {
	do for [name in present(map_of[r], names, "from", 1)] { seen = seen . family(name) . " " }
}
shown = either("cf ss-cf bf blk-bf sb-bf vqf rsqf prefix morton cf-any vacuum rb-bf cs-bf", seen, "", 1)
shown_once = either(once, seen, "", 1)
sizes = present("gain_p0", ascending(beginning("n=", names, 1), 0), gain_of[1], 1)
low(v) = (is_number(v) && v > 0 && v < least ? (least = v) : 0)

keys = words(shown . shown_once) + words(sizes)
key = keys > 6 ? int(ceil(keys / 4.0)) : keys > 3 ? 2 : 1
set multiplot layout rows_of_panels,2 spacing screen 0.095, screen 5 * row \
	margins screen 0.075, screen 0.98, screen below(2.9), screen 1 - (1.8 + 1.1 * key) * row
set key at screen 0.53, screen 0.99 center top vertical maxrows key
# A column for each number of keys, side by side: by their logarithms two that are near each other would overlap.
column_of(n, i) = i > words(sizes) ? 0 : (number(word(sizes, i)) < 1.001 * n) + column_of(n, i + 1)
set logscale y
do for [r=1:rows_of_panels] {
	eval pick("$map", map_of[r], present(map_of[r], names, "from", 1), "from")
	winners = picked
	eval pick("$gain", "gain_p0", sizes, gain_of[r])
	drawn = picked
	points_shown = points_picked
	peak = 1
	least = 1
	set table $scratch
	plot $gain using (low($2), rise($2, NaN)) with table
	unset table
	unset arrow
	unset logscale
	set logscale y
	unset xtics
	set xtics nomirror out scale 0.6 textcolor rgb ink offset 0, 0.25
	if (words(sizes)) { set xtics (short(number(word(sizes, 1))) 1) }
	do for [i=1:words(sizes)] { set xtics add (short(number(word(sizes, i))) i) }
	set format x "%g"
	set format y "10^{%L}"
	set xlabel "keys"
	set ylabel "work saved for a key turned away, t_w  (ns)"
	set yrange [1:1e9]
	set xrange [0.3:larger(words(sizes), 1) + 0.7]
	if (r == rows_of_panels) { set label 9996 \
		"in a box: f19, fingerprints of 19 bits; 20, 20 bits a key (of them k9: 9 hashes)" \
		at screen 0.008, screen 0 left offset 0, 0.6 font small textcolor rgb grey noenhanced }
	eval heading(map_title[r])
	eval blank(winners, 1, 1e9)
	plot NaN notitle, \
		for [i=1:words(winners)] $map index nth(i) \
			using (at = column_of($1, 1)):(sqrt($6 * $7)):(at - 0.46):(at + 0.46):6:7 with boxxyerror \
			fillstyle solid 1 border rgb edge(family(word(winners, i))) \
			linecolor rgb fill(family(word(winners, i))) linewidth 1 notitle, \
		for [i=1:words(winners)] $map index nth(i) \
			using (column_of($1, 1)):($7 > 2.6 * $6 ? sqrt($6 * $7) : NaN):(parameters(word(winners, i))) \
				with labels font small textcolor rgb ink noenhanced notitle, \
		for [name in r == 1 ? shown : ""] keyentry with boxes fillstyle solid 1 noborder \
			linecolor rgb fill(name) title label(name) noenhanced, \
		for [name in r == 1 ? shown_once : ""] keyentry with boxes fillstyle solid 1 border rgb edge(name) \
			linecolor rgb fill(name) title label(name) . ", built once" noenhanced, \
		for [i=1:r == 1 ? words(sizes) : 0] keyentry with linespoints linestyle step(i) pointinterval -1 \
			title keys_of(i)
	unset label 9999
	unset label 9996
	set xlabel "work saved for a key turned away, t_w  (ns)"
	set ylabel gain_label[r]
	set xrange [1:1e9]
	set xtics autofreq
	set format x "10^{%L}"
	set yrange [0.8 * least:1.25 * peak]
	set logscale x 10
	set logscale y 2
	set format y "%g"
	set arrow from graph 0, first 1 to graph 1, first 1 nohead back linestyle 31
	eval heading(gain_title[r])
	eval blank(drawn, 0.5, 2)
	count = words(drawn)
	plot NaN notitle, \
		for [i=1:words(drawn)] $gain index nth(i) \
			using ($3 == $3 && marks($0, i, count, points_shown) ? $1 : NaN):2:3:4 with yerrorbars \
			linestyle step(i) linewidth 1 dashtype solid pointtype -1 notitle, \
		for [i=1:words(drawn)] $gain index nth(i) using 1:2 with lines linestyle step(i) notitle, \
		for [i=1:words(drawn)] $gain index nth(i) using (marks($0, i, count, points_shown) ? $1 : NaN):2 \
			with points linestyle step(i) pointinterval -1 notitle
}
unset multiplot
unset output
