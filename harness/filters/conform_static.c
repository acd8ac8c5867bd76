/* SPDX-License-Identifier: MIT */
/*
 * conform_static.c - checks of a filter that is built at once.
 *
 *      keys --> build, with a seed that works --> all keys are in, the count is right --> destroy gives all back
 *
 * It has no operations whose order could matter, so there is no sequence to shorten. What a set was is in the log.
 */
#include "harness/filters/conform_parts.h"

#include "core/rng.h"
#include "harness/base/memory.h"
#include "harness/timing/answers.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 20000, ASKED = 256 };

/* --- parameters --------------------------------------------------------------------------------------------------- */

static const struct {
	const char *text;
	bool must; /* build must accept it */
	struct filter_params params;
} attempts[] = {
	{"of 1000 keys", true, {.seed = 0}},
	{"of 1000 keys, seed=2^64-1", true, {.seed = UINT64_MAX}},
	{"of 1000 keys, hash=city", true, {.hash = "city"}},
	{"of 1000 keys, threads=2", true, {.threads = 2}},
	{"of 1000 keys, fp_bits=1", false, {.fp_bits = 1}},
	{"of 1000 keys, fp_bits=33", false, {.fp_bits = 33}},
	{"of 1000 keys, fp_bits=2^32-1", false, {.fp_bits = UINT32_MAX}},
	{"of 1000 keys, slots=2^32-1", false, {.slots = UINT32_MAX}},
	{"of 1000 keys, hashes=2^32-1", false, {.hashes = UINT32_MAX}},
	{"of 1000 keys, max_load=2^32-1", false, {.max_load = UINT32_MAX}},
	{"of 1000 keys, bytes=1", false, {.bytes = 1}},
	{"of 1000 keys, items=2^64-1", false, {.items = SIZE_MAX}},
};

/* Looks up all keys, one call for all and one call for each of some, and counts. Returns false after a verdict. */
static bool
has_all(struct subject *s, const uint64_t *keys, size_t n, FILE *out)
{
	uint8_t *hit = memory_new(n + 8, 1), one;
	char why[ANSWERS_WHY];
	size_t returned, missing = 0;
	bool good = true;

	memset(hit, 0xa5, n + 8);
	now_calls("contains all", NULL, 0);
	returned = s->ops->contains(s->filter, keys, n, hit);
	now_returned();
	while (missing < n && hit[missing])
		missing++;
	if (answers_look(hit, n, returned, why) != ANSWERS_RIGHT) {
		good = verdict(out, 'S', "%s", why);
	} else if (missing < n) {
		tell(out, "; contains %" PRIu64 " -> absent (it was built of it)", keys[missing]);
		good = verdict(out, 'A', "a key that is in is reported absent");
	} else if (hit[n] != 0xa5) {
		good = verdict(out, 'B', "contains wrote beyond the %zu answers of its keys", n);
	} else if (subject_items(s) != n) {
		good = verdict(out, 'N', "info says %" PRIu64 " items, and it was built of %zu", subject_items(s), n);
	}
	for (size_t i = 0; good && i < n; i += 1 + n / ASKED)
		if (s->ops->contains(s->filter, keys + i, 1, &one) != 1 || one != 1)
			good = verdict(out, 'D', "contains of one key is not that of many");
	free(hit);
	if (good && s->ops->check && s->ops->check(s->filter))
		good = verdict(out, 'I', "check: %.160s", s->ops->check(s->filter));
	return good;
}

void
conform_build(FILE *out, void *context)
{
	uint64_t keys[1000];
	const char *why;
	struct subject s;

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		keys[i] = rng_mix(i);
	for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++) {
		int32_t status;

		tell(out, "%sbuild %s", i ? "; " : "", attempts[i].text);
		status = subject_try_build(&s, context, &attempts[i].params, keys, 1000, &why);
		if (!subject_answered(&s, "build", status, why, out))
			return;
		if (status != CUCKOOBENCH_OK && status != CUCKOOBENCH_ESEED && attempts[i].must) {
			(void)verdict(out, 'C', "build refuses what every run asks for: %.160s", why);
			return;
		}
		if (status == CUCKOOBENCH_OK && (!has_all(&s, keys, 1000, out) || !subject_destroy(&s, out)))
			return;
	}
}

