/* SPDX-License-Identifier: MIT */
/*
 * command_keys.c - `cuckoobench keys`: lists the key sets, describes one, or exports one as a file for other programs.
 *
 *      keys                    streams, sets of packages and whether these are installed, formats of files
 *      keys SET|FILE           the number and kind of the keys, their files with SHA-256, and the first keys
 *      keys SET|FILE -o FILE   the same keys in SOSD's 64-bit format: strings as their digests by --hash,
 *                              streams as their first --items keys
 */
#include "harness/cli/commands.h"

#include "harness/base/files.h"
#include "harness/base/terminal.h"
#include "harness/plan/key_sets.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 8, SHOWN_BYTES = 48, STREAM_ITEMS = 1 << 20 };

/* --- the list ----------------------------------------------------------------------------------------------------- */

static void
list_json(void)
{
	json_t *streams = json_array(), *imported = json_array(), *formats = json_array();

	for (const struct stream *s = stream_all; s->name; s++)
		json_array_append_new(streams, json_pack("{ssss}", "name", s->name, "about", s->about));
	for (const struct importer *i = importer_all; i->name; i++)
		json_array_append_new(imported,
		                      json_pack("{sssssssb}", "name", i->name, "about", i->about, "package", i->package,
		                                "installed", importer_installed(i, key_sets_root())));
	for (int i = 0; i < KEY_FORMATS; i++)
		json_array_append_new(
			formats, json_pack("{ssss}", "name", key_format_all[i].name, "about", key_format_all[i].about));
	print_json(json_pack("{sososo}", "streams", streams, "imported", imported, "formats", formats));
}

static int
list(const struct options *o)
{
	if (o->json) {
		list_json();
		return STATUS_DONE;
	}
	puts("Streams: made, of any length");
	for (const struct stream *s = stream_all; s->name; s++)
		terminal_write(s->about, printf("  %-12s ", s->name));
	puts("\nSets of Debian packages");
	for (const struct importer *i = importer_all; i->name; i++)
		terminal_write(i->about, printf("  %-12s %-14s %-20s ", i->name,
		                                importer_installed(i, key_sets_root()) ? "installed" : "not installed",
		                                i->package));
	puts("\nFormats of files: --keys-format");
	for (int i = 0; i < KEY_FORMATS; i++)
		terminal_write(key_format_all[i].about, printf("  %-12s ", key_format_all[i].name));
	putchar('\n');
	terminal_line("`cuckoobench keys NAME` describes one, `run k1 --keys NAME,FILE` measures filters on them.");
	return STATUS_DONE;
}

/* --- one set ------------------------------------------------------------------------------------------------------ */

/* Prints bytes that a terminal might obey, and all others that are not printable ASCII, in the form \x1b. */
static void
print_string(const unsigned char *bytes, size_t n)
{
	const size_t shown = n < SHOWN_BYTES ? n : SHOWN_BYTES;

	for (size_t i = 0; i < shown; i++)
		if (bytes[i] == '\\')
			fputs("\\\\", stdout);
		else
			printf(bytes[i] >= 0x20 && bytes[i] < 0x7f ? "%c" : "\\x%02x", bytes[i]);
	fputs(n > shown ? "...\n" : "\n", stdout);
}

static void
describe_stream(const struct stream *stream, uint64_t seed)
{
	const struct stream_keys s = stream_keys_of(stream, seed);

	terminal_line("%s: %s", stream->name, stream->about);
	terminal_line("2^%u keys to insert and as many absent ones; under --seed %" PRIu64 " they begin",
	              stream->log2_keys, seed);
	putchar('\n');
	printf("  %20s %20s\n", "to insert", "absent");
	for (uint64_t j = 0; j < SHOWN; j++)
		printf("  %20" PRIu64 " %20" PRIu64 "\n", stream_present(&s, j), stream_absent(&s, j));
}

/* Is every string a number? Then the user probably meant numbers. */
static bool
are_decimal(const struct keyset *r)
{
	for (size_t i = 0; i < r->count; i++)
		for (size_t at = r->starts[i]; at < r->starts[i + 1]; at++)
			if (r->bytes[at] < '0' || r->bytes[at] > '9')
				return false;
	return r->count > 0;
}

