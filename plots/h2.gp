# SPDX-License-Identifier: MIT
# H2: look-ups of CF's table against its size, on each kind of pages; (a) a million a second, (b) over those on pages of 4 KiB.
figure = "h2"
panels = 2
load "plots/style.gp"

# The look-ups shown: the paper's, and the last of the list that there is.
best = ""
do for [name in "cf-batch cf-avx2 cf-avx512"] { if (has("thp", name, "lookup")) { best = name } }
kinds = "4k thp hugetlb 1g"
kind_title(kind) = word("4_KiB 2_MiB,_transparent 2_MiB,_pool 1_GiB,_pool", find(kinds, kind, 1))
spaces(text) = strstrt(text, "_") ? spaces(text[1:strstrt(text, "_") - 1] . " " . text[strstrt(text, "_") + 1:*]) : text
label(kind) = spaces(kind_title(kind))
mark(kind) = 20 + find(kinds, kind, 1)

# A block a kind, two series each: $rate_thp, $over_thp.
there = ""
top = 0
do for [kind in kinds] {
	if (has(kind, "cf", "lookup")) {
		there = there . kind . " "
		call "plots/pick.gp" ("$rate_" . kind) kind ("cf " . best) "lookup"
		call "plots/pick.gp" ("$over_" . kind) kind ("cf " . best) "over_4k"
	}
}
others = without("4k", there, 1)
# One series of one kind, its intervals under its marks.
curve(block, i, kind, dash) = sprintf("$%s_%s index %d using ($3 == $3 ? $1 : NaN):2:3:4 with yerrorbars linestyle %d linewidth 1 dashtype solid pointtype -1 notitle, \
	$%s_%s index %d using 1:2 with linespoints linestyle %d dashtype %s pointinterval -1 notitle, ", block, kind, i, mark(kind), block, kind, i, mark(kind), dash)
curves(block, l, i) = i > words(l) ? "" : curve(block, 0, word(l, i), "(2,3)") . (best eq "" ? "" : curve(block, 1, word(l, i), "solid")) . curves(block, l, i + 1)
keys = "for [kind in there] keyentry with linespoints linestyle mark(kind) title label(kind) noenhanced"

eval double(key_rows(there))
set logscale x 4
set xtics ("1 M" 1024, "4 M" 4096, "16 M" 16384, "64 M" 65536, "256 M" 262144, "1 G" 1048576)
set logscale y 2
set xlabel "table (bytes)"
set ylabel "look-ups (million/s)"
eval heading("(a) rate" . (best eq "" ? "" : "; dotted: cf, one key after the other; solid: " . best))
eval blank(there, 1, 2)
eval "plot NaN notitle, " . curves("rate", there, 1) . keys
unset logscale y
set yrange [0:*]
set ylabel "over pages of 4 KiB"
eval heading("(b) gain")
eval blank(others, 0, 1)
eval "plot NaN notitle, " . curves("over", others, 1) . "1 linestyle 31 notitle"
unset multiplot
unset output
