/* SPDX-License-Identifier: MIT */
/*
 * conform_sequence.c - runs operations on a plug-in's filter and on a model, and checks every promise after each of
 * them.
 *
 *      atoms --> calls --> filter (and its twin)     the log grows before each call: after a crash it shows that call
 *                  \-----> model: how often each key is in
 *  Any part of a sequence is a sequence, too. An operation that is not allowed at its turn, such as removing a key that
 * is not in, is left out.
 */
#include "harness/filters/conform_parts.h"

#include "harness/base/memory.h"
#include "harness/timing/answers.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* After this many refusals a filter is full, and would refuse the rest of a fill, too. */
enum { REFUSALS = 8, PROBES = 256 };

struct trial {
	const struct sequence *s;
	const struct kit *kit;
	FILE *out;
	struct subject a, b;
	struct key_counts in; /* the model */
	size_t refusals;
	uint64_t *batch, probe[PROBES];
	uint8_t *hit, *hit_b;
};

static void
trial_init(struct trial *t)
{
	key_counts_init(&t->in, t->s->atom, t->s->n);
	t->batch = memory_new(t->s->n + 1, sizeof *t->batch);
	t->hit = memory_new(t->s->n + PROBES + 16, 1);
	t->hit_b = memory_new(t->s->n + PROBES + 16, 1);
}

/* Frees what it has, so that a leak checker (valgrind) finds only what the plug-in has leaked. */
static void
trial_free(struct trial *t)
{
	key_counts_free(&t->in);
	free(t->batch);
	free(t->hit);
	free(t->hit_b);
}

/* --- promises ----------------------------------------------------------------------------------------------------- */

/* Looks up n keys, into hit. Checks the answers, their count, and that nothing behind them was
 * written. */
static bool
conform_sequence_ask(struct trial *t, struct subject *s, const uint64_t *keys, size_t n, uint8_t *hit)
{
	char why[ANSWERS_WHY];
	enum answers answers;

	memset(hit, 0xa5, n + 8);
	answers = answers_look(hit, n, s->ops->contains(s->filter, keys, n, hit), why);
	if (answers == ANSWERS_NEITHER)
		return verdict(t->out, 'V', "%s", why);
	for (size_t i = n; i < n + 8; i++)
		if (hit[i] != 0xa5)
			return verdict(t->out, 'B', "contains wrote beyond the %zu answers of its keys", n);
	return answers == ANSWERS_RIGHT || verdict(t->out, 'S', "%s", why);
}

/* Draws keys from the whole range, of which hardly any is in. */
static void
choose_probes(struct trial *t)
{
	for (size_t i = 0; i < PROBES; i++)
		t->probe[i] = (i + 1) * UINT64_C(0x9e3779b97f4a7c15);
}

/* Checks that all keys that are in are found, that the number of items is right, and that check finds no fault. */
static bool
check_state(struct trial *t, struct subject *s)
{
	const char *fault = NULL;
	uint64_t items;
	size_t n = 0;
	bool good;

	fflush(t->out);
	if (s->ops->check) {
		now_calls("check", NULL, 0);
		fault = s->ops->check(s->filter);
	}
	for (size_t i = 0; i < t->in.keys; i++)
		if (t->in.count[i])
			t->batch[n++] = t->in.key[i];
	now_calls("contains", t->batch, n);
	good = conform_sequence_ask(t, s, t->batch, n, t->hit);
	now_calls("info", NULL, 0);
	items = subject_items(s);
	now_returned();
	if (!good)
		return false;
	for (size_t i = 0; i < n; i++)
		if (!t->hit[i]) {
			fprintf(t->out, "; contains %" PRIu64 " -> absent (it was accepted)", t->batch[i]);
			return verdict(t->out, 'A', "a key that is in is reported absent");
		}
	if (!kit_memory_whole(&s->host))
		return verdict(t->out, 'G', "%s", s->host.fault);
	if (items != t->in.total)
		return verdict(t->out, 'N', "info says %" PRIu64 " items, and %zu are in", items, t->in.total);
	return fault ? verdict(t->out, 'I', "check: %.160s", fault) : true;
}

/* Reports the fault that an oracle found. */
static bool
oracle_says(struct trial *t, char kind, const char *fault)
{
	return !fault || verdict(t->out, kind, "%s", fault);
}

static bool
same_answers(struct trial *t, size_t n)
{
	static const char *const of[] = {"", "of which one got its keys one by one", "of the same seed and calls"};

	if (!conform_sequence_ask(t, &t->b, t->batch, n, t->hit_b))
		return false;
	for (size_t i = 0; i < n; i++)
		if (t->hit[i] != t->hit_b[i]) {
			fprintf(t->out, "; contains %" PRIu64 " -> %u and %u", t->batch[i], t->hit[i], t->hit_b[i]);
			return verdict(t->out, 'D', "two filters differ, %s", of[t->s->twin]);
		}
	return true;
}

