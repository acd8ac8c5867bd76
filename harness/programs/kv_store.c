/* SPDX-License-Identifier: MIT */
/*
 * kv_store.c - see kv_store.h.
 *
 *      memfd_create --> /proc/self/fd/N --> mdb_env_open      one file, mapped; no lock file, because nobody shares it
 *
 * Pages are filled to the brim: keys come in ascending order and are appended.
 */
#include "harness/programs/kv_store.h"

#include <errno.h>
#include <lmdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/*
 * A leaf is a page of 4 KiB. Its head takes 16 bytes; an entry takes 2 for its place, 8 for its head, 8 for the key and
 * the value's: 118, so a page has 34. A branch has an entry of 18 bytes for each page below it, of which a page holds
 * 226. 34 of 33 pages leave room for branches. A commit writes a path of pages anew; 64 pages are for those, for the
 * two heads of the file and for the roots.
 */
enum { PAGE = 4096, KEYS_OF_PAGE = (PAGE - 16) / (2 + 8 + 8 + KV_STORE_VALUE), SPARE_PAGES = 64 };

/* LMDB counts up to 2^17 changed pages in a transaction. So many keys change a quarter of that. */
enum { KEYS_OF_TRANSACTION = 1 << 20 };

struct kv_store {
	int fd;
	MDB_env *env;
	MDB_txn *reader; /* of all lookups */
	MDB_dbi table;
};

size_t
kv_store_bytes(size_t n)
{
	const size_t leaves = n / KEYS_OF_PAGE + 1, commits = n / KEYS_OF_TRANSACTION + 1;

	return (leaves + leaves / 33 + commits * 8 + SPARE_PAGES) * PAGE;
}

/* A wrong status of LMDB, in words. */
static bool
lmdb_failing(int status, struct failure *f)
{
	return failing(f, "the store (LMDB): %s", mdb_strerror(status));
}

static bool
kv_store_open(struct kv_store *s, size_t bytes, struct failure *f)
{
	char path[64];
	int status;

	s->fd = memfd_create("cuckoobench-store", MFD_CLOEXEC);
	if (s->fd < 0)
		return failing(f, "the store: no file in memory (memfd_create): %s", strerror(errno));
	snprintf(path, sizeof path, "/proc/self/fd/%d", s->fd);
	if ((status = mdb_env_create(&s->env)) != 0)
		return lmdb_failing(status, f);
	if ((status = mdb_env_set_mapsize(s->env, bytes)) != 0 ||
	    (status = mdb_env_open(s->env, path, MDB_NOSUBDIR | MDB_NOLOCK | MDB_NOSYNC | MDB_WRITEMAP | MDB_NOTLS,
	                           0600)) != 0)
		return lmdb_failing(status, f);
	return true;
}

/* Appends n keys in one transaction. */
static int
append(struct kv_store *s, const uint64_t *keys, size_t n)
{
	MDB_txn *txn;
	int status = mdb_txn_begin(s->env, NULL, 0, &txn);

	if (status != 0)
		return status;
	status = mdb_dbi_open(txn, NULL, MDB_INTEGERKEY, &s->table);
	for (size_t i = 0; i < n && status == 0; i++) {
		MDB_val key = {sizeof *keys, (void *)(uintptr_t)&keys[i]}, value = {KV_STORE_VALUE, NULL};

		/* LMDB gives the place, and the value is written there. */
		status = mdb_put(txn, s->table, &key, &value, MDB_APPEND | MDB_RESERVE);
		if (status == 0) {
			memset(value.mv_data, (int)(i & 0xff), KV_STORE_VALUE);
			memcpy(value.mv_data, &keys[i], sizeof *keys);
		}
	}
	if (status == 0)
		return mdb_txn_commit(txn);
	mdb_txn_abort(txn);
	return status;
}

struct kv_store *
kv_store_make(const uint64_t *keys, size_t n, size_t bytes, struct failure *f)
{
	struct kv_store *s = calloc(1, sizeof *s);
	int status = 0;

	if (!s || n == 0) {
		free(s);
		(void)failing(f, n == 0 ? "the store: no keys" : "the store: no memory");
		return NULL;
	}
	if (!kv_store_open(s, bytes, f)) {
		kv_store_free(s);
		return NULL;
	}
	for (size_t done = 0; done < n && status == 0; done += KEYS_OF_TRANSACTION)
		status = append(s, keys + done, n - done < KEYS_OF_TRANSACTION ? n - done : KEYS_OF_TRANSACTION);
	if (status == 0)
		status = mdb_txn_begin(s->env, NULL, MDB_RDONLY, &s->reader);
	if (status != 0) {
		(void)lmdb_failing(status, f);
		kv_store_free(s);
		return NULL;
	}
	return s;
}

bool
kv_store_has(const struct kv_store *s, uint64_t key)
{
	MDB_val wanted = {sizeof key, &key}, value;
	uint64_t of;

	if (mdb_get(s->reader, s->table, &wanted, &value) != 0 || value.mv_size != KV_STORE_VALUE)
		return false;
	memcpy(&of, value.mv_data, sizeof of);
	return of == key;
}

size_t
kv_store_keys(const struct kv_store *s)
{
	MDB_stat stat;

	return mdb_stat(s->reader, s->table, &stat) == 0 ? stat.ms_entries : 0;
}

void
kv_store_free(struct kv_store *s)
{
	if (s->reader)
		mdb_txn_abort(s->reader);
	if (s->env)
		mdb_env_close(s->env);
	if (s->fd >= 0)
		close(s->fd);
	free(s);
}
