/* SPDX-License-Identifier: MIT */
/* commands.h - the subcommands. Each returns the program's exit status. What stopped it is in the failure, which main
 * prints. */
#ifndef CUCKOOBENCH_COMMANDS_H
#define CUCKOOBENCH_COMMANDS_H

#include "harness/analysis/claims.h"
#include "harness/base/failure.h"
#include "harness/plan/options.h"
#include "harness/run/manifest.h"

#define COMMAND(name, arguments, most, help) int command_##name(const struct options *, struct failure *);
#include "harness/plan/commands.def"
#undef COMMAND
/* For the scripts of `cuckoobench completion`, and in no list of commands: see command_completion.c. */
int command_complete(const struct options *, struct failure *);

/* Is the program in its tree, with the scripts and published values that a report needs? If not, *f is STATUS_UNFIT. */
bool at_home(struct failure *f);
/* Writes reduced data, verdicts, figures, tables and page from the contents of DIR. */
int present_run(const char *dir, struct failure *);
/* Says by notice() if it did not finish, and how much is missing. */
struct run_data;
void tell_unfinished(const struct run_data *);
/* Says what the time budget keeps of a plan, and how many claims that can judge; nothing without a budget. */
struct plan;
struct budget;
void tell_expected(const struct plan *, const struct budget *);
/* Prints the answer of DIR in twenty lines (summary.h), or in one line, or both. */
int tell_summary(const char *dir, bool whole, bool line, struct failure *);
/* The verdict's name as a word of the command line, "not-run". Writes to `word` and returns it. */
enum { VERDICT_WORD = 32 };
const char *verdict_word(enum verdict_kind, char word[VERDICT_WORD]);
/* Prints a value and releases it. */
struct json_t;
void print_json(struct json_t *);
/* The text as JSON. Null for NULL, and for text that is not UTF-8, as a file's name may be. */
struct json_t *json_text(const char *);
/* The instructions that a filter chooses here, of those that it works without; NULL: none. */
const char *chosen_here(const struct filter_ops *);
/* What a filter is, and which of its kernels serves which f here: as text, or as JSON (command_explain). */
void explain_filter(const struct filter_ops *);
struct json_t *explain_filter_json(const struct filter_ops *);
/* A folder of that name in $CUCKOOBENCH_RESULTS, or in results/: where runs go that are told no folder. */
const char *folder_in_results(const char *name);
/* The folder given, or that of -o, or the scale's own; there, a shard has a folder of its own. */
const char *folder_of(const struct options *, const char *given);

#endif
