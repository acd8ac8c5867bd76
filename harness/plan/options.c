/* SPDX-License-Identifier: MIT */
/*
 * options.c - parses the command line, and a file of options, by the table of options_rows.c.
 *
 *      {"options": {"pages": "thp", "threads": 2, "filter": "cf-batch"}, "tuned": {...}}
 *  `cuckoobench tune` or a user writes that file, and the command line overrides it. "options" has long names of
 * options of `cuckoobench run` that take a value. The value is a string or a whole number. "tuned" is optional and may
 * hold anything: it records how the options were found. No other member is allowed.
 */
#include "harness/plan/groups.h"
#include "harness/plan/options_rows.h"

#include "harness/base/memory.h"
#include "harness/base/nearest.h"
#include "harness/base/values.h"
#include "harness/timing/placer.h"

#include <getopt.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t default_seed = 2014; /* the year of the paper; any other number would do */

static int
set_row(struct options *o, const struct option_row *row, const char *value, struct failure *f)
{
	const char *why = option_set(row, o, value);

	return why ? failed(f, STATUS_USAGE, "--%s '%s': %s%s", row->name, value, why, options_try_help(o->command))
	           : STATUS_DONE;
}

/* Sets the option to its value, and notes that it was given. */
static int
apply(struct options *o, int letter_or_row, struct failure *f)
{
	size_t i = 0;

	while (letter_or_row != option_rows[i].letter && letter_or_row != 256 + (int)i)
		i++;
	o->text[i] = option_rows[i].value ? optarg : NULL;
	o->given |= UINT64_C(1) << i;
	return set_row(o, &option_rows[i], option_rows[i].value ? optarg : "", f);
}

/* Returns the command line quoted for a shell. */
static char *
join_arguments(const char *program, int argc, char **argv)
{
	char *line = NULL;
	size_t length;
	FILE *f = memory_stream(&line, &length);

	fputs(program, f);
	for (int i = 1; i < argc; i++) {
		fputc(' ', f);
		value_quote(f, argv[i]);
	}
	memory_whole(f);
	return line;
}

bool
option_is_for(const struct option_row *row, const char *command)
{
	return strcmp(row->commands, "*") == 0 || is_among(row->commands, command);
}

/* Returns the number of the row of this option; that of the last row, which has no name, if there is none. */
static size_t
row_named(const char *name)
{
	size_t i = 0;

	while (option_rows[i].name && strcmp(option_rows[i].name, name) != 0)
		i++;
	return i;
}

bool
options_given(const struct options *o, const char *name)
{
	return o->given >> row_named(name) & 1;
}

const char *
options_text(const struct options *o, const char *name)
{
	return o->text[row_named(name)];
}

json_t *
options_json(const struct options *o)
{
	json_t *all = json_object();

	for (size_t i = 0; option_rows[i].name; i++)
		if (o->text[i] && option_is_for(&option_rows[i], "run") &&
		    !is_among("output config shard plugin jobs time-budget", option_rows[i].name))
			/* left out if it is not valid UTF-8 */
			json_object_set_new(all, option_rows[i].name, json_string(o->text[i]));
	return all;
}

int
options_check(const struct options *o, struct failure *f)
{
	const struct command_row *command = command_row_of(o->command);

	for (int n = 0; command && o->arguments[n]; n++)
		if (n == command->most)
			return failed(f, STATUS_USAGE, "%s: one argument too many: '%s'%s", o->command, o->arguments[n],
			              options_try_help(o->command));
	if (is_among("report claims summary verify", o->command) && o->arguments[0] && o->folder)
		return failed(f, STATUS_USAGE, "%s: two folders: '%s' and --output '%s'%s", o->command, o->arguments[0],
		              o->folder, options_try_help(o->command));
	if (o->fail_on && is_among("claims ab", o->command) &&
	    (strcmp(o->command, "ab") == 0) != (strcmp(o->fail_on, "slower") == 0))
		return failed(f, STATUS_USAGE, "--fail-on '%s': not for %s%s", o->fail_on, o->command,
		              options_try_help(o->command));
	for (size_t i = 0; option_rows[i].name; i++)
		if (o->given >> i & 1 && !option_is_for(&option_rows[i], o->command))
			return failed(f, STATUS_USAGE, "--%s: not for %s%s", option_rows[i].name, o->command,
			              options_try_help(o->command));
	return STATUS_DONE;
}

/* --- options from a file ------------------------------------------------------------------------------------------ */

static json_t *
load_config(const char *path, struct failure *f)
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

