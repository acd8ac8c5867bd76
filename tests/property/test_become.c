/* SPDX-License-Identifier: MIT */
/*
 * test_become.c - filter_ops.become: one table is filled, changed and asked by several filters in turn, and answers as
 * the exact model says whoever is asked.
 *
 *      twin --insert--> a twin's relative --insert, remove--> the twin again --> ... --> all removed: as new
 */
#include "tests/test.h"

#include "tests/model.h"

enum { ROOM = 4096, TURN = 40, TURNS = 12 };

/* Inserts or removes some keys, as whoever the filter is now. */
static void
change(struct filter *f, struct model *m, uint64_t *random)
{
	for (unsigned i = 0; i < TURN; i++) {
		const uint64_t r = rng_next(random);
		uint64_t key = rng_next(random);

		if (f->ops->remove && r % 4 == 0 && m->total) {
			key = model_pick(m, r >> 8);
			require(test_remove(f, key), "%s does not find a key to remove", f->ops->name);
			model_drop(m, key);
		} else if (m->total < ROOM && test_insert(f, key)) {
			model_add(m, key);
		}
	}
}

static void
turns(const struct filter_ops *ops, const struct filter_ops *twin, const struct test_config *config)
{
	struct filter *f = test_create(twin, config);
	uint64_t random = test_stream("become") ^ config->params.fp_bits;
	enum filter_status status = FILTER_OK;
	struct model m;

	model_init(&m, ROOM);
	for (unsigned turn = 0; turn < TURNS && status == FILTER_OK; turn++) {
		const struct filter_ops *next = turn % 2 ? twin : ops;

		change(f, &m, &random);
		status = filter_become(next, f);
		require(status == FILTER_OK || (status == FILTER_EISA && f->ops != next), "becoming %s: %s", next->name,
		        filter_status_text(status));
		require(status != FILTER_OK || f->ops == next, "it became %s, not %s", f->ops->name, next->name);
		test_agrees(f, &m);
		require(!f->ops->check(f), "as %s: %s", f->ops->name, f->ops->check(f));
	}
	model_free(&m);
	f->ops->destroy(f);
}

PROPERTY(becomes, 0, "its twin's table is its own after it became the twin's relative")
{
	const struct filter_ops *twin = filter_find(test_twin(ops, NULL));
	struct test_config *configs;
	size_t n;

	if (!ops->become || !twin->become)
		return;
	configs = test_configs(ops, 300, &n);
	for (size_t i = 0; i < n; i++)
		turns(ops, twin, &configs[i]);
	free(configs);
}

/* The fastest way to fill a table is another filter's than the one whose rates the paper gives. */
PROPERTY(papers, 0, "a filter that the paper times becomes, and is become by, its batch and its control")
{
	static const char *const batch[] = {"cf-batch",  "ss-cf-batch",  "bf-batch", "blk-bf-batch",
	                                    "cf-branch", "ss-cf-decode", "qf-slots", "blk-bf-exit"};

	for (size_t i = 0; i < COUNT_OF(batch); i++)
		if (strcmp(ops->name, batch[i]) == 0)
			require(ops->become && filter_find(test_twin(ops, NULL))->become, "it cannot");
}
