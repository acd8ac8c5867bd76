# SPDX-License-Identifier: MIT
# Figure 6: instantaneous lookup throughput against occupancy; (a) negative queries, (b) positive ones.
figure = "f6"
panels = 2
load "plots/style.gp"

filters = without("ceiling-", series, 1)
keyed = either(filters, present("a", filters, "lookup", 1), present("b", filters, "lookup", 1), 1)
eval double(key_rows(keyed))
set xlabel "α: table occupancy (%)"
at(x) = 100 * x
set xrange [0:100]
set xtics 20
call "plots/common.gp" "a b" filters "lookup" "rate"
set ylabel "lookup throughput (Mops/s)"
eval heading("(a) negative lookups")
call "plots/throughput.gp" "a" "lookup" "curve"
keyed = ""
unset label 9999
eval heading("(b) positive lookups")
call "plots/throughput.gp" "b" "lookup" "curve"
unset multiplot
unset output
