# SPDX-License-Identifier: MIT
# H2: look-ups of CF's table against its size, on each kind of pages, one key after the other and by the best look-up
# available; (a) rate, (b) the rate over that on pages of 4 KiB.
figure = "h2"
panels = 2
load "plots/style.gp"

# The look-ups shown: the paper's, hollow and dotted, and the last available one of the list, filled.
best = ""
do for [name in "cf-batch cf-avx2 cf-avx512"] { if (has("thp", name, "lookup")) { best = name } }
best_title = best eq "" ? "" : label(best)
kinds = "4k thp hugetlb 1g"
kind_title(kind) = word("4_KiB 2_MiB,_transparent 2_MiB,_pool 1_GiB,_pool", find(kinds, kind, 1))
spaces(text) = strstrt(text, "_") ? spaces(text[1:strstrt(text, "_") - 1] . " " . text[strstrt(text, "_") + 1:*]) : text
label(kind) = find(kinds, kind, 1) ? spaces(kind_title(kind)) : "one key after the other"
number(kind) = find(kinds, kind, 1)

# A block for each kind, with two series each: $rate_thp, $over_thp.
there = ""
do for [kind in kinds] {
	if (has(kind, "cf", "lookup")) {
		there = there . kind . " "
		eval pick("$rate_" . kind, kind, "cf " . best, "lookup")
		set table $scratch
		eval sprintf("plot $rate_%s using (meet($1)) with table", kind)
		unset table
		eval pick("$over_" . kind, kind, "cf " . best, "over_4k")
	}
}
others = without("4k", there, 1)
few = words(places) > 0 && words(places) < 3
# One series of one kind, with its intervals under its marks. The kinds stand beside each other.
curve(block, i, kind, by) = sprintf("$%s_%s index %d using ($3 == $3 ? %g * $1 : NaN):2:3:4 \
	with yerrorbars linestyle %d linewidth 1 dashtype solid pointtype -1 notitle, \
	$%s_%s index %d using (%g * $1):2 with linespoints linestyle %d dashtype %s pointtype %d \
	pointinterval -1 notitle, ", \
	block, kind, i, by, step(number(kind)), block, kind, i, by, step(number(kind)), \
	i ? "solid" : "(2,3)", i ? filled(number(kind)) : hollow(number(kind)))
aside(l, i, k) = 4**((few ? 0.5 : 0.35) * beside((best eq "" ? 1 : 2) * i - (best eq "" || k ? 0 : 1), \
	(best eq "" ? 1 : 2) * words(l)))
curves(block, metric, l, i) = i > words(l) ? "" : \
	(has(word(l, i), "cf", metric) ? curve(block, 0, word(l, i), aside(l, i, 0)) . \
	(has(word(l, i), best, metric) ? curve(block, 1, word(l, i), aside(l, i, 1)) : "") : "") . \
	curves(block, metric, l, i + 1)
entries = "for [kind in there] keyentry with linespoints linestyle step(number(kind)) dashtype solid \
	pointtype filled(number(kind)) title label(kind) noenhanced, \
	keyentry with linespoints linestyle 30 dashtype (2,3) pointtype 6 title 'one key after the other'" . \
	(best eq "" ? "" : \
		", keyentry with linespoints linestyle 30 dashtype solid pointtype 7 title best_title noenhanced")

eval double(key_rows(there . "one best"))
set logscale x 4
if (few) {
	set xrange [real(word(places, 1)) / 4:real(word(places, words(places))) * 4]
	eval "set xtics (" . size_ticks(places, 1) . ")"
} else {
	set xrange [0.7 * 4096:1.4 * 1048576]
	set xtics ("4 MiB" 4096, "16 MiB" 16384, "64 MiB" 65536, "256 MiB" 262144, "1 GiB" 1048576)
}
set logscale y 2
set xlabel "size of the table"
set ylabel "look-ups (Mops/s)"
eval heading("(a) rate")
eval blank(there, 1, 2)
eval "plot NaN notitle, " . curves("rate", "lookup", there, 1) . entries
set key off
unset label 9999
unset logscale y
set yrange [0:1 < *]
set ylabel "over pages of 4 KiB"
eval heading("(b) gain")
eval blank(others, 0, 1)
eval "plot NaN notitle, " . curves("over", "over_4k", others, 1) . "1 linestyle 31 notitle"
unset multiplot
unset output
