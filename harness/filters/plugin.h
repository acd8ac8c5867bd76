/* SPDX-License-Identifier: MIT */
/*
 * plugin.h - filters that others bring in a shared object (include/cuckoobench.h), beside those of the suite.
 *
 *      --plugin FILE --probe: a child loads it and tells--> facts ---> proxy: struct filter_ops in filter_all
 *                                                                          |  in the child of a cell, at its first create
 *                                                                          v
 *                                                            dlopen(FILE): the plug-in's own functions
 *  The process that the user started never loads a plug-in: it plans, draws and reports by the facts alone, so a
 * plug-in that crashes, hangs or takes memory without end costs its own cells. A run's manifest keeps the facts, and
 * they do for a report without the file.
 *
 *   plugin.c           which there are, their facts, and what a manifest keeps of them
 *   plugin_probe.c     the child that loads one to see what it is
 *   plugin_object.c    loading, and everything that must be true of what cuckoobench_plugin() returns
 *   plugin_proxy.c     struct filter_ops over struct cuckoobench_plugin_filter
 */
#ifndef CUCKOOBENCH_PLUGIN_H
#define CUCKOOBENCH_PLUGIN_H

#include "core/filter.h"
#include "core/mem.h"
#include "harness/base/digest.h"
#include "harness/base/guard.h"
#include "include/cuckoobench.h"

#include <jansson.h>
#include <sys/stat.h>

enum { PLUGIN_NAME = 24, PLUGIN_TITLE = 32, PLUGIN_ABOUT = 200, PLUGIN_VERSION = 64, PLUGIN_WHY = 400 };

/* The file of a plug-in. */
struct plugin_file {
	const char *path; /* as the user wrote it; of a manifest: as it stands there */
	char *real;       /* what is loaded; NULL: nothing, it is known from a manifest alone */
	struct stat stat; /* when it was looked at: another file by then is not loaded */
	char sha256[DIGEST_TEXT];
	char version[PLUGIN_VERSION];
	size_t filters;
	const struct cuckoobench_plugin *opened; /* in a process that has loaded it */
};

/* One filter of it. */
struct plugin_filter {
	struct filter_ops ops; /* first: plugin_of */
	struct plugin_file *file;
	size_t index; /* in the file */
	char name[PLUGIN_NAME], title[PLUGIN_TITLE], about[PLUGIN_ABOUT];
};

/* Probes each file and adds its filters to the registry. 0, or an exit status (commands.h) after one line on stderr. */
int plugins_load(const char *const *paths, size_t n);
/* What is known of a filter of a plug-in; NULL of any other. */
const struct plugin_filter *plugin_of(const struct filter_ops *);
/* By number, from 0; NULL behind the last. */
const struct plugin_filter *plugin_at(size_t i);
const struct plugin_file *plugin_file_at(size_t i);

/* Files of which a run told it has one: {"NAME": {file, sha256, version, title, about, caps, batch, bits_per_item,
 * lines[4]}, ...} */
json_t *plugins_json(void);
/* Adds what such an object names and is not there yet, to be shown alone. */
void plugins_remember(const json_t *);

/* What can be said of a file without loading it. NULL, or why it cannot be one. */
const char *plugin_file_look(struct plugin_file *, const char *path);
/* A filter by its facts, number `index` of the file, whose functions load that. It is in no registry. */
void plugin_filter_fill(struct plugin_filter *, struct plugin_file *, size_t index, const json_t *facts);

/* --- loading: in a child only ------------------------------------------------------------------------------------- */

/* What a file exports, if all of it is as it should be; else NULL and why, in words that follow the file's name.
 * *unfit: it is this machine that lacks something. */
const struct cuckoobench_plugin *plugin_open(const char *real, char why[PLUGIN_WHY], bool *unfit);
/* {version, filters: [facts of each]} of what plugin_open gave. */
json_t *plugin_facts(const struct cuckoobench_plugin *);
/* What a child tells as a JSON object that loads code of others; NULL and why: it says why itself, {why, unfit}, or did
 * not end well. */
json_t *plugin_ask(guard_body *, void *context, char why[PLUGIN_WHY], bool *unfit);
/* The facts of a file, loaded so. */
json_t *plugin_probe(const char *real, char why[PLUGIN_WHY], bool *unfit);

/* The functions of a proxy. */
void plugin_proxy_fill(struct plugin_filter *);
/* The filter's own functions, loaded at the first call in this process; NULL and why. */
const struct cuckoobench_plugin_filter *plugin_functions(const struct plugin_filter *, const char **why);

/* Bytes behind a table that a plug-in may write, MEM_PAD of them, are followed by a canary. */
enum { PLUGIN_CANARY = 0xc9 };
void plugin_canary_lay(uint8_t *table, size_t bytes, size_t canary);
/* Says in fault[room], unless that says something already, what was written of it. */
void plugin_canary_look(const uint8_t *table, size_t bytes, size_t canary, char *fault, size_t room);

/* What a filter was caught at in this process, in words that follow its name: a table that it kept, or wrote beyond.
 * NULL: nothing. */
const char *plugin_fault(void);

/* Parameters and memory as a plug-in gets them. What is counted in `taken` was not given back yet. */
struct plugin_host {
	struct cuckoobench_memory memory; /* first: host is this struct */
	struct placement place;
	struct mem *table;
	size_t taken, room;
};
void plugin_host_init(struct plugin_host *, const struct placement *);
/* Gives back what was not. */
void plugin_host_end(struct plugin_host *);
/* False: there is no hash of that name. */
bool plugin_params(const struct filter_params *, const struct cuckoobench_memory *, struct cuckoobench_params *);

#endif
