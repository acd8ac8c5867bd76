/* SPDX-License-Identifier: MIT */
/* tune_page.c - DIR/report.html: the answer, how certain it is, the heat maps, and every configuration. */
#include "harness/tune/tune.h"

#include "core/version.h"
#include "harness/base/files.h"
#include "harness/base/memory.h"
#include "harness/machine/machine.h"
#include "harness/plan/experiment.h"
#include "harness/report/page.h"

#include <stdlib.h>

const struct experiment tune_figure = {
	.id = "tune",
	.title = "Kernels over table sizes, keys a call, and pages",
	.reading = "(a) Look-ups by one thread as a share of the ceiling, what bare memory allows a look-up that reads "
		   "as many random lines of the same table: each family's usual filter by each kernel, over the number "
		   "of keys. (b) At the workload's size, by all threads: the best way's cost over each kernel's, on "
		   "the table where it does best, over the keys of a call. (c) How many times as fast on transparent "
		   "huge pages as on pages of 4 KiB, where both were tried. A number is the median over the rounds of "
		   "its way: of what dropped out early, a few. The maps are of races within one process; the answer is "
		   "that of the last leg, in several.",
	.timed = true,
	.figure = true,
	.statistic = "none", /* of rounds, not of runs, as its script writes */
};

static void
page_head(const struct tune *t, FILE *f)
{
	const struct tune_stage *stage = tune_answering(t);
	const struct tune_config *w = &stage->config[stage->race.leader];
	const struct paired c = tune_of_ceiling(stage, stage->race.leader);
	char text[TUNE_TEXT], share[TUNE_TEXT];

	html(f,
	     "<header class=\"head\">\n<p class=\"kicker\">cuckoobench tune</p>\n<h1>What this machine likes</h1>\n");
	html(f,
	     "<p class=\"lead\"><b>%s</b>: %.1f million look-ups a second, %s %% of the ceiling; it errs %.3g %% and "
	     "takes %.2f bits a key.%s</p>\n<dl class=\"facts\">\n",
	     tune_config_text(text, t, w), 1000 * tune_rate(stage, stage->race.leader),
	     tune_ratio_text(share, c, 100, 0, ""), 100 * tune_fpr(w->table), w->table->bits_per_key,
	     t->interrupted ? " Interrupted: this is what was known by then." : "");
	html(f,
	     "<div><dt>Workload</dt><dd>%zu keys, %.3g %% of those asked for present</dd></div>\n"
	     "<div><dt>Work saved</dt><dd>%.6g ns for each key that is turned away</dd></div>\n"
	     "<div><dt>At most</dt><dd>%g bits a key, %.3g %% errors, %u threads</dd></div>\n",
	     t->size[t->sizes - 1], 100 * t->load.positives, t->load.saved_ns, t->load.bits_per_key,
	     100 * t->load.max_fpr, t->most_threads);
	html(f,
	     "<div><dt>Machine</dt><dd>%s</dd></div>\n<div><dt>Kernel</dt><dd>%s</dd></div>\n"
	     "<div><dt>Time</dt><dd>%.0f of %.0f s</dd></div>\n<div><dt>Seed</dt><dd>%zu</dd></div>\n"
	     "<div><dt>Program</dt><dd>cuckoobench " CUCKOOBENCH_VERSION "</dd></div>\n"
	     "<div><dt>Command</dt><dd><code>%s</code></dd></div>\n</dl>\n</header>\n",
	     machine_cpu_model(), machine_kernel(), t->seconds, t->budget, (size_t)t->options->seed,
	     t->options->line ? t->options->line : "");
}

