/* SPDX-License-Identifier: MIT */
/* test_compare.c - two runs compared: which points belong together, what the comparison reports, and which runs must
 * not be compared. */
#include "tests/run_folder.h"

#include "harness/report/compare.h"
#include "harness/run/store.h"

#include <math.h>
#include <unistd.h>

enum { RUNS = 6 };

/* A run in a folder of its own, its record written line by line. */
struct made {
	char folder[32];
	FILE *record;
	char *text;
	size_t length;
	int cells;
};

static FILE *
made_file(const struct made *m, const char *name, const char *header)
{
	char path[128];
	FILE *f;

	snprintf(path, sizeof path, "%s/%s", m->folder, name);
	assert_non_null(f = fopen(path, "w"));
	fputs(header, f);
	return f;
}

static void
made_manifest(const struct made *m, const char *scale, const char *seed, const char *rest)
{
	FILE *f = made_file(m, "manifest.json", "");

	fprintf(f, "{\"run\":{\"scale\":\"%s\",\"seed\":\"%s\",\"hash\":\"xxh3\",\"finished\":\"now\"%s}", scale, seed,
	        rest);
	fputs(",\"program\":{\"git_commit\":\"abc\"},\"machine\":{\"cpu\":\"one\",\"memory_bytes\":1}}", f);
	fclose(f);
}

static void
made_begin(struct made *m)
{
	*m = (struct made){.folder = "/tmp/cuckoobench-XXXXXX"};
	assert_non_null(mkdtemp(m->folder));
	made_manifest(m, "smoke", "1", "");
	m->record = memory_stream(&m->text, &m->length);
	fputs(RECORD_HEAD "asked,t1 t3 f5 f6,0,\n", m->record);
}

/* Repetitions first, first + step, ... of one point: a program, and the place and series of its sample; its measure and
 * unit. */
static void
made_point(struct made *m, const char *names, double x, const char *measure, int reps, int first, int step, int den)
{
	const int program = (int)strcspn(names, ",");

	m->cells++;
	for (int rep = 0; rep < reps; rep++)
		fprintf(m->record,
		        "attempt,%.*s:c%d:rep=%d,%d,done,1,0,t1 t3 f5 f6,,,,,,,,,1,,\nsample,%d%s,%.9g,%s,%d,%d\n",
		        program, names, m->cells, rep, rep, rep, names + program, x, measure, first + rep * step, den);
}

static void
made_remove(const struct made *m)
{
	static const char *const files[] = {"manifest.json", STORE_FILE};
	char path[64];

	fclose(m->record);
	free(m->text);
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		snprintf(path, sizeof path, "%s/%s", m->folder, files[i]);
		unlink(path);
	}
	rmdir(m->folder);
}

/* What every test compares: two runs of one scale and seed, unless it says otherwise. */
static struct made a, b;
static struct comparison c;
static struct failure why;

static int
begin(void **state)
{
	(void)state;
	made_begin(&a), made_begin(&b);
	return 0;
}

static int
end(void **state)
{
	(void)state;
	comparison_free(&c);
	made_remove(&a), made_remove(&b);
	return 0;
}

static void
made_so_far(const struct made *m)
{
	char *sealed;
	FILE *f;

	fflush(m->record);
	sealed = seal_record(m->text, false);
	f = made_file(m, STORE_FILE, sealed);
	assert_int_equal(fclose(f), 0);
	free(sealed);
}

/* The runs as far as they are made. */
static void
compares(int status)
{
	comparison_free(&c);
	made_so_far(&a), made_so_far(&b);
	assert_int_equal(comparison_make(&c, a.folder, b.folder, &why), status);
}

static const struct compare_row *
row_of(const char *exp, const char *series, double x)
{
	const struct compare_part *part = &c.part[experiment_index(exp)];

	for (size_t i = 0; i < part->count; i++) {
		const struct point *p = part->at[i].side[0] ? part->at[i].side[0] : part->at[i].side[1];

		if (strcmp(p->series, series) == 0 && fabs(p->x - x) < 1e-6)
			return &part->at[i];
	}
	fail_msg("%s %s at %g is missing", exp, series, x);
	return NULL;
}

static bool
noted(const char *text, bool warning)
{
	for (size_t i = 0; i < c.notes; i++)
		if (strstr(c.note[i].text, text))
			return c.note[i].warning == warning;
	return false;
}

