/* SPDX-License-Identifier: MIT */
/* html.c - see page.h. */
#include "harness/report/page.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void
write_text(FILE *f, const struct escape *escapes, const char *text, size_t most)
{
	for (const char *end = text + strnlen(text, most); text < end;) {
		const struct escape *e = escapes;

		while (e->text && strncmp(text, e->text, strlen(e->text)) != 0)
			e++;
		if (e->text)
			fputs(e->as, f);
		else
			fputc(*text > 0 && *text < ' ' && *text != '\n' ? ' ' : *text, f);
		text += e->text ? strlen(e->text) : 1;
	}
}

const char *
markup(FILE *f, const struct escape *escapes, char stop, const char *format, va_list *args)
{
	const char ends[] = {'%', stop, '\0'};

	for (;;) {
		const size_t n = strcspn(format, ends);
		size_t flags, most = SIZE_MAX;
		char number[16];

		fwrite(format, 1, n, f);
		format += n;
		if (*format != '%')
			return *format ? format + 1 : NULL;
		flags = strspn(format + 1, "+.0123456789*z");
		snprintf(number, sizeof number, "%.*s", (int)flags + 2, format);
		format += flags + 2;
		switch (format[-1]) {
		case 's':
			if (flags > 0)
				most = number[2] == '*' ? (size_t)va_arg(*args, int) : strtoul(number + 2, NULL, 10);
			write_text(f, escapes, va_arg(*args, const char *), most);
			break;
		case 'u':
			fprintf(f, "%zu", flags > 0 ? va_arg(*args, size_t) : va_arg(*args, unsigned));
			break;
		case 'f':
		case 'g':
			fprintf(f, number, va_arg(*args, double));
			break;
		default:
			assert(format[-1] == '%');
			fputc('%', f);
		}
	}
}

const char *
html_until(FILE *f, char stop, const char *format, va_list *args)
{
	static const struct escape escapes[] = {{"&", "&amp;"},   {"<", "&lt;"},  {">", "&gt;"},
	                                        {"\"", "&quot;"}, {"'", "&#39;"}, {NULL, NULL}};

	return markup(f, escapes, stop, format, args);
}

void
html(FILE *f, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	html_until(f, '\0', format, &args);
	va_end(args);
}

/* --- SVG -------------------------------------------------------------------------------------------------- */

static const char blank[] = " \t\r\n";

struct svg {
	FILE *f;
	const char *prefix, *label;
	unsigned depth;
};

struct attribute {
	const char *name, *value;
	size_t name_length, value_length;
	char quote;
};

/* Reads the next attribute of a tag. Returns the text after it; NULL at the tag's end. */
static const char *
svg_attribute(const char *at, struct attribute *a)
{
	at += strspn(at, blank);
	if (!*at || *at == '>' || *at == '/')
		return NULL;
	*a = (struct attribute){.name = at, .name_length = strcspn(at, "=/> \t\r\n"), .value = "", .quote = '"'};
	at += a->name_length;
	at += strspn(at, blank);
	if (*at != '=')
		return a->name_length ? at : NULL;
	at += 1 + strspn(at + 1, blank);
	if (*at != '"' && *at != '\'')
		return NULL; /* this is not XML */
	a->quote = *at++;
	a->value = at;
	at = strchr(at, a->quote);
	if (!at)
		return NULL;
	a->value_length = (size_t)(at - a->value);
	return at + 1;
}

static bool
svg_named(const struct attribute *a, const char *name)
{
	return strlen(name) == a->name_length && strncmp(a->name, name, a->name_length) == 0;
}

/* Writes the value, with the prefix in every url(#id). */
static void
svg_value(const struct svg *s, const struct attribute *a)
{
	static const char reference[] = "url(#";
	const char *at = a->value, *end = at + a->value_length, *found;

	while ((found = memmem(at, (size_t)(end - at), reference, strlen(reference)))) {
		found += strlen(reference);
		fwrite(at, 1, (size_t)(found - at), s->f);
		fputs(s->prefix, s->f);
		at = found;
	}
	fwrite(at, 1, (size_t)(end - at), s->f);
}

static void
svg_write_attribute(const struct svg *s, const struct attribute *a)
{
	bool link = svg_named(a, "href") || svg_named(a, "xlink:href"), id = svg_named(a, "id");
	bool root = s->depth == 0;

	if (strncasecmp(a->name, "on", 2) == 0 || (link && *a->value != '#') ||
	    (root && (svg_named(a, "width") || svg_named(a, "height"))))
		return;
	fprintf(s->f, " %.*s=%c", (int)a->name_length, a->name, a->quote);
	if (id)
		fprintf(s->f, "%s%.*s", s->prefix, (int)a->value_length, a->value);
	else if (link)
		fprintf(s->f, "#%s%.*s", s->prefix, (int)a->value_length - 1, a->value + 1);
	else
		svg_value(s, a);
	fputc(a->quote, s->f);
}

