/* SPDX-License-Identifier: MIT */
/* command_verify.c - `cuckoobench verify DIR`: the lines of verify.c, notes, and a summary; of plug-ins without DIR: conform.c. */
#include "harness/commands.h"

#include "harness/conform.h"
#include "harness/files.h"
#include "harness/manifest.h"
#include "harness/verify.h"

#include <errno.h>
#include <unistd.h>

int
command_verify(const struct options *o)
{
	const char *dir = o->arguments[0] ? o->arguments[0] : o->folder;
	struct verify_counts n;
	enum scale scale;
	char why[200];
	int lock, status;

	if (!dir && o->plugins > 0)
		return conform_run(o);
	if (o->json) {
		fputs("cuckoobench: --json: verify prints JSON of plug-ins only\n", stderr);
		return STATUS_USAGE;
	}
	if (!dir) {
		fputs("cuckoobench: verify needs the folder of a run\n", stderr);
		return STATUS_USAGE;
	}
	if (manifest_scale(dir, &scale) != 0)
		return STATUS_USAGE;
	lock = files_lock(dir);
	if (lock < 0 && errno == EWOULDBLOCK) {
		fprintf(stderr, "cuckoobench: %s: in use by another cuckoobench\n", dir);
		return STATUS_USAGE;
	}
	status = verify_run(dir, scale, stdout, &n, why);
	if (lock >= 0)
		close(lock);
	if (status != 0) {
		fprintf(stderr, "cuckoobench: %s\n", why);
		return STATUS_FAILED;
	}
	manifest_notes(dir, stdout);
	printf("%s: %zu same, %zu differ, %zu missing, %zu extra\n", dir, n.of_kind[VERIFY_SAME], n.of_kind[VERIFY_DIFFERS],
	       n.of_kind[VERIFY_MISSING], n.of_kind[VERIFY_EXTRA]);
	return n.of_kind[VERIFY_DIFFERS] + n.of_kind[VERIFY_MISSING] + n.of_kind[VERIFY_EXTRA] ? STATUS_FAILED : STATUS_DONE;
}
