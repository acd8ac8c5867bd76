/* SPDX-License-Identifier: MIT */
/* plugin_functions.c - the functions of a plug-in's filter. The first call in a process loads the plug-in's file,
 * unless the file has changed since it was probed. */
#include "harness/filters/plugin.h"

#include <pthread.h>

static bool
is_the_same(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
	       a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

/* Loads the file at the first call in this process. */
static const struct cuckoobench_plugin *
opened(struct plugin_file *file, struct failure *failure)
{
	struct stat now;

	if (file->opened)
		return file->opened;
	if (!file->real)
		(void)failed(failure, STATUS_USAGE, "its plug-in is not loaded: give --plugin");
	else if (stat(file->real, &now) != 0 || !is_the_same(&now, &file->stat))
		(void)failed(failure, STATUS_USAGE, "%s has changed since the run began", file->path);
	else
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
