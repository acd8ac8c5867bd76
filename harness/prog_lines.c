/* SPDX-License-Identifier: MIT */
/*
 * prog_lines.c - how many lines of code a filter needs, counted in the sources of this tree when the cell runs.
 *
 * A filter needs its own file and what that uses of variants/ or baselines/; comments and blank lines are not counted.
 * core/ (hash, memory, saving, random numbers) serves all of them and is counted for none.
 */
#include "harness/programs.h"

#include "harness/files.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define LIMITS "variants/cuckoo_limits.h", "variants/cuckoo_limits.c"
#define BATCH                                                                                                        \
	"variants/plain_batch.h", "variants/cuckoo_ahead.h", "variants/cuckoo_interleaved.h", "variants/cuckoo_quests.h", "variants/plain_codec.h", "variants/plain_compare.h", "variants/packed.h", \
		"variants/cuckoo.h", "variants/cuckoo_bfs.h", "variants/cuckoo_shared.c", LIMITS
#define SEMISORTED "variants/semisort_codec.h", "variants/semisort_bucket.h", "variants/semisort_fields.h", "variants/semisort_code.h", \
	"variants/plain_compare.h", "variants/packed.h", "variants/cuckoo.h", "variants/cuckoo_bfs.h", "variants/cuckoo_shared.c", LIMITS
#define SEMISORTED_BATCH "variants/semisort_batch.h", "variants/cuckoo_ahead.h", "variants/cuckoo_interleaved.h", "variants/cuckoo_quests.h", SEMISORTED
#define STRIPED "variants/striped.h", "variants/striped_bucket.h", "variants/striped_plain.h", "variants/packed.h", \
	"variants/striped_semisort.h", "variants/semisort_bucket.h", "variants/semisort_fields.h", "variants/semisort_code.h", "variants/striped_ops.h", "variants/striped_shared.c", LIMITS
#define BLOOM "baselines/bloom_bits.h", "baselines/bloom.h"
#define BLOCKS "baselines/bloom_blocks.h", "baselines/bloom_split.h", "baselines/bloom_blocked.h", BLOOM
#define GROWING "variants/growing.h", "variants/growing_shared.c", STRIPED

/* A test checks that it is complete: every filter, every file of the two folders, every file that one includes. */
static const struct {
	const char *filter;
	const char *file[24]; /* NULL at the end */
} sources[] = {
	{"cf",
         {"variants/cuckoo_plain.c", "variants/plain_codec.h", "variants/plain_compare.h", "variants/packed.h", "variants/cuckoo.h",
          "variants/cuckoo_bfs.h", "variants/cuckoo_shared.c", LIMITS}},
	{"ss-cf", {"variants/cuckoo_semisort.c", SEMISORTED}},
	{"cf-nohash",
         {"variants/cuckoo_nohash.c", "variants/plain_codec.h", "variants/plain_compare.h", "variants/packed.h", "variants/cuckoo.h",
          "variants/cuckoo_bfs.h", "variants/cuckoo_shared.c", LIMITS}},
	{"bf", {"baselines/bloom.c", "baselines/bloom_keys.h", BLOOM}},
	{"blk-bf", {"baselines/bloom_blocked.c", "baselines/bloom_blocked.h", BLOOM}},
	{"sb-bf", {"baselines/bloom_split.c", "baselines/bloom_split.h", "baselines/bloom.h"}},
	{"cbf", {"baselines/bloom_counting.c", "baselines/bloom.h"}},
	{"qf", {"baselines/quotient.c", "baselines/quotient_keys.h", "baselines/quotient_slots.h"}},
	{"dl-cbf", {"baselines/dleft.c"}},
	{"cf-2hash", {"baselines/cuckoo_twohash.c"}},
	{"cf-mutex",
         {"variants/cuckoo_locked.c", "variants/cuckoo_plain.c", "variants/plain_codec.h", "variants/plain_compare.h", "variants/packed.h",
          "variants/cuckoo.h", "variants/cuckoo_bfs.h", "variants/cuckoo_shared.c", LIMITS}},
	{"cf-rwlock",
         {"variants/cuckoo_locked.c", "variants/cuckoo_plain.c", "variants/plain_codec.h", "variants/plain_compare.h", "variants/packed.h",
          "variants/cuckoo.h", "variants/cuckoo_bfs.h", "variants/cuckoo_shared.c", LIMITS}},
	{"bf-atomic", {"baselines/bloom_atomic.c", "baselines/bloom_blocked.h", BLOOM}},
	{"blk-bf-atomic", {"baselines/bloom_atomic.c", "baselines/bloom_blocked.h", BLOOM}},
	{"cf-batch", {"variants/cuckoo_batch.c", BATCH}},
	{"cf-avx2", {"variants/cuckoo_avx2.c", BATCH}},
	{"cf-avx512", {"variants/cuckoo_avx512.c", "variants/plain_avx512.h", BATCH}},
	{"cf-bulk", {"variants/cuckoo_bulk.c", "variants/cuckoo_bulk.h", "variants/cuckoo_bulk_count.c", "variants/plain_bulk.h", "variants/plain_avx512.h", BATCH}},
	{"cf-staged", {"variants/cuckoo_staged.c", BATCH}},
	{"cf-avx512-staged", {"variants/cuckoo_avx512_staged.c", "variants/plain_avx512.h", BATCH}},
	{"ss-cf-batch", {"variants/cuckoo_semisort_batch.c", SEMISORTED_BATCH}},
	{"ss-cf-avx2", {"variants/cuckoo_semisort_avx2.c", SEMISORTED_BATCH}},
	{"ss-cf-avx512", {"variants/cuckoo_semisort_avx512.c", SEMISORTED_BATCH}},
	{"ss-cf-decode", {"variants/cuckoo_semisort_decode.c", SEMISORTED}},
	{"bf-batch", {"baselines/bloom_batch.c", "baselines/bloom_keys.h", BLOOM}},
	{"blk-bf-batch", {"baselines/bloom_blocks_batch.c", BLOCKS}},
	{"sb-bf-batch", {"baselines/bloom_blocks_batch.c", BLOCKS}},
	{"blk-bf-avx2", {"baselines/bloom_blocks_avx2.c", "baselines/bloom_blocks_avx2.h", "baselines/bloom_blocks_vector.h", BLOCKS}},
	{"sb-bf-avx2", {"baselines/bloom_blocks_avx2.c", "baselines/bloom_blocks_avx2.h", "baselines/bloom_blocks_vector.h", BLOCKS}},
	{"blk-bf-avx512", {"baselines/bloom_blocks_avx512.c", "baselines/bloom_blocks_avx512.h", "baselines/bloom_blocks_vector.h", BLOCKS}},
	{"sb-bf-avx512", {"baselines/bloom_blocks_avx512.c", "baselines/bloom_blocks_avx512.h", "baselines/bloom_blocks_vector.h", BLOCKS}},
	{"blk-bf-simd", {"baselines/bloom_blocks_simd.c", "baselines/bloom_blocks_avx2.h", "baselines/bloom_blocks_avx512.h", BLOCKS}},
	{"sb-bf-simd", {"baselines/bloom_blocks_simd.c", "baselines/bloom_blocks_avx2.h", "baselines/bloom_blocks_avx512.h", BLOCKS}},
	{"cf-striped", {"variants/cuckoo_striped.c", STRIPED}},
	{"cf-striped-batch", {"variants/cuckoo_striped_batch.c", "variants/striped_batch.h", STRIPED}},
	{"cf-unchecked", {"variants/cuckoo_unchecked.c", STRIPED}},
	{"cf-unchecked-batch", {"variants/cuckoo_unchecked_batch.c", "variants/striped_batch.h", STRIPED}},
	{"cf-inline", {"variants/cuckoo_inline.c", STRIPED}},
	{"cf-seqlock", {"variants/cuckoo_sequence.c", STRIPED}},
	{"ss-cf-striped", {"variants/cuckoo_striped_semisort.c", STRIPED}},
	{"cf-rcu", {"variants/cuckoo_rcu.c", GROWING}},
	{"cf-chain", {"variants/cuckoo_chain.c", GROWING}},
	{"cf-grow-rwlock", {"variants/cuckoo_grow_locked.c", GROWING}},
	{"cf-grow-stop", {"variants/cuckoo_grow_locked.c", GROWING}},
};

