/* SPDX-License-Identifier: MIT */
/* html.h - writes HTML so that no data can be taken for markup. */
#ifndef CUCKOOBENCH_HTML_H
#define CUCKOOBENCH_HTML_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

/*
 * Writes the format, which is markup, with its %s, %u, %zu, %f and %g filled in; they may have a precision, as "%.12s",
 * "%.*s" or "%+.1f". Strings are escaped for text and for attributes between double quotes. There are no other
 * conversions.
 */
void html(FILE *, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same with the caller's arguments, until `stop` in the format. Returns the format after it; NULL: it has ended. */
const char *html_until(FILE *, char stop, const char *format, va_list *);

/*
 * Puts an SVG file into a page, in the width in which it was drawn. Drops its prologue, comments, scripts, handlers,
 * references to other files, its root title, and titles that are only ids. Puts `prefix` before every id, so that
 * several figures can share the page. `label` is the text for screen readers. False, after writing nothing, if the text
 * contains no SVG.
 */
bool html_svg(FILE *, const char *svg, const char *prefix, const char *label);

#endif
