/* SPDX-License-Identifier: MIT */
/* command_ab.c - `cuckoobench ab OLD NEW`: chooses the filters that both have and the sizes, runs cell by cell (ab.h),
 * and returns the status. */
#include "harness/ab/ab.h"

#include "harness/base/files.h"
#include "harness/base/memory.h"
#include "harness/base/nearest.h"
#include "harness/base/values.h"
#include "harness/cli/commands.h"
#include "harness/machine/machine.h"
#include "harness/plan/plan.h"
#include "harness/timing/measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

_Static_assert((int)OPTIONS_PROCESSES <= (int)AB_PROCESSES_MOST, "the judge has room for what may be asked for");

/* The processes unless --processes gives another number. With 20, the interval of one of 15 comparisons excludes the
 * three smallest and the three largest quotients. */
enum { PROCESSES = 20, BYTES_LEAST = 8 << 10 };

/* --- sizes -------------------------------------------------------------------------------------------------- */

/* Half of the second cache, half of the last one, and four times the last, up to MOST and as far as memory allows. A
 * virtual machine may show the last cache of a whole socket, 260 MiB, of which it has a part. If the caches are
 * unknown, the sizes of --bytes. */
static size_t
sizes_of(const struct options *o, size_t size[OPTIONS_SIZES])
{
	enum { MOST = 256 << 20 };
	const size_t memory = plan_memory_limit(o) / 4, most = memory < MOST ? memory : MOST, second = machine_cache(2),
		     last = machine_cache(3) ? machine_cache(3) : second;
	const size_t wanted[] = {second / 2, last / 2 < MOST ? last / 2 : MOST, 4 * last < most ? 4 * last : most};
	size_t n = 0;

	if (options_given(o, "bytes") || !last) {
		memcpy(size, o->size, o->sizes * sizeof *size);
		return o->sizes;
	}
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
		if (wanted[i] >= BYTES_LEAST && (n == 0 || wanted[i] > size[n - 1]))
			size[n++] = wanted[i];
	return n;
}

/* --- cells -------------------------------------------------------------------------------------------------- */

static bool
has_cap(const json_t *facts, unsigned cap)
{
	return json_integer_value(json_object_get(facts, "caps")) & cap;
}

static bool
is_static(const struct ab *ab, const char *name)
{
	return has_cap(json_object_get(ab->object[AB_OLD].filters, name), CUCKOOBENCH_STATIC) ||
	       has_cap(json_object_get(ab->object[AB_NEW].filters, name), CUCKOOBENCH_STATIC);
}

/* Nothing can be compared: nothing that both have inserts, or --filter is too narrow. */
static int
no_cells(const struct ab *ab, size_t common, struct failure *f)
{
	const char *asked = ab->options->filter.text, *built = NULL, *name;
	struct nearest guess = nearest_of(asked ? asked : "");
	json_t *facts;

	json_object_foreach(ab->object[AB_OLD].filters, name, facts)
	{
		if (!json_object_get(ab->object[AB_NEW].filters, name))
			continue;
		if (!is_static(ab, name))
			nearest_offer(&guess, name);
		else if (!built && pattern_matches(&ab->options->filter, name))
			built = name;
	}
	if (built && asked)
		return failed(f, STATUS_USAGE,
		              "ab: --filter '%s': %s is built once, and ab compares filters that insert", asked, built);
	if (common > 0)
		return failed(f, STATUS_USAGE, "ab: no filter of both that inserts matches --filter '%s'%s", asked,
		              nearest_hint(&guess, "; `cuckoobench list` names those of the suite"));
	return failed(f, STATUS_USAGE, "ab: %s and %s have no filter that inserts in common%s",
	              ab->object[AB_OLD].file.path, ab->object[AB_NEW].file.path,
	              built ? "; those that are built once have no insertions to compare" : "");
}

/* Makes a cell for each filter that both have, in OLD's order, and each size. A filter that is built at once has no
 * insertions that could take turns. */
