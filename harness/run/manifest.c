/* SPDX-License-Identifier: MIT */
/* manifest.c - begins, continues and writes a manifest; see manifest.h. The facts come from manifest_program.c,
 * manifest_machine.c and manifest_state.c, the comparison from manifest_same.c. */
#include "harness/run/manifest.h"

#include "core/hash.h"
#include "harness/base/files.h"
#include "harness/base/memory.h"
#include "harness/filters/plugin.h"
#include "harness/filters/setup.h"
#include "harness/machine/machine.h"
#include "harness/plan/plan.h"
#include "harness/run/given_up.h"
#include "harness/run/manifest_facts.h"
#include "harness/run/store.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

json_t *
manifest_now(void)
{
	char text[32];
	time_t t = time(NULL);
	struct tm utc;

	strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&t, &utc));
	return json_string(text);
}

/* The settings that identify this run. */
static json_t *
run_settings(const struct plan *plan)
{
	const struct options *o = plan->options;
	json_t *run = json_object();
	char seed[24], numa[NUMA_TEXT], shard[SHARD_TEXT];

	snprintf(seed, sizeof seed, "%llu", (unsigned long long)o->seed);
	json_object_set_new(run, "scale", json_string(scale_names[o->scale]));
	json_object_set_new(run, "seed", json_string(seed));
	json_object_set_new(run, "hash", json_string(o->hash ? o->hash : hash_all[0].name));
	json_object_set_new(run, "pages", json_string(mem_pages_name(o->place.pages)));
	json_object_set_new(run, "isa", json_string(o->isa == ISA_ANY ? "default" : isa_name(o->isa)));
	json_object_set_new(run, "kicks", json_string(filter_kicks_name(o->kicks)));
	json_object_set_new(run, "numa", json_string(numa_text(o->numa, numa)));
	json_object_set_new(run, "pin", json_string(pin_order_names[o->pin]));
	json_object_set_new(run, "threads", json_integer(o->threads));
	json_object_set_new(run, "own_keys", manifest_text(plan->keys.own ? plan->keys.own->name : NULL));
	json_object_set_new(run, "asked", manifest_text(plan->keys.asked ? plan->keys.asked->name : NULL));
	json_object_set_new(run, "multiset", o->multiset ? json_true() : json_null());
	/* null: no cell has such tables */
	json_object_set_new(run, "tables", plan->tables ? json_integer((json_int_t)plan->tables) : json_null());
	/* Shards of one plan belong together; shards of two plans do not. */
	json_object_set_new(run, "shard", o->shard.of ? json_string(shard_text(o->shard, shard)) : json_null());
	json_object_set_new(run, "plan", o->shard.of ? json_string(plan->whole) : json_null());
	return run;
}

/* Filters that the user selected and no cell can use. Cells of a single filter are also in the record, but some
 * cells have many filters. */
static json_t *
left_out(const struct plan *plan)
{
	json_t *o = json_object();

	for (size_t i = 0; filter_all[i]; i++) {
		const char *why = isa_refuses(filter_all[i]->isa, plan->options->isa);

		if (!why && setup_is_compared(filter_all[i]) && !plan_holds(plan, filter_all[i]))
			why = "takes no copies of a key (--multiset)";
		if (why && plan_admits(plan, filter_all[i]))
			json_object_set_new(o, filter_all[i]->name, json_string(why));
	}
	return o;
}

/* --- the file --------------------------------------------------------------------------------------------- */

json_t *
manifest_read(const char *dir, const char **problem)
{
	const char *ignored;
	char path[FILES_PATH];
	json_t *m;

	problem = problem ? problem : &ignored;
	*problem = NULL;
	if (!files_path(path, "%s/manifest.json", dir) || !files_exists(path))
		return NULL;
	m = json_load_file(path, 0, NULL);
	if (json_is_object(json_object_get(m, "run")))
		return m;
	*problem = "manifest.json is damaged";
	json_decref(m);
	return NULL;
}

/* --- a call ----------------------------------------------------------------------------------------------- */

void
manifest_note_mixing(json_t *m, json_t *new, json_t *differs, unsigned call)
{
	json_t *mixed = json_object_get(m, "mixed"), *entry, *calls;
	size_t i;

	json_array_foreach(mixed, i, entry)
	{
		if (json_equal(json_object_get(entry, "program"), json_object_get(new, "program")) &&
		    json_equal(json_object_get(entry, "machine"), json_object_get(new, "machine"))) {
			json_array_append_new(json_object_get(entry, "calls"), json_integer(call));
			return;
		}
	}
	calls = json_array();
	json_array_append_new(calls, json_integer(call));
	json_array_append_new(mixed,
	                      json_pack("{sosOsOsO}", "calls", calls, "differs", differs, "program",
	                                json_object_get(new, "program"), "machine", json_object_get(new, "machine")));
}

