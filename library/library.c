/* SPDX-License-Identifier: MIT */
/*
 * library.c - libcuckoobench: the public header's functions over the filters of this tree.
 *
 *      program --- cuckoobench.h ---> library.c --- core/filter.h ---> variants/, baselines/
 *
 * It has nothing of the harness: no clock, no child process, no JSON. Structs that cross the interface are copied up to
 * their size member. So a program built with an older or a newer header than the library's gets the members that both
 * know.
 */
#include "core/build.h"
#include "core/filter.h"
#include "core/hash.h"
#include "core/replace.h"
#include "core/serial.h"
#include "core/version.h"

#include <cuckoobench.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* The public numbers are the tree's own numbers, so that no code needs to translate them. */
_Static_assert(CUCKOOBENCH_OK == FILTER_OK && CUCKOOBENCH_EINVAL == FILTER_EINVAL &&
                       CUCKOOBENCH_ENOMEM == FILTER_ENOMEM && CUCKOOBENCH_ECORRUPT == FILTER_ECORRUPT &&
                       CUCKOOBENCH_EIO == FILTER_EIO && CUCKOOBENCH_EISA == FILTER_EISA &&
                       CUCKOOBENCH_ESEED == FILTER_ESEED,
               "statuses");
_Static_assert(CUCKOOBENCH_REMOVE == FILTER_REMOVE && CUCKOOBENCH_FILLS == FILTER_FILLS &&
                       CUCKOOBENCH_MULTISET == FILTER_MULTISET && CUCKOOBENCH_SHARED == FILTER_SHARED &&
                       CUCKOOBENCH_STATIC == FILTER_STATIC,
               "caps");
_Static_assert(CUCKOOBENCH_KICKS_WALK == FILTER_KICKS_WALK && CUCKOOBENCH_KICKS_BFS == FILTER_KICKS_BFS &&
                       FILTER_KICKS_BFS + 1 == FILTER_KICKS,
               "kicks");
_Static_assert(CUCKOOBENCH_ISA_PORTABLE == ISA_PORTABLE && CUCKOOBENCH_ISA_AVX2 == ISA_AVX2 &&
                       CUCKOOBENCH_ISA_AVX512 == ISA_AVX512 && CUCKOOBENCH_ISA_NEON == ISA_NEON,
               "isa");

enum {
	PUBLIC_CAPS =
		CUCKOOBENCH_REMOVE | CUCKOOBENCH_FILLS | CUCKOOBENCH_MULTISET | CUCKOOBENCH_SHARED | CUCKOOBENCH_STATIC
};

uint32_t
cuckoobench_abi(void)
{
	return CUCKOOBENCH_ABI;
}

const char *
cuckoobench_version(void)
{
	return CUCKOOBENCH_VERSION;
}

const char *
cuckoobench_status_text(int32_t status)
{
	return filter_status_text((enum filter_status)status);
}

/* --- which there are -------------------------------------------------------------------------------------- */

static const struct filter_ops *
find(const char *name)
{
	const struct filter_ops *ops = name ? filter_find(name) : NULL;

	return ops && !(ops->caps & FILTER_CONTROL) ? ops : NULL;
}

/*
 * "FAMILY-best" is the first of these suffixes whose filter exists in the family, else the family's own filter. In a
 * cache this is their order in the reference run `hardware` (H1, over_best); in memory "-batch" may come first.
 */
static const char best[] = "-best";
static const char *const ways[] = {"-avx512", "-avx2", "-batch"};

/* A filter that can do what the family's own filter can, and needs no instructions above the limit. NULL: there is no
 * such family. */
static const struct filter_ops *
find_best(const char *name, enum isa limit)
{
	const size_t n = name ? strlen(name) : 0, suffix = sizeof best - 1;
	const struct filter_ops *family, *ops = NULL;
	char way[SERIAL_NAME];

	if (n <= suffix || n >= sizeof way || strcmp(name + n - suffix, best) != 0)
		return NULL;
	snprintf(way, sizeof way, "%.*s", (int)(n - suffix), name);
	family = find(way);
	for (size_t i = 0; family && !ops && i < sizeof ways / sizeof *ways; i++) {
		snprintf(way, sizeof way, "%s%s", family->name, ways[i]);
		ops = find(way);
		if (ops && ((ops->caps ^ family->caps) & PUBLIC_CAPS || isa_refuses(ops->isa, limit)))
			ops = NULL;
	}
	return ops ? ops : family;
}

