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

#include "harness/run/samples.h"

struct points;
struct failure;

/* A figure or a table that cannot be written does not cost the others: all failures but the last are told at once
 * (failure_told). If gnuplot is missing, that is one failure. */
int plots_write(const char *dir, struct failure *);
/* Draws SVG only, on axes that fit both this run and another with these points (of each experiment_all[i]). */
int plots_write_beside(const char *dir, const struct points *beside, struct failure *);
/* Draws one figure, from that experiment's data. */
int plots_write_one(const char *dir, const struct experiment *, struct failure *);
int tables_write(const char *dir, struct failure *);
/* Writes DIR/report.html. */
int report_write(const char *dir, const struct samples *, enum scale, struct failure *);

#endif
