/* SPDX-License-Identifier: MIT */
/* crate.c - see crate.h. */
#include "harness/report/crate.h"

#include "harness/base/files.h"
#include "harness/base/memory.h"
#include "harness/plan/experiment.h"
#include "harness/run/manifest_facts.h"
#include "harness/run/store.h"

#include <sha2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The terms are RO-Crate's and schema.org's, except one. */
#define CONTEXT "https://w3id.org/ro/crate/1.1/context"
#define SPECIFICATION "https://w3id.org/ro/crate/1.1"
#define PROFILE "https://w3id.org/ro/wfrun/process/0.5"
#define SHA256_TERM "https://w3id.org/ro/terms/workflow-run#sha256"
#define LICENCE "https://spdx.org/licenses/MIT"

struct crate {
	const char *dir;
	bool uncompressed; /* describe the raw files as they were before compression */
	json_t *manifest;
	json_t *graph, *parts, *mentions; /* all entities; references to the files, and to what made them */
	json_t *raw, *derived;            /* references to measured files, and to derived files */
};

static json_t *
reference(const char *id)
{
	return json_pack("{s:s}", "@id", id);
}

static void
add(struct crate *c, json_t *entity)
{
	json_array_append_new(c->graph, entity);
}

/* A text of the manifest; NULL if the manifest lacks it. Where json_pack's format has "s*", the crate then lacks it,
 * too. */
static const char *
text_in(const json_t *group, const char *key)
{
	return json_string_value(json_object_get(group, key));
}

/* --- files -------------------------------------------------------------------------------------------------- */

static const char *
format_of(const char *name)
{
	static const char *const formats[][2] = {{".csv", "text/csv"},          {".gz", "application/gzip"},
	                                         {".json", "application/json"}, {".html", "text/html"},
	                                         {".svg", "image/svg+xml"},     {".pdf", "application/pdf"},
	                                         {".tex", "application/x-tex"}, {".md", "text/markdown"}};
	const char *suffix = strrchr(name, '.');

	for (size_t i = 0; suffix && i < sizeof formats / sizeof *formats; i++)
		if (strcmp(suffix, formats[i][0]) == 0)
			return formats[i][1];
	return "application/octet-stream";
}

static void
add_file(struct crate *c, json_t *kind, const char *name, const char *says, const char *size, const char *sha256)
{
	add(c, json_pack("{s:s, s:s, s:s, s:s, s:s*, s:s*}", "@id", name, "@type", "File", "name", says,
	                 "encodingFormat", format_of(name), "contentSize", size, "sha256", sha256));
	json_array_append_new(c->parts, reference(name));
	json_array_append_new(kind, reference(name));
}

/* Adds a measured file, plain or compressed, with its size and digest. */
static int
add_raw(struct crate *c, const char *name, const char *says, struct failure *f)
{
	char path[FILES_PATH], digest[SHA256_DIGEST_STRING_LENGTH], size[24], *text = NULL;
	struct stat st = {.st_size = 0};
	size_t length;

	if (files_find(path, c->dir, name, f) != STATUS_DONE)
		return f->status;
	if (c->uncompressed ? !(text = files_read(path, &length)) : !SHA256File(path, digest) || stat(path, &st) != 0)
		return failed_at(f, STATUS_FAILED, path);
	if (text)
		SHA256Data((const uint8_t *)text, length, digest);
	else
		length = (size_t)st.st_size;
	snprintf(size, sizeof size, "%zu", length);
	add_file(c, c->raw, c->uncompressed ? name : strrchr(path, '/') + 1, says, size, digest);
	free(text);
	return STATUS_DONE;
}

/* Adds a derived file if it exists. */
static void
add_derived(struct crate *c, const char *name, const char *says)
{
	char path[FILES_PATH];

	if (files_path(path, "%s/%s", c->dir, name) && files_exists(path))
		add_file(c, c->derived, name, says, NULL, NULL);
}

static void
add_all_derived(struct crate *c)
{
	static const char *const kinds[][3] = {{"results", "csv", "points"},
	                                       {"plots", "svg", "figure"},
	                                       {"plots", "pdf", "figure"},
	                                       {"tables", "md", "table"},
	                                       {"tables", "tex", "table"}};

	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
		for (size_t i = 0; experiment_all[i]; i++) {
			const struct experiment *e = experiment_all[i];
			char name[64], says[300];

			snprintf(name, sizeof name, "%s/%s.%s", kinds[k][0], e->id, kinds[k][1]);
			snprintf(says, sizeof says, "%s (%s)", e->title, kinds[k][2]);
			add_derived(c, name, says);
		}
	add_derived(c, "claims.json", "Verdicts on the paper's claims");
	add_derived(c, "report.html", "Report");
}

/* --- programs and calls ------------------------------------------------------------------------------------- */

/* Names the program of a call by its digest, so that calls of one build share the entity. */
static const char *
name_program(char name[40], const json_t *call)
{
	const char *digest = text_in(call, "program_sha256");

	snprintf(name, 40, "#cuckoobench-%.12s", digest ? digest : "unknown");
	return name;
}

static void
add_program(struct crate *c, const json_t *call, const char *name)
{
	const json_t *program = json_object_get(c->manifest, "program");
	json_t *o;
	size_t i;

	json_array_foreach(c->graph, i, o) if (strcmp(text_in(o, "@id"), name) == 0) return;
	if (!json_equal(json_object_get(program, "sha256"), json_object_get(call, "program_sha256")))
		program = NULL; /* of another build the manifest says no more */
	add(c, json_pack("{s:s, s:s, s:s, s:s*, s:s*, s:s*, s:s*}", "@id", name, "@type", "SoftwareApplication", "name",
	                 "cuckoobench", "softwareVersion", text_in(program, "version"), "description",
	                 text_in(program, "compiler"), "identifier", text_in(call, "git_commit"), "sha256",
	                 text_in(call, "program_sha256")));
}

