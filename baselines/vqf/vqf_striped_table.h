/* SPDX-License-Identifier: MIT */
/*
 * vqf_striped_table.h - a vector quotient filter for many threads: its stripes, and what does not depend on how blocks
 * are read.
 *
 *      stripe s, a word of 32 bits:    | version 31 | locked |          block i: stripe i mod the number of stripes
 *
 *      vqf_striped.c, vqf_striped_batch.c --> ops.kind --> kernels: portable (vqf_striped.c), AVX2, AVX-512
 *                                                          (vqf_striped_avx*.c); vqf_striped_one.h has the protocol
 *
 * Invariants: only the holder of a block's stripe writes the block; its version is raised before it is unlocked.
 */
#ifndef CUCKOOBENCH_VQF_STRIPED_TABLE_H
#define CUCKOOBENCH_VQF_STRIPED_TABLE_H

#include "baselines/vqf/vqf_table.h"
#include "core/shared.h"

/* Faults that a hooked build may contain (core/shared.h); tests/explore must catch each. */
enum vqf_striped_mutant {
	MUTANT_NO_VALIDATION = 1,    /* a lookup does not load the versions again */
	MUTANT_HELD_IGNORED,         /* a lookup ignores that a stripe is locked */
	MUTANT_ONE_VERSION,          /* a lookup checks the stripe of the block that it read last, not of both */
	MUTANT_VERSION_LOAD_RELAXED, /* versions are not loaded with acquire */
	MUTANT_DATA_LOAD_RELAXED,    /* blocks are not loaded with acquire */
	MUTANT_DATA_STORE_RELAXED,   /* blocks are not stored with release */
	MUTANT_UNLOCK_RELAXED,       /* an unlock is not a release */
	MUTANT_NO_BUMP,              /* an unlock leaves the version as it was */
	MUTANT_LOCK_ANY,             /* a writer locks what it looked at even if the version has changed */
	MUTANT_LOCK_ONE,             /* a writer that found no way with one lock takes only the first one */
	MUTANT_LOCK_ORDER,           /* two stripes are locked in the order of the key's blocks, not of their numbers */
	VQF_STRIPED_MUTANTS
};

/* 2^13 lock words, as in variants/striped/striped_ops.c: they stay in a first- or second-level cache. */
enum { VQF_STRIPES = 1 << 13 };

enum { VQF_LOCKED = 1, VQF_VERSION = 2 };

/* What all threads add to, at most once a call. */
struct vqf_striped_counts {
	_Atomic uint64_t items, spins, retries, unsure;
};

struct vqf_striped {
	struct vqf vqf; /* its items: only those loaded from a file */
	struct mem stripes;
	struct vqf_striped_counts *counts;
	uint32_t stripe_mask;
};

/* Counts of one call; its end adds them to the filter's. */
struct vqf_striped_tally {
	uint64_t spins, retries, unsure;
};

void vqf_striped_settle(const struct vqf_striped *, const struct vqf_striped_tally *);

/* The kernels of the filters for many threads, as struct vqf_kind has them. */
extern const struct vqf_kind FILTER_KIND(vqf_striped);
extern const struct vqf_kernel vqf_striped_avx2, vqf_striped_avx512;

/* Operations that all filters for many threads of this room share (core/filter.h). */
extern const struct filter_family vqf_striped_family;
void vqf_striped_info(const struct filter *, struct filter_info *);
const char *vqf_striped_check(const struct filter *);
enum filter_status vqf_striped_save(const struct filter *, FILE *);
#define VQF_STRIPED_OPS                                                                                       \
	.caps = FILTER_REMOVE | FILTER_FILLS | FILTER_MULTISET | FILTER_SHARED, .uses = USES_FP_BITS,         \
	.chooses = ISA_AVX512, .kind = &FILTER_KIND(vqf_striped), .family = &vqf_striped_family,              \
	.size = sizeof(struct vqf_striped), .create = family_create, .settle = family_settle,                 \
	.destroy = family_destroy, .load = family_load, .info = vqf_striped_info, .check = vqf_striped_check, \
	.save = vqf_striped_save

#endif
