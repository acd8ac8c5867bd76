/* SPDX-License-Identifier: MIT */
/* conform_subject.c - the filter that a child tests: how it is created and destroyed, and how many keys it has. */
#include "harness/filters/conform_parts.h"

bool
subject_create(struct subject *s, const struct kit *kit, const struct filter_params *params, FILE *out)
{
	const char *why = NULL;
	int32_t status;

	*s = (struct subject){.ops = plugin_functions(kit->f, &why)};
	kit_memory_init(&s->host);
	if (s->ops && plugin_params(params, &s->host.memory, &s->params)) {
		status = s->ops->create(&s->params, &s->filter, &why);
		if (status == CUCKOOBENCH_OK && s->filter)
			return true;
	}
	fprintf(out, "\n!C create refuses: %s\n", why ? why : "no reason");
	return false;
}

bool
subject_destroy(struct subject *s, char what[240])
{
	bool whole = kit_memory_whole(&s->host);
	size_t kept;

	now_calls("destroy", NULL, 0);
	s->ops->destroy(s->filter);
	now_returned();
	kept = s->host.taken;
	whole = whole && !*s->host.fault;
	if (kept)
		snprintf(what, 240, "destroy did not give back %zu tables that were taken", kept);
	if (!whole)
		snprintf(what, 240, "%s", s->host.fault);
	kit_memory_end(&s->host);
	return whole && kept == 0;
}

size_t
subject_call(size_t (*call)(void *, const uint64_t *, size_t), void *filter, const uint64_t *keys, size_t n,
             bool single, bool stops)
{
	size_t done = 0;

	if (!single)
		return call(filter, keys, n);
	for (size_t i = 0; i < n; i++) {
		const size_t one = call(filter, keys + i, 1);

		if (one == 0 && stops)
			return done;
		done += one;
	}
	return done;
}

uint64_t
subject_items(const struct subject *s)
{
	struct cuckoobench_info info = {.size = sizeof info};

	s->ops->info(s->filter, &info);
	return info.items;
}

size_t
kit_target(const struct kit *kit, uint64_t bytes)
{
	const double bits = kit->f->ops.facts.bits_per_item;

	return bits > 0 ? (size_t)((double)bytes * 8 / bits) : (size_t)bytes * 2;
}
