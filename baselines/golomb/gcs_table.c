/* SPDX-License-Identifier: MIT */
/* gcs_table.c - builds, describes, checks and saves the table of a Golomb-compressed sequence; see gcs_table.h. */
#include "baselines/golomb/gcs_table.h"

#include "core/cache.h"

#include <math.h>
#include <stdlib.h>

/* --- parameters and sizes ------------------------------------------------------------------------------------- */

/* Resolves the defaults of *p in place. Returns NULL, or the reason for refusing. */
static const char *
gcs_defaults(struct filter_params *p, struct hash *hash)
{
	p->fp_bits = p->fp_bits ? p->fp_bits : GCS_R;
	p->slots = p->slots ? p->slots : GCS_STEP;
	p->threads = 0; /* one is used, whatever the number allowed */
	if (p->fp_bits < GCS_LEAST_R || p->fp_bits > GCS_MOST_R)
		return "fp_bits (r) must be 1 to 32";
	if (!is_power_of_two(p->slots) || p->slots > GCS_MOST_STEP)
		return "slots (I, keys of a slice) must be a power of two, 1024 at most";
	(void)hash_init(hash, p->hash, p->seed);
	return hash_refuses(p->hash);
}

/* Slices of n keys. */
static uint64_t
gcs_slices(const struct gcs *f)
{
	return (f->items + f->params.slots - 1) / f->params.slots;
}

static uint64_t
gcs_index_bytes(const struct gcs *f)
{
	return ((gcs_slices(f) + 1) * f->map.width + 7) / 8;
}

/* Sets what follows from items, bits and parameters. NULL, or why there can be no such table. */
static const char *
gcs_size(struct gcs *f)
{
	struct gcs_map *m = &f->map;

	m->r = f->params.fp_bits;
	m->k = m->r - 1;
	m->slice_log2 = m->r + log2_floor(f->params.slots);
	if (f->items > UINT64_C(1) << 40 || f->items > UINT64_MAX >> m->r || f->bits > UINT64_C(1) << 48)
		return "too many keys: a sequence has at most 2^40, and 2^(64 - fp_bits)";
	m->range = (uint64_t)f->items << m->r;
	m->width = f->bits ? log2_floor(f->bits) + 1 : 1;
	return NULL;
}

/*
 * Bits of the code of n random keys, on average. A value takes 1 + k bits, and one more for every 2^k of its gap.
 * Places of a slice have values like a Poisson process with a value every 2^r places. Of I values, the gap before a
 * value reaches over j 2^k places, and all of these lie in the slice, for (I - j / 2) e^(-j / 2). Equal values are one.
 */
static uint64_t
gcs_expected_bits(const struct filter_params *p)
{
	const double n = (double)p->items, rate = ldexp(1, -(int)p->fp_bits), slice = p->slots;
	double unary = 0;

	for (double j = 1; j <= 2 * slice && j < 80; j++)
		unary += (1 - j / 2 / slice) * exp(-j / 2);
	/* more than any memory has, where there are more keys than that */
	return (uint64_t)fmin(n * -expm1(-rate) / rate * (p->fp_bits + unary), 0x1p60);
}

static const char *
gcs_settle(const struct filter_ops *self, struct filter_params *p, size_t *bytes)
{
	struct gcs f = {.items = p->items};
	const char *why = gcs_defaults(p, &f.map.hash);

	(void)self;
	f.params = *p;
	f.bits = why ? 0 : gcs_expected_bits(p);
	why = why ? why : gcs_size(&f);
	*bytes = why ? 0 : gcs_index_bytes(&f) + (f.bits + 7) / 8;
	return why;
}

static enum filter_status
gcs_alloc(struct gcs *f)
{
	const uint64_t index = gcs_index_bytes(f), code = (f->bits + 7) / 8;

	if (mem_alloc(&f->table, index + code, f->params.place) != 0)
		return FILTER_ENOMEM;
	f->map.index = f->table.data;
	f->map.code = f->table.data + index;
	f->map.second = cache_asks_second(f->table.bytes, 2);
	return FILTER_OK;
}

/* --- building ------------------------------------------------------------------------------------------------- */

/* The values of all keys, by slices, each sorted. */
struct gcs_sorted {
	uint64_t *value; /* of a slice's values, from where it begins */
	size_t *first;   /* where each slice begins; one more at the end */
	size_t most;     /* values in the largest slice that qsort sorts */
};

