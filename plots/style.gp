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
	maxrows %d", note eq "" ? 3.0 : 3.9, key)
# Room for the tick labels, the axis label and the note below a panel; of two, where a part of it is enough.
below(rows) = (rows + (note eq "" ? 0 : 0.85)) * row
double(key) = pair(key, 2.9)
pair(key, rows) = sprintf("set multiplot layout 1,2 spacing screen 0.095 margins screen 0.075, screen 0.98, \
	screen %g, screen %g; set key at screen 0.53, screen 0.99 center top vertical maxrows %d", \
	below(rows), 1 - (1.8 + 1.1 * key) * row, key)
heading(text) = sprintf('set label 9998 "%s" at graph 0, graph 1 left offset 0, 0.75 textcolor rgb ink', text)
# Series measured at one x stand beside each other, so that their intervals can be told apart. beside: the place of the
# i-th of n, from -1/2 to 1/2, which a script multiplies by the width of a group. Along a curve of many points
# (points_picked of `pick`), only some have a mark and an interval, and each series has others. marks: whether the row
# has those of the i-th of n.
beside(i, n) = n < 2 ? 0 : (i - 0.5 * (n + 1)) / n
larger(a, b) = a > b ? a : b
lesser(a, b) = a < b ? a : b
stride(n, points) = int(lesser(larger(4, n), larger(1, points)))
marks(row, i, n, points) = int(row) % stride(n, points) == i % stride(n, points)
# The x at which throughput.gp draws a row, and the width of its groups.
at(x) = x
group = 0
# The least reach of a panel's axis, so that panels of one quantity have one axis; and the start of a logarithmic axis.
common = 0
foot = 0
# Axes on which none of l is drawn: a fixed range and a word.
blank(l, low, high) = words(l) ? "unset label 9997" : sprintf("set yrange [%g:%g]; \
	set label 9997 'no data' at graph 0.5, graph 0.5 center textcolor rgb grey", low, high)

# --- one style a filter -------------------------------------------------------------------------------------------

