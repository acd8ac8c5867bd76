/* SPDX-License-Identifier: MIT */
/* conform_params.c - whether a table has the size that was requested, and whether create uses every parameter that it
 * accepts. */
#include "harness/filters/conform_parts.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* --- size --------------------------------------------------------------------------------------------------------- */

static bool
has_size(struct subject *s, uint64_t asked, FILE *out)
{
	struct cuckoobench_info info = {.size = sizeof info};
	const size_t taken = s->host.bytes;

	now_calls("info", NULL, 0);
	s->ops->info(s->filter, &info);
	now_returned();
	if (info.bytes == 0 || info.reserved) {
		tell(out, "; info");
		return verdict(out, 'Z',
		               info.reserved ? "info sets reserved, which stays 0"
		                             : "info says that its table has no bytes");
	}
	if (info.bytes <= asked && taken > asked)
		return verdict(out, 'Z', "takes %zu bytes of memory for tables, and %" PRIu64 " are the most", taken,
		               asked);
	if (info.bytes <= asked && (!taken || subject_is_fair(s, info.bytes)))
		return true;
	tell(out, "; info -> bytes=%" PRIu64, info.bytes);
	if (info.bytes > asked)
		return verdict(out, 'Z', "its table has %" PRIu64 " bytes, and %" PRIu64 " are the most", info.bytes,
		               asked);
	return verdict(out, 'Z', "info says %" PRIu64 " bytes, and it took %zu", info.bytes, taken);
}

void
conform_size(FILE *out, void *context)
{
	static const uint64_t sizes[] = {4096, 5000, 6144, 1 << 16, 1000003};

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		const struct filter_params params = {.bytes = sizes[i], .seed = 7};
		struct subject s;
		bool elsewhere;

		tell(out, "%screate bytes=%" PRIu64 " seed=7", i ? "; " : "", sizes[i]);
		if (!subject_create(&s, context, &params, out) || !has_size(&s, sizes[i], out))
			return;
		elsewhere = s.host.taken == 0;
		if (!subject_destroy(&s, out))
			return;
		if (elsewhere) {
			fprintf(out, "\n?takes its table from elsewhere: pages and memory nodes as asked for do not "
			             "apply\n");
			return;
		}
	}
}

/* --- parameters --------------------------------------------------------------------------------------------------- */

/* An extreme value, the only fact of the filter that would show its use, and its name. */
static const struct option {
	const char *text;
	struct filter_params params;
	size_t shown; /* offset in struct cuckoobench_info; 0: no filter can use this value */
	uint32_t value;
} wild[] = {
	{"bytes=4096 items=100", {.bytes = 4096, .items = 100}, 0, 0},
	{"bytes=4096 buckets=64", {.bytes = 4096, .buckets = 64}, 0, 0},
	{"buckets=64 items=100", {.buckets = 64, .items = 100}, 0, 0},
	{"bytes=4096 fp_bits=77", {.bytes = 4096, .fp_bits = 77}, offsetof(struct cuckoobench_info, fp_bits), 77},
	{"bytes=4096 fp_bits=5", {.bytes = 4096, .fp_bits = 5}, offsetof(struct cuckoobench_info, fp_bits), 5},
	{"bytes=4096 slots=77", {.bytes = 4096, .slots = 77}, offsetof(struct cuckoobench_info, slots_per_bucket), 77},
	{"bytes=4096 slots=2", {.bytes = 4096, .slots = 2}, offsetof(struct cuckoobench_info, slots_per_bucket), 2},
	{"bytes=4096 hashes=77", {.bytes = 4096, .hashes = 77}, offsetof(struct cuckoobench_info, hashes), 77},
	{"bytes=4096 hashes=3", {.bytes = 4096, .hashes = 3}, offsetof(struct cuckoobench_info, hashes), 3},
	{"bytes=4096 tables=2^32-1", {.bytes = 4096, .tables = UINT32_MAX}, 0, 0},
	{"bytes=4096 counter_bits=2^32-1", {.bytes = 4096, .counter_bits = UINT32_MAX}, 0, 0},
	{"bytes=4096 max_load=2^32-1", {.bytes = 4096, .max_load = UINT32_MAX}, 0, 0},
	{"bytes=4096 stripes=2^32-1", {.bytes = 4096, .stripes = UINT32_MAX}, 0, 0},
	{"bytes=4096 doublings=2^32-1", {.bytes = 4096, .doublings = UINT32_MAX}, 0, 0},
	{"bytes=4096 kicks=99", {.bytes = 4096, .kicks = (enum filter_kicks)99}, 0, 0},
};
static const char with_size[] = "bytes=4096 ";

