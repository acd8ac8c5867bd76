/* SPDX-License-Identifier: MIT */
/*
 * command_size.c - `cuckoobench size N`: which filters do for N keys, and how large they are.
 *
 *      N, options --sizing_make--> filters and parameters (harness/filters/sizing.h)
 *
 *      filter       bits a key       MiB    rate     counted   parameters
 *      rih               11.50     13.71   0.379 %     1.00   fp_bits 8
 *      ...
 *      the smallest as C: the call that the library takes
 */
#include "harness/cli/commands.h"

#include "harness/base/values.h"
#include "harness/base/wrap.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 80, PARAMETERS = 128 };

/* The members that are set, as C and as JSON name them. */
static const struct member {
	const char *name;
	size_t at, bytes;
} members[] = {
#define MEMBER(name)                                                                                      \
	{                                                                                                 \
#name, offsetof(struct filter_params, name), sizeof(((struct filter_params *)NULL)->name) \
	}
	MEMBER(items), MEMBER(bytes), MEMBER(fp_bits), MEMBER(slots), MEMBER(hashes), MEMBER(value_bits),
#undef MEMBER
};
enum { MEMBERS = sizeof members / sizeof *members };

static uint64_t
member_of(const struct filter_params *p, const struct member *m)
{
	const void *at = (const char *)p + m->at;

	return m->bytes == sizeof(size_t) ? *(const size_t *)at : *(const unsigned *)at;
}

/* As C's initialisers, or in words, which leave out the items that all have. */
static const char *
parameters_text(char text[PARAMETERS], const struct filter_params *p, bool in_c)
{
	size_t used = 0;

	*text = '\0';
	for (size_t i = in_c ? 0 : 1; i < MEMBERS; i++)
		if (member_of(p, &members[i]))
			used += (size_t)snprintf(text + used, PARAMETERS - used, in_c ? "%s.%s = %llu" : "%s%s %llu",
			                         used ? ", " : "", members[i].name,
			                         (unsigned long long)member_of(p, &members[i]));
	return text;
}

static double
bits_a_key(const struct sizing *s, size_t n)
{
	return (double)s->bytes * 8 / (double)n;
}

/* --- as JSON ------------------------------------------------------------------------------------------------------ */

static json_t *
sizing_json(const struct sizing *s, size_t n)
{
	json_t *parameters = json_object();

	for (size_t i = 0; i < MEMBERS; i++)
		if (member_of(&s->params, &members[i]))
			json_object_set_new(parameters, members[i].name,
			                    json_integer((json_int_t)member_of(&s->params, &members[i])));
	return json_pack("{sssIsfsfsoso}", "filter", s->ops->name, "bytes", (json_int_t)s->bytes, "bits_per_key",
	                 bits_a_key(s, n), "rate", s->rate, "counted_over_expected",
	                 s->counted > 0 ? json_real(s->counted) : json_null(), "parameters", parameters);
}

static void
print_as_json(const struct sizing_wish *w, const struct sizing *all, size_t count)
{
	json_t *filters = json_array();

	for (size_t i = 0; i < count; i++)
		json_array_append_new(filters, sizing_json(&all[i], w->items));
	print_json(json_pack("{sIsfso}", "items", (json_int_t)w->items, "max_fpr", w->rate, "filters", filters));
}

/* --- as text ------------------------------------------------------------------------------------------------------ */

static void
print_row(const struct sizing *s, size_t n)
{
	char parameters[PARAMETERS], counted[16] = "-";

	if (s->counted > 0)
		snprintf(counted, sizeof counted, "%.2f", s->counted);
	printf("%-16s %6.2f %9.4g %8.3g %%  %5s  ", s->ops->name, bits_a_key(s, n), (double)s->bytes / (1 << 20),
	       100 * s->rate, counted);
	wrap_write(stdout, parameters_text(parameters, &s->params, false), 53, 53, COLUMNS);
}

/* The library's call for it. It has no filter that keeps values. */
static void
print_call(const struct sizing *s)
{
	char parameters[PARAMETERS];
	struct filter_params p = s->params;
	const bool built = s->ops->caps & FILTER_STATIC;

	if (s->ops->caps & FILTER_VALUES)
		return;
	if (built)
		p.items = 0; /* its keys say how many */
	parameters_text(parameters, &p, true);
	printf("\nThe smallest, in a program (docs/library.md):\n\n"
	       "struct cuckoobench_params params = {.size = sizeof params%s%s};\n",
	       *parameters ? ",\n	" : "", parameters);
	if (built)
		printf("cuckoobench_build(\"%s\", &params, keys, n, &filter, &why);\n", s->ops->name);
	else
		printf("cuckoobench_create(\"%s\", &params, &filter, &why);\n", s->ops->name);
}

static void
print_as_text(const struct sizing_wish *w, const struct sizing *all, size_t count)
{
	char head[160];

	snprintf(head, sizeof head, "%zu keys, at most %.4g %% of absent ones found:", w->items, 100 * w->rate);
	wrap_write(stdout, head, 0, 2, COLUMNS);
	printf("\n%-16s %6s %9s %10s  %5s  %s\n", "", "bits", "", "rate,", "count", "");
	printf("%-16s %6s %9s %10s  %5s  %s\n", "filter", "a key", "MiB", "expected", "/rate", "parameters");
	for (size_t i = 0; i < count; i++)
		print_row(&all[i], w->items);
	print_call(&all[0]);
	putchar('\n');
	wrap_write(stdout,
	           "MiB: of the table; a filter's struct and locks come on top. The rate is that of the theory, for "
	           "random keys. Count/rate: what the reference run field-full counted of this filter, near this rate, "
	           "over what the theory says there.",
	           0, 0, COLUMNS);
}

int
command_size(const struct options *o, struct failure *f)
{
	struct sizing all[SIZING_MOST];
	struct sizing_wish w = o->wish;
	size_t count;

	if (!o->arguments[0])
		return failed(f, STATUS_USAGE, "size: how many keys? For example: cuckoobench size 10M");
	if (!value_count(o->arguments[0], &w.items))
		return failed(f, STATUS_USAGE, "size: '%s' is not a number of keys such as 10M", o->arguments[0]);
	w.rate = o->workload.max_fpr > 0 ? o->workload.max_fpr : 0.01;
	count = sizing_make(&w, all);
	if (count == 0)
		return failed(f, STATUS_USAGE, "size: no filter does for %zu keys with these options", w.items);
	(o->json ? print_as_json : print_as_text)(&w, all, count);
	return STATUS_DONE;
}
