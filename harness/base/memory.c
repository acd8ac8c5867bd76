/* SPDX-License-Identifier: MIT */
/* memory.c - see memory.h. */
#include "harness/base/memory.h"

#include <stdio.h>
#include <stdlib.h>

void
memory_needed(bool there)
{
	if (there)
		return;
	fputs("cuckoobench: out of memory\n", stderr);
	abort();
}
