/* SPDX-License-Identifier: MIT */
/*
 * plan_keys.c - the key sets of a plan: which experiments take some, and how large the tables for one's own keys are.
 *
 *      --keys SET    k1                 panels of its own for each set
 *                    t3 f5 f6 ...       SET replaces random integers: tables as large as it fills
 */
#include "harness/plan/plan.h"

#include "harness/base/values.h"

#include <stdio.h>
#include <string.h>

/* Room for the ids of experiments, separated by commas. */
enum { PLAN_KEYS_TEXT = 80 };

/* Writes the experiments that take key sets in this way into text: "t3, f5, f6". */
static const char *
those_that_take(enum experiment_keys how, char text[PLAN_KEYS_TEXT])
{
	size_t used = 0;

	*text = '\0';
	for (size_t i = 0; experiment_all[i]; i++)
		if (experiment_all[i]->keys == how)
			used += (size_t)snprintf(text + used, PLAN_KEYS_TEXT - used, "%s%s", used ? ", " : "",
			                         experiment_all[i]->id);
	return text;
}

static bool
is_chosen(const struct plan *plan, enum experiment_keys how)
{
	for (size_t i = 0; experiment_all[i]; i++)
		if (experiment_all[i]->keys == how && plan->chosen[i])
			return true;
	return false;
}

/* Refuses the first option that has no effect. STATUS_DONE: there is none. */
static int
refuse_idle(const struct plan *plan, bool each, bool own, struct failure *f)
{
	const struct options *o = plan->options;
	const char *of_own = o->queries ? "queries" : o->multiset ? "multiset" : NULL;
	char ids[PLAN_KEYS_TEXT];

	if (o->keys && !each && !own)
		return failed(f, STATUS_USAGE, "--keys: no experiment that was chosen takes key sets; k1, %s do",
		              those_that_take(KEYS_OWN, ids));
	if (o->keys_format.kind && !o->keys)
		return failed(f, STATUS_USAGE, "--keys-format: there are no --keys that it could be of");
	if (of_own && !o->keys)
		return failed(f, STATUS_USAGE, "--%s: there are no --keys that it could belong to", of_own);
	if (of_own && !own)
		return failed(f, STATUS_USAGE, "--%s: no experiment that was chosen takes keys of one's own; %s do",
		              of_own, those_that_take(KEYS_OWN, ids));
	return STATUS_DONE;
}

int
plan_read_keys(struct plan *plan, struct failure *f)
{
	const bool each = is_chosen(plan, KEYS_EACH), own = plan->options->keys && is_chosen(plan, KEYS_OWN);
	const int status = refuse_idle(plan, each, own, f);

	if (status != STATUS_DONE || (!each && !own))
		return status;
	/* Sets of packages are read from the full scale on, because smaller scales have no time for them. */
	return key_sets_make(&plan->keys, plan->options,
	                     (struct key_sets_wanted){
				     .streams = each, .imported = each && plan_scale(plan) >= SCALE_FULL, .own = own},
	                     f);
}

const struct key_set *
plan_key_set(const struct plan *plan, size_t i)
{
	return i < plan->keys.count ? &plan->keys.at[i] : NULL;
}

const struct key_set *
plan_own_keys(const struct plan *plan)
{
	return plan->keys.own;
}

const struct key_set *
plan_asked(const struct plan *plan)
{
	return plan->keys.asked;
}

bool
plan_holds(const struct plan *plan, const struct filter_ops *ops)
{
	return !plan->keys.own || !plan->options->multiset || ops->caps & FILTER_MULTISET;
}

/* Returns the number of keys to insert: half of the set if its other half is looked up, otherwise all. Copies count
 * with the set's average. */
static size_t
to_insert(const struct plan *plan)
{
	const struct keyset *read = &plan->keys.own->read;
	const size_t keys = read->count + (read->times ? read->duplicates : 0);

	return plan->keys.own->stream ? SIZE_MAX : plan->keys.asked ? keys : keys / 2;
}

/* Entries of 12 bits, as in the cuckoo filter of section 7. */
static size_t
entries_of(size_t bytes)
{
	return bytes * 8 / 12;
}

static void
say_smaller(const struct plan *plan, size_t keys, size_t bytes, size_t fitting)
{
	char small[VALUE_SIZE], large[VALUE_SIZE];

	if (!plan->options->quiet && fitting != bytes)
		notice("note: %s has %zu keys to insert, so tables have %s instead of %s", plan->keys.own->name, keys,
		       value_size_text(fitting, " ", small), value_size_text(bytes, " ", large));
}

size_t
plan_fitting(struct plan *plan, size_t bytes, size_t least)
{
	const size_t keys = plan->keys.own ? to_insert(plan) : SIZE_MAX;
	size_t fitting = bytes;

	while (fitting > least && entries_of(fitting) > keys)
		fitting /= 2;
	if (plan->told)
		return fitting;
	plan->told = true;
	if (entries_of(fitting) > keys)
		(void)failed(
			&plan->refused, STATUS_USAGE,
			"--keys %s: %zu keys to insert, where the smallest tables, of %zu KiB, have %zu entries; it "
			"takes a set of %zu",
			plan->keys.own->name, keys, least >> 10, entries_of(least),
			plan->keys.asked ? entries_of(least) : 2 * entries_of(least));
	else if (plan->refused.status == STATUS_DONE)
		say_smaller(plan, keys, bytes, fitting);
	return fitting;
}
