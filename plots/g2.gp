# SPDX-License-Identifier: MIT
# False positive rate after deletions: marks, of the filter that saw them; lines, of a fresh one of the surviving keys.
# (a) while keys are deleted from the full filter, (b) while keys are replaced at 90 % of its full load.
figure = "g2"
panels = 2
load "plots/style.gp"

series = alone(series, 1)
keyed = either(series, present("a", series, "fpr", 1), present("b", series, "fpr", 1), 1)
eval double(key_rows(keyed))
set ylabel "ε: false positive rate (%)"
set offsets graph 0.04, graph 0.04, 0, 0
call "plots/common.gp" "a b" keyed "fpr"
do for [panel in "a b"] {
	eval pick("$fresh", panel, keyed, "fpr_fresh")
	fresh = picked
	eval pick("$after", panel, keyed, "fpr")
	set xlabel panel eq "a" ? "keys deleted (%)" : "table-fuls of keys replaced"
	set xrange [0:panel eq "a" ? 75 : 4]
	set xtics panel eq "a" ? 25 : 1
	set yrange [0:common > 0 ? 110 * common : 1]
	eval heading(panel eq "a" ? "(a) keys deleted" : "(b) keys deleted and others inserted")
	eval blank(picked, 0, 1)
	plot NaN notitle, \
		for [i=words(fresh):1:-1] $fresh index nth(i) using 1:(100 * $5) with lines \
			linestyle line(word(fresh, i)) notitle, \
		for [i=words(picked):1:-1] $after index nth(i) using 1:(100 * $5) with points \
			linestyle line(word(picked, i)) notitle, \
		for [name in keyed] keyentry with linespoints linestyle line(name) title label(name) noenhanced
	set key off
	unset label 9999
}
unset multiplot
unset output
