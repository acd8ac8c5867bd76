/* SPDX-License-Identifier: MIT */
/*
 * plugin_terms.c - parameters, facts and statuses in the terms of the other side.
 *
 *      struct filter_params   --plugin_params-->  struct cuckoobench_params
 *      struct filter_info     <---plugin_info---  struct cuckoobench_info
 *      enum filter_status     <--plugin_status--  int32_t
 */
#include "harness/filters/plugin.h"

#include "core/hash.h"

bool
plugin_params(const struct filter_params *p, const struct cuckoobench_memory *memory, struct cuckoobench_params *to)
{
	const struct hash_entry *hash = hash_find(p->hash);

	if (!hash)
		return false;
	*to = (struct cuckoobench_params){.size = sizeof *to,
	                                  FILTER_PARAMS_OF(p),
	                                  .hash_is_xxh3 = hash->kind == HASH_XXH3,
	                                  .kicks = (uint32_t)p->kicks,
	                                  .isa = (uint32_t)isa_lesser(p->isa, isa_mask()),
	                                  .hash = hash->fn,
	                                  .hash_name = hash->name,
	                                  .memory = memory,
	                                  .threads = p->threads};
	return true;
}

struct filter_info
plugin_info(const struct cuckoobench_info *i)
{
	return (struct filter_info){.bytes = i->bytes,
	                            .mapped = i->bytes,
	                            .items = i->items,
	                            .slots = i->slots,
	                            .buckets = i->buckets,
	                            .fp_bits = i->fp_bits,
	                            .slots_per_bucket = i->slots_per_bucket,
	                            .hashes = i->hashes,
	                            .kicks = i->kicks,
	                            .kernel = i->kernel,
	                            .table = i->table,
	                            .scratch = i->scratch};
}

enum filter_status
plugin_status(int32_t status)
{
	return status >= CUCKOOBENCH_OK && status <= CUCKOOBENCH_ESEED ? (enum filter_status)status : FILTER_EINVAL;
}
