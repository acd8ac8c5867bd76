/* SPDX-License-Identifier: MIT */
/* outlook.c - see outlook.h. Reasons to refuse a run are tested in the order of the run itself (commands.c). */
#include "harness/cli/outlook.h"

#include "harness/base/files.h"
#include "harness/base/folder.h"
#include "harness/cli/commands.h"
#include "harness/run/ledger.h"
#include "harness/run/manifest.h"
#include "harness/run/retries.h"

#include <errno.h>
#include <jansson.h>
#include <string.h>
#include <unistd.h>

/* Looks into a folder as a run would, after manifest_look; `call` is the number that the run's call would get. */
static int
outlook_look(struct outlook *found, struct plan *plan, const json_t *manifest, unsigned call, struct failure *f)
{
	struct ledger ledger;
	struct retries retries;
	size_t refused;
	const int status = ledger_look(&ledger, plan, found->dir, call, manifest, f);

	if (status == STATUS_DONE) {
		for (size_t i = 0; i < plan->count; i++)
			found->done += plan->at[i].finished;
		found->lost = ledger.store.lost;
		found->given_up = ledger.given_up.cells;
		retries_begin(&retries, plan, &ledger, ledger.given_up.retries ? 0 : plan->options->retries, &refused);
		found->again = retries.count;
	}
	store_free(&ledger.store);
	return status;
}

int
outlook_make(struct outlook *found, struct plan *plan, const char *dir, struct failure *f)
{
	const int unwritable = files_may_make_folder(dir) != 0 ? errno : 0;
	json_t *manifest;
	unsigned call;
	int lock, status;

	*found = (struct outlook){.dir = dir};
	if (!files_exists(dir) || unwritable == ENOTDIR) {
		errno = unwritable;
		return unwritable ? output_refused(dir, f) : STATUS_DONE;
	}
	if ((status = folder_take(dir, &lock, f)) != STATUS_DONE)
		return status;
	status = manifest_look(dir, plan, &call, &manifest, f);
	if (status == STATUS_DONE && unwritable)
		status = failed(f, STATUS_UNFIT, "%s/manifest.json: %s", dir, strerror(unwritable));
	if (status == STATUS_DONE) {
		status = outlook_look(found, plan, manifest, call, f);
		found->begun = call > 0 || found->done + found->lost > 0;
	}
	json_decref(manifest);
	close(lock);
	return status;
}
