/* SPDX-License-Identifier: MIT */
/* memory.h - the few kilobytes without which nothing sensible can follow. Tables and key sets are asked for elsewhere,
 * and may be refused. */
#ifndef CUCKOOBENCH_MEMORY_H
#define CUCKOOBENCH_MEMORY_H

#include <stdbool.h>

/* Unless it is there (a pointer that is not NULL, a stream that was closed whole), says that memory is short, and
 * aborts. */
void memory_needed(bool there);

#endif
