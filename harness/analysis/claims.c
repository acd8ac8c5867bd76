/* SPDX-License-Identifier: MIT */
/*
 * claims.c - from the relations of a claim to its verdict, and the board of all verdicts, as JSON.
 *
 * The numbers of a verdict show all relations in few lines:
 *
 *      of 25 relations 23 hold, 1 is open, 1 fails
 *      CF/QF at p=100: 0.953x [0.931, 0.978], n=10, p=0.002 (fails)       what fails, one by one
 *      BF/QF at p=0: 1.020x [0.994, 1.041], n=10, p=0.34 (not separated)  what is open; many of one kind together
 *      CF/QF at p=0, 25, 50, 75: 3.44 to 4.31x [3.31, 4.52], ...          what holds, one line a kind
 *
 * Relations are of one kind if they demand the same and their labels differ only between the bars. A line for several
 * shows the range of their medians. In brackets it shows the lowest and the highest end of their intervals.
 *
 * The file has more than 400 lines: a verdict's kind, its numbers and its margin are read off the same relations.
 */
#include "harness/analysis/claims.h"

#include "harness/analysis/judge_parts.h"
#include "harness/base/files.h"
#include "harness/base/memory.h"
#include "harness/stats/power.h"
#include "harness/stats/stats.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const char *const verdict_names[VERDICT_KINDS] = {"confirmed", "contradicted",         "inconclusive",
                                                  "not run",   "needs a larger scale", "not asked for"};

enum {
	PLACES = 5 /* listed; if there are more, only the first and the last */,
	ALONE = 3 /* up to this many open ones of a kind are printed one by one */,
	NUMBER = 32,
	LINE = 400
};

/* --- a relation, or several of a kind --------------------------------------------------------------------- */

/* Appends to a text like printf. */
static void __attribute__((format(printf, 3, 4))) add(char *to, size_t room, const char *format, ...)
{
	const size_t used = strlen(to);
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(to + used, room - used, format, arguments);
	va_end(arguments);
}

/* A number for its unit; and with it. */
static const char *
show_number(char text[NUMBER], double v, const char *unit, bool with_unit)
{
	const bool ratio = strcmp(unit, "x") == 0;

	if (ratio)
		snprintf(text, NUMBER, fabs(v) < 9.9995 ? "%.3f" : "%.4g", v);
	else if (strcmp(unit, "points") == 0)
		snprintf(text, NUMBER, "%.2f", 100 * v);
	else if (strcmp(unit, "%") == 0)
		snprintf(text, NUMBER, "%.4g", 100 * v);
	else
		snprintf(text, NUMBER, v == floor(v) && fabs(v) < 1e15 ? "%.0f" : "%.4g", v);
	if (with_unit && *unit)
		add(text, NUMBER, ratio ? "%s" : " %.12s", unit);
	return text;
}

/* Open because repetitions are too few. */
static bool
few(const struct relation *r)
{
	return r->value.n > 0 && isnan(r->value.lo);
}

/* A comparison with 1, of which p is shown. */
static bool
is_comparison(const struct relation *r)
{
	const struct demand *d = &r->demand;

	return strcmp(r->value.unit, "x") == 0 && d->strict && (d->lo == 1 || d->hi == 1);
}

static const char *
outcome(const struct relation *r)
{
	if (r->state == RELATION_OPEN)
		return few(r) ? ", too few" : is_comparison(r) ? " (not separated)" : " (open)";
	return r->state == RELATION_FAILS ? " (fails)" : "";
}

static bool
same_kind(const struct relation *a, const struct relation *b)
{
	const struct demand *p = &a->demand, *q = &b->demand;

	return a->state == b->state && few(a) == few(b) && *a->place && *b->place &&
	       strcmp(a->before, b->before) == 0 && strcmp(a->after, b->after) == 0 &&
	       strcmp(a->value.unit, b->value.unit) == 0 && p->lo == q->lo && p->hi == q->hi && p->strict == q->strict;
}

/* Relations that are shown in one line: the first one, and with `all` the later ones of its kind. */
struct kind {
	const struct relation *first;
	bool all;
	size_t members, fewest, most;
	double low, high, lo, hi, p;
};

/* The next member after this one; NULL after the last. */
static const struct relation *
next_member(const struct judge *j, const struct kind *k, const struct relation *r)
{
	while (k->all && ++r < j->relation + j->relations)
		if (same_kind(k->first, r))
			return r;
	return NULL;
}

