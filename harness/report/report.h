/* SPDX-License-Identifier: MIT */
/*
 * report.h - makes figures, tables and one page from a run's reduced data.
 *
 *      DIR/results/ID.csv, DIR/manifest.json, datasets/paper/printed.csv
 *            |-- plots.c  --> DIR/plots/ID.svg, ID.pdf
 *            |-- tables.c --> DIR/tables/ID.md, ID.tex
 *            `-- report.c --> DIR/report.html (one file: figures inline, no network, readable without scripts)
 */
#ifndef CUCKOOBENCH_REPORT_H
#define CUCKOOBENCH_REPORT_H

struct points;
struct experiment;

/* Each returns 0, or -1 after one clear line on stderr. If gnuplot is missing, that is such a line, and the other files
 * are still written. */
int plots_write(const char *dir);
/* Draws SVG only, on axes that fit both this run and another with these points (of each experiment_all[i]). */
int plots_write_beside(const char *dir, const struct points *beside);
/* Draws one figure, from that experiment's data. */
int plots_write_one(const char *dir, const struct experiment *);
int tables_write(const char *dir);
int report_write(const char *dir);

#endif
