/* SPDX-License-Identifier: MIT */
/*
 * report.h - makes figures, tables and one page from a run's reduced data.
 *
 *      run_data.h: points, board, manifest, published values
 *            |-- plots.c  --> DIR/plots/ID.svg, ID.pdf (gnuplot reads DIR/results/ID.csv)
 *            |-- tables.c --> DIR/tables/ID.md, ID.tex
 *            `-- report.c --> DIR/report.html (one file: figures inline, no network, readable without scripts)
 */
#ifndef CUCKOOBENCH_REPORT_H
#define CUCKOOBENCH_REPORT_H

#include "harness/analysis/run_data.h"

/* A figure or a table that cannot be written does not cost the others: all failures but the last are told at once
 * (failure_told). If gnuplot is missing, that is one failure. */

/* Draws into DIR/plots, from DIR/results; beside: SVG only, on axes that fit that run, too. */
int plots_write(const char *dir, const struct run_data *, const struct run_data *beside, struct failure *);
/* Draws one figure of these points, which are in DIR/results/ID.csv. */
int plots_write_one(const char *dir, const struct experiment *, const struct points *, struct failure *);
int tables_write(struct run_data *, struct failure *);
/* Writes DIR/report.html. */
int report_write(struct run_data *, struct failure *);

#endif
