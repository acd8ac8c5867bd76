/* SPDX-License-Identifier: MIT */
/* rsqf_table.c - see rsqf_table.h: creates, describes, checks and saves the table of a rank-and-select quotient
 * filter. */
#include "baselines/quotient/rsqf_ranks.h"

#include <math.h>

enum {
	RSQF_MAX_REMAINDER = 32,
	RSQF_MAX_QUOTIENT = 40,  /* 2^40 slots of 34 bits: byte addresses stay far below 2^63 */
	RSQF_DEFAULT_LOAD = 950, /* "can be filled up to 95 %" (SIGMOD 2017) */
};

/* --- parameters and sizes ----------------------------------------------------------------------------------------- */

/* Blocks of quotients: of a hash's 64 bits, r are the remainder's. */
static size_t
rsqf_most_blocks(unsigned r)
{
	return ((size_t)1 << (r > 64 - RSQF_MAX_QUOTIENT ? 64 - r : RSQF_MAX_QUOTIENT)) / RSQF_SLOTS;
}

/* How many items so many blocks take. */
static size_t
rsqf_capacity(size_t blocks, unsigned max_load)
{
	return (size_t)((uint128)blocks * RSQF_SLOTS * max_load / 1000);
}

/*
 * Blocks behind the last quotient's. With linear probing, the number of slots that runs take beyond a given slot is the
 * length of a queue: at load a, it exceeds x with a probability of about exp(-2 (1 - a) x). For x = 16 / (1 - a) that
 * is e^-32. The published code has 10 sqrt(slots) slots, which is less where there are few. Nor do all items take more
 * than one each.
 */
static size_t
rsqf_spare(size_t blocks, unsigned max_load)
{
	const size_t items = rsqf_capacity(blocks, max_load), queue = 16 * 1000 / (1000 - max_load);
	const size_t published = (size_t)(10 * sqrt((double)(blocks * RSQF_SLOTS)));
	const size_t least = published < queue ? published : queue;

	return ((least < items ? least : items) + RSQF_SLOTS - 1) / RSQF_SLOTS;
}

/* The most blocks of quotients that `total` blocks have room for. */
static size_t
rsqf_blocks_within(size_t total, size_t most, unsigned max_load)
{
	size_t blocks = total < most ? total : most;

	while (blocks && blocks + rsqf_spare(blocks, max_load) > total)
		blocks--;
	return blocks;
}

const char *
rsqf_settle(const struct filter_ops *self, struct filter_params *p, size_t *bytes)
{
	const char *why = family_sized_once(p);
	size_t most;

	(void)self;
	p->fp_bits = p->fp_bits ? p->fp_bits : RSQF_DEFAULT_REMAINDER;
	p->max_load = p->max_load ? p->max_load : RSQF_DEFAULT_LOAD;
	if (p->fp_bits > RSQF_MAX_REMAINDER)
		return "fp_bits (r, of a remainder) must be 1 to 32";
	if (p->max_load > 999)
		return "max_load must be 1 to 999 per mille: a quotient filter needs an empty slot";
	if (why)
		return why;
	most = rsqf_most_blocks(p->fp_bits);
	if (p->items > rsqf_capacity(most, p->max_load))
		return "items is more than 2^40 slots, or 2^(64 - fp_bits), take at max_load";
	if (p->buckets > most)
		return "buckets (here blocks of 64 slots) must be 1 to 2^34, and to 2^(58 - fp_bits)";
	if (p->items)
		p->buckets = (p->items * 1000 + p->max_load * RSQF_SLOTS - 1) / (p->max_load * RSQF_SLOTS);
	if (p->bytes)
		p->buckets = rsqf_blocks_within(p->bytes / rsqf_block_bytes(p->fp_bits), most, p->max_load);
	if (!p->buckets)
		return "bytes is less than a block of 64 slots, and the blocks behind it";
	if (!rsqf_capacity(p->buckets, p->max_load))
		return "max_load of so few slots is not one item";
	*bytes = (p->buckets + rsqf_spare(p->buckets, p->max_load)) * rsqf_block_bytes(p->fp_bits);
	p->bytes = p->items = 0;
	return NULL;
}

bool
rsqf_begin(struct filter *base, const struct filter_params *p, const struct hash *hash)
{
	struct rsqf *f = (struct rsqf *)base;

	f->map = (struct rsqf_map){f->table.data, p->buckets * RSQF_SLOTS,
	                           f->table.bytes / rsqf_block_bytes(p->fp_bits) * RSQF_SLOTS, *hash};
	f->uses_bmi2 = !isa_refuses(base->ops->chooses, p->isa);
	f->capacity = rsqf_capacity(p->buckets, p->max_load);
	return true;
}

const struct filter_family rsqf_family = {RSQF_FAMILY, .settle = rsqf_settle};