# Okabe and Ito's palette (Wong, Nature Methods 8, 441, 2011) without its yellow, which vanishes on paper, the paler
# colours darkened a little. A family shares its mark: circles are cuckoo filters, squares Bloom filters. The variant
# of a family is the hollow mark on a dashed line, so that figures survive a grey printer. Filters of plug-ins
# get the styles from 10 on, in their order, which is the same in every figure of a run, as does any other series.
known = "cf ss-cf bf blk-bf qf dl-cbf cbf cf-2hash cf-nohash"
array title_of[9] = ["CF", "ss-CF", "BF", "blk-BF", "QF", "dl-CBF", "CBF", "CF, two hashes", "CF, no hash"]
set style line  1 linecolor rgb "#0072b2" pointtype  7 dashtype solid   linewidth 1.8
set style line  2 linecolor rgb "#3f9fd8" pointtype  6 dashtype (5,2.5) linewidth 1.6
set style line  3 linecolor rgb "#d55e00" pointtype  5 dashtype solid   linewidth 1.6
set style line  4 linecolor rgb "#e69f00" pointtype  4 dashtype (5,2.5) linewidth 1.6
set style line  5 linecolor rgb "#009e73" pointtype  9 dashtype solid   linewidth 1.6
set style line  6 linecolor rgb "#b65a93" pointtype 11 dashtype (7,2,1.5,2) linewidth 1.6
set style line  7 linecolor rgb "#7a4a12" pointtype 12 dashtype (1.5,2) linewidth 1.6
set style line  8 linecolor rgb "#5a5a5a" pointtype  2 dashtype (2.5,2.5) linewidth 1.6
set style line  9 linecolor rgb "#332288" pointtype  1 dashtype (1.5,2) linewidth 1.6
set style line 10 linecolor rgb "#000000" pointtype 13 dashtype solid   linewidth 1.6
set style line 11 linecolor rgb "#882255" pointtype 15 dashtype (7,2,1.5,2) linewidth 1.6
set style line 12 linecolor rgb "#3a9a8c" pointtype  8 dashtype (5,2.5) linewidth 1.6
set style line 13 linecolor rgb "#6a51a3" pointtype 10 dashtype (1.5,2) linewidth 1.6
set style line 14 linecolor rgb "#8c6d31" pointtype 14 dashtype solid   linewidth 1.6
set style line 15 linecolor rgb "#555555" pointtype  3 dashtype (5,2.5) linewidth 1.6
set style line 16 linecolor rgb "#1b7837" pointtype  1 dashtype solid   linewidth 1.6
set style line 17 linecolor rgb "#c51b7d" pointtype  7 dashtype (1.5,2) linewidth 1.6
set style line 18 linecolor rgb "#4d9221" pointtype 12 dashtype (7,2,1.5,2) linewidth 1.6
set style line 19 linecolor rgb "#2166ac" pointtype  5 dashtype (1.5,2) linewidth 1.6
set style line 20 linecolor rgb "#b2182b" pointtype 10 dashtype solid   linewidth 1.6
# Filters for many threads, for many keys at a time, later than the paper's, and those that they are compared with. In
# one figure no two have the same mark. Diamonds: striped locks. Pentagons and hollow triangles: other locks. + and x:
# batched, or without a check. Triangles that point upwards: vector instructions, or filters that grow. Blue, violet and
# teal: cuckoo filters. Black to grey: simpler locks. Orange: Bloom. Green: growth (grey and red: growth that stops
# readers), and quotient filters by rank and select. Brown: controls, of one thread or without a check. Rose to violet:
# built once. Turquoise, pentagons: vector quotient filters. Ochre: prefix filters.
threaded = "cf-striped cf-striped-batch cf-inline ss-cf-striped cf-mutex cf-rwlock cf-seqlock bf-atomic \
	blk-bf-atomic cf-rcu cf-chain cf-batch cf-unchecked cf-unchecked-batch cf-grow-rwlock cf-grow-stop sb-bf \
	cf-avx2 cf-avx512 cf-staged cf-avx512-staged blk-bf-batch sb-bf-batch blk-bf-avx2 sb-bf-avx2 \
	blk-bf-avx512 sb-bf-avx512 bf-batch ss-cf-batch ss-cf-avx2 ss-cf-avx512 ss-cf-decode cf-bulk blk-bf-simd \
	sb-bf-simd qf-slots cf-branch xor xor-batch xor-avx2 xor-avx512 fuse3 fuse3-batch fuse3-avx2 fuse3-avx512 \
	fuse4 fuse4-batch fuse4-avx2 fuse4-avx512 gcs rih cf-nodelete ss-cf-nodelete bloomier bloomier-mutable \
	cf-counters morton morton-batch cf-any cf-any-batch vacuum vacuum-batch rsqf rsqf-batch prefix \
	prefix-batch vqf vqf-batch vqf-striped ribbon ribbon-batch ribbon-bumped ribbon-bumped-batch rb-bf cs-bf \
	rb-bf-batch rb-bf-avx2 rb-bf-avx512 cs-bf-batch cs-bf-avx2 cs-bf-avx512 \
	vqf-striped-batch cqf cqf-batch cf-any-avx2 cf-any-avx512 vacuum-avx2 vacuum-avx512 \
	fuse3-published qf-batch dl-cbf-batch"
array threaded_title[91] = ["CF, striped", "CF, striped, batched", "CF, lock in line", "ss-CF, striped", \
	"CF, mutex", "CF, read-write lock", "CF, sequence locks", "BF, atomic", "blk-BF, atomic", "CF, growing", \
	"CF, chained", "CF, batched", "CF, unchecked", "CF, unchecked, batched", "CF, growing, read-write lock", \
	"CF, growing, stop the world", "sb-BF", "CF, AVX2", "CF, AVX-512", "CF, staged", "CF, AVX-512, staged", \
	"blk-BF, batched", "sb-BF, batched", "blk-BF, AVX2", "sb-BF, AVX2", "blk-BF, AVX-512", "sb-BF, AVX-512", \
	"BF, batched", "ss-CF, batched", "ss-CF, AVX2", "ss-CF, AVX-512", "ss-CF, decoding", "CF, bulk", \
	"blk-BF, one key by AVX2", "sb-BF, one key by AVX2", "QF, slot by slot", "CF, branching", "xor", \
	"xor, batched", "xor, AVX2", "xor, AVX-512", "fuse3", "fuse3, batched", "fuse3, AVX2", "fuse3, AVX-512", \
	"fuse4", "fuse4, batched", "fuse4, AVX2", "fuse4, AVX-512", "GCS", "RIH", "CF, no deletion", \
	"ss-CF, no deletion", "Bloomier", "Bloomier, mutable", "CF, counters", "Morton", "Morton, batched", \
	"CF, any size", "CF, any size, batched", "vacuum filter", "vacuum filter, batched", "RSQF", "RSQF, batched", \
	"prefix", "prefix, batched", "VQF", "VQF, batched", "VQF, striped", "ribbon", "ribbon, batched", \
	"bumped ribbon", \
	"bumped ribbon, batched", "rb-BF", "cs-BF", "rb-BF, batched", "rb-BF, AVX2", "rb-BF, AVX-512", \
	"cs-BF, batched", "cs-BF, AVX2", "cs-BF, AVX-512", "VQF, striped, batched", "CQF", "CQF, batched", \
	"CF, any size, AVX2", "CF, any size, AVX-512", "vacuum filter, AVX2", "vacuum filter, AVX-512", \
	"fuse3, published sizes", "QF, batched", "dl-CBF, batched"]
