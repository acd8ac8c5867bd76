# SPDX-License-Identifier: MIT
# X1: throughput of all threads against their number: lookups (a, b, c), building (d), mixes (e, f). From six numbers
# on, the dashed line is the Universal Scalability Law, T(n) = g n / (1 + alpha (n - 1) + beta n (n - 1)), fitted to CF,
# striped (Gunther, Guerrilla Capacity Planning, 2007). alpha is the cost of threads that wait for each other, beta the
# cost of keeping their caches coherent.
figure = "x1"
panels = 2
height = 5.6
load "plots/style.gp"
roof_of = "cf-striped"

keyed = ""
do for [panel in "a b c d e f"] { keyed = either(series, keyed, present(panel, series, "throughput", 1), 1) }
most = 2
if (lines > 1) {
	set datafile columnheaders
	set table $scratch
	plot data using (column("x") > most ? (most = column("x")) : 0) with table
	unset table
	unset datafile columnheaders
}

# The fit is of logarithms, so that no coefficient can be negative. If a coefficient vanishes, its logarithm has no
# limit, and the fit would not end. So two more points give each coefficient a value to keep if the data determine none.
# Their error, a factor of e^8, has no weight compared with the data's.
g = 1
la = 0
lb = 0
first_alpha = log(0.05)
first_beta = log(0.001)
usl(x) = x == -1 ? la : x == -2 ? lb : g * x / (1 + exp(la) * (x - 1) + exp(lb) * x * (x - 1))
set fit quiet logfile "/dev/null" maxiter 500
# The fewest points for a fit: three for the coefficients, and three more that can contradict them.
fewest = 6

title_of_panel(p) = p eq "a" ? "(a) lookups, all absent" : p eq "b" ? "(b) lookups, half present" : \
	p eq "c" ? "(c) lookups, all present" : p eq "d" ? "(d) building to 90 %" : \
	p eq "e" ? "(e) 95 % lookups, 5 % updates" : \
	"(f) half lookups, half updates"
# Filters for one thread, which only look up here, are thin lines with small marks.
marked(name) = threaded(name) ? name : ""
thin(name) = threaded(name) ? "" : name
key = key_rows(keyed)
set multiplot layout 2,3 spacing screen 0.065, screen 0.12 margins screen 0.085, screen 0.985, \
	screen (note eq "" ? 2.9 : 3.75) * row, screen 1 - (1.8 + 1.1 * key) * row
eval sprintf("set key at screen 0.53, screen 0.99 center top vertical maxrows %d", key)
# A few numbers of threads have a linear axis. Many have a logarithmic one, on which a throughput that scales is a
# straight line. In a group the filters stand beside each other.
many = most > 4
if (many) { set logscale x 2; set logscale y; set xrange [0.7:1.4 * most] } else { \
	set xrange [0.5:most + 0.5]; set xtics 1, 1 }
beside_at(x, i, n) = many ? x * 2**(0.5 * beside(i, n)) : x + 0.7 * beside(i, n)
do for [panel in "a b c d e f"] {
	# One axis for each line of panels.
	if (find("a d", panel, 1)) {
		rows_panels = panel eq "a" ? "a b c" : "d e f"
		call "plots/common.gp" rows_panels series "throughput" "rate"
		reaches = common
		lowest = least
		do for [p in rows_panels] {
			eval pick("$all", p, roof_of, "ceiling")
			reaches = peak <= 1.6 * common ? larger(reaches, peak) : reaches
		}
	}
	eval pick("$fitted", panel, "cf-striped", "throughput")
	points = 0
	set table $scratch
	plot $fitted using (points = points + ($2 == $2)) with table
	unset table
	curve = points >= fewest ? "usl" : ""
	set label 9993 "" at graph 1, graph 0
	if (curve ne "") {
		g = peak / most
		la = first_alpha
		lb = first_beta
		set print $fitted append
		print sprintf("-1,%g,,,,,", la)
		print sprintf("-2,%g,,,,,", lb)
		unset print
		fit [*:*] usl(x) $fitted using 1:2:($1 < 0 ? 8 : $4 > $3 ? ($4 - $3) / 4 : 0.05 * $2) yerrors \
			via g, la, lb
		set label 9993 sprintf("α = %.3f, β = %.5f", exp(la), exp(lb)) at graph 0.98, graph 0.04 \
			right font small textcolor rgb grey
	}
	eval pick("$filters", panel, series, "throughput")
	shown = picked
	count = words(shown)
	highest = common
	call "plots/throughput.gp" panel "throughput"
	set yrange [many && lowest > 0 ? 0.8 * lowest : 0:highest == 0 ? 1 : many ? 3 * reaches : \
		1.05 * reaches + 0.08 * highest]
	eval blank(shown, 0, 1)
	eval heading(title_of_panel(panel))
	set xlabel find("d e f", panel, 1) ? "threads" : ""
	set ylabel find("a d", panel, 1) ? "throughput (Mops/s)" : ""
	plot NaN notitle, \
		for [i=1:roof_curve] $roof index 0 using 1:2 with lines linestyle 30 notitle, \
		for [name in curve] usl(x) with lines linestyle 30 notitle, \
		for [i=words(shown):1:-1] $filters index nth(i) using ($3 == $3 ? beside_at($1, i, count) : NaN):2:3:4 \
			with yerrorbars linestyle line(word(shown, i)) linewidth 1 dashtype solid \
				pointtype -1 notitle, \
		for [i=words(shown):1:-1] for [name in thin(word(shown, i))] $filters index nth(i) \
			using (beside_at($1, i, count)):2 with linespoints linestyle line(name) \
				linewidth 0.8 pointsize 0.6 * dot pointinterval -1 notitle, \
		for [i=words(shown):1:-1] for [name in marked(word(shown, i))] $filters index nth(i) \
			using (beside_at($1, i, count)):2 with linespoints linestyle line(name) \
				pointinterval -1 notitle, \
		for [name in alone(keyed, 1)] keyentry with linespoints linestyle line(name) linewidth 0.8 \
			pointsize 0.6 * dot pointinterval -1 title label(name) noenhanced, \
		for [i=1:words(keyed)] for [name in marked(word(keyed, i))] keyentry \
			with linespoints linestyle line(name) pointinterval -1 title label(name) noenhanced
	set key off
	unset label 9999
}
unset multiplot
unset output
