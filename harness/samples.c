/* SPDX-License-Identifier: MIT */
/* samples.c - see samples.h. */
#include "harness/samples.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char samples_header[] = "cell,rep,exp,panel,series,x,metric,unit,num,den\n";

void
sample_write(FILE *f, const char *cell, const struct sample *s)
{
	fprintf(f, "%s,%u,%s,%s,%s,%.9g,%s,%s,%" PRIu64 ",%" PRIu64 "\n", cell, s->rep, s->exp, s->panel, s->series,
	        s->x, s->metric, s->unit, s->num, s->den);
}

double
sample_value(const struct sample *s)
{
	double ratio = s->den ? (double)s->num / (double)s->den : NAN;

	return strcmp(s->unit, "Mops/s") == 0 ? ratio * 1e3 : ratio;
}

static bool
copy_field(char *to, size_t room, const char *from)
{
	size_t n = strlen(from);

	if (n >= room)
		return false;
	memcpy(to, from, n + 1);
	return true;
}

static bool
parse_sample(char *line, struct sample *s)
{
	char *field[10], *rest = line, *end[4];

	for (size_t i = 0; i < 10; i++)
		if (!(field[i] = strsep(&rest, ",")))
			return false;
	s->rep = (unsigned)strtoul(field[1], &end[0], 10);
	s->x = strtod(field[5], &end[1]);
	s->num = strtoull(field[8], &end[2], 10);
	s->den = strtoull(field[9], &end[3], 10);
	return !rest && *field[1] && *field[5] && *field[8] && *field[9] && !*end[0] && !*end[1] && !*end[2] &&
	       !*end[3] && copy_field(s->exp, sizeof s->exp, field[2]) &&
	       copy_field(s->panel, sizeof s->panel, field[3]) && copy_field(s->series, sizeof s->series, field[4]) &&
	       copy_field(s->metric, sizeof s->metric, field[6]) && copy_field(s->unit, sizeof s->unit, field[7]);
}

static struct sample *
append(struct samples *all)
{
	if (all->count == all->room) {
		size_t room = all->room ? 2 * all->room : 1024;
		struct sample *bigger = realloc(all->at, room * sizeof *bigger);

		if (!bigger)
			return NULL;
		all->at = bigger;
		all->room = room;
	}
	return &all->at[all->count++];
}

int
samples_read(const char *path, struct samples *all, char why[200])
{
	char line[1024];
	FILE *f = fopen(path, "re");
	unsigned long number = 0;

	*all = (struct samples){NULL, 0, 0};
	*why = '\0';
	if (!f) {
		snprintf(why, 200, "%.120s: %s", path, strerror(errno));
		return -1;
	}
	while (!*why && fgets(line, sizeof line, f)) {
		struct sample *s;

		if (number++ == 0) {
			if (strcmp(line, samples_header) != 0)
				snprintf(why, 200, "%.120s:1: not a samples file: unexpected header", path);
			continue;
		}
		line[strcspn(line, "\r\n")] = '\0';
		s = append(all);
		if (!s)
			snprintf(why, 200, "%.120s: out of memory", path);
		else if (!parse_sample(line, s))
			snprintf(why, 200, "%.120s:%lu: not a sample of ten fields", path, number);
	}
	if (!*why && ferror(f))
		snprintf(why, 200, "%.120s: %s", path, strerror(errno));
	else if (!*why && number == 0)
		snprintf(why, 200, "%.120s: empty file", path);
	fclose(f);
	if (*why)
		samples_free(all);
	return *why ? -1 : 0;
}

void
samples_free(struct samples *all)
{
	free(all->at);
	*all = (struct samples){NULL, 0, 0};
}
