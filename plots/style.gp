# SPDX-License-Identifier: MIT
#
# style.gp - what all figures share: the page, one line style a filter, and the reading of the reduced data.
#
# A figure is drawn by its own script, from the root of the tree:
#
#   gnuplot -d -e "data='results/x/results/f5.csv'; out='f5.svg'; format='svg'; series='cf bf'; note='...'" plots/f5.gp
#
#   data    CSV with the columns panel,series,x,metric,unit,n,median,lo,hi,mean,min,max; NaN: not measured
#   out     file to write
#   format  svg (default), pdf or png
#   series  the filters to draw, in the order of the key; default: all that the data name, in their order
#   plugins, plugin_titles   filters that are not known here, and their titles, each in double quotes; may be empty
#   note    a small grey line at the bottom right, e.g. which statistic is shown; may be empty
#
# A script sets `figure` (its id: the prefix of the ids inside an SVG) and, for two panels, `panels = 2`, loads this
# file, copies its rows with `pick` and draws them with `line(name)` and `label(name)`. It draws what is there:
# any series, panel or interval may be missing, down to a file with no row at all. Nothing is written to stderr, which
# the program that calls gnuplot takes as a failure. No `reset session`: it would drop the variables set with -e.
#
# A new figure in full:
#
#   figure = "x1"
#   load "plots/style.gp"
#   eval pick("$rows", "", series, "lookup")
#   eval single(key_rows(picked))
#   eval blank(picked, 0, 1)
#   plot NaN notitle, for [i=1:words(picked)] $rows index i-1 using 1:2 with linespoints \
#       linestyle line(word(picked, i)) pointinterval -1 title label(word(picked, i)) noenhanced
#   unset output

if (!exists("data") || !exists("out")) exit error "plots: set data and out, see the head of plots/style.gp"
if (!exists("format")) format = "svg"
if (!exists("series")) series = ""
if (!exists("note")) note = ""
if (!exists("plugins")) plugins = ""
if (!exists("plugin_titles")) plugin_titles = plugins
if (!exists("figure")) figure = "figure"
if (!exists("panels")) panels = 1

# --- page ---------------------------------------------------------------------------------------------------------

# One or two columns of a two-column page, in inches; the screen formats keep the shape but have relatively smaller
# letters, since they are not shrunk to a column. The white background also serves dark pages and, as the halo around
# marks (pointinterval below 0), all formats.
if (!exists("width")) width = panels > 1 ? 7.0 : 3.5
if (!exists("height")) height = panels > 1 ? 2.8 : 2.6
set encoding utf8
set decimalsign '.'
white = "#ffffff"
if (format eq "svg") {
	em = 16
	pixels = panels > 1 ? 156 : 188
	row = 1.5 * em / (pixels * height)
	set terminal svg size pixels * width, pixels * height dynamic enhanced font "sans-serif,16" linewidth 1.5 \
		rounded background white name figure
	dot = 0.8
} else {
	if (format eq "pdf") {
		# cairo counts letters in pixels of 1/96 inch and gnuplot halves them in PDF: 0.75 makes true points.
		em = 7.5
		row = 1.3 * em / (72 * height)
		set terminal pdfcairo size width in, height in enhanced color font "DejaVu Sans,7.5" \
			fontscale 0.75 linewidth 1.0 dashlength 1.4 rounded background white
		dot = 0.68
	} else {
		if (format eq "png") {
			em = 22
			pixels = panels > 1 ? 288 : 320
			row = 1.3 * em / (0.75 * pixels * height)
			set terminal pngcairo size pixels * width, pixels * height enhanced color \
				font "DejaVu Sans,22" linewidth 2.6 dashlength 2.2 rounded background white
			dot = 2.6
		} else {
			exit error "plots: format must be svg, pdf or png"
		}
	}
}
set pointsize dot
set output out