set style line 41 linecolor rgb "#084594" pointtype 13 dashtype solid   linewidth 2.0
set style line 42 linecolor rgb "#3f7fd0" pointtype 12 dashtype (5,2.5) linewidth 1.7
set style line 43 linecolor rgb "#16838a" pointtype  3 dashtype (1.5,2) linewidth 1.7
set style line 44 linecolor rgb "#7b4fb5" pointtype 14 dashtype (7,2,1.5,2) linewidth 1.7
set style line 45 linecolor rgb "#111111" pointtype  8 dashtype solid   linewidth 1.6
set style line 46 linecolor rgb "#555555" pointtype 10 dashtype (5,2.5) linewidth 1.6
set style line 47 linecolor rgb "#8a8a8a" pointtype 15 dashtype (7,2,1.5,2) linewidth 1.6
set style line 48 linecolor rgb "#c85a05" pointtype  5 dashtype (7,2,1.5,2)   linewidth 1.6
set style line 49 linecolor rgb "#eba30a" pointtype  4 dashtype (1.5,2) linewidth 1.6
set style line 50 linecolor rgb "#117733" pointtype  9 dashtype solid   linewidth 1.8
set style line 51 linecolor rgb "#5aa66f" pointtype  8 dashtype (5,2.5) linewidth 1.6
set style line 52 linecolor rgb "#7a4a12" pointtype  1 dashtype (1.5,2) linewidth 1.6
set style line 53 linecolor rgb "#b07a3c" pointtype  2 dashtype (2.5,2.5) linewidth 1.6
set style line 54 linecolor rgb "#c9a227" pointtype  3 dashtype (1.5,2) linewidth 1.6
set style line 55 linecolor rgb "#555555" pointtype 11 dashtype (1.5,2) linewidth 1.6
set style line 56 linecolor rgb "#a50f15" pointtype 10 dashtype (7,2,1.5,2) linewidth 1.6
set style line 57 linecolor rgb "#b3541e" pointtype 15 dashtype solid   linewidth 1.8
set style line 58 linecolor rgb "#5b8bd6" pointtype  8 dashtype (7,2)   linewidth 1.7
set style line 59 linecolor rgb "#1f3b99" pointtype  9 dashtype solid   linewidth 1.8
set style line 60 linecolor rgb "#2aa198" pointtype 10 dashtype (7,2)   linewidth 1.7
set style line 61 linecolor rgb "#0b5d57" pointtype 11 dashtype solid   linewidth 1.8
set style line 62 linecolor rgb "#f0b429" pointtype 14 dashtype (1.5,2) linewidth 1.6
set style line 63 linecolor rgb "#a84c18" pointtype 12 dashtype (1.5,2) linewidth 1.6
set style line 64 linecolor rgb "#cc7a00" pointtype 10 dashtype (5,2.5) linewidth 1.7
set style line 65 linecolor rgb "#9c3a10" pointtype  8 dashtype (5,2.5) linewidth 1.7
set style line 66 linecolor rgb "#b86e00" pointtype 11 dashtype solid   linewidth 2.0
set style line 67 linecolor rgb "#8c2d04" pointtype  9 dashtype solid   linewidth 2.0
set style line 68 linecolor rgb "#e06c1a" pointtype  2 dashtype (7,2)   linewidth 1.8
set style line 69 linecolor rgb "#b07ad0" pointtype  2 dashtype (1.5,2) linewidth 1.6
set style line 70 linecolor rgb "#8a5cc2" pointtype  8 dashtype (5,2.5) linewidth 1.7
set style line 71 linecolor rgb "#54278f" pointtype  9 dashtype solid   linewidth 2.0
set style line 72 linecolor rgb "#8a5a22" pointtype  3 dashtype (2.5,2.5) linewidth 1.6
set style line 73 linecolor rgb "#00a0c8" pointtype 13 dashtype solid   linewidth 1.8
set style line 74 linecolor rgb "#d98a1a" pointtype  3 dashtype (2.5,2.5) linewidth 1.6
set style line 75 linecolor rgb "#7a2600" pointtype 13 dashtype (2.5,2.5) linewidth 1.6
set style line 76 linecolor rgb "#5c7a1e" pointtype  8 dashtype (2.5,2.5) linewidth 1.6
set style line 77 linecolor rgb "#b08d57" pointtype 14 dashtype (2.5,2.5) linewidth 1.6
set style line 78 linecolor rgb "#ee7799" pointtype 12 dashtype (5,2.5) linewidth 1.8
set style line 79 linecolor rgb "#ee7799" pointtype  2 dashtype (7,2)   linewidth 1.6
set style line 80 linecolor rgb "#e0508a" pointtype  8 dashtype (5,2.5) linewidth 1.7
set style line 81 linecolor rgb "#c2185b" pointtype  9 dashtype solid   linewidth 2.0
set style line 82 linecolor rgb "#aa4499" pointtype 13 dashtype solid   linewidth 1.8
set style line 83 linecolor rgb "#bb66bb" pointtype  1 dashtype (7,2)   linewidth 1.6
set style line 84 linecolor rgb "#a040a0" pointtype 10 dashtype (5,2.5) linewidth 1.7
set style line 85 linecolor rgb "#7b1fa2" pointtype 11 dashtype solid   linewidth 2.0
set style line 86 linecolor rgb "#6699aa" pointtype 14 dashtype (5,2.5) linewidth 1.8
set style line 87 linecolor rgb "#557799" pointtype  3 dashtype (7,2)   linewidth 1.6
set style line 88 linecolor rgb "#446688" pointtype  4 dashtype (5,2.5) linewidth 1.7
set style line 89 linecolor rgb "#2d4a66" pointtype  5 dashtype solid   linewidth 2.0
set style line 90 linecolor rgb "#99582a" pointtype  7 dashtype (7,2,1.5,2) linewidth 1.8
set style line 91 linecolor rgb "#4f772d" pointtype 15 dashtype (2.5,2.5) linewidth 1.7
set style line 92 linecolor rgb "#2b4c7e" pointtype  7 dashtype (1.5,2) linewidth 1.7
set style line 93 linecolor rgb "#7fb2e5" pointtype  6 dashtype (7,2,1.5,2) linewidth 1.6
set style line 94 linecolor rgb "#5b2a86" pointtype 13 dashtype (7,2) linewidth 1.7
set style line 95 linecolor rgb "#9d6cc9" pointtype 12 dashtype (2.5,2.5) linewidth 1.6
set style line 96 linecolor rgb "#1b6f8a" pointtype  4 dashtype (1.5,2) linewidth 1.7
set style line 97 linecolor rgb "#33519e" pointtype  6 dashtype (2.5,2.5) linewidth 1.8
set style line 98 linecolor rgb "#8f9fd6" pointtype  1 dashtype (2.5,2.5) linewidth 1.7
set style line 99 linecolor rgb "#005a8c" pointtype 15 dashtype (5,2.5) linewidth 1.7
set style line 100 linecolor rgb "#5fb0dd" pointtype 14 dashtype (1.5,2) linewidth 1.6
set style line 101 linecolor rgb "#12306b" pointtype 11 dashtype (7,2,1.5,2) linewidth 1.7
set style line 102 linecolor rgb "#8899d8" pointtype 10 dashtype (2.5,2.5) linewidth 1.6
set style line 103 linecolor rgb "#006d4e" pointtype 11 dashtype (5,2.5) linewidth 1.8
set style line 104 linecolor rgb "#5fbf9f" pointtype 10 dashtype (1.5,2) linewidth 1.6
set style line 105 linecolor rgb "#5d4a00" pointtype 11 dashtype solid   linewidth 1.8
set style line 106 linecolor rgb "#a08a2e" pointtype 10 dashtype (5,2.5) linewidth 1.7
set style line 107 linecolor rgb "#00858c" pointtype 15 dashtype (7,2,1.5,2) linewidth 1.7
set style line 108 linecolor rgb "#66c7c7" pointtype 14 dashtype (5,2.5) linewidth 1.6
set style line 109 linecolor rgb "#2e7d6b" pointtype  1 dashtype solid   linewidth 1.8
set style line 110 linecolor rgb "#d0006f" pointtype  5 dashtype (7,2) linewidth 1.7
set style line 111 linecolor rgb "#e86aa8" pointtype  4 dashtype (2.5,2.5) linewidth 1.6
set style line 112 linecolor rgb "#80003c" pointtype  7 dashtype solid linewidth 1.8
set style line 113 linecolor rgb "#b0506e" pointtype  6 dashtype (5,2.5) linewidth 1.6
set style line 114 linecolor rgb "#7f2704" pointtype 13 dashtype (7,2) linewidth 1.8
set style line 115 linecolor rgb "#fd8d3c" pointtype 14 dashtype (1.5,2) linewidth 1.8
set style line 116 linecolor rgb "#e6550d" pointtype  3 dashtype (7,2,1.5,2) linewidth 1.6
set style line 117 linecolor rgb "#a63603" pointtype  8 dashtype (7,2) linewidth 1.7
set style line 118 linecolor rgb "#662506" pointtype  9 dashtype (2.5,2.5) linewidth 2.0
set style line 119 linecolor rgb "#fdae6b" pointtype  2 dashtype (5,2.5) linewidth 1.6
set style line 120 linecolor rgb "#d9780f" pointtype 10 dashtype (2.5,2.5) linewidth 1.7
set style line 121 linecolor rgb "#b35806" pointtype 11 dashtype (7,2,1.5,2) linewidth 2.0
set style line 122 linecolor rgb "#2aa7a7" pointtype  6 dashtype (1.5,2) linewidth 1.7
set style line 123 linecolor rgb "#2f8f4e" pointtype  5 dashtype (7,2,1.5,2) linewidth 1.8
set style line 124 linecolor rgb "#8fc9a0" pointtype  4 dashtype (2.5,2.5) linewidth 1.6
set style line 125 linecolor rgb "#4aa3df" pointtype  8 dashtype (1.5,2) linewidth 1.7
set style line 126 linecolor rgb "#00679e" pointtype  9 dashtype (7,2) linewidth 2.0
set style line 127 linecolor rgb "#6f7fc8" pointtype  8 dashtype (7,2,1.5,2) linewidth 1.7
set style line 128 linecolor rgb "#1a2f80" pointtype  9 dashtype (1.5,2) linewidth 2.0
set style line 129 linecolor rgb "#111111" pointtype  1 dashtype (1.5,2) linewidth 1.8
set style line 130 linecolor rgb "#6b8e23" pointtype 14 dashtype (7,2) linewidth 1.7
set style line 131 linecolor rgb "#8b5a2b" pointtype 10 dashtype (7,2) linewidth 1.7
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
	(find(known, word(l, i), 1) || find(threaded, word(l, i), 1) || find(plugins, word(l, i), 1) ? "" : \
		word(l, i) . " ") . strangers(l, i + 1)