/* The keys of filters that are built at once. */
enum { BUILT_OF = 100 };

/* Creates the filter; or builds it, without a size. */
static int32_t
option_try(struct subject *s, const struct kit *kit, const struct filter_params *given, const char **why)
{
	struct filter_params params = *given;
	uint64_t keys[BUILT_OF];

	if (!(kit->f->ops.caps & FILTER_STATIC))
		return subject_try(s, kit, given, why);
	params.bytes = 0;
	for (uint64_t i = 0; i < BUILT_OF; i++)
		keys[i] = i;
	return subject_try_build(s, kit, &params, keys, BUILT_OF, why);
}

/* Returns false after a verdict. */
static bool
used_or_refused(const struct kit *kit, const struct option *o, FILE *out)
{
	struct cuckoobench_info info = {.size = sizeof info};
	const char *why, *last = strrchr(o->text, ' ') + 1;
	struct subject s;
	const int32_t status = option_try(&s, kit, &o->params, &why);
	uint32_t shown;

	if (status == CUCKOOBENCH_ENOMEM || status == CUCKOOBENCH_EINVAL || status == CUCKOOBENCH_ESEED) {
		kit_memory_end(&s.host);
		return true;
	}
	if (status != CUCKOOBENCH_OK || !s.filter)
		return verdict(out, 'P', "%s returned %d, and CUCKOOBENCH_EINVAL is for parameters",
		               kit->f->ops.caps & FILTER_STATIC ? "build" : "create", status);
	s.ops->info(s.filter, &info);
	memcpy(&shown, (const char *)&info + o->shown, sizeof shown);
	if (o->shown == 0 || shown != o->value) {
		if (kit->f->ops.caps & FILTER_STATIC)
			return verdict(out, 'P', "accepts %s and does not use it", last);
		if (strncmp(o->text, "bytes", 5) != 0 || strncmp(last, "items", 5) == 0 ||
		    strncmp(last, "buckets", 7) == 0)
			return verdict(out, 'P', "accepts two sizes: %s", o->text);
		return verdict(out, 'P', "accepts %s and does not use it", last);
	}
	return subject_destroy(&s, out);
}

/* Counts the keys that a table takes until it is full, and the evictions. Returns false if create refuses the
 * parameters. */
static bool
conform_params_fill(const struct kit *kit, const struct filter_params *params, FILE *out, uint64_t *keys,
                    uint64_t *kicks)
{
	struct cuckoobench_info info = {.size = sizeof info};
	const char *why;
	struct subject s;

	if (subject_try(&s, kit, params, &why) != CUCKOOBENCH_OK || !s.filter)
		return false;
	for (*keys = 0; *keys < 16 * params->bytes && s.ops->insert(s.filter, keys, 1) == 1; ++*keys)
		;
	s.ops->info(s.filter, &info);
	*kicks = info.kicks;
	(void)subject_destroy(&s, out);
	return true;
}

