# SPDX-License-Identifier: MIT
# H3: ways of making room against load: (a) insertions a second, (b) relocations of each. Dashed: breadth-first search.
figure = "h3"
panels = 2
load "plots/style.gp"

ways = "cf cf:bfs cf-batch cf-batch:bfs cf-striped-batch"
array way_title[5] = ["CF, random walk", "CF, search", "CF batched, random walk", "CF batched, search", "CF striped, search"]
way(name) = find(ways, name, 1)
label(name) = way(name) ? way_title[way(name)] : name
mark(name) = way(name) ? 20 + way(name) : 26
rated = present("build", ways, "insert", 1)
# One filter has no walk, and its moves are those of any search.
moved = present("build", ways, "relocations", 1)
keys = "for [name in rated] keyentry with linespoints linestyle mark(name) pointinterval -1 title label(name) noenhanced, keyentry with lines linestyle 30 title 'ceiling, 1 line changed'"
curve(block, i, name) = sprintf("$%s index %d using ($3 == $3 ? $1 : NaN):2:3:4 with yerrorbars linestyle %d linewidth 1 dashtype solid pointtype -1 notitle, \
	$%s index %d using 1:2 with linespoints linestyle %d pointinterval -1 notitle, ", block, i, mark(name), block, i, mark(name))
curves(block, l, i) = i > words(l) ? "" : curve(block, i - 1, word(l, i)) . curves(block, l, i + 1)

eval double(key_rows(ways))
set xrange [0:100]
set xlabel "load (%)"
set logscale y
set ylabel "insertions (million/s)"
eval heading("(a) rate")
call "plots/pick.gp" "$rates" "build" ways "insert"
body = curves("rates", picked, 1)
call "plots/pick.gp" "$roof" "build" "ceiling-1-update" "insert"
body = body . (words(picked) ? "$roof using 1:2 with lines linestyle 30 notitle, " : "")
eval blank(rated, 1, 100)
eval "plot NaN notitle, " . body . keys
unset label 9997
set key off
set ylabel "relocations a key"
set yrange [0.001:*]
eval heading("(b) relocations")
call "plots/pick.gp" "$moves" "build" ways "relocations"
body = curves("moves", picked, 1)
eval blank(moved, 0.001, 100)
eval "plot NaN notitle, " . body . "NaN notitle"
unset multiplot
unset output
