/* SPDX-License-Identifier: MIT */
/*
 * plugin_proxy.c - a filter of the suite that forwards every call to a plug-in. Creating the first one loads the
 * plug-in.
 *
 *      proxy_create(ops, params) --> plugin_functions: dlopen, once per process --> theirs->create; proxy_build: build
 *      saved:  | header of core/serial.h, with the parameters | what theirs->save wrote |  under the header's checksums
 *      table:  | bytes | 16 that may be written | canary |    as far as there is room behind it
 *      answers:  one key that went in and 63 others, looked at before the first one goes, and at the end
 */
#include "harness/filters/plugin.h"

#include "core/serial.h"
#include "harness/base/memory.h"
#include "harness/timing/answers.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* The memory of a filter's tables. `taken` counts those that it did not return yet. */
struct host {
	struct cuckoobench_memory memory; /* first member: host points to this struct */
	struct placement place;
	struct mem *table;
	size_t taken;
};

struct proxy {
	struct filter base;
	const struct cuckoobench_plugin_filter *theirs;
	void *filter;
	struct host host;
	struct filter_params params; /* as create got them, for save */
	/* A key that went in first, by which its answers are looked at: whether it is taken, and is there. */
	atomic_bool taken, there, looked;
	uint64_t key;
};

/* --- what a plug-in gets ------------------------------------------------------------------------------------------ */

/* GUARD: bytes of canary. SMALL: tables below this size are on the heap and have no pages of their own. */
enum { GUARD = 64, SMALL = 2 << 20 };

void
plugin_canary_lay(uint8_t *table, size_t bytes, size_t canary)
{
	memset(table + bytes + MEM_PAD, PLUGIN_CANARY, canary);
}

void
plugin_canary_look(const uint8_t *table, size_t bytes, size_t canary, char *fault, size_t room)
{
	for (size_t i = 0; i < canary && !*fault; i++)
		if (table[bytes + MEM_PAD + i] != PLUGIN_CANARY)
			snprintf(fault, room, "wrote %zu bytes beyond a table of %zu bytes, and %d may be",
			         MEM_PAD + i + 1, bytes, MEM_PAD);
}

/* The first fault of all filters of this process. It needs no lock, because in a cell only one thread allocates and
 * frees tables, and only the first that removes looks at answers. */
static char found[160];

const char *
plugin_fault(void)
{
	return *found ? found : NULL;
}

/* Returns the bytes of canary behind a table. A mapping has room for them; for a small table on the heap they are
 * allocated in addition. */
static size_t
guarded(const struct mem *m)
{
	const size_t room = m->mapped - m->bytes - MEM_PAD;

	return room < GUARD ? room : GUARD;
}

static void
plugin_proxy_release(struct mem *m)
{
	plugin_canary_look(m->data, m->bytes, guarded(m), found, sizeof found);
	mem_free(m);
}

static void *
plugin_proxy_take(void *host, size_t bytes)
{
	struct host *h = host;
	struct mem *table;

	h->table = memory_grown(h->table, h->taken, sizeof *h->table);
	table = &h->table[h->taken];
	if (mem_alloc(table, bytes < SMALL ? bytes + GUARD : bytes, &h->place) != 0)
		return NULL;
	h->taken++;
	table->bytes = bytes;
	plugin_canary_lay(table->data, bytes, guarded(table));
	return table->data;
}

static void
give(void *host, void *table, size_t bytes)
{
	struct host *h = host;

	(void)bytes;
	for (size_t i = 0; i < h->taken; i++)
		if (h->table[i].data == table) {
			plugin_proxy_release(&h->table[i]);
			h->table[i] = h->table[--h->taken];
			return;
		}
}

/* --- its answers -------------------------------------------------------------------------------------------------- */

/* Remembers one of the keys that went in. Several threads may insert. */
static void
proxy_remember(struct proxy *p, const uint64_t *keys, size_t n)
{
	if (n == 0 || atomic_load_explicit(&p->taken, memory_order_relaxed) || atomic_exchange(&p->taken, true))
		return;
	p->key = keys[0];
	atomic_store(&p->there, true);
}

/*
 * Looks at the answers to a key that is in and to others, outside of what is timed: most programs add up what contains
 * returns. Once, when keys begin to go, and when the filter does.
 */
