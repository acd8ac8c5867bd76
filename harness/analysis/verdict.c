/* SPDX-License-Identifier: MIT */
/*
 * verdict.c - from the relations of a claim to its verdict.
 *
 *      data are missing, or there is no relation   not run
 *      no relation has a bound                     counted
 *      otherwise, a relation fails                 contradicted
 *      otherwise, one is open                      inconclusive
 *      otherwise, each must hold                   true by construction
 *      otherwise                                   confirmed
 *      the claim is of sizes beyond this scale     needs a larger scale, whatever the relations say
 *
 * judge.h says when a relation holds, fails, or is open.
 */
#include "harness/analysis/claims.h"
#include "harness/analysis/verdict_lines.h"
#include "harness/stats/power.h"
#include "harness/stats/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const verdict_names[VERDICT_KINDS] = {
	[VERDICT_CONFIRMED] = "confirmed",
	[VERDICT_CONTRADICTED] = "contradicted",
	[VERDICT_INCONCLUSIVE] = "inconclusive",
	[VERDICT_NOT_RUN] = "not run",
	[VERDICT_LARGER_SCALE] = "needs a larger scale",
	[VERDICT_CONSTRUCTED] = "true by construction",
	[VERDICT_COUNTED] = "counted",
	[VERDICT_NOT_ASKED] = "not asked for",
};

static enum verdict_kind
verdict_of(const struct judge *j)
{
	bool open = false, must_hold = true, counted = true;

	if (j->missed || j->relations == 0)
		return VERDICT_NOT_RUN;
	for (size_t i = 0; i < j->relations; i++) {
		if (j->relation[i].state == RELATION_FAILS)
			return VERDICT_CONTRADICTED;
		open |= j->relation[i].state == RELATION_OPEN;
		must_hold &= j->relation[i].must_hold;
		counted &= demand_none(&j->relation[i].demand);
	}
	if (counted)
		return VERDICT_COUNTED;
	return open ? VERDICT_INCONCLUSIVE : must_hold ? VERDICT_CONSTRUCTED : VERDICT_CONFIRMED;
}

/* Do only too few runs leave it open? */
static bool
lacks_runs(const struct judge *j)
{
	size_t lacking = 0;

	for (size_t i = 0; i < j->relations; i++) {
		if (j->relation[i].state == RELATION_OPEN && !verdict_few(&j->relation[i]))
			return false;
		lacking += verdict_few(&j->relation[i]);
	}
	return lacking > 0;
}

/* --- the margin ------------------------------------------------------------------------------------------- */

/* How far `end` is above `bound`: as a logarithm, or relative to the bound, or absolutely if the bound is 0. */
static double
distance(double end, double bound)
{
	if (isinf(bound))
		return bound < 0 ? INFINITY : -INFINITY;
	if (end > 0 && bound > 0)
		return log(end / bound);
	return bound != 0 ? (end - bound) / fabs(bound) : end;
}

/*
 * Returns how far the end of the interval that decides is from the bound that it is closest to or farthest beyond, and
 * says which; < 0: beyond it. NaN, and nothing, for what has no margin: none, some, or an exact count.
 */
static double
slack_of(const struct relation *r, char *text, size_t room)
{
	const struct value *v = &r->value;
	const struct demand *d = &r->demand;
	const bool fails = r->state == RELATION_FAILS;
	const struct ends of = deciding_ends(v, d);
	const double ends[] = {fails ? of.hi : of.lo, fails ? of.lo : of.hi};
	const double low = distance(ends[0], d->lo), high = -distance(ends[1], d->hi);
	const double end = ends[low > high], bound = low <= high ? d->lo : d->hi;
	char first[VERDICT_NUMBER], other[VERDICT_NUMBER];

	snprintf(text, room, "%s%s%s", r->before, r->place, r->after);
	if (isnan(of.lo)) {
		verdict_add(text, room, "%s", verdict_few(r) ? ", too few runs" : "");
		return -INFINITY;
	}
	if ((v->exact && (isinf(d->lo) ? d->hi : d->lo) == 0) || (d->lo == d->hi && r->state == RELATION_HOLDS))
		return NAN;
	verdict_add(text, room, ", %s against %s", verdict_number(first, end, v->unit, true),
	            verdict_number(other, bound, v->unit, true));
	return fmin(low, high);
}

/* How far the median is from the nearest bound: as a logarithm, or as it is (counts; what has no logarithms). */
static double
gap(const struct value *v, const struct demand *d)
{
	if (v->pooled || v->plain)
		return fmin(fabs(v->middle - d->lo), fabs(v->middle - d->hi));
	return fmin(fabs(distance(v->middle, d->lo)), fabs(distance(v->middle, d->hi)));
}

/* About how many repetitions would decide an open relation, the way that its median points to. INFINITY: too many. */
static double
repetitions_for(const struct judge *j, const struct relation *r)
{
	const struct value *v = &r->value;
	const bool holds = v->middle > r->demand.lo && v->middle < r->demand.hi;
	const double sides = demand_one_sided(&r->demand) ? 2 : 1;
	size_t n;

	if (v->exact)
		return INFINITY;
	if (v->pooled) /* an interval narrows with the root of what is counted */
		return ceil((double)v->n * pow((v->hi - v->lo) / 2 / gap(v, &r->demand), 2));
	n = power_repetitions(gap(v, &r->demand), v->spread, sides * (holds ? STATS_LEVEL : bonferroni(j->comparisons)),
	                      v->timed);
	return n > 0 && v->spread > 0 ? (double)n : INFINITY;
}

/* What this run lacks to decide the claim: "; about 24 repetitions would decide it", or of what is counted "about 40
 * times as many trials". Nothing where a relation has no value: its reason says what is lacking. */
