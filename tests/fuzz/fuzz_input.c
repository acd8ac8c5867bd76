/* SPDX-License-Identifier: MIT */
/* fuzz_input.c - see fuzz_input.h. Values go a little beyond what any filter accepts. */
#include "tests/fuzz/fuzz_input.h"

#include "core/hash.h"

#include <stdio.h>

_Noreturn void
life_give_up(const struct life *l, const char *file, int line, const char *condition)
{
	const struct filter_params *p = &l->params;

	fprintf(stderr,
	        "%s:%d: %s: must hold: %s\n\tbytes=%zu buckets=%zu items=%zu fp_bits=%u slots=%u hashes=%u "
	        "tables=%u counter_bits=%u max_kicks=%u kicks=%u max_load=%u stripes=%u doublings=%u hash=%s "
	        "seed=%llu, %zu keys\n",
	        file, line, l->ops->name, condition, p->bytes, p->buckets, p->items, p->fp_bits, p->slots, p->hashes,
	        p->tables, p->counter_bits, p->max_kicks, (unsigned)p->kicks, p->max_load, p->stripes, p->doublings,
	        p->hash ? p->hash : "default", (unsigned long long)p->seed, l->model.total);
	abort();
}

unsigned
input_take(struct input *in)
{
	return in->at < in->end ? *in->at++ : 0;
}

static struct filter_params
take_params(struct input *in)
{
	struct filter_params p = {0};
	unsigned which = input_take(in), more = input_take(in), size = input_take(in) | input_take(in) << 8, hashes = 0;

	while (hash_all[hashes].name)
		hashes++;
	if (which & 1)
		p.fp_bits = input_take(in) % 40;
	if (which & 2)
		p.slots = 1u << input_take(in) % 5;
	if (which & 4)
		p.hashes = input_take(in) % 40;
	if (which & 8)
		p.tables = input_take(in) % 10;
	if (which & 16)
		p.counter_bits = input_take(in) % 6;
	if (which & 32)
		p.max_kicks = input_take(in) % 64;
	if (more & 32)
		p.kicks = (enum filter_kicks)(input_take(in) % (FILTER_KICKS + 1));
	if (which & 64)
		p.max_load = input_take(in) * 4 % 1010;
	if (which & 128)
		p.hash = hash_all[input_take(in) % hashes].name;
	if (more & 128)
		p.stripes = 1u << input_take(in) % 10;
	if (more & 64)
		p.doublings = input_take(in) % 5;
	p.seed = more >> 3;
	switch (more & 7) {
	case 0:
	case 1:
		p.bytes = size % 2000;
		break;
	case 2:
		p.items = size % 600;
		break;
	case 3:
		p.buckets = size % 64;
		break;
	case 4:
		p.bytes = size % 200, p.items = size % 30; /* allowed for the Bloom family only */
		break;
	default:
		p.buckets = (size_t)1 << size % 9;
	}
	return p;
}

void
input_create(struct life *l, struct input *in)
{
	l->params = take_params(in);
	for (unsigned attempt = 0; !l->filter; attempt++) {
		struct filter_params *p = &l->params;
		const char *why = NULL;
		enum filter_status status = filter_create(l->ops, p, &l->filter, &why);

		must(l, status == FILTER_OK || (status == FILTER_EINVAL && !l->filter && why && *why));
		must(l, (status == FILTER_OK) == (l->filter != NULL) && attempt < 9);
		if (status == FILTER_OK)
			return;
		if (attempt == 0)
			p->hashes = strstr(l->ops->name, "bf") ? p->hashes % 33 : 0;
		if (attempt == 1)
			p->stripes = p->doublings = 0;
		if (attempt == 2)
			p->max_load = p->max_kicks = 0, p->kicks = FILTER_KICKS_DEFAULT;
		if (attempt == 3)
			p->tables = p->counter_bits = 0;
		if (attempt == 4)
			p->slots = 0;
		if (attempt == 5)
			p->fp_bits = 0;
		if (attempt == 6)
			p->hashes = 0, p->bytes = 512 + p->bytes % 1000, p->items = p->buckets = 0;
	}
}
