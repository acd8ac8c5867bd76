/* SPDX-License-Identifier: MIT */
/*
 * noise.h - which timed cells were disturbed, and by what. It follows from what their attempts recorded alone.
 *
 *      while it ran      stolen, throttled and stopped time, migrations, switches, a change of speed: the cell's record
 *                        says so (canary.h)
 *      beside others     its memory was slower or faster than in the other cells of its repetition
 *
 * Quotients within a repetition count. So what matters is that the cells of a repetition are alike, not that each is
 * like the whole run. And it is the memory's latency that lookups follow: their rate goes with its power -0.6, and with
 * the core's clock hardly (tests/referee/retries.py). So the clock is recorded, but not judged.
 */
#ifndef CUCKOOBENCH_NOISE_H
#define CUCKOOBENCH_NOISE_H

#include "harness/run/store.h"

/* Notes in each attempt how far the latency is from the median of its repetition. */
void noise_compare(struct store *);
/* Writes into text, and returns, what disturbed the attempt; "" if nothing did. */
enum { NOISE_TEXT = 2 * DISTURBANCE_TEXT };
const char *noise_text(const struct attempt *, char text[NOISE_TEXT]);
bool noise_any(const struct attempt *);

#endif