line(name) = find(known, name, 1) ? find(known, name, 1) : find(threaded, name, 1) ? 40 + find(threaded, name, 1) : \
	find(plugins, name, 1) ? 10 + (find(plugins, name, 1) + 10) % 11 : \
	10 + (find(strangers(series, 1), name, 1) + 5) % 6
label(name) = find(known, name, 1) ? title_of[find(known, name, 1)] : \
	find(threaded, name, 1) ? threaded_title[find(threaded, name, 1)] : \
	find(plugins, name, 1) ? word(plugin_titles, find(plugins, name, 1)) : name
# The words of l, from the i-th on, that are not filters for many threads.
alone(l, i) = i > words(l) ? "" : (find(threaded, word(l, i), 1) ? "" : word(l, i) . " ") . alone(l, i + 1)
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
# The words of l, from the i-th on: that are in a or b (what two panels have together); that do not begin with a prefix;
# without repetitions.
either(l, a, b, i) = i > words(l) ? "" : \
	(find(a, word(l, i), 1) || find(b, word(l, i), 1) ? word(l, i) . " " : "") . either(l, a, b, i + 1)
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
append(block, text) = sprintf("set print %s append; print '%s'; unset print; ", block, text)
copy(block, key) = sprintf("set table %s append separator comma; \
	plot data every ::%d::%d using 3:7:8:9:10:11:12 with table; unset table; ", block, first(key), last(key))
copies(block, p, l, m, i) = i > words(l) ? "" : copy(block, key_of(p, word(l, i), m)) . append(block, "") . \
	append(block, "") . copies(block, p, l, m, i + 1)
pick(block, p, l, m) = pick_present(block, p, present(p, l, m, 1), m)
pick_present(block, p, l, m) = sprintf("picked = '%s'; peak = 0; top = 0; points_picked = 0; ", l) . \
	sprintf("undefine %s; ", block) . copies(block, p, l, m, 1) . append(block, "NaN,NaN,NaN,NaN,NaN,NaN,NaN") . \
	sprintf("set table $scratch; plot %s using (rise($2, $4), points_picked = larger(points_picked, $0 + 1)) \
	with table; unset table", block)
