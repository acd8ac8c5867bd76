# SPDX-License-Identifier: MIT
# Figure 1: cuckoo hashing, drawn from a real run: (a) before item x is inserted, (b) after, (c) a cuckoo filter.
#
# Rows: panel a, b or c; metric "slot_0", "slot_1" ...: series is what stands in bucket x, slot median; "candidate":
# series names the hash function that sends item x to bucket x; "move": series was relocated from bucket x to bucket
# median.
#
#                 .---.
#     item x --> 2| b |         One coordinate system for all three: a cell is 1 high, bucket 0 on top. The panels
#           |     | c |4<-.     b and c are the same, further right.
#            `--> 6 a |---' relocate a
#                 '---'
figure = "f1"
panels = 2
height = 2.45
load "plots/style.gp"

# The rows as lists of words "panel|x|median|series".
slots = ""
candidates = ""
moves = ""
moved = ""
entry(p, x, y, s) = sprintf("%s|%d|%d|%s ", p, x, y, s)
sort_in(m, p, x, y, s) = (m[1:5] eq "slot_" ? (slots = slots . entry(p, x, y, s)) : \
	m eq "candidate" ? (candidates = candidates . entry(p, x, y, s)) : \
	m eq "move" ? (moves = moves . entry(p, x, y, s), moved = moved . s . " ") : "", 0)
if (lines > 1) {
	set datafile columnheaders
	set table $scratch
	plot data using (sort_in(strcol("metric"), strcol("panel"), column("x"), column("median"), strcol("series"))) \
		with table
	unset table
	unset datafile columnheaders
}
# The fields of such a word.
first(w) = w[1:strstrt(w, "|") - 1]
rest(w) = w[strstrt(w, "|") + 1:*]
panel_of(w) = first(w)
bucket_of(w) = int(first(rest(w)))
other_of(w) = int(first(rest(rest(w))))
name_of(w) = rest(rest(rest(w)))

buckets = 8
left(p) = p eq "a" ? 0.3 : p eq "b" ? 11.2 : 19.4
columns(p) = p eq "c" ? 4 : 1
cell(p) = p eq "c" ? 1.15 : 1.5
table_x(p) = left(p) + 4.9
slot_x(p, i) = table_x(p) + cell(p) * (i + 0.5)
bucket_y(i) = buckets - i - 0.5
edge_x(p) = table_x(p) + cell(p) * columns(p)

# Fills get darker from untouched over relocated to new, also on a grey printer.
fill(p, s) = p eq "c" ? "#dbe9f4" : s eq "x" ? "#f0a860" : p eq "b" && find(moved, s, 1) ? "#f9dcb8" : "#dbe9f4"
named(s) = strlen(s) > 2 && s[1:1] eq "h" ? "h_{" . s[2:2] . "}" . s[3:*] : s

do for [p in "a b c"] {
	do for [i=0:buckets-1] {
		set label sprintf("%d", i) at table_x(p) - 0.28, bucket_y(i) right font small textcolor rgb grey
		do for [j=0:columns(p)-1] {
			set object rectangle center slot_x(p, j), bucket_y(i) size cell(p), 1 behind \
				fillcolor rgb white fillstyle solid 1 border linecolor rgb ink linewidth 0.8
		}
	}
}
do for [w in slots] {
	p = panel_of(w)
	set object rectangle center slot_x(p, other_of(w)), bucket_y(bucket_of(w)) size cell(p), 1 back \
		fillcolor rgb fill(p, name_of(w)) fillstyle solid 1 border linecolor rgb ink linewidth 0.8
	set label name_of(w) at slot_x(p, other_of(w)), bucket_y(bucket_of(w)) center noenhanced \
		font (p eq "c" ? small : "") textcolor rgb ink
}
# From item x to its buckets; the hash function's name stands on the outer side of the arrow.
item_y = 0.5 * buckets
boxed = ""
do for [w in candidates] {
	p = panel_of(w)
	y = bucket_y(bucket_of(w))
	aside = sgn(y - item_y)
	if (!find(boxed, p, 1)) {
		boxed = boxed . p . " "
		set object rectangle center left(p) + 1.15, item_y size 2.3, 1.1 back \
			fillcolor rgb "#f0a860" fillstyle solid 1 border linecolor rgb ink linewidth 0.8
		set label "item x" at left(p) + 1.15, item_y center textcolor rgb ink
	}
	set arrow from left(p) + 2.4, item_y + 0.2 * aside to table_x(p) - 0.75, y \
		size 0.35, 20 fixed filled linecolor rgb ink linewidth 1
	set label named(name_of(w)) at left(p) + 2.2, 0.5 * (item_y + y) + 0.75 * aside center textcolor rgb ink
}
# Out of one bucket, along the table and into another. A longer way is further out, so that two cross at most once, and
# what leaves a bucket does so beside what enters it.
reach = 0.5
apart = 0.4
do for [span=1:buckets-1] {
	do for [w in moves] {
		if (abs(bucket_of(w) - other_of(w)) == span) {
			p = panel_of(w)
			from = bucket_y(bucket_of(w)) + 0.25 * sgn(bucket_of(w) - other_of(w))
			to = bucket_y(other_of(w))
			x = edge_x(p) + reach
			set arrow from edge_x(p) + 0.08, from to x, from nohead linecolor rgb ink linewidth 1
			set arrow from x, from to x, to nohead linecolor rgb ink linewidth 1
			set arrow from x, to to edge_x(p) + 0.08, to size 0.35, 20 fixed filled \
				linecolor rgb ink linewidth 1
			set label "relocate " . name_of(w) at edge_x(p) + 0.5 + apart * (words(moves) - 1) + 0.25, \
				0.5 * (from + to) noenhanced font small textcolor rgb ink
			reach = reach + apart
		}
	}
}
set label "(a) before inserting item x" at left("a") + 4.2, -0.75 center textcolor rgb ink
set label "(b) after item x inserted" at left("b") + 3.2, -0.75 center textcolor rgb ink
set label "(c) a cuckoo filter, two hashes per item\nand four entries per bucket" at left("c") + 4.9, -0.75 center \
	textcolor rgb ink

unset border
unset tics
unset grid
unset key
set lmargin at screen 0
set rmargin at screen 1
set tmargin at screen 1
set bmargin at screen 0
set xrange [0:29.2]
set yrange [-2.3:8.2]
plot NaN notitle
unset output
