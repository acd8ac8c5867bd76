/* SPDX-License-Identifier: MIT */
/*
 * import_prefixes.c - networks of IPv4 and IPv6, from the database of libloc (location.ipfire.org), which gives each
 * network's country and autonomous system. libloc's format.h describes its format, version 1; all numbers are
 * big-endian:
 *
 *      byte 0   "LOCDBXX", version                        44  where the tree begins; 48  its bytes
 *           8   date, vendor, ...                         36  where the networks begin; 40  their bytes
 *
 *      tree     | node of bit 0 | node of bit 1 | network |   12 bytes a node, the root first; 0: no such node,
 *                                                             ffffffff: no network
 *                root    The path from the root is the address, its highest bit first; a node with a network is a
 *               0/  \1   prefix as long as its path. Addresses have 128 bits. Those of IPv4 are below ::ffff:0:0/96,
 *               .    .   so that the path of 192.0.2.0/24 has 120 bits.
 *
 * A key of IPv4 is address << 8 | length. These are integers whose low bits are nearly always 24 and whose next bits
 * are nearly always 0: a weak hash would show it. A key of IPv6 does not fit into 64 bits: it is 16 bytes of address
 * and one of length.
 *
 * Nothing in the file is trusted: if a node would be visited twice, the file is not a tree.
 */
#include "datasets/import.h"

#include <string.h>

enum {
	NODE = 12, /* bytes */
	NETWORK = 12,
	HEADER = 72, /* bytes; this importer reads some of them; signatures follow */
	BITS = 128,
	V4_BITS = 96,    /* bits in front of an IPv4 address */
	V4_MARK = 0xffff /* the last 16 of them; those before are 0 */
};

#define NO_NETWORK UINT32_MAX

static uint32_t
be32(const char *bytes)
{
	uint32_t value = 0;

	for (int i = 0; i < 4; i++)
		value = value << 8 | (unsigned char)bytes[i];
	return value;
}

struct tree {
	const char *nodes;
	size_t count, networks;
};

/* A node yet to be visited, and its path: `depth` bits of an address, the rest 0. */
struct place {
	uint32_t node;
	unsigned depth;
	uint64_t high, low;
};

/* Finds the tree. NULL, or what is wrong. */
static const char *
tree_of(const char *bytes, size_t n, struct tree *tree)
{
	const char magic[] = {'L', 'O', 'C', 'D', 'B', 'X', 'X', 1};
	uint64_t begin, length, networks, networks_length;

	if (n < sizeof magic || memcmp(bytes, magic, sizeof magic - 1) != 0)
		return "not a database of libloc";
	if (bytes[sizeof magic - 1] != magic[sizeof magic - 1])
		return "a database of libloc, but not of version 1";
	if (n < HEADER)
		return "cut off in the header";
	begin = be32(bytes + 44);
	length = be32(bytes + 48);
	networks = be32(bytes + 36);
	networks_length = be32(bytes + 40);
	if (begin + length > n || networks + networks_length > n)
		return "cut off: the header says that it is longer";
	if (length == 0 || length % NODE || networks_length % NETWORK)
		return "a damaged header: the tree or the networks are no whole number of entries";
	*tree = (struct tree){bytes + begin, (size_t)length / NODE, (size_t)networks_length / NETWORK};
	return NULL;
}

static struct place
child(const struct place *p, uint32_t node, uint64_t bit)
{
	struct place c = {node, p->depth + 1, p->high, p->low};

	if (p->depth < 64)
		c.high |= bit << (63 - p->depth);
	else
		c.low |= bit << (127 - p->depth);
	return c;
}

static bool
is_v4(const struct place *p)
{
	return p->depth >= V4_BITS && p->high == 0 && p->low >> 32 == V4_MARK;
}

static bool
add_prefix(struct keyset *set, const struct place *p, bool v4)
{
	unsigned char key[17];

	if (v4)
		return keyset_add(set, (p->low & UINT32_MAX) << 8 | (p->depth - V4_BITS));
	for (int i = 0; i < 8; i++) {
		key[i] = (unsigned char)(p->high >> (56 - 8 * i));
		key[8 + i] = (unsigned char)(p->low >> (56 - 8 * i));
	}
	key[16] = (unsigned char)p->depth;
	return keyset_add_bytes(set, key, sizeof key);
}

/* Adds the prefixes of one family, in the order of their addresses. NULL, or what is wrong. */
static const char *
walk(struct keyset *set, const struct tree *tree, bool v4)
{
	/* The root, then one more for each depth, where one node waits while its sibling is visited. */
	struct place stack[BITS + 1] = {{0}};
	size_t waiting = 1, visited = 0;

	while (waiting) {
		const struct place p = stack[--waiting];
		const char *node = tree->nodes + (size_t)p.node * NODE;
		const uint32_t children[2] = {be32(node), be32(node + 4)}, network = be32(node + 8);

		if (++visited > tree->count)
			return "damaged: a node of the tree has more than one place in it";
		if (network != NO_NETWORK && network >= tree->networks)
			return "damaged: a node of the tree has a network that is not there";
		if (network != NO_NETWORK && is_v4(&p) == v4 && !add_prefix(set, &p, v4))
			return import_no_memory;
		for (int bit = 1; bit >= 0; bit--) {
			if (children[bit] == 0)
				continue;
			if (children[bit] >= tree->count || p.depth == BITS)
				return "damaged: a node of the tree leads out of it";
			stack[waiting++] = child(&p, children[bit], (uint64_t)bit);
		}
	}
	return visited == tree->count ? NULL : "damaged: nodes of the tree are in no place of it";
}

static enum keyset_status
import_family(struct keyset *set, const struct importer *importer, const char *bytes, size_t n, bool v4,
              char why[KEYSET_WHY])
{
	struct tree tree;
	const char *fault = tree_of(bytes, n, &tree);

	if (!fault)
		fault = walk(set, &tree, v4);
	if (fault == import_no_memory)
		return import_out_of_memory(why);
	return fault ? import_bad(why, importer->path, "%s", fault) : KEYSET_OK;
}

enum keyset_status
import_ipv4(struct keyset *set, const struct importer *importer, const char *bytes, size_t n, char why[KEYSET_WHY])
{
	return import_family(set, importer, bytes, n, true, why);
}

enum keyset_status
import_ipv6(struct keyset *set, const struct importer *importer, const char *bytes, size_t n, char why[KEYSET_WHY])
{
	return import_family(set, importer, bytes, n, false, why);
}
