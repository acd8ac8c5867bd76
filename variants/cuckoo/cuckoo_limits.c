/* SPDX-License-Identifier: MIT */
/* cuckoo_limits.c - see cuckoo_limits.h. */
#include "variants/cuckoo/cuckoo_limits.h"

#include "core/bits.h"
#include "core/family.h"

size_t
cuckoo_table_bytes(const struct cuckoo_limits *limits, size_t m, unsigned entry, unsigned b)
{
	unsigned bits = cuckoo_bucket_bits(limits, entry, b), per_line = LINED_BITS / bits;

	return limits->layout == CUCKOO_LINED ? (m + per_line - 1) / per_line * 64 : (m * bits + 7) / 8;
}

static const size_t most_buckets = CUCKOO_MOST_BUCKETS;

/* The largest number of buckets of b entries in `bytes`; 0: none. */
static size_t
buckets_in(const struct cuckoo_limits *limits, size_t bytes, unsigned entry, unsigned b)
{
	size_t m = most_buckets;

	if (limits->layout == CUCKOO_LINED && bytes / 64 < most_buckets)
		m = bytes / 64 * (LINED_BITS / cuckoo_bucket_bits(limits, entry, b));
	if (limits->layout == CUCKOO_LINED)
		return m < most_buckets ? m : most_buckets;
	if (limits->index != CUCKOO_XOR) {
		if (bytes < cuckoo_table_bytes(limits, m, entry, b))
			m = bytes * 8 / cuckoo_bucket_bits(limits, entry, b);
		return limits->index == CUCKOO_CHUNKS ? cuckoo_chunks_down(m, b) : m;
	}
	while (m && cuckoo_table_bytes(limits, m, entry, b) > bytes)
		m /= 2;
	return m;
}

/* NULL, or why there cannot be m buckets. */
static const char *
wrong_buckets(const struct cuckoo_limits *limits, size_t m, unsigned b)
{
	if (cuckoo_has_any_buckets(limits))
		return m > most_buckets ? "buckets (m) must be at most 2^32" : NULL;
	if (limits->index == CUCKOO_CHUNKS)
		return m > most_buckets || cuckoo_chunks_down(m, b) != m
		               ? "buckets (m) must be whole chunks, at most 2^32; below 2^18 keys any number"
		               : NULL;
	return m > most_buckets || !is_power_of_two(m)
	               ? "buckets (m) must be a power of two, at most 2^32: i2 = i1 xor hash(f) needs it"
	               : NULL;
}

/* m from whichever of buckets, bytes, items is given. 0: *why is the reason. */
static size_t
choose_buckets(const struct cuckoo_limits *limits, const struct filter_params *p, unsigned entry, unsigned b,
               const char **why)
{
	size_t m = 0;

	*why = family_sized_once(p);
	if (*why)
		return 0;
	if (p->buckets) {
		*why = wrong_buckets(limits, p->buckets, b);
		m = *why ? 0 : p->buckets;
	} else if (p->items) {
		m = cuckoo_buckets_for(limits, p->items, p->fp_bits, b, why);
	} else {
		m = buckets_in(limits, p->bytes, entry, b);
		if (!m)
			*why = limits->layout == CUCKOO_LINED ? "bytes is less than one line of 64"
			                                      : "bytes is less than one bucket";
	}
	return m;
}

/* Chooses how insertions make room, and how long they try. NULL, or the reason for refusing. */
static const char *
choose_kicks(const struct cuckoo_limits *limits, struct filter_params *p)
{
	/*
	 * A search that reads 768 buckets reaches the loads of 500 random kicks. Measured with f = 12, b = 4: first
	 * failure at 95.7 to 96.0 % with either, at m = 2^22 and 2^24. With many threads a search has its queue on the
	 * stack, 12 bytes a bucket.
	 */
	static const struct {
		unsigned usual, most;
		const char *range;
	} limit[FILTER_KICKS] = {
		[FILTER_KICKS_WALK] = {500, 1000000, "max_kicks must be at most 1000000"},
		[FILTER_KICKS_BFS] = {768, 4096,
	                              "max_kicks must be at most 4096: buckets a breadth-first search looks at"},
	};
	unsigned usual;

	if (p->kicks >= FILTER_KICKS)
		return "kicks must be walk or bfs";
	if (limits->only_kicks && p->kicks && p->kicks != limits->kicks)
		return limits->kicks == FILTER_KICKS_BFS
		               ? "kicks must be bfs: a random walk leaves a key homeless while it lasts, and other "
		                 "threads may ask for it"
		               : "kicks must be walk";
	p->kicks = p->kicks ? p->kicks : limits->kicks;
	usual = limit[p->kicks].usual * (limits->longer ? limits->longer : 1);
	p->max_kicks = p->max_kicks ? p->max_kicks : usual;
	if (p->items && p->max_kicks < usual)
		return "max_kicks must be at least its default for items to fit: give bytes or buckets";
	return p->max_kicks > limit[p->kicks].most ? limit[p->kicks].range : NULL;
}

