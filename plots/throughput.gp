# SPDX-License-Identifier: MIT
#
# throughput.gp - one panel of Figures 5 to 8 (and the login article's 3), for scripts that have loaded style.gp:
#
#   call "plots/throughput.gp" "a" "lookup" "curve"        panel, metric; "curve" or "groups"
#
# The medians of all filters of `series`, the first on top, and `keyed` (names) as the key. Groups are for a few points,
# where the line between them is only a guide: at each x the filters stand beside each other, `group` wide. A curve has
# its marks and intervals at some of its points, each filter at others. A row is drawn at(x).

call "plots/pick.gp" "$filters" ARG1 (without("ceiling-", series, 1)) ARG2
shown = picked
points_shown = points_picked
highest = larger(top, common)
# The reach of the curves of a run with which this one is compared.
if (exists("reach_" . ARG1)) { highest = value("reach_" . ARG1) > top ? value("reach_" . ARG1) : top }
call "plots/ceilings.gp" ARG1 ARG2
# Room for the names of ceilings, above the curves and the ceilings drawn.
above(low, line) = low > line ? low : line
headroom = larger(1.05 * common, \
	beyond_text ne "" ? above(1.1 * highest, 1.2 * roof) : above(1.05 * roof, exists("reach_" . ARG1) ? \
		1.05 * highest : 0))
if (foot > 0) { set yrange [foot:1.9 * highest] } else { set yrange [0:headroom < *] } # a ceiling that is drawn fits
eval blank(shown, foot > 0 ? foot : 0, foot > 0 ? 2 * foot : 1)

# The first filter is drawn last, on top. Dashes would make short error bars unreadable.
count = words(shown)
style_at(i) = line(word(shown, i))
grouped = ARG3 eq "groups"
marked_at(row, i) = grouped || marks(row, i, count, points_shown)
aside(i) = group * beside(i, count)
plot NaN notitle, \
	for [i=1:roof_curve] $roof index 0 using (at($1)):2 with lines linestyle 30 notitle, \
	for [i=count:1:-1] $filters index nth(i) using ($3 == $3 && marked_at($0, i) ? at($1) + aside(i) : NaN):2:3:4 \
		with yerrorbars linestyle style_at(i) linewidth 1 dashtype solid pointtype -1 notitle, \
	for [i=count:1:-1] $filters index nth(i) using (at($1) + aside(i)):2 with lines linestyle style_at(i) notitle, \
	for [i=count:1:-1] $filters index nth(i) using (marked_at($0, i) ? at($1) + aside(i) : NaN):2 \
		with points linestyle style_at(i) pointinterval -1 notitle, \
	for [name in keyed] keyentry with linespoints linestyle line(name) pointinterval -1 \
		title label(name) noenhanced
