/* SPDX-License-Identifier: MIT */
/*
 * explore_choice.h - the choices of an execution, those of the next execution, and the states that were met.
 *
 *      | 0 of 2 | 1 of 3 | 0 of 2 | 1 of 2 |        one execution
 *      | 0 of 2 | 1 of 3 | 1 of 2 |                 the next: the last choice that has an alternative left takes it
 */
#ifndef CUCKOOBENCH_TESTS_EXPLORE_CHOICE_H
#define CUCKOOBENCH_TESTS_EXPLORE_CHOICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CHOICE_BUDGETS = 16 };

/* Before an exploration, and after it. */
void choice_forget(void);
void choice_release(void);
/* Before an execution; and before one that is to repeat the last. */
void choice_begin(void);
void choice_repeat(void);
/* Prepares the next execution. False if there is none. */
bool choice_next(void);

/* Chooses a number from 0 to of - 1. */
unsigned choose(unsigned of);
/* Has the execution passed all choices that it takes over from the one before? */
bool choice_is_new(void);
/* Was this state met before, with a budget (below CHOICE_BUDGETS) at least as large? Remembers the state. */
bool choice_is_known(uint64_t state, unsigned budget);

#endif
