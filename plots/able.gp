# SPDX-License-Identifier: MIT
#
# able.gp - which series can do something, for scripts that have loaded style.gp:
#
#   call "plots/able.gp" "best_0_8 best_0_12" series "deletes"     panels, series, metric
#
# `able` are those that have a row of that metric whose median is 1, in any of the panels. take(v) makes `met` the last
# number of a column.

take(v) = (is_number(v) ? (met = v) : 0, 0)
able = ""
do for [panel_of_able in ARG1] {
	eval pick("$can", panel_of_able, ARG2, ARG3)
	do for [i_of_able=1:words(picked)] {
		met = 0
		set table $scratch
		plot $can index i_of_able-1 using (take($2)) with table
		unset table
		if (met == 1) { able = able . word(picked, i_of_able) . " " }
	}
}
