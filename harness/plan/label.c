/* SPDX-License-Identifier: MIT */
/* label.c - see label.h. */
#include "harness/plan/label.h"

#include "harness/plan/key_sets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* --- writing ---------------------------------------------------------------------------------------------- */

/* Appends name=value, unless the value is the default. */
static void
label_part(char *label, const char *name, size_t value)
{
	const size_t used = strlen(label);

	if (value)
		snprintf(label + used, LABEL_ROOM - used, ":%s=%zu", name, value);
}

/* Appends a text after a separator. */
static void
label_text(char *label, const char *separator, const char *text)
{
	const size_t used = strlen(label);

	snprintf(label + used, LABEL_ROOM - used, "%s%s", separator, text);
}

static void
label_params(const struct filter_params *p, char *label)
{
	label_part(label, "bytes", p->bytes);
	label_part(label, "m", p->buckets);
	label_part(label, "items", p->items);
	label_part(label, "f", p->fp_bits);
	label_part(label, "b", p->slots);
	label_part(label, "k", p->hashes);
	label_part(label, "d", p->tables);
	label_part(label, "c", p->counter_bits);
	if (p->kicks)
		label_text(label, ":kicks=", filter_kicks_name(p->kicks));
	label_part(label, "max_kicks", p->max_kicks);
	label_part(label, "load", p->max_load);
	label_part(label, "stripes", p->stripes);
	label_part(label, "doublings", p->doublings);
	label_part(label, "v", p->value_bits);
}

void
label_cell(const struct cell *c, char label[LABEL_ROOM])
{
	const char *separator = ":parts=";

	snprintf(label, LABEL_ROOM, "%s:%s", c->program->name, c->filter ? c->filter->name : "-");
	label_params(&c->params, label);
	for (size_t i = 0; c->with[i]; i++)
		label_text(label, i ? "+" : ":with=", c->with[i]->name);
	label_part(label, "threads", c->threads);
	label_part(label, "n", c->target == SIZE_MAX ? 0 : c->target);
	label_part(label, "q", c->queries);
	label_part(label, "rounds", c->rounds);
	label_part(label, "draws", c->draws);
	if (c->pages)
		label_text(label, ":pages=", mem_pages_name(c->pages));
	if (c->keys) {
		label_text(label, ":keys=", c->keys->name);
		label_text(label, ":hash=", c->params.hash);
	}
	if (c->asked)
		label_text(label, ":asked=", c->asked->name);
	for (unsigned i = 0; i < PARTS_MOST; i++)
		if (c->parts >> i & 1) {
			label_text(label, separator, c->program->parts[i]);
			separator = "+";
		}
	snprintf(label + strlen(label), LABEL_ROOM - strlen(label), ":rep=%u", c->rep);
}

/* --- reading ---------------------------------------------------------------------------------------------- */

uint64_t
label_base(const char *label)
{
	const char *parts = strstr(label, ":parts=");
	char base[LABEL_ROOM];

	if (!parts)
		return XXH3_64bits(label, strlen(label));
	snprintf(base, sizeof base, "%.*s%s", (int)(parts - label), label, parts + 1 + strcspn(parts + 1, ":"));
	return XXH3_64bits(base, strlen(base));
}

bool
label_is_of(const char *label, const char *program)
{
	const size_t n = strlen(program);

	return strncmp(label, program, n) == 0 && label[n] == ':';
}

unsigned
label_parts(const char *label, const struct program *program)
{
	const char *at = strstr(label, ":parts=");
	unsigned parts = 0;

	for (at = at ? at + strlen(":parts=") : ""; *at && *at != ':'; at += *at == '+') {
		const size_t n = strcspn(at, "+:");

		for (unsigned i = 0; i < PARTS_MOST && program->parts[i]; i++)
			if (strncmp(program->parts[i], at, n) == 0 && program->parts[i][n] == '\0')
				parts |= 1U << i;
		at += n;
	}
	return parts;
}

const struct program *
label_program(const char *label)
{
	for (size_t i = 0; experiment_all[i]; i++)
		for (const struct view *v = experiment_all[i]->views; v->program; v++)
			if (label_is_of(label, v->program->name))
				return v->program;
	return NULL;
}

size_t
label_number(const char *label, const char *name)
{
	const size_t n = strlen(name);

	for (const char *at = label; (at = strchr(at, ':')); at++)
		if (strncmp(at + 1, name, n) == 0 && at[1 + n] == '=')
			return strtoull(at + 2 + n, NULL, 10);
	return 0;
}

const char *
label_filter(const char *label, char name[NAME_MAX_SERIES])
{
	const char *from = strchr(label, ':');

	from = from ? from + 1 : label;
	snprintf(name, NAME_MAX_SERIES, "%.*s", (int)strcspn(from, ":"), from);
	return name;
}
