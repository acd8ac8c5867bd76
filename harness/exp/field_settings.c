/* SPDX-License-Identifier: MIT */
/* field_settings.c - see field_settings.h. */
#include "harness/exp/field_settings.h"

#include "harness/timing/table.h"

enum { NEAR = 8, LEAST_K = 4, MOST_K = 14, STEP_K = 2 };

static bool
settings_are_over(const struct filter_shape *s)
{
	return !s->fp_bits && !s->bits;
}

/* The first shape that is near 2^-k, or NULL. */
static const struct filter_shape *
settings_near(const struct filter_ops *ops, unsigned k)
{
	const struct filter_shape *s = ops->facts.shapes;

	while (s && !settings_are_over(s) && s->near != k)
		s++;
	return s && !settings_are_over(s) ? s : NULL;
}

bool
field_has_settings(const struct filter_ops *ops)
{
	return ops->facts.part == FILTER_FIELD && settings_near(ops, NEAR);
}

static bool
settings_are_hashes(const struct filter_ops *ops)
{
	return settings_near(ops, NEAR)->fp_bits == 0;
}

void
field_set(const struct filter_ops *ops, unsigned setting, struct filter_params *p)
{
	*(settings_are_hashes(ops) ? &p->hashes : &p->fp_bits) = setting;
}

unsigned
field_setting(const struct filter_ops *ops, unsigned k)
{
	const struct filter_shape *near = settings_near(ops, settings_are_hashes(ops) ? k : NEAR);
	struct filter_params p = {0};

	if (!near)
		return 0;
	if (!near->fp_bits)
		return near->hashes;
	p.fp_bits = near->fp_bits + k - NEAR;
	return table_accepts(ops, &p) ? p.fp_bits : 0;
}

unsigned
field_asked(const struct filter_ops *ops, unsigned setting)
{
	const struct filter_shape *s = ops->facts.shapes;

	if (!settings_are_hashes(ops))
		return setting - settings_near(ops, NEAR)->fp_bits + NEAR;
	while (!settings_are_over(s) && (s->hashes != setting || !s->near))
		s++;
	return s->near;
}

unsigned
field_settings(const struct filter_ops *ops, unsigned to[FIELD_SETTINGS])
{
	unsigned count = 0;

	if (settings_are_hashes(ops)) {
		for (const struct filter_shape *s = ops->facts.shapes; !settings_are_over(s) && count < FIELD_SETTINGS;
		     s++)
			if (count == 0 || to[count - 1] != s->hashes)
				to[count++] = s->hashes;
		return count;
	}
	for (unsigned k = LEAST_K; k <= MOST_K; k += STEP_K) {
		const unsigned setting = field_setting(ops, k);

		if (setting)
			to[count++] = setting;
	}
	return count;
}