ink = "#1a1a1a"
grey = "#6e6e6e"
pale = "#e4e4e4"
small = sprintf(",%.3g", 0.78 * em)
set border 3 linecolor rgb ink linewidth 0.8
set tics nomirror out scale 0.6 textcolor rgb ink
set xtics offset 0, 0.25
set ytics offset 0.4, 0
set format "%g"
set xlabel offset 0, 0.4
set ylabel offset format eq "svg" ? 1.2 : 0.5, 0
set grid ytics linetype 1 linewidth 0.6 linecolor rgb pale
set pointintervalbox 1.3
set errorbars 0.5
set style fill transparent solid 0.16 noborder
set label 9999 note at screen 0.992, screen 0 right offset 0, 0.6 font small textcolor rgb grey noenhanced

# The key stands above the plot, never on data, and reads column by column: cuckoo, Bloom and other filters.
set key textcolor rgb ink Left reverse samplen 3 height 0.3
# Its columns are as wide as the longest title, in letters, so this says how many rows there must be.
longest(l, i) = i > words(l) ? 0 : larger(strlen(label(word(l, i))), longest(l, i + 1))
key_columns(l) = int(96.0 / 7.0 * width / (7 + longest(l, 1)))
key_rows(l) = words(l) < 4 ? 1 : int(ceil(1.0 * words(l) / (key_columns(l) > 1 ? key_columns(l) : 1)))
# What a script evaluates before it plots one panel, or two, with a key of this many rows. `row` is the height of a line
# of text as a share of the page's height. Then the heading of a panel.
single(key) = sprintf("set lmargin 8; set rmargin 2.4; set bmargin %g; set key outside top center vertical \
	maxrows %d", note eq "" ? 3.0 : 4.1, key)
# Room for the tick labels, the axis label and the note below a panel; of two, where a part of it is enough.
below(rows) = (rows + (note eq "" ? 0 : 1.2)) * row
double(key) = pair(key, 2.9)
pair(key, rows) = sprintf("set multiplot layout 1,2 spacing screen 0.095 margins screen 0.075, screen 0.98, \
	screen %g, screen %g; set key at screen 0.53, screen 0.99 center top vertical maxrows %d", \
	below(rows), 1 - (1.8 + 1.1 * key) * row, key)
heading(text) = sprintf('set label 9998 "%s" at graph 0, graph 1 left offset 0, 0.75 textcolor rgb ink', text)
# Series measured at one x stand beside each other, so that their intervals can be told apart. beside: the place of the
# i-th of n, from -1/2 to 1/2, which a script with a name for each x multiplies by the width of a group. On an axis of
# numbers what is compared keeps its x: aside is at most 1.5 % of the axis, of a length in its units or their logarithm.
# Along a curve of many points (points_picked of `pick`), only some have a mark and an interval, and each series has
# others. marks: whether the row has those of the i-th of n.
beside(i, n) = n < 2 ? 0 : (i - 0.5 * (n + 1)) / n
aside(i, n, axis) = 0.03 * axis * beside(i, n)
larger(a, b) = a > b ? a : b
lesser(a, b) = a < b ? a : b
stride(n, points) = int(lesser(larger(4, n), larger(1, points)))
marks(row, i, n, points) = int(row) % stride(n, points) == i % stride(n, points)
# The least of 1, 2 and 5 times a power of ten that is no less than x.
power_of(x) = 10.0**floor(log10(x))
step_of(x) = power_of(x) * (x <= power_of(x) ? 1 : x <= 2 * power_of(x) ? 2 : x <= 5 * power_of(x) ? 5 : 10)
# The x at which throughput.gp draws a row, and the length of the axis of groups.
at(x) = x
axis = 0
# The least reach of a panel's axis, so that panels of one quantity have one axis.
common = 0
# Axes on which none of l is drawn: a fixed range and a word.
blank(l, low, high) = words(l) ? "unset label 9997" : sprintf("set yrange [%g:%g]; \
	set label 9997 'no data' at graph 0.5, graph 0.5 center textcolor rgb grey", low, high)

