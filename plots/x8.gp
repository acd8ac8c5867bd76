# SPDX-License-Identifier: MIT
# X8: insertions, lookups and deletions in steady state against the load, in tables whose keys have all been replaced:
# (a) one key after the other, (b) many keys at a time.
figure = "x8"
panels = 2
height = 3.9
load "plots/style.gp"

# The table has those that explain another one, too.
drawn(l, i) = i > words(l) ? "" : \
	(find("cbf cf-2hash cf-nohash cf-counters", word(l, i), 1) ? "" : word(l, i) . " ") . drawn(l, i + 1)
series = drawn(series, 1)
keyed = either(series, present("one-aged", series, "mixed", 1), present("many-aged", series, "mixed", 1), 1)
eval double(key_rows(keyed))
# Twice as far for half the free entries: a group of filters is as wide at each load.
at(x) = -log(1 - x / 100.0) / log(2)
group = 0.7
set xlabel "load (%)"
set xrange [0.5:4.8]
set xtics ("50" at(50), "75" at(75), "90" at(90), "95" at(95))
set ylabel "operations (Mops/s)"
call "plots/common.gp" "one-aged many-aged" series "mixed" "rate"
if (common > 0) {
	set logscale y
	foot = 0.8 * least
}
eval heading("(a) one key after the other")
call "plots/throughput.gp" "one-aged" "mixed" "groups"
keyed = ""
unset label 9999
eval heading("(b) many keys at a time")
call "plots/throughput.gp" "many-aged" "mixed" "groups"
unset multiplot
unset output
