/* SPDX-License-Identifier: MIT */
/*
 * report.h - from a run's reduced data to figures, tables and one page.
 *
 *      DIR/results/ID.csv, DIR/manifest.json, datasets/paper/printed.csv
 *            |-- plots.c  --> DIR/plots/ID.svg, ID.pdf
 *            |-- tables.c --> DIR/tables/ID.md, ID.tex
 *            `-- report.c --> DIR/report.html (one file: figures inline, no network, no script needed to read it)
 */
#ifndef CUCKOOBENCH_REPORT_H
#define CUCKOOBENCH_REPORT_H

struct points;
struct experiment;

/* Each returns 0, or -1 after one clear line on stderr. A missing gnuplot is such a line; the rest is still written. */
int plots_write(const char *dir);
/* SVG only, to be shown beside those of a run with these points (of each experiment_all[i]): on the same axes. */
int plots_write_beside(const char *dir, const struct points *beside);
/* One figure, of this one's data. */
int plots_write_one(const char *dir, const struct experiment *);
int tables_write(const char *dir);
int report_write(const char *dir);

#endif