# --- one style a filter -------------------------------------------------------------------------------------------

# Okabe and Ito's palette (Wong, Nature Methods 8, 441, 2011) without its yellow, which vanishes on paper, the paler
# colours darkened a little. A family shares its mark: circles are cuckoo filters, squares Bloom filters. The variant
# of a family is the hollow mark on a dashed line, so that figures survive a grey printer. Filters of plug-ins
# get the styles from 10 on, in their order, which is the same in every figure of a run, as does any other series.
# Filters for many threads, for many keys at a time, later than the paper's, and those that they are compared with. In
# one figure no two have the same mark. Diamonds: striped locks. Pentagons and hollow triangles: other locks. + and x:
# batched, or without a check. Triangles that point upwards: vector instructions, or filters that grow. Blue, violet and
# teal: cuckoo filters. Black to grey: simpler locks. Orange: Bloom. Green: growth (grey and red: growth that stops
# readers), and quotient filters by rank and select. Brown: controls, of one thread or without a check. Rose to violet:
# built once. Turquoise, pentagons: vector quotient filters. Ochre: prefix filters.
# The paper's nine have the styles from 1 on, all others those from 41 on.
style_of(i) = i < 10 ? i : 31 + i
# A row a filter: name, title, colour, mark, dashes, width.
$filters << EOD
cf "CF" #0072b2 7 solid 1.8
ss-cf "ss-CF" #3f9fd8 6 (5,2.5) 1.6
bf "BF" #d55e00 5 solid 1.6
blk-bf "blk-BF" #e69f00 4 (5,2.5) 1.6
qf "QF" #009e73 9 solid 1.6
dl-cbf "dl-CBF" #b65a93 11 (7,2,1.5,2) 1.6
cbf "CBF" #7a4a12 12 (1.5,2) 1.6
cf-2hash "CF, two hashes" #5a5a5a 2 (2.5,2.5) 1.6
cf-nohash "CF, no hash" #332288 1 (1.5,2) 1.6
cf-striped "CF, striped" #084594 13 solid 2.0
cf-striped-batch "CF, striped, batched" #3f7fd0 12 (5,2.5) 1.7
cf-inline "CF, lock in line" #16838a 3 (1.5,2) 1.7
ss-cf-striped "ss-CF, striped" #7b4fb5 14 (7,2,1.5,2) 1.7
cf-mutex "CF, mutex" #111111 8 solid 1.6
cf-rwlock "CF, read-write lock" #555555 10 (5,2.5) 1.6
cf-seqlock "CF, sequence locks" #8a8a8a 15 (7,2,1.5,2) 1.6
bf-atomic "BF, atomic" #c85a05 5 (7,2,1.5,2) 1.6
blk-bf-atomic "blk-BF, atomic" #eba30a 4 (1.5,2) 1.6
cf-rcu "CF, growing" #117733 9 solid 1.8
cf-chain "CF, chained" #5aa66f 8 (5,2.5) 1.6
cf-batch "CF, batched" #7a4a12 1 (1.5,2) 1.6
cf-unchecked "CF, unchecked" #b07a3c 2 (2.5,2.5) 1.6
cf-unchecked-batch "CF, unchecked, batched" #c9a227 3 (1.5,2) 1.6
cf-grow-rwlock "CF, growing, read-write lock" #555555 11 (1.5,2) 1.6
cf-grow-stop "CF, growing, stop the world" #a50f15 10 (7,2,1.5,2) 1.6
sb-bf "sb-BF" #b3541e 15 solid 1.8
cf-avx2 "CF, AVX2" #5b8bd6 8 (7,2) 1.7
cf-avx512 "CF, AVX-512" #1f3b99 9 solid 1.8
cf-neon "CF, NEON" #2f6fb0 4 (2.5,2.5) 1.7
cf-staged "CF, staged" #2aa198 10 (7,2) 1.7
cf-avx512-staged "CF, AVX-512, staged" #0b5d57 11 solid 1.8
blk-bf-batch "blk-BF, batched" #f0b429 14 (1.5,2) 1.6
sb-bf-batch "sb-BF, batched" #a84c18 12 (1.5,2) 1.6
blk-bf-avx2 "blk-BF, AVX2" #cc7a00 10 (5,2.5) 1.7
sb-bf-avx2 "sb-BF, AVX2" #9c3a10 8 (5,2.5) 1.7
blk-bf-avx512 "blk-BF, AVX-512" #b86e00 11 solid 2.0
sb-bf-avx512 "sb-BF, AVX-512" #8c2d04 9 solid 2.0
bf-batch "BF, batched" #e06c1a 2 (7,2) 1.8
ss-cf-batch "ss-CF, batched" #b07ad0 2 (1.5,2) 1.6
ss-cf-avx2 "ss-CF, AVX2" #8a5cc2 8 (5,2.5) 1.7
ss-cf-avx512 "ss-CF, AVX-512" #54278f 9 solid 2.0
ss-cf-neon "ss-CF, NEON" #7b4bb5 10 (2.5,2.5) 1.7
ss-cf-decode "ss-CF, decoding" #8a5a22 3 (2.5,2.5) 1.6
cf-bulk "CF, bulk" #00a0c8 13 solid 1.8
blk-bf-simd "blk-BF, one key by AVX2" #d98a1a 3 (2.5,2.5) 1.6
sb-bf-simd "sb-BF, one key by AVX2" #7a2600 13 (2.5,2.5) 1.6
qf-slots "QF, slot by slot" #5c7a1e 8 (2.5,2.5) 1.6
blk-bf-exit "blk-BF, exiting" #c9a227 11 (2.5,2.5) 1.6
cf-branch "CF, branching" #b08d57 14 (2.5,2.5) 1.6
xor "xor" #ee7799 12 (5,2.5) 1.8
xor-batch "xor, batched" #ee7799 2 (7,2) 1.6
xor-avx2 "xor, AVX2" #e0508a 8 (5,2.5) 1.7
xor-avx512 "xor, AVX-512" #c2185b 9 solid 2.0
xor-neon "xor, NEON" #f06292 10 (2.5,2.5) 1.8
fuse3 "fuse3" #aa4499 13 solid 1.8
fuse3-batch "fuse3, batched" #bb66bb 1 (7,2) 1.6
fuse3-avx2 "fuse3, AVX2" #a040a0 10 (5,2.5) 1.7
fuse3-avx512 "fuse3, AVX-512" #7b1fa2 11 solid 2.0
fuse3-neon "fuse3, NEON" #8e2f8e 4 (2.5,2.5) 1.8
fuse4 "fuse4" #6699aa 14 (5,2.5) 1.8
fuse4-batch "fuse4, batched" #557799 3 (7,2) 1.6
fuse4-avx2 "fuse4, AVX2" #446688 4 (5,2.5) 1.7
fuse4-avx512 "fuse4, AVX-512" #2d4a66 5 solid 2.0
fuse4-neon "fuse4, NEON" #35557a 10 (2.5,2.5) 1.8
gcs "GCS" #99582a 7 (7,2,1.5,2) 1.8
rih "RIH" #4f772d 15 (2.5,2.5) 1.7
cf-nodelete "CF, no deletion" #2b4c7e 7 (1.5,2) 1.7
ss-cf-nodelete "ss-CF, no deletion" #7fb2e5 6 (7,2,1.5,2) 1.6
bloomier "Bloomier" #5b2a86 13 (7,2) 1.7
bloomier-mutable "Bloomier, mutable" #9d6cc9 12 (2.5,2.5) 1.6
cf-counters "CF, counters" #1b6f8a 4 (1.5,2) 1.7
morton "Morton" #33519e 6 (2.5,2.5) 1.8
morton-batch "Morton, batched" #8f9fd6 1 (2.5,2.5) 1.7
cf-any "CF, any size" #005a8c 15 (5,2.5) 1.7
cf-any-batch "CF, any size, batched" #5fb0dd 14 (1.5,2) 1.6
vacuum "vacuum filter" #12306b 11 (7,2,1.5,2) 1.7
vacuum-batch "vacuum filter, batched" #8899d8 10 (2.5,2.5) 1.6
rsqf "RSQF" #006d4e 11 (5,2.5) 1.8
rsqf-batch "RSQF, batched" #5fbf9f 10 (1.5,2) 1.6
prefix "prefix" #5d4a00 11 solid 1.8
prefix-batch "prefix, batched" #a08a2e 10 (5,2.5) 1.7
vqf "VQF" #00858c 15 (7,2,1.5,2) 1.7
vqf-batch "VQF, batched" #66c7c7 14 (5,2.5) 1.6
vqf-striped "VQF, striped" #2e7d6b 1 solid 1.8
ribbon "ribbon" #d0006f 5 (7,2) 1.7
ribbon-batch "ribbon, batched" #e86aa8 4 (2.5,2.5) 1.6
ribbon-bumped "bumped ribbon" #80003c 7 solid 1.8
ribbon-bumped-batch "bumped ribbon, batched" #b0506e 6 (5,2.5) 1.6
rb-bf "rb-BF" #7f2704 13 (7,2) 1.8
cs-bf "cs-BF" #fd8d3c 14 (1.5,2) 1.8
rb-bf-batch "rb-BF, batched" #e6550d 3 (7,2,1.5,2) 1.6
rb-bf-avx2 "rb-BF, AVX2" #a63603 8 (7,2) 1.7
rb-bf-avx512 "rb-BF, AVX-512" #662506 9 (2.5,2.5) 2.0
rb-bf-neon "rb-BF, NEON" #8c510a 10 (1.5,2) 1.8
cs-bf-batch "cs-BF, batched" #fdae6b 2 (5,2.5) 1.6
cs-bf-avx2 "cs-BF, AVX2" #d9780f 10 (2.5,2.5) 1.7
cs-bf-avx512 "cs-BF, AVX-512" #b35806 11 (7,2,1.5,2) 2.0
cs-bf-neon "cs-BF, NEON" #b85c00 10 (1.5,2) 1.8
vqf-striped-batch "VQF, striped, batched" #2aa7a7 6 (1.5,2) 1.7
cqf "CQF" #2f8f4e 5 (7,2,1.5,2) 1.8
cqf-batch "CQF, batched" #8fc9a0 4 (2.5,2.5) 1.6
cf-any-avx2 "CF, any size, AVX2" #4aa3df 8 (1.5,2) 1.7
cf-any-avx512 "CF, any size, AVX-512" #00679e 9 (7,2) 2.0
cf-any-neon "CF, any size, NEON" #3b8ec2 4 (2.5,2.5) 1.8
vacuum-avx2 "vacuum filter, AVX2" #6f7fc8 8 (7,2,1.5,2) 1.7
vacuum-avx512 "vacuum filter, AVX-512" #1a2f80 9 (1.5,2) 2.0
vacuum-neon "vacuum filter, NEON" #5c6cb8 4 (2.5,2.5) 1.8
fuse3-published "fuse3, published sizes" #111111 1 (1.5,2) 1.8
qf-batch "QF, batched" #6b8e23 14 (7,2) 1.7
dl-cbf-batch "dl-CBF, batched" #8b5a2b 10 (7,2) 1.7
EOD
# Their places in it as ";cf   1;ss-cf   2;": to look at word after word takes seconds for a large figure.
known = ";"
number_of(name) = strstrt(known, ";" . name . " ")
number_at(from) = int(known[from:from + 2])
known_as(name) = number_of(name) ? number_at(number_of(name) + strlen(name) + 2) : 0
array title_of[|$filters|]
do for [i = 1:|$filters|] {
	known = known . sprintf("%s %3d;", word($filters[i], 1), i)
	title_of[i] = word($filters[i], 2)
	eval sprintf("set style line %d linecolor rgb '%s' pointtype %s dashtype %s linewidth %s", style_of(i), \
		word($filters[i], 3), word($filters[i], 4), word($filters[i], 5), word($filters[i], 6))
}
set style line 10 linecolor rgb "#000000" pointtype 13 dashtype solid linewidth 1.6
set style line 11 linecolor rgb "#882255" pointtype 15 dashtype (7,2,1.5,2) linewidth 1.6
set style line 12 linecolor rgb "#3a9a8c" pointtype  8 dashtype (5,2.5) linewidth 1.6
set style line 13 linecolor rgb "#6a51a3" pointtype 10 dashtype (1.5,2) linewidth 1.6
set style line 14 linecolor rgb "#8c6d31" pointtype 14 dashtype solid linewidth 1.6
set style line 15 linecolor rgb "#555555" pointtype  3 dashtype (5,2.5) linewidth 1.6
set style line 16 linecolor rgb "#1b7837" pointtype  1 dashtype solid linewidth 1.6
set style line 17 linecolor rgb "#c51b7d" pointtype  7 dashtype (1.5,2) linewidth 1.6
set style line 18 linecolor rgb "#4d9221" pointtype 12 dashtype (7,2,1.5,2) linewidth 1.6
set style line 19 linecolor rgb "#2166ac" pointtype  5 dashtype (1.5,2) linewidth 1.6
set style line 20 linecolor rgb "#b2182b" pointtype 10 dashtype solid linewidth 1.6
# The values of an ordered parameter (table size, bucket size) run from dark to light along one path, each with its own
# mark.
set style line 21 linecolor rgb "#0d0887" pointtype  7 dashtype solid   linewidth 1.4
set style line 22 linecolor rgb "#8f0da4" pointtype  4 dashtype (7,2)   linewidth 1.4
set style line 23 linecolor rgb "#d5546e" pointtype  9 dashtype (4,2)   linewidth 1.4
set style line 24 linecolor rgb "#f28c3a" pointtype 12 dashtype (7,2,1.5,2) linewidth 1.4
set style line 25 linecolor rgb "#2a788e" pointtype 11 dashtype (1.5,2) linewidth 1.4
set style line 26 linecolor rgb "#6abf45" pointtype 14 dashtype solid   linewidth 1.4
set style line 27 linecolor rgb "#444444" pointtype  2 dashtype (2.5,2.5) linewidth 1.4
# References that are not measured filters: bounds, formulas, ceilings.
set style line 30 linecolor rgb grey dashtype (6,3) linewidth 1.2
set style line 31 linecolor rgb grey dashtype solid linewidth 0.8

