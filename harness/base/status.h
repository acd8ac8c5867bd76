/* SPDX-License-Identifier: MIT */
/* status.h - the exit statuses of the program. `cuckoobench help` documents them. */
#ifndef CUCKOOBENCH_STATUS_H
#define CUCKOOBENCH_STATUS_H

enum exit_status {
	STATUS_DONE = 0,
	STATUS_FAILED = 1,
	STATUS_USAGE = 2,
	STATUS_UNFIT = 3,
	STATUS_CONTRADICTED = 4,
	STATUS_INTERRUPTED = 130
};

#endif
