/* SPDX-License-Identifier: MIT */
/*
 * noise.h - which timed cells were disturbed, and by what. It follows from what a record has of each alone.
 *
 *      while it ran     stolen, throttled and stopped time, migrations, switches: the kernel's facts (canary.h)
 *      by its turns     cf lookup   50 % present: 15.1 15.0 9.2 15.2 9.3 15.1
 *                                   25 % present: 14.8 9.1 14.9 9.0 14.7 14.8      4 of 12 are off: more than a third
 *
 * A series is what a cell measured of one filter by one measure. Its turns are the rounds, and each is compared with
 * the median of the others at its place and x. The canary's latency is told and not judged: of series that were off by
 * 10 % it finds no more than chance does, and its own turns find several times as many (docs/methodology.md, by
 * tests/referee/noise.py).
 */
#ifndef CUCKOOBENCH_NOISE_H
#define CUCKOOBENCH_NOISE_H

#include "harness/run/store.h"

/* What disturbed an attempt. */
enum { NOISE_TEXT = DISTURBANCE_TEXT + 320 };
struct noise {
	size_t series, apart;  /* series with three turns or more at a place; those whose turns disagree */
	char text[NOISE_TEXT]; /* "": nothing did */
};

/* Judges an attempt of the store. One that was not timed has no noise. */
void noise_judge(const struct store *, const struct attempt *, struct noise *);

#endif
