/* SPDX-License-Identifier: MIT */
/*
 * plan_filters.c - which filters --filter admits. It is a regular expression of a whole name; as a list of names it
 * must not lose one of them.
 *
 *      --filter 'cf|.*-batch|qff'      cf: a filter      .*-batch: some      qff: none, and so refused; qf?
 */
#include "harness/plan/plan.h"

#include "harness/base/memory.h"
#include "harness/base/nearest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool
plan_admits(const struct plan *plan, const struct filter_ops *ops)
{
	return pattern_matches(&plan->options->filter, ops->name);
}

bool
plan_names(const struct plan *plan, const struct filter_ops *ops)
{
	const size_t n = strlen(ops->name);
	const char *at = plan->options->filter.text;

	for (const char *bar; at; at = bar ? bar + 1 : NULL) {
		bar = strchr(at, '|');
		if (strncmp(at, ops->name, n) == 0 && (at[n] == '|' || at[n] == '\0'))
			return true;
	}
	return false;
}

bool
plan_chooses(const struct plan *plan)
{
	return plan->options->filter.text != NULL;
}

/* Is there a filter that matches this alternative, n characters long? */
static bool
is_known(const char *alternative, size_t n)
{
	struct pattern p = {.text = alternative};
	char *whole;
	bool known = false;

	memory_needed(asprintf(&whole, "^(%.*s)$", (int)n, alternative) >= 0);
	if (regcomp(&p.compiled, whole, REG_EXTENDED | REG_NOSUB) == 0) {
		for (size_t i = 0; filter_all[i] && !known; i++)
			known = pattern_matches(&p, filter_all[i]->name);
		regfree(&p.compiled);
	}
	free(whole);
	return known;
}

static int
refuse_alternative(const struct options *o, const char *at, size_t n, struct failure *f)
{
	const char *text = o->filter.text;
	char *name;
	struct nearest guess;

	memory_needed(asprintf(&name, "%.*s", (int)n, at) >= 0);
	guess = nearest_of(name);
	for (size_t i = 0; filter_all[i]; i++)
		nearest_offer(&guess, filter_all[i]->name);
	(void)failed(f, STATUS_USAGE, "there is no filter that matches %s%s%s--filter '%s'%s", text[n] ? "'" : "",
	             text[n] ? name : "", text[n] ? "' of " : "", text,
	             nearest_hint(&guess, o->plugins ? "; `cuckoobench list` names them"
	                                             : "; a filter of a plug-in needs --plugin"));
	free(name);
	return f->status;
}

int
plan_check_filters(const struct options *o, struct failure *f)
{
	const char *text = o->filter.text, *next;
	/* With groups or brackets "|" may divide something else. */
	const bool divides = text && !strpbrk(text, "()[]\\");

	for (const char *at = text; at; at = next ? next + 1 : NULL) {
		const size_t n = divides ? strcspn(at, "|") : strlen(at);

		next = at[n] ? at + n : NULL;
		if (!is_known(at, n))
			return refuse_alternative(o, at, n, f);
	}
	return STATUS_DONE;
}
