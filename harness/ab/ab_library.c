/* SPDX-License-Identifier: MIT */
/* ab_library.c - struct filter_ops over the public functions of a loaded library, as plugin_proxy.c does for a
 * plug-in's. */
#include "harness/ab/ab.h"

#include "harness/base/memory.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

bool
ab_library_of(void *handle, struct ab_library *l, struct failure *f)
{
	const struct {
		const char *name;
		void *to; /* a pointer to a function; POSIX lets dlsym's result be one */
	} needed[] = {{"cuckoobench_abi", &l->abi},       {"cuckoobench_version", &l->version},
	              {"cuckoobench_name", &l->name},     {"cuckoobench_caps", &l->caps},
	              {"cuckoobench_create", &l->create}, {"cuckoobench_destroy", &l->destroy},
	              {"cuckoobench_insert", &l->insert}, {"cuckoobench_contains", &l->contains},
	              {"cuckoobench_remove", &l->remove}, {"cuckoobench_get_info", &l->info},
	              {"cuckoobench_check", &l->check}};

	for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
		void *found = dlsym(handle, needed[i].name);

		if (!found) {
			(void)failed(f, STATUS_USAGE, "exports no function %s()", needed[i].name);
			return false;
		}
		memcpy(needed[i].to, &found, sizeof found);
	}
	if (l->abi() == CUCKOOBENCH_ABI)
		return true;
	(void)failed(f, STATUS_USAGE, "is of ABI %u, and this program takes ABI %u", l->abi(), CUCKOOBENCH_ABI);
	return false;
}

struct library_filter {
	struct filter base;
	const struct ab_library *library;
	struct cuckoobench_filter *theirs;
};

static const struct library_filter *
of(const struct filter *f)
{
	return (const struct library_filter *)f;
}

static void
library_destroy(struct filter *f)
{
	if (f && of(f)->theirs)
		of(f)->library->destroy(of(f)->theirs);
	free(f);
}

static enum filter_status
library_create(const struct filter_ops *self, const struct filter_params *params, struct filter **out, const char **why)
{
	const struct ab_filter *kind = (const struct ab_filter *)(const void *)self; /* base.ops is its first */
	struct library_filter *f = memory_new(1, sizeof *f);
	struct cuckoobench_params theirs;
	int32_t status;

	*out = NULL;
	*why = NULL;
	*f = (struct library_filter){.base.ops = self, .library = kind->library};
	if (!plugin_params(params, NULL, &theirs)) {
		free(f);
		*why = "hash: there is no such hash";
		return FILTER_EINVAL;
	}
	theirs.hash = NULL, theirs.hash_is_xxh3 = 0; /* ours; a library takes its own hash, by name */
	status = kind->library->create(self->name, &theirs, &f->theirs, why);
	if (status == CUCKOOBENCH_OK && f->theirs) {
		*out = &f->base;
		return FILTER_OK;
	}
	free(f);
	if (!*why)
		*why = "the library does not say why";
	return status == CUCKOOBENCH_OK ? FILTER_EINVAL : plugin_status(status);
}

static size_t
library_insert(struct filter *f, const uint64_t *keys, size_t n)
{
	return of(f)->library->insert(of(f)->theirs, keys, n);
}

static size_t
library_contains(const struct filter *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return of(f)->library->contains(of(f)->theirs, keys, n, hit);
}

static size_t
library_remove(struct filter *f, const uint64_t *keys, size_t n)
{
	return of(f)->library->remove(of(f)->theirs, keys, n);
}

static void
library_info(const struct filter *f, struct filter_info *info)
{
	struct cuckoobench_info i = {.size = sizeof i};

	of(f)->library->info(of(f)->theirs, &i);
	*info = plugin_info(&i);
}

static const char *
library_check(const struct filter *f)
{
	return of(f)->library->check(of(f)->theirs);
}

void
ab_library_filter(struct ab_filter *to)
{
	struct filter_ops *ops = &to->base.ops;

	ops->name = ops->title = to->base.name;
	ops->uses = USES_OWN;
	ops->create = library_create;
	ops->destroy = library_destroy;
	ops->insert = library_insert;
	ops->contains = library_contains;
	ops->remove = ops->caps & FILTER_REMOVE ? library_remove : NULL;
	ops->info = library_info;
	ops->check = library_check;
}
