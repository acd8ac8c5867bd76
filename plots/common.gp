# SPDX-License-Identifier: MIT
#
# common.gp - one axis for one quantity, for scripts that have loaded style.gp:
#
#   call "plots/common.gp" "a b" "cf bf" "lookup" "rate"      panels, series, metric; a fourth, "rate", if in Mops/s
#
# `common` is the top of all of them, and of the rates of a run with which this one is compared. `least` is the lowest
# value above 0, or NaN.

common = 0
least = NaN
do for [panel_of_all in ARG1] {
	eval pick("$all", panel_of_all, ARG2, ARG3)
	common = larger(common, top)
	if (ARGC > 3 && ARG4 eq "rate" && exists("reach_" . panel_of_all)) { \
		common = larger(common, value("reach_" . panel_of_all)) }
	set table $scratch
	plot $all using (fall($2), fall($3)) with table
	unset table
}
