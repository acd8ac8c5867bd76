# SPDX-License-Identifier: MIT
#
# next.gp - after a figure: makes gnuplot draw the next one as a new process would, to the byte.
#
# The variables and functions of a figure go with the session. The pen of the SVG terminal stays, and would show at the
# head of the next figure; gnuplot's own test page leaves it as it was at first.

set terminal svg
set output "/dev/null"
test
set output
reset session
