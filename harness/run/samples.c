/* SPDX-License-Identifier: MIT */
/* samples.c - see samples.h. */
#include "harness/run/samples.h"

#include "harness/base/memory.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

double
sample_value(const struct sample *s)
{
	double ratio = s->den ? (double)s->num / (double)s->den : NAN;

	return strcmp(s->unit, "Mops/s") == 0 ? ratio * 1e3 : ratio;
}

static int
add_samples(struct samples *all, const struct attempt *a, struct failure *f)
{
	for (const char *line = a->samples; line < a->samples + a->length; line = strchr(line, '\n') + 1) {
		struct sample *s;

		all->at = memory_grown(all->at, all->count, sizeof *all->at);
		s = &all->at[all->count++];
		if (!sample_parse(line, s))
			return store_refuses_line(&all->store, line, f);
		s->superseded = !a->speaks;
	}
	return STATUS_DONE;
}

int
samples_of(const char *dir, struct samples *all, struct failure *f)
{
	json_t *manifest;
	int status;

	*all = (struct samples){.at = NULL};
	status = store_read(&all->store, dir, f);
	for (size_t i = 0; status == STATUS_DONE && i < all->store.count; i++)
		if (all->store.at[i].done)
			status = add_samples(all, &all->store.at[i], f);
	if (status != STATUS_DONE) {
		samples_free(all);
		return status;
	}
	manifest_own_keys(dir, all->keys);
	manifest = manifest_of(dir);
	all->given_up = given_up_of(manifest);
	json_decref(manifest);
	return STATUS_DONE;
}

void
samples_free(struct samples *all)
{
	store_free(&all->store);
	free(all->at);
	*all = (struct samples){.at = NULL};
}