TEST_WITHIN(outcomes_of_timed_points, begin, end)
{
	const struct compare_row *r;

	made_point(&a, "life,,cf", 0, "lookup,Mops/s", RUNS, 100, 1, 1000);
	made_point(&b, "life,,cf", 0, "lookup,Mops/s", RUNS, 200, 1, 1000);
	made_point(&a, "life,,cf", 25, "lookup,Mops/s", RUNS, 100, 2, 1000);
	made_point(&b, "life,,cf", 25, "lookup,Mops/s", RUNS, 110, 2, 1000);
	made_point(&a, "life,,cf", 50, "lookup,Mops/s", 2, 100, 1, 1000);
	made_point(&b, "life,,cf", 50, "lookup,Mops/s", 2, 200, 1, 1000);
	made_point(&a, "life,,cf", 75, "lookup,Mops/s", RUNS, 100, 1, 1000);
	made_point(&b, "life,,cf", 75, "lookup,Mops/s", RUNS, 100, 1, 1000);
	made_point(&b, "life,,qf", 0, "lookup,Mops/s", RUNS, 100, 1, 1000);
	made_point(&a, "ground,,ceiling-2", 0, "rate,Mops/s", RUNS, 1000, 7, 1000);
	made_point(&b, "ground,,ceiling-2", 0, "rate,Mops/s", RUNS, 900, 7, 1000);
	compares(STATUS_DONE);
	r = row_of("f5", "cf", 0);
	assert_int_equal(r->outcome, COMPARE_SEPARATED);
	/* The ends of the six values, and a little more: Student's interval is wider. */
	assert_true(fabs(r->ratio - 202.5 / 102.5) < 1e-9 && r->lo < 200.0 / 105 && r->lo > 0.99 * 200 / 105 &&
	            r->hi >= 2.05 && r->hi < 1.01 * 2.05);
	assert_int_equal(row_of("f5", "cf", 25)->outcome, COMPARE_NOT_SEPARATED); /* both reach 110 */
	/* CF's share of the ceiling, at x=25, comes from timings */
	for (size_t i = 0; i < c.part[experiment_index("f5")].count; i++) {
		r = &c.part[experiment_index("f5")].at[i];
		assert_true(r->side[1] && (strcmp(r->side[1]->metric, "of_ceiling") != 0 || r->side[1]->x != 25 ||
		                           r->outcome == COMPARE_SEPARATED));
	}
	assert_int_equal(row_of("f5", "cf", 50)->outcome, COMPARE_NO_INTERVAL);
	assert_int_equal(row_of("f5", "cf", 75)->outcome, COMPARE_EQUAL);
	r = row_of("f5", "qf", 0);
	assert_int_equal(r->outcome, COMPARE_ONE_SIDED);
	assert_true(!r->side[0] && r->side[1] && isnan(r->ratio));
	assert_int_equal(c.notes, 0);
}

/* With the same seed and hash, deterministic results must be equal; with others they need not be. */
TEST_WITHIN(deterministic_points, begin, end)
{
	made_point(&a, "life,,cf", 0, "items,items", RUNS, 1000, 1, 1);
	made_point(&b, "life,,cf", 0, "items,items", RUNS, 1000, 2, 1);
	made_point(&a, "life,,bf", 0, "items,items", RUNS, 1000, 0, 1);
	made_point(&b, "life,,bf", 0, "items,items", RUNS, 1000, 0, 1);
	made_point(&a, "trace,,cf", 0, "deletes,yes/no", RUNS, 1, 0, 1);
	made_point(&b, "trace,,cf", 0, "deletes,yes/no", RUNS, 1, 0, 1);
	compares(STATUS_DONE);
	assert_int_equal(row_of("t3", "cf", 0)->outcome, COMPARE_DIFFERS);
	assert_int_equal(row_of("t3", "bf", 0)->outcome, COMPARE_EQUAL);
	assert_true(noted("1 deterministic points differ", true));
	assert_true(isnan(row_of("t1", "cf", 0)->ratio)); /* a yes is no number */
	made_manifest(&b, "smoke", "2", "");
	compares(STATUS_DONE);
	assert_int_equal(row_of("t3", "cf", 0)->outcome, COMPARE_NOT_SEPARATED);
	assert_true(noted("different seeds (A 1, B 2)", true));
}

