/* SPDX-License-Identifier: MIT */
/*
 * config.h - options from a file, which those of the command line override: what `cuckoobench tune` writes, or anyone
 * by hand.
 *
 *      {"options": {"pages": "thp", "threads": 2, "filter": "cf-batch"}, "tuned": {...}}
 *  "options" has long names of options of `cuckoobench run` that take a value, as a text or a whole number. "tuned" may
 * be there and may hold anything: how the options were found. Nothing else may.
 */
#ifndef CUCKOOBENCH_CONFIG_H
#define CUCKOOBENCH_CONFIG_H

#include <stdbool.h>

struct options;
struct json_t;

enum { CONFIG_WHY = 400 };

/* Takes the options of the file that the command line left open; *texts owns their values, and is to be released.
 * False, with one line that names the file, and the line or the option and its value. */
bool config_read(struct options *, const char *path, struct json_t **texts, char why[CONFIG_WHY]);

#endif