static void
add_lack(const struct judge *j, char *to, size_t room)
{
	const struct value *v = NULL;
	double most = 0;

	for (size_t i = 0; i < j->relations; i++) {
		const struct relation *r = &j->relation[i];
		const double n = r->state == RELATION_OPEN ? repetitions_for(j, r) : 0;

		if (r->value.n == 0)
			return;
		if (!(n <= most)) {
			v = &r->value;
			most = n;
		}
	}
	if (v && v->pooled && isfinite(most))
		verdict_add(to, room, "; about %.*f times as many trials would decide it", most < 10 * (double)v->n,
		            most / (double)v->n);
	else if (most <= POWER_MOST)
		verdict_add(to, room, "; about %.0f repetitions would decide it in four runs of five", most);
	else
		verdict_add(to, room, "; more than %d repetitions would be needed to decide it", POWER_MOST);
}

static void
write_margin(const struct judge *j, enum verdict_kind kind, char *to, size_t room)
{
	static const struct {
		const char *words;
		enum relation_state of;
	} worst[VERDICT_KINDS] = {[VERDICT_CONFIRMED] = {"closest: ", RELATION_HOLDS},
	                          [VERDICT_CONSTRUCTED] = {"closest: ", RELATION_HOLDS},
	                          [VERDICT_CONTRADICTED] = {"farthest out: ", RELATION_FAILS},
	                          [VERDICT_INCONCLUSIVE] = {"most open: ", RELATION_OPEN}};
	char text[VERDICT_LINE], closest[VERDICT_LINE] = "";
	double least = NAN;

	snprintf(to, room, "%s", j->allows);
	for (size_t i = 0; i < j->relations; i++) {
		const struct relation *r = &j->relation[i];
		const double slack =
			worst[kind].words && r->state == worst[kind].of ? slack_of(r, text, sizeof text) : NAN;

		if (!isnan(slack) && !(slack >= least)) {
			least = slack;
			strcpy(closest, text);
		}
	}
	if (*closest) {
		judge_append(to, room, "; ", worst[kind].words);
		judge_append(to, room, "", closest);
	}
	if (kind == VERDICT_INCONCLUSIVE && !lacks_runs(j))
		add_lack(j, to, room);
}

/* --- judging ---------------------------------------------------------------------------------------------- */

static void
write_verdict(const struct judge *j, struct verdict *v)
{
	const enum verdict_kind here = verdict_of(j);
	const bool larger = j->run->scale < j->least;
	const size_t room = sizeof v->numbers;
	char here_numbers[VERDICT_NUMBERS - 200] = "", line[VERDICT_LINE];

	v->kind = larger ? VERDICT_LARGER_SCALE : j->beyond ? VERDICT_NOT_RUN : here;
	if (here == VERDICT_NOT_RUN && (!j->beyond || j->missed)) {
		v->kind = here;
		snprintf(v->numbers, room, "not measured in this run: %s%s",
		         j->missed ? j->missing : "anything it needs", j->missed > MISSING ? " and more" : "");
		return;
	}
	if (j->beyond) {
		snprintf(v->numbers, room, "%s", j->why);
		if (*j->notes)
			judge_append(v->numbers, room, "; ", j->notes);
		return;
	}
	if (larger)
		snprintf(v->numbers, room, "at this scale it would be %s (%s): ", verdict_names[here], j->why);
	v->lacks_runs = here == VERDICT_INCONCLUSIVE && lacks_runs(j);
	verdict_lines(j, here_numbers, sizeof here_numbers - strlen(j->notes) - 8);
	if (*j->notes)
		judge_append(here_numbers, sizeof here_numbers, "; ", j->notes);
	judge_append(v->numbers, room, "", here_numbers);
	for (size_t i = 0; i < j->relations; i++) {
		verdict_line(j, &j->relation[i], false, line, sizeof line);
		judge_append(v->relations, sizeof v->relations, "\n", line);
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

/* Calls the predicate; at a scale that does not measure what it is about there is nothing to ask. */
static struct judge
ask(const struct run_data *d, const struct claim *claim, double level)
{
	struct judge j = {.run = d,
	                  .level = level,
	                  .least = claim->least,
	                  .why = claim->why,
	                  .beyond = claim->unmeasured && d->scale < claim->least};

	if (!j.beyond)
		claim->judge(&j);
	return j;
}

/* Calls it with each relation at STATS_LEVEL: that of a value put together from several is shared by its parts. */
static struct judge
ask_for_each(const struct run_data *d, const struct claim *claim)
{
	struct judge j = ask(d, claim, STATS_LEVEL);
	unsigned parts = 1;

	for (size_t i = 0; i < j.relations; i++)
		parts = j.relation[i].value.parts > parts ? j.relation[i].value.parts : parts;
	if (parts > 1) {
		forget(&j);
		j = ask(d, claim, STATS_LEVEL / parts);
	}
	return j;
}

/* What holds is shown at its own level; what fails, or would at its own, is at the level of all together. */
static void
settle(struct relation *each, const struct relation *together)
{
	if (each->state == RELATION_FAILS || together->state == RELATION_FAILS) {
		each->value = together->value;
		each->state = together->state == RELATION_FAILS ? RELATION_FAILS : RELATION_OPEN;
	}
}

void
judge_claim(const struct run_data *d, const struct claim *claim, struct verdict *v, size_t *comparisons)
{
	struct judge each = ask_for_each(d, claim), together = ask(d, claim, bonferroni(each.comparisons));

	*v = (struct verdict){.kind = VERDICT_NOT_RUN};
	for (size_t i = 0; i < each.relations; i++)
		settle(&each.relation[i], &together.relation[i]);
	write_verdict(&each, v);
	if (comparisons)
		*comparisons = each.comparisons;
	forget(&each);
	forget(&together);
}
