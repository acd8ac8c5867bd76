# SPDX-License-Identifier: MIT
# X1: throughput of all threads against their number: lookups (a, b, c), building (d), mixes (e, f). Up to four threads
# are bars, a row for each filter. More are curves, as small multiples. From six numbers on, the dashed line is the
# Universal Scalability Law, T(n) = g n / (1 + alpha (n - 1) + beta n (n - 1)), fitted to CF, striped (Gunther,
# Guerrilla Capacity Planning, 2007). alpha is the cost of threads that wait for each other, beta that of keeping their
# caches coherent.
figure = "x1"
panels = 2
most = 2
find_most(x) = (x == x && x > most ? (most = x) : 0, 0)
if (exists("data")) {
	set datafile separator comma
	set table $scratch
	plot data using (find_most(column(3))) with table
	unset table
}
many = most > 4
height = many ? 9.4 : 6.4
load "plots/style.gp"
load "plots/lockers.gp"
panel_names = "a b c d e f"
array what[6] = ["lookups, all absent", "lookups, half present", "lookups, all present", "building to 90 %", \
	"95 % lookups, 5 % updates", "half lookups, half updates"]

if (many) { load "plots/x1_curves.gp" } else { load "plots/x1_bars.gp" }
unset output
