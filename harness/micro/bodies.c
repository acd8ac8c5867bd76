/* SPDX-License-Identifier: MIT */
/*
 * bodies.c - see bodies.h.
 *
 *      round   | ceiling | work |   | ceiling | work |   | ceiling | work | ...   so both see the same machine
 *                `---- ratio ----'    `---- ratio ----'    `---- ratio ----'         of_ceiling: their median
 *
 * The ceiling is always first, and untimed for Google Benchmark, which counts what follows it. So it is not a contest.
 */
#include "harness/micro/work.h"

#include "datasets/keys.h"
#include "harness/base/memory.h"
#include "harness/filters/setup.h"
#include "harness/machine/machine.h"
#include "harness/stats/stats.h"

#include <math.h>
#include <stdlib.h>

static struct {
	const int *pins;
	size_t cpus;
	int cpu;
	bool failed;
} s;

void
micro_bodies_begin(const int *pins, size_t n, int cpu)
{
	s.pins = pins;
	s.cpus = n;
	s.cpu = cpu >= 0 ? cpu : pins[0];
}

bool
micro_failed(void)
{
	return s.failed;
}

/* --- rounds ----------------------------------------------------------------------------------------------- */

/*
 * Finds the number of operations that a round counts as: those of the first round. A round does all operations that
 * it has time for. But Google Benchmark wants a number that it knows beforehand, the same in every repetition. Times do
 * not depend on it. With several threads, each thread counts only its own operations.
 */
static bool
calibrate(struct work *w, work_slice *slice)
{
	const unsigned threads = micro_run_threads(w->run);
	uint64_t *round = &w->bench->round[threads > 1];
	struct slice done;

	if (*round == 0) {
		if (!slice(w, &done))
			return false;
		*round = done.ops / threads > 0 ? done.ops / threads : 1;
	}
	return true;
}

static void
bodies_describe(struct work *w)
{
	const size_t n = w->rounds < WORK_RATIOS ? w->rounds : WORK_RATIOS;
	const struct filter_info info = filter_told(w->filter);

	micro_counter(w->run, "bytes_per_item", (double)info.bytes / (double)w->table->kernels.items);
	micro_counter(w->run, "of_ceiling", summarise(w->ratio, n, NAN).median);
	if (info.kernel)
		micro_label(w->run, info.kernel);
}

static void
go_rounds(struct work *w, work_slice *slice, work_ceiling *ceiling)
{
	struct slice done;
	double ns;

	if (!calibrate(w, slice))
		return;
	while (micro_more(w->run, w->bench->round[micro_run_threads(w->run) > 1])) {
		if (!ceiling(w, &ns))
			return;
		micro_begin(w->run);
		if (!slice(w, &done))
			return;
		micro_did(w->run, done.ops, done.ns);
		w->ratio[w->rounds++ % WORK_RATIOS] = w->times * ns * (double)done.ops / (double)done.ns;
	}
	if (w->rounds > 0)
		bodies_describe(w);
}

/* --- building --------------------------------------------------------------------------------------------- */

bool
work_create(struct work *w)
{
	const struct filter_ops *ops = w->bench->ops;

	ops->destroy(w->filter);
	w->filter = micro_table_create(ops, w->bench->bytes, &w->failure);
	return w->filter;
}

bool
work_built(struct work *w, size_t accepted)
{
	enum { MOST = 1 << 16 };
	const size_t items = w->table->kernels.items, n = items < MOST ? items : MOST, step = items / n;
	size_t missed = 0;
	uint8_t hit;

	if (accepted < items)
		return failing(&w->failure, "full at %zu of %zu keys", accepted, items);
	for (size_t i = 0; i < n; i++) {
		const uint64_t key = key_at(w->table->kernels.seed, i * step);

		missed += !w->filter->ops->contains(w->filter, &key, 1, &hit);
	}
	return missed == 0 ||
	       failing(&w->failure, "false negatives: %zu of %zu keys that were accepted are reported absent", missed,
	               n);
}

/* --- the bodies ------------------------------------------------------------------------------------------- */

/* Chooses the ceiling by the lines that an operation touches. */
static void
choose_ceiling(struct work *w)
{
	static const enum setup_op ops[MICRO_OPS] = {SETUP_LOOKUP, SETUP_INSERT, SETUP_REMOVE, SETUP_INSERT};
	static const enum ceiling what[2][2] = {{CEILING_READ_1, CEILING_READ_2}, {CEILING_UPDATE_1, CEILING_UPDATE_2}};
	const bool looks = w->bench->op == MICRO_LOOKUP;
	const double hits = looks ? (double)micro_argument(w->run, 1) / 100 : 0,
		     load = (double)micro_argument(w->run, 0) / 100;
	const double lines = setup_lines(w->bench->ops, ops[w->bench->op], hits, load);

	w->style = CEILING_STYLES;
	w->what = what[!looks][setup_are_two(lines)];
	if (!looks && micro_run_threads(w->run) > 1)
		w->what = CEILING_SHARED_1;
	w->times = w->what == CEILING_READ_2 || w->what == CEILING_UPDATE_2 ? 1 : lines;
}

/* A single thread runs on the processor that the user chose. A thread that only waits for others runs on the last of
 * their processors. */
static bool
bodies_prepare(struct work *w)
{
	const bool own = w->bench->op != MICRO_LOOKUP, together = micro_run_threads(w->run) > 1;
	const struct filter_ops *ops = own ? w->bench->ops : micro_table_owner(w->bench->ops);
	const int cpu = together ? s.pins[s.cpus - 1] : s.cpu;

	if (machine_pin(cpu) < 0)
		return failing(&w->failure, "cannot pin to processor %d", cpu);
	w->table = micro_table(ops, own, w->bench->bytes, (unsigned)micro_argument(w->run, 0), &w->failure);
	if (!w->table)
		return false;
	w->asked = micro_questions(w->table, own ? 0 : (unsigned)micro_argument(w->run, 1), &w->failure);
	if (w->asked)
		choose_ceiling(w);
	return w->asked;
}

static void
body(struct micro_run *run, void *bench)
{
	static work_slice *const alone[MICRO_OPS] = {alone_lookup, alone_change, alone_change, alone_build},
				 *const together[MICRO_OPS] = {together_lookup, NULL, NULL, together_build};
	struct work *w = memory_new(1, sizeof *w);

	w->run = run, w->bench = bench, w->pins = s.pins;
	if (bodies_prepare(w)) {
		if (micro_run_threads(run) > 1) {
			if (together_begin(w))
				go_rounds(w, together[w->bench->op], together_ceiling);
			together_end(w);
		} else {
			if (alone_begin(w))
				go_rounds(w, alone[w->bench->op], alone_ceiling);
			alone_end(w);
		}
	}
	if (w->failure.status != STATUS_DONE) {
		micro_error(run, w->failure.text);
		s.failed = true;
	}
	free(w);
}

micro_body *const micro_bench_body = body;
