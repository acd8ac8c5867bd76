/* SPDX-License-Identifier: MIT */
/*
 * fuzz_input.h - the bytes of an input become a filter and its parameters; and what ends a run with a report.
 *
 *      | which parameters | their values | rest ...      input_create() takes the first two; input_take() a byte of any
 */
#ifndef CUCKOOBENCH_TESTS_FUZZ_INPUT_H
#define CUCKOOBENCH_TESTS_FUZZ_INPUT_H

#include "core/filter.h"
#include "tests/model.h"

/* The bytes that are left. */
struct input {
	const uint8_t *at, *end;
};

/* A filter that the input describes, and the exact model of the keys in it. */
struct life {
	const struct filter_ops *ops;
	struct filter_params params;
	struct filter *filter;
	struct model model;
};

/* A condition that must hold. If it does not, the run ends with a report. */
#define must(life, condition) ((condition) ? (void)0 : life_give_up((life), __FILE__, __LINE__, #condition))

_Noreturn void life_give_up(const struct life *, const char *file, int line, const char *condition);

/* The next byte; 0 behind the last. */
unsigned input_take(struct input *);

/* Creates what the input describes. Where that is refused, resets one parameter after the other until it is accepted:
 * random parameters seldom suit one filter all together. */
void input_create(struct life *, struct input *);

#endif
