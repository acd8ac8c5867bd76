/* SPDX-License-Identifier: MIT */
/*
 * explore_choice.h - the choices of an execution, and the next execution's; the states that were met.
 *
 *      | 0 of 2 | 1 of 3 | 0 of 2 | 1 of 2 |        one execution
 *      | 0 of 2 | 1 of 3 | 1 of 2 |                 the next: the last choice with an alternative left is made the other way
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
/* Before an execution; and when the next is to repeat the last. */
void choice_begin(void);
void choice_repeat(void);
/* Prepares the next execution. False if there is none. */
bool choice_next(void);

/* 0 to of - 1. */
unsigned choose(unsigned of);
/* Have all choices been made that the execution before had made, too? */
bool choice_is_new(void);
/* Was this state met before, with a budget (below CHOICE_BUDGETS) at least as large? Remembers it. */
bool choice_is_known(uint64_t state, unsigned budget);

#endif