static int
compare_values(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* A slice has some 32 values, for which insertion is the fastest way to sort. Keys that no hash spreads may be all in
 * one. */
enum { GCS_FEW = 128 };

static void
sort_slice(uint64_t *value, size_t n)
{
	if (n > GCS_FEW) {
		qsort(value, n, sizeof *value, compare_values);
		return;
	}
	for (size_t i = 1; i < n; i++) {
		const uint64_t v = value[i];
		size_t j = i;

		for (; j > 0 && value[j - 1] > v; j--)
			value[j] = value[j - 1];
		value[j] = v;
	}
}

/* Sorts the values by slices: counts, adds up, places; then each slice for itself. False: no memory. */
static bool
gcs_sort(const struct gcs *f, const uint64_t *keys, struct gcs_sorted *s)
{
	const uint64_t slices = gcs_slices(f);
	size_t sum = 0;

	s->value = malloc((f->items + 1) * sizeof *s->value);
	s->first = calloc(slices + 2, sizeof *s->first);
	if (!s->value || !s->first)
		return false;
	for (size_t i = 0; i < f->items; i++)
		s->first[gcs_value(&f->map, hash_key(&f->map.hash, keys[i])) >> f->map.slice_log2]++;
	for (uint64_t i = 0; i <= slices; i++) {
		const size_t n = s->first[i];

		s->first[i] = sum;
		sum += n;
	}
	for (size_t i = 0; i < f->items; i++) {
		const uint64_t value = gcs_value(&f->map, hash_key(&f->map.hash, keys[i]));

		s->value[s->first[value >> f->map.slice_log2]++] = value & low_mask(f->map.slice_log2);
	}
	/* each place is now where the next slice begins */
	for (uint64_t i = slices + 1; i > 0; i--)
		s->first[i] = s->first[i - 1];
	s->first[0] = 0;
	for (uint64_t i = 0; i < slices; i++) {
		const size_t n = s->first[i + 1] - s->first[i];

		sort_slice(s->value + s->first[i], n);
		s->most = n > GCS_FEW && n > s->most ? n : s->most;
	}
	return true;
}

/* Writes at most 64 bits, the lowest first, to a place whose bits are 0. */
static void
put_bits(uint8_t *code, uint64_t at, uint64_t value, unsigned bits)
{
	uint128 word;

	if (bits == 0)
		return;
	word = load128(code + at / 8);
	store128(code + at / 8, word | (uint128)(value & low_mask(bits)) << at % 8);
}

/* Codes the slices, or only counts their bits if there is no code. Sets `stored`, and the index if there is a code. */
static uint64_t
gcs_encode(struct gcs *f, const struct gcs_sorted *s, uint8_t *index, uint8_t *code)
{
	const uint64_t slices = gcs_slices(f);
	uint64_t at = 0;

	f->stored = 0;
	for (uint64_t i = 0; i <= slices; i++) {
		uint64_t before = UINT64_MAX;

		if (code)
			put_bits(index, i * f->map.width, at, f->map.width);
		for (size_t j = s->first[i]; i < slices && j < s->first[i + 1]; j++) {
			const uint64_t gap = s->value[j] - before - 1;

			if (s->value[j] == before)
				continue;
			at += gap >> f->map.k;
			if (code)
				put_bits(code, at, 1 | (gap & low_mask(f->map.k)) << 1, 1 + f->map.k);
			at += 1 + f->map.k;
			before = s->value[j];
			f->stored++;
		}
	}
	return at;
}

static enum filter_status
gcs_fill(struct gcs *f, const uint64_t *keys)
{
	struct gcs_sorted s = {NULL, NULL, 0};
	enum filter_status status = FILTER_ENOMEM;
	uint8_t *data;

	if (gcs_sort(f, keys, &s)) {
		f->bits = gcs_encode(f, &s, NULL, NULL);
		/* qsort may take as much again as it sorts */
		f->scratch = (f->items + 1 + s.most) * sizeof *s.value + (gcs_slices(f) + 2) * sizeof *s.first;
		status = gcs_size(f) ? FILTER_EINVAL : gcs_alloc(f);
	}
	if (status == FILTER_OK) {
		data = f->table.data;
		(void)gcs_encode(f, &s, data, data + gcs_index_bytes(f));
	}
	free(s.value);
	free(s.first);
	return status;
}

/* The filter without its table. */
static enum filter_status
gcs_begin(const struct filter_ops *self, const struct filter_params *given, size_t n, struct gcs **out,
          const char **why)
{
	struct gcs *f = (struct gcs *)family_new(self);

	*why = "no memory for the table";
	if (!f)
		return FILTER_ENOMEM;
	f->items = n;
	f->params = *given;
	*why = gcs_defaults(&f->params, &f->map.hash);
	*why = *why ? *why : gcs_size(f);
	if (*why) {
		free(f);
		return FILTER_EINVAL;
	}
	*out = f;
	return FILTER_OK;
}

enum filter_status
gcs_build(const struct filter_ops *self, const struct filter_params *params, const uint64_t *keys, size_t n,
          struct filter **out, const char **why)
{
	struct gcs *f = NULL;
	enum filter_status status = gcs_begin(self, params, n, &f, why);

	*out = NULL;
	if (status == FILTER_OK && (status = gcs_fill(f, keys)) != FILTER_OK) {
		*why = status == FILTER_ENOMEM ? "no memory to build the table with" : "too many keys for their code";
		free(f);
	}
	if (status == FILTER_OK)
		*out = &f->base;
	return status;
}

const struct filter_family gcs_family = {
	FAMILY_PARTS(struct gcs), FAMILY_VIEWS(struct gcs), .settle = gcs_settle,
	.state = {offsetof(struct gcs, items), offsetof(struct gcs, stored), offsetof(struct gcs, bits)}};

/* --- what there is -------------------------------------------------------------------------------------------- */

void
gcs_info(const struct filter *base, struct filter_info *info)
{
	const struct gcs *f = (const struct gcs *)base;

	*info = (struct filter_info){.bytes = f->table.bytes,
	                             .mapped = f->table.mapped + sizeof *f,
	                             .scratch = f->scratch,
	                             .items = f->items,
	                             .buckets = gcs_slices(f),
	                             .fp_bits = f->map.r,
	                             .slots_per_bucket = f->params.slots,
	                             .kernel = "any",
	                             .table = f->table.data};
}

/* Decodes everything. Nothing is read beyond the end of the code, and of 8 bytes behind it. */
const char *
gcs_check(const struct filter *base)
{
	const struct gcs *f = (const struct gcs *)base;
	const struct gcs_map *m = &f->map;
	const uint64_t slices = gcs_slices(f);
	uint64_t at = 0;
	size_t stored = 0;

	if (f->stored > f->items)
		return "more values than keys";
	for (uint64_t i = 0; i < slices; i++) {
		const uint64_t end = gcs_entry(m, i + 1), most = low_mask(m->slice_log2);
		uint64_t here = UINT64_MAX;

		if (gcs_entry(m, i) != at || end < at || end > f->bits)
			return "the index does not say where slices begin";
		while (at < end) {
			const uint64_t gap = gcs_gap(m, &at, end);

			if (at > end || gap > most || here + gap + 1 > most)
				return "a slice's code does not end where the next one begins, or has too large a "
				       "value";
			here += gap + 1;
			stored++;
		}
	}
	if (at != f->bits || gcs_entry(m, slices) != f->bits)
		return "the code is longer than its slices";
	return stored == f->stored ? NULL : "not as many values as were stored";
}

enum filter_status
gcs_load(const struct filter_ops *self, FILE *file, const struct placement *place, struct filter **out)
{
	enum filter_status status;
	struct serial s;
	struct gcs *f;
	const char *why;

	*out = NULL;
	status = serial_load_header(file, self->name, &s);
	if (status != FILTER_OK)
		return status;
	s.params.place = place;
	status = gcs_begin(self, &s.params, s.words[0], &f, &why);
	if (status != FILTER_OK)
		return status == FILTER_ENOMEM ? status : FILTER_ECORRUPT;
	f->stored = s.words[1];
	f->bits = s.words[2];
	/* before a table of that size is allocated */
	if (gcs_size(f) || gcs_index_bytes(f) + (f->bits + 7) / 8 != s.table_bytes) {
		free(f);
		return FILTER_ECORRUPT;
	}
	status = gcs_alloc(f);
	if (status != FILTER_OK) {
		free(f);
		return status;
	}
	*out = &f->base;
	return serial_finish(serial_load_table(file, &s, &f->table), out);
}
