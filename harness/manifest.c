/* SPDX-License-Identifier: MIT */
/* manifest.c - see manifest.h. What is not known is null, never left out. */
#include "harness/manifest.h"

#include "core/hash.h"
#include "harness/files.h"
#include "harness/machine.h"
#include "harness/version.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static json_t *
text_or_null(const char *text)
{
	return text && *text ? json_string(text) : json_null();
}

static json_t *
size_or_null(size_t size)
{
	return size ? json_integer((json_int_t)size) : json_null();
}

static json_t *
now(void)
{
	char text[32];
	time_t t = time(NULL);
	struct tm utc;

	strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&t, &utc));
	return json_string(text);
}

static json_t *
program(void)
{
	json_t *o = json_object();

	json_object_set_new(o, "version", json_string(CUCKOOBENCH_VERSION));
	json_object_set_new(o, "git_commit", text_or_null(CUCKOOBENCH_COMMIT));
	json_object_set_new(o, "git_dirty", *CUCKOOBENCH_COMMIT ? json_boolean(CUCKOOBENCH_DIRTY) : json_null());
	json_object_set_new(o, "compiler", json_string(CUCKOOBENCH_COMPILER));
	json_object_set_new(o, "flags", json_string(CUCKOOBENCH_FLAGS));
	return o;
}

static json_t *
machine(void)
{
	json_t *o = json_object(), *caches = json_object();
	char name[8];

	json_object_set_new(o, "cpu", text_or_null(machine_cpu_model()));
	json_object_set_new(o, "processors_allowed", size_or_null(machine_cpus()));
	json_object_set_new(o, "memory_bytes", size_or_null(machine_memory_total()));
	for (unsigned level = 1; level <= 3; level++) {
		snprintf(name, sizeof name, "L%u", level);
		json_object_set_new(caches, name, size_or_null(machine_cache(level)));
	}
	json_object_set_new(o, "caches", caches);
	json_object_set_new(o, "kernel", text_or_null(machine_kernel()));
	json_object_set_new(o, "os", text_or_null(machine_os()));
	json_object_set_new(o, "virtualization", text_or_null(machine_virtualization()));
	json_object_set_new(o, "governor", text_or_null(machine_governor()));
	json_object_set_new(o, "thp", text_or_null(machine_thp()));
	return o;
}

static json_t *
run_settings(const struct options *o)
{
	json_t *run = json_object();
	char seed[24];

	/* As text: JSON numbers are doubles to most readers, and a seed has 64 bits. */
	snprintf(seed, sizeof seed, "%llu", (unsigned long long)o->seed);
	json_object_set_new(run, "scale", json_string(scale_names[o->scale]));
	json_object_set_new(run, "seed", json_string(seed));
	json_object_set_new(run, "hash", json_string(o->hash ? o->hash : hash_all[0].name));
	json_object_set_new(run, "pages", json_string(o->place.pages == MEM_PAGES_4K ? "4k" : "thp"));
	return run;
}

static json_t *
read_manifest(const char *dir, const char **problem)
{
	char path[FILES_PATH];
	json_error_t error;
	json_t *m;

	*problem = NULL;
	if (!files_path(path, "%s/manifest.json", dir) || !files_exists(path))
		return NULL;
	m = json_load_file(path, 0, &error);
	if (!m || !json_is_object(json_object_get(m, "run"))) {
		*problem = "manifest.json is damaged";
		json_decref(m);
		return NULL;
	}
	return m;
}

static int
write_manifest(const char *dir, json_t *m)
{
	char path[FILES_PATH];
	struct files_new new;

	if (files_path(path, "%s/manifest.json", dir) && files_begin(&new, path)) {
		json_dumpf(m, new.stream, JSON_INDENT(2));
		fputc('\n', new.stream);
		if (files_commit(&new) == 0)
			return 0;
	}
	fprintf(stderr, "cuckoobench: %s/manifest.json: %s\n", dir, strerror(errno));
	return -1;
}

/* The first thing that keeps new samples from being mixed with the old run's, or NULL. */
static const char *
difference(json_t *old, json_t *new)
{
	const char *key;
	json_t *value;

	json_object_foreach(json_object_get(new, "run"), key, value)
	{
		if (!json_equal(json_object_get(json_object_get(old, "run"), key), value))
			return key;
	}
	if (!json_equal(json_object_get(old, "program"), json_object_get(new, "program")))
		return "build of the program";
	if (!json_equal(json_object_get(old, "machine"), json_object_get(new, "machine")))
		return "machine";
	return NULL;
}

/* The fields of this call; what identifies the run is in the objects already. */
static void
describe_call(json_t *m, const json_t *old, const struct options *options)
{
	json_t *run = json_object_get(m, "run"), *started = json_object_get(json_object_get(old, "run"), "started");

	json_object_set_new(run, "reps", options->reps ? json_integer(options->reps) : json_null());
	json_object_set_new(run, "command", text_or_null(options->line));
	json_object_set_new(run, "started", started ? json_incref(started) : now());
	json_object_set_new(run, "finished", json_null());
}

int
manifest_begin(const char *dir, const struct options *options)
{
	const char *problem, *other;
	json_t *m = json_pack("{sososo}", "program", program(), "machine", machine(), "run", run_settings(options)), *old;
	int status = -1;

	old = read_manifest(dir, &problem);
	other = old ? difference(old, m) : NULL;
	if (problem) {
		fprintf(stderr, "cuckoobench: %s: %s\n", dir, problem);
	} else if (other) {
		fprintf(stderr, "cuckoobench: %s holds a run with another %s; choose another folder with -o\n", dir, other);
	} else {
		describe_call(m, old, options);
		status = write_manifest(dir, m);
	}
	json_decref(old);
	json_decref(m);
	return status;
}

int
manifest_finish(const char *dir)
{
	const char *problem;
	json_t *m = read_manifest(dir, &problem);
	int status;

	if (!m) {
		fprintf(stderr, "cuckoobench: %s: %s\n", dir, problem ? problem : "manifest.json has gone");
		return -1;
	}
	json_object_set_new(json_object_get(m, "run"), "finished", now());
	status = write_manifest(dir, m);
	json_decref(m);
	return status;
}

int
manifest_scale(const char *dir, enum scale *scale)
{
	const char *problem, *name;
	json_t *m = read_manifest(dir, &problem);

	name = m ? json_string_value(json_object_get(json_object_get(m, "run"), "scale")) : NULL;
	for (int s = 0; name && s < SCALES; s++)
		if (strcmp(scale_names[s], name) == 0) {
			*scale = (enum scale)s;
			json_decref(m);
			return 0;
		}
	json_decref(m);
	fprintf(stderr, "cuckoobench: %s: %s\n", dir, problem ? problem : "not a run: it has no manifest.json");
	return -1;
}