static void
describe_read(const struct key_set *set, size_t collisions, const struct options *o)
{
	const struct keyset *r = &set->read;
	const char *given = *o->arguments, *slash = strrchr(given, '/'),
		   *own = strcmp(given, "-") == 0 ? set->name
	                  : slash                 ? slash + 1
	                                          : given;
	char format[KEY_FORMAT_TEXT];

	printf("%s: %zu distinct keys, %s\n", own, r->count, r->starts ? "strings of bytes" : "integers");
	if (strcmp(own, set->name) != 0)
		printf("  name         %s, in records and figures\n", set->name);
	if (set->importer)
		printf("  %s\n  package      %s %s\n", set->importer->about, set->importer->package, r->version);
	else
		printf("  format       %s\n", key_format_text(set->format, format));
	printf("  duplicates   %zu dropped\n  passed over  %zu without a key\n", r->duplicates, r->passed_over);
	if (r->starts && are_decimal(r))
		terminal_write("every line is a number; --keys-format decimal takes them for integers",
		               printf("  note         "));
	if (r->starts)
		printf("  digests      %zu of %s collide\n", collisions, o->hash ? o->hash : hash_all[0].name);
	for (size_t i = 0; i < r->source_count; i++)
		printf("  file         %s\n  sha256       %s\n", r->sources[i].path, r->sources[i].sha256);
	puts("\nThe first of them");
	for (size_t i = 0; i < r->count && i < SHOWN; i++) {
		fputs("  ", stdout);
		if (r->starts)
			print_string(r->bytes + r->starts[i], r->starts[i + 1] - r->starts[i]);
		else
			printf("%" PRIu64 "\n", r->keys[i]);
	}
}

/* The keys as *n integers, which the caller frees. NULL: out of memory. */
static uint64_t *
integers(const struct key_set *set, const struct options *o, size_t *n, size_t *collisions)
{
	uint64_t *keys;
	struct hash hash;

	*collisions = 0;
	*n = !set->stream ? set->read.count : o->workload.items ? o->workload.items : STREAM_ITEMS;
	keys = malloc(*n * sizeof *keys);
	if (keys && set->stream) {
		const struct stream_keys s = stream_keys_of(set->stream, o->seed);

		for (size_t i = 0; i < *n; i++)
			keys[i] = set->stream->key(&s, i);
	} else if (keys) {
		hash_init(&hash, o->hash, o->seed);
		*n = keyset_digest(&set->read, &hash, keys, NULL, collisions);
	}
	if (keys && *n != SIZE_MAX)
		return keys;
	free(keys);
	return NULL;
}

static int export(const char *path, const uint64_t *keys, size_t n, struct failure *f)
{
	struct files_new new;

	if (files_begin(&new, "%s", path)) {
		if (!key_file_write(new.stream, keys, n)) {
			const int error = errno;

			files_abandon(&new);
			errno = error;
		} else if (files_commit(&new) == 0) {
			return STATUS_DONE;
		}
	}
	return output_refused(path, f);
}

/* Is the output one of the files that the keys come from? Digests cannot be turned back into strings. */
static bool
is_read_from(const struct key_set *set, const char *path)
{
	for (size_t i = 0; i < set->read.source_count; i++)
		if (files_same(path, set->read.sources[i].path))
			return true;
	return false;
}

static int
keys_describe(const struct options *o, const struct key_set *set, struct failure *f)
{
	size_t n, collisions;
	uint64_t *keys = integers(set, o, &n, &collisions);
	int status = STATUS_DONE;

	if (!keys)
		return failed(f, STATUS_UNFIT, "keys: out of memory");
	if (o->folder)
		status = export(o->folder, keys, n, f);
	else if (o->json)
		print_json(set->stream ? json_pack("{ssss}", "name", set->stream->name, "about", set->stream->about)
		                       : key_set_json(set));
	else if (set->stream)
		describe_stream(set->stream, o->seed);
	else
		describe_read(set, collisions, o);
	if (o->folder && status == STATUS_DONE)
		printf("%s: %zu keys, sosd64\n", o->folder, n);
	free(keys);
	return status;
}

int
command_keys(const struct options *o, struct failure *f)
{
	struct key_set set;
	int status;

	if (!*o->arguments || strcmp(*o->arguments, "list") == 0) {
		if (!o->folder)
			return list(o);
		return failed(f, STATUS_USAGE, "keys: --output needs a set to write; `cuckoobench keys` names them");
	}
	status = key_set_open(&set, o, "keys", *o->arguments, KEYSET_DROPPED, f);
	if (status == STATUS_DONE && o->folder && is_read_from(&set, o->folder))
		status = failed(f, STATUS_USAGE, "--output %s: the keys are read from there; write to another file",
		                o->folder);
	if (status == STATUS_DONE && !set.stream && o->workload.items)
		status = failed(f, STATUS_USAGE, "--items: %s has its own number of keys; streams have any", set.name);
	if (status == STATUS_DONE)
		status = keys_describe(o, &set, f);
	key_set_close(&set);
	return status;
}
