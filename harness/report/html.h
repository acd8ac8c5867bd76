/* SPDX-License-Identifier: MIT */
/* html.h - writing HTML so that nothing that comes from data can be taken for markup. */
#ifndef CUCKOOBENCH_HTML_H
#define CUCKOOBENCH_HTML_H

#include <stdbool.h>
#include <stdio.h>

/*
 * Writes the format, which is markup, with its %s and %u filled in: the strings escaped, for text and for attributes
 * between double quotes alike. No other conversion is known.
 */
void html(FILE *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/*
 * Puts an SVG file into a page: without its prologue, comments, scripts, handlers, references to other files, root
 * title and titles that are but ids; as wide as it was drawn, and with `prefix` before every id, so that several
 * figures can share the page. `label` is what a screen reader says. False, after writing nothing, if the text holds no
 * SVG.
 */
bool html_svg(FILE *, const char *svg, const char *prefix, const char *label);

#endif
