/* SPDX-License-Identifier: MIT */
/* values.c - see values.h. */
#include "harness/base/values.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool
value_number(const char *text, uint64_t least, uint64_t most, uint64_t *out)
{
	char *end;

	errno = 0;
	*out = strtoull(text, &end, 0);
	return *text >= '0' && *text <= '9' && !*end && !errno && *out >= least && *out <= most;
}

bool
value_unsigned(const char *text, unsigned least, unsigned most, unsigned *out)
{
	uint64_t n;

	if (!value_number(text, least, most, &n))
		return false;
	*out = (unsigned)n;
	return true;
}

/* Parses the number at the beginning of the text. Returns the rest, or NULL if there is no number. */
static const char *
leading(const char *text, double *out)
{
	char *end;

	*out = strtod(text, &end);
	return end == text || !isfinite(*out) ? NULL : end;
}

bool
value_real(const char *text, double least, double most, double *out)
{
	const char *rest = leading(text, out);

	return rest && !*rest && *out >= least && *out <= most;
}

/* A number with a suffix K, M, G or T, each `step` times the one before. */
static bool
suffixed(const char *text, double step, size_t *out)
{
	static const char suffix[] = "KMGT";
	double n;
	const char *rest = leading(text, &n), *s = rest && *rest ? strchr(suffix, *rest) : NULL;

	n *= s ? pow(step, (double)(s - suffix + 1)) : 1;
	if (!rest || !(n >= 1 && n < 0x1p62) || (*rest && (!s || rest[1])))
		return false;
	*out = (size_t)n;
	return true;
}

bool
value_size(const char *text, size_t *out)
{
	return suffixed(text, 1024, out);
}

bool
value_count(const char *text, size_t *out)
{
	return suffixed(text, 1000, out);
}

const char *
value_size_text(size_t bytes, const char *space, char text[VALUE_SIZE])
{
	static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
	size_t unit = 0;

	for (; unit < 4 && bytes >= 1024 && bytes % 1024 == 0; unit++)
		bytes /= 1024;
	snprintf(text, VALUE_SIZE, "%zu%s%s", bytes, space, units[unit]);
	return text;
}

bool
value_duration(const char *text, double *out)
{
	double n;
	const char *rest = leading(text, &n);

	if (!rest || !(n > 0 && n < 1e9) || (*rest && (!strchr("smh", *rest) || rest[1])))
		return false;
	*out = n * (*rest == 'h' ? 3600 : *rest == 'm' ? 60 : 1);
	return true;
}

bool
value_share(const char *text, double *out)
{
	const char *rest = leading(text, out);

	if (!rest || (*rest && strcmp(rest, "%") != 0))
		return false;
	*out /= *rest ? 100 : 1;
	return *out >= 0 && *out <= 1;
}

bool
is_among(const char *words, const char *word)
{
	const size_t n = strlen(word);

	for (const char *at = words; n > 0 && (at = strstr(at, word)); at += n)
		if ((at == words || at[-1] == ' ') && (at[n] == ' ' || at[n] == '\0'))
			return true;
	return false;
}

void
value_quote(FILE *f, const char *word)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./=:,+-";
	const bool quote = !*word || word[strspn(word, plain)];

	if (quote)
		fputc('\'', f);
	for (const char *c = word; *c; c++)
		fputs(*c == '\'' ? "'\\''" : (char[]){*c, '\0'}, f);
	if (quote)
		fputc('\'', f);
}
