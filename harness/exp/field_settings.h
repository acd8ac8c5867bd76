/* SPDX-License-Identifier: MIT */
/*
 * field_settings.h - at which settings P2 and P4 have the later filters (FILTER_FIELD). No list names them: a filter
 * has settings if one of its shapes is near 2^-8.
 *
 *      shapes near 2^-8    fp_bits = 11, and other rates by other lengths     setting of 2^-k: k + 3 bits
 *                          16 bits a key, 6 hashes                            setting of 2^-8: 6 hashes
 *
 * A Bloom filter whose bits are near each other errs more often than its number of hash functions says. So it takes the
 * bits a key of the shape that has so many (setup_for_items).
 */
#ifndef CUCKOOBENCH_FIELD_SETTINGS_H
#define CUCKOOBENCH_FIELD_SETTINGS_H

#include "core/filter.h"

/* Does it have settings? Of filters that share a table only the twin has. */
bool field_has_settings(const struct filter_ops *);
/* The setting for a rate of about 2^-k, bits of a fingerprint or hash functions; 0: the filter has no such setting. */
unsigned field_setting(const struct filter_ops *, unsigned k);
/* The k of a setting. */
unsigned field_asked(const struct filter_ops *, unsigned setting);
/* Sets the member of *p that is the filter's setting. */
void field_set(const struct filter_ops *, unsigned setting, struct filter_params *p);
/* Lists all settings for rates from 2^-4 to 2^-14, those of even k; or the hash functions of its shapes. Returns their
 * number. */
enum { FIELD_SETTINGS = 16 };
unsigned field_settings(const struct filter_ops *, unsigned to[FIELD_SETTINGS]);

#endif