static json_t *
describe_call(json_t *new, const struct plan *plan, bool mixed)
{
	const struct options *o = plan->options;
	json_t *call = json_object(), *program = json_object_get(new, "program");

	json_object_set_new(call, "command", manifest_text(o->line));
	json_object_set_new(call, "config", o->config ? manifest_file(o->config) : json_null());
	json_object_set_new(call, "isa_variable", manifest_text(o->isa_variable));
	json_object_set_new(call, "options", options_json(o));
	json_object_set_new(call, "reps", manifest_count(o->reps, o->reps > 0));
	json_object_set_new(call, "cells_planned", json_integer((json_int_t)plan->count));
	json_object_set_new(call, "started", manifest_now());
	json_object_set_new(call, "finished", json_null());
	json_object_set(call, "git_commit", json_object_get(program, "git_commit"));
	json_object_set(call, "program_sha256", json_object_get(program, "sha256"));
	json_object_set_new(call, "mixed", json_boolean(mixed));
	json_object_set_new(call, "gnuplot", manifest_text(machine_gnuplot()));
	json_object_set_new(call, "topology", manifest_topology(o->pin));
	json_object_set_new(call, "at_start", manifest_state());
	json_object_set_new(call, "at_end", json_null());
	json_object_set_new(call, "time_budget_seconds", o->time_limit > 0 ? json_real(o->time_limit) : json_null());
	json_object_set_new(call, "given_up", json_null());
	return call;
}

/* Returns the member of this name. If it is missing, or not of the kind of `empty`, this is what it becomes. */
static json_t *
member(json_t *m, const char *name, json_t *empty)
{
	const json_t *old = json_object_get(m, name);

	if (!old || json_typeof(old) != json_typeof(empty))
		json_object_set(m, name, empty);
	json_decref(empty);
	return json_object_get(m, name);
}

/* Adds the call to the manifest `m`, which may be `new` itself, and updates what describes the last call. */
static unsigned
add_call(json_t *m, json_t *new, json_t *differs, const struct plan *plan)
{
	json_t *run = json_object_get(m, "run"), *calls, *call;
	const bool mixed = differs && json_array_size(differs) > 0;
	unsigned number;

	json_object_set_new(run, "cells_planned", json_integer((json_int_t)plan->count));
	call = describe_call(new, plan, mixed);
	json_object_set_new(call, "libraries_updated", manifest_updates(m, new));
	json_object_set(run, "reps", json_object_get(call, "reps"));
	json_object_set(run, "command", json_object_get(call, "command"));
	json_object_set(run, "options", json_object_get(call, "options"));
	if (!json_object_get(run, "started"))
		json_object_set(run, "started", json_object_get(call, "started"));
	json_object_set_new(run, "finished", json_null());
	json_object_set_new(m, "record_sha256", json_null()); /* until the call has ended, it grows */
	json_object_set_new(m, "inputs", manifest_inputs());
	/* Plug-ins of earlier calls stay, because their cells do. If two builds of one were mixed, the first one is
	 * kept. */
	json_object_update_missing(member(m, "plugins", json_object()), json_object_get(new, "plugins"));
	json_object_update_missing(member(m, "left_out", json_object()), json_object_get(new, "left_out"));
	if (m != new)
		manifest_add_key_sets(m, new);
	calls = member(m, "calls", json_array());
	number = (unsigned)json_array_size(calls);
	json_array_append_new(calls, call);
	(void)member(m, "mixed", json_array());
	if (mixed)
		manifest_note_mixing(m, new, differs, number);
	return number;
}

static void
say_updates(const json_t *m, unsigned call)
{
	json_t *updates = json_object_get(json_array_get(json_object_get(m, "calls"), call), "libraries_updated"),
	       *library;
	const char *name;

	json_object_foreach(updates, name, library)
		notice("note: %s has changed since this run began; it bears on no measurement", name);
}

void
manifest_take_tables(json_t *run, const json_t *new)
{
	if (!json_is_integer(json_object_get(run, "tables")))
		json_object_set(run, "tables", json_object_get(new, "tables"));
}

