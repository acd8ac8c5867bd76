/* SPDX-License-Identifier: MIT */
/*
 * command_completion.c - `cuckoobench completion SHELL`: a script with which bash, zsh or fish completes commands,
 * their options and values.
 *
 *      command_rows, option_rows, possible values (completion.c)  -->  the script: contains them all, calls nothing
 *                                                                      (completion_bash.c, _zsh.c, _fish.c)
 *
 * Values that are files or folders complete as such. Values that are numbers complete as nothing.
 */
#include "harness/base/nearest.h"
#include "harness/cli/commands.h"
#include "harness/cli/completion_parts.h"

#include <stdio.h>
#include <string.h>

void
completion_print_words(const struct completion *c)
{
	for (size_t i = 0; i < c->words; i++)
		printf("%s%s", i ? " " : "", c->word[i]);
}

int
command_completion(const struct options *o, struct failure *f)
{
	static void (*const print[])(void) = {completion_bash, completion_zsh, completion_fish};
	const char *name = o->arguments[0];
	char text[NEAREST_HINT];
	struct nearest guess;

	if (!name)
		return failed(f, STATUS_USAGE, "completion needs a shell: bash, zsh or fish");
	guess = nearest_of(name);
	for (size_t i = 0; i < COMPLETION_SHELLS; i++) {
		if (strcmp(name, completion_shells[i]) == 0) {
			print[i]();
			return STATUS_DONE;
		}
		nearest_offer(&guess, completion_shells[i]);
	}
	return failed(f, STATUS_USAGE, "completion: '%s': not one of bash, zsh, fish%s", name,
	              nearest_hint(&guess, "", text));
}