static void
proxy_look(struct proxy *p)
{
	enum { ASKED = 64 };
	uint64_t keys[ASKED];
	uint8_t hit[ASKED];
	char why[ANSWERS_WHY];

	for (size_t i = 0; i < ASKED; i++)
		keys[i] = p->key + i * UINT64_C(0x9e3779b97f4a7c15); /* the golden ratio's: spread over the range */
	if (answers_look(hit, ASKED, p->theirs->contains(p->filter, keys, ASKED, hit), why) != ANSWERS_RIGHT && !*found)
		snprintf(found, sizeof found, "wrong answers: %s", why);
}

/* --- the interface ------------------------------------------------------------------------------------------------ */

static void
proxy_destroy(struct filter *filter)
{
	struct proxy *p = (struct proxy *)filter;

	if (!p)
		return;
	if (p->filter && atomic_load(&p->there))
		proxy_look(p);
	if (p->filter)
		p->theirs->destroy(p->filter);
	if (p->host.taken && !*found)
		snprintf(found, sizeof found, "kept a table of %zu bytes, which its destroy gives back",
		         p->host.table[0].bytes);
	while (p->host.taken)
		plugin_proxy_release(&p->host.table[--p->host.taken]);
	free(p->host.table);
	free(p);
}

/* Makes a proxy without a filter in it yet. *to is what the plug-in's create, build or load gets. */
static enum filter_status
proxy_begin(const struct filter_ops *self, const struct filter_params *params, struct proxy **out,
            struct cuckoobench_params *to, const char **why)
{
	/* self is the first member of a struct plugin_filter, which plugin_proxy_fill has filled. */
	const struct cuckoobench_plugin_filter *theirs =
		plugin_functions((const struct plugin_filter *)(const void *)self, why);
	struct proxy *p;

	if (!theirs)
		return FILTER_EINVAL;
	p = memory_new(1, sizeof *p);
	p->base.ops = self;
	p->theirs = theirs;
	p->params = *params;
	p->host.memory = (struct cuckoobench_memory){sizeof p->host.memory, &p->host, plugin_proxy_take, give};
	if (params->place)
		p->host.place = *params->place;
	if (!plugin_params(params, &p->host.memory, to)) {
		*why = "hash: there is no such hash";
		proxy_destroy(&p->base);
		return FILTER_EINVAL;
	}
	*out = p;
	return FILTER_OK;
}

/* Completes the proxy with what the plug-in's create, build or load returned. */
static enum filter_status
proxy_finish(struct proxy *p, int32_t said, struct filter **out, const char **why)
{
	enum filter_status status = plugin_status(said);

	if (status == FILTER_OK && !p->filter) {
		*why = "it says that all is well, but gives no filter";
		status = FILTER_EINVAL;
	}
	if (status != FILTER_OK) {
		p->filter = NULL; /* on failure the value is no filter */
		proxy_destroy(&p->base);
		return status;
	}
	*out = &p->base;
	return FILTER_OK;
}

static enum filter_status
proxy_create(const struct filter_ops *self, const struct filter_params *params, struct filter **out, const char **why)
{
	struct cuckoobench_params theirs;
	const char *reason = "bytes, buckets or items must say how large the table is";
	enum filter_status status = FILTER_EINVAL;
	struct proxy *p;

	*out = NULL;
	if (params->bytes || params->buckets || params->items)
		status = proxy_begin(self, params, &p, &theirs, &reason);
	if (status == FILTER_OK) {
		reason = NULL;
		status = proxy_finish(p, p->theirs->create(&theirs, &p->filter, &reason), out, &reason);
	}
	if (status != FILTER_OK)
		*why = reason ? reason : "the plug-in does not say why";
	return status;
}

static enum filter_status
proxy_build(const struct filter_ops *self, const struct filter_params *params, const uint64_t *keys, size_t n,
            struct filter **out, const char **why)
{
	struct cuckoobench_params theirs;
	const char *reason = NULL;
	struct proxy *p;
	enum filter_status status = proxy_begin(self, params, &p, &theirs, &reason);

	*out = NULL;
	if (status == FILTER_OK) {
		reason = NULL;
		status = proxy_finish(p, p->theirs->build(&theirs, keys, n, &p->filter, &reason), out, &reason);
	}
	if (status == FILTER_OK)
		proxy_remember(p, keys, n);
	if (status != FILTER_OK)
		*why = reason ? reason : "the plug-in does not say why";
	return status;
}

