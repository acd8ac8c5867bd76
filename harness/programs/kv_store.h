/* SPDX-License-Identifier: MIT */
/*
 * kv_store.h - a store of keys and values in memory, behind which a lookup is real work: LMDB's B+ tree.
 *
 *      root           |  k  |  k  |  k  | ...            a lookup searches a page of 4 KiB in each level by halving,
 *      branches       |  k  |  k  | ...                  and reads the value where the key is
 *      leaves         |  k value  |  k value  | ...      34 keys a page
 *
 * The store lies in a file that has no name (memfd_create), so it is memory, and nothing is left of it however the
 * process ends. Values have 100 bytes, as those of LevelDB's db_bench have. A value begins with its key.
 */
#ifndef CUCKOOBENCH_KV_STORE_H
#define CUCKOOBENCH_KV_STORE_H

#include "harness/base/failure.h"

#include <stddef.h>
#include <stdint.h>

enum { KV_STORE_VALUE = 100 };

struct kv_store;

/* Bytes that a store of n keys may take. */
size_t kv_store_bytes(size_t n);
/* Makes a store of these keys, n > 0 of them, ascending and each once, in at most so many bytes. On failure returns
 * NULL, with nothing to free. */
struct kv_store *kv_store_make(const uint64_t *keys, size_t n, size_t bytes, struct failure *);
/* Looks up a key. True only if it is there with the value that it was given. */
bool kv_store_has(const struct kv_store *, uint64_t key);
/* Number of keys in it. */
size_t kv_store_keys(const struct kv_store *);
void kv_store_free(struct kv_store *);

#endif
