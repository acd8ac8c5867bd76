/* SPDX-License-Identifier: MIT */
/* config.c - see config.h. */
#include "harness/plan/config.h"

#include "harness/plan/options.h"

#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Writes the reason and returns false. */
static bool __attribute__((format(printf, 2, 3))) refuse(char why[CONFIG_WHY], const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(why, CONFIG_WHY, format, args);
	va_end(args);
	for (char *c = why; *c; c++) /* keep to one line, whatever bytes the file contains */
		*c = (unsigned char)*c < ' ' ? ' ' : *c;
	return false;
}

static json_t *
load(const char *path, char why[CONFIG_WHY])
{
	FILE *f = fopen(path, "re");
	json_error_t error;
	json_t *file;

	if (!f) {
		refuse(why, "%s: %s", path, strerror(errno));
		return NULL;
	}
	file = json_loadf(f, JSON_REJECT_DUPLICATES, &error);
	fclose(f);
	if (!file)
		refuse(why, "%s:%d: not JSON: %s", path, error.line, error.text);
	return file;
}

static bool
config_take(struct options *o, const char *path, const char *key, json_t *value, json_t *texts, char why[CONFIG_WHY])
{
	const char *refused;
	json_t *text;

	if (json_is_integer(value))
		text = json_sprintf("%" JSON_INTEGER_FORMAT, json_integer_value(value));
	else if (json_is_string(value))
		text = json_incref(value);
	else
		return refuse(why, "%s: options.%s: neither a text nor a whole number", path, key);
	json_array_append_new(texts, text);
	switch (options_default(o, key, json_string_value(text), &refused)) {
	case OPTIONS_TAKEN:
		return true;
	case OPTIONS_UNKNOWN:
		return refuse(why, "%s: options.%s: no such option of `cuckoobench run`", path, key);
	default:
		return refuse(why, "%s: options.%s '%s': %s", path, key, json_string_value(text), refused);
	}
}

bool
config_read(struct options *o, const char *path, json_t **texts, char why[CONFIG_WHY])
{
	json_t *file = load(path, why), *options = json_object_get(file, "options"), *value;
	const char *key;
	bool good = file != NULL;

	*texts = json_array();
	json_object_foreach(file, key, value) if (good && strcmp(key, "options") != 0 && strcmp(key, "tuned") != 0)
		good = refuse(why, "%s: '%s': neither options nor tuned", path, key);
	if (good && !json_is_object(options))
		good = refuse(why, "%s: no object \"options\"", path);
	json_object_foreach(options, key, value) if (good) good = config_take(o, path, key, value, *texts, why);
	json_decref(file);
	return good;
}