static int
make_cells(struct ab *ab, struct failure *f)
{
	size_t size[OPTIONS_SIZES], sizes = sizes_of(ab->options, size), common = 0;
	const char *name;
	json_t *facts;

	ab->cell = memory_new(json_object_size(ab->object[AB_OLD].filters) * sizes, sizeof *ab->cell);
	json_object_foreach(ab->object[AB_OLD].filters, name, facts)
	{
		const json_t *other = json_object_get(ab->object[AB_NEW].filters, name);

		if (!other || is_static(ab, name))
			continue;
		common++;
		for (size_t i = 0; pattern_matches(&ab->options->filter, name) && i < sizes; i++) {
			struct ab_cell *c = &ab->cell[ab->cells++];

			*c = (struct ab_cell){.name = name,
			                      .bytes = size[i],
			                      .removes = has_cap(facts, CUCKOOBENCH_REMOVE) &&
			                                 has_cap(other, CUCKOOBENCH_REMOVE)};
			if (c->bytes < BYTES_LEAST)
				return failed(f, STATUS_USAGE, "ab: --bytes: tables of at least 8K");
			if (ab_cell_memory(c) > plan_memory_limit(ab->options))
				return failed(
					f, STATUS_UNFIT,
					"ab: three tables of %zu MiB need %zu MiB of memory and %zu MiB may be used",
					c->bytes >> 20, ab_cell_memory(c) >> 20, plan_memory_limit(ab->options) >> 20);
		}
	}
	return ab->cells ? STATUS_DONE : no_cells(ab, common, f);
}

/* Chooses the processes for the cells that there are, and estimates their seconds. */
static int
choose_processes(struct ab *ab, struct failure *f)
{
	const unsigned asked = ab->options->processes;
	size_t needed;

	ab->comparisons = 0;
	for (size_t i = 0; i < ab->cells; i++)
		ab->comparisons += ab->cell[i].removes ? AB_OPS : AB_OPS - 1;
	ab->level = bonferroni(ab->comparisons);
	needed = ab_processes_needed(ab->level);
	ab->processes = asked ? asked : needed > PROCESSES ? (unsigned)needed : PROCESSES;
	if (ab->processes < needed)
		return failed(f, STATUS_USAGE,
		              "ab: --processes %u: %zu comparisons at once take at least %zu to separate anything",
		              ab->processes, ab->comparisons, needed);
	ab->seconds = 0;
	for (size_t i = 0; i < ab->cells; i++)
		ab->seconds += ab->cell[i].seconds = ab_cell_seconds(ab, &ab->cell[i]);
	return STATUS_DONE;
}

/* Leaves out the largest tables. False: all have one size. */
static bool
leave_out_largest(struct ab *ab)
{
	size_t least = SIZE_MAX, most = 0, kept = 0;

	for (size_t i = 0; i < ab->cells; i++) {
		least = ab->cell[i].bytes < least ? ab->cell[i].bytes : least;
		most = ab->cell[i].bytes > most ? ab->cell[i].bytes : most;
	}
	if (least == most)
		return false;
	for (size_t i = 0; i < ab->cells; i++)
		if (ab->cell[i].bytes < most)
			ab->cell[kept++] = ab->cell[i];
		else
			ab->without_seconds += ab->cell[i].seconds;
	ab->cells = kept;
	ab->without = most;
	return true;
}

/* Sizes that nobody asked for may not take longer than LONG, except the smallest. */
static int
choose_scale(struct ab *ab, struct failure *f)
{
	enum { LONG = 600 };
	int status = choose_processes(ab, f);

	while (status == STATUS_DONE && ab->seconds > LONG && !options_given(ab->options, "bytes") &&
	       leave_out_largest(ab))
		status = choose_processes(ab, f);
	return status;
}

