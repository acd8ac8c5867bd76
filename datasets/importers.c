/* SPDX-License-Identifier: MIT */
/*
 * importers.c - the list of importers (keyset.h): which file of which package each reads.
 *
 *      words     wamerican-insane   the largest of the English word lists
 *      domains   publicsuffix       the list that browsers and mail servers consult
 *      packages  debian-cd          the popularity contest's list. Not dpkg's own, which depends on what is installed;
 *                                   nor apt's, which is named after a mirror and changes with every update
 *      ipv4/6    libloc-database    networks with their lengths. Legacy GeoIP's are older; Tor's are ranges, merged by
 *                                   country, and bring a daemon
 *      kmers     bowtie-examples    a whole genome, where other packages have parts of one, reads or a virus
 *
 * Each set comes from one package of Debian's main archive that contains the file itself: no download, no daemon, no
 * licence to accept. Where several packages would do, the list has the one with the most keys at a path that stays the
 * same from release to release.
 */
#include "datasets/import.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LOCATIONS "libloc-database", "/usr/share/libloc-location/location.db"

const struct importer importer_all[] = {
	{"words", "wamerican-insane", "/usr/share/dict/american-english-insane",
         "words of American English; a line is a key", import_words},
	{"domains", "publicsuffix", "/usr/share/publicsuffix/public_suffix_list.dat",
         "suffixes below which domain names are registered; a rule is a key, with its ! or *.", import_domains},
	{"packages", "debian-cd", "/usr/share/debian-cd/tasks/sid/popularity-contest",
         "names of packages in Debian's popularity contest; a line is a key", import_packages},
	{"ipv4", LOCATIONS, "networks of IPv4; a key is the address of 32 bits, then 8 bits of prefix length",
         import_ipv4},
	{"ipv6", LOCATIONS, "networks of IPv6; a key is the address of 16 bytes, then one of prefix length",
         import_ipv6},
	{"kmers", "bowtie-examples", "/usr/share/doc/bowtie/examples/genomes/NC_008253.fna.gz",
         "31-mers of Escherichia coli 536; a key is the smaller of both strands', 2 bits a base", import_kmers},
	{NULL, NULL, NULL, NULL, NULL},
};

const struct importer *
importer_find(const char *name)
{
	for (const struct importer *i = importer_all; i->name; i++)
		if (strcmp(i->name, name) == 0)
			return i;
	return NULL;
}

bool
importer_installed(const struct importer *i, const char *root)
{
	char *path = NULL;
	bool there;

	if (asprintf(&path, "%s%s", root, i->path) < 0)
		return false;
	/* A file that access() cannot check counts as there: reading it will report why it fails. */
	there = access(path, F_OK) == 0 || (errno != ENOENT && errno != ENOTDIR);
	free(path);
	return there;
}

/* Many container images configure dpkg to leave out documentation. Then a package is installed without its examples. */
static enum keyset_status
missing(const struct importer *i, const struct keyset *set, char why[KEYSET_WHY])
{
	if (set->version[0])
		snprintf(why, KEYSET_WHY, "package %s is installed, but without its %s (`make keysets` brings it)",
		         i->package, i->path);
	else
		snprintf(why, KEYSET_WHY, "package %s is not installed (`make keysets` installs it)", i->package);
	return KEYSET_MISSING;
}

enum keyset_status
importer_load(const struct importer *i, struct keyset *set, const char *root, char why[KEYSET_WHY])
{
	char reason[KEYSET_WHY], *bytes;
	enum keyset_status status;
	size_t n;

	import_version(root, i->package, set->version);
	if (!importer_installed(i, root))
		return missing(i, set, why);
	status = keyset_read(set, root, i->path, &bytes, &n, reason);
	if (status != KEYSET_OK) {
		import_bad(why, i->path, "%s", reason);
		return status;
	}
	if (strcmp(strrchr(i->path, '.') ? strrchr(i->path, '.') : "", ".gz") == 0)
		status = import_inflate(i->path, &bytes, &n, why);
	if (status == KEYSET_OK)
		status = n ? i->parse(set, i, bytes, n, why) : import_bad(why, i->path, "empty");
	free(bytes);
	return status;
}
