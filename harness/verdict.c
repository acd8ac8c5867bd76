/* SPDX-License-Identifier: MIT */
/* verdict.c - the rule of judge.h: relations become a verdict, with the numbers that decided and the margin left. */
#include "harness/judge_parts.h"

#include "harness/stats.h"

#include <stdlib.h>
#include <string.h>

static enum verdict_kind
verdict_of(const struct judge *j)
{
	bool open = false;

	if (j->missed || j->relations == 0)
		return VERDICT_NOT_RUN;
	for (size_t i = 0; i < j->relations; i++)
		if (j->relation[i].state == RELATION_FAILS)
			return VERDICT_CONTRADICTED;
		else if (j->relation[i].state == RELATION_OPEN)
			open = true;
	return open ? VERDICT_INCONCLUSIVE : VERDICT_CONFIRMED;
}

enum { ALL = 26, SOME_OPEN = 4 };

/* Is this one told, of more than ALL? All that fail, and the first that are open. */
static bool
is_told(const struct judge *j, size_t i)
{
	size_t open = 0;

	if (j->relation[i].state != RELATION_OPEN)
		return j->relation[i].state == RELATION_FAILS;
	for (size_t k = 0; k < i; k++)
		open += j->relation[k].state == RELATION_OPEN;
	return open < SOME_OPEN;
}

static void
write_numbers(const struct judge *j, char *to, size_t room)
{
	const size_t notes = strlen(j->notes) + 80;
	const bool all = j->relations <= ALL; /* in their order; else those that fail first */
	size_t of_state[3] = {0}, told = 0;

	for (size_t i = 0; i < j->relations; i++)
		of_state[j->relation[i].state]++;
	for (int first = RELATION_FAILS; first >= RELATION_HOLDS; first--)
		for (size_t i = 0; i < j->relations; i++) {
			const struct relation *r = &j->relation[i];

			if (all ? first != RELATION_FAILS : (int)r->state != first || !is_told(j, i))
				continue;
			if (strlen(to) + strlen(r->text) + notes < room) {
				judge_append(to, room, "; ", r->text);
				told++;
			}
		}
	if (told < j->relations) {
		char rest[80];

		snprintf(rest, sizeof rest, "of %zu relations %zu hold, %zu are open", j->relations,
			 of_state[RELATION_HOLDS], of_state[RELATION_OPEN]);
		judge_append(to, room, "; ", rest);
	}
	if (*j->notes)
		judge_append(to, room, "; ", j->notes);
}

static void
write_margin(const struct judge *j, enum verdict_kind kind, char *to, size_t room)
{
	static const char *const words[] = {[VERDICT_CONFIRMED] = "closest: ",
					    [VERDICT_CONTRADICTED] = "farthest out: ",
					    [VERDICT_INCONCLUSIVE] = "most open: "};
	const enum relation_state of = kind == VERDICT_CONTRADICTED   ? RELATION_FAILS
				       : kind == VERDICT_INCONCLUSIVE ? RELATION_OPEN
								      : RELATION_HOLDS;
	const struct relation *worst = NULL;

	snprintf(to, room, "%s", j->allows);
	for (size_t i = 0; i < j->relations; i++)
		if (j->relation[i].state == of && *j->relation[i].close &&
		    (!worst || j->relation[i].slack < worst->slack))
			worst = &j->relation[i];
	if (worst && kind != VERDICT_NOT_RUN) {
		judge_append(to, room, "; ", words[kind]);
		judge_append(to, room, "", worst->close);
	}
}

static void
write_verdict(const struct judge *j, struct verdict *v)
{
	const enum verdict_kind here = verdict_of(j);
	const bool larger = judge_scale_of(j) < j->needs;
	const size_t room = sizeof v->numbers;

	v->kind = here;
	if (here == VERDICT_NOT_RUN && (!j->beyond || j->missed)) {
		snprintf(v->numbers, room, "not measured in this run: %s%s",
			 j->missed ? j->missing : "anything it needs", j->missed > 8 ? " and more" : "");
		return;
	}
	if (j->beyond) {
		v->kind = larger ? VERDICT_LARGER_SCALE : VERDICT_NOT_RUN;
		snprintf(v->numbers, room, "%s", j->why);
		if (*j->notes)
			judge_append(v->numbers, room, "; ", j->notes);
		return;
	}
	if (larger) {
		v->kind = VERDICT_LARGER_SCALE;
		snprintf(v->numbers, room, "at this scale it would be %s (%s): ", verdict_names[here], j->why);
	}
	if (larger) {
		struct verdict inner = {.numbers = ""};

		write_numbers(j, inner.numbers, room - 200);
		judge_append(v->numbers, room, "", inner.numbers);
	} else {
		write_numbers(j, v->numbers, room);
	}
	write_margin(j, here, v->margin, sizeof v->margin);
}

static void
forget(struct judge *j)
{
	while (j->blocks) {
		struct judge_block *next = j->blocks->next;

		free(j->blocks);
		j->blocks = next;
	}
	free(j->relation);
}

void
judge_claim(struct evidence *e, const struct claim *claim, struct verdict *v, size_t *comparisons)
{
	struct judge count = {.evidence = e, .counting = true, .level = STATS_LEVEL}, j = {.evidence = e};

	*v = (struct verdict){.kind = VERDICT_NOT_RUN};
	claim->judge(&count);
	j.level = bonferroni(count.comparisons);
	claim->judge(&j);
	write_verdict(&j, v);
	if (comparisons)
		*comparisons = count.comparisons;
	forget(&count);
	forget(&j);
}