# The place of word w in list l, from its i-th on; 0: none.
find(l, w, i) = i > words(l) ? 0 : word(l, i) eq w ? i : find(l, w, i + 1)
# The words of l, from the i-th on, that are not filters known here.
strangers(l, i) = i > words(l) ? "" : \
	(known_as(word(l, i)) || find(plugins, word(l, i), 1) ? "" : word(l, i) . " ") . strangers(l, i + 1)
line(name) = known_as(name) ? style_of(known_as(name)) : \
	find(plugins, name, 1) ? 10 + (find(plugins, name, 1) + 10) % 11 : \
	10 + (find(strangers(series, 1), name, 1) + 5) % 6
label(name) = known_as(name) ? title_of[known_as(name)] : \
	find(plugins, name, 1) ? word(plugin_titles, find(plugins, name, 1)) : name
# Is it a filter that the paper does not time?
threaded(name) = known_as(name) > 9
# The words of l, from the i-th on, that are none of these.
alone(l, i) = i > words(l) ? "" : (threaded(word(l, i)) ? "" : word(l, i) . " ") . alone(l, i + 1)
# Line, marks and key text of the i-th of an ordered parameter: "m=2^15" becomes m = 2 to the power of 15.
step(i) = 21 + (i + 6) % 7
spaced(name, at) = at == 0 ? name : name[1:at - 1] . " = " . name[at + 1:*]
raised(name, at) = at == 0 ? name : name[1:at] . "{" . name[at + 1:*] . "}"
filled(i) = int(word("7 5 9 13 11 15 3", 1 + (i + 6) % 7))
hollow(i) = filled(i) - 1
power(name) = spaced(raised(name, strstrt(name, "^")), strstrt(name, "="))

