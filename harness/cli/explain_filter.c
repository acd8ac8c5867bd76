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

#include "harness/base/terminal.h"
#include "harness/filters/setup.h"

#include <jansson.h>
#include <string.h>

enum { F_MOST = 32, SMALL = 24 << 10, KERNEL = 48 };

/* of[f]: the kernel of a small table of this f; "" if it has none, or f is refused. of[0]: that of its own shape, of a
 * filter that has no f. */
struct kernels {
	unsigned first, last;
	char of[F_MOST + 1][KERNEL];
};

static void
find_kernel(const struct filter_ops *ops, unsigned f, char kernel[KERNEL])
{
	struct filter_params params;
	struct filter *filter;
	const char *why;
	size_t target;

	setup_paper(ops, SMALL, &params, &target);
	if (f)
		params.fp_bits = f;
	if (filter_create(ops, &params, &filter, &why) != FILTER_OK)
		return;
	if (filter_told(filter).kernel)
		snprintf(kernel, KERNEL, "%s", filter_told(filter).kernel);
	ops->destroy(filter);
}

static struct kernels
kernels_of(const struct filter_ops *ops)
{
	const bool widths = ops->uses & USES_FP_BITS;
	struct kernels k = {.first = widths, .last = widths ? F_MOST : 0};

	for (unsigned f = k.first; f <= k.last; f++)
		find_kernel(ops, f, k.of[f]);
	return k;
}

static void
print_kernels(const struct kernels *k)
{
	puts("\nWhich kernel serves it here");
	if (!k->last)
		printf("  %s\n", *k->of[0] ? k->of[0] : "one for all");
	for (unsigned f = 1, from = 1; f <= k->last; f++) {
		if (f < k->last && strcmp(k->of[f + 1], k->of[f]) == 0)
			continue;
		if (*k->of[f] && from == f)
			printf("  f = %-8u %s\n", f, k->of[f]);
		else if (*k->of[f])
			printf("  f = %u to %-*u %s\n", from, from < 10 ? 3 : 2, f, k->of[f]);
		from = f + 1;
	}
}

static json_t *
kernels_json(const struct kernels *k)
{
	json_t *kernels = json_object();
	char width[16];

	for (unsigned f = k->first; f <= k->last; f++)
		if (*k->of[f]) {
			snprintf(width, sizeof width, "%u", f);
			json_object_set_new(kernels, f ? width : "any", json_string(k->of[f]));
		}
	return kernels;
}

/* --- the whole --------------------------------------------------------------------------------------------- */

json_t *
explain_filter_json(const struct filter_ops *ops)
{
	const char *lacks = isa_refuses(ops->isa, ISA_ANY);
	const struct kernels kernels = kernels_of(ops);

	return json_pack("{ssssssss?ss?so}", "name", ops->name, "title", ops->title, "about", ops->about, "table_of",
	                 ops->twin, "refused", lacks, "kernels", kernels_json(&kernels));
}

void
explain_filter(const struct filter_ops *ops)
{
	const char *lacks = isa_refuses(ops->isa, ISA_ANY), *chosen = chosen_here(ops);
	const struct kernels kernels = kernels_of(ops);

	printf("%s (%s)\n  ", ops->title, ops->name);
	terminal_write(ops->about, 2);
	if (ops->twin)
		printf("\nIts table\n  is that of %s, or has the same answers\n", ops->twin);
	if (chosen)
		printf("\nWhich instructions it chooses here\n  %s\n", chosen);
	if (lacks)
		printf("\nNot here\n  %s\n", lacks);
	else
		print_kernels(&kernels);
}
