/* SPDX-License-Identifier: MIT */
/* completion_parts.h - the scripts of `cuckoobench completion`, a file for each shell. Private to the files of that
 * command. */
#ifndef CUCKOOBENCH_COMPLETION_PARTS_H
#define CUCKOOBENCH_COMPLETION_PARTS_H

#include "harness/plan/completion.h"

/* Print the script for one shell. */
void completion_bash(void);
void completion_zsh(void);
void completion_fish(void);

/* Prints words with a space between them. */
void completion_print_words(const struct completion *);

#endif
