# SPDX-License-Identifier: MIT
# X4: throughput of deleting the oldest and inserting the next against occupancy; (a) one thread, (b) all.
figure = "x4"
panels = 2
height = 3.6
load "plots/style.gp"
roof_of = "cf-striped"

keyed = either(series, present("a", series, "churn", 1), present("b", series, "churn", 1), 1)
eval double(key_rows(keyed))
# Twice as far for half the free entries: a group of filters is as wide at each occupancy.
at(x) = -log(1 - x) / log(2)
group = 0.7
set xlabel "α: table occupancy (%)"
set xrange [0.5:4.8]
set xtics ("50" at(0.5), "75" at(0.75), "90" at(0.9), "95" at(0.95))
set ylabel "churn throughput (Mops/s)"
call "plots/common.gp" "a b" series "churn" "rate"
if (common > 0) {
	set logscale y
	foot = 0.8 * least
}
eval heading("(a) one thread")
call "plots/throughput.gp" "a" "churn" "groups"
keyed = ""
unset label 9999
eval heading("(b) all threads")
call "plots/throughput.gp" "b" "churn" "groups"
unset multiplot
unset output
