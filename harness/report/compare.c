/* SPDX-License-Identifier: MIT */
/* compare.c - see compare.h. */
#include "harness/report/compare.h"

#include "harness/base/memory.h"
#include "harness/run/manifest_facts.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const char *const compare_letter[SIDES] = {"A", "B"};
const char *const compare_outcome_names[COMPARE_OUTCOMES] = {
	[COMPARE_EQUAL] = "equal",
	[COMPARE_DIFFERS] = "differs",
	[COMPARE_SEPARATED] = "separated",
	[COMPARE_NOT_SEPARATED] = "not separated",
	[COMPARE_NO_INTERVAL] = "no interval",
	[COMPARE_ONE_SIDED] = "in one run only",
};

/* --- points ----------------------------------------------------------------------------------------------- */

/* Is the point a measurement of this machine? These are speeds and their shares of ceilings, durations, the processor's
 * counts of cache misses, the pages that the system gave, and values computed from timings. */
bool
compare_is_measured(const struct experiment *e, const struct point *p)
{
	return strcmp(p->unit, "Mops/s") == 0 || strcmp(p->unit, "share") == 0 || strcmp(p->unit, "ns") == 0 ||
	       strncmp(p->metric, "misses_", 7) == 0 || strcmp(p->metric, "huge_pages") == 0 || (e->timed && p->n == 0);
}

static bool
same_number(double a, double b)
{
	return a == b || (isnan(a) && isnan(b));
}

/* Are all known values of a point equal, to the last bit? The reduced data have no variance. */
static bool
same_values(const struct point *a, const struct point *b)
{
	return a->n == b->n && same_number(a->median, b->median) && same_number(a->lo, b->lo) &&
	       same_number(a->hi, b->hi) && same_number(a->mean, b->mean) && same_number(a->min, b->min) &&
	       same_number(a->max, b->max);
}

static enum compare_outcome
row_outcome(const struct experiment *e, const struct point *a, const struct point *b, bool same_conditions)
{
	if (!a || !b)
		return COMPARE_ONE_SIDED;
	if (same_values(a, b))
		return COMPARE_EQUAL;
	if (same_conditions && a->n == b->n && !compare_is_measured(e, a))
		return COMPARE_DIFFERS;
	if (isnan(a->lo) || isnan(a->hi) || isnan(b->lo) || isnan(b->hi))
		return COMPARE_NO_INTERVAL;
	return a->hi < b->lo || b->hi < a->lo ? COMPARE_SEPARATED : COMPARE_NOT_SEPARATED;
}

static struct compare_row
make_row(const struct experiment *e, const struct point *a, const struct point *b, bool same_conditions)
{
	struct compare_row row = {{a, b}, row_outcome(e, a, b, same_conditions), NAN, NAN, NAN};

	if (!a || !b || !(a->median > 0) || !(b->median > 0))
		return row;
	row.ratio = b->median / a->median;
	/* Each interval holds with 95 %, so together they hold with at least 90 %. */
	if (a->lo > 0 && b->lo > 0) {
		row.lo = b->lo / a->hi;
		row.hi = b->hi / a->lo;
	}
	return row;
}

static int
compare_names(const struct point *a, const struct point *b)
{
	int c;

	if ((c = strcmp(a->panel, b->panel)) || (c = strcmp(a->series, b->series)))
		return c;
	return strcmp(a->metric, b->metric);
}

/* The number of points, from the i-th on, in one line: they differ only in x. */
static size_t
line_length(const struct points *p, size_t i)
{
	size_t n = 1;

	while (i + n < p->count && compare_names(&p->at[i], &p->at[i + n]) == 0)
		n++;
	return n;
}

/*
 * Have two lines of n points the same x? A measured x (a false positive rate, the occupancy of a full filter) depends
 * on the keys, so it need not be equal to the last digit.
 */
static bool
same_line(const struct point *a, const struct point *b, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (fabs(a[i].x - b[i].x) > 0.25 * fmax(fabs(a[i].x), fabs(b[i].x)))
			return false;
	return true;
}

static void
add_row(struct comparison *c, size_t which, const struct point *a, const struct point *b)
{
	struct compare_part *part = &c->part[which];
	struct compare_row *row = &part->at[part->count++];

	*row = make_row(experiment_all[which], a, b, c->same_conditions);
	part->of[row->outcome]++;
	c->of[row->outcome]++;
}

/* Compares two lines of one name, with n and m points: point by point if they have the same x, else by x. */
static void
compare_lines(struct comparison *c, size_t which, const struct point *a, size_t n, const struct point *b, size_t m)
{
	const bool by_place = n == m && same_line(a, b, n);

	while (n > 0 || m > 0) {
		double x = n ? a->x : INFINITY, y = m ? b->x : INFINITY;
		const bool take_a = by_place || x <= y, take_b = by_place || y <= x;

		add_row(c, which, take_a ? a : NULL, take_b ? b : NULL);
		a += take_a, n -= take_a;
		b += take_b, m -= take_b;
	}
}

