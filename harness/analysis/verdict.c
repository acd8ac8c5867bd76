/* SPDX-License-Identifier: MIT */
/* verdict.c - the rule of judge.h: turns relations into a verdict, with the deciding numbers and the remaining
 * margin. */
#include "harness/analysis/verdict.h"

#include "harness/analysis/judge_show.h"
#include "harness/stats/stats.h"

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

static void
write_numbers(const struct judge *j, char *to, size_t room)
{
	show_relations(j, to, room - strlen(j->notes) - 8);
	if (*j->notes)
		judge_append(to, room, "; ", j->notes);
}

/* Writes every relation, one per line. */
static void
write_relations(const struct judge *j, char *to, size_t room)
{
	for (size_t i = 0; i < j->relations; i++)
		judge_append(to, room, "\n", j->relation[i].text);
}

/* Do only too few runs leave it open? */
static bool
lacks_runs(const struct judge *j)
{
	size_t lacking = 0;

	for (size_t i = 0; i < j->relations; i++) {
		if (j->relation[i].state == RELATION_OPEN && !j->relation[i].few)
			return false;
		lacking += j->relation[i].few;
	}
	return lacking > 0;
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
	char here_numbers[VERDICT_NUMBERS - 200] = "";

	v->kind = here;
	if (here == VERDICT_NOT_RUN && (!j->beyond || j->missed)) {
		snprintf(v->numbers, room, "not measured in this run: %s%s",
		         j->missed ? j->missing : "anything it needs", j->missed > MISSING ? " and more" : "");
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
	v->lacks_runs = here == VERDICT_INCONCLUSIVE && lacks_runs(j);
	write_numbers(j, here_numbers, sizeof here_numbers);
	judge_append(v->numbers, room, "", here_numbers);
	write_relations(j, v->relations, sizeof v->relations);
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