static int
ab_prepare(struct ab *ab, struct failure *f)
{
	const struct options *o = ab->options;
	int status = STATUS_DONE;

	if (!o->arguments[0] || !o->arguments[1])
		return failed(f, STATUS_USAGE, "ab: needs two files: ab OLD NEW");
	if (o->cpu >= 0 && !machine_may_use(o->cpu))
		return failed(f, STATUS_UNFIT, "ab: --cpu %d: this process may not run there", o->cpu);
	if ((status = measure_ready(f)) != STATUS_DONE)
		return status;
	for (size_t i = 0; i < 2 && status == STATUS_DONE; i++)
		status = ab_object_look(&ab->object[i], o->arguments[i], i ? &ab->object[AB_OLD] : NULL, f);
	if (status == STATUS_DONE)
		status = make_cells(ab, f);
	return status == STATUS_DONE ? choose_scale(ab, f) : status;
}

/* --- the command -------------------------------------------------------------------------------------------- */

/* --quiet hides progress. That the command takes minutes, or leaves something out, is none. */
static void
say_plan(const struct ab *ab)
{
	char size[VALUE_SIZE];

	if (!ab->options->quiet || ab->seconds > 60)
		notice("ab: %zu cells, %zu comparisons, about %.0f s", ab->cells, ab->comparisons, ceil(ab->seconds));
	if (ab->without)
		notice("ab: without tables of %s or more, which would take %.0f min: --bytes",
		       value_size_text(ab->without, " ", size), ceil(ab->without_seconds / 60));
}

/* --fail-on slower fails if a row is slower, or if no row could be judged. */
static int
ab_status_of(const struct ab *ab, struct failure *f)
{
	size_t judged = 0, slower = 0;

	for (size_t i = 0; i < ab->cells; i++) {
		const struct ab_cell *c = &ab->cell[i];

		if (*c->why && !c->skipped)
			return STATUS_FAILED;
		for (enum ab_op op = 0; op < AB_OPS && !*c->why; op++)
			if (c->round[op]) {
				judged += c->judged[op].verdict != AB_DISTURBED;
				slower += c->judged[op].verdict == AB_SLOWER;
			}
	}
	if (ab->options->fail_on && judged == 0)
		return failed(f, STATUS_CONTRADICTED, "ab: --fail-on: no row was judged");
	return ab->options->fail_on && slower ? STATUS_CONTRADICTED : STATUS_DONE;
}

static int
ab_measure(struct ab *ab, struct failure *f)
{
	const struct options *o = ab->options;
	int status;

	say_plan(ab);
	if (!o->json)
		ab_tell_head(ab);
	for (size_t i = 0; i < ab->cells; i++) {
		ab_cell_run(ab, &ab->cell[i]);
		if (*ab->cell[i].why && !ab->cell[i].skipped)
			notice("ab: %s: failed: %s", ab->cell[i].name, ab->cell[i].why);
		if (!o->json)
			ab_tell_cell(&ab->cell[i]);
	}
	if (o->json)
		print_json(ab_json(ab));
	else
		ab_tell_end(ab);
	status = o->folder ? ab_write(ab, o->folder, f) : STATUS_DONE;
	return status == STATUS_DONE ? ab_status_of(ab, f) : status;
}

static void
ab_release(struct ab *ab)
{
	for (size_t i = 0; i < ab->cells; i++)
		for (enum ab_op op = 0; op < AB_OPS; op++)
			free(ab->cell[i].round[op]);
	free(ab->cell);
	ab_object_free(&ab->object[AB_OLD]);
	ab_object_free(&ab->object[AB_NEW]);
}

int
command_ab(const struct options *o, struct failure *f)
{
	struct ab ab = {.options = o};
	int status = ab_prepare(&ab, f), lock = -1;

	if (status == STATUS_DONE && o->folder)
		status = folder_make_and_take(o->folder, &lock, f);
	if (status == STATUS_DONE)
		status = ab_measure(&ab, f);
	if (lock >= 0)
		close(lock);
	ab_release(&ab);
	return status;
}
