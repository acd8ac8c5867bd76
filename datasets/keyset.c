/* SPDX-License-Identifier: MIT */
/*
 * keyset.c - see keyset.h.
 *
 * Duplicates are found exactly: a table of positions (key_index.h) finds where an equal key was first. Integers that
 * are already in ascending order, as in SOSD files, need no table.
 */
#include "datasets/keyset.h"

#include "datasets/key_index.h"

#include <errno.h>
#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

void
keyset_init(struct keyset *set, const char *name)
{
	memset(set, 0, sizeof *set);
	snprintf(set->name, sizeof set->name, "%s", name);
}

void
keyset_destroy(struct keyset *set)
{
	for (size_t i = 0; i < set->source_count; i++)
		free(set->sources[i].path);
	free(set->keys);
	free(set->bytes);
	free(set->starts);
	free(set->times);
	memset(set, 0, sizeof *set);
}

/* --- files --- */

static enum keyset_status
out_of_memory(char why[KEYSET_WHY])
{
	snprintf(why, KEYSET_WHY, "out of memory");
	return KEYSET_ENOMEM;
}

/* The rest of a stream, with a NUL behind it; NULL with errno. `room` is a guess: good for a file, not for a pipe. */
static char *
read_stream(FILE *f, size_t room, size_t *length)
{
	size_t n = 0, got;
	char *text = malloc(room);

	while (text && (got = fread(text + n, 1, room - n - 1, f)) > 0) {
		n += got;
		if (n + 1 == room) {
			char *bigger = realloc(text, room += room / 2);

			if (!bigger)
				free(text);
			text = bigger;
		}
	}
	if (text && ferror(f)) {
		int error = errno;

		free(text);
		errno = error;
		return NULL;
	}
	if (text)
		text[n] = '\0';
	*length = n;
	return text;
}

/* Opens a file that is not a folder: reading a folder would only report that it failed. */
static FILE *
open_file(const char *path, size_t *size)
{
	FILE *f = fopen(path, "re");
	struct stat st;

	if (!f)
		return NULL;
	if (fstat(fileno(f), &st) != 0 || S_ISDIR(st.st_mode)) {
		fclose(f);
		errno = EISDIR;
		return NULL;
	}
	*size = S_ISREG(st.st_mode) ? (size_t)st.st_size : 0;
	return f;
}

enum keyset_status
keyset_read(struct keyset *set, const char *root, const char *path, char **bytes, size_t *n, char why[KEYSET_WHY])
{
	struct keyset_source *source = &set->sources[set->source_count];
	size_t size;
	char *whole = NULL;
	FILE *f = NULL;
	int error;

	*bytes = NULL;
	if (set->source_count == KEYSET_SOURCES) {
		snprintf(why, KEYSET_WHY, "a key set of more than %d files", KEYSET_SOURCES);
		return KEYSET_EINVAL;
	}
	if (asprintf(&whole, "%s%s", root, path) < 0)
		return out_of_memory(why);
	if ((f = open_file(whole, &size)))
		*bytes =
			/* a read that leaves room shows the end of the file without another read */
			read_stream(f, size + 4096, n);
	error = errno;
	if (f)
		fclose(f);
	free(whole);
	if (!*bytes) {
		snprintf(why, KEYSET_WHY, "%s", strerror(error));
		return error == ENOMEM ? KEYSET_ENOMEM : KEYSET_EIO;
	}
	source->path = strdup(path);
	if (!source->path) {
		free(*bytes);
		*bytes = NULL;
		return out_of_memory(why);
	}
	SHA256Data((const uint8_t *)*bytes, *n, source->sha256);
	set->source_count++;
	return KEYSET_OK;
}

/* --- adding --- */

/* Room for one more of `size` bytes behind `count`; grows by half. */
static void *
more_room(void *at, size_t *room, size_t needed, size_t size)
{
	size_t bigger = *room;
	void *new;

	if (needed <= *room)
		return at;
	while (bigger < needed)
		bigger += bigger / 2 + 64;
	new = reallocarray(at, bigger, size);
	if (new)
		*room = bigger;
	return new;
}

bool
keyset_add(struct keyset *set, uint64_t key)
{
	uint64_t *keys = set->starts ? NULL : more_room(set->keys, &set->room, set->count + 1, sizeof *keys);

	if (!keys)
		return false;
	set->keys = keys;
	keys[set->count++] = key;
	return true;
}