static struct kind
kind_of(const struct judge *j, const struct relation *first, bool all)
{
	struct kind k = {first, all, 0, SIZE_MAX, 0, INFINITY, -INFINITY, INFINITY, -INFINITY, NAN};

	for (const struct relation *r = first; r; r = next_member(j, &k, r)) {
		const struct value *v = &r->value;

		k.members++;
		k.fewest = v->n < k.fewest ? v->n : k.fewest;
		k.most = v->n > k.most ? v->n : k.most;
		k.low = fmin(k.low, v->middle), k.high = fmax(k.high, v->middle);
		k.lo = fmin(k.lo, v->lo), k.hi = fmax(k.hi, v->hi);
		k.p = fmax(k.p, v->p);
	}
	return k;
}

/* The tail " / 0.9" of "0.25 / 0.9" if all of the kind end in it, else "". */
static const char *
common_tail(const struct judge *j, const struct kind *k)
{
	const char *tail = strstr(k->first->place, " / ");

	for (const struct relation *r = k->first; r && tail; r = next_member(j, k, r)) {
		const size_t length = strlen(r->place), end = strlen(tail);

		if (length < end || strcmp(r->place + length - end, tail) != 0)
			tail = NULL;
	}
	return tail ? tail : "";
}

/* The label with the places of all: "0, 25, 50", "0.25, 0.5 / 0.9", or "5 to 21, 17 of them". */
static void
add_label(const struct judge *j, const struct kind *k, char *to, size_t room)
{
	const char *tail = common_tail(j, k);
	const bool many = k->members > PLACES;
	size_t seen = 0;

	add(to, room, "%s", k->first->before);
	for (const struct relation *r = k->first; r; r = next_member(j, k, r))
		if (++seen == 1 || seen == k->members || !many)
			add(to, room, "%s%.*s",
			    seen == 1 ? ""
			    : many    ? " to "
			              : ", ",
			    (int)(strlen(r->place) - strlen(tail)), r->place);
	add(to, room, "%s", tail);
	if (many)
		add(to, room, ", %zu of them", k->members);
	add(to, room, "%s", k->first->after);
}

/* Writes a line for a relation, or for all of its kind of which it is the first. */
static void
show(const struct judge *j, const struct relation *r, bool all, char *to, size_t room)
{
	const struct kind k = kind_of(j, r, all);
	const struct value *v = &r->value;
	char low[NUMBER], high[NUMBER];

	*to = '\0';
	add_label(j, &k, to, room);
	if (v->n == 0)
		return; /* the label is all there is */
	add(to, room, ": ");
	if (strcmp(show_number(low, k.low, v->unit, false), show_number(high, k.high, v->unit, false)) != 0)
		add(to, room, "%s to ", low);
	add(to, room, "%s", show_number(high, k.high, v->unit, true));
	if (!few(r) && !v->exact)
		add(to, room, " [%s, %s]", show_number(low, k.lo, v->unit, false),
		    show_number(high, k.hi, v->unit, false));
	if (!v->exact && !v->pooled)
		add(to, room, k.fewest == k.most ? ", n=%zu" : ", n=%zu to %zu", k.fewest, k.most);
	if (!few(r) && is_comparison(r) && !isnan(k.p))
		add(to, room, k.members == 1 ? ", p=%.2g" : ", p<=%.2g", k.p);
	add(to, room, "%s", k.members > 1 && r->state == RELATION_HOLDS ? ", all hold" : outcome(r));
}

/* --- the numbers of a verdict ----------------------------------------------------------------------------- */

static void
show_counts(const struct judge *j, char *to, size_t room)
{
	size_t of[RELATION_FAILS + 1] = {0};

	for (size_t i = 0; i < j->relations; i++)
		of[j->relation[i].state]++;
	if (j->relations < 5)
		return;
	snprintf(to, room, "of %zu relations %zu %s", j->relations, of[RELATION_HOLDS],
	         of[RELATION_HOLDS] == 1 ? "holds" : "hold");
	if (of[RELATION_OPEN])
		add(to, room, ", %zu %s open", of[RELATION_OPEN], of[RELATION_OPEN] == 1 ? "is" : "are");
	if (of[RELATION_FAILS])
		add(to, room, ", %zu %s", of[RELATION_FAILS], of[RELATION_FAILS] == 1 ? "fails" : "fail");
}