static const struct filter_ops *
find_any(const char *name, enum isa limit)
{
	const struct filter_ops *ops = find(name);

	return ops ? ops : find_best(name, limit);
}

const char *
cuckoobench_name(size_t i)
{
	for (const struct filter_ops *const *ops = filter_all; *ops; ops++)
		if (!((*ops)->caps & FILTER_CONTROL) && i-- == 0)
			return (*ops)->name;
	return NULL;
}

const char *
cuckoobench_about(const char *name)
{
	const struct filter_ops *ops = find_any(name, ISA_ANY);

	return ops ? ops->about : NULL;
}

uint32_t
cuckoobench_caps(const char *name)
{
	const struct filter_ops *ops = find_any(name, ISA_ANY);

	return ops ? ops->caps & PUBLIC_CAPS : 0;
}

/* --- a filter --------------------------------------------------------------------------------------------- */

/* The public handle is the filter itself, under a type that reveals nothing about it. */
static struct filter *
inside(const struct cuckoobench_filter *f)
{
	return (struct filter *)(uintptr_t)f;
}

/* Copies the members of the caller's struct that this library knows. NULL, or why it refuses: members that it does not
 * know must be 0. */
static const char *
take_sized(struct cuckoobench_params *to, const struct cuckoobench_params *from)
{
	const uint8_t *bytes = (const uint8_t *)from;

	*to = (struct cuckoobench_params){0};
	if (!from || from->size < sizeof from->size)
		return "size: not that of a struct cuckoobench_params";
	for (size_t i = sizeof *to; i < from->size; i++)
		if (bytes[i])
			return "size: a parameter is set that this version of the library does not know";
	memcpy(to, from, from->size < sizeof *to ? from->size : sizeof *to);
	return NULL;
}

static const char *
take_params(struct filter_params *p, const struct cuckoobench_params *given)
{
	const struct hash_entry *hash = hash_all;
	struct cuckoobench_params q;
	const char *why = take_sized(&q, given);

	if (why)
		return why;
	if (q.hash || q.hash_is_xxh3)
		return "hash: is for plug-ins; a program names one in hash_name";
	if (q.memory)
		return "memory: is for plug-ins";
	if (q.reserved)
		return "reserved: must be 0, because a later version may give it a meaning";
	if (q.kicks >= FILTER_KICKS)
		return "kicks: not one of CUCKOOBENCH_KICKS_...";
	if (q.isa >= ISA_SETS)
		return "isa: not one of CUCKOOBENCH_ISA_...";
	while (q.hash_name && hash->name && strcmp(hash->name, q.hash_name) != 0)
		hash++;
	if (!hash->name)
		return "hash_name: there is no such hash";
	*p = (struct filter_params){FILTER_PARAMS_OF(&q), .kicks = (enum filter_kicks)q.kicks, .hash = hash->name,
	                            .isa = (enum isa)q.isa, .threads = q.threads};
	return NULL;
}

/* The filter of a name and the parameters for it. NULL, and why not. */
static const struct filter_ops *
take_wanted(const char *name, const struct cuckoobench_params *given, struct filter_params *p, const char **why)
{
	const struct filter_ops *ops;

	*why = take_params(p, given);
	if (*why)
		return NULL;
	ops = find_any(name, p->isa);
	if (!ops)
		*why = "name: there is no such filter";
	return ops;
}

static int32_t
give(enum filter_status status, struct filter *f, const char *reason, struct cuckoobench_filter **filter,
     const char **why)
{
	*filter = (struct cuckoobench_filter *)f;
	if (why)
		*why = status == FILTER_OK ? NULL : reason;
	return (int32_t)status;
}

int32_t
cuckoobench_create(const char *name, const struct cuckoobench_params *params, struct cuckoobench_filter **filter,
                   const char **why)
{
	struct filter_params p;
	struct filter *f = NULL;
	const char *reason;
	const struct filter_ops *ops = take_wanted(name, params, &p, &reason);
	const enum filter_status status = ops ? filter_create(ops, &p, &f, &reason) : FILTER_EINVAL;

	return give(status, f, reason, filter, why);
}

int32_t
cuckoobench_build(const char *name, const struct cuckoobench_params *params, const uint64_t *keys, size_t n,
                  struct cuckoobench_filter **filter, const char **why)
{
	struct filter_params p;
	struct filter *f = NULL;
	const char *reason;
	const struct filter_ops *ops = take_wanted(name, params, &p, &reason);
	enum filter_status status = FILTER_EINVAL;