/* A drawing that scales states its size only in its viewBox: "0 0 WIDTH HEIGHT". */
static void
svg_write_width(const struct svg *s, const struct attribute *a)
{
	double width;

	if (sscanf(a->value, "%*f %*f %lf", &width) == 1)
		fprintf(s->f, " width=\"%.0f\"", width);
}

/* Writes the opening tag that begins at `at`. Returns the text after it, or NULL if the tag has no end. */
static const char *
svg_open(struct svg *s, const char *at)
{
	size_t name = 1 + strcspn(at + 1, "/> \t\r\n");
	const char *behind;
	struct attribute a;
	bool closed;

	fwrite(at, 1, name, s->f);
	if (s->depth == 0)
		html(s->f, " role=\"img\" aria-label=\"%s\"", s->label);
	at += name;
	while ((behind = svg_attribute(at, &a))) {
		svg_write_attribute(s, &a);
		if (s->depth == 0 && svg_named(&a, "viewBox"))
			svg_write_width(s, &a);
		at = behind;
	}
	at += strspn(at, blank);
	closed = *at == '/';
	fputs(closed ? "/>" : ">", s->f);
	if (!closed)
		s->depth++;
	at = strchr(at, '>');
	return at ? at + 1 : NULL;
}

/* The text after the element that begins at `at`, which contains no element of its own name. NULL if it has no end. */
static const char *
svg_skip(const char *at)
{
	char end[16] = "</";
	size_t name = strcspn(at + 1, "/> \t\r\n");
	const char *close = strchr(at, '>');

	if (!close || close[-1] == '/' || name > sizeof end - 3)
		return close ? close + 1 : NULL;
	memcpy(end + 2, at + 1, name);
	at = strstr(close, end);
	at = at ? strchr(at, '>') : NULL;
	return at ? at + 1 : NULL;
}

static bool
svg_is(const char *at, const char *name)
{
	size_t n = strlen(name);

	return strncmp(at + 1, name, n) == 0 && strchr("/> \t\r\n", at[1 + n]);
}

/* Is this title only an id? gnuplot gives an untitled object its own id as title, as "f5_plot_8", and a browser would
 * show that as a tooltip. */
static bool
svg_untitled(const char *at)
{
	const char *text, *mark;
	size_t n;

	if (!svg_is(at, "title") || !(text = strchr(at, '>')))
		return false;
	n = strcspn(text, "<");
	mark = memmem(text, n, "_plot_", 6);
	return mark && strcspn(mark + 6, "<") - strspn(mark + 6, "0123456789") <= 1; /* or with a panel's letter */
}

/* The text after an element that the page does not need; NULL if `at` begins something else. */
static const char *
svg_unwanted(const struct svg *s, const char *at)
{
	const char *end;

	if (strncmp(at, "<!--", 4) == 0) {
		end = strstr(at, "-->");
		return end ? end + 3 : at + strlen(at);
	}
	if (at[1] == '!' || at[1] == '?') {
		end = strchr(at, '>');
		return end ? end + 1 : at + strlen(at);
	}
	if (svg_is(at, "script") || (s->depth == 1 && (svg_is(at, "title") || svg_is(at, "desc"))) ||
	    svg_untitled(at)) {
		end = svg_skip(at);
		return end ? end : at + strlen(at);
	}
	return NULL;
}

bool
html_svg(FILE *f, const char *svg, const char *prefix, const char *label)
{
	struct svg s = {.f = f, .prefix = prefix, .label = label};
	const char *at = strstr(svg, "<svg"), *behind;

	if (!at)
		return false;
	do {
		if ((behind = svg_unwanted(&s, at))) {
			at = behind;
		} else if (at[1] == '/') {
			s.depth--;
			behind = strchr(at, '>');
			behind = behind ? behind + 1 : at + strlen(at);
			fwrite(at, 1, (size_t)(behind - at), f);
			at = behind;
		} else if (!(at = svg_open(&s, at))) {
			break;
		}
		if (s.depth > 0) {
			size_t n = strcspn(at, "<");

			fwrite(at, 1, n, f);
			at += n;
		}
	} while (s.depth > 0 && *at);
	fputc('\n', f);
	return true;
}
