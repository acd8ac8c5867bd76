/* SPDX-License-Identifier: MIT */
/*
 * plugin_object.c - loads the shared object of a plug-in, and checks everything that it exports before any of it is
 * used.
 *
 * It runs in a child (plugin.h): a constructor that crashes, or an invalid pointer, ends only that child.
 */
#include "harness/filters/plugin.h"

#include "harness/base/memory.h"

#include <ctype.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define CAPS_KNOWN \
	(CUCKOOBENCH_REMOVE | CUCKOOBENCH_FILLS | CUCKOOBENCH_MULTISET | CUCKOOBENCH_SHARED | CUCKOOBENCH_STATIC)
/* What a filter that is built at once cannot do, too. */
#define CAPS_GRADUAL (CUCKOOBENCH_REMOVE | CUCKOOBENCH_FILLS | CUCKOOBENCH_MULTISET | CUCKOOBENCH_SHARED)
/* Upper limits on lines per operation and on keys per call, beyond any real filter. */
static const double most_lines = 64;
static const uint32_t most_batch = 1 << 24;

/* Returns whether a text is printable ASCII, so that legends, tables and pages can show it. A quote or backslash would
 * end a text there. */
static bool
is_text(const char *text, size_t room)
{
	const size_t n = strnlen(text, room);

	for (size_t i = 0; i < n; i++)
		if (!isprint((unsigned char)text[i]) || text[i] == '"' || text[i] == '\\')
			return false;
	return n < room;
}

static bool
is_name(const char *name)
{
	return islower((unsigned char)*name) && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(name);
}

static bool
check_texts(const struct cuckoobench_plugin_filter *f, uint32_t i, struct failure *failure)
{
	if (!f->name || !is_text(f->name, PLUGIN_NAME) || !is_name(f->name))
		return failing(
			failure,
			"filter %u: its name must be a letter, then letters of a to z, digits and '-', %d at most", i,
			PLUGIN_NAME - 1);
	if (f->title && (!is_text(f->title, PLUGIN_TITLE) || !*f->title))
		return failing(failure, "%s: its title must be 1 to %d printable ASCII characters, no \" and no \\",
		               f->name, PLUGIN_TITLE - 1);
	if (!f->about || !*f->about || !is_text(f->about, PLUGIN_ABOUT))
		return failing(failure, "%s: about must be 1 to %d printable ASCII characters, no \" and no \\",
		               f->name, PLUGIN_ABOUT - 1);
	return true;
}

static bool
check_functions(const struct cuckoobench_plugin_filter *f, struct failure *failure)
{
	const bool at_once = f->caps & CUCKOOBENCH_STATIC;
	const struct {
		const char *name;
		bool there, needed;
	} function[] = {{"create", f->create, !at_once}, {"destroy", f->destroy, true}, {"insert", f->insert, !at_once},
	                {"contains", f->contains, true}, {"info", f->info, true},       {"build", f->build, at_once}};

	for (size_t i = 0; i < sizeof function / sizeof *function; i++) {
		if (function[i].needed && !function[i].there)
			return failing(failure, "%s: %s is NULL", f->name, function[i].name);
		if (!function[i].needed && function[i].there)
			return failing(failure,
			               at_once ? "%s: has %s, and says CUCKOOBENCH_STATIC"
			                       : "%s: has %s, but does not say CUCKOOBENCH_STATIC",
			               f->name, function[i].name);
	}
	if (f->caps & ~CAPS_KNOWN)
		return failing(failure, "%s: caps has bits that mean nothing (0x%x)", f->name, f->caps & ~CAPS_KNOWN);
	if (at_once && f->caps & CAPS_GRADUAL)
		return failing(failure, "%s: says CUCKOOBENCH_STATIC, and what only a filter with insert can do (0x%x)",
		               f->name, f->caps & CAPS_GRADUAL);
	if (f->caps & CUCKOOBENCH_REMOVE && !f->remove)
		return failing(failure, "%s: says CUCKOOBENCH_REMOVE, but remove is NULL", f->name);
	if (f->remove && !(f->caps & CUCKOOBENCH_REMOVE))
		return failing(failure, "%s: has remove, but does not say CUCKOOBENCH_REMOVE", f->name);
	if (!f->save != !f->load)
		return failing(failure, "%s: has %s, but %s is NULL", f->name, f->save ? "save" : "load",
		               f->save ? "load" : "save");
	return true;
}

static bool
check_numbers(const struct cuckoobench_plugin_filter *f, struct failure *failure)
{
	const double lines[] = {f->lines_absent, f->lines_present, f->lines_insert, f->lines_remove};

	if (!(f->bits_per_item >= 0 && f->bits_per_item <= 1e6))
		return failing(failure, "%s: bits_per_item is not a number from 0 to a million", f->name);
	if (f->bits_per_item < 0.01 && !(f->caps & CUCKOOBENCH_FILLS))
		return failing(failure, "%s: nothing says when it is full: neither CUCKOOBENCH_FILLS nor bits_per_item",
		               f->name);
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		if (!(lines[i] >= 0 && lines[i] <= most_lines))
			return failing(failure, "%s: its numbers of lines must be from 0 to %g", f->name, most_lines);
	if (f->batch > most_batch)
		return failing(failure, "%s: batch is above %u", f->name, most_batch);
	return true;
}

/* Returns a copy with all members of this program's struct. Members that the plug-in does not know are 0. */
static void *
grown(const void *theirs, size_t size, size_t ours)
{
	return memcpy(memory_new(1, ours), theirs, size < ours ? size : ours);
}

#define END_OF(type, member) (offsetof(type, member) + sizeof(((type *)0)->member))

