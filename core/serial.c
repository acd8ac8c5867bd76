/* SPDX-License-Identifier: MIT */
/* serial.c - see serial.h. Fixed-width fields only, little-endian like the tables themselves. */
#include "core/serial.h"

#include "core/hash.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

struct disk_header {
	char magic[8];
	uint32_t version, stripes;
	char name[SERIAL_NAME], hash[16];
	uint64_t bytes, buckets, items, seed;
	uint32_t fp_bits, slots, hashes, tables, counter_bits, max_kicks, max_load, doublings;
	uint32_t kicks, value_bits;
	uint64_t words[SERIAL_WORDS];
	uint64_t table_bytes;
	uint64_t checksum;       /* last: XXH3 of everything before it */
	uint64_t table_checksum; /* XXH3 of the table */
};

static const char magic[8] = {'c', 'k', 'o', 'o', 'b', 'n', 'c', 'h'};
enum { VERSION = 2 }; /* version 1 had no kicks */

static uint64_t
digest_header(const struct disk_header *h)
{
	return XXH3_64bits(h, offsetof(struct disk_header, checksum));
}

/* Seeded with the header's digest, so that neither part can be exchanged alone. */
static uint64_t
digest_table(const struct mem *table, uint64_t header)
{
	return XXH3_64bits_withSeed(table->data, table->bytes, header);
}

static enum filter_status
read_exactly(FILE *file, void *to, size_t bytes)
{
	if (fread(to, 1, bytes, file) == bytes)
		return FILTER_OK;
	return ferror(file) ? FILTER_EIO : FILTER_ECORRUPT;
}

enum filter_status
serial_save(FILE *file, const char *name, const struct filter_params *p, const uint64_t words[SERIAL_WORDS],
            const struct mem *table)
{
	struct disk_header h;

	memset(&h, 0, sizeof h);
	memcpy(h.magic, magic, sizeof magic);
	h.version = VERSION;
	strncpy(h.name, name, sizeof h.name - 1);
	strncpy(h.hash, p->hash ? p->hash : hash_all[0].name, sizeof h.hash - 1);
	h.bytes = p->bytes, h.buckets = p->buckets, h.items = p->items, h.seed = p->seed;
	h.fp_bits = p->fp_bits, h.slots = p->slots, h.hashes = p->hashes, h.tables = p->tables;
	h.counter_bits = p->counter_bits, h.max_kicks = p->max_kicks, h.max_load = p->max_load;
	h.stripes = p->stripes, h.doublings = p->doublings, h.kicks = p->kicks;
	h.value_bits = p->value_bits;
	memcpy(h.words, words, sizeof h.words);
	h.table_bytes = table->bytes;
	h.checksum = digest_header(&h);
	h.table_checksum = digest_table(table, h.checksum);
	if (fwrite(&h, sizeof h, 1, file) != 1 || fwrite(table->data, 1, table->bytes, file) != table->bytes)
		return FILTER_EIO;
	return fflush(file) ? FILTER_EIO : FILTER_OK;
}

/* FILTER_ECORRUPT: a stream ends before `bytes` more. FILTER_EIO: nobody knows its end, as that of a pipe. */
static enum filter_status
ends_before(FILE *file, uint64_t bytes)
{
	const off_t at = ftello(file);
	off_t end;

	if (at < 0 || fseeko(file, 0, SEEK_END) != 0)
		return FILTER_EIO;
	end = ftello(file);
	if (end < 0 || fseeko(file, at, SEEK_SET) != 0)
		return FILTER_EIO;
	return end < at || (uint64_t)(end - at) < bytes ? FILTER_ECORRUPT : FILTER_OK;
}

/* Reads a header and verifies that it is complete and was written by this file. */
static enum filter_status
read_header(FILE *file, struct disk_header *h)
{
	const enum filter_status status = read_exactly(file, h, sizeof *h);

	if (status != FILTER_OK)
		return status;
	if (memcmp(h->magic, magic, sizeof magic) != 0 || h->version != VERSION || h->name[sizeof h->name - 1] ||
	    h->hash[sizeof h->hash - 1] || h->checksum != digest_header(h))
		return FILTER_ECORRUPT;
	return FILTER_OK;
}

enum filter_status
serial_name(FILE *file, char name[SERIAL_NAME])
{
	struct disk_header h;
	const off_t at = ftello(file);
	const enum filter_status status = read_header(file, &h);

	if (status != FILTER_OK)
		return status;
	memcpy(name, h.name, SERIAL_NAME);
	return at < 0 || fseeko(file, at, SEEK_SET) != 0 ? FILTER_EIO : FILTER_OK;
}

enum filter_status
serial_load_header(FILE *file, const char *name, struct serial *s)
{
	struct disk_header h;
	const struct hash_entry *hash;
	enum filter_status status = read_header(file, &h);

	memset(s, 0, sizeof *s);
	if (status == FILTER_OK)
		status = strcmp(h.name, name) == 0 ? ends_before(file, h.table_bytes) : FILTER_ECORRUPT;
	if (status != FILTER_OK)
		return status;
	hash = hash_find(h.hash);
	if (!hash)
		return FILTER_ECORRUPT;
	s->params = (struct filter_params){FILTER_PARAMS_OF(&h), .value_bits = h.value_bits, .hash = hash->name};
	if (h.kicks < FILTER_KICKS)
		s->params.kicks = (enum filter_kicks)h.kicks;
	memcpy(s->words, h.words, sizeof s->words);
	s->table_bytes = h.table_bytes;
	s->header_checksum = h.checksum;
	s->table_checksum = h.table_checksum;
	return FILTER_OK;
}

enum filter_status
serial_begin(const struct filter_ops *ops, FILE *file, const struct placement *place, struct serial *s,
             struct filter **out)
{
	struct placement limited = mem_unlimited(place);
	struct mem_limit limit;
	const char *why;
	enum filter_status status = serial_load_header(file, ops->name, s);

	*out = NULL;
	if (status != FILTER_OK)
		return status;
	limit = (struct mem_limit){.bytes = s->table_bytes};
	limited.limit = &limit;
	s->params.place = &limited;
	status = filter_create(ops, &s->params, out, &why);
	s->params.place = place;
	return status == FILTER_EINVAL || limit.exceeded ? FILTER_ECORRUPT : status;
}

enum filter_status
serial_load_table(FILE *file, const struct serial *s, struct mem *table)
{
	enum filter_status status;

	if (table->bytes != s->table_bytes)
		return FILTER_ECORRUPT;
	status = read_exactly(file, table->data, table->bytes);
	if (status == FILTER_OK && digest_table(table, s->header_checksum) != s->table_checksum)
		status = FILTER_ECORRUPT;
	return status;
}

enum filter_status
serial_finish(enum filter_status status, struct filter **f)
{
	if (status == FILTER_OK && (*f)->ops->check(*f) != NULL)
		status = FILTER_ECORRUPT;
	if (status != FILTER_OK) {
		(*f)->ops->destroy(*f);
		*f = NULL;
	}
	return status;
}
