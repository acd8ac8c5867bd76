/* SPDX-License-Identifier: MIT */
/*
 * terminal.h - how text is laid out where it goes: wrapped in a terminal's window, in whole lines for programs.
 *
 *      terminal      tables and sentences wrap at the width of the window, or at COLUMNS
 *      file, pipe    a row is a line, whatever its length
 *      TERM=dumb     a terminal that cannot draw over its lines: progress comes as in a pipe
 */
#ifndef CUCKOOBENCH_TERMINAL_H
#define CUCKOOBENCH_TERMINAL_H

#include <stdbool.h>

/* The columns of the window behind this descriptor; INT_MAX if it is no terminal. */
int terminal_columns(int fd);
/* Can what is behind this descriptor draw over the lines that it has? */
bool terminal_redraws(int fd);
/* Writes text to standard output, whose line already has `column` characters, and ends the line. Where it wraps, it
 * stays a column of its own. If the window leaves that too little room, it begins a line. */
void terminal_write(const char *text, int column);
/* Writes a sentence from the first column on. */
void terminal_line(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
