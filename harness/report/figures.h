/* SPDX-License-Identifier: MIT */
/*
 * figures.h - the files of figures: their forms, and whether one is whole.
 *
 *      DIR/plots/f5.svg    <svg ...   ...   </svg>
 *      DIR/plots/f5.pdf    %PDF-1.7   ...   %%EOF
 *
 * gnuplot does not look at what it wrote: on a full disk it leaves half a figure, or nothing, and ends with status 0.
 * Both forms say at their end that they are whole.
 */
#ifndef CUCKOOBENCH_FIGURES_H
#define CUCKOOBENCH_FIGURES_H

enum { FIGURE_FORMS = 2 };
/* "svg", which pages use, and "pdf". */
extern const char *const figure_forms[FIGURE_FORMS];

enum figure_state { FIGURE_WHOLE, FIGURE_MISSING, FIGURE_EMPTY, FIGURE_CUT };
/* Looks at a file that should be a figure of this form. One that cannot be read counts as cut. */
enum figure_state figure_look(const char *path, const char *form);

#endif
