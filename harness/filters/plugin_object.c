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
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define CAPS_KNOWN (CUCKOOBENCH_REMOVE | CUCKOOBENCH_FILLS | CUCKOOBENCH_MULTISET | CUCKOOBENCH_SHARED)
/* Upper limits on lines per operation and on keys per call, beyond any real filter. */
static const double most_lines = 64;
static const uint32_t most_batch = 1 << 24;

/* Writes the reason and returns false. */
static bool __attribute__((format(printf, 2, 3))) refuse(struct failure *failure, const char *format, ...)
{
	char text[FAILURE_TEXT];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	for (char *c = text; *c; c++) /* keep to one line, whatever the loader's message contains */
		*c = isprint((unsigned char)*c) ? *c : ' ';
	(void)failed(failure, STATUS_USAGE, "%s", text);
	return false;
}

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
		return refuse(
			failure,
			"filter %u: its name must be a letter, then letters of a to z, digits and '-', %d at most", i,
			PLUGIN_NAME - 1);
	if (f->title && (!is_text(f->title, PLUGIN_TITLE) || !*f->title))
		return refuse(failure, "%s: its title must be 1 to %d printable ASCII characters, no \" and no \\",
		              f->name, PLUGIN_TITLE - 1);
	if (!f->about || !*f->about || !is_text(f->about, PLUGIN_ABOUT))
		return refuse(failure, "%s: about must be 1 to %d printable ASCII characters, no \" and no \\", f->name,
		              PLUGIN_ABOUT - 1);
	return true;
}

static bool
check_functions(const struct cuckoobench_plugin_filter *f, struct failure *failure)
{
	const struct {
		const char *name;
		bool there;
	} needed[] = {{"create", f->create},
	              {"destroy", f->destroy},
	              {"insert", f->insert},
	              {"contains", f->contains},
	              {"info", f->info}};

	for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
		if (!needed[i].there)
			return refuse(failure, "%s: %s is NULL", f->name, needed[i].name);
	if (f->caps & ~CAPS_KNOWN)
		return refuse(failure, "%s: caps has bits that mean nothing (0x%x)", f->name, f->caps & ~CAPS_KNOWN);
	if (f->caps & CUCKOOBENCH_REMOVE && !f->remove)
		return refuse(failure, "%s: says CUCKOOBENCH_REMOVE, but remove is NULL", f->name);
	if (f->remove && !(f->caps & CUCKOOBENCH_REMOVE))
		return refuse(failure, "%s: has remove, but does not say CUCKOOBENCH_REMOVE", f->name);
	if (!f->save != !f->load)
		return refuse(failure, "%s: has %s, but %s is NULL", f->name, f->save ? "save" : "load",
		              f->save ? "load" : "save");
	return true;
}

static bool
check_numbers(const struct cuckoobench_plugin_filter *f, struct failure *failure)
{
	const double lines[] = {f->lines_absent, f->lines_present, f->lines_insert, f->lines_remove};

	if (!(f->bits_per_item >= 0 && f->bits_per_item <= 1e6))
		return refuse(failure, "%s: bits_per_item is not a number from 0 to a million", f->name);
	if (f->bits_per_item < 0.01 && !(f->caps & CUCKOOBENCH_FILLS))
		return refuse(failure, "%s: nothing says when it is full: neither CUCKOOBENCH_FILLS nor bits_per_item",
		              f->name);
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		if (!(lines[i] >= 0 && lines[i] <= most_lines))
			return refuse(failure, "%s: its numbers of lines must be from 0 to %g", f->name, most_lines);
	if (f->batch > most_batch)
		return refuse(failure, "%s: batch is above %u", f->name, most_batch);
	return true;
}

/* Returns a copy with all members of this program's struct. Members that the plug-in does not know are 0. */
static void *
grown(const void *theirs, size_t size, size_t ours)
{
	char *copy = calloc(1, ours);

	memory_needed(copy);
	return memcpy(copy, theirs, size < ours ? size : ours);
}

#define END_OF(type, member) (offsetof(type, member) + sizeof(((type *)0)->member))

static const struct cuckoobench_plugin_filter *
take_filter(const struct cuckoobench_plugin_filter *theirs, uint32_t i, struct failure *failure)
{
	struct cuckoobench_plugin_filter *f;

	if (!theirs) {
		refuse(failure, "filter %u is NULL", i);
		return NULL;
	}
	if (theirs->size < END_OF(struct cuckoobench_plugin_filter, info) || theirs->size > 1 << 16) {
		refuse(failure, "filter %u: size is %zu, which is not that of struct cuckoobench_plugin_filter", i,
		       theirs->size);
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
		refuse(failure, "is of ABI %u, and this program takes ABI %u: build it with this cuckoobench.h",
		       theirs->abi, CUCKOOBENCH_ABI);
		return NULL;
	}
	if (theirs->size < END_OF(struct cuckoobench_plugin, filters) || theirs->size > 1 << 16) {
		refuse(failure, "its size is %zu, which is not that of struct cuckoobench_plugin", theirs->size);
		return NULL;
	}
	p = grown(theirs, theirs->size, sizeof *p);
	if (p->count == 0 || p->count > FILTERS_ADDED || !p->filters) {
		refuse(failure, "has %u filters, not 1 to %d", p->filters ? p->count : 0, FILTERS_ADDED);
		return NULL;
	}
	if (p->version && !is_text(p->version, PLUGIN_VERSION)) {
		refuse(failure, "its version must be at most %d printable ASCII characters", PLUGIN_VERSION - 1);
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
	refuse(failure, "cannot be loaded: %s", said);
	failure->status = unfit ? STATUS_UNFIT : STATUS_USAGE;
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
		refuse(failure, "exports no function cuckoobench_plugin()");
		return NULL;
	}
	theirs = entry();
	if (!theirs) {
		refuse(failure, "its cuckoobench_plugin() returned NULL");
		return NULL;
	}
	return plugin_object_take(theirs, failure);
}
