# SPDX-License-Identifier: MIT
#
# pick.gp - copies rows of the reduced data into a data block, for scripts that have loaded style.gp:
#
#   call "plots/pick.gp" "$rows" "a" "cf bf" "lookup"        block, panel, series, metric
#
# The block gets one index for each series that has rows, in the order given; `picked` has their names. Columns: 1 x, 2
# median, 3 lo, 4 hi, 5 mean, 6 min, 7 max. `peak` is the largest median, `top` the largest median or hi,
# `points_picked` the largest number of rows in a series. The last row has no numbers: gnuplot looks into the block even
# for `plot for [i=1:0]`, and complains if it has no rows.
#
# Why copy: a condition in `using` turns the other rows into NaN, and those would cut the line of the series.

picked = present(ARG2, ARG3, ARG4, 1)
peak = 0
top = 0
points_picked = 0
undefine @ARG1
do for [wanted in picked] {
	key = key_of(ARG2, wanted, ARG4)
	set table @ARG1 append separator comma
	plot data every ::first(key)::last(key) using 3:7:8:9:10:11:12 with table
	unset table
	set print @ARG1 append
	print ""
	print ""
	unset print
}
set print @ARG1 append
print "NaN,NaN,NaN,NaN,NaN,NaN,NaN"
unset print
set table $scratch
plot @ARG1 using (rise($2, $4), points_picked = larger(points_picked, $0 + 1)) with table
unset table
