# SPDX-License-Identifier: MIT
# Figure 8: instantaneous delete throughput against occupancy, from full to empty.
figure = "f8"
load "plots/style.gp"

keyed = present("", without("ceiling-", series, 1), "delete", 1)
eval single(key_rows(keyed))
set xlabel "α: table occupancy (%)"
set ylabel "delete throughput (Mops/s)"
at(x) = 100 * x
set xrange [0:100]
set xtics 20
call "plots/throughput.gp" "" "delete" "curve"
unset output
