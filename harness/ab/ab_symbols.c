/* SPDX-License-Identifier: MIT */
/*
 * ab_symbols.c - does a loaded object use its own functions, or another object's of the same name?
 *
 *      the loader looks for a name that OLD.so defines and uses
 *           first in   the program, its libraries, preloaded libraries    (the global scope)
 *           then in    OLD.so                                             (RTLD_LOCAL keeps NEW.so out)
 *
 * So OLD and NEW would share the code of any name that the program's side also defines. They would also share a symbol
 * that is declared unique in a process (STB_GNU_UNIQUE). There are two ways round this, and this project needs neither:
 * - RTLD_DEEPBIND reverses the order. But the object then uses libc's allocator while the program uses its own, and
 *   one of them frees what the other allocated. Sanitizers refuse it.
 * - A namespace of its own (dlmopen) has its own libc, which sanitizers do not know.
 *
 * The library of this project exports nothing that a program defines. An object that does is refused.
 */
#include "harness/ab/ab.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <string.h>

/* The parts of an object's dynamic section that are used here. */
struct dynamic {
	const ElfW(Sym) * symbols;
	const char *names;
	const uint32_t *hash, *gnu_hash;
	bool symbolic; /* it searches itself first for names */
};

static struct dynamic
dynamic_of(const struct link_map *map)
{
	struct dynamic d = {NULL, NULL, NULL, NULL, false};

	for (const ElfW(Dyn) *e = map->l_ld; e->d_tag != DT_NULL; e++) {
		/* Some loaders leave addresses as they are in the file. */
		const uintptr_t at = e->d_un.d_ptr < map->l_addr ? map->l_addr + e->d_un.d_ptr : e->d_un.d_ptr;

		switch (e->d_tag) {
		case DT_SYMTAB:
			d.symbols = (const void *)at;
			break;
		case DT_STRTAB:
			d.names = (const void *)at;
			break;
		case DT_HASH:
			d.hash = (const void *)at;
			break;
		case DT_GNU_HASH:
			d.gnu_hash = (const void *)at;
			break;
		case DT_SYMBOLIC:
			d.symbolic = true;
			break;
		case DT_FLAGS:
			d.symbolic |= (e->d_un.d_val & DF_SYMBOLIC) != 0;
			break;
		}
	}
	return d;
}

/* The number of symbols. No table states it; the last symbol of the longest chain in a hash table gives it. */
static size_t
count(const struct dynamic *d)
{
	if (d->gnu_hash) {
		const uint32_t buckets = d->gnu_hash[0], first = d->gnu_hash[1], words = d->gnu_hash[2];
		const uint32_t *bucket = d->gnu_hash + 4 + words * (sizeof(ElfW(Addr)) / sizeof *bucket),
			       *chain = bucket + buckets;
		uint32_t last = 0;

		for (uint32_t i = 0; i < buckets; i++)
			last = bucket[i] > last ? bucket[i] : last;
		while (last >= first && !(chain[last - first] & 1))
			last++;
		return last + (size_t)1;
	}
	return d->hash ? d->hash[1] : 0;
}

/* Is this a function or variable that another object's may replace? Names with a leading '_' are the system's, except
 * those of C++. */
static bool
is_public(const struct dynamic *d, const ElfW(Sym) * s)
{
	const char *name = d->names + s->st_name;
	/* the 32-bit macros are the same */
	const unsigned type = ELF64_ST_TYPE(s->st_info), bind = ELF64_ST_BIND(s->st_info);

	return s->st_shndx != SHN_UNDEF && bind != STB_LOCAL && (type == STT_FUNC || type == STT_OBJECT) &&
	       ELF64_ST_VISIBILITY(s->st_other) == STV_DEFAULT && (*name != '_' || strncmp(name, "_Z", 2) == 0);
}

bool
ab_symbols_are_own(void *handle, struct failure *f)
{
	struct link_map *map;
	struct dynamic d;
	Dl_info self, other;

	if (dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0 || !dladdr(map->l_ld, &self))
		return true;
	d = dynamic_of(map);
	for (size_t i = 1, n = d.symbols && d.names ? count(&d) : 0; i < n; i++) {
		const char *name = d.names + d.symbols[i].st_name;
		const void *found = NULL;

		if (!is_public(&d, &d.symbols[i]))
			continue;
		if (!d.symbolic)
			found = dlsym(RTLD_DEFAULT, name);
		if (!found)
			found = dlsym(handle, name);
		if (found && dladdr(found, &other) && other.dli_fbase != self.dli_fbase) {
			(void)failed(f, STATUS_USAGE,
			             "its %s is that of %s here: hide the name (static, -fvisibility=hidden, "
			             "-fno-gnu-unique)",
			             name, other.dli_fname);
			return false;
		}
	}
	return true;
}
