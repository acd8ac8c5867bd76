/* SPDX-License-Identifier: MIT */
/* importers.c - the importers that there are (keyset.h). */
#include "datasets/keyset.h"

#include <string.h>

const struct importer importer_all[] = {
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