/* A limit of one eviction, or of a tenth of the load, makes a table full sooner. */
static bool
stops_sooner(const struct kit *kit, FILE *out)
{
	static const struct option less[] = {
		{"bytes=4096 max_kicks=1", {.bytes = 4096, .seed = 11, .max_kicks = 1}, 0, 0},
		{"bytes=4096 max_load=100", {.bytes = 4096, .seed = 11, .max_load = 100}, 0, 0},
	};
	const struct filter_params plain = {.bytes = 4096, .seed = 11};
	uint64_t keys, kicks, keys_less, kicks_less;

	for (size_t i = 0; i < sizeof less / sizeof *less; i++) {
		tell(out, "; create %s", less[i].text);
		if (!conform_params_fill(kit, &less[i].params, out, &keys_less, &kicks_less) ||
		    !conform_params_fill(kit, &plain, out, &keys, &kicks))
			continue;
		if (keys_less == keys && kicks_less == kicks)
			return verdict(out, 'P', "accepts %s and does not use it", strchr(less[i].text, ' ') + 1);
	}
	return true;
}

/* Checks that a filter with items=n takes n keys, and that one can be created for any set of instructions. */
static bool
takes_what_it_says(const struct kit *kit, size_t items, enum isa isa, FILE *out)
{
	const struct filter_params params = {.items = items, .seed = 9, .isa = isa};
	struct subject s;
	uint64_t key = 0;

	tell(out, "; create items=%zu isa=%u seed=9", items, (unsigned)isa);
	if (!subject_create(&s, kit, &params, out))
		return false;
	for (; key < items; key++) {
		now_calls("insert 0 to", &key, 1);
		if (s.ops->insert(s.filter, &key, 1) != 1)
			break;
	}
	now_returned();
	if (key < items) {
		tell(out, "; insert 0..%" PRIu64 " -> %" PRIu64 " of %" PRIu64, key, key, key + 1);
		return verdict(out, 'P', "with items=%zu it takes %" PRIu64 " keys", items, key);
	}
	return subject_destroy(&s, out);
}

/* The same of a filter that is built at once: a size is one more parameter that it does not use. */
static void
built_options(FILE *out, const struct kit *kit)
{
	const struct filter_params sized = {.bytes = 4096};
	const char *why;
	struct subject s;

	for (size_t i = 0; i < sizeof wild / sizeof *wild; i++) {
		const char *text = wild[i].text;

		text += strncmp(text, with_size, sizeof with_size - 1) == 0 ? sizeof with_size - 1 : 0;
		tell(out, "; build %s", text);
		if (!used_or_refused(kit, &wild[i], out))
			return;
	}
	tell(out, "; build bytes=4096");
	if (subject_try_build(&s, kit, &sized, &sized.seed, 1, &why) == CUCKOOBENCH_OK) {
		(void)verdict(out, 'P', "accepts bytes=4096 and does not use it");
		return;
	}
	for (unsigned isa = CUCKOOBENCH_ISA_PORTABLE; isa <= CUCKOOBENCH_ISA_AVX512; isa++) {
		const struct filter_params params = {.seed = 9, .isa = (enum isa)isa};

		tell(out, "; build isa=%u seed=9", isa);
		if (!subject_make(&s, kit, &params, &params.seed, 1, out) || !subject_destroy(&s, out))
			return;
	}
}

void
conform_options(FILE *out, void *context)
{
	static const size_t items[] = {100, 1000, 20000};

	if (((const struct kit *)context)->f->ops.caps & FILTER_STATIC) {
		built_options(out, context);
		return;
	}
	for (size_t i = 0; i < sizeof wild / sizeof *wild; i++) {
		tell(out, "; create %s", wild[i].text);
		if (!used_or_refused(context, &wild[i], out))
			return;
	}
	if (!stops_sooner(context, out))
		return;
	for (unsigned i = 0; i < sizeof items / sizeof *items; i++)
		if (!takes_what_it_says(context, items[i], (enum isa)i, out))
			return;
	(void)takes_what_it_says(context, 500, (enum isa)CUCKOOBENCH_ISA_AVX512, out);
}
