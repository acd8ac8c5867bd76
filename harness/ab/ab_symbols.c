/* SPDX-License-Identifier: MIT */
/*
 * ab_symbols.c - does an object that was loaded use its own functions, or another's of the same name?
 *
 *      a name that OLD.so defines and uses is looked for in    program, its libraries, preloaded ones    (the global scope)
 *                                                       then   OLD.so                                    (RTLD_LOCAL keeps NEW.so out)
 *  So one that the program's side has, too, would be the same code in OLD and in NEW, and so is one that is unique in a
 * process by its own wish (STB_GNU_UNIQUE). RTLD_DEEPBIND would turn the order round, but gives the object libc's
 * allocator beside this program's, with what libc allocates by the one freed by the other; sanitizers refuse it.
 * Another namespace (dlmopen) has a libc of its own, which sanitizers do not know. Nothing of this project needs
 * either: its library exports what no program defines. What does is refused.
 */
#include "harness/ab/ab.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

/* What the dynamic section of an object says. */
struct dynamic {
	const ElfW(Sym) * symbols;
	const char *names;
	const uint32_t *hash, *gnu_hash;
	bool symbolic; /* it looks for names in itself first */
};

static struct dynamic
dynamic_of(const struct link_map *map)
{
	struct dynamic d = {NULL, NULL, NULL, NULL, false};

	for (const ElfW(Dyn) *e = map->l_ld; e->d_tag != DT_NULL; e++) {
		/* Some loaders leave these as they are in the file. */
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

/* How many symbols there are: no table says it but by the last one of a hash's longest chain. */
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

/* A function or a variable that others may see and take the place of. What begins with '_' is the system's, but for
 * names of C++. */
static bool
is_public(const struct dynamic *d, const ElfW(Sym) * s)
{
	const char *name = d->names + s->st_name;
	/* of 32 bits they are the same */
	const unsigned type = ELF64_ST_TYPE(s->st_info), bind = ELF64_ST_BIND(s->st_info);

	return s->st_shndx != SHN_UNDEF && bind != STB_LOCAL && (type == STT_FUNC || type == STT_OBJECT) &&
	       ELF64_ST_VISIBILITY(s->st_other) == STV_DEFAULT && (*name != '_' || strncmp(name, "_Z", 2) == 0);
}

bool
ab_symbols_are_own(void *handle, char why[AB_WHY])
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
			snprintf(why, AB_WHY,
			         "its %s is that of %.200s here: hide the name (static, -fvisibility=hidden, "
			         "-fno-gnu-unique)",
			         name, other.dli_fname);
			return false;
		}
	}
	return true;
}
