/* SPDX-License-Identifier: MIT */
/* test_report.c - the page's parts: its policy and script, verdicts, the record of the single measurements, figures put
 * into it. */
#include "tests/run_folder.h"

#include "harness/report/format.h"
#include "harness/report/page.h"
#include "harness/report/report_parts.h"

#include <sha2.h>
#include <unistd.h>

static size_t
occurrences(const char *text, const char *what)
{
	size_t n = 0;

	for (; (text = strstr(text, what)); text += strlen(what))
		n++;
	return n;
}

/* The digest that a policy has in base64, in hexadecimal digits. */
static void
decode(const char *base64, char hex[65])
{
	static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	size_t n = 0;

	for (size_t i = 0; n < 64; i += 2) { /* two base64 digits of six bits are three hexadecimal digits of four */
		size_t high = (size_t)(strchr(digit, base64[i]) - digit), low = 0;

		if (base64[i + 1] != '=')
			low = (size_t)(strchr(digit, base64[i + 1]) - digit);
		n += (size_t)snprintf(hex + n, 65 - n, "%.*s", (int)(64 - n < 3 ? 64 - n : 3),
		                      (char[4]){"0123456789abcdef"[high >> 2],
		                                "0123456789abcdef"[(high & 3) << 2 | low >> 4],
		                                "0123456789abcdef"[low & 15], '\0'});
	}
}

TEST(policy_names_the_script)
{
	char *page, *script, *end, *policy, named[65], is[SHA256_DIGEST_STRING_LENGTH];
	size_t length;
	FILE *f = open_memstream(&page, &length);

	page_open(f, "A <title> & more", "x");
	page_close(f);
	fclose(f);
	assert_non_null(policy = strstr(page, "script-src 'sha256-"));
	decode(policy + strlen("script-src 'sha256-"), named);
	assert_memory_equal(policy + strlen("script-src 'sha256-") + 43, "='", 2); /* 32 bytes, padded */
	assert_non_null(script = strstr(page, "<script>"));
	script += strlen("<script>");
	assert_non_null(end = strstr(script, "</script>"));
	assert_string_equal(named, SHA256Data((const uint8_t *)script, (size_t)(end - script), is));
	assert_int_equal(occurrences(page, "<script"), 1);
	assert_non_null(strstr(page, "default-src 'none'"));
	assert_non_null(strstr(page, "<title>A &lt;title&gt; &amp; more</title>"));
	assert_null(strstr(page, "src="));
	free(page);
}

TEST(formats)
{
	char *out;
	size_t length;
	FILE *f = open_memstream(&out, &length);

	html(f, "<b title=\"%s\">%.3s|%.*s|%u|", "\"a\" & 'b'", "<i>x", 2, "a&b", 7u);
	html(f, "%zu|%+.1f|%.3g|%f</b> 95 %%\n%s", (size_t)1 << 40, 1.25, 1234.5, 0.5, "a\tb\n");
	fclose(f);
	assert_string_equal(out, "<b title=\"&quot;a&quot; &amp; &#39;b&#39;\">&lt;i&gt;|a&amp;|7|"
	                         "1099511627776|+1.2|1.23e+03|0.500000</b> 95 %\na b\n");
	free(out);
}

TEST(answers_have_no_median)
{
	static const struct experiment as_median = {.statistic = "median"};
	static const struct {
		double mean;
		const char *text;
	} answers[] = {{0, "no"}, {0.3, "yes in 3 of 10"}, {0.5, "yes in 5 of 10"}, {1, "yes"}};
	char text[FORMAT_TEXT];

	for (size_t i = 0; i < COUNT_OF(answers); i++) {
		struct point p = {.unit = "yes/no", .n = 10, .median = answers[i].mean > 0.5, .mean = answers[i].mean};

		p.hi = 1;
		assert_string_equal(format_point(text, &as_median, &p), answers[i].text);
		assert_string_equal(format_interval(text, &as_median, &p), "");
	}
}

TEST(whole_numbers_of_an_axis_have_all_digits)
{
	static const struct {
		double x;
		const char *text;
	} places[] = {{0, "0"}, {29360128, "29360128"}, {-1, "-1"}, {0.95, "0.95"}, {1.0 / 3, "0.333333"}};
	char text[FORMAT_TEXT];

	for (size_t i = 0; i < COUNT_OF(places); i++)
		assert_string_equal(format_x(text, places[i].x), places[i].text);
}

TEST(figures_lose_what_is_not_theirs)
{
	static const char svg[] =
		"<?xml version=\"1.0\"?>\n<svg viewBox=\"0 0 100 50\"><title>f5</title><script>x()</script><g "
		"id=\"f5_plot_12a\" onclick=\"x()\"><title>f5_plot_12a</title><use xlink:href='#p'/></g><g "
		"id=\"f5_plot_3\"><title>CF</title><a href=\"http://x\">y</a></g>"
		"<g id=\"q\"><title>my_plot_of_7_days</title></g></svg>";
	char *out;
	size_t length;
	FILE *f = open_memstream(&out, &length);

	assert_true(html_svg(f, svg, "a-", "Figure \"5\""));
	assert_false(html_svg(f, "no drawing", "a-", ""));
	fclose(f);
	assert_null(strstr(out, "<title>f5"));
	assert_non_null(strstr(out, "<title>CF</title>"));
	assert_non_null(strstr(out, "<title>my_plot_of_7_days</title>"));
	assert_non_null(strstr(out, "id=\"a-f5_plot_12a\""));
	assert_non_null(strstr(out, "xlink:href='#a-p'"));
	assert_non_null(strstr(out, "aria-label=\"Figure &quot;5&quot;\""));
	assert_null(strstr(out, "http:"));
	assert_null(strstr(out, "x()"));
	free(out);
}