/* --- sets of keys ------------------------------------------------------------------------------------------------- */

static const char *const sets[] = {"random", "in a row", "equal in pairs", "all equal",
                                   "that differ in high bits only"};

static uint64_t
key_of(size_t set, size_t i)
{
	return set == 0 ? rng_mix(i + 1) : set == 1 ? i : set == 2 ? i / 2 : set == 3 ? 7 : (uint64_t)i << 40;
}

void
conform_built_keys(FILE *out, void *context)
{
	uint64_t *keys = memory_new(MOST, sizeof *keys);
	bool good = true, first = true;

	for (size_t set = 0; set < sizeof sets / sizeof *sets && good; set++) {
		for (size_t i = 0; i < MOST; i++)
			keys[i] = key_of(set, i);
		for (size_t n = 0; n <= MOST && good; n = n < 40 ? n + 1 : n * 4) {
			const struct filter_params params = {.seed = n};
			struct subject s;

			tell(out, "%sbuild of %zu keys %s", first ? "" : "; ", n, sets[set]);
			first = false;
			good = subject_make(&s, context, &params, keys, n, out) && has_all(&s, keys, n, out) &&
			       subject_destroy(&s, out);
		}
	}
	free(keys);
}

/* --- two of them -------------------------------------------------------------------------------------------------- */

/* The answers to keys that are not in: each 1 or 0, counted, and the same one by one. Returns false after a verdict. */
static bool
ask_strangers(const struct subject *s, uint8_t hit[MOST], FILE *out)
{
	uint64_t keys[ASKED];
	uint8_t one;

	for (size_t i = 0; i < MOST; i += ASKED) {
		const size_t n = MOST - i < ASKED ? MOST - i : ASKED;
		char why[ANSWERS_WHY];
		size_t returned;

		for (size_t j = 0; j < n; j++)
			keys[j] = rng_mix(UINT64_C(1) << 40 | (i + j));
		memset(hit + i, 0xa5, n);
		now_calls("contains absent keys", NULL, 0);
		returned = s->ops->contains(s->filter, keys, n, hit + i);
		if (answers_look(hit + i, n, returned, why) != ANSWERS_RIGHT)
			return verdict(out, 'S', "%s", why);
		for (size_t j = 0; j < n; j += 1 + ASKED / 16)
			if (s->ops->contains(s->filter, keys + j, 1, &one) != hit[i + j] || one != hit[i + j])
				return verdict(out, 'D', "contains of one key is not that of many");
		now_returned();
	}
	return true;
}

/* Saves the filter and puts what was loaded in its place. Returns false after a verdict. */
static bool
reload(struct subject *s, FILE *out)
{
	const size_t bytes = s->ops->save(s->filter, NULL, 0);
	uint8_t *saved = memory_new(bytes + 1, 1);
	void *loaded = NULL;
	bool good;

	tell(out, "; save; load");
	if (s->ops->save(s->filter, saved, bytes) != bytes)
		good = verdict(out, 'W', "save says twice how many bytes it takes, and not the same");
	else if (s->ops->load(&s->params, saved, bytes, &loaded) != CUCKOOBENCH_OK || !loaded)
		good = verdict(out, 'W', "load refuses what save wrote");
	else
		good = true;
	free(saved);
	if (good) {
		s->ops->destroy(s->filter);
		s->filter = loaded;
	}
	return good;
}

/* Builds two filters alike, and loads one of them: all three give the same answers. Are they never no? Returns false
 * after a verdict. */
