/* SPDX-License-Identifier: MIT */
/* compare_conditions.c - under which conditions the two runs were made, and notes on what limits their comparison. */
#include "harness/base/files.h"
#include "harness/base/memory.h"
#include "harness/report/compare.h"
#include "harness/run/manifest_facts.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

bool
compare_same_fact(const struct comparison *c, const char *group, const char *key)
{
	json_t *a = run_data_fact(&c->side[0], group, key), *b = run_data_fact(&c->side[1], group, key);

	return a == b || json_equal(a, b);
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

/* A typing slip, as a rule. */
static void
note_itself(struct comparison *c)
{
	if (files_same(c->side[0].dir, c->side[1].dir))
		add_note(c, true, "A and B are the same run: what follows says nothing");
}

static const char *
setting_of(const struct run_data *side, const char *key, const char *without, char text[FACT_TEXT])
{
	const json_t *value = run_data_fact(side, "run", key);

	return without && !value ? without : fact_text(value, text);
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
	char text[SIDES][FACT_TEXT];

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
			const bool seen = s == 1 && json_object_get(json_object_get(c->side[0].manifest, group), key);

			if (seen || !manifest_tells_machines_apart(key) || compare_same_fact(c, group, key) ||
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

		if (g->timed.cells > 0)
			add_note(c, true,
			         "%s has %u of %u repetitions, for its time budget of %s: its intervals are wider, and "
			         "fewer differences are separated",
			         compare_letter[s], g->timed.kept, g->timed.planned,
			         given_up_duration(g->seconds, budget));
	}
}

void
compare_note_conditions(struct comparison *c)
{
	char text[COMPARE_TEXT];

	note_itself(c);
	note_settings(c);
	note_given_up(c);
	note_pages(c);
	if (differing_keys(c, "program", text))
		add_note(c, true,
		         "different builds (%.200s): a difference may be the code's or the compiler's, not the "
		         "machine's",
		         text);
	for (int s = 0; s < SIDES; s++) {
		if (json_is_true(run_data_fact(&c->side[s], "program", "git_dirty")))
			add_note(c, false,
			         "%s was built from sources with changes that are not committed: its commit alone does "
			         "not say what ran",
			         compare_letter[s]);
		if (json_array_size(json_object_get(c->side[s].manifest, "mixed")) > 0)
			add_note(c, true, "%s is mixed from several builds or machines: its manifest says which",
			         compare_letter[s]);
		if (!json_is_string(run_data_fact(&c->side[s], "run", "finished")))
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
