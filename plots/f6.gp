# SPDX-License-Identifier: MIT
# Figure 6: instantaneous lookup throughput against occupancy; (a) negative queries, (b) positive ones.
figure = "f6"
panels = 2
load "plots/style.gp"

filters = without("ceiling-", series, 1)
keyed = either(filters, present("a", filters, "lookup", 1), present("b", filters, "lookup", 1), 1)
eval double(key_rows(keyed))
set xlabel "α: table occupancy"
set xrange [0:1]
set xtics 0.2
set ylabel "negative lookup throughput (MOPS)"
eval heading("(a) negative lookups")
call "plots/throughput.gp" "a" "lookup" "ribbons"
keyed = ""
unset label 9999
set ylabel "positive lookup throughput (MOPS)"
eval heading("(b) positive lookups")
call "plots/throughput.gp" "b" "lookup" "ribbons"
unset multiplot
unset output