static bool
same_again(const struct kit *kit, const struct filter_params *params, const uint64_t *keys, size_t n, bool *never_no,
           FILE *out)
{
	uint8_t *hit = memory_new(2 * (size_t)MOST, 1);
	struct subject a, b;
	bool good = subject_make(&a, kit, params, keys, n, out) && subject_make(&b, kit, params, keys, n, out) &&
	            ask_strangers(&a, hit, out) && ask_strangers(&b, hit + MOST, out);

	if (good && memcmp(hit, hit + MOST, MOST) != 0)
		good = verdict(out, 'D', "two filters differ, of the same seed and keys");
	good = good && subject_destroy(&b, out);
	if (good && a.ops->save) {
		good = reload(&a, out) && ask_strangers(&a, hit + MOST, out);
		if (good && memcmp(hit, hit + MOST, MOST) != 0)
			good = verdict(out, 'W',
			               "the filter that was loaded answers otherwise than the one that was "
			               "saved");
	}
	good = good && has_all(&a, keys, n, out) && subject_destroy(&a, out);
	*never_no = !memchr(hit, 0, MOST);
	free(hit);
	return good;
}

void
conform_built_same(FILE *out, void *context)
{
	static const struct {
		const char *text;
		size_t n;
		struct filter_params params;
	} twice[] = {{"build of no keys, seed=11, twice", 0, {.seed = 11}},
	             {"build of 1000 keys, seed=11, threads=2, twice", 1000, {.seed = 11, .threads = 2}},
	             {"build of 1000 keys, seed=11, twice", 1000, {.seed = 11}}};
	uint64_t *keys = memory_new(1000, sizeof *keys);
	bool good = true, never_no = false;

	for (size_t i = 0; i < 1000; i++)
		keys[i] = rng_mix(i);
	for (size_t i = 0; i < sizeof twice / sizeof *twice && good; i++) {
		tell(out, "%s%s", i ? "; " : "", twice[i].text);
		good = same_again(context, &twice[i].params, keys, twice[i].n, &never_no, out);
	}
	if (good && never_no)
		fprintf(out, "\n?says of %d keys that were never put in that all are in\n", MOST);
	free(keys);
}

/* Bytes of scratch that no machine has: the member was not set, or is not a number of bytes. */
static const uint64_t wild_scratch = UINT64_C(1) << 48;

/* The reported size of the table equals the memory that was allocated for it. Scratch is at least what was taken of the
 * same memory and given back; what malloc gave is not seen. A table of no keys may have no bytes. */
void
conform_built_size(FILE *out, void *context)
{
	static const size_t numbers[] = {0, 100, 1000, MOST};
	uint64_t *keys = memory_new(MOST, sizeof *keys);
	bool good = true, elsewhere = false;

	for (size_t i = 0; i < MOST; i++)
		keys[i] = rng_mix(i);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers && good; i++) {
		const struct filter_params params = {.seed = i};
		struct cuckoobench_info info = {.size = sizeof info};
		struct subject s;

		tell(out, "%sbuild of %zu keys", i ? "; " : "", numbers[i]);
		if (!subject_make(&s, context, &params, keys, numbers[i], out))
			break;
		s.ops->info(s.filter, &info);
		elsewhere = s.host.peak == 0;
		if (info.reserved)
			good = verdict(out, 'Z', "info sets reserved, which stays 0");
		else if (info.bytes == 0 && numbers[i])
			good = verdict(out, 'Z', "info says that its table has no bytes");
		else if (s.host.taken && !subject_is_fair(&s, info.bytes))
			good = verdict(out, 'Z', "info says %" PRIu64 " bytes, and it took %zu", info.bytes,
			               s.host.bytes);
		else if (info.scratch < s.host.peak - s.host.bytes || info.scratch > wild_scratch)
			good = verdict(out, 'Z', "info says %" PRIu64 " bytes of scratch, and it gave back %zu",
			               info.scratch, s.host.peak - s.host.bytes);
		good = good && subject_destroy(&s, out);
	}
	if (good && elsewhere)
		fputs("\n?takes its table from elsewhere: pages and memory nodes as asked for do not apply\n", out);
	free(keys);
}
