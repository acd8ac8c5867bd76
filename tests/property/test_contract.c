/* SPDX-License-Identifier: MIT */
/*
 * test_contract.c - the conformance kit (harness/filters/conform.h) on every filter of the registry: what a plug-in's
 * filter promises, every filter promises, too.
 *
 *      filter x shape that it accepts (tests/configurations.c) x small recipe of a promise --> a sequence of calls
 *
 * Each shape exists at a usual size and at an odd one, down to a single slot, where every fault of an index shows at
 * once. The suite's own filters promise more (tests/as_plugin.h). The kit's promises about threads are in
 * test_shared.c; those about parameters and sizes are stated more sharply in test_parameters.c and test_reports.c.
 */
#include "tests/as_plugin.h"

enum { ITEMS = TEST_SANITIZED ? 32 : 64 };

/* Every number of items, and damaged saves. */
PROPERTY(defaults, 0, "keeps its promises")
{
	const struct kit kit = as_plugin_kit(ops);

	for (const struct check *c = conform_checks; c->name; c++)
		if (conform_is_promised(&kit, c) && (c->recipe->walks || c->body == conform_damage))
			as_plugin_try(&kit, c);
}

PROPERTY(shapes, 0, "keeps its promises in every shape")
{
	as_plugin_try_shapes(ops, ITEMS, conform_checks);
}

PROPERTY(built, FILTER_STATIC, "keeps its promises")
{
	const struct kit kit = as_plugin_kit(ops);

	for (const struct check *c = conform_checks; c->name; c++)
		if (conform_is_promised(&kit, c))
			as_plugin_try(&kit, c);
}
