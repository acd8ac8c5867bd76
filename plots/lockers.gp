# SPDX-License-Identifier: MIT
#
# lockers.gp - the columns of small multiples (multiples.gp) of filters for many threads, for scripts that have loaded
# style.gp: by what keeps writers apart. Filters of one thread are there where threads only read. Filters of plug-ins
# have a column of their own.

families = 4
array members[4] = [ \
	"cf ss-cf bf blk-bf qf dl-cbf cf-batch ss-cf-batch", \
	"cf-striped cf-striped-batch cf-inline ss-cf-striped cf-seqlock vqf-striped vqf-striped-batch", \
	"bf-atomic blk-bf-atomic cf-mutex cf-rwlock", \
	plugins]
array member_titles[4] = ["no lock", "locks of buckets", "one lock, or atomic", "of plug-ins"]
members_of(r, c) = members[c]
title_of(r, c) = r == 1 ? member_titles[c] : ""