# --- data ---------------------------------------------------------------------------------------------------------

set datafile separator comma
# gnuplot would set a handler of arithmetic faults before it evaluates an expression, twice for each value of each row:
# nine tenths of the time of a large figure. None can occur: x86 and arm64 do not trap.
set datafile nofpe_trap

# The rows that exist, as ";panel|series|metric;", and the series in their order. spans: the same, with the place of the
# first row of each line, whose rows stand together. Row 0 is the header. It is seen, too, because gnuplot complains
# about a file without a valid row.
lines = 0
rows = ";"
names = ""
spans = ""
this = ""
key_of(p, s, m) = p . "|" . s . "|" . m . ";"
has(p, s, m) = strstrt(rows, ";" . key_of(p, s, m)) > 0
is_number(v) = v == v
begin(s, row) = (spans = spans . sprintf(";%s%7d", this, row), find(names, s, 1) ? 0 : (names = names . s . " "))
see(key, s, median, row) = (lines = row + 1, row == 0 ? 0 : (key eq this ? 0 : (this = key, begin(s, row)), \
	median ne "NaN" && strstrt(rows, ";" . key) == 0 ? (rows = rows . key) : ""), 0)
set table $scratch
plot data using (see(key_of(strcol(1), strcol(2), strcol(4)), strcol(2), strcol(7), $0)) with table
unset table
# The places of a line's first and last row. The next line's key and place are within 130 characters; gnuplot takes `*`
# for the 65535th at the most.
span_at(key) = strstrt(spans, ";" . key) + strlen(key) + 1
first(key) = int(spans[span_at(key):span_at(key) + 6])
rest(key) = spans[span_at(key) + 8:span_at(key) + 138]
next_in(l) = l eq "" ? lines : int(l[strstrt(l, ";") + 1:strstrt(l, ";") + 7])
last(key) = next_in(rest(key)) - 1
if (series eq "") series = names