/* First what fails, then what is open; a kind stands where its first relation does. */
static void
show_relations(const struct judge *j, char *to, size_t room)
{
	static const enum relation_state order[] = {RELATION_FAILS, RELATION_OPEN, RELATION_HOLDS};
	char line[LINE];

	show_counts(j, to, room);
	for (size_t s = 0; s < sizeof order / sizeof *order; s++)
		for (size_t i = 0; i < j->relations; i++) {
			const struct relation *r = &j->relation[i];
			size_t kin = 1, earlier = 0;
			bool alone;

			if (r->state != order[s])
				continue;
			for (size_t o = 0; o < j->relations; o++) {
				kin += o != i && same_kind(r, &j->relation[o]);
				earlier += o < i && same_kind(r, &j->relation[o]);
			}
			alone = r->state == RELATION_FAILS || (r->state == RELATION_OPEN && !few(r) && kin <= ALONE);
			if (!alone && earlier > 0)
				continue;
			show(j, r, !alone, line, sizeof line);
			judge_append(to, room, "; ", line);
		}
}

/* --- the rule --------------------------------------------------------------------------------------------- */

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

/* Do only too few runs leave it open? */
static bool
lacks_runs(const struct judge *j)
{
	size_t lacking = 0;

	for (size_t i = 0; i < j->relations; i++) {
		if (j->relation[i].state == RELATION_OPEN && !few(&j->relation[i]))
			return false;
		lacking += few(&j->relation[i]);
	}
	return lacking > 0;
}

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
	const double ends[] = {fails ? v->hi : v->lo, fails ? v->lo : v->hi};
	const double low = distance(ends[0], d->lo), high = -distance(ends[1], d->hi);
	const double end = ends[low > high], bound = low <= high ? d->lo : d->hi;
	char first[NUMBER], other[NUMBER];

	snprintf(text, room, "%s%s%s", r->before, r->place, r->after);
	if (isnan(v->lo)) {
		add(text, room, "%s", few(r) ? ", too few runs" : "");
		return -INFINITY;
	}
	if ((v->exact && (isinf(d->lo) ? d->hi : d->lo) == 0) || (d->lo == d->hi && r->state == RELATION_HOLDS))
		return NAN;
	add(text, room, ", %s against %s", show_number(first, end, v->unit, true),
	    show_number(other, bound, v->unit, true));
	return fmin(low, high);
}

/* How far the median is from the nearest bound: as a logarithm, or for counts (pooled) as it is. */
static double
gap(const struct value *v, const struct demand *d)
{
	if (v->pooled)
		return fmin(fabs(v->middle - d->lo), fabs(v->middle - d->hi));
	return fmin(fabs(distance(v->middle, d->lo)), fabs(distance(v->middle, d->hi)));
}

/* About how many repetitions would decide an open relation, the way that its median points to. INFINITY: too many. */
static double
repetitions_for(const struct judge *j, const struct relation *r)
{
	const struct value *v = &r->value;
	const bool holds = v->middle > r->demand.lo && v->middle < r->demand.hi;
	size_t n;

	if (v->n == 0 || v->exact)
		return INFINITY;
	if (v->pooled) /* an interval narrows with the root of what is counted */
		return ceil((double)v->n * pow((v->hi - v->lo) / 2 / gap(v, &r->demand), 2));
	n = power_repetitions(gap(v, &r->demand), v->spread, holds ? STATS_LEVEL : bonferroni(j->comparisons),
	                      v->timed);
	return n > 0 && v->spread > 0 ? (double)n : INFINITY;
}

/* What this run lacks to decide the claim: "; about 24 repetitions would decide it". */
static void
add_lack(const struct judge *j, char *to, size_t room)
{
	double most = 0;

	for (size_t i = 0; i < j->relations; i++)
		if (j->relation[i].state == RELATION_OPEN)
			most = fmax(most, repetitions_for(j, &j->relation[i]));
	if (most <= POWER_MOST)
		add(to, room, "; about %.0f repetitions would decide it in four runs of five", most);
	else
		add(to, room, "; more than %d repetitions would be needed to decide it", POWER_MOST);
}