/* The same words as on the terminal. */
static void
page_answer(const struct tune *t, FILE *f)
{
	char *text = NULL;
	size_t length;
	FILE *words = memory_stream(&text, &length);

	tune_answer(t, words);
	memory_whole(words);
	page_section(f, "verdicts", "answer", "How sure, and by how much");
	html(f, "<pre><code>%s</code></pre>\n", text);
	html(f,
	     "<p>Ways took turns in slices of a few milliseconds, and with them the ceilings; what is compared was "
	     "measured within one round. A ratio is the median over the rounds, its interval at a "
	     "level that is shared by all ways and all looks at them: what is called separated is wrongly so in one "
	     "race of twenty at most. Races are run within one process. The last leg is run in several, each with "
	     "tables and keys of its own: there the median over a process's rounds is one value, and the interval is "
	     "over the processes. Two ways that are not separated may still differ by as much as the interval is "
	     "wide.</p>\n"
	     "<p>To take it over: <code>cuckoobench run --config %s/tuned.conf</code></p>\n</section>\n",
	     t->dir);
	free(text);
}

static void
page_figure(const struct tune *t, FILE *f)
{
	char path[FILES_PATH], *svg = NULL;

	html(f, "<main>\n");
	page_section(f, "", "maps", tune_figure.title);
	html(f, "<figure>\n<div class=\"drawing\">\n");
	if (files_path(path, "%s/plots/tune.svg", t->dir))
		svg = files_read(path, NULL);
	if (!svg || !html_svg(f, svg, "tune-", tune_figure.title))
		html(f, "<p class=\"absent\">This figure was not drawn: gnuplot is missing, or failed.</p>\n");
	free(svg);
	html(f, "</div>\n<figcaption>%s</figcaption>\n</figure>\n</section>\n", tune_figure.reading);
}

static const char *
state_of(const struct tune *t, const struct tune_stage *stage, size_t config, struct paired p)
{
	if (config == stage->race.leader)
		return "best";
	if (tune_tied(t, stage, config))
		return "not separated";
	return stage->race.state[config] == RACE_HOPELESS && paired_separated(&p) <= 0 ? "dropped early" : "dearer";
}

static void
page_leg(const struct tune *t, const struct tune_stage *stage, unsigned number_of, FILE *f)
{
	struct page_table ways;
	char number[16], way[TUNE_TEXT], cost[TUNE_TEXT], share[TUNE_TEXT];

	snprintf(number, sizeof number, "%u", number_of);
	html(f, "<details%s>\n<summary>%s, %zu keys: %zu ways, %zu rounds, %.0f s</summary>\n",
	     stage == tune_answering(t) ? " open" : "", stage->name, stage->items, stage->configs, stage->race.rounds,
	     stage->seconds);
	page_table(&ways, f, "leg", number, "data",
	           "Every way of this leg, the best first"
	           "|Way|Million/s|Cost over the best||%% of ceiling [95 %%]|Errs (%%)|Rounds");
	for (size_t i = 0; i < stage->configs; i++) {
		const size_t config = stage->order[i];
		const struct paired p = tune_behind(t, stage, config);

		page_row(&ways, "%s|%.1f|%s|%s|%s|%.3g|%zu", tune_config_text(way, t, &stage->config[config]),
		         1000 * tune_rate(stage, config), i ? tune_ratio_text(cost, p, 1, 3, "") : "1",
		         state_of(t, stage, config, p),
		         tune_ratio_text(share, tune_of_ceiling(stage, config), 100, 0, ""),
		         100 * tune_fpr(stage->config[config].table), stage->race.until[config]);
	}
	page_table_end(&ways);
	html(f, "</details>\n");
}

void
tune_page(const struct tune *t, FILE *f)
{
	page_open(f, "cuckoobench tune", "answer");
	page_head(t, f);
	page_answer(t, f);
	page_figure(t, f);
	page_section(f, "", "ways", "What was tried");
	for (size_t i = t->stages; i-- > 0;)
		if (t->stage[i].race.rounds > 0)
			page_leg(t, &t->stage[i], (unsigned)i, f);
	html(f,
	     "<p class=\"files\">Files: <a href=\"tuned.conf\">tuned.conf</a> <a href=\"samples.csv\">samples</a> <a "
	     "href=\"results/ways.csv\">ways</a> <a href=\"results/tune.csv\">points</a> <a "
	     "href=\"plots/tune.svg\">SVG</a> <a href=\"plots/tune.pdf\">PDF</a></p>\n</section>\n</main>\n");
	page_close(f);
}
