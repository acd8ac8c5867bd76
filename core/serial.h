/* SPDX-License-Identifier: MIT */
/*
 * serial.h - the one file format of saved filters.
 *
 *      | magic, version, filter name, normalised parameters, words, two checksums | table bytes |
 *
 * A filter saves its normalised parameters, up to SERIAL_WORDS numbers of state (items, kicks, state of its random
 * stream) and its table. To load, it reads the header, creates itself from the parameters, and reads the table into
 * place. Then it runs its own check: it trusts nothing in the file.
 *
 * Nor does a file decide how much memory it gets. A header is refused if less follows than its table has bytes, and a
 * filter if its parameters ask for a larger table than that: both before the table is allocated. So a stream must have
 * an end that can be sought, as files have and pipes have not.
 */
#ifndef CUCKOOBENCH_SERIAL_H
#define CUCKOOBENCH_SERIAL_H

#include "core/filter.h"
#include "core/mem.h"

enum { SERIAL_WORDS = 8, SERIAL_NAME = 32 };

/* The state at the start of a load. params.hash points into the static list of core/hash.h. */
struct serial {
	struct filter_params params;
	uint64_t words[SERIAL_WORDS];
	size_t table_bytes;
	uint64_t header_checksum, table_checksum; /* private to serial.c */
};

/* Saves a filter. Returns FILTER_OK or FILTER_EIO. */
enum filter_status serial_save(FILE *, const char *name, const struct filter_params *,
                               const uint64_t words[SERIAL_WORDS], const struct mem *table);
/* Reads the name of the saved filter at the position of a seekable stream, and returns to that position. FILTER_OK,
 * FILTER_EIO, or FILTER_ECORRUPT. */
enum filter_status serial_name(FILE *, char name[SERIAL_NAME]);
/* Reads a header written for `name`: FILTER_OK, FILTER_EIO, or FILTER_ECORRUPT. The stream then has s->table_bytes more
 * at least. */
enum filter_status serial_load_header(FILE *, const char *name, struct serial *);
/* Reads the table and verifies the checksum. The table must be s->table_bytes long, else FILTER_ECORRUPT. */
enum filter_status serial_load_table(FILE *, const struct serial *s, struct mem *table);

/*
 * Begins a load of a filter with these ops: reads the header and creates the empty filter with its parameters in *out.
 * On failure *out is NULL. A filter that cannot be created counts as a damaged file, except for lack of memory or
 * instructions; so does one whose table would be longer than the file's.
 */
enum filter_status serial_begin(const struct filter_ops *, FILE *, const struct placement *, struct serial *,
                                struct filter **out);

/* Finishes a load, whatever its status so far. If status is not FILTER_OK, or the filter's check fails, destroys *f and
 * sets it to NULL. Returns the final status. */
enum filter_status serial_finish(enum filter_status status, struct filter **f);

#endif
