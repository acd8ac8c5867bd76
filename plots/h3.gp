# SPDX-License-Identifier: MIT
# H3: ways to make room against load: (a) insertions a second, (b) relocations of each. Dashed: breadth-first search.
figure = "h3"
panels = 2
load "plots/style.gp"

# Some curves coincide. So each is narrower than the one beneath, and has its marks where others have none. With few
# points, the marks stand beside each other.
ways = "cf cf:bfs cf-batch cf-batch:bfs cf-striped-batch"
array way_title[5] = ["CF, random walk", "CF, search", "CF batched, random walk", "CF batched, search", \
	"CF striped, search"]
way(name) = find(ways, name, 1)
label(name) = way(name) ? way_title[way(name)] : name
mark(name) = way(name) ? 20 + way(name) : 26
rated = present("build", ways, "insert", 1)
# One filter has no walk, and it moves as many as any search.
moved = present("build", ways, "relocations", 1)
keys = "for [name in rated] keyentry with linespoints linestyle mark(name) pointinterval -1 \
	title label(name) noenhanced, keyentry with lines linestyle 30 title 'ceiling, 1 line changed'"
few(points) = points < 12
shift(i, n, points) = few(points) ? aside(i, n, 100) : 0
place(i, n, points) = sprintf("(%s ? $1 + %g : NaN)", \
	few(points) ? "1" : sprintf("marks($0, %d, %d, %d)", i, n, points), shift(i, n, points))
curve(block, i, n, name, points) = sprintf("$%s index %d using ($3 == $3 ? %s : NaN):2:3:4 \
	with yerrorbars linestyle %d linewidth 1 dashtype solid pointtype -1 notitle, $%s index %d using ($1 + %g):2 \
		with lines linestyle %d linewidth %g notitle, \
	$%s index %d using %s:2 with points linestyle %d pointinterval -1 notitle, ", \
	block, i - 1, place(i, n, points), mark(name), block, i - 1, shift(i, n, points), mark(name), 3.7 - 0.5 * i, \
		block, i - 1, place(i, n, points), mark(name))
curves(block, l, i, points) = i > words(l) ? "" : \
	curve(block, i, words(l), word(l, i), points) . curves(block, l, i + 1, points)

eval double(key_rows(ways))
set xrange [0:100]
set xlabel "load (%)"
set logscale y
# Nearer to the tick labels than elsewhere: rates of four figures stand beside those of one.
set ylabel "insertions (Mops/s)" offset format eq "svg" ? 1.5 : 0.5, 0
eval heading("(a) rate")
eval pick("$rates", "build", ways, "insert")
body = curves("rates", picked, 1, points_picked)
eval pick("$roof", "build", "ceiling-1-update", "insert")
body = body . (words(picked) ? "$roof using 1:2 with lines linestyle 30 notitle, " : "")
eval blank(rated, 1, 100)
eval "plot NaN notitle, " . body . keys
unset label 9997
unset label 9999
set key off
set ylabel "relocations a key"
set yrange [0.001:0.01 < *]
eval heading("(b) relocations")
eval pick("$moves", "build", ways, "relocations")
body = curves("moves", picked, 1, points_picked)
eval blank(moved, 0.001, 100)
eval "plot NaN notitle, " . body . "NaN notitle"
unset multiplot
unset output