/* --- what there is ------------------------------------------------------------------------------------------------ */

static const char *
rsqf_kernel(const struct rsqf *f)
{
	static const char *const names[][2] = {{"any", "any, BMI2"},
	                                       {"r8", "r8, BMI2"},
	                                       {"r9", "r9, BMI2"},
	                                       {"r12", "r12, BMI2"},
	                                       {"r16", "r16, BMI2"}};
	const unsigned r = f->params.fp_bits;

	return names[r == 8 ? 1 : r == 9 ? 2 : r == 12 ? 3 : r == 16 ? 4 : 0][f->uses_bmi2];
}

void
rsqf_info(const struct filter *base, struct filter_info *info)
{
	const struct rsqf *f = (const struct rsqf *)base;

	*info = (struct filter_info){.bytes = f->table.bytes,
	                             .mapped = f->table.mapped,
	                             .items = f->used + f->counted,
	                             .slots = f->map.slots,
	                             .buckets = f->params.buckets,
	                             .fp_bits = f->params.fp_bits,
	                             .slots_per_bucket = RSQF_SLOTS,
	                             .kernel = rsqf_kernel(f),
	                             .table = f->table.data};
}

/* A walk through the table, slot by slot. */
struct rsqf_check {
	const struct rsqf *f;
	struct rsqf_shape shape;
	size_t slot; /* the next slot */
	size_t used, waiting;
	rsqf_check_run *run;
	size_t start; /* of the run, if one has begun and not ended */
	bool inside;
	uint64_t items;
};

/* Bit i of the occupieds, or of the runends. */
static bool
rsqf_bit(const struct rsqf_check *c, unsigned part, size_t i)
{
	return load64(rsqf_block(&c->f->map, c->shape, i / RSQF_SLOTS) + part) >> i % RSQF_SLOTS & 1;
}

/* The slot at c->slot: c->waiting runs, that of a quotient here included, are not at their end. */
static const char *
rsqf_check_slot(struct rsqf_check *c)
{
	const uint64_t remainder = rsqf_remainder(&c->f->map, c->shape, c->slot);
	const bool end = rsqf_bit(c, RSQF_RUNENDS, c->slot);

	c->waiting += rsqf_bit(c, RSQF_OCCUPIEDS, c->slot);
	if (!c->waiting)
		return end ? "a run ends that did not begin" : remainder ? "an empty slot has a remainder" : NULL;
	c->start = c->inside ? c->start : c->slot;
	c->used++;
	c->inside = !end;
	c->waiting -= end;
	return end ? c->run(&c->f->map, c->shape, c->start, c->slot, &c->items) : NULL;
}

/* Each block's offset, by the runs that wait where it begins: their ends are one after the other from there on. */
static const char *
rsqf_check_offset(const struct rsqf_check *c)
{
	const size_t stored = *rsqf_block(&c->f->map, c->shape, c->slot / RSQF_SLOTS);
	size_t waiting = c->waiting, slots = 0;

	while (waiting && c->slot + slots < c->f->map.end && slots < RSQF_FAR)
		waiting -= rsqf_bit(c, RSQF_RUNENDS, c->slot + slots++);
	return slots == stored ? NULL : "a block's offset is not what runs from before it take";
}

const char *
rsqf_check_table(const struct rsqf *f, rsqf_check_run *run)
{
	struct rsqf_check c = {.f = f, .shape = {.r = f->params.fp_bits}, .run = run};
	const char *why = NULL;

	if (f->used > f->capacity)
		return "more slots are in use than the maximum load allows";
	for (; c.slot < f->map.end && !why; c.slot++) {
		if (c.slot >= f->map.slots && rsqf_bit(&c, RSQF_OCCUPIEDS, c.slot))
			return "a slot behind the last quotient is occupied";
		if (c.slot % RSQF_SLOTS == 0)
			why = rsqf_check_offset(&c);
		if (!why)
			why = rsqf_check_slot(&c);
	}
	if (why)
		return why;
	if (c.waiting)
		return "a quotient is occupied, but its run does not end";
	if (c.used != f->used)
		return "another number of slots is in use";
	return c.items == f->used + f->counted ? NULL : "the slots in use do not hold as many items";
}

static const char *
rsqf_is_sorted(const struct rsqf_map *m, struct rsqf_shape s, size_t start, size_t end, uint64_t *items)
{
	for (size_t i = start; i < end; i++)
		if (rsqf_remainder(m, s, i) > rsqf_remainder(m, s, i + 1))
			return "the remainders of a run are not sorted";
	*items += end + 1 - start;
	return NULL;
}

const char *
rsqf_check(const struct filter *base)
{
	return rsqf_check_table((const struct rsqf *)base, rsqf_is_sorted);
}
