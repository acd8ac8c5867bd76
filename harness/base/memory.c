/* SPDX-License-Identifier: MIT */
/* memory.c - see memory.h. */
#include "harness/base/memory.h"

#include <stdio.h>
#include <stdlib.h>

void
memory_needed(void *p)
{
	if (p)
		return;
	fputs("cuckoobench: out of memory\n", stderr);
	abort();
}
