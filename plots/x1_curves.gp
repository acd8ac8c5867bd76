# SPDX-License-Identifier: MIT
#
# x1_curves.gp - X1 by many numbers of threads, after the head of x1.gp: on logarithmic axes, where a throughput that
# scales is a straight line.
#
# The fit is of logarithms, so that no coefficient can be negative. If a coefficient vanishes, its logarithm has no
# limit, and the fit would not end. So two more points give each coefficient a value to keep if the data determine none.
# Their error, a factor of e^8, has no weight compared with the data's.

usl(x) = x == -1 ? la : x == -2 ? lb : g * x / (1 + exp(la) * (x - 1) + exp(lb) * x * (x - 1))
set fit quiet logfile "/dev/null" maxiter 500
# The fewest points for a fit: three for the coefficients, and three more that can contradict them.
fewest_points = 6
array g_of[6]
array la_of[6]
array lb_of[6]
array roof_title[6]
tops = ""
do for [r=1:6] {
	eval pick("$fitted", word(panel_names, r), "cf-striped", "throughput")
	g_of[r] = NaN
	if (points_picked >= fewest_points) {
		g = peak / most
		la = log(0.05)
		lb = log(0.001)
		set print $fitted append
		print sprintf("-1,%g,,,,,", la)
		print sprintf("-2,%g,,,,,", lb)
		unset print
		fit [*:*] usl(x) $fitted using 1:2:($1 < 0 ? 8 : $4 > $3 ? ($4 - $3) / 4 : 0.05 * $2) yerrors \
			via g, la, lb
		g_of[r] = g
		la_of[r] = la
		lb_of[r] = lb
	}
	eval pick("$roof", word(panel_names, r), "cf-striped", "ceiling")
	tops = tops . sprintf("%g ", peak)
}
quantities = 6
panels_of(r, c) = word(panel_names, r)
metric_of(r) = "throughput"
spoken(text) = strstrt(text, ", ") ? text[1:strstrt(text, ",")] . "\n" . text[strstrt(text, ", ") + 2:*] : text
unit_of(r) = spoken(what[r])
value_of(r) = 2
factor_of(r) = 1
rates = "1 1 1 1 1 1"
logarithmic(r) = 1
usl_drawn = "(g = g_of[r], la = la_of[r], lb = lb_of[r], usl(x)) with lines linestyle 30 linewidth 0.8 notitle, "
before = "eval pick('$roof', panels_of(r, c), 'cf-striped', 'ceiling'); \
	extra = words(picked) ? '$roof using 1:2 with lines linestyle 31 notitle, ' : ''; unset label 9993; \
	if (c == 2 && g_of[r] == g_of[r]) { extra = extra . usl_drawn; \
		set label 9993 sprintf('α = %.3f, β = %.5f', exp(la_of[r]), exp(lb_of[r])) at graph 0.98, graph 0.05 \
		right font small textcolor rgb grey }"
axis = log(2 * most) / log(2)
doubled = 2
set_x = "set logscale x 2; set xrange [0.7:1.4 * most]; set xtics 4"
x_format = "%g"
x_title = "threads"
remark = "Mops/s; grey, solid: the ceiling"
load "plots/multiples.gp"