/* Compares an experiment line by line, in one pass, because both lists are sorted alike (points_sort). */
static void
compare_points_of(struct comparison *c, size_t which)
{
	const struct points *a = &c->side[0].points[which], *b = &c->side[1].points[which];
	size_t i = 0, j = 0;

	c->part[which].at = calloc(a->count + b->count + 1, sizeof *c->part[which].at);
	memory_needed(c->part[which].at);
	while (i < a->count || j < b->count) {
		int order = i == a->count ? 1 : j == b->count ? -1 : compare_names(&a->at[i], &b->at[j]);
		size_t n = order <= 0 ? line_length(a, i) : 0, m = order >= 0 ? line_length(b, j) : 0;

		compare_lines(c, which, a->at + i, n, b->at + j, m);
		i += n;
		j += m;
	}
}

/* --- conditions ------------------------------------------------------------------------------------------- */

const char *
compare_value(const json_t *value, char text[COMPARE_TEXT])
{
	char *dump;

	if (json_is_string(value)) {
		snprintf(text, COMPARE_TEXT, "%s", json_string_value(value));
	} else if (!value || json_is_null(value)) {
		snprintf(text, COMPARE_TEXT, "unknown");
	} else {
		dump = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_SORT_KEYS);
		snprintf(text, COMPARE_TEXT, "%s", dump ? dump : "unknown");
		free(dump);
	}
	return *text ? text : "unknown";
}

static json_t *
fact(const struct compare_side *side, const char *group, const char *key)
{
	return json_object_get(json_object_get(side->manifest, group), key);
}

const char *
compare_fact(const struct compare_side *side, const char *group, const char *key, char text[COMPARE_TEXT])
{
	return compare_value(fact(side, group, key), text);
}

static bool
same_fact(const struct comparison *c, const char *group, const char *key)
{
	json_t *a = fact(&c->side[0], group, key), *b = fact(&c->side[1], group, key);

	/* A missing value is as unknown as null. */
	return json_equal(a, b) || ((!a || json_is_null(a)) && (!b || json_is_null(b)));
}

static void __attribute__((format(printf, 3, 4))) add_note(struct comparison *c, bool warning, const char *format, ...)
{
	va_list args;

	c->note = memory_grown(c->note, c->notes, sizeof *c->note);
	c->note[c->notes].warning = warning;
	va_start(args, format);
	vsnprintf(c->note[c->notes++].text, COMPARE_TEXT, format, args);
	va_end(args);
}

static const char *
setting_of(const struct compare_side *side, const char *key, const char *without, char text[COMPARE_TEXT])
{
	const json_t *value = fact(side, "run", key);

	return without && (!value || json_is_null(value)) ? without : compare_value(value, text);
}

/* Notes the settings that differ, and what follows from each. */
static void
note_settings(struct comparison *c)
{
	static const struct {
		const char *key, *name, *consequence, *without; /* value of a run that lacks the key */
	} settings[] = {
		{"seed", "seeds",
	         "the filters saw other keys, so what is deterministic need not be equal; intervals are all that can "
	         "be compared",
	         NULL},
		{"own_keys", "keys", "what follows from the keys need not be equal, and tables may be of other sizes",
	         "random integers"},
		{"asked", "questions",
	         "the filters were asked for other keys, so speeds and false positive rates need not be equal",
	         "the suite's"},
		{"hash", "hashes",
	         "every speed contains the hash and every load and false positive rate rests on it, so no difference "
	         "can be put down to the machine or the build",
	         NULL},
		{"pages", "page sizes",
	         "with small pages a random read also misses the translation buffer, so differences in speed cannot be "
	         "put down to anything else",
	         NULL},
	};
	char text[SIDES][COMPARE_TEXT];

	for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
		const char *a = setting_of(&c->side[0], settings[i].key, settings[i].without, text[0]);
		const char *b = setting_of(&c->side[1], settings[i].key, settings[i].without, text[1]);

		if (strcmp(a, b) != 0)
			add_note(c, true, "different %s (A %.40s, B %.40s): %s", settings[i].name, a, b,
			         settings[i].consequence);
	}
}

/* Writes to text the keys of a group whose values differ. False if there are none. */
static bool
differing_keys(const struct comparison *c, const char *group, char text[COMPARE_TEXT])
{
	size_t n = 0;

	*text = '\0';
	for (int s = 0; s < SIDES; s++) {
		const char *key;
		json_t *value;

		json_object_foreach(json_object_get(c->side[s].manifest, group), key, value)
		{
			const bool seen = s == 1 && fact(&c->side[0], group, key);

			if (seen || !manifest_tells_machines_apart(key) || same_fact(c, group, key) ||
			    n >= COMPARE_TEXT - 80)
				continue;
			n += (size_t)snprintf(text + n, COMPARE_TEXT - n, "%s%.60s", n ? ", " : "", key);
		}
	}
	return n > 0;
}

