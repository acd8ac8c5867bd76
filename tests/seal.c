/* SPDX-License-Identifier: MIT */
/*
 * seal.c - a file of a run that a script changed gets the digests that it would have, had the run been so.
 *
 *      seal DIR/manifest.json    its own
 *      seal DIR/record.csv       each entry's; and that of the record in the manifest, if it had one
 *
 * A manifest that is damaged stays so.
 */
#include "tests/seal.h"
#include "harness/run/manifest.h"
#include "harness/run/manifest_facts.h"

#include <jansson.h>
#include <libgen.h>
#include <stdio.h>

static int
complain(const struct failure *f)
{
	fprintf(stderr, "seal: %s\n", f->text);
	return 1;
}

int
main(int argc, char **argv)
{
	struct failure f = {.status = STATUS_DONE};
	const bool record = argc == 2 && strstr(argv[1], STORE_FILE);
	const char *dir;
	json_t *m;

	if (argc != 2)
		return complain((failed(&f, STATUS_USAGE, "names one file"), &f));
	if (record && !seal_file(argv[1]))
		return complain((failed_at(&f, STATUS_FAILED, argv[1]), &f));
	dir = dirname(argv[1]);
	m = manifest_read(dir, NULL);
	if (m && record && manifest_record(m) && manifest_seal_record(dir, m, &f) != STATUS_DONE)
		return complain(&f);
	if (m && manifest_write(dir, m, &f) != STATUS_DONE)
		return complain(&f);
	json_decref(m);
	return 0;
}
