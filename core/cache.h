/* SPDX-License-Identifier: MIT */
/*
 * cache.h - how large this machine's caches are, for choices between ways that give the same answers.
 *
 *      a table of   | second cache |          last cache            | memory
 *      1 key        |  asks not    |  asks for lines ahead of their use
 *      4 keys       |  asks not                | asks                        keys that a loop deals with at once: their loads are
 *      8 keys       |  asks not                            | asks            under way together even where nothing is asked for
 *
 * Nothing that decides what is in a table may depend on it, or results would differ from machine to machine.
 */
#ifndef CUCKOOBENCH_CACHE_H
#define CUCKOOBENCH_CACHE_H

#include <stddef.h>

/* Bytes of the data or unified cache of this level that the first processor uses; 0 if the system does not tell. */
size_t cache_size(unsigned level);
/* From here on the second and the last cache are taken to have so many bytes; 0, 0: as many as they have. For tests, before there are threads. */
void cache_pretend(size_t second, size_t last);
/* The largest table, in bytes, whose lines a loop that deals with so many keys at once need not ask for ahead. */
size_t cache_near(unsigned keys);

#endif
