# SPDX-License-Identifier: MIT
# Figure 7: instantaneous insert throughput against occupancy, from empty to full.
figure = "f7"
load "plots/style.gp"

keyed = present("", without("ceiling-", series, 1), "insert", 1)
eval single(key_rows(keyed))
set xlabel "α: table occupancy"
set ylabel "insert throughput (MOPS)"
set xrange [0:1]
set xtics 0.2
call "plots/throughput.gp" "" "insert" "ribbons"
unset output