const char *
cuckoo_normalise(const struct cuckoo_limits *limits, struct filter_params *p)
{
	const char *why;

	p->fp_bits = p->fp_bits ? p->fp_bits : limits->default_f;
	p->slots = p->slots ? p->slots : 4;
	if (p->fp_bits < limits->min_f || p->fp_bits > limits->max_f)
		return limits->f_range;
	if (limits->only_b && p->slots != limits->only_b)
		return "slots (b) must be 4: semi-sorting encodes buckets of four";
	if (!is_power_of_two(p->slots) || p->slots > 8)
		return "slots (b) must be 1, 2, 4 or 8";
	p->counter_bits = p->counter_bits ? p->counter_bits : limits->default_counter;
	if (p->counter_bits > limits->max_counter)
		return "counter_bits (c) must be 1 to 8";
	why = choose_kicks(limits, p);
	if (why)
		return why;
	if (p->stripes && (!is_power_of_two(p->stripes) || p->stripes > limits->max_stripes))
		return "stripes must be a power of two, at most 2^20";
	if (!p->doublings && limits->max_doublings)
		p->doublings = limits->default_doublings < p->fp_bits ? limits->default_doublings : p->fp_bits - 1;
	if (p->doublings > limits->max_doublings)
		return "doublings must be at most 16";
	if (limits->splits && p->doublings >= p->fp_bits)
		return "doublings must be less than fp_bits (f): each moves a bit of the fingerprint into the index";
	p->buckets = choose_buckets(limits, p, cuckoo_entry_bits(p), p->slots, &why);
	p->bytes = p->items = 0;
	return why;
}

#define ANY_F .min_f = 1, .max_f = 32, .default_f = 12, .f_range = "fp_bits (f) must be 1 to 32"
#define SEMISORTED                                \
	.min_f = 5, .max_f = 32, .default_f = 13, \
	.f_range = "fp_bits (f) must be 5 to 32: four bits go into the bucket's code", .only_b = 4, .code_bits = 4
/* With many threads insertions must search: no key may be out of its buckets meanwhile. */
#define SEARCH .kicks = FILTER_KICKS_BFS, .only_kicks = true

const struct cuckoo_limits cuckoo_limits_plain = {ANY_F, .kicks = FILTER_KICKS_WALK};
const struct cuckoo_limits cuckoo_limits_unhashed = {ANY_F, .kicks = FILTER_KICKS_WALK, .unhashed = true};
const struct cuckoo_limits cuckoo_limits_any = {ANY_F, .index = CUCKOO_REFLECTION, .kicks = FILTER_KICKS_WALK};
/* Chains that stay in short chunks are longer. Without looking ahead (vacuum-batch) the first failure is at 94.5 to
 * 95.4 % with 500 evictions, at 95.9 to 96.4 % with 2000; looking ahead, at 95.8 to 96.2 and 96.3 to 96.8 % (f = 12,
 * m = 2^17 to 2^22). A search of 768 buckets ends at 93.2 to 94.7 %, one of 3072 at 95.4 to 96.2 %. */
const struct cuckoo_limits cuckoo_limits_vacuum = {ANY_F, .index = CUCKOO_CHUNKS, .kicks = FILTER_KICKS_WALK,
                                                   .longer = 4};
const struct cuckoo_limits cuckoo_limits_semisorted = {SEMISORTED, .kicks = FILTER_KICKS_WALK};
/* With three bits there are seven fingerprints, each for half as many pairs as there are buckets: 3.5 m of them, for 4
 * m entries. Then all keys would be found in the end, and none refused. */
const struct cuckoo_limits cuckoo_limits_nodelete = {.min_f = 4,
                                                     .max_f = 32,
                                                     .default_f = 12,
                                                     .f_range = "fp_bits (f) must be 4 to 32",
                                                     .kicks = FILTER_KICKS_WALK,
                                                     .only_kicks = true};
const struct cuckoo_limits cuckoo_limits_nodelete_semisorted = {.min_f = 4,
                                                                .max_f = 32,
                                                                .default_f = 13,
                                                                .f_range = "fp_bits (f) must be 4 to 32",
                                                                .only_b = 4,
                                                                .code_bits = 4,
                                                                .set_f = 4,
                                                                .kicks = FILTER_KICKS_WALK,
                                                                .only_kicks = true};
/* Eight bits count 256 copies in an entry: with b = 4, 2048 of a key. */
const struct cuckoo_limits cuckoo_limits_counters = {ANY_F, .kicks = FILTER_KICKS_WALK, .only_kicks = true,
                                                     .max_counter = 8, .default_counter = 2};
const struct cuckoo_limits cuckoo_limits_striped = {ANY_F, SEARCH, .max_stripes = 1 << 20};
const struct cuckoo_limits cuckoo_limits_striped_semisorted = {SEMISORTED, SEARCH, .max_stripes = 1 << 20};
const struct cuckoo_limits cuckoo_limits_inline = {ANY_F, SEARCH, .layout = CUCKOO_LINED};
/*
 * The default is four doublings, sixteen times the items. The default f is 12 + 4 bits. So after the last doubling a
 * filter errs as often as the paper's with 12 bits. (Buckets of 4 * 16 bits are words: none straddles a line.)
 */
#define GROWING                                                                                                     \
	.min_f = 1, .max_f = 32, .default_f = 16, .f_range = "fp_bits (f) must be 1 to 32", .max_stripes = 1 << 20, \
	.max_doublings = 16, .default_doublings = 4
const struct cuckoo_limits cuckoo_limits_split = {GROWING, SEARCH, .splits = true};
const struct cuckoo_limits cuckoo_limits_chain = {GROWING, SEARCH};
