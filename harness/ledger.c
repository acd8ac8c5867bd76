/* SPDX-License-Identifier: MIT */
/* ledger.c - see ledger.h. */
#include "harness/ledger.h"

#include "harness/files.h"
#include "harness/samples.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int
compare_done(const void *a, const void *b)
{
	return strcmp(((const struct done *)a)->key, ((const struct done *)b)->key);
}

static struct done *
find_done(const struct ledger *l, const char *key)
{
	const struct done wanted = {(char *)key, 0};

	return l->done_count ? bsearch(&wanted, l->done, l->done_count, sizeof *l->done, compare_done) : NULL;
}

static struct done *
find_attempt(const struct ledger *l, const char *label, unsigned attempt)
{
	char key[200];

	snprintf(key, sizeof key, "%s,%u", label, attempt);
	return find_done(l, key);
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

/* Collects the complete lines of cells that are done. */
static int
read_done(struct ledger *l, char *text)
{
	enum { CELL, ATTEMPT, STATUS, SECONDS, CALL, FOR, FIELDS };
	size_t lines = 1;

	for (char *p = text; *p; p++)
		lines += *p == '\n';
	l->done = calloc(lines, sizeof *l->done);
	if (!l->done)
		return -1;
	for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
		char *field[FIELDS], *rest = line;

		*end = '\0';
		for (size_t i = 0; i < FIELDS; i++)
			field[i] = strsep(&rest, ",");
		if (rest && strcmp(field[STATUS], "done") == 0) {
			struct done *new = &l->done[l->done_count];

			if (asprintf(&new->key, "%s,%s", field[CELL], field[ATTEMPT]) < 0)
				return -1;
			new->wants = parse_wants(field[FOR]);
			l->done_count++;
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
		struct done *old = find_attempt(l, p->label, 0);

		if (!old)
			continue;
		p->finished = (p->cell.wants & ~old->wants) == 0;
		p->cell.wants |= old->wants;
		for (unsigned attempt = 0; !p->finished && (old = find_attempt(l, p->label, attempt)); attempt++)
			old->wants = 0; /* its lines go */
	}
}

/* Is a line of this cell to be kept? What is done, and in cells.csv also what belongs to other experiments' runs. */
static bool
keeps(const struct ledger *l, char *key, bool failures_too)
{
	const struct done *old = find_done(l, key);
	const size_t label = strcspn(key, ",");

	if (old)
		return old->wants != 0;
	for (size_t i = 0; failures_too && i < l->plan->count; i++)
		if (strncmp(l->plan->at[i].label, key, label) == 0 && !l->plan->at[i].label[label])
			return l->plan->at[i].finished; /* a later attempt at it failed: no more will be made */
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

		comma = comma ? memchr(comma + 1, ',', (size_t)(end - comma - 1)) : NULL;
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
ledger_open(struct ledger *l, struct plan *plan, const char *dir, unsigned call)
{
	static const char cells_header[] =
		"cell,attempt,status,seconds,call,for,alu_ps,read_ps,steal_ms,migrations,switches,short,noise,reason\n";
	char samples[FILES_PATH], cells[FILES_PATH], *text;
	int status = 0;

	*l = (struct ledger){.plan = plan, .call = call};
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
	/* Killed between the two, a cell must not count as done without its samples. */
	if (keep_lines(l, cells, cells_header, true) != 0 || keep_lines(l, samples, samples_header, false) != 0)
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

/* Free text, kept simple to split: up to the end of its first line. */
static void
print_text(FILE *f, const char *text)
{
	fputc(',', f);
	for (; *text && *text != '\n'; text++)
		fputc(*text == ',' || *text == '"' ? ';' : *text, f);
}

int
ledger_cell(struct ledger *l, const struct planned *p, const struct ending *e)
{
	const struct disturbance *d = &e->disturbance;

	fprintf(l->cells, "%s,%u,%s,%.3f,%u,", p->label, p->cell.attempt, e->status, e->seconds, l->call);
	print_wants(l->cells, p->cell.wants);
	if (d->known)
		fprintf(l->cells, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, d->alu_ps, d->read_ps,
		        d->steal_ms, d->migrations, d->switches, d->short_slices);
	else
		fputs(",,,,,,", l->cells);
	print_text(l->cells, e->noise);
	print_text(l->cells, e->reason);
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
		free(l->done[i].key);
	free(l->done);
	*l = (struct ledger){0};
}
