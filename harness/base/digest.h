/* SPDX-License-Identifier: MIT */
/* digest.h - SHA-256 of files and of bytes in memory. A digest identifies the data that a result depends on. */
#ifndef CUCKOOBENCH_DIGEST_H
#define CUCKOOBENCH_DIGEST_H

#include <stddef.h>

enum { DIGEST_TEXT = 65 }; /* 64 hexadecimal digits, lower case, and NUL */

/* Both fill and return `text`. digest_file returns NULL with errno if the file cannot be read. */
const char *digest_file(const char *path, char text[DIGEST_TEXT]);
const char *digest_bytes(const void *bytes, size_t n, char text[DIGEST_TEXT]);

#endif