const char *const *
program_sources(const char *filter)
{
	for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
		if (strcmp(sources[i].filter, filter) == 0)
			return sources[i].file;
	return NULL;
}

size_t
program_count_lines(const char *text)
{
	enum { CODE, QUOTED, LINE_COMMENT, COMMENT } in = CODE;
	size_t lines = 0;
	bool some = false; /* code on this line */
	char quote = 0;

	for (; *text; text++) {
		if (*text == '\n') {
			lines += some;
			some = false;
			if (in == LINE_COMMENT)
				in = CODE;
		} else if (in == COMMENT) {
			if (text[0] == '*' && text[1] == '/') {
				in = CODE;
				text++;
			}
		} else if (in == CODE && text[0] == '/' && (text[1] == '*' || text[1] == '/')) {
			in = text[1] == '*' ? COMMENT : LINE_COMMENT;
			text++;
		} else if (in == QUOTED) {
			some = true;
			if (text[0] == '\\' && text[1] && text[1] != '\n')
				text++;
			else if (*text == quote)
				in = CODE;
		} else if (in == CODE && !isspace((unsigned char)*text)) {
			some = true;
			quote = *text;
			in = *text == '"' || *text == '\'' ? QUOTED : CODE;
		}
	}
	return lines + some;
}

static size_t
lines_of(struct run *run, const char *file)
{
	char path[FILES_PATH], *text = NULL;
	size_t lines;

	errno = ENAMETOOLONG;
	if (files_path(path, "%s/%s", files_home(), file))
		text = files_read(path, NULL);
	if (!text)
		run_fail(run, "cannot count the lines of %s/%s: %s (CUCKOOBENCH_HOME names the folder of the sources)",
		         files_home(), file, strerror(errno));
	lines = program_count_lines(text);
	free(text);
	return lines;
}

const char *
program_lines_refuses(const struct cell *cell)
{
	char path[FILES_PATH];

	for (const char *const *file = program_sources(cell->filter->name); *file; file++)
		if (!files_path(path, "%s/%s", files_home(), *file) || !files_exists(path))
			return "its source files are not here: lines are counted in the source tree, or where CUCKOOBENCH_HOME names it";
	return NULL;
}

static bool
is_source_of(const char *filter, const char *file)
{
	const char *const *f = program_sources(filter);

	while (f && *f && strcmp(*f, file) != 0)
		f++;
	return f && *f;
}

static void
lines_run(struct run *run, const struct cell *cell)
{
	const char *name = cell->filter->name;
	size_t all = 0, beyond = 0;

	for (const char *const *file = program_sources(name); *file; file++) {
		size_t lines = lines_of(run, *file);

		all += lines;
		if (!is_source_of("cf", *file))
			beyond += lines;
	}
	emit(run, "s1", "", name, 0, "lines_of_code", "lines of code", all, 1);
	emit(run, "s1", "", name, 0, "beyond_cf", "lines of code", beyond, 1);
}

static void
lines_estimate(const struct cell *cell, struct cell_estimate *e)
{
	(void)cell;
	e->bytes = 1 << 16; /* the text of a file */
}

const struct program program_lines = {"lines", false, lines_run, lines_estimate};
