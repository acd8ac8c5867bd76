# SPDX-License-Identifier: MIT
#
# peek.gp - are there rows of this panel? For a figure that has more panels where there are: its page has to be as large
# as them before style.gp reads the data.
#
#   call "plots/peek.gp" "map_all_p0"      sets `there` to the number of panels whose names begin so, of 1 or 0 if that
#                                          is a whole name

there = 0
peeked = ""
peek(panel) = (panel[1:strlen(ARG1)] eq ARG1 && panel ne peeked ? (peeked = panel, there = there + 1) : 0, 0)
if (exists("data")) {
	set datafile separator comma
	set table $scratch
	plot data using (peek(strcol(1))) with table
	unset table
}
