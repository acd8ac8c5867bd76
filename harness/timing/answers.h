/* SPDX-License-Identifier: MIT */
/*
 * answers.h - the answers of one call of contains: each is 0 or 1, and their sum is returned.
 *
 *      hit[]      1  0  0  1  255  0      neither 0 nor 1: whoever packs eight answers into a byte reads another one
 *      returned   3                       miscounted: timed lookups add up what is returned, and look at nothing else
 *
 * A plug-in's filter may break either, so whoever looks keys up outside of what is timed asks here.
 */
#ifndef CUCKOOBENCH_ANSWERS_H
#define CUCKOOBENCH_ANSWERS_H

#include <stddef.h>
#include <stdint.h>

enum answers { ANSWERS_RIGHT, ANSWERS_NEITHER, ANSWERS_MISCOUNTED };
enum { ANSWERS_WHY = 96 };

/* Looks at n answers, and at what contains returned. If they are not right, writes into `why` what is wrong. */
enum answers answers_look(const uint8_t *hit, size_t n, size_t returned, char why[ANSWERS_WHY]);

#endif