/* Notes a difference in the pages that the filters of Table 3 really got. The setting is only a request. */
static void
note_pages(struct comparison *c)
{
	const size_t t3 = experiment_index("t3");
	const struct compare_row *worst = NULL;

	for (size_t i = 0; experiment_find("t3") && i < c->part[t3].count; i++) {
		const struct compare_row *r = &c->part[t3].at[i];

		if (!r->side[0] || !r->side[1] || strcmp(r->side[0]->metric, "huge_pages") != 0)
			continue;
		if (!worst || fabs(r->side[0]->median - r->side[1]->median) >
		                      fabs(worst->side[0]->median - worst->side[1]->median))
			worst = r;
	}
	if (worst && fabs(worst->side[0]->median - worst->side[1]->median) > 0.1)
		add_note(c, true,
		         "other pages were obtained (%s: A %.0f %%, B %.0f %% of the table in huge pages): differences "
		         "in speed may come from that alone",
		         worst->side[0]->series, 100 * worst->side[0]->median, 100 * worst->side[1]->median);
}

/* A time budget took repetitions: intervals are wider, and less is separated. */
static void
note_given_up(struct comparison *c)
{
	for (int s = 0; s < SIDES; s++) {
		const struct given_up *g = &c->side[s].board.given_up;
		char budget[24];

		if (g->cells > 0)
			add_note(c, true,
			         "%s has %u of %u repetitions, for its time budget of %s: its intervals are wider, and "
			         "fewer differences are separated",
			         compare_letter[s], g->kept, g->planned, given_up_duration(g->seconds, budget));
		else if (g->retries > 0)
			add_note(c, true, "%s has %zu disturbed measurements that its time budget of %s left so",
			         compare_letter[s], g->retries, given_up_duration(g->seconds, budget));
	}
}

static void
note_conditions(struct comparison *c)
{
	char text[COMPARE_TEXT];

	note_settings(c);
	note_given_up(c);
	note_pages(c);
	if (differing_keys(c, "program", text))
		add_note(c, true,
		         "different builds (%.200s): a difference may be the code's or the compiler's, not the "
		         "machine's",
		         text);
	for (int s = 0; s < SIDES; s++) {
		if (json_is_true(fact(&c->side[s], "program", "git_dirty")))
			add_note(c, false,
			         "%s was built from sources with changes that are not committed: its commit alone does "
			         "not say what ran",
			         compare_letter[s]);
		if (json_array_size(json_object_get(c->side[s].manifest, "mixed")) > 0)
			add_note(c, true, "%s is mixed from several builds or machines: its manifest says which",
			         compare_letter[s]);
		if (!json_is_string(fact(&c->side[s], "run", "finished")))
			add_note(c, true, "%s did not finish: what is missing there may have changed a verdict",
			         compare_letter[s]);
	}
	if (differing_keys(c, "machine", text))
		add_note(c, false,
		         "different machines (%.200s): speeds are expected to differ; verdicts are about relations "
		         "between filters, and those compare",
		         text);
	if (c->of[COMPARE_DIFFERS] > 0)
		add_note(c, true,
		         "%zu deterministic points differ though seed, hash and scale are the same: one of the builds "
		         "computes something else",
		         c->of[COMPARE_DIFFERS]);
}

/* --- all -------------------------------------------------------------------------------------------------- */

static int
load_sides(struct comparison *c, const char *const dir[SIDES])
{
	for (int s = 0; s < SIDES; s++)
		if (compare_load(&c->side[s], dir[s]) != 0)
			return -1;
	if (c->side[0].scale == c->side[1].scale)
		return 0;
	fprintf(stderr,
	        "cuckoobench: compare: %s is of scale %s and %s of scale %s: tables of other sizes cannot be "
	        "compared\n",
	        dir[0], scale_names[c->side[0].scale], dir[1], scale_names[c->side[1].scale]);
	return -1;
}

int
comparison_make(struct comparison *c, const char *a, const char *b)
{
	size_t n = 0;

	*c = (struct comparison){0};
	if (load_sides(c, (const char *const[SIDES]){a, b}) != 0)
		return -1;
	while (experiment_all[n])
		n++;
	c->part = calloc(n + 1, sizeof *c->part);
	memory_needed(c->part);
	c->same_conditions = same_fact(c, "run", "seed") && same_fact(c, "run", "hash");
	for (size_t i = 0; i < n; i++)
		compare_points_of(c, i);
	/* One program made both boards, so they have the same claims in the same order. */
	for (size_t i = 0; i < c->side[0].board.count; i++)
		c->changed += c->side[0].board.at[i].verdict.kind != c->side[1].board.at[i].verdict.kind;
	note_conditions(c);
	return 0;
}

void
comparison_free(struct comparison *c)
{
	for (size_t i = 0; c->part && experiment_all[i]; i++)
		free(c->part[i].at);
	free(c->part);
	free(c->note);
	for (int s = 0; s < SIDES; s++)
		compare_unload(&c->side[s]);
	*c = (struct comparison){0};
}
