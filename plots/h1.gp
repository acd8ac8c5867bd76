# SPDX-License-Identifier: MIT
# H1: every look-up of a table against the table's size: rates in Mops/s, and below each their share of the machine's
# limit, which is two random lines a key, or for Bloom filters and filters that are built once the lines that they read.
# On a logarithmic axis a ratio is a distance: a look-up below a simpler one of its family was the wrong choice there.
#
#      Mops/s       CF, absent keys      CF, half present      CF, present
#      of ceiling
#      Mops/s       ss-CF, absent        BF and blk-BF         sb-BF
#      of ceiling
#      Mops/s       fuse3, absent        fuse4, absent         xor, absent   if fuse3 was measured
#      of ceiling
figure = "h1"
panels = 2
call "plots/peek.gp" "fuse3r8_p0"
quantities = 4 + 2 * there
height = 1.1 + 1.9 * quantities
load "plots/style.gp"

families = 3
place_of(r, c) = 3 * ((r - 1) / 2) + c
array tables[9] = ["cf12_p0", "cf12_p50", "cf12_p100", "sscf13_p0", "bf_p0 blkbf_p0", "sbbf_p0", \
	"fuse3r8_p0", "fuse4r8_p0", "xorr8_p0"]
array titles[9] = ["CF, absent keys", "CF, half present", "CF, present keys", "ss-CF, absent keys", \
	"BF and blk-BF, absent", "sb-BF, absent keys", "fuse3, absent keys", "fuse4, absent keys", \
	"xor, absent keys"]
# A loop as the paper describes it is a control: Figure 5 has it.
filters = without("ceiling-", series, 1)
controls = "cf-branch blk-bf-exit bf-exit"
members_of(r, c) = place_of(r, c) > 3 ? filters : without_any(filters, controls, 1)
panels_of(r, c) = tables[place_of(r, c)]
title_of(r, c) = r % 2 ? titles[place_of(r, c)] : ""
metric_of(r) = r % 2 ? "lookup" : "of_ceiling"
unit_of(r) = r % 2 ? "look-ups (Mops/s)" : "share of\nthe ceiling (%)"
value_of(r) = 2
factor_of(r) = r % 2 ? 1 : 100
logarithmic(r) = r % 2
rates = "1 0 1 0 1 0"

# The ceiling of a table's look-ups: two lines a key, of Bloom filters one, of fuse3 and xor three: a third of the rate
# of one; of fuse4 four.
roof_of(p) = p >= 5 ? "ceiling-1" : "ceiling-2"
lines_of(p) = p == 8 ? 4 : p >= 7 ? 3 : 1
tops = ""
do for [r=1:quantities] {
	highest_roof = 0
	do for [c=1:3] {
		if (r % 2 && tables[place_of(r, c)] ne "") {
			eval pick("$roof", word(tables[place_of(r, c)], 1), roof_of(place_of(r, c)), "lookup")
			highest_roof = larger(highest_roof, peak / lines_of(place_of(r, c)))
		}
	}
	tops = tops . sprintf("%g ", highest_roof)
}
ceiling_in(p) = words(picked) ? sprintf("$roof using 1:($2 / %d.0) with lines linestyle 30 notitle, ", lines_of(p)) : ""
before = "if (r % 2 && panels_of(r, c) ne '') { \
	eval pick('$roof', word(panels_of(r, c), 1), roof_of(place_of(r, c)), 'lookup'); \
	extra = ceiling_in(place_of(r, c)) }"

# The sizes.
do for [p in "cf12_p0 sscf13_p0 bf_p0"] {
	eval pick("$all", p, filters, "lookup")
	set table $scratch
	plot $all using (meet($1)) with table
	unset table
}
few = words(places) > 0 && words(places) < 3
low_x = few ? real(word(places, 1)) / 4 : 12
high_x = few ? real(word(places, words(places))) * 4 : 400000
axis = log(high_x / low_x) / log(4)
doubled = 4
set_x = "set logscale x 4; set xrange [low_x:high_x]; " . (few ? "set xtics (" . size_ticks(places, 1) . ")" : \
	"set xtics ('64 KiB' 64, '4 MiB' 4096, '256 MiB' 262144)")
bare_x = few ? "set xtics ('' " . word(places, 1) . ", '' " . word(places, words(places)) . ")" : \
	"set xtics ('' 64, '' 4096, '' 262144)"
x_format = "%g"
x_title = "size of the table"
remark = "dashed: the ceiling"
load "plots/multiples.gp"
unset output