/* Sets an option of `run`, unless the command line gives it. */
static int
take_default(struct options *o, const char *name, json_t *value, struct failure *f)
{
	const size_t i = row_named(name);
	const struct option_row *row = &option_rows[i];
	const char *why;
	json_t *text;

	if (!json_is_integer(value) && !json_is_string(value))
		return failed(f, STATUS_USAGE, "%s: options.%s: neither a text nor a whole number", o->config, name);
	/* A file must not redirect the output or name another file of options: that would mislead. */
	if (!row->name || !row->value || !option_is_for(row, "run") || is_among("output config", name))
		return failed(f, STATUS_USAGE, "%s: options.%s: no such option of `cuckoobench run`", o->config, name);
	if (o->given >> i & 1)
		return STATUS_DONE;
	text = json_is_string(value) ? json_incref(value)
	                             : json_sprintf("%" JSON_INTEGER_FORMAT, json_integer_value(value));
	json_array_append_new(o->config_texts, text);
	o->text[i] = json_string_value(text);
	why = option_set(row, o, o->text[i]);
	return why ? failed(f, STATUS_USAGE, "%s: options.%s '%s': %s", o->config, name, o->text[i], why) : STATUS_DONE;
}

/* The text of a failure names the file, and the line or the option and its value. */
static int
read_config(struct options *o, struct failure *f)
{
	json_t *file = load_config(o->config, f), *options = json_object_get(file, "options"), *value;
	const char *key;
	int status = file ? STATUS_DONE : STATUS_USAGE;

	o->config_texts = json_array();
	json_object_foreach(file, key, value) if (status == STATUS_DONE && !is_among("options tuned", key)) status =
		failed(f, STATUS_USAGE, "%s: '%s': neither options nor tuned", o->config, key);
	if (status == STATUS_DONE && !json_is_object(options))
		status = failed(f, STATUS_USAGE, "%s: no object \"options\"", o->config);
	json_object_foreach(options, key, value) if (status == STATUS_DONE) status = take_default(o, key, value, f);
	json_decref(file);
	for (char *c = f->text; status != STATUS_DONE && *c;
	     c++) /* keep to one line, whatever bytes the file contains */
		*c = (unsigned char)*c < ' ' ? ' ' : *c;
	return status;
}

/* --- the command line --------------------------------------------------------------------------------------------- */

static void
set_defaults(struct options *o, const char *program, int argc, char **argv)
{
	*o = (struct options){.scale = SCALE_QUICK,
	                      .seed = default_seed,
	                      .cpu = -1,
	                      .within = 12 * 3600,
	                      .size = {192 << 10, 12 << 20, 192 << 20},
	                      .sizes = 3};
	o->line = join_arguments(program, argc, argv);
}

/*
 * Treats the mask of the environment as --isa, for every command that takes it. The lesser of the two is the run's
 * setting, which its manifest and the command to repeat it record. --isa also becomes part of the mask, so all code
 * that queries the mask obeys it.
 */
static int
take_mask(struct options *o, struct failure *f)
{
	const char *text = getenv(ISA_VARIABLE);
	enum isa known;

	if (text && *text && !isa_find(text, &known))
		return failed(f, STATUS_USAGE, ISA_VARIABLE " '%s': not one of portable, avx2, avx512", text);
	o->isa_variable = text ? text : "";
	isa_restrict(o->isa);
	if (o->isa != isa_mask())
		o->text[row_named("isa")] = isa_name(isa_mask());
	o->isa = isa_mask();
	return STATUS_DONE;
}

static int
options_prepare(struct options *o, struct failure *f)
{
	const int status = take_mask(o, f);

	placer_init(&o->placer, o->numa, o->pin);
	o->place.placer = &o->placer.base;
	return status;
}

int
options_no_option(const char *argument, const char *command, const char *otherwise, struct failure *f)
{
	char name[OPTION_ROWS_MOST][40], word[40];
	struct nearest guess;

	snprintf(word, sizeof word, "%.*s", (int)strcspn(argument, "="), argument);
	guess = nearest_of(word);
	for (size_t i = 0; option_rows[i].name; i++)
		if (!command || option_is_for(&option_rows[i], command)) {
			snprintf(name[i], sizeof name[i], "--%s", option_rows[i].name);
			nearest_offer(&guess, name[i]);
		}
	return failed(f, STATUS_USAGE, "%s: no such option%s", argument, nearest_hint(&guess, otherwise));
}