static void
write_margin(const struct judge *j, enum verdict_kind kind, char *to, size_t room)
{
	static const struct {
		const char *words;
		enum relation_state of;
	} worst[] = {[VERDICT_CONFIRMED] = {"closest: ", RELATION_HOLDS},
	             [VERDICT_CONTRADICTED] = {"farthest out: ", RELATION_FAILS},
	             [VERDICT_INCONCLUSIVE] = {"most open: ", RELATION_OPEN}};
	char text[LINE], closest[LINE] = "";
	double least = NAN;

	snprintf(to, room, "%s", j->allows);
	for (size_t i = 0; i < j->relations; i++) {
		const struct relation *r = &j->relation[i];
		const double slack = r->state == worst[kind].of ? slack_of(r, text, sizeof text) : NAN;

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

static void
write_verdict(const struct judge *j, struct verdict *v)
{
	const enum verdict_kind here = verdict_of(j);
	const bool larger = j->run->scale < j->least;
	const size_t room = sizeof v->numbers;
	char here_numbers[VERDICT_NUMBERS - 200] = "", line[LINE];

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
	show_relations(j, here_numbers, sizeof here_numbers - strlen(j->notes) - 8);
	if (*j->notes)
		judge_append(here_numbers, sizeof here_numbers, "; ", j->notes);
	judge_append(v->numbers, room, "", here_numbers);
	for (size_t i = 0; i < j->relations; i++) {
		show(j, &j->relation[i], false, line, sizeof line);
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

/* --- the board -------------------------------------------------------------------------------------------- */

const char claims_lack_runs[] = "There are too few repetitions for intervals, which take three processes. The medians "
				"shown decide nothing, and no cause in the filters need be sought.";

/* Sort key of an id. The paper's come first, A before B before S, each by number; then this suite's. The control, which
 * is not a claim, is last. */
static long
place_of(const char *id)
{
	enum { LETTER = 1000 };
	static const char letters[] = "ABSLXHKPGTC"; /* others follow */
	char *end;
	const long n = strtol(id + 1, &end, 10);

	return (end == id + 1 ? (long)sizeof letters : (long)strcspn(letters, (char[]){*id, 0})) * LETTER + n;
}

/* Among equals the experiment that reports show first, and its claim that stands first, come first. */
static int
compare_judged(const void *a, const void *b)
{
	const struct judged *p = a, *q = b;
	const long x = place_of(p->claim->id), y = place_of(q->claim->id);
	const size_t s = experiment_index(p->experiment->id), t = experiment_index(q->experiment->id);

	if (x != y)
		return x < y ? -1 : 1;
	return s != t ? (s > t) - (s < t) : (p->claim > q->claim) - (p->claim < q->claim);
}

static const char *
paragraph_of(const struct judged *j)
{
	switch (j->verdict.kind) {
	case VERDICT_CONTRADICTED:
		return j->claim->if_contradicted;
	case VERDICT_INCONCLUSIVE:
		return j->verdict.lacks_runs ? claims_lack_runs : j->claim->if_inconclusive;
	default:
		return NULL;
	}
}

/* If the control separated a filter from itself, adds a warning to every verdict on speed. */
static void
warn_of_control(struct board *board)
{
	static const char warning[] =
		"; in this run the control, one filter against itself, came out separated: see A/A";
	const struct experiment *control = experiment_find("c2");
	bool separated = false;

	for (size_t i = 0; i < board->count; i++)
		separated |= board->at[i].experiment == control && board->at[i].verdict.kind == VERDICT_CONTRADICTED;
	for (size_t i = 0; separated && i < board->count; i++) {
		struct judged *j = &board->at[i];
		size_t used = strlen(j->verdict.margin);

		if (j->experiment->timed && j->experiment != control && j->verdict.kind != VERDICT_NOT_RUN &&
		    j->verdict.kind != VERDICT_NOT_ASKED)
			snprintf(j->verdict.margin + used, sizeof j->verdict.margin - used, "%s",
			         warning + (used ? 0 : 2));
	}
}

/* The paper's claims concern random keys, so a run on other keys does not test them. It does test the control, which
 * compares one filter with itself. */
static void
judge_one(const struct run_data *d, struct judged *j)
{
	if (!d->samples->shown[experiment_index(j->experiment->id)])
		j->verdict.kind = VERDICT_NOT_ASKED;
	else if (*d->samples->keys && j->experiment->keys == KEYS_OWN && strcmp(j->experiment->id, "c2") != 0)
		snprintf(j->verdict.numbers, sizeof j->verdict.numbers,
		         "this run has %s, where the claim is of random ones", d->samples->keys);
	else
		judge_claim(d, j->claim, &j->verdict, NULL);
	j->paragraph = paragraph_of(j);
}

void
board_make(struct board *board, const struct run_data *d)
{
	*board = (struct board){.given_up = d->samples->given_up};
	for (size_t e = 0; experiment_all[e]; e++) {
		board->separates[e] = separation_of(d, experiment_all[e]);
		for (const struct claim *c = experiment_all[e]->claims; c && c->id; c++) {
			board->at = memory_grown(board->at, board->count, sizeof *board->at);
			board->at[board->count++] = (struct judged){
				.claim = c, .experiment = experiment_all[e], .verdict.kind = VERDICT_NOT_RUN};
		}
	}
	qsort(board->at, board->count, sizeof *board->at, compare_judged);
	for (size_t i = 0; i < board->count; i++) {
		judge_one(d, &board->at[i]);
		board->of_kind[board->at[i].verdict.kind]++;
	}
	warn_of_control(board);
}

void
board_free(struct board *board)
{
	free(board->at);
	*board = (struct board){0};
}

/* Splits the lines of a text into a JSON array. */
static json_t *
lines_json(const char *text)
{
	json_t *all = json_array();

	while (all && *text) {
		size_t n = strcspn(text, "\n");

		if (json_array_append_new(all, json_stringn(text, n)) != 0) {
			json_decref(all);
			return NULL;
		}
		text += n + (text[n] != '\0');
	}
	return all;
}

static json_t *
judged_json(const struct judged *j)
{
	return json_pack("{s:s,s:s,s:s,s:s,s:s,s:s,s:s,s:s,s:s?,s:o}", "id", j->claim->id, "claim", j->claim->says,
	                 "source", j->claim->source, "experiment", j->experiment->id, "predicate", j->claim->predicate,
	                 "verdict", verdict_names[j->verdict.kind], "numbers", j->verdict.numbers, "margin",
	                 j->verdict.margin, "paragraph", j->paragraph, "relations", lines_json(j->verdict.relations));
}

/* By experiment: the least difference that the run separates, as a share, and what it follows from. */
static json_t *
separates_json(const struct board *board)
{
	json_t *all = json_object();

	for (size_t e = 0; experiment_all[e]; e++) {
		const struct separation *s = &board->separates[e];

		if (s->pairs > 0 && isfinite(s->least))
			json_object_set_new(all, experiment_all[e]->id,
			                    json_pack("{s:f,s:f,s:I}", "difference", s->least, "spread", s->spread,
			                              "repetitions", (json_int_t)s->repetitions));
	}
	return all;
}

int
board_write_json(const struct board *board, FILE *f)
{
	json_t *claims = json_array(), *counts = json_object(), *all;
	char text[GIVEN_UP_TEXT];
	bool complete = true;
	int status;

	for (size_t i = 0; i < board->count; i++)
		complete &= json_array_append_new(claims, judged_json(&board->at[i])) == 0;
	for (int k = 0; k < VERDICT_KINDS; k++)
		json_object_set_new(counts, verdict_names[k], json_integer((json_int_t)board->of_kind[k]));
	all = json_pack("{sososo}", "claims", claims, "verdicts", counts, "separates", separates_json(board));
	if (given_up_any(&board->given_up))
		json_object_set_new(all, "given_up", json_string(given_up_text(&board->given_up, text)));
	if (!all || !complete) {
		json_decref(all);
		errno = ENOMEM;
		return -1;
	}
	status = json_dumpf(all, f, JSON_INDENT(2));
	json_decref(all);
	return status != 0 || fputc('\n', f) == EOF || ferror(f) ? -1 : 0;
}

int
claims_write(struct run_data *d, struct failure *f)
{
	struct files_new new;

	if (files_begin(&new, "%s/claims.json", d->dir) && board_write_json(run_data_board(d), new.stream) != 0) {
		files_abandon(&new);
		return failed_at(f, STATUS_FAILED, new.path);
	}
	return files_finish(&new, STATUS_FAILED, f);
}
