/* SPDX-License-Identifier: MIT */
/*
 * config.h - options from a file, which `cuckoobench tune` or a user writes. The command line overrides them.
 *
 *      {"options": {"pages": "thp", "threads": 2, "filter": "cf-batch"}, "tuned": {...}}
 *  "options" has long names of options of `cuckoobench run` that take a value. The value is a string or a whole number.
 * "tuned" is optional and may hold anything: it records how the options were found. No other member is allowed.
 */
#ifndef CUCKOOBENCH_CONFIG_H
#define CUCKOOBENCH_CONFIG_H

#include "harness/base/failure.h"

struct options;
struct json_t;

/* Sets the file's options that the command line does not give. *texts owns their values; the caller releases it. The
 * text of a failure names the file, and the line or the option and its value. */
int config_read(struct options *, const char *path, struct json_t **texts, struct failure *);

#endif