TEST(claim_ids)
{
	char id[PAGE_ID];

	assert_string_equal(page_claim_id(id, "A1"), "claim-a1");
	assert_string_equal(page_claim_id(id, "B5 (;login:)"), "claim-b5-login");
	assert_string_equal(page_claim_id(id, "A/A"), "claim-a-a");
	assert_true(strlen(page_claim_id(id, "0123456789 123456789 123456789 123456789 123456789 123456789")) <
	            PAGE_ID);
}

/* Every verdict is a word; numbers are listed part by part; all their text is escaped. */
TEST(claims_of_an_experiment)
{
	static const struct claim claim = {
		.id = "B5 (paper)", .says = "ss-CF <beats> BF", .source = "section 7.2", .predicate = "a > b & c"};
	const struct experiment *e = experiment_find("f5");
	struct judged judged = {
		.claim = &claim, .experiment = e, .verdict = {.kind = VERDICT_CONTRADICTED}, .paragraph = "Caches."};
	struct run_data run = {.board = {&judged, 1, {[VERDICT_CONTRADICTED] = 1}}};
	struct report r = {.run = &run};
	size_t length;
	char *out;

	snprintf(judged.verdict.numbers, sizeof judged.verdict.numbers, "one; two (of; them) <i>; three; ");
	r.f = open_memstream(&out, &length);
	report_claims(&r, e);
	report_claims(&r, experiment_find("f6"));
	fclose(r.f);
	assert_int_equal(occurrences(out, "<li>"), 3);
	assert_non_null(strstr(out, "<li>two (of; them) &lt;i&gt;</li>"));
	assert_non_null(strstr(out, "contradicted</span>"));
	assert_non_null(strstr(out, "a &gt; b &amp; c"));
	assert_non_null(strstr(out, "Caches."));
	assert_int_equal(occurrences(out, "id=\"claim-b5-paper\""), 1);
	free(out);
}

TEST_WITHIN(cells_by_how_they_ended, folder_begin, folder_end)
{
	struct samples all;
	struct report r = {.samples = &all};
	struct failure why;

	put_record(RECORD_HEAD "asked,f5 g1,5,\n",
	           "attempt,presence:a,0,done,1.0,0,g1,,,,,,,,,1,,\nsample,0,,cf,4,load,fraction,1,2\n"
	           "attempt,life:b,0,done,1.4,0,f5,901,80000,3,0,0,2,,,1,,\nsample,0,,cf,0,lookup,Mops/s,1,1\n"
	           "attempt,presence:c,0,skipped,0,0,g1,,,,,,,,needs 9 GiB,0,,\n"
	           "attempt,life:d,4,done,1,0,f5,900,80000,0,0,0,0,stolen time,,1,,\n"
	           "sample,4,,bf,0,lookup,Mops/s,1,1\n"
	           "attempt,presence:e,0,failed,0,0,g1,,,,,,,,killed,0,,\nattempt,cut off in the mid");
	require(samples_of(dir, &all, &why) == STATUS_DONE, "said '%s'", why.text);
	r.cells = report_cells_of(&all.store);
	assert_int_equal(all.count, 3);
	assert_int_equal(all.store.count, 5);
	assert_int_equal(r.cells.done, 3);
	assert_int_equal(r.cells.skipped, 1);
	assert_int_equal(r.cells.failed, 1);
	assert_int_equal(r.cells.timed, 2);
	assert_int_equal(r.cells.disturbed, 1);
	for (size_t i = 0; i < all.store.count; i++) {
		const struct attempt *a = &all.store.at[i];
		const char name = strchr(a->cell, ':')[1];

		assert_int_equal(a->done, name == 'a' || name == 'b' || name == 'd');
		assert_int_equal(a->disturbance.known, name == 'b' || name == 'd');
		assert_int_equal(a->rep, name == 'd' ? 4 : 0);
	}
	samples_free(&all);
}

TEST(missing_cells)
{
	struct samples all = {.store = {.count = 10}};
	struct run_data d = {.samples = &all};
	char text[RUN_DATA_UNFINISHED];

	assert_int_equal(run_data_missing(&d), 0);
	assert_string_equal(run_data_unfinished(&d, text), "The run did not finish"); /* as far as is known */
	d.manifest = json_loads(
		"{\"run\":{\"cells_planned\":4},\"calls\":[{\"cells_planned\":12},{\"cells_planned\":4}]}", 0, NULL);
	assert_int_equal(run_data_missing(&d), 2);
	assert_string_equal(run_data_unfinished(&d, text), "The run did not finish: 2 of 12 measurements are missing");
	all.store.count = 12;
	assert_int_equal(run_data_missing(&d), 0);
	all.store.planned = 15;
	assert_int_equal(run_data_missing(&d), 3);
	json_decref(d.manifest);
}
