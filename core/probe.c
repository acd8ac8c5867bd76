/* SPDX-License-Identifier: MIT */
/* probe.c - the record of probe.h: a short list of the lines seen between probe_begin and probe_end, searched
 * linearly. */
#include "core/probe.h"

#include <stdbool.h>
#include <stdint.h>

static _Thread_local struct {
	bool recording;
	uintptr_t line[PROBE_LINES];
	struct probe_count count;
} seen;

void
probe_begin(void)
{
	seen.recording = true;
	seen.count = (struct probe_count){0, 0};
}

void
probe_touch(const void *address, size_t bytes)
{
	uintptr_t first = (uintptr_t)address / 64, last = ((uintptr_t)address + bytes - 1) / 64;

	if (!seen.recording)
		return;
	seen.count.references++;
	for (uintptr_t line = first; line <= last; line++) {
		size_t i = 0;

		while (i < seen.count.lines && seen.line[i] != line)
			i++;
		if (i == seen.count.lines && i < PROBE_LINES)
			seen.line[seen.count.lines++] = line;
	}
}

struct probe_count
probe_end(void)
{
	seen.recording = false;
	return seen.count;
}