# The table sizes that the data name, "m=2^15" and so on, in ascending order (a CSV sorts them as text).
table_sizes(e) = e > 63 ? "" : \
	(find(names, sprintf("m=2^%d", e), 1) ? sprintf("m=2^%d ", e) : "") . table_sizes(e + 1)
# A size in KiB.
size_name(kib) = kib >= 1048576 ? sprintf("%.4g GiB", kib / 1048576) : \
	kib >= 1024 ? sprintf("%.4g MiB", kib / 1024) : sprintf("%.4g KiB", kib)
# A number of keys, by the format of its digits: "%.3g".
keys_name(n, digits) = n >= 1e6 ? sprintf(digits . " M", n / 1e6) : sprintf(digits . " K", n / 1e3)
# The x of the rows, as words in the order met; and ticks at sizes in KiB, if there are few.
places = ""
meet(x) = (is_number(x) && !find(places, sprintf("%.10g", x), 1) ? (places = places . sprintf("%.10g ", x)) : 0, 0)
size_ticks(l, i) = i > words(l) ? "" : \
	sprintf("'%s' %s%s", size_name(real(word(l, i))), word(l, i), i < words(l) ? ", " : "") . size_ticks(l, i + 1)
# The words of l, from the i-th on, that begin with a prefix: beginning("b=", names, 1).
beginning(prefix, l, i) = i > words(l) ? "" : \
	(word(l, i)[1:strlen(prefix)] eq prefix ? word(l, i) . " " : "") . beginning(prefix, l, i + 1)