static size_t
proxy_insert(struct filter *filter, const uint64_t *keys, size_t n)
{
	struct proxy *p = (struct proxy *)filter;
	const size_t in = p->theirs->insert(p->filter, keys, n);

	proxy_remember(p, keys, in);
	return in;
}

static size_t
proxy_contains(const struct filter *filter, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct proxy *p = (const struct proxy *)filter;

	return p->theirs->contains(p->filter, keys, n, hit);
}

static size_t
proxy_remove(struct filter *filter, const uint64_t *keys, size_t n)
{
	struct proxy *p = (struct proxy *)filter;

	if (!atomic_load_explicit(&p->looked, memory_order_relaxed) && atomic_load(&p->there) &&
	    !atomic_exchange(&p->looked, true))
		proxy_look(p);
	return p->theirs->remove(p->filter, keys, n);
}

static void
proxy_info(const struct filter *filter, struct filter_info *info)
{
	const struct proxy *p = (const struct proxy *)filter;
	struct cuckoobench_info theirs = {.size = sizeof theirs};
	size_t mapped = sizeof *p;

	p->theirs->info(p->filter, &theirs);
	for (size_t i = 0; i < p->host.taken; i++)
		mapped += p->host.table[i].mapped;
	*info = plugin_info(&theirs);
	info->mapped = mapped > info->bytes ? mapped : info->bytes;
	info->kernel = info->kernel ? info->kernel : "plug-in";
}

static const char *
proxy_check(const struct filter *filter)
{
	const struct proxy *p = (const struct proxy *)filter;

	return p->theirs->check ? p->theirs->check(p->filter) : NULL;
}

static enum filter_status
proxy_save(const struct filter *filter, FILE *file)
{
	const struct proxy *p = (const struct proxy *)filter;
	const uint64_t words[SERIAL_WORDS] = {0};
	struct mem blob = {.bytes = p->theirs->save(p->filter, NULL, 0)};
	enum filter_status status;

	blob.data = malloc(blob.bytes + 1);
	if (!blob.data)
		return FILTER_ENOMEM;
	memset(blob.data, 0, blob.bytes + 1);
	status = p->theirs->save(p->filter, blob.data, blob.bytes) == blob.bytes
	                 ? serial_save(file, p->base.ops->name, &p->params, words, &blob)
	                 : FILTER_EINVAL; /* the second call of save returned another size */
	free(blob.data);
	return status;
}

static enum filter_status
proxy_load(const struct filter_ops *self, FILE *file, const struct placement *place, struct filter **out)
{
	struct cuckoobench_params theirs;
	struct serial s;
	struct proxy *p;
	struct mem blob;
	const char *why;
	enum filter_status status;

	*out = NULL;
	status = serial_load_header(file, self->name, &s);
	if (status != FILTER_OK)
		return status;
	s.params.place = place;
	if (mem_alloc(&blob, s.table_bytes, NULL) != 0)
		return FILTER_ENOMEM;
	status = serial_load_table(file, &s, &blob);
	if (status == FILTER_OK)
		status = proxy_begin(self, &s.params, &p, &theirs, &why);
	if (status == FILTER_OK)
		status = proxy_finish(p, p->theirs->load(&theirs, blob.data, blob.bytes, &p->filter), out, &why);
	mem_free(&blob);
	return *out ? serial_finish(status, out) : status;
}

void
plugin_proxy_fill(struct plugin_filter *f)
{
	f->ops.name = f->name;
	f->ops.title = f->title;
	f->ops.about = f->about;
	f->ops.uses = USES_OWN;
	f->ops.create = f->ops.caps & FILTER_STATIC ? NULL : proxy_create;
	f->ops.insert = f->ops.caps & FILTER_STATIC ? NULL : proxy_insert;
	f->ops.build = f->ops.caps & FILTER_STATIC ? proxy_build : NULL;
	f->ops.load = proxy_load;
	f->ops.destroy = proxy_destroy;
	f->ops.contains = proxy_contains;
	f->ops.remove = f->ops.caps & FILTER_REMOVE ? proxy_remove : NULL;
	f->ops.info = proxy_info;
	f->ops.check = proxy_check;
	f->ops.save = proxy_save;
}