static const struct cuckoobench_plugin_filter *
take_filter(const struct cuckoobench_plugin_filter *theirs, uint32_t i, struct failure *failure)
{
	struct cuckoobench_plugin_filter *f;

	if (!theirs) {
		(void)failing(failure, "filter %u is NULL", i);
		return NULL;
	}
	if (theirs->size < END_OF(struct cuckoobench_plugin_filter, info) || theirs->size > 1 << 16) {
		(void)failing(failure, "filter %u: size is %zu, which is not that of struct cuckoobench_plugin_filter",
		              i, theirs->size);
		return NULL;
	}
	f = grown(theirs, theirs->size, sizeof *f);
	return check_texts(f, i, failure) && check_functions(f, failure) && check_numbers(f, failure) ? f : NULL;
}

static const struct cuckoobench_plugin *
plugin_object_take(const struct cuckoobench_plugin *theirs, struct failure *failure)
{
	const struct cuckoobench_plugin_filter **filters;
	struct cuckoobench_plugin *p;

	if (theirs->abi != CUCKOOBENCH_ABI) {
		(void)failing(failure, "is of ABI %u, and this program takes ABI %u: build it with this cuckoobench.h",
		              theirs->abi, CUCKOOBENCH_ABI);
		return NULL;
	}
	if (theirs->size < END_OF(struct cuckoobench_plugin, filters) || theirs->size > 1 << 16) {
		(void)failing(failure, "its size is %zu, which is not that of struct cuckoobench_plugin", theirs->size);
		return NULL;
	}
	p = grown(theirs, theirs->size, sizeof *p);
	if (p->count == 0 || p->count > FILTERS_ADDED || !p->filters) {
		(void)failing(failure, "has %u filters, not 1 to %d", p->filters ? p->count : 0, FILTERS_ADDED);
		return NULL;
	}
	if (p->version && !is_text(p->version, PLUGIN_VERSION)) {
		(void)failing(failure, "its version must be at most %d printable ASCII characters", PLUGIN_VERSION - 1);
		return NULL;
	}
	filters = grown(p->filters, 0, p->count * sizeof *filters);
	for (uint32_t i = 0; i < p->count; i++)
		if (!(filters[i] = take_filter(p->filters[i], i, failure)))
			return NULL;
	p->filters = filters;
	return p;
}

/* Returns NULL and the loader's message, without the path that the caller already names. */
static const struct cuckoobench_plugin *
cannot_load(const char *real, struct failure *failure)
{
	const char *said = dlerror();
	const size_t n = strlen(real);
	bool unfit;

	said = said ? said : "the loader does not say why";
	unfit = strstr(said, "' not found") != NULL; /* "version `GLIBC_2.99' not found" */
	if (strncmp(said, real, n) == 0 && strncmp(said + n, ": ", 2) == 0)
		said += n + 2;
	else
		/* of a library that the plug-in needs */
		unfit |= strstr(said, "cannot open shared object file") != NULL;
	(void)failed(failure, unfit ? STATUS_UNFIT : STATUS_USAGE, "cannot be loaded: %s", said);
	for (char *c = failure->text; *c; c++) /* keep to one line, whatever the loader's message contains */
		*c = isprint((unsigned char)*c) ? *c : ' ';
	return NULL;
}

const struct cuckoobench_plugin *
plugin_open(const char *real, struct failure *failure)
{
	const struct cuckoobench_plugin *(*entry)(void), *theirs;
	void *object = dlopen(real, RTLD_NOW | RTLD_LOCAL);

	if (!object)
		return cannot_load(real, failure);
	*(void **)&entry = dlsym(object, "cuckoobench_plugin"); /* the form that POSIX recommends */
	if (!entry) {
		(void)failing(failure, "exports no function cuckoobench_plugin()");
		return NULL;
	}
	theirs = entry();
	if (!theirs) {
		(void)failing(failure, "its cuckoobench_plugin() returned NULL");
		return NULL;
	}
	return plugin_object_take(theirs, failure);
}

/* --- a filter's functions ----------------------------------------------------------------------------------------- */

bool
plugin_file_changed(const struct plugin_file *file, struct failure *failure)
{
	const struct stat *was = &file->stat;
	struct stat now;

	if (stat(file->real, &now) == 0 && now.st_dev == was->st_dev && now.st_ino == was->st_ino &&
	    now.st_size == was->st_size && now.st_mtim.tv_sec == was->st_mtim.tv_sec &&
	    now.st_mtim.tv_nsec == was->st_mtim.tv_nsec)
		return false;
	(void)failed(failure, STATUS_USAGE, "%s has changed since the run began", file->path);
	return true;
}

/* Loads the file at the first call in this process, unless it has changed since it was probed. */
static const struct cuckoobench_plugin *
opened(struct plugin_file *file, struct failure *failure)
{
	if (file->opened)
		return file->opened;
	if (!file->real)
		(void)failed(failure, STATUS_USAGE, "its plug-in is not loaded: give --plugin");
	else if (!plugin_file_changed(file, failure))
		file->opened = plugin_open(file->real, failure);
	return file->opened;
}

const struct cuckoobench_plugin_filter *
plugin_functions(const struct plugin_filter *f, const char **why)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	static struct failure failure;
	const struct cuckoobench_plugin *p;

	pthread_mutex_lock(&lock);
	p = opened(f->file, &failure);
	if (p && f->index >= p->count) {
		(void)failed(&failure, STATUS_USAGE, "%s has fewer filters than when it was probed", f->file->path);
		p = NULL;
	}
	pthread_mutex_unlock(&lock);
	if (!p)
		*why = failure.text;
	return p ? p->filters[f->index] : NULL;
}
