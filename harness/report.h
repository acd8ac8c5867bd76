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

/* Each returns 0, or -1 after one clear line on stderr. A missing gnuplot is such a line; the rest is still written. */
int plots_write(const char *dir);
int tables_write(const char *dir);
int report_write(const char *dir);

#endif
