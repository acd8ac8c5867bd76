/* SPDX-License-Identifier: MIT */
/* ledger.c - see ledger.h. */
#include "harness/run/ledger.h"

#include "harness/run/manifest.h"
#include "harness/run/store_parts.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

const char ledger_header[] =
	"cell,attempt,status,seconds,call,for,alu_ps,read_ps,steal_ms,migrations,switches,short,noise,reason\n";

static int
compare_done(const void *a, const void *b)
{
	return strcmp(((const struct done *)a)->key, ((const struct done *)b)->key);
}

static struct done *
find_done(const struct ledger *l, const char *key)
{
	const struct done wanted = {.key = (char *)key};

	return l->done_count ? bsearch(&wanted, l->done, l->done_count, sizeof *l->done, compare_done) : NULL;
}

static struct done *
find_attempt(const struct ledger *l, const char *label, unsigned attempt)
{
	char key[200];

	snprintf(key, sizeof key, "%s,%u", label, attempt);
	return find_done(l, key);
}

uint64_t
ledger_parse_wants(char *names)
{
	uint64_t wants = 0;

	for (char *name; (name = strsep(&names, " "));)
		if (experiment_find(name))
			wants |= UINT64_C(1) << experiment_index(name);
	return wants;
}

void
ledger_print_wants(FILE *f, uint64_t wants)
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
	enum { CELL, ATTEMPT, STATUS, SECONDS, CALL, FOR, NOISE = 12, REASON, FIELDS };
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
		const bool given_up = field[REASON] && strcmp(field[REASON], given_up_reason) == 0;

		if (field[REASON] && (given_up || strcmp(field[STATUS], "done") == 0)) {
			struct done *new = &l->done[l->done_count];

			if (asprintf(&new->key, "%s,%s", field[CELL], field[ATTEMPT]) < 0)
				return -1;
			new->wants = ledger_parse_wants(field[FOR]);
			new->seconds = strtod(field[SECONDS], NULL);
			new->call = (unsigned)strtoul(field[CALL], NULL, 10);
			new->noisy = *field[NOISE];
			new->given_up = new->sampled = given_up; /* it has no samples to lose */
			l->done_count++;
		}
	}
	qsort(l->done, l->done_count, sizeof *l->done, compare_done);
	return 0;
}

/*
 * Withdraws done cells whose samples are lost. Both files grow in one order, so samples.csv loses its end only. The
 * last cell in it may have lost some samples: that is so if the last line is cut off and begins like that cell's lines.
 */
static void
drop_unsampled(struct ledger *l, char *text)
{
	char *line = strchr(text, '\n'), *end, *key = NULL;
	struct done *last = NULL;

	for (line = line ? line + 1 : text + strlen(text); (end = strchr(line, '\n')); line = end + 1) {
		char *comma = memchr(line, ',', (size_t)(end - line));

		comma = comma ? memchr(comma + 1, ',', (size_t)(end - comma - 1)) : NULL;
		if (!comma)
			continue;
		*comma = '\0';
		key = line;
		if ((last = find_done(l, key)))
			last->sampled = true;
	}
	if (last && *line && strncmp(key, line, strlen(line) < strlen(key) ? strlen(line) : strlen(key)) == 0)
		last->sampled = false;
	for (size_t i = 0; i < l->done_count; i++)
		if (!l->done[i].sampled) {
			l->done[i].wants = 0;
			l->lost++;
		}
}

/* Schedules the cell to run again; the lines of all its attempts are dropped. */
static void
begin_again(struct ledger *l, struct planned *p)
{
	struct done *old;

	p->finished = false;
	for (unsigned attempt = 0; (old = find_attempt(l, p->label, attempt)); attempt++)
		old->wants = 0;
}

/* Has this call a budget no larger than that of the call that gave cells up? */
static bool
stays_given_up(const struct ledger *l, const struct given_up *past)
{
	const double mine = l->plan->options ? l->plan->options->time_limit : 0;

	return given_up_any(past) && mine > 0 && mine <= past->seconds;
}

static void
settle_given_up(struct ledger *l, struct planned *p, struct done *old, const struct given_up *past)
{
	p->finished = stays_given_up(l, past);
	if (!p->finished) {
		old->wants = 0;
		return;
	}
	given_up_add(&l->given_up, p->cell.rep);
}

/* Marks the planned cells that need not run. A cell that ran for fewer experiments than now want it runs again
 * for all. */
static void
settle_done(struct ledger *l, const struct given_up *past)
{
	if (stays_given_up(l, past))
		l->given_up = (struct given_up){.seconds = past->seconds, .retries = past->retries};
	for (size_t i = 0; i < l->plan->count; i++) {
		struct planned *p = &l->plan->at[i];
		struct done *old = find_attempt(l, p->label, 0);

		if (!old || !old->sampled)
			continue;
		if (old->given_up) {
			settle_given_up(l, p, old, past);
			continue;
		}
		p->finished = (p->cell.wants & ~old->wants) == 0;
		p->cell.wants |= old->wants;
		if (!p->finished)
			begin_again(l, p);
	}
}