int
manifest_look(const char *dir, const struct plan *plan, unsigned *call, json_t **m, struct failure *f)
{
	const char *problem;
	char text[MANIFEST_KEY_SET];
	json_t *new, *old = manifest_read(dir, &problem), *differs = NULL;

	*call = 0;
	*m = NULL;
	new = json_pack("{sosososososo}", "program", manifest_program(), "machine", manifest_machine(), "run",
	                run_settings(plan), "plugins", plugins_json(), "key_sets", key_sets_json(&plan->keys),
	                "left_out", left_out(plan));
	if (problem) {
		(void)failed(f, STATUS_USAGE, "%s: %s", dir, problem);
	} else if (old && !manifest_is_sealed(old)) {
		(void)failed(f, STATUS_USAGE, "%s: %s", dir, manifest_changed);
	} else if (store_is_history(dir)) {
		(void)failed(f, STATUS_USAGE,
		             "%s is history: its samples are compressed; choose another folder with -o", dir);
	} else if (old && manifest_key_set_differs(old, new, "there", "here", text)) {
		(void)failed(f, STATUS_USAGE, "%s holds a run with another key set %s; choose another folder with -o",
		             dir, text);
	} else if (!old || manifest_may_go_on(dir, old, new, plan->options->mix, &differs, f)) {
		*m = json_incref(old ? old : new);
		manifest_take_tables(json_object_get(*m, "run"), json_object_get(new, "run"));
		*call = add_call(*m, new, differs, plan);
		say_updates(*m, *call);
	}
	json_decref(differs);
	json_decref(old);
	json_decref(new);
	return *m ? STATUS_DONE : f->status;
}

int
manifest_begin(const char *dir, const struct plan *plan, unsigned *call, struct failure *f)
{
	json_t *m;
	int status = manifest_look(dir, plan, call, &m, f);

	if (status == STATUS_DONE)
		status = manifest_write(dir, m, f);
	json_decref(m);
	return status;
}

size_t
manifest_maker_of(const json_t *m, long call)
{
	json_t *entry, *number;
	size_t i, j;

	json_array_foreach(json_object_get(m, "mixed"), i, entry)
	{
		json_array_foreach(json_object_get(entry, "calls"), j, number)
		{
			if (json_integer_value(number) == call)
				return i + 1;
		}
	}
	return 0;
}

json_t *
manifest_origin(json_t *m, long call)
{
	const size_t maker = manifest_maker_of(m, call);

	return maker ? json_array_get(json_object_get(m, "mixed"), maker - 1) : m;
}

int
manifest_finish(const char *dir, unsigned call, const struct given_up *given_up, struct failure *f)
{
	const char *problem;
	json_t *m = manifest_read(dir, &problem), *mine, *ended = manifest_now(), *earlier;
	int status = STATUS_DONE;
	size_t i;

	mine = json_array_get(json_object_get(m, "calls"), call);
	if (mine) {
		json_array_foreach(json_object_get(m, "calls"), i, earlier)
		{
			if (json_object_get(earlier, "given_up"))
				json_object_set_new(earlier, "given_up", json_null());
		}
		json_object_set_new(mine, "given_up", given_up_json(given_up));
		json_object_set(mine, "finished", ended);
		json_object_set_new(mine, "at_end", manifest_state());
		json_object_set(json_object_get(m, "run"), "finished", ended);
		if (manifest_seal_record(dir, m, f) != STATUS_DONE || manifest_write(dir, m, f) != STATUS_DONE)
			status = failed(f, STATUS_FAILED, "%s", f->text);
	} else {
		status = failed(f, STATUS_FAILED, "%s: %s", dir, problem ? problem : "manifest.json has gone");
	}
	json_decref(ended);
	json_decref(m);
	return status;
}

int
manifest_load(const char *dir, json_t **m, enum scale *scale, struct failure *f)
{
	const char *problem;

	*m = manifest_read(dir, &problem);
	if (scale_find(json_string_value(json_object_get(json_object_get(*m, "run"), "scale")), scale)) {
		plugins_remember(json_object_get(*m, "plugins"));
		return STATUS_DONE;
	}
	if (*m)
		problem = "manifest.json names no scale";
	json_decref(*m);
	*m = NULL;
	return failed(f, STATUS_USAGE, "%s: %s", dir, problem ? problem : "not a run: it has no manifest.json");
}

const char *
manifest_keys_of(const json_t *m, char text[MANIFEST_KEYS])
{
	const json_t *run = json_object_get(m, "run");
	const char *own = json_string_value(json_object_get(run, "own_keys")),
		   *asked = json_string_value(json_object_get(run, "asked"));

	*text = '\0';
	if (own)
		snprintf(text, MANIFEST_KEYS, "keys of %s%s%s%s", own,
		         json_is_true(json_object_get(run, "multiset")) ? " with copies" : "",
		         asked ? ", asked for as in " : "", asked ? asked : "");
	return text;
}