/* Where a filter was full, x is measured; the last points of two lines still belong together. */
TEST_WITHIN(measured_places, begin, end)
{
	const struct compare_row *r;

	made_manifest(&b, "smoke", "2", "");
	for (int side = 0; side < SIDES; side++) {
		struct made *m = side ? &b : &a;

		made_point(m, "life,,cf", 0.9, "lookup_absent,Mops/s", RUNS, 100, 1, 1000);
		made_point(m, "life,,cf", -1, "lookup_absent,Mops/s", RUNS, 100, 2, 1000);
		made_point(m, "life,,cf", -1, "lookup_absent_occupancy,fraction", RUNS, 950 + side, 0, 1000);
	}
	made_point(&b, "life,,bf", 0.5, "lookup_absent,Mops/s", RUNS, 100, 2, 1000);
	made_point(&b, "life,,bf", 0.9, "lookup_absent,Mops/s", RUNS, 100, 2, 1000);
	made_point(&a, "life,,bf", 0.9, "lookup_absent,Mops/s", RUNS, 100, 2, 1000);
	compares(STATUS_DONE);
	r = row_of("f6", "cf", 0.95);
	assert_true(r->side[0] && r->side[1]);
	assert_true(fabs(r->side[1]->x - 0.951) < 1e-9);
	r = row_of("f6", "bf", 0.9);
	assert_true(r->side[0] && r->side[1]);
	assert_int_equal(row_of("f6", "bf", 0.5)->outcome, COMPARE_ONE_SIDED);
}

TEST_WITHIN(conditions, begin, end)
{
	static const char *const change[][2] = {{",\"pages\":\"4k\"", "different page sizes"},
	                                        {",\"hash\":\"city\"", "different hashes"}};

	for (size_t i = 0; i < COUNT_OF(change); i++) {
		made_manifest(&b, "smoke", "1", change[i][0]);
		compares(STATUS_DONE);
		assert_true(noted(change[i][1], true));
		assert_int_equal(c.notes, 1);
	}
}

/* Another build and an unfinished run are warnings. Another machine is the purpose of a comparison. Another memory size
 * does not matter. */
TEST_WITHIN(builds_and_machines, begin, end)
{
	FILE *f = made_file(&b, "manifest.json", "");

	fputs("{\"run\":{\"scale\":\"smoke\",\"seed\":\"1\",\"hash\":\"xxh3\",\"finished\":null},\"program\":{\"git_"
	      "commit\":\"abd\",\"git_dirty\":true},\"machine\":{\"cpu\":\"two\",\"memory_bytes\":2,\"processors_"
	      "allowed\":1}}",
	      f);
	fclose(f);
	compares(STATUS_DONE);
	assert_true(noted("different builds (git_commit, git_dirty)", true));
	assert_true(noted("B was built from sources with changes", false));
	assert_true(noted("B did not finish", true));
	assert_true(noted("different machines (cpu)", false));
	assert_int_equal(c.notes, 4);
}

/* However long a recorded value is, a difference at its end counts. */
TEST_WITHIN(long_values, begin, end)
{
	for (int s = 0; s < 2; s++) {
		FILE *f = made_file(s ? &b : &a, "manifest.json", "");

		fprintf(f,
		        "{\"run\":{\"scale\":\"smoke\",\"seed\":\"1\",\"hash\":\"xxh3\",\"finished\":\"now\"},"
		        "\"program\":{\"libraries\":{\"a.so\":\"%0600d\",\"z.so\":\"%d\"}},\"machine\":{}}",
		        0, s);
		fclose(f);
	}
	compares(STATUS_DONE);
	assert_true(noted("different builds (libraries)", true));
}

/* What is no run, and runs of two scales, are named as the user wrote them. */
TEST_WITHIN(refused, begin, end)
{
	char text[200];

	made_manifest(&b, "quick", "1", "");
	compares(STATUS_USAGE);
	snprintf(text, sizeof text, "compare: %s is of scale smoke and %s of scale quick: ", a.folder, b.folder);
	assert_ptr_equal(strstr(why.text, text), why.text);
	comparison_free(&c);
	assert_int_equal(comparison_make(&c, a.folder, "/nonexistent", &why), STATUS_USAGE);
	assert_string_equal(why.text, "compare: /nonexistent: not a run: it has no manifest.json");
}
