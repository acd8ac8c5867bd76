/* SPDX-License-Identifier: MIT */
/* field_build.c - see field_build.h. */
#include "harness/programs/field_build.h"

#include "harness/timing/measure.h"

/* Deletes all keys, in an order that has nothing to do with that of insertion: every STEP-th. It is a prime above n, so
 * each has its turn. */
#define STEP UINT64_C(2654435761)
enum { REMOVES = 4096 };

static bool
remove_all(struct field_builder *b, struct filter *f, struct failure *failure)
{
	uint64_t keys[REMOVES];
	size_t at = 0, found = 0;

	for (size_t done = 0, n; done < b->n; done += n) {
		size_t here;

		n = b->n - done < REMOVES ? b->n - done : REMOVES;
		for (size_t i = 0; i < n; i++) {
			at = (at + STEP) % b->n;
			keys[i] = b->keys[at];
		}
		b->removed.ns += measure_remove(f, keys, n, &here);
		found += here;
	}
	b->removed.ops += b->n;
	return found == b->n ||
	       failing(failure, "%s: lost keys: %zu of %zu were not found to delete", b->ops->name, b->n - found, b->n);
}

/* Makes the filter of all keys, once, and empties it if it can. Only what happens to keys is timed, as in T3; a static
 * filter allocates meanwhile. */
static bool
build_once(struct field_builder *b, struct slice *slice, struct failure *failure)
{
	const bool at_once = b->ops->caps & FILTER_STATIC;
	const char *why = "it refused a key that it took before";
	struct filter *f = NULL;
	size_t got = 0;
	unsigned seeds;
	bool good;

	if (at_once)
		slice->ns += measure_build(b->ops, &b->params, b->keys, b->n, &f, &seeds, &why);
	else if (filter_create(b->ops, &b->params, &f, &why) == FILTER_OK)
		slice->ns += measure_insert(f, b->keys, b->n, &got);
	slice->ops += b->n;
	good = (f && (at_once || got == b->n)) || failing(failure, "%s: %s", b->ops->name, why);
	if (good && b->ops->remove)
		good = remove_all(b, f, failure);
	b->ops->destroy(f);
	return good;
}

bool
field_build(struct contestant *c, uint64_t least, struct slice *slice, struct failure *f)
{
	struct field_builder *b = c->state;

	b->removed = (struct slice){0};
	if (b->n > FIELD_BUILD_ONCE && b->done)
		return true;
	b->done = true;
	if (b->n > FIELD_BUILD_ONCE && b->made.ops) {
		*slice = b->made;
		return true;
	}
	while (slice->ns < (b->n < FIELD_SHORT_TO ? least / FIELD_SHORTER : least))
		if (!build_once(b, slice, f))
			return false;
	return true;
}
