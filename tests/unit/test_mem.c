/* SPDX-License-Identifier: MIT */
/* test_mem.c - core/mem.h: tables are zeroed, aligned and padded, on the requested pages. */
#include "tests/test.h"

#include "core/mem.h"

static const size_t huge_page = (size_t)2 << 20;
static const size_t sizes[] = {1,
                               7,
                               8,
                               63,
                               64,
                               65,
                               4095,
                               4096,
                               6000,
                               65536,
                               1000003,
                               ((size_t)2 << 20) - 1,
                               (size_t)2 << 20,
                               ((size_t)2 << 20) + 1,
                               5000000};

static void
check_block(const struct mem *m, size_t bytes)
{
	require(m->data && m->bytes == bytes, "%zu bytes became %zu", bytes, m->bytes);
	require((uintptr_t)m->data % 64 == 0, "%zu bytes are not aligned to a line", bytes);
	require(bytes < huge_page || (uintptr_t)m->data % huge_page == 0, "%zu bytes are not aligned to a huge page",
	        bytes);
	require(m->mapped >= bytes + MEM_PAD && m->mapped < bytes + MEM_PAD + 4096, "%zu bytes take %zu", bytes,
	        m->mapped);
	for (size_t i = 0; i < bytes + MEM_PAD; i++)
		require(m->data[i] == 0, "byte %zu of %zu is not zero", i, bytes);
	memset(m->data, 0xff, bytes + MEM_PAD); /* writable to the end of the padding */
}

TEST(blocks)
{
	static const enum mem_pages pages[] = {MEM_PAGES_DEFAULT, MEM_PAGES_4K, MEM_PAGES_THP};

	for (size_t s = 0; s < COUNT_OF(sizes); s++)
		for (size_t p = 0; p <= COUNT_OF(pages); p++) {
			struct placement place = {.pages = pages[p % COUNT_OF(pages)]};
			struct mem m, other;

			require(mem_alloc(&m, sizes[s], p == COUNT_OF(pages) ? NULL : &place) == 0, "%zu bytes refused",
			        sizes[s]);
			require(mem_alloc(&other, sizes[s], &place) == 0, "%zu bytes refused", sizes[s]);
			check_block(&m, sizes[s]);
			check_block(&other, sizes[s]); /* so they do not overlap */
			mem_free(&m);
			require(!m.data && !m.bytes && !m.mapped, "freed memory is still described");
			mem_free(&m);
			mem_free(&other);
		}
}

/* Freed blocks come back as zeros: nothing passes from one filter to the next. */
TEST(memory_is_zeroed_again)
{
	for (size_t s = 0; s < COUNT_OF(sizes); s++)
		for (unsigned round = 0; round < 3; round++) {
			struct mem m;

			require(mem_alloc(&m, sizes[s], NULL) == 0, "%zu bytes refused", sizes[s]);
			check_block(&m, sizes[s]);
			mem_free(&m);
		}
}

TEST(too_much)
{
	static const size_t impossible[] = {SIZE_MAX,     SIZE_MAX - MEM_PAD, SIZE_MAX / 2,   SIZE_MAX / 4 + 1,
	                                    SIZE_MAX / 4, (size_t)1 << 60,    (size_t)1 << 52};
	struct mem m;

	for (size_t i = 0; i < COUNT_OF(impossible); i++) {
		require(mem_alloc(&m, impossible[i], NULL) == -1, "%zu bytes were granted", impossible[i]);
		require(m.data == NULL, "a failure left an address");
		mem_free(&m);
	}
}

static bool
huge_pages_are_off(void)
{
	FILE *f = fopen("/sys/kernel/mm/transparent_hugepage/enabled", "r");
	char line[128] = "";
	bool off = !f || !fgets(line, sizeof line, f) || strstr(line, "[never]");

	if (f)
		fclose(f);
	return off;
}

/* The request is not always granted; but the reported result is never impossible, and "none" is always obeyed. */
TEST(huge_pages_are_read_back)
{
	const size_t bytes = (size_t)16 << 20;
	struct placement small = {.pages = MEM_PAGES_4K}, large = {.pages = MEM_PAGES_THP};
	const long long before = mem_huge_bytes();
	struct mem m;
	long long huge;

	if (before < 0)
		skip();
	require(mem_alloc(&m, bytes, &small) == 0, "%zu bytes refused", bytes);
	huge = mem_huge_bytes() - before;
	require(huge == 0, "%lld bytes on huge pages that were refused", huge);
	mem_free(&m);
	require(mem_alloc(&m, bytes, &large) == 0, "%zu bytes refused", bytes);
	huge = mem_huge_bytes() - before;
	require(huge >= 0 && huge % 4096 == 0, "%lld bytes on huge pages", huge);
	require(huge == 0 || !huge_pages_are_off(), "%lld bytes on huge pages of a kernel that has none", huge);
	mem_free(&m);
	require(mem_huge_bytes() == before, "huge pages are left behind");
}

/* Pages of the system's pool are used where the result reports them, and refused where there are none; small tables do
 * without. */
TEST(pools_give_or_refuse)
{
	static const size_t asked[] = {4096, (size_t)2 << 20, (size_t)7 << 20};

	for (int kind = MEM_PAGES_HUGETLB; kind <= MEM_PAGES_1G; kind++)
		for (size_t i = 0; i < COUNT_OF(asked); i++) {
			const struct placement place = {.pages = (enum mem_pages)kind};
			const size_t page = kind == MEM_PAGES_1G ? (size_t)1 << 30 : huge_page;
			const char *why = mem_pages_refuses(place.pages, asked[i]);
			const long long before = mem_huge_bytes();
			struct mem m;
			int status = mem_alloc(&m, asked[i], &place);

			require((status == 0) == !why, "%s, %zu bytes: %d, but it was said: %s",
			        mem_pages_name(place.pages), asked[i], status, why ? why : "yes");
			require(!why || (asked[i] >= huge_page && strstr(why, "/sys/kernel/mm/hugepages")),
			        "%zu bytes: %s", asked[i], why);
			if (status == 0 && asked[i] >= huge_page) {
				require((uintptr_t)m.data % page == 0 &&
				                m.mapped == (asked[i] + MEM_PAD + page - 1) / page * page,
				        "%zu bytes take %zu", asked[i], m.mapped);
				require(before < 0 || mem_huge_bytes() - before == (long long)m.mapped,
				        "%lld bytes of %zu on huge pages", mem_huge_bytes() - before, m.mapped);
				memset(m.data, 0xff, asked[i] + MEM_PAD);
			}
			mem_free(&m);
			require(mem_huge_bytes() == before, "huge pages are left behind");
		}
	require(mem_pages_refuses(MEM_PAGES_HUGETLB, (size_t)1 << 50) && mem_pages_refuses(MEM_PAGES_1G, SIZE_MAX),
	        "a pool without bounds");
	require(!mem_pages_refuses(MEM_PAGES_THP, SIZE_MAX) && !mem_pages_refuses(MEM_PAGES_4K, SIZE_MAX),
	        "ordinary pages are of no pool");
}