/* In the last repetition, if it was begun and is not done, schedules the timed cells that another machine measured. */
static void
settle_repetition(struct ledger *l, const json_t *manifest)
{
	unsigned last = 0;
	bool whole = true;

	for (size_t i = 0; i < l->plan->count; i++) {
		const struct planned *p = &l->plan->at[i];

		if (p->cell.program->timed && p->finished && p->cell.rep > last)
			last = p->cell.rep;
	}
	for (size_t i = 0; i < l->plan->count; i++) {
		const struct planned *p = &l->plan->at[i];

		whole &= !p->cell.program->timed || p->cell.rep != last || p->finished;
	}
	for (size_t i = 0; i < l->plan->count && !whole; i++) {
		struct planned *p = &l->plan->at[i];

		if (p->cell.program->timed && p->cell.rep == last && p->finished &&
		    !manifest_same_maker(manifest, l->call, find_attempt(l, p->label, 0)->call))
			begin_again(l, p);
	}
}

/* Should a line of this cell be kept? Yes if it is done; in cells.csv also if this plan lacks the cell, as other
 * experiments' cells. */
static bool
is_kept(const struct ledger *l, char *key, bool failures_too)
{
	const struct done *old = find_done(l, key);
	const size_t label = strcspn(key, ",");

	if (old)
		return old->wants != 0;
	for (size_t i = 0; failures_too && i < l->plan->count; i++)
		if (strncmp(l->plan->at[i].label, key, label) == 0 && !l->plan->at[i].label[label])
			return l->plan->at[i].finished; /* a later attempt at it failed; there will be no more */
	return failures_too;
}

/* Reads the file to *text, which the caller frees; NULL if there is no file. */
static int
read_old(const char *path, const char *header, char **text, struct failure *f)
{
	*text = files_read(path, NULL);
	if (!*text && errno != ENOENT)
		return failed_at(f, STATUS_FAILED, path);
	if (!*text || !**text || strncmp(*text, header, strlen(header)) == 0)
		return STATUS_DONE;
	free(*text);
	*text = NULL;
	return failed(f, STATUS_FAILED,
	              "%s: line 1: unexpected header; what does not belong to a run of this version is left alone",
	              path);
}

/* Reads what earlier calls left: which attempts are done, and which of those have samples. */
static int
read_earlier(struct ledger *l, struct failure *f)
{
	const char *cells = l->cells_path, *samples = l->samples_path;
	char *text;
	int status = read_old(cells, ledger_header, &text, f);

	if (status != STATUS_DONE)
		return status;
	if (text && read_done(l, text) != 0)
		status = failed_at(f, STATUS_FAILED, cells);
	free(text);
	if (status != STATUS_DONE || (status = read_old(samples, samples_header, &text, f)) != STATUS_DONE)
		return status;
	if (!text && l->done_count > 0)
		return failed(f, STATUS_FAILED, "%s: %s", samples, strerror(ENOENT));
	if (text)
		drop_unsampled(l, text);
	free(text);
	return STATUS_DONE;
}

/* Rewrites an old file: the header, and the complete lines to be kept. */
static int
keep_lines(const struct ledger *l, const char *path, const char *header, bool failures_too)
{
	char *text = files_read(path, NULL);
	struct files_new new;

	if ((!text && errno != ENOENT) || !files_begin(&new, path)) {
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
		if (is_kept(l, line + 1, failures_too)) {
			*comma = ',';
			fwrite(line + 1, 1, (size_t)(end - line), new.stream);
		}
	}
	free(text);
	return files_commit(&new);
}

int
ledger_look(struct ledger *l, struct plan *plan, const char *dir, unsigned call, const json_t *manifest,
            struct failure *f)
{
	const struct given_up past = given_up_of(manifest);
	int status;

	*l = (struct ledger){.plan = plan, .call = call};
	if (!files_path(l->samples_path, "%s/samples.csv", dir) || !files_path(l->cells_path, "%s/cells.csv", dir))
		return failed(f, STATUS_FAILED, "%s: %s", dir, strerror(ENAMETOOLONG));
	if ((status = read_earlier(l, f)) != STATUS_DONE)
		return status;
	settle_done(l, &past);
	settle_repetition(l, manifest);
	return STATUS_DONE;
}

int
ledger_open(struct ledger *l, struct plan *plan, const char *dir, unsigned call, struct failure *f)
{
	json_t *manifest = manifest_of(dir);
	const int status = ledger_look(l, plan, dir, call, manifest, f);

	json_decref(manifest);
	if (status != STATUS_DONE)
		return status;
	/* cells.csv is rewritten first: if the program is killed between the two, no cell counts as done without its
	 * samples. */
	if (keep_lines(l, l->cells_path, ledger_header, true) != 0 || !(l->cells = fopen(l->cells_path, "ae")))
		return failed_at(f, STATUS_FAILED, l->cells_path);
	if (keep_lines(l, l->samples_path, samples_header, false) != 0 || !(l->samples = fopen(l->samples_path, "ae")))
		return failed_at(f, STATUS_FAILED, l->samples_path);
	return STATUS_DONE;
}

struct past
ledger_past(const struct ledger *l, const struct planned *p)
{
	struct past past = {0};
	const struct done *old;

	while (p->finished && (old = find_attempt(l, p->label, past.attempts)) && old->wants != 0 && !old->given_up) {
		*(past.attempts == 0 ? &past.first : &past.further) += old->seconds;
		past.noisy = old->noisy;
		past.attempts++;
	}
	return past;
}

int
ledger_samples(struct ledger *l, const char *lines, size_t length)
{
	return fwrite(lines, 1, length, l->samples) == length && fflush(l->samples) == 0 ? 0 : -1;
}

/* Prints free text up to the end of its first line, without commas and quotes, so that rows stay simple to split. */
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
	ledger_print_wants(l->cells, p->cell.wants);
	if (d->known)
		fprintf(l->cells, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, d->alu_ps,
		        d->read_ps, d->steal_ms, d->migrations, d->switches, d->short_slices);
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
