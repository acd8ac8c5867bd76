/* SPDX-License-Identifier: MIT */
/* config.c - see config.h. */
#include "harness/plan/config.h"

#include "harness/plan/options.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

static json_t *
load(const char *path, struct failure *f)
{
	FILE *stream = fopen(path, "re");
	json_error_t error;
	json_t *file;

	if (!stream) {
		(void)failed_at(f, STATUS_USAGE, path);
		return NULL;
	}
	file = json_loadf(stream, JSON_REJECT_DUPLICATES, &error);
	fclose(stream);
	if (!file)
		(void)failed(f, STATUS_USAGE, "%s:%d: not JSON: %s", path, error.line, error.text);
	return file;
}

static int
config_take(struct options *o, const char *path, const char *key, json_t *value, json_t *texts, struct failure *f)
{
	const char *refused;
	json_t *text;

	if (json_is_integer(value))
		text = json_sprintf("%" JSON_INTEGER_FORMAT, json_integer_value(value));
	else if (json_is_string(value))
		text = json_incref(value);
	else
		return failed(f, STATUS_USAGE, "%s: options.%s: neither a text nor a whole number", path, key);
	json_array_append_new(texts, text);
	switch (options_default(o, key, json_string_value(text), &refused)) {
	case OPTIONS_TAKEN:
		return STATUS_DONE;
	case OPTIONS_UNKNOWN:
		return failed(f, STATUS_USAGE, "%s: options.%s: no such option of `cuckoobench run`", path, key);
	default:
		return failed(f, STATUS_USAGE, "%s: options.%s '%s': %s", path, key, json_string_value(text), refused);
	}
}

int
config_read(struct options *o, const char *path, json_t **texts, struct failure *f)
{
	json_t *file = load(path, f), *options = json_object_get(file, "options"), *value;
	const char *key;
	int status = file ? STATUS_DONE : STATUS_USAGE;

	*texts = json_array();
	json_object_foreach(file, key, value) if (status == STATUS_DONE && strcmp(key, "options") != 0 &&
	                                          strcmp(key, "tuned") != 0) status =
		failed(f, STATUS_USAGE, "%s: '%s': neither options nor tuned", path, key);
	if (status == STATUS_DONE && !json_is_object(options))
		status = failed(f, STATUS_USAGE, "%s: no object \"options\"", path);
	json_object_foreach(options, key, value) if (status == STATUS_DONE) status =
		config_take(o, path, key, value, *texts, f);
	json_decref(file);
	for (char *c = f->text; status != STATUS_DONE && *c;
	     c++) /* keep to one line, whatever bytes the file contains */
		*c = (unsigned char)*c < ' ' ? ' ' : *c;
	return status;
}
