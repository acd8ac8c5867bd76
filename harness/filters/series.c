/* SPDX-License-Identifier: MIT */
/* series.c - see series.h. */
#include "harness/filters/series.h"

#include "core/filter.h"

#include <string.h>

const char *
series_title(const char *series)
{
	static const char *const others[][2] = {{"ceiling-1", "ceiling, 1 line"},
	                                        {"ceiling-2", "ceiling, 2 lines"},
	                                        {"ceiling-1-loads", "1 line, nothing asked ahead"},
	                                        {"ceiling-2-loads", "2 lines, nothing asked ahead"},
	                                        {"ceiling-1-update", "ceiling, 1 line changed"},
	                                        {"ceiling-2-update", "ceiling, 2 lines changed"},
	                                        {"cf-again", "CF again"},
	                                        {"hash", "hash alone"}};
	const struct filter_ops *ops = filter_find(series);

	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (strcmp(others[i][0], series) == 0)
			return others[i][1];
	return ops ? ops->title : series;
}
