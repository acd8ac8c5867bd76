/* SPDX-License-Identifier: MIT */
/* page.c - see page.h. */
#include "harness/report/page.h"

#include "harness/base/memory.h"
#include "harness/report/format.h"

#include <ctype.h>
#include <jansson.h>
#include <sha2.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Writes a SHA-256 in base64, as a content security policy requires: 32 bytes, and one of padding. */
static void
page_digest(FILE *f, const char *text)
{
	static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	static const char hex_digits[] = "0123456789abcdef";
	char hex[SHA256_DIGEST_STRING_LENGTH];

	SHA256Data((const uint8_t *)text, strlen(text), hex);
	for (size_t i = 0; i < 64; i += 6) { /* six hexadecimal digits give four of base64 */
		uint32_t bits = 0;

		for (size_t j = i; j < i + 6; j++)
			bits = bits << 4 | (j < 64 ? (uint32_t)(strchr(hex_digits, hex[j]) - hex_digits) : 0);
		for (int shift = 18; shift >= 0; shift -= 6)
			fputc(i == 60 && shift == 0 ? '=' : digit[bits >> shift & 63], f);
	}
}

/* The texts of page.css and page.js, byte by byte, as the build writes them. */
static const char page_style[] = {
#include "page.css.inc"
	0};
static const char page_script[] = {
#include "page.js.inc"
	0};

void
page_open(FILE *f, const char *title, const char *skip)
{
	html(f, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
	        "style-src 'unsafe-inline'; script-src 'sha256-");
	page_digest(f, page_script);
	html(f, "'\">\n<title>%s</title>\n<style>\n", title);
	fputs(page_style, f);
	html(f,
	     "</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#%s\">Skip to the results</a>\n<div "
	     "class=\"page\">\n",
	     skip);
}

void
page_close(FILE *f)
{
	fprintf(f, "</div>\n<script>%s</script>\n</body>\n</html>\n", page_script);
}

void
page_section(FILE *f, const char *class, const char *id, const char *title)
{
	html(f, *class ? "<section class=\"%s\"" : "<section%s", class);
	html(f, " id=\"%s\" aria-labelledby=\"%s-title\">\n<h2 id=\"%s-title\">%s</h2>\n", id, id, id, title);
}

void
page_facts(FILE *f, const json_t *from, const char *format)
{
	char group[32], key[32], text[FACT_TEXT];

	for (;; format = strchr(format, '}') + 1) {
		const size_t n = strcspn(format, "{");
		const json_t *fact;
		const char *said;
		int names;

		fwrite(format, 1, n, f);
		format += n;
		if ((names = sscanf(format, "{%31[a-z_].%31[a-z_]", group, key)) < 1)
			return;
		fact = json_object_get(from, group);
		said = fact_text(names == 2 ? json_object_get(fact, key) : fact, text);
		html(f, "%s", *said ? said : "unknown");
	}
}

/* "one, two"; "none" */
static json_t *
facts_joined(const json_t *list)
{
	char text[FACT_TEXT], *joined;
	const json_t *value;
	json_t *string;
	size_t length, i;
	FILE *f = memory_stream(&joined, &length);

	json_array_foreach(list, i, value) fprintf(f, "%s%s", i ? ", " : "", fact_text(value, text));
	memory_whole(f);
	string = json_string(length ? joined : "none");
	free(joined);
	return string;
}

void
facts_flat(json_t *flat, const char *name, const json_t *value)
{
	char longer[FACT_TEXT], text[FACT_TEXT];
	const char *key;
	json_t *inner;
	size_t i;

	if (json_object_size(value) > 0) {
		json_object_foreach((json_t *)value, key, inner)
		{
			snprintf(longer, sizeof longer, "%s%s%s", name, *name ? "." : "", key);
			facts_flat(flat, longer, inner);
		}
	} else if (json_is_object(json_array_get(value, 0))) {
		json_array_foreach(value, i, inner)
		{
			snprintf(longer, sizeof longer, "%s.%zu", name, i);
			facts_flat(flat, longer, inner);
		}
	} else if (json_is_array(value) || json_is_object(value)) {
		json_object_set_new(flat, name, facts_joined(value));
	} else {
		json_object_set_new(flat, name, json_string(fact_text(value, text)));
	}
}

void
page_verdict(FILE *f, enum verdict_kind kind)
{
	static const struct {
		const char *class, *sign;
	} looks[VERDICT_KINDS] = {
		[VERDICT_CONFIRMED] = {"confirmed", "✓"},       [VERDICT_CONTRADICTED] = {"contradicted", "✗"},
		[VERDICT_INCONCLUSIVE] = {"inconclusive", "≈"}, [VERDICT_NOT_RUN] = {"not-run", "–"},
		[VERDICT_LARGER_SCALE] = {"larger-scale", "↑"}, [VERDICT_NOT_ASKED] = {"not-asked", "·"},
		[VERDICT_CONSTRUCTED] = {"constructed", "="},   [VERDICT_COUNTED] = {"counted", "#"},
	};

	html(f, "<span class=\"verdict %s\"><span aria-hidden=\"true\">%s</span> %s</span>", looks[kind].class,
	     looks[kind].sign, verdict_names[kind]);
}

void
page_point(struct page_table *t, const struct experiment *e, const struct point *p, const char *none)
{
	char text[FORMAT_TEXT];

	if (p)
		page_add(t, "|%s", format_point(text, e, p));
	else
		page_add(t, *none ? "|.absent %s" : "|%s", none);
	if (p && *format_interval(text, e, p))
		page_add(t, "<span class=\"interval\">%s</span>", text);
}

const char *
page_claim_id(char id[PAGE_ID], const char *claim)
{
	size_t n = (size_t)snprintf(id, PAGE_ID, "claim");
	bool gap = true;

	for (; *claim && n + 2 < PAGE_ID; claim++) {
		if (!isalnum((unsigned char)*claim)) {
			gap = true;
			continue;
		}
		if (gap)
			id[n++] = '-';
		gap = false;
		id[n++] = (char)tolower((unsigned char)*claim);
	}
	id[n] = '\0';
	return id;
}
