# SPDX-License-Identifier: MIT
# Figure 8: instantaneous delete throughput against occupancy, from full to empty.
figure = "f8"
load "plots/style.gp"

keyed = present("", without("ceiling-", series, 1), "delete", 1)
eval single(key_rows(keyed))
set xlabel "α: table occupancy"
set ylabel "delete throughput (MOPS)"
set xrange [0:1]
set xtics ("0%%" 0, "20%%" 0.2, "40%%" 0.4, "60%%" 0.6, "80%%" 0.8, "100%%" 1)
call "plots/throughput.gp" "" "delete" "ribbons"
unset output
