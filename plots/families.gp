# SPDX-License-Identifier: MIT
#
# families.gp - the columns of small multiples (multiples.gp), for scripts that have loaded style.gp: by what a filter
# is made of. Filters of plug-ins have a column of their own.

families = 5
array members[5] = [ \
	"cf ss-cf cf-any vacuum morton cf-nodelete ss-cf-nodelete \
	cf-batch ss-cf-batch cf-any-batch vacuum-batch morton-batch", \
	"bf blk-bf sb-bf rb-bf cs-bf bloomier bloomier-mutable", \
	"qf dl-cbf rsqf cqf vqf prefix rih rsqf-batch cqf-batch vqf-batch", \
	"xor fuse3 fuse4 gcs ribbon ribbon-bumped", \
	plugins]
array member_titles[5] = ["cuckoo", "Bloom", "quotient, others", "built once", "of plug-ins"]
members_of(r, c) = members[c]
title_of(r, c) = r == 1 ? member_titles[c] : ""
