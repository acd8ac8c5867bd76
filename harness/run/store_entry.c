/* SPDX-License-Identifier: MIT */
/*
 * store_entry.c - an entry of a record and its digest: what a call was asked for, or an attempt with its samples.
 *
 *      attempt,a:rep=0,...,2,        ,1f0a22...      \
 *      sample,0,,cf,50,...,1000,50000                 | digest 1f0a22...: of all bytes but its own sixteen
 *      sample,0,,cf,75,...,1000,51000                /
 *      attempt,b:rep=0,...,0,1f0a22..,77e3c9...        after 1f0a22...: what stands before it
 *
 * So a change of a byte, an attempt that is gone, moved or from another record do not go unnoticed. A record that lost
 * whole attempts at its end is noticed by the digest in the manifest (manifest_seal.c). A digest tells of accidents and
 * of edits in passing. Who wants to deceive can write it anew.
 *
 * It is the first 64 bits of SHA-256, which any language has: an accident passes once in 2^64.
 */
#include "harness/run/store_parts.h"

#include "harness/base/memory.h"

#include <stdlib.h>
#include <string.h>

/* An entry without samples ends with its line, too. */
static void
add(SHA2_CTX *sha, const char *text, size_t length)
{
	SHA256Update(sha, (const uint8_t *)text, length);
	SHA256Update(sha, (const uint8_t *)"\n", 1);
}

void
entry_digest_first(SHA2_CTX *sha, const char *line)
{
	const char *comma = strrchr(line, ',');

	SHA256Init(sha);
	add(sha, line, comma ? (size_t)(comma - line) + 1 : 0);
}

void
entry_digest_more(SHA2_CTX *sha, const char *line)
{
	add(sha, line, strlen(line));
}

const char *
entry_digest(SHA2_CTX *sha, char digest[STORE_DIGEST])
{
	char whole[SHA256_DIGEST_STRING_LENGTH];

	SHA256End(sha, whole);
	snprintf(digest, STORE_DIGEST, "%.*s", STORE_DIGEST - 1, whole);
	return digest;
}

FILE *
entry_begin(struct entry *e)
{
	return e->stream = memory_stream(&e->text, &e->length);
}

int
entry_end(struct entry *e, FILE *f, char digest[STORE_DIGEST])
{
	const char *end;
	char *text;
	size_t head, length;
	SHA2_CTX sha;
	int status;

	memory_whole(e->stream);
	end = strchr(e->text, '\n');
	head = (size_t)(end - e->text);
	SHA256Init(&sha);
	SHA256Update(&sha, (const uint8_t *)e->text, e->length);
	(void)entry_digest(&sha, digest);
	length = e->length + strlen(digest);
	text = memory_new(length, 1);
	memcpy(text, e->text, head);
	memcpy(text + head, digest, strlen(digest));
	memcpy(text + head + strlen(digest), end, e->length - head);
	status = fwrite(text, 1, length, f) == length ? 0 : -1;
	free(text);
	free(e->text);
	return status;
}
