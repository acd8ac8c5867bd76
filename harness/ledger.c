/* SPDX-License-Identifier: MIT */
/* ledger.c - see ledger.h. */
#include "harness/ledger.h"

#include "harness/files.h"
#include "harness/samples.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int
compare_done(const void *a, const void *b)
{
	return strcmp(((const struct done *)a)->label, ((const struct done *)b)->label);
}

static const struct done *
find_done(const struct ledger *l, char *label)
{
	const struct done key = {label, 0};

	return l->done_count ? bsearch(&key, l->done, l->done_count, sizeof *l->done, compare_done) : NULL;
}

/* The bits of the experiments named in "t3 f5"; unknown names, of another version, are passed over. */
static uint64_t
parse_wants(char *names)
{
	uint64_t wants = 0;

	for (char *name; (name = strsep(&names, " "));)
		if (experiment_find(name))
			wants |= UINT64_C(1) << experiment_index(name);
	return wants;
}

static void
print_wants(FILE *f, uint64_t wants)
{
	const char *blank = "";

	for (size_t i = 0; experiment_all[i]; i++)
		if (wants >> i & 1) {
			fprintf(f, "%s%s", blank, experiment_all[i]->id);
			blank = " ";
		}
}

/* Collects the complete lines "label,done,seconds,experiments,". */
static int
read_done(struct ledger *l, char *text)
{
	size_t lines = 1;

	for (char *p = text; *p; p++)
		lines += *p == '\n';
	l->done = calloc(lines, sizeof *l->done);
	if (!l->done)
		return -1;
	for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
		char *field[4], *rest = line;

		*end = '\0';
		for (size_t i = 0; i < 4; i++)
			field[i] = strsep(&rest, ",");
		if (rest && strcmp(field[1], "done") == 0) {
			l->done[l->done_count] = (struct done){strdup(field[0]), parse_wants(field[3])};
			if (!l->done[l->done_count++].label)
				return -1;
		}
	}
	qsort(l->done, l->done_count, sizeof *l->done, compare_done);
	return 0;
}

/* Marks the planned cells that need not run; of the others, those that ran for fewer experiments run for all. */
static void
settle_done(struct ledger *l)
{
	for (size_t i = 0; i < l->plan->count; i++) {
		struct planned *p = &l->plan->at[i];
		struct done *old = (struct done *)find_done(l, p->label);

		if (!old)
			continue;
		p->finished = (p->cell.wants & ~old->wants) == 0;
		p->cell.wants |= old->wants;
		if (!p->finished)
			old->wants = 0; /* its lines go */
	}
}

/* Is a line of this cell to be kept? What is done, and in cells.csv also what belongs to other experiments' runs. */
static bool
keeps(const struct ledger *l, char *label, bool failures_too)
{
	const struct done *old = find_done(l, label);

	if (old)
		return old->wants != 0;
	for (size_t i = 0; failures_too && i < l->plan->count; i++)
		if (strcmp(l->plan->at[i].label, label) == 0)
			return false;
	return failures_too;
}

/* Rewrites an old file with the header and the complete lines that are kept. */
static int
keep_lines(const struct ledger *l, const char *path, const char *header, bool failures_too)
{
	char *text = files_read(path, NULL);
	struct files_new new;

	if (!text && (errno != ENOENT || (l->done_count && !failures_too)))
		return -1;
	if (!files_begin(&new, path)) {
		free(text);
		return -1;
	}
	fputs(header, new.stream);
	for (char *line = text ? strchr(text, '\n') : NULL, *end; line && (end = strchr(line + 1, '\n')); line = end) {
		char *comma = memchr(line + 1, ',', (size_t)(end - line - 1));

		if (!comma)
			continue;
		*comma = '\0';
		if (keeps(l, line + 1, failures_too)) {
			*comma = ',';
			fwrite(line + 1, 1, (size_t)(end - line), new.stream);
		}
	}
	free(text);
	return files_commit(&new);
}

int
ledger_open(struct ledger *l, struct plan *plan, const char *dir)
{
	static const char cells_header[] = "cell,status,seconds,for,reason\n";
	char samples[FILES_PATH], cells[FILES_PATH], *text;
	int status = 0;

	*l = (struct ledger){.plan = plan};
	if (!files_path(samples, "%s/samples.csv", dir) || !files_path(cells, "%s/cells.csv", dir)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	if ((text = files_read(cells, NULL)))
		status = read_done(l, text);
	else if (errno != ENOENT)
		status = -1;
	free(text);
	if (status != 0)
		return -1;
	settle_done(l);
	if (keep_lines(l, samples, samples_header, false) != 0 || keep_lines(l, cells, cells_header, true) != 0)
		return -1;
	l->samples = fopen(samples, "ae");
	l->cells = fopen(cells, "ae");
	return l->samples && l->cells ? 0 : -1;
}

int
ledger_samples(struct ledger *l, const char *lines, size_t length)
{
	return fwrite(lines, 1, length, l->samples) == length && fflush(l->samples) == 0 ? 0 : -1;
}

int
ledger_cell(struct ledger *l, const struct planned *p, const char *status, double seconds, const char *reason)
{
	fprintf(l->cells, "%s,%s,%.3f,", p->label, status, seconds);
	print_wants(l->cells, p->cell.wants);
	fputc(',', l->cells);
	for (const char *r = reason; *r && *r != '\n'; r++) /* a reason is free text: keep the file simple to split */
		fputc(*r == ',' || *r == '"' ? ';' : *r, l->cells);
	fputc('\n', l->cells);
	return fflush(l->cells) == 0 ? 0 : -1;
}

void
ledger_close(struct ledger *l)
{
	if (l->samples)
		fclose(l->samples);
	if (l->cells)
		fclose(l->cells);
	for (size_t i = 0; i < l->done_count; i++)
		free(l->done[i].label);
	free(l->done);
	*l = (struct ledger){0};
}
