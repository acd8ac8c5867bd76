/* SPDX-License-Identifier: MIT */
/* series.c - see series.h. */
#include "harness/filters/series.h"

#include <string.h>

/* Series with a title of their own. */
static const char *const titled[][2] = {{"ceiling-1", "ceiling, 1 line"},
                                        {"ceiling-2", "ceiling, 2 lines"},
                                        {"ceiling-1-loads", "1 line, nothing asked ahead"},
                                        {"ceiling-2-loads", "2 lines, nothing asked ahead"},
                                        {"ceiling-1-update", "ceiling, 1 line changed"},
                                        {"ceiling-2-update", "ceiling, 2 lines changed"},
                                        {"cf-again", "CF again"},
                                        {"bf-again", "BF again"},
                                        {"hash", "hash alone"}};

/* Names of earlier runs, where blk-bf and sb-bf took one bit after the other: their titles, and what does the same
 * now. */
static const struct {
	const char *name, *title, *now;
} earlier[] = {{"blk-bf-simd", "blk-BF, one key by AVX2", "blk-bf"}, {"sb-bf-simd", "sb-BF, one key by AVX2", "sb-bf"}};

/* Names that several series have in common, by how they begin or end, and who makes them. */
static const struct {
	const char *begins, *ends, *owner;
} made[] = {{"ceiling-", "", "ceilings of the suite"},
            {"cores-", "", "the cores of a memory node (X3)"},
            {"threads-", "", "the threads of a memory node (X3)"},
            {"", "-again", "filters that are measured once more (C2)"},
            {"", "-best", "the fastest filter of a family (libcuckoobench)"}};

/* The others: the information-theoretic bounds of F4 and G7, the store of H6, pages of H2, placements of X3. */
static const char *const others[] = {"hash",  "bound",      "bound-deleting", "crossover", "store", "hugetlb", "thp",
                                     "local", "interleave", "firsttouch",     "replicate", "shard", "all",     "x"};

const char *
series_title(const char *series)
{
	const struct filter_ops *ops = filter_find(series);

	for (size_t i = 0; i < sizeof titled / sizeof *titled; i++)
		if (strcmp(titled[i][0], series) == 0)
			return titled[i][1];
	for (size_t i = 0; i < sizeof earlier / sizeof *earlier; i++)
		if (strcmp(earlier[i].name, series) == 0)
			return earlier[i].title;
	return ops ? ops->title : series;
}

const struct filter_ops *
series_now(const char *name)
{
	for (size_t i = 0; i < sizeof earlier / sizeof *earlier; i++)
		if (strcmp(earlier[i].name, name) == 0)
			return filter_find(earlier[i].now);
	return filter_find(name);
}

bool
series_has_title(const char *title)
{
	for (size_t i = 0; i < sizeof titled / sizeof *titled; i++)
		if (strcmp(titled[i][1], title) == 0)
			return true;
	return false;
}

/* "cf12", "blkbf", "fuse3r8": tables of H1, named after a filter without "-" and its fingerprint bits (kernels.c). */
static bool
is_table(const char *name)
{
	for (size_t i = 0; filter_all[i]; i++) {
		const char *at = filter_all[i]->name, *rest = name;

		for (unsigned letters = 0; *at && letters < 8; at++)
			if (*at != '-') {
				if (*rest != *at)
					break;
				rest++, letters++;
			}
		if (*at && rest - name < 8)
			continue; /* not its letters */
		if (filter_all[i]->caps & FILTER_STATIC && *rest++ != 'r')
			continue;
		if (rest[strspn(rest, "0123456789")] == '\0')
			return true;
	}
	return false;
}

/* "b3", "f": a fingerprint of F1, in hexadecimal digits. */
static bool
is_fingerprint(const char *name)
{
	return strlen(name) <= 2 && strspn(name, "0123456789abcdef") == strlen(name);
}

const char *
series_owner(const char *name)
{
	const size_t length = strlen(name);

	for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
		const size_t begins = strlen(made[i].begins), ends = strlen(made[i].ends);

		if (length >= begins + ends && strncmp(name, made[i].begins, begins) == 0 &&
		    strcmp(name + length - ends, made[i].ends) == 0)
			return made[i].owner;
	}
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (strcmp(others[i], name) == 0)
			return "a series of the suite";
	for (size_t i = 0; i < sizeof earlier / sizeof *earlier; i++)
		if (strcmp(earlier[i].name, name) == 0)
			return "a filter of earlier runs";
	if (is_fingerprint(name))
		return "a fingerprint (F1)";
	return is_table(name) ? "a table of the suite (H1)" : NULL;
}
