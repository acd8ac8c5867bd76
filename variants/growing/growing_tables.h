/* SPDX-License-Identifier: MIT */
/* growing_tables.h - the tables of filters that double: those of cf-striped, with sub-tables (growing.h). Which filter
 * they belong to is decided by its guard alone. */
#ifndef CUCKOOBENCH_GROWING_TABLES_H
#define CUCKOOBENCH_GROWING_TABLES_H

#include "variants/growing/growing.h"

extern const struct striped_kind FILTER_KIND(growing);
/* growing_kind.split for them. */
void FILTER_NAME(growing_split)(struct striped *to, const struct striped *from);

#endif