/*
 * Seconds that quick scale takes at most, unless it is asked for everything, for repetitions or for keys of one's own:
 * `make reproduce` is to end within fifteen minutes whatever else the machine does, and in twelve where nothing does.
 * It builds in two and a half (144 s alone, two cores of a Zen 4), and draws in ten seconds.
 */
static const double quick_budget = 11.5 * 60;

static bool
asks_for_everything(const struct options *o)
{
	for (char **name = o->arguments; *name; name++)
		if (group_means_everything(*name))
			return true;
	return false;
}

int
options_parse(struct options *o, int argc, char **argv, struct failure *f)
{
	size_t rows = 0;
	struct option longs[OPTION_ROWS_MOST + 3];
	char shorts[3 * OPTION_ROWS_MOST + 4] = ":hV";
	const char *instead = NULL;
	int letter, status;

	set_defaults(o, "cuckoobench", argc, argv);
	o->command = command_among(argv);
	for (const struct option_row *row = option_rows; row->name; row++, rows++) {
		longs[rows] =
			(struct option){row->name, row->value ? required_argument : no_argument, NULL, 256 + (int)rows};
		if (row->letter)
			sprintf(shorts + strlen(shorts), "%c%s", row->letter, row->value ? ":" : "");
	}
	longs[rows] = (struct option){"help", no_argument, NULL, 'h'};
	longs[rows + 1] = (struct option){"version", no_argument, NULL, 'V'};
	longs[rows + 2] = (struct option){0};
	while ((letter = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
		if (letter == 'h' || letter == 'V')
			instead = letter == 'h' ? "help" : "version";
		else if (letter == ':')
			return failed(f, STATUS_USAGE, "%s: needs a value%s", argv[optind - 1],
			              options_try_help(o->command));
		else if (letter == '?')
			return options_no_option(argv[optind - 1], o->command, options_try_help(o->command), f);
		else if ((status = apply(o, letter, f)) != STATUS_DONE)
			return status;
	}
	if (instead) {
		/* Of any words that follow, help keeps one, a command's name; version keeps none. */
		o->command = instead;
		o->arguments = strcmp(instead, "help") == 0 ? argv + optind : argv + argc;
		if (*o->arguments)
			o->arguments[1] = NULL;
		o->given = 0;
		return STATUS_DONE;
	}
	if (optind == argc)
		return failed(f, STATUS_USAGE, "no command%s", options_try_help(NULL));
	o->command = argv[optind];
	o->arguments = argv + optind + 1;
	if (o->config && is_among("run plan", o->command) && (status = read_config(o, f)) != STATUS_DONE)
		return status;
	if (o->scale == SCALE_QUICK && is_among("run plan", o->command) && o->time_limit <= 0 && !o->reps && !o->keys &&
	    !asks_for_everything(o))
		o->time_limit = quick_budget;
	return options_prepare(o, f);
}

const struct option_row *
option_row_of(const char *argument, const char **rest)
{
	for (const struct option_row *row = option_rows; row->name; row++) {
		const size_t n = strlen(row->name);

		*rest = argument + 2 + n;
		if (strncmp(argument, "--", 2) == 0 && strncmp(argument + 2, row->name, n) == 0 &&
		    (**rest == '\0' || **rest == '='))
			return row;
	}
	return NULL;
}

int
options_take(struct options *o, const char *command, int *argc, char **argv, struct failure *f)
{
	char program[40];
	int kept = 1, status;

	snprintf(program, sizeof program, "cuckoobench-%s", command);
	set_defaults(o, program, *argc, argv);
	o->command = command;
	for (int i = 1; i < *argc; i++) {
		const char *value;
		const struct option_row *row = option_row_of(argv[i], &value);

		if (!row || !option_is_for(row, command)) {
			argv[kept++] = argv[i];
			continue;
		}
		value = *value ? value + 1 : argv[++i];
		if (!value)
			return failed(f, STATUS_USAGE, "--%s: needs a value%s", row->name, options_try_help(command));
		if ((status = set_row(o, row, value, f)) != STATUS_DONE)
			return status;
	}
	argv[kept] = NULL;
	*argc = kept;
	return options_prepare(o, f);
}

bool
pattern_matches(const struct pattern *p, const char *text)
{
	return !p->text || regexec(&p->compiled, text, 0, NULL, 0) == 0;
}

void
options_free(struct options *o)
{
	if (o->filter.text)
		regfree(&o->filter.compiled);
	if (o->cells.text)
		regfree(&o->cells.compiled);
	json_decref(o->config_texts);
	free(o->line);
}
