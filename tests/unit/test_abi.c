/* SPDX-License-Identifier: MIT */
/*
 * test_abi.c - the public headers against the committed list of what is built with them (tests/abi.def).
 *
 *      include/ (here) --- compiler --> bytes, offsets, types, values  ==  tests/abi.def (of all who are built already)
 *      include/ (here) --- read as text --> names                      in  tests/abi.def
 *
 * A member that the list lacks is noticed by arithmetic: listed members follow each other without a gap, and fill the
 * struct. So structs have no padding, in which a member could be added unseen and would be garbage to one side.
 */
#include "tests/test.h"

#include <cuckoobench_hash.h>

#include <ctype.h>

#define SAME(a, b) __builtin_types_compatible_p(a, b)

/* The list, each line as a row: what it is of, its name, the listed number and that of the header, a member's bytes,
 * and whether the types are the same. */
static const struct row {
	enum kind { CONSTANTS, STRUCTS, MEMBERS, FUNCTIONS } kind;
	const char *of, *name;
	size_t listed, here, bytes;
	bool same_type;
} rows[] = {
#define CONSTANT(name, value) {CONSTANTS, "", #name, value, name, 0, true},
#define STRUCT(name, bytes) {STRUCTS, #name, #name, bytes, sizeof(struct name), 0, true},
#define MEMBER(structure, member, offset, type) \
	{MEMBERS,                               \
	 #structure,                            \
	 #member,                               \
	 offset,                                \
	 offsetof(struct structure, member),    \
	 sizeof(type),                          \
	 SAME(__typeof__(((struct structure *)0)->member), type)},
#define FUNCTION(name, ...) {FUNCTIONS, "", #name, 0, 0, 0, SAME(__typeof__(name), __typeof__(__VA_ARGS__))},
#include "tests/abi.def"
};

TEST(what_is_listed_is_the_same)
{
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		const struct row *r = &rows[i];

		require(r->listed == r->here, "%s %s: %zu here, %zu for all who are built", r->of, r->name, r->here,
		        r->listed);
		require(r->same_type, "%s %s: its type is another than for all who are built", r->of, r->name);
	}
}

TEST(members_fill_their_struct)
{
	size_t end = 0, bytes = 0;

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		const struct row *r = &rows[i];

		if (r->kind == STRUCTS)
			end = 0, bytes = r->listed;
		if (r->kind != MEMBERS)
			continue;
		require(r->listed == end, "%s %s: %zu bytes before it are of no member", r->of, r->name,
		        r->listed - end);
		end += r->bytes;
		if (i + 1 == COUNT_OF(rows) || rows[i + 1].kind != MEMBERS)
			require(end == bytes, "%s: the last of %zu bytes are of no member", r->of, bytes);
	}
}

/* Every struct that may grow says how large the other side knows it. */
TEST(structs_that_cross_begin_with_their_size)
{
	for (size_t i = 0; i + 1 < COUNT_OF(rows); i++)
		if (rows[i].kind == STRUCTS && strcmp(rows[i].name, "cuckoobench_hash") != 0)
			require(strcmp(rows[i + 1].name, "size") == 0, "%s: its first member is not its size",
			        rows[i].name);
}

static bool
is_listed(enum kind kind, const char *name, size_t length)
{
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		if (rows[i].kind == kind && strlen(rows[i].name) == length && !strncmp(rows[i].name, name, length))
			return true;
	return false;
}

static size_t
word(const char *at)
{
	size_t n = 0;

	while (isalnum((unsigned char)at[n]) || at[n] == '_')
		n++;
	return n;
}

/* Asks for the name that a line of a header gives. Returns whether it gives one. */
static bool
look_at_line(const char *line)
{
	static const char define[] = "#define ", structure[] = "struct ";
	const char *at = strstr(line, "cuckoobench_");
	enum kind kind = FUNCTIONS;

	if (!strncmp(line, define, sizeof define - 1)) {
		at = line + sizeof define - 1, kind = CONSTANTS;
		if (strncmp(at, "CUCKOOBENCH_", 12) != 0 || !strncmp(at, "CUCKOOBENCH_API", 15) || at[word(at)] != ' ')
			return false; /* not of the interface; or a guard against a second include */
	} else if (!strncmp(line, structure, sizeof structure - 1) && strchr(line, '{')) {
		at = line + sizeof structure - 1, kind = STRUCTS;
	} else {
		while (at && at[word(at)] != '(')
			at = strstr(at + word(at), "cuckoobench_");
		/* one that is called, or is in a comment, does not begin its line's declaration */
		if (!at || isspace((unsigned char)*line) || *line == '/' || *line == '*')
			return false;
	}
	require(is_listed(kind, at, word(at)), "%.*s: tests/abi.def lacks it", (int)word(at), at);
	return true;
}

TEST(what_is_there_is_listed)
{
	static const char *const headers[] = {"include/cuckoobench.h", "include/cuckoobench_hash.h"};
	size_t names = 0, listed = 0;
	char line[512];

	for (size_t i = 0; i < COUNT_OF(headers); i++) {
		FILE *f = fopen(headers[i], "r");

		require(f != NULL, "cannot read %s", headers[i]);
		while (fgets(line, sizeof line, f))
			names += look_at_line(line);
		fclose(f);
	}
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		listed += rows[i].kind != MEMBERS;
	require(names == listed, "%zu names in the headers, %zu in the list", names, listed);
}
