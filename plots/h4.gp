# SPDX-License-Identifier: MIT
# H4: the filter that costs least. A panel's letter and place are the same in every run; what a run did not time is left
# out, with its row. A box reaches from where a filter begins to be the best to where another does, in the colour of its
# family.
#
#     (a) over the number of keys and the work that a key      (b) the best Bloom filter's overhead over the best
#         turned away saves, of filters that insert                cuckoo filter's
#     (c) as (a), also of filters that are built once          (d) the best that inserts over the best of those
#     (e) over the lookups that a table serves, build          (f) over a budget of memory; both of the most keys for
#         included                                                 which builds were timed
figure = "h4"
panels = 2
call "plots/peek.gp" "map_all_p0"
rows_of_maps = 1 + there
call "plots/peek.gp" "map_served_"
rows_of_panels = rows_of_maps + (there > 0)
height = 0.9 + 2.5 * rows_of_panels
load "plots/style.gp"

# "cf-avx512:f12" is of the family cf and has the parameters f12.
kernel(name) = name[1:strstrt(name, ":") - 1]
parameters(name) = name[strstrt(name, ":") + 1:*]
families = "ss-cf sb-bf blk-bf cf-any cf bf xor fuse3 fuse4 gcs \
	vqf rsqf prefix morton vacuum rb-bf cs-bf ribbon-bumped ribbon"
family_of(name, i) = i > words(families) ? kernel(name) : \
	name[1:strlen(word(families, i))] eq word(families, i) ? word(families, i) : family_of(name, i + 1)
family(name) = family_of(name, 1)
# Each family is also darker or lighter than the others of its kind. There are more families than greys. So the boxes of
# those that are built once have edges, and those of the field's later ones have dashed edges; there it is the edge that
# is darker or lighter. The edge of a family that is not known here is dotted.
fills = "#b4d8f0 #c9825a #fbecc4 #5d93ad #3f7fb5 #e9ab6b #f7d3e0 #d3a6dd #a883c4 #b5cf9c \
	#7fc8c8 #5fae8b #cfc08a #93a6dc #c3c6ee #b0604a #f5c9a0 #c07a94 #eca6c6"
fill(name) = find(families, name, 1) ? word(fills, find(families, name, 1)) : "#dddddd"
once = "xor fuse3 fuse4 gcs ribbon-bumped ribbon"
later = "vqf rsqf prefix morton cf-any vacuum rb-bf cs-bf"
edges = "#e0508a #a040a0 #4a1068 #3d5c1e #3a0008 #ff6fb0 \
	#145e68 #0c3a20 #b09a50 #4a62b0 #3098c4 #aab0e0 #200500 #f8c890"
edge(name) = find(once . " " . later, name, 1) ? word(edges, find(once . " " . later, name, 1)) : \
	find(families, name, 1) ? white : ink
set dashtype 11 (4,3)
set dashtype 12 (1.5,2)
dash(name) = find(later, name, 1) ? 11 : find(families, name, 1) ? 1 : 12
# The words of l, "n=61440", by their numbers.
number(name) = real(name[3:*])
above(l, i, after, best) = i > words(l) ? best : above(l, i + 1, after, \
	number(word(l, i)) > after && (best eq "" || number(word(l, i)) < number(best)) ? word(l, i) : best)
ascending(l, after) = above(l, 1, after, "") eq "" ? "" : \
	above(l, 1, after, "") . " " . ascending(l, number(above(l, 1, after, "")))
short(n) = keys_name(n, "%.0f")

# gnuplot evaluates the first even if there is none.
keys_of(i) = i > words(sizes) ? "" : short(number(word(sizes, i))) . " keys"

array map_of[2] = ["map_p0", "map_all_p0"]
# Those of "n=61440" for which there are maps over something else.
ends(l, i) = i > words(l) ? "" : \
	(present("map_served_" . word(l, i), names, "from", 1) eq "" ? "" : word(l, i) . " ") . ends(l, i + 1)
array gain_of[2] = ["bloom_over_cuckoo", "inserting_over_static"]
array map_title[2] = ["(a) the filter that costs least, absent keys", "(c) as (a), also of filters built once"]
array gain_title[2] = ["(b) above 1: cuckoo, below 1: Bloom", "(d) above 1: built once, below 1: inserting"]
array gain_label[2] = ["overhead, Bloom over cuckoo", "overhead, inserting over built once"]

sizes = present("gain_p0", ascending(beginning("n=", names, 1), 0), gain_of[1], 1)
bounded = ends(sizes, 1)
# Panels, axes and titles of the row below the maps, from left to right.
below_maps = words(bounded) == 0 ? "" : "map_served_" . word(bounded, words(bounded)) . " map_budget_" . \
	word(bounded, words(bounded))
is_served(name) = name[1:11] eq "map_served_"
below_label(name) = is_served(name) ? "lookups served for each key" : "bits a key at most"
below_title(name, i) = "(" . substr("ef", i, i) . ") " . \
	(is_served(name) ? "all, build included, " : "all, within a budget, ") . \
	short(number(name[12:*])) . " keys"

seen = ""
do for [name in "map_p0 map_all_p0 " . below_maps] {
	do for [winner in present(name, names, "from", 1)] { seen = seen . family(winner) . " " }
}
unknown(l, i) = i > words(l) ? "" : (find(families, word(l, i), 1) ? "" : word(l, i) . " ") . unknown(l, i + 1)
shown = either("cf ss-cf bf blk-bf sb-bf", seen, "", 1)
others = either(later, seen, "", 1) . unknown(unique(seen, 1), 1)
edged = others . either(once, seen, "", 1)
low(v) = (is_number(v) && v > 0 && v < least ? (least = v) : 0)

keys = words(shown . edged) + words(sizes)
key = keys > 6 ? int(ceil(keys / (find(seen, "ribbon-bumped", 1) ? 3.0 : 4.0))) : keys > 3 ? 2 : 1
set multiplot layout rows_of_panels,2 spacing screen 0.095, screen 5 * row \
	margins screen 0.075, screen 0.98, screen below(3.1), screen 1 - (2.2 + 1.1 * key) * row
set key at screen 0.53, screen 0.99 center top vertical maxrows key
do for [r=1:rows_of_maps] {
	is_first = r == 1
	is_last = r == rows_of_panels
	call "plots/h4_boxes.gp" map_of[r] map_title[r] "keys"
	eval pick("$gain", "gain_p0", sizes, gain_of[r])
	drawn = picked
	points_shown = points_picked
	peak = 1
	top = 1
	least = 1
	set table $scratch
	plot $gain using (low($2), low($3), rise($2, $4)) with table
	unset table
	set xlabel "work saved for a key turned away, t_w  (ns)"
	set ylabel gain_label[r]
	set xrange [1:1e9]
	set xtics autofreq
	set format x "10^{%L}"
	set yrange [0.9 * least:1.1 * larger(peak, top)]
	set logscale x 10
	# over a span of thousands powers of two have too many digits
	wide = larger(peak, top) / least > 4096
	if (wide) { set logscale y 10; set format y "10^{%L}" } else { set logscale y 2; set format y "%g" }
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
do for [i=1:words(below_maps)] {
	panel_below = word(below_maps, i)
	is_first = 0
	is_last = i == words(below_maps)
	call "plots/h4_boxes.gp" panel_below below_title(panel_below, i) below_label(panel_below)
}
unset multiplot
unset output
