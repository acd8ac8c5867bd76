/* SPDX-License-Identifier: MIT */
/*
 * plugin.h - filters that others provide in a shared object (include/cuckoobench.h), in addition to those of the suite.
 *
 *      --plugin FILE --probe: a child loads it, reports--> facts ---> proxy: struct filter_ops in filter_all
 *                                                                       |  in a cell's child, at its first create
 *                                                                       v
 *                                                          dlopen(FILE): the plug-in's own functions
 *  The process that the user started never loads a plug-in. It plans, draws and reports from the facts alone. So a
 * plug-in that crashes, hangs or allocates without limit costs only its own cells. A run's manifest keeps the facts,
 * and they suffice for a report without the file.
 *
 *   plugin.c           which plug-ins there are, their facts, and what a manifest keeps of them
 *   plugin_probe.c     the child that loads one to find out its facts
 *   plugin_object.c    loading, and everything that must be true of what cuckoobench_plugin() returns; a filter's own
 *                      functions, from the file that the first call loads
 *   plugin_proxy.c     struct filter_ops over struct cuckoobench_plugin_filter
 *   plugin_terms.c     parameters, facts and statuses in the terms of the other side
 */
#ifndef CUCKOOBENCH_PLUGIN_H
#define CUCKOOBENCH_PLUGIN_H

#include "core/filter.h"
#include "core/mem.h"
#include "harness/base/failure.h"
#include "harness/base/guard.h"
#include "include/cuckoobench.h"

#include <jansson.h>
#include <sha2.h>
#include <sys/stat.h>

enum { PLUGIN_NAME = 24, PLUGIN_TITLE = 32, PLUGIN_ABOUT = 200, PLUGIN_VERSION = 64 };

/* The file of a plug-in. */
struct plugin_file {
	const char *path; /* as the user wrote it; from a manifest: as recorded there */
	char *real;       /* the file to load; NULL: none, because it is known only from a manifest */
	struct stat stat; /* at the time of the probe: a file that has changed since is not loaded */
	char sha256[SHA256_DIGEST_STRING_LENGTH];
	char version[PLUGIN_VERSION];
	size_t filters;
	const struct cuckoobench_plugin *opened; /* NULL unless this process has loaded it */
};

/* One filter of a plug-in. */
struct plugin_filter {
	struct filter_ops ops; /* first member: see plugin_of */
	struct plugin_file *file;
	size_t index; /* in the file */
	char name[PLUGIN_NAME], title[PLUGIN_TITLE], about[PLUGIN_ABOUT];
};

/* Probes each file and adds its filters to the registry. */
int plugins_load(const char *const *paths, size_t n, struct failure *);
/* Returns the facts of a plug-in's filter; NULL for any other filter. */
const struct plugin_filter *plugin_of(const struct filter_ops *);
/* Returns the i-th filter, from 0; NULL after the last one. */
const struct plugin_filter *plugin_at(size_t i);

/* Returns the record for a manifest of the filters whose files are loaded: {"NAME": {file, sha256, version, title,
 * about, caps, batch, bits_per_item, lines[4]}, ...} */
json_t *plugins_json(void);
/* Adds the filters of such a record that are not known yet, for reports only. */
void plugins_remember(const json_t *);

/* Fills in what is known of a file without loading it. Returns NULL, or why it cannot be a plug-in. */
const char *plugin_file_look(struct plugin_file *, const char *path);
/* Is it another file by now? Then the failure says so. */
bool plugin_file_changed(const struct plugin_file *, struct failure *);
/* Fills in filter number `index` of the file from its facts. Its functions load the file when they are called. The
 * filter is in no registry. */
void plugin_filter_fill(struct plugin_filter *, struct plugin_file *, size_t index, const json_t *facts);

/* --- loading: in a child only ------------------------------------------------------------------------------------- */

/* Loads a file and checks all that it exports. Returns that, or NULL. The text of a failure follows the file's name.
 * Its status is STATUS_UNFIT if this machine lacks something that the file needs. */
const struct cuckoobench_plugin *plugin_open(const char *real, struct failure *);
/* Returns {version, filters: [facts of each]} of a plug-in from plugin_open. */
json_t *plugin_facts(const struct cuckoobench_plugin *);
/* Runs a body that loads others' code in a child, and returns the JSON object that it writes. Returns NULL if the
 * object is a failure of plugin_refusal, or if the child did not end well. */
json_t *plugin_ask(guard_body *, void *context, struct failure *);
/* Returns a failure as a body of plugin_ask writes it: {why, status}. */
json_t *plugin_refusal(const struct failure *);
/* Returns the facts of a file, which a child loads. */
json_t *plugin_probe(const char *real, struct failure *);

/* Sets the functions of a proxy. */
void plugin_proxy_fill(struct plugin_filter *);
/* Returns the filter's own functions, which the first call in this process loads; NULL and why on failure. */
const struct cuckoobench_plugin_filter *plugin_functions(const struct plugin_filter *, const char **why);

/* plugin_canary_lay writes `canary` bytes after a table and the MEM_PAD bytes behind it that a plug-in may write. */
enum { PLUGIN_CANARY = 0xc9 };
void plugin_canary_lay(uint8_t *table, size_t bytes, size_t canary);
/* Describes in fault[room] what was written to the canary, unless fault already holds a text. */
void plugin_canary_look(const uint8_t *table, size_t bytes, size_t canary, char *fault, size_t room);

/* Returns the first fault of a filter in this process, in words that follow its name: a table that it kept, or wrote
 * beyond, or answers that are none. NULL: none. */
const char *plugin_fault(void);

/* What the suite makes of a plug-in's facts about its table, and of its status. */
struct filter_info plugin_info(const struct cuckoobench_info *);
enum filter_status plugin_status(int32_t);

/* Fills in the parameters as a plug-in gets them. Returns false if there is no hash of that name. */
bool plugin_params(const struct filter_params *, const struct cuckoobench_memory *, struct cuckoobench_params *);

#endif
