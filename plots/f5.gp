# SPDX-License-Identifier: MIT
# Figure 5: lookup throughput of full filters against the share p of queries that are positive.
if (!exists("figure")) figure = "f5"
load "plots/style.gp"

keyed = present("", without("ceiling-", series, 1), "lookup", 1)
eval single(key_rows(keyed))
set xlabel "p: queries on existing items (%)"
set ylabel "lookup throughput (Mops/s)"
set xrange [-4:104]
set xtics 0, 25, 100
axis = 108
call "plots/throughput.gp" "" "lookup" "groups"
unset output