bool
keyset_add_bytes(struct keyset *set, const void *bytes, size_t n)
{
	const size_t end = set->starts ? set->starts[set->count] : 0;
	size_t *starts = set->keys ? NULL : more_room(set->starts, &set->room, set->count + 2, sizeof *starts);
	unsigned char *all;

	if (!starts)
		return false;
	if (!set->starts)
		starts[0] = 0;
	set->starts = starts;
	all = more_room(set->bytes, &set->bytes_room, end + n + 1, 1); /* + 1: never NULL, however short the strings */
	if (!all)
		return false;
	set->bytes = all;
	if (n)
		memcpy(all + end, bytes, n);
	set->starts[++set->count] = end + n;
	return true;
}

/* --- duplicates --- */

static bool
rises(const uint64_t *keys, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (keys[i - 1] >= keys[i])
			return false;
	return true;
}

/* Moves the first of each key to the front, in order. If times is not NULL, also moves the counts: each key already
 * counts times[i]. Returns how many keys there are; SIZE_MAX: memory is short. */
static size_t
distinct_keys(uint64_t *keys, uint32_t *times, size_t n)
{
	struct key_index seen;
	size_t kept = 0;

	if (rises(keys, n))
		return n;
	if (!key_index_init(&seen, n))
		return SIZE_MAX;
	for (size_t i = 0; i < n; i++) {
		size_t *slot = key_index_slot(&seen, keys, keys[i]);

		if (*slot) {
			if (times)
				times[*slot - 1] += times[i];
			continue;
		}
		keys[kept] = keys[i];
		if (times)
			times[kept] = times[i];
		*slot = ++kept;
	}
	key_index_free(&seen);
	return kept;
}

static bool
same_string(const struct keyset *set, size_t i, const unsigned char *bytes, size_t n)
{
	return set->starts[i + 1] - set->starts[i] == n && memcmp(set->bytes + set->starts[i], bytes, n) == 0;
}

static size_t
distinct_strings(struct keyset *set)
{
	struct key_index seen;
	size_t kept = 0, begin = 0;

	if (!key_index_init(&seen, set->count))
		return SIZE_MAX;
	for (size_t i = 0; i < set->count; i++) {
		const unsigned char *bytes = set->bytes + begin;
		const size_t n = set->starts[i + 1] - begin;
		size_t at = XXH3_64bits(bytes, n) & seen.mask;

		begin = set->starts[i + 1];
		while (seen.slots[at] && !same_string(set, seen.slots[at] - 1, bytes, n))
			at = (at + 1) & seen.mask;
		if (seen.slots[at]) {
			if (set->times)
				set->times[seen.slots[at] - 1]++;
			continue;
		}
		memmove(set->bytes + set->starts[kept], bytes, n);
		set->starts[kept + 1] = set->starts[kept] + n;
		seen.slots[at] = ++kept;
	}
	key_index_free(&seen);
	return kept;
}

/* So far, each key counts once. */
static bool
begin_times(struct keyset *set)
{
	set->times = malloc((set->count + 1) * sizeof *set->times);
	for (size_t i = 0; set->times && i < set->count; i++)
		set->times[i] = 1;
	return set->times != NULL;
}

enum keyset_status
keyset_finish(struct keyset *set, char why[KEYSET_WHY])
{
	const size_t least = set->copies == KEYSET_KEPT ? 1 : 2;
	size_t kept = set->count;

	if (set->copies == KEYSET_COUNTED && !begin_times(set))
		return out_of_memory(why);
	if (set->copies != KEYSET_KEPT)
		kept = set->starts ? distinct_strings(set) : distinct_keys(set->keys, set->times, set->count);
	if (kept == SIZE_MAX)
		return out_of_memory(why);
	set->duplicates += set->count - kept;
	set->count = kept;
	if (kept < least) {
		snprintf(why, KEYSET_WHY,
		         kept == 0 ? "no key"
		                   : "only one distinct key, where a half to insert and a half to ask for are needed");
		return KEYSET_EINVAL;
	}
	return KEYSET_OK;
}

size_t
keyset_digest(const struct keyset *set, const struct hash *hash, uint64_t *keys, uint32_t *times, size_t *collisions)
{
	size_t kept;

	*collisions = 0;
	if (times)
		memcpy(times, set->times, set->count * sizeof *times);
	if (!set->starts) {
		memcpy(keys, set->keys, set->count * sizeof *keys);
		return set->count;
	}
	for (size_t i = 0; i < set->count; i++)
		keys[i] = hash_bytes(hash, set->bytes + set->starts[i], set->starts[i + 1] - set->starts[i]);
	if (set->copies == KEYSET_KEPT)
		return set->count;
	kept = distinct_keys(keys, times, set->count);
	if (kept != SIZE_MAX)
		*collisions = set->count - kept;
	return kept;
}
