# SPDX-License-Identifier: MIT
#
# peek.gp - are there rows of this panel? For a figure that has more panels where there are: its page has to be as large
# as them before style.gp reads the data.
#
#   call "plots/peek.gp" "map_all_p0"      sets `there` to 1 or 0

there = 0
if (exists("data")) {
	set datafile separator comma
	set table $scratch
	plot data using (strcol(1) eq ARG1 ? (there = 1, 0) : 0) with table
	unset table
}
