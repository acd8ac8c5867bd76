/* SPDX-License-Identifier: MIT */
/* memory.h - the few kilobytes without which nothing sensible can follow. Tables and key sets are asked for elsewhere,
 * and may be refused. */
#ifndef CUCKOOBENCH_MEMORY_H
#define CUCKOOBENCH_MEMORY_H

/* If p is NULL, says that memory is short, and aborts. (Not const: what was just taken need hold nothing yet, and gcc
 * wants that of a const one.) */
void memory_needed(void *p);

#endif
