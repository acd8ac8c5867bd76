/* SPDX-License-Identifier: MIT */
/* registry.c - lookup of filters by name. filters.def lists the built-in filters, and filter_add may add others. All
 * other code iterates over these lists. */
#include "core/filter.h"

#include <string.h>

#define FILTER(id) extern const struct filter_ops filter_##id;
#include "core/filters.def"
#undef FILTER

#define FILTER(id) +1
enum {
	FILTERS =
#include "core/filters.def"
};
#undef FILTER

/* NULL in the places for added filters, and at the end. */
#define FILTER(id) &filter_##id,
const struct filter_ops *filter_all[FILTERS + FILTERS_ADDED + 1] = {
#include "core/filters.def"
};
#undef FILTER

const struct filter_ops *
filter_find_in(const struct filter_ops *const *list, const char *name)
{
	for (; *list; list++)
		if (strcmp((*list)->name, name) == 0)
			return *list;
	return NULL;
}

const struct filter_ops *
filter_find(const char *name)
{
	return filter_find_in(filter_all, name);
}

bool
filter_add(const struct filter_ops *ops)
{
	size_t n = FILTERS;

	while (filter_all[n])
		n++;
	if (n == FILTERS + FILTERS_ADDED || filter_find(ops->name))
		return false;
	filter_all[n] = ops;
	return true;
}

static const char *const kicks_names[FILTER_KICKS] = {"default", "walk", "bfs"};

const char *
filter_kicks_name(enum filter_kicks kicks)
{
	return kicks_names[kicks];
}

bool
filter_kicks_find(const char *name, enum filter_kicks *kicks)
{
	for (int k = FILTER_KICKS_WALK; k < FILTER_KICKS; k++)
		if (strcmp(name, kicks_names[k]) == 0) {
			*kicks = (enum filter_kicks)k;
			return true;
		}
	return false;
}

const char *
filter_status_text(enum filter_status status)
{
	switch (status) {
	case FILTER_OK:
		return "no error";
	case FILTER_EINVAL:
		return "parameter cannot work";
	case FILTER_ENOMEM:
		return "out of memory";
	case FILTER_ECORRUPT:
		return "not a saved filter, or damaged";
	case FILTER_EIO:
		return "input or output error";
	case FILTER_EISA:
		return "instructions are missing";
	case FILTER_ESEED:
		return "the keys cannot be laid out with this seed";
	}
	return "unknown status";
}
