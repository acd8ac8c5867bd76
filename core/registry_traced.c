/* SPDX-License-Identifier: MIT */
/* registry_traced.c - the filters that count lines. They have a file of their own, because the library
 * (library/library.c) omits them. */
#include "core/filter.h"

#define FILTER(id) extern const struct filter_ops filter_##id##_traced;
#include "core/filters.def"
#undef FILTER

#define FILTER(id) &filter_##id##_traced,
const struct filter_ops *const filter_all_traced[] = {
#include "core/filters.def"
	NULL};
#undef FILTER

const struct filter_ops *
filter_find_traced(const char *name)
{
	return filter_find_in(filter_all_traced, name);
}