	if (ops && ops->caps & FILTER_STATIC && (p.bytes || p.buckets || p.items))
		reason = "bytes, buckets, items are not used by a static filter: its keys size it";
	else if (ops)
		status = build_filter(ops, &p, keys, n, &f, NULL, &reason);
	return give(status, f, reason, filter, why);
}

int32_t
cuckoobench_size(const char *name, const struct cuckoobench_params *params, uint64_t *bytes, const char **why)
{
	struct filter_params p;
	size_t size = 0;
	const char *reason;
	const struct filter_ops *ops = take_wanted(name, params, &p, &reason);

	if (ops)
		reason = filter_size(ops, &p, &size);
	*bytes = size;
	if (why)
		*why = reason;
	return reason ? CUCKOOBENCH_EINVAL : CUCKOOBENCH_OK;
}

void
cuckoobench_destroy(struct cuckoobench_filter *filter)
{
	struct filter *f = inside(filter);

	if (f)
		f->ops->destroy(f);
}

size_t
cuckoobench_insert(struct cuckoobench_filter *filter, const uint64_t *keys, size_t n)
{
	struct filter *f = inside(filter);

	return f->ops->insert ? f->ops->insert(f, keys, n) : 0;
}

size_t
cuckoobench_contains(const struct cuckoobench_filter *filter, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct filter *f = inside(filter);

	return f->ops->contains(f, keys, n, hit);
}

size_t
cuckoobench_remove(struct cuckoobench_filter *filter, const uint64_t *keys, size_t n)
{
	struct filter *f = inside(filter);

	return f->ops->remove ? f->ops->remove(f, keys, n) : 0;
}

void
cuckoobench_get_info(const struct cuckoobench_filter *filter, struct cuckoobench_info *info)
{
	const struct filter *f = inside(filter);
	const size_t room = info->size;
	struct cuckoobench_info all;
	struct filter_info i = {0};

	f->ops->info(f, &i);
	all = (struct cuckoobench_info){.size = room,
	                                .bytes = i.bytes,
	                                .items = i.items,
	                                .slots = i.slots,
	                                .buckets = i.buckets,
	                                .kicks = i.kicks,
	                                .fp_bits = i.fp_bits,
	                                .slots_per_bucket = i.slots_per_bucket,
	                                .hashes = i.hashes,
	                                .table = i.table,
	                                .kernel = i.kernel,
	                                .scratch = i.scratch};
	memset(info, 0, room);
	memcpy(info, &all, room < sizeof all ? room : sizeof all);
}

const char *
cuckoobench_check(const struct cuckoobench_filter *filter)
{
	const struct filter *f = inside(filter);

	return f->ops->check(f);
}

/* --- files ------------------------------------------------------------------------------------------------ */

int32_t
cuckoobench_save(const struct cuckoobench_filter *filter, const char *path)
{
	const struct filter *f = inside(filter);
	struct replacement file;
	enum filter_status status;

	if (!replace_begin(&file, path, false))
		return CUCKOOBENCH_EIO;
	status = f->ops->save(f, file.stream);
	if (status == FILTER_OK)
		return replace_commit(&file) == 0 ? CUCKOOBENCH_OK : CUCKOOBENCH_EIO;
	replace_abandon(&file);
	return (int32_t)status;
}

/* A file holds one filter, and nothing after it. */
static enum filter_status
load_whole(FILE *file, struct filter **f)
{
	const struct filter_ops *ops;
	char name[SERIAL_NAME];
	enum filter_status status = serial_name(file, name);

	if (status != FILTER_OK)
		return status;
	ops = find(name);
	if (!ops)
		return FILTER_EINVAL;
	status = filter_load(ops, file, NULL, f);
	if (status == FILTER_OK && getc(file) != EOF) {
		ops->destroy(*f);
		*f = NULL;
		status = FILTER_ECORRUPT;
	}
	return status;
}

int32_t
cuckoobench_load(const char *path, struct cuckoobench_filter **filter)
{
	enum filter_status status = FILTER_EIO;
	struct filter *f = NULL;
	FILE *file = fopen(path, "rbe");
	int error;

	if (file) {
		status = load_whole(file, &f);
		error = errno;
		fclose(file);
		errno = error;
	}
	*filter = (struct cuckoobench_filter *)f;
	return (int32_t)status;
}
