# SPDX-License-Identifier: MIT
# Figure 7: instantaneous insert throughput against occupancy, from empty to full.
figure = "f7"
load "plots/style.gp"

keyed = present("", without("ceiling-", series, 1), "insert", 1)
eval single(key_rows(keyed))
set xlabel "α: table occupancy (%)"
set ylabel "insert throughput (Mops/s)"
at(x) = 100 * x
set xrange [0:100]
set xtics 20
call "plots/throughput.gp" "" "insert" "curve"
unset output