# The words of l, from the i-th on, that have rows.
present(p, l, m, i) = i > words(l) ? "" : \
	(has(p, word(l, i), m) ? word(l, i) . " " : "") . present(p, l, m, i + 1)
# The words of l, from the i-th on: that are in a or b (what two panels have together); that are not in a; that do not
# begin with a prefix; without repetitions.
either(l, a, b, i) = i > words(l) ? "" : \
	(find(a, word(l, i), 1) || find(b, word(l, i), 1) ? word(l, i) . " " : "") . either(l, a, b, i + 1)
without_any(l, a, i) = i > words(l) ? "" : \
	(find(a, word(l, i), 1) ? "" : word(l, i) . " ") . without_any(l, a, i + 1)
without(prefix, l, i) = i > words(l) ? "" : \
	(word(l, i)[1:strlen(prefix)] eq prefix ? "" : word(l, i) . " ") . without(prefix, l, i + 1)
unique(l, i) = i > words(l) ? "" : \
	(find(l, word(l, i), 1) == i ? word(l, i) . " " : "") . unique(l, i + 1)
# The index of the i-th; gnuplot looks at the first index of a loop from 0 down to 1, too.
nth(i) = i < 1 ? 0 : i - 1
# `least` falls to a value above 0.
least = NaN
fall(v) = (is_number(v) && v > 0 && !(v >= least) ? (least = v) : 0)
# `peak` rises to a median, `top` to it and to hi.
rise(median, hi) = (is_number(median) && median > peak ? (peak = median) : 0, \
	is_number(median) && median > top ? (top = median) : 0, is_number(hi) && hi > top ? (top = hi) : 0)

