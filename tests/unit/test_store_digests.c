/* SPDX-License-Identifier: MIT */
/* test_store_digests.c - a record of which a byte is another, or an attempt is gone, moved or from another record. */
#include "tests/run_store.h"

#include <sha2.h>

static const char record[] = RECORD_HEAD "asked,f5,3,\n" RECORD_THREE;
static char *whole; /* the same with digests */

/* --- a change, at any byte -------------------------------------------------------------------------------- */

/* A record in which a byte of an entry is another: it is refused, and the run that goes on leaves out
 * no more than that entry. A line that ends elsewhere may cost its neighbour, too. */
TEST_WITHIN(changed_at_every_byte, folder_begin, end)
{
	static const char instead[] = {'1', '9', ',', 'x', '\n'};
	size_t head, length;

	whole = seal_record(record, false);
	head = (size_t)(strstr(whole, "\nasked,f5") + 1 - whole), length = strlen(whole);
	for (size_t at = head * COUNT_OF(instead); at < length * COUNT_OF(instead); at++) {
		char *byte = &whole[at / COUNT_OF(instead)], was = *byte;

		if (was == instead[at % COUNT_OF(instead)])
			continue;
		*byte = instead[at % COUNT_OF(instead)];
		put(STORE_FILE, "", whole);
		again();
		if (store_read(&store, STORE_READ, dir, &why) == STATUS_DONE)
			require(store.cut, "byte %zu of %zu, %c for %c: not noticed", (size_t)(byte - whole), length,
			        *byte, was);
		else
			says(why.status, "record.csv:");
		goes_on();
		require(store.count >= (was == '\n' || *byte == '\n' ? 1 : 2), "byte %zu, %c for %c: %zu left",
		        (size_t)(byte - whole), *byte, was, store.count);
		*byte = was;
	}
	free(whole);
}

/* Writes a record of these pieces: "-" the headers, "?" what was asked for, "a" "b" "c" the attempts. */
static void
put_in_order(const char *order)
{
	char text[1200], *to = text;

	for (const char *o = order; *o; o++) {
		char begin[20], *from, *until;

		snprintf(begin, sizeof begin, *o == '-' ? "format," : *o == '?' ? "asked,f5" : "attempt,%c:", *o);
		from = strstr(whole, begin);
		until = *o == '-' ? strstr(whole, "asked,f5") : strstr(from + 1, "\nattempt,");
		until = !until ? from + strlen(from) : until + (*o != '-');
		to += snprintf(to, sizeof text - (size_t)(to - text), "%.*s", (int)(until - from), from);
	}
	put(STORE_FILE, "", text);
}

/* Attempts that are gone, in another order, twice, or of another record: nothing that a stopped machine does. */
TEST_WITHIN(moved, folder_begin, end)
{
	static const struct {
		const char *order, *says;
	} wrong[] = {
		{"-?bc", "record.csv:6: the attempt at b:rep=0 was not written behind the one before it"},
		{"-?ac", "record.csv:9: the attempt at c:rep=0 was not written behind"},
		{"-?bac", "record.csv:6: the attempt at b:rep=0 was not written behind"},
		{"-?aabc", "record.csv:9: the attempt at a:rep=0 was not written behind"},
		{"-?abcabc", "record.csv:12: the attempt at a:rep=0 was not written behind"},
		{"-?abcbc", "record.csv:12: the attempt at b:rep=0 was not written behind"},
	};

	whole = seal_record(record, false);
	put_in_order("-?abc");
	again();
	require(store_read(&store, STORE_MERGE, dir, &why) == STATUS_DONE && store.count == 3, "%s", why.text);
	for (size_t i = 0; i < COUNT_OF(wrong); i++)
		for (enum store_reading reading = STORE_READ; reading <= STORE_MERGE; reading++) {
			put_in_order(wrong[i].order);
			again();
			says(store_read(&store, reading, dir, &why), wrong[i].says);
		}
	/* Two files in one, with the headers of both: as damage it would be left out, but the second's first attempt
	 * names none before it. */
	put_in_order("-?abc-?abc");
	again();
	says(store_read(&store, STORE_READ, dir, &why), "record.csv:12: neither");
	again();
	says(store_read(&store, STORE_CONTINUE, dir, &why), "record.csv:17: the attempt at a:rep=0 was not written");
	/* What was asked for, at the end, can be gone or twice: it is no measurement. */
	put_in_order("-?a");
	goes_on();
	assert_int_equal(store.count, 1);
	free(whole);
}

/* The digest as others compute it (sha256sum): of the entry without its own sixteen digits. */
TEST_WITHIN(digest_of_an_entry, folder_begin, end)
{
	static const char first[] =
		"attempt,a:rep=0,0,done,1.000,0,,,,,,,,,,2,,\n" RECORD_SAMPLE "sample,0,,cf,75,lookup,Mops/s,1,2\n";
	char sha256[STORE_SHA256], *at;

	whole = seal_record(record, false);
	SHA256Data((const uint8_t *)first, strlen(first), sha256);
	at = strstr(whole, "attempt,a:");
	require(at && strncmp(strchr(at, '\n') - 16, sha256, 16) == 0, "%s, not %.16s", at, sha256);
	require(strncmp(strchr(strstr(whole, "attempt,b:"), '\n') - 33, sha256, 16) == 0, "not the next one's");
	free(whole);
}
