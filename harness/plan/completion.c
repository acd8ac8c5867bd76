/* SPDX-License-Identifier: MIT */
/*
 * completion.c - see completion.h. Options and commands come from the tables of the command line. This file knows
 * which other words an option takes as its value, from the tables of filters, key sets and so on.
 */
#include "harness/plan/completion.h"

#include "core/hash.h"
#include "datasets/keyset.h"
#include "datasets/streams.h"

#include <string.h>

const char *const completion_shells[COMPLETION_SHELLS] = {"bash", "zsh", "fish"};

static void
completion_add(struct completion *c, const char *word, const char *about)
{
	if (c->words == COMPLETION_WORDS)
		return;
	c->word[c->words] = word;
	c->about[c->words++] = about;
}

void
completion_add_key_sets(struct completion *c)
{
	for (const struct stream *s = stream_all; s->name; s++)
		completion_add(c, s->name, s->about);
	for (const struct importer *i = importer_all; i->name; i++)
		completion_add(c, i->name, i->about);
	c->paths = COMPLETION_FILES;
}

static void
add_formats(struct completion *c)
{
	for (int i = 0; i < KEY_FORMATS; i++)
		if (i != KEY_FORMAT_FIXED)
			completion_add(c, key_format_all[i].name, key_format_all[i].about);
	completion_add(c, "fixed:", "and a number of bytes");
}

struct completion
completion_of_value(const struct option_row *row)
{
	struct completion c = {.words = 0};

	if (!row->value)
		return c;
	for (size_t i = 0; row->words && row->words[i]; i++)
		completion_add(&c, row->words[i], "");
	if (strcmp(row->name, "keys-format") == 0)
		add_formats(&c);
	else if (strcmp(row->name, "keys") == 0 || strcmp(row->name, "queries") == 0)
		completion_add_key_sets(&c);
	for (const struct hash_entry *h = hash_all; h->name && strcmp(row->name, "hash") == 0; h++)
		completion_add(&c, h->name, h->about);
	for (size_t i = 0; filter_all[i] && strcmp(row->name, "filter") == 0; i++)
		completion_add(&c, filter_all[i]->name, filter_all[i]->about);
	if (strcmp(row->value, "FILE") == 0 || strcmp(row->value, "DIR") == 0)
		c.paths = COMPLETION_FILES; /* -o of some commands names a file */
	return c;
}

/* Decides by the names of arguments that help prints. */
struct completion
completion_of_arguments(const struct command_row *command)
{
	struct completion c = {.words = 0};

	for (size_t i = 0; experiment_all[i] && strstr(command->arguments, "ID"); i++)
		completion_add(&c, experiment_all[i]->id, experiment_all[i]->title);
	for (const struct command_row *other = command_rows; other->name && strstr(command->arguments, "COMMAND");
	     other++)
		completion_add(&c, other->name, other->help);
	if (strstr(command->arguments, "SET"))
		completion_add_key_sets(&c);
	for (size_t i = 0; i < COMPLETION_SHELLS && strstr(command->arguments, "SHELL"); i++)
		completion_add(&c, completion_shells[i], "");
	if (strstr(command->arguments, "DIR"))
		c.paths = COMPLETION_FOLDERS;
	return c;
}
