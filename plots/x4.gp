# SPDX-License-Identifier: MIT
# X4: throughput of deleting the oldest and inserting the next against occupancy; (a) one thread, (b) all.
figure = "x4"
panels = 2
load "plots/style.gp"
roof_of = "cf-striped"

keyed = either(series, present("a", series, "churn", 1), present("b", series, "churn", 1), 1)
eval double(key_rows(keyed))
set xlabel "α: table occupancy"
set xrange [0.45:1]
set xtics ("50%%" 0.5, "75%%" 0.75, "90%%" 0.9, "" 0.95)
set ylabel "churn throughput (MOPS)"
eval heading("(a) one thread")
call "plots/throughput.gp" "a" "churn" "bars"
keyed = ""
unset label 9999
eval heading("(b) all threads")
call "plots/throughput.gp" "b" "churn" "bars"
unset multiplot
unset output
