/* SPDX-License-Identifier: MIT */
/*
 * explain_filter.c - `cuckoobench explain FILTER`: what a filter is, and which of its kernels serves which shape here.
 *
 *      f = 1, 2, ...   --create a small table--> filter_info.kernel     the shapes that one kernel serves, together
 *
 * A wrong answer of one width is in that kernel, or in the file of the filter whose kernel it falls back to: its name
 * leads there (`grep`).
 */
#include "harness/cli/commands.h"

#include "harness/base/wrap.h"
#include "harness/filters/setup.h"

#include <jansson.h>
#include <string.h>

enum { F_MOST = 32, SMALL = 24 << 10, KERNEL = 48 };

/* The kernel of a small table of this f; "" if it has none, or refuses f. */
static const char *
kernel_of(const struct filter_ops *ops, unsigned f, char text[KERNEL])
{
	struct filter_params params;
	struct filter *filter;
	const char *why;
	size_t target;

	*text = '\0';
	setup_paper(ops, SMALL, &params, &target);
	if (f)
		params.fp_bits = f;
	if (filter_create(ops, &params, &filter, &why) != FILTER_OK)
		return text;
	if (filter_told(filter).kernel)
		snprintf(text, KERNEL, "%s", filter_told(filter).kernel);
	ops->destroy(filter);
	return text;
}

static void
print_kernels(const struct filter_ops *ops)
{
	char now[KERNEL], next[KERNEL];

	puts("\nWhich kernel serves it here");
	if (!(ops->uses & USES_FP_BITS)) {
		printf("  %s\n", *kernel_of(ops, 0, now) ? now : "one for all");
		return;
	}
	for (unsigned f = 1, from = 1; f <= F_MOST; f++) {
		kernel_of(ops, f, now);
		if (f < F_MOST && strcmp(kernel_of(ops, f + 1, next), now) == 0)
			continue;
		if (*now && from == f)
			printf("  f = %-8u %s\n", f, now);
		else if (*now)
			printf("  f = %u to %-*u %s\n", from, from < 10 ? 3 : 2, f, now);
		from = f + 1;
	}
}

static json_t *
kernels_json(const struct filter_ops *ops)
{
	const bool widths = ops->uses & USES_FP_BITS;
	json_t *kernels = json_object();
	char kernel[KERNEL], width[16];

	for (unsigned f = widths; f <= (widths ? F_MOST : 0); f++)
		if (*kernel_of(ops, f, kernel)) {
			snprintf(width, sizeof width, "%u", f);
			json_object_set_new(kernels, f ? width : "any", json_string(kernel));
		}
	return kernels;
}

json_t *
explain_filter_json(const struct filter_ops *ops)
{
	const char *lacks = isa_refuses(ops->isa, ISA_ANY);

	return json_pack("{ssssssss?ss?so}", "name", ops->name, "title", ops->title, "about", ops->about, "table_of",
	                 ops->twin, "refused", lacks, "kernels", lacks ? json_object() : kernels_json(ops));
}

void
explain_filter(const struct filter_ops *ops)
{
	const char *lacks = isa_refuses(ops->isa, ISA_ANY);

	printf("%s (%s)\n  ", ops->title, ops->name);
	wrap_write(stdout, ops->about, 2, 0, 98);
	if (ops->twin)
		printf("\nIts table\n  is that of %s, or has the same answers\n", ops->twin);
	if (ops->chooses && !isa_refuses(ops->chooses, ISA_ANY))
		printf("\nWhich instructions it chooses here\n  %s\n", isa_name(ops->chooses));
	if (lacks)
		printf("\nNot here\n  %s\n", lacks);
	else
		print_kernels(ops);
}