# Copies rows of the data into a data block, a figure's own:
#
#   eval pick("$rows", "a", "cf bf", "lookup")        block, panel, series, metric
#
# The block gets one index for each series that has rows, in the order given; `picked` has their names. Columns: 1 x, 2
# median, 3 lo, 4 hi, 5 mean, 6 min, 7 max. `peak` is the largest median, `top` the largest median or hi,
# `points_picked` the largest number of rows in a series. The last row has no numbers: gnuplot looks into the block even
# for `plot for [i=1:0]`, and complains if it has no rows.
#
# Why copy: a condition in `using` turns the other rows into NaN, and those would cut the line of the series.
fewest = 0
append(block, text) = sprintf("set print %s append; print '%s'; unset print; ", block, text)
copy(block, key) = sprintf("set table %s append separator comma; \
	plot data every ::%d::%d using 3:7:8:9:10:11:12:6 with table if (fewest == 0 || column(6) >= fewest); \
	unset table; ", block, first(key), last(key))
nothing = "NaN,NaN,NaN,NaN,NaN,NaN,NaN,NaN"
copies(block, p, l, m, i) = i > words(l) ? "" : copy(block, key_of(p, word(l, i), m)) . \
	(fewest > 0 ? append(block, nothing) : "") . append(block, "") . append(block, "") . \
	copies(block, p, l, m, i + 1)
pick(block, p, l, m) = pick_present(block, p, present(p, l, m, 1), m)
pick_present(block, p, l, m) = sprintf("picked = '%s'; peak = 0; top = 0; points_picked = 0; ", l) . \
	sprintf("undefine %s; ", block) . copies(block, p, l, m, 1) . append(block, nothing) . \
	sprintf("set table $scratch; plot %s using (rise($2, $4), points_picked = larger(points_picked, $0 + 1)) \
	with table; unset table", block)
