/* SPDX-License-Identifier: MIT */
/* digest.c - see digest.h. libmd computes it; every Debian system has it, because its package manager uses it. */
#include "harness/base/digest.h"

#include <sha2.h>

const char *
digest_file(const char *path, char text[DIGEST_TEXT])
{
	return SHA256File(path, text);
}

const char *
digest_bytes(const void *bytes, size_t n, char text[DIGEST_TEXT])
{
	return SHA256Data(bytes, n, text);
}