/* --- operations --------------------------------------------------------------------------------------------------- */

/* Before an insertion that may be refused, notes the answers to keys that are not in, the first one of the call among
 * them. */
static bool
probe_before(struct trial *t)
{
	bool good;

	choose_probes(t);
	t->probe[0] = t->batch[0];
	now_calls("contains", t->probe, PROBES);
	good = conform_sequence_ask(t, &t->a, t->probe, PROBES, t->hit_b);
	now_returned();
	return good;
}

/* After a call whose first key was refused, each of those answers is as it was. */
static bool
probe_refused(struct trial *t)
{
	if (!conform_sequence_ask(t, &t->a, t->probe, PROBES, t->hit))
		return false;
	return memcmp(t->hit, t->hit_b, PROBES) == 0 || verdict(t->out, 'Q', "a refusal has changed an answer");
}

static bool
do_insert(struct trial *t, size_t n)
{
	const bool fills = t->a.ops->caps & CUCKOOBENCH_FILLS;
	const size_t got = t->a.ops->insert(t->a.filter, t->batch, n);
	size_t other;

	if (got > n)
		return verdict(t->out, 'N', "insert returned %zu for %zu keys", got, n);
	if (got < n)
		fprintf(t->out, " -> %zu of %zu", got, n);
	if (got < n && !fills)
		return verdict(t->out, 'F', "a key is refused, and the filter does not say CUCKOOBENCH_FILLS");
	if (t->s->twin) {
		other = subject_call(t->a.ops->insert, t->b.filter, t->batch, n, t->s->twin == TWIN_SINGLE, true);
		if (other != got)
			return verdict(t->out, 'D', "insert accepted %zu of %zu keys, and %zu of them in a twin %s",
			               got, n, other,
			               t->s->twin == TWIN_SINGLE ? "that got them one by one"
			                                         : "of the same seed and calls");
	}
	t->refusals += got < n;
	for (size_t i = 0; i < got; i++)
		++*key_counts_of(&t->in, t->batch[i]);
	t->in.total += got;
	return got > 0 || probe_refused(t);
}

static bool
do_remove(struct trial *t, size_t n)
{
	const size_t got = t->a.ops->remove(t->a.filter, t->batch, n);

	if (got != n) {
		fprintf(t->out, " -> %zu of %zu", got, n);
		return verdict(t->out, 'R', "remove found %zu of %zu keys that are in", got, n);
	}
	if (t->s->twin &&
	    subject_call(t->a.ops->remove, t->b.filter, t->batch, n, t->s->twin == TWIN_SINGLE, false) != n)
		return verdict(t->out, 'R', "remove did not find a key that is in");
	for (size_t i = 0; i < n; i++)
		--*key_counts_of(&t->in, t->batch[i]);
	t->in.total -= n;
	return true;
}

/* Replaces the filter by one that is loaded from its save. */
static bool
do_reload(struct trial *t)
{
	struct subject *a = &t->a;
	const size_t bytes = a->ops->save(a->filter, NULL, 0);
	uint8_t *saved = memory_new(bytes + 8, 1);
	void *loaded = NULL;
	int32_t status;

	memset(saved, 0xa5, bytes + 8);
	choose_probes(t);
	if (!conform_sequence_ask(t, a, t->probe, PROBES, t->hit_b))
		return false;
	if (a->ops->save(a->filter, saved, bytes) != bytes)
		return verdict(t->out, 'W', "save says twice how many bytes it takes, and not the same");
	for (size_t i = bytes; i < bytes + 8; i++)
		if (saved[i] != 0xa5)
			return verdict(t->out, 'W', "save wrote beyond the room it was given");
	now_calls("load", NULL, 0);
	status = a->ops->load(&a->params, saved, bytes, &loaded);
	now_returned();
	free(saved);
	if (status != CUCKOOBENCH_OK || !loaded)
		return verdict(t->out, 'W', "load refuses what save wrote (%d)", status);
	if (t->kit->oracle && !oracle_says(t, 'W', t->kit->oracle->same(a->filter, loaded)))
		return false;
	now_calls("destroy", NULL, 0);
	a->ops->destroy(a->filter);
	now_returned();
	a->filter = loaded;
	if (!conform_sequence_ask(t, a, t->probe, PROBES, t->hit))
		return false;
	return memcmp(t->hit, t->hit_b, PROBES) == 0
	               ? true
	               : verdict(t->out, 'W',
	                         "the filter that was loaded answers otherwise than the one that was saved");
}

/* Collects the keys of atoms from..to whose operation is allowed now. Meanwhile the model has what the call has done up
 * to each of them. */