static void
add_call(struct crate *c, size_t number, const json_t *call)
{
	char name[32], program[40], says[64];

	add_program(c, call, name_program(program, call));
	snprintf(name, sizeof name, "#call-%zu", number);
	snprintf(says, sizeof says, "Measurement, call %zu", number);
	add(c, json_pack("{s:s, s:s, s:s, s:s*, s:s*, s:s*, s:o, s:O}", "@id", name, "@type", "CreateAction", "name",
	                 says, "description", text_in(call, "command"), "startTime", text_in(call, "started"),
	                 "endTime", text_in(call, "finished"), "instrument", reference(program), "result", c->raw));
	json_array_append_new(c->mentions, reference(name));
}

/* The report's own time is unknown and must stay so: it would change every time. */
static void
add_report(struct crate *c, const json_t *call)
{
	char program[40];

	add(c, json_pack("{s:s, s:s, s:s, s:s, s:o, s:O, s:O}", "@id", "#report", "@type", "CreateAction", "name",
	                 "Points, verdicts, figures, tables and report, from the samples", "description",
	                 "cuckoobench report", "instrument", reference(name_program(program, call)), "object", c->raw,
	                 "result", c->derived));
	json_array_append_new(c->mentions, reference("#report"));
}

/* --- the whole ---------------------------------------------------------------------------------------------- */

static void
add_root(struct crate *c)
{
	const json_t *run = json_object_get(c->manifest, "run"), *machine = json_object_get(c->manifest, "machine");
	const char *scale = text_in(run, "scale"), *cpu = text_in(machine, "cpu"), *os = text_in(machine, "os");
	const char *finished = text_in(run, "finished");
	char name[400], says[400];

	snprintf(name, sizeof name, "cuckoobench: a run at %s scale", scale ? scale : "unknown");
	snprintf(says, sizeof says,
	         "The evaluation of \"Cuckoo Filter: Practically Better Than Bloom\" (CoNEXT 2014), measured on %.120s "
	         "under %.120s.",
	         cpu ? cpu : "an unknown processor", os ? os : "an unknown system");
	add(c, json_pack("{s:s, s:s, s:o, s:o}", "@id", CRATE_FILE, "@type", "CreativeWork", "conformsTo",
	                 reference(SPECIFICATION), "about", reference("./")));
	/* A text that was cut within a character is left out. */
	add(c, json_pack("{s:s, s:s, s:o*, s:o*, s:s*, s:o, s:o, s:O, s:O}", "@id", "./", "@type", "Dataset", "name",
	                 json_string(name), "description", json_string(says), "datePublished",
	                 finished ? finished : text_in(run, "started"), "license", reference(LICENCE), "conformsTo",
	                 reference(PROFILE), "hasPart", c->parts, "mentions", c->mentions));
	add(c, json_pack("{s:s, s:s, s:s}", "@id", PROFILE, "@type", "CreativeWork", "name", "Process Run Crate"));
	add(c, json_pack("{s:s, s:s, s:s}", "@id", LICENCE, "@type", "CreativeWork", "name", "MIT License"));
}

static int
crate_fill(struct crate *c, struct failure *f)
{
	const json_t *calls = json_object_get(c->manifest, "calls"), *call;
	size_t i;

	add_root(c);
	if (add_raw(c, STORE_FILE, "Raw record: what ran when, how it was disturbed, and its samples", f) !=
	    STATUS_DONE)
		return f->status;
	if (add_raw(c, "manifest.json", "Manifest: program, machine, run, calls, inputs", f) != STATUS_DONE)
		return f->status;
	add_all_derived(c);
	json_array_foreach(calls, i, call) add_call(c, i, call);
	if (json_array_size(calls) > 0)
		add_report(c, json_array_get(calls, json_array_size(calls) - 1));
	return STATUS_DONE;
}

char *
crate_text(const char *dir, bool uncompressed, struct failure *f)
{
	const char *problem = NULL;
	struct crate c = {.dir = dir, .uncompressed = uncompressed, .manifest = manifest_read(dir, &problem)};
	json_t *whole = NULL;
	char *text = NULL, *dump;

	if (!c.manifest) {
		(void)failed(f, STATUS_FAILED, "%s/manifest.json: %s", dir, problem ? problem : "there is none");
		return NULL;
	}
	c.graph = json_array(), c.parts = json_array(), c.mentions = json_array();
	c.raw = json_array(), c.derived = json_array();
	if (crate_fill(&c, f) == STATUS_DONE) {
		whole = json_pack("{s[s{ss}]sO}", "@context", CONTEXT, "sha256", SHA256_TERM, "@graph", c.graph);
		dump = json_dumps(whole, JSON_INDENT(2));
		memory_needed(dump && asprintf(&text, "%s\n", dump) >= 0);
		free(dump);
	}
	json_decref(whole);
	json_decref(c.graph);
	json_decref(c.parts);
	json_decref(c.mentions);
	json_decref(c.raw);
	json_decref(c.derived);
	json_decref(c.manifest);
	return text;
}

int
crate_write(const char *dir, struct failure *f)
{
	char *text = crate_text(dir, false, f);
	struct files_new new;

	if (!text)
		return f->status;
	if (files_begin(&new, "%s/" CRATE_FILE, dir))
		fputs(text, new.stream);
	free(text);
	return files_finish(&new, STATUS_FAILED, f);
}
