# SPDX-License-Identifier: MIT
# Figure 4: bits per item against the target false positive rate. Lines are the formulas of Table 2 at measured load
# factors, points are real filters. The ring is where the points of the semi-sorted cuckoo filter cross the Bloom
# filter's line, as A1 (7.2 bits) is judged; the label has where the formulas' lines do, too.
# Where filters were measured that are built once, (b) has the same and them, less log2(1/ε): that is the bound of
# filters without deletions, a line at 0; the bound of those with deletions lies 1.44 above.
figure = "f4"
call "plots/peek.gp" "b"
panels = 1 + there
if (there) { height = 3.4 }
load "plots/style.gp"

long(name) = name eq "bf" ? "Bloom filter" : name eq "cf" ? "cuckoo filter" : \
	name eq "ss-cf" ? "semisort-cuckoo filter" : name eq "bound" ? "lower bound" : label(name)
dash(name) = name eq "bound" ? 30 : line(name)
order = unique("bf cf ss-cf " . series . " bound", 1)
eval pick("$cross", "", "crossover", "crossover")
cross = words(picked)
# Between two neighbouring points the bits beyond the Bloom filter's are linear in the logarithm of the rate.
bloom_bits(x) = -log(x) / log(2)**2
at_x = NaN
old_x = NaN
old_beyond = NaN
pass(x, beyond) = (at_x != at_x && old_beyond < 0 && beyond >= 0 ? \
	(at_x = old_x * (x / old_x)**(old_beyond / (old_beyond - beyond))) : 0, old_x = x, old_beyond = beyond, 0)
eval pick("$semisorted", "", "ss-cf", "measured_bits_per_item")
set table $scratch
plot $semisorted using ($1 > 0 && is_number($2) ? pass($1, $2 - bloom_bits($1)) : 0) with table
unset table
crossed = at_x == at_x
eval pick("$real", "", order, "measured_bits_per_item")
real = picked
eval pick("$formula", "", order, "bits_per_item")
formula = picked
both = either(order, formula, real, 1)
plain = ""
do for [name in both] {
	if (!find(real, name, 1)) { plain = plain . name . " " }
}
marks = real eq "" ? "" : "measured"

rows_of_key = int(words(both . marks) + 1) / 2
eval there ? double(rows_of_key) : single(rows_of_key)
if (there) {
	set key at screen 0.29, screen 0.99
	eval heading("(a) as in the paper")
}
set xlabel "ε: target false positive rate (%)"
set ylabel "bits per item to achieve ε"
set logscale x
set xrange [1e-5:0.1]
set xtics ("0.001" 1e-5, "0.01" 1e-4, "0.1" 1e-3, "1" 1e-2, "10" 1e-1)
set mxtics 10
set yrange [0:25 < *]
eval blank(both, 0, 25)
said(x, y) = sprintf("%.2f bits (%.2f %%)", y, 100 * x)
formulas = "the formulas' lines: "
set print $crossing
print crossed ? sprintf("%.9g,%.9g", at_x, bloom_bits(at_x)) : "NaN,NaN"
unset print
# Two lines of text in the corner that no line comes to, and a leader from the ring to the first.
plot NaN notitle, \
	for [i=1:crossed] $crossing using (at_x):2:(0):(16.4 - bloom_bits(at_x)) with vectors nohead \
		linestyle 31 notitle, \
	for [i=1:crossed] $crossing index 0 using (0.1):(17.1):("points cross at " . said($1, $2)) with labels right \
		offset -0.5, 0 font small textcolor rgb ink notitle, \
	for [i=1:cross] $cross index 0 using (0.1):(18.6):(formulas . said($1, $2)) with labels right offset -0.5, 0 \
		font small textcolor rgb grey notitle, \
	for [i=1:words(formula)] $formula index i-1 using 1:2 with lines linestyle dash(word(formula, i)) notitle, \
	for [i=1:words(real)] $real index i-1 using 1:2 with points pointtype 7 pointsize 1.3 * dot \
		linecolor rgb white notitle, \
	for [i=1:words(real)] $real index i-1 using 1:2 with points linestyle line(word(real, i)) notitle, \
	for [i=1:crossed] $crossing using 1:2 with points pointtype 6 pointsize 1.6 * dot linewidth 1.2 \
		linecolor rgb ink notitle, \
	for [name in real] keyentry with linespoints linestyle line(name) pointinterval -1 \
		title long(name) noenhanced, \
	for [name in plain] keyentry with lines linestyle dash(name) title long(name) noenhanced, \
	for [text in marks] keyentry with points pointtype 7 linecolor rgb grey title text
if (there) {
	eval pick("$once_formula", "b", "xor fuse3 fuse4 gcs", "bits_per_item")
	lines_once = picked
	eval pick("$once_real", "b", "xor fuse3 fuse4 gcs", "measured_bits_per_item")
	once = picked
	eval pick("$bounds", "b", "bound-deleting bound", "bits_per_item")
	bounds = picked
	bound_title(name) = name eq "bound" ? "bound, no deletion" : "bound, deletion"
	bound_line(name) = name eq "bound" ? 30 : 32
	set style line 32 linecolor rgb ink dashtype (1.5,2) linewidth 1.6
	short_of(x, y) = y + log(x) / log(2)
	unset label 9999
	set ylabel "bits per item beyond log_2(1/ε)" offset format eq "svg" ? 0.2 : 0, 0
	set yrange [-0.4:8]
	set key at screen 0.78, screen 0.99
	eval heading("(b) the same beyond log_2(1/ε), and built once")
	eval blank(once, 0, 8)
	plot NaN notitle, \
		for [i=1:words(formula)] $formula index nth(i) \
			using (word(formula, i) eq "bound" ? NaN : $1):(short_of($1, $2)) with lines \
			linestyle dash(word(formula, i)) notitle, \
		for [i=1:words(bounds)] $bounds index nth(i) using 1:(short_of($1, $2)) with lines \
			linestyle bound_line(word(bounds, i)) notitle, \
		for [i=1:words(lines_once)] $once_formula index nth(i) using 1:(short_of($1, $2)) with lines \
			linestyle line(word(lines_once, i)) notitle, \
		for [i=1:words(real)] $real index nth(i) using 1:(short_of($1, $2)) with points pointtype 7 \
			pointsize 1.3 * dot linecolor rgb white notitle, \
		for [i=1:words(real)] $real index nth(i) using 1:(short_of($1, $2)) with points \
			linestyle line(word(real, i)) notitle, \
		for [i=1:words(once)] $once_real index nth(i) using 1:(short_of($1, $2)) with points pointtype 7 \
			pointsize 1.3 * dot linecolor rgb white notitle, \
		for [i=1:words(once)] $once_real index nth(i) using 1:(short_of($1, $2)) with points \
			linestyle line(word(once, i)) notitle, \
		for [name in once] keyentry with linespoints linestyle line(name) pointinterval -1 \
			title label(name) noenhanced, \
		for [name in bounds] keyentry with lines linestyle bound_line(name) title bound_title(name) noenhanced
	unset multiplot
}
unset output
