/* SPDX-License-Identifier: MIT */
/*
 * probe.h - counts the cache lines that an operation touches, on any machine.
 *
 * Table 1 of the paper gives "cache misses per lookup", Table 2 "memory references". Most virtual machines have no
 * processor counters, so both are measured from the filters' own source. Every filter file is compiled a second time
 * with FILTER_TRACED. That renames its ops (filter_cf_traced) and turns PROBE into a record of the bytes read. In the
 * ordinary build PROBE is nothing at all.
 *
 * A *reference* is one PROBE: one bucket of a cuckoo filter, one bit of a Bloom filter, one word of slots of a quotient
 * filter. A *line* is a distinct 64-byte line of the table. Small decode tables that stay in L1 are not probed.
 */
#ifndef CUCKOOBENCH_PROBE_H
#define CUCKOOBENCH_PROBE_H

#include <stddef.h>

/* The ops of filter `id`, and what it shares with relatives. A file that is compiled again for a purpose (traced,
 * hooked: core/shared.h) names them with a suffix. */
#ifdef FILTER_SUFFIX
#define FILTER_NAME_OF(name, suffix) name##suffix
#define FILTER_NAME_PASTE(name, suffix) FILTER_NAME_OF(name, suffix)
#define FILTER_NAME(name) FILTER_NAME_PASTE(name, FILTER_SUFFIX)
#else
#define FILTER_NAME(name) name
#endif
#define FILTER_OPS(id) FILTER_NAME(filter_##id)
#define FILTER_KIND(id) FILTER_NAME(kind_##id)

#ifdef FILTER_TRACED
#define PROBE(address, bytes) probe_touch((address), (bytes))
#else
#define PROBE(address, bytes) ((void)0)
#endif

struct probe_count {
	size_t lines, references;
};

/* Per thread. probe_begin clears the record and starts it, probe_touch records if it was started, probe_end stops and
 * returns the counts. At most PROBE_LINES distinct lines are distinguished. */
enum { PROBE_LINES = 4096 };
void probe_begin(void);
void probe_touch(const void *address, size_t bytes);
struct probe_count probe_end(void);

#endif