static size_t
collect(struct trial *t, size_t from, size_t to)
{
	const struct atom *atom = t->s->atom;
	const bool copies = t->a.ops->caps & CUCKOOBENCH_MULTISET;
	const uint32_t change = atom[from].act == ACT_INSERT ? 1 : atom[from].act == ACT_REMOVE ? UINT32_MAX : 0;
	size_t n = 0;

	for (size_t i = from; i < to; i++) {
		uint32_t *there = key_counts_of(&t->in, atom[i].key);

		if ((atom[i].act == ACT_INSERT && !copies && *there) || (atom[i].act == ACT_REMOVE && !*there))
			continue;
		*there += change;
		t->batch[n++] = atom[i].key;
	}
	for (size_t i = 0; i < n; i++)
		*key_counts_of(&t->in, t->batch[i]) -= change;
	return n;
}

static bool
do_step(struct trial *t, size_t from, size_t to)
{
	static const char *const words[] = {"insert", "contains", "remove", "save and load"};
	const enum act act = t->s->atom[from].act;
	const bool fills = t->a.ops->caps & CUCKOOBENCH_FILLS;
	const size_t n = act == ACT_RELOAD ? 0 : collect(t, from, to);
	bool good;

	if ((n == 0 && act != ACT_RELOAD) || (act == ACT_INSERT && t->refusals >= REFUSALS))
		return true;
	if (act == ACT_INSERT && fills && !probe_before(t))
		return false;
	fprintf(t->out, "; %s", words[act]);
	tell_keys(t->out, t->batch, n);
	if (act == ACT_CONTAINS)
		return conform_sequence_ask(t, &t->a, t->batch, n, t->hit) && (!t->s->twin || same_answers(t, n));
	good = act == ACT_INSERT ? do_insert(t, n) : act == ACT_REMOVE ? do_remove(t, n) : do_reload(t);
	return good && check_state(t, &t->a) && (!t->s->twin || check_state(t, &t->b));
}

/* Compares the twins; and what is left after all keys are removed, from the last one back, with a new filter. */
static bool
ask_oracle(struct trial *t, const struct filter_params *params)
{
	const struct oracle *oracle = t->kit->oracle;
	struct subject fresh;
	bool good = !t->s->twin || oracle_says(t, 'D', oracle->same(t->a.filter, t->b.filter));

	for (size_t i = t->in.keys; i-- > 0 && t->a.ops->remove;)
		for (size_t n = t->in.count[i]; n > 0 && good; n--) {
			t->batch[0] = t->in.key[i];
			good = do_remove(t, 1);
		}
	if (!good || !t->a.ops->remove)
		return good;
	fputs("; remove all", t->out);
	if (!check_state(t, &t->a) || !subject_create(&fresh, t->kit, params, t->out))
		return false;
	good = oracle_says(t, 'E', oracle->emptied(t->a.filter, fresh.filter));
	fresh.ops->destroy(fresh.filter);
	return good;
}

/* Looks up keys that were never in. A filter that reports all of them present keeps all promises. Returns false after a
 * verdict. */
static bool
probe_absent(struct trial *t, bool *takes_all)
{
	choose_probes(t);
	if (!conform_sequence_ask(t, &t->a, t->probe, PROBES, t->hit))
		return false;
	*takes_all = !memchr(t->hit, 0, PROBES);
	return true;
}

struct job {
	const struct kit *kit;
	const struct sequence *s;
};

static void
body(FILE *out, void *context)
{
	const struct job *job = context;
	const struct sequence *s = job->s;
	const struct filter_params sized = {.bytes = s->bytes, .seed = s->seed},
				   *params = job->kit->shape ? job->kit->shape : &sized;
	struct trial t = {.s = s, .kit = job->kit, .out = out};
	bool takes_all = false;

	if (job->kit->shape)
		tell(out, "create %s", job->kit->text);
	else
		tell(out, "create bytes=%" PRIu64 " seed=%" PRIu64, s->bytes, s->seed);
	if (!subject_create(&t.a, job->kit, params, out) || (s->twin && !subject_create(&t.b, job->kit, params, out)))
		return;
	trial_init(&t);
	for (size_t from = 0, to; from < s->n; from = to) {
		for (to = from + 1;
		     to < s->n && s->atom[to].step == s->atom[from].step && s->atom[to].act == s->atom[from].act; to++)
			;
		if (!do_step(&t, from, to))
			return;
	}
	if ((s->strangers && !probe_absent(&t, &takes_all)) || (job->kit->oracle && !ask_oracle(&t, params)))
		return;
	if (subject_destroy(&t.a, out) && (!s->twin || subject_destroy(&t.b, out)) && takes_all)
		fprintf(out, "\n?says of %d keys that were never put in that all are in\n", PROBES);
	trial_free(&t);
}

struct outcome
sequence_run(const struct kit *kit, const struct sequence *s)
{
	struct job job = {kit, s};

	return outcome_of(kit, body, &job);
}
