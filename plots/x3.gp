# SPDX-License-Identifier: MIT
# X3: memory nodes, on a machine with several; (a) the latency of a dependent load from each node's cores, (b) look-ups
# from all cores by the table's placement.
figure = "x3"
panels = 2
load "plots/style.gp"

policies = "local interleave firsttouch replicate shard"
cores = beginning("cores-", names, 1)
shown = present("policies", policies, "lookup", 1)
roofs = present("policies", policies, "lines", 1)
# The node of "latency-3". NaN for the other metrics of the data.
node_of(name) = name[1:8] eq "latency-" ? real(name[9:*]) : NaN
most = 0
furthest(node) = node == node && node > most ? (most = node) : 0

# (a): an index for each node's cores; x is the node of the memory.
set datafile columnheaders
if (cores ne "") {
	set table $scratch
	plot data using (furthest(node_of(strcol("metric")))) with table
	unset table
}
do for [wanted in cores] {
	set table $latency append separator comma
	plot data using (node_of(strcol("metric"))):(column("median")):(column("lo")):(column("hi")) with table \
		if (strcol("panel") eq "latency" && strcol("series") eq wanted)
	unset table
	set print $latency append
	print ""
	print ""
	unset print
}
# (b): x is the policy's place in the list. The roof: random lines that the same threads read from the same pages.
do for [metric in "lookup lines"] {
	if ((metric eq "lookup" ? shown : roofs) ne "") {
		set table $policies append separator comma
		plot data using (find(policies, strcol("series"), 1)):(column("median")):(column("lo")):(column("hi")) \
			with table if (strcol("panel") eq "policies" && strcol("metric") eq metric)
		unset table
	}
	set print $policies append
	print "NaN,NaN,NaN,NaN"
	print ""
	print ""
	unset print
}
unset datafile columnheaders
set print $latency append
print "NaN,NaN,NaN,NaN"
unset print

# One key for both panels; four columns of "cores of node 7" fit.
eval double(int(ceil((words(cores) + (shown eq "" ? 0 : 1) + (roofs eq "" ? 0 : 1)) / 4.0)))
set xtics 1
set xrange [-0.5:most + 0.5]
set yrange [0:1 < *]
set offsets 0, 0, graph 0.05, 0
set xlabel "memory of node"
set ylabel "latency of a load (ns)"
eval heading("(a) dependent loads")
eval blank(cores, 0, 1)
count = words(cores)
place(x, i) = x + aside(i, count, most + 1)
plot NaN notitle, \
	for [i=1:words(cores)] $latency index nth(i) using ($3 == $3 ? place($1, i) : NaN):2:3:4 with yerrorbars \
		linestyle step(i) linewidth 1 dashtype solid pointtype -1 notitle, \
	for [i=1:words(cores)] $latency index nth(i) using (place($1, i)):2 with linespoints linestyle step(i) \
		pointinterval -1 notitle, \
	for [name in cores] keyentry with linespoints linestyle step(find(cores, name, 1)) pointinterval -1 \
		title "cores of node " . name[7:*], \
	for [i=1:(shown eq "" ? 0 : 1)] keyentry with points linestyle 1 title "look-ups", \
	for [i=1:(roofs eq "" ? 0 : 1)] keyentry with points linestyle 30 pointtype 4 title "random lines"
unset label 9999
set xlabel "placement of the table"
set ylabel "rate, all cores (Mops/s)"
set xrange [0.5:5.5]
set xtics font small
set xtics ("local" 1, "interleave" 2, "first touch" 3, "replicate" 4, "shard" 5)
set offsets 0, 0, graph 0.05, 0
eval heading("(b) by placement")
eval blank(shown, 0, 1)
plot NaN notitle, \
	for [i=0:1] $policies index i using ($3 == $3 ? $1 - 0.1 + 0.2 * i : NaN):2:3:4 with yerrorbars \
		linestyle (i ? 30 : 1) linewidth 1 dashtype solid pointtype -1 notitle, \
	$policies index 0 using ($1 - 0.1):2 with points linestyle 1 notitle, \
	$policies index 1 using ($1 + 0.1):2 with points linestyle 30 pointtype 4 notitle
unset multiplot
unset output
