# SPDX-License-Identifier: MIT
"""The predicates of claims.json, each written from its words. A function takes a run and returns its relations.

Margins: "the same", "level", "stable" within 10 % either way; "about 2x" within a factor of 1.25; a number that is
printed in whole per cent from half a point below.
"""
import math
from itertools import combinations_with_replacement

from derived import (advantage, bloom_bits, bound as lower_bound, cheapest, is_bloom, is_cuckoo, lookup_costs,
                     overheads, store_beside, store_costs)
from estimates import LEVEL, STUDENT_LEAST, ks_critical, ks_distance, mean, median, per_process, wilson_pooled
from run import Turns, difference, quotients
from verdicts import Control, Counted, Missing, Relation, by_construction, by_counts, by_quotient, by_run
from views import LATER, STATIC

OTHERS = ("cf", "ss-cf", "bf", "blk-bf", "qf", "dl-cbf")
CF, SS_CF, QF = "cf-branch", "ss-cf-decode", "qf-slots"  # as the paper describes them
SHARES = (0, 25, 50, 75, 100)
SAME = 1 / 1.1, 1.1
MIB_192 = 196608  # KiB
H5_GAINS = (("cf", 4), ("ss-cf", 4), ("blk-bf", 8))  # 64 keys in flight over one


def combined(function, *measured):
    """{repetition: function of the values of that repetition}, where all were measured."""
    every = set.intersection(*(set(m) for m in measured)) if measured else set()
    return Turns({i: function(*(m[i] for m in measured)) for i in sorted(every)}, any(m.timed for m in measured))


def about(factor):
    return factor / 1.25, factor * 1.25


def ratio(label, a, b, low=1.0, high=math.inf):
    """a over b, repetition by repetition; by itself: a is the greater."""
    return by_run(label, quotients(a, b), low, high, strict=(low, high) == (1.0, math.inf))


def of(run, exp, metric, panel=""):
    """Shorthand: (series, x) -> {repetition: value}. A filter that is as full as it gets may stand just beside x."""
    def values(series, x=0):
        near = [at for at in xs(run, exp, panel, series, metric) if abs(at - x) < 1e-3]
        return run.values(exp, panel, series, min(near, key=lambda at: abs(at - x), default=x), metric)
    return values


def steady(run, exp, metric, panel=""):
    """As `of`, for comparisons of one line at several x: over the rates in the anchor, where the run has any."""
    beside, anchors = of(run, exp, metric + "_beside", panel), of(run, exp, metric + "_anchor", panel)

    def values(series, x=0):
        if not xs(run, exp, panel, series, metric + "_anchor"):
            return of(run, exp, metric, panel)(series, x)
        return quotients(beside(series, x), anchors(series, x))
    return values


def xs(run, exp, panel, series, metric):
    return sorted(x for p, s, x, m in run.points.get(exp, {}) if (p, s, m) == (panel, series, metric))


def counts(run, *key):
    point = run.point(*key)
    if not point:
        raise Missing(key)
    return point.counts()


def total(run, *key):
    """Pooled (num, den)."""
    c = counts(run, *key)
    return sum(n for n, _ in c), sum(d for _, d in c)


# --- space and accuracy -------------------------------------------------------------------------------------------

def crossing(run):
    """The rate at which ss-CF's measured settings cross the Bloom filter's line, run by run: between the last that
    needs more bits than a Bloom filter of its rate and the next, by the straight line over the rate's logarithm."""
    every = xs(run, "f4", "", "ss-cf", "fpr")
    # longer ones have fewer runs
    return crossing_among(run, [f for f in every if f <= 9]) or crossing_among(run, every)


def crossing_among(run, fs):
    def of_one(*measured):
        points = [(math.log(e), bits - bloom_bits(e)) for e, bits in zip(measured[:len(fs)], measured[len(fs):]) if e]
        for (e0, more), (e1, less) in zip(points, points[1:]):
            if more >= 0 > less:
                return math.exp(e0 + (e1 - e0) * more / (more - less))
        return math.nan
    found = combined(of_one, *(run.values("f4", "", "ss-cf", f, m) for m in ("fpr", "bits_at_setting") for f in fs))
    return Turns({i: v for i, v in found.items() if not math.isnan(v)}, found.timed)


def fewer_bits_than_bloom(run, series):
    """Each setting whose measured rate is below 2.5 %: its bits over a Bloom filter's of that rate."""
    relations = []
    for f in xs(run, "f4", "", series, "fpr"):
        rate = run.values("f4", "", series, f, "fpr")
        if mean(rate.values()) < 0.025:
            bits = run.values("f4", "", series, f, "bits_at_setting")
            relations.append(ratio("f=%g" % f, combined(bloom_bits, rate), bits))
    return relations


def a1_sscf(run):
    return [by_run("crossing", crossing(run), 0.025, 0.035)] + fewer_bits_than_bloom(run, "ss-cf")


def a1_bits(run):
    return [by_run("bits", combined(bloom_bits, crossing(run)), 7.15, 7.25)]


def a1_cf(run):
    return fewer_bits_than_bloom(run, "cf")


def a2(run):
    relations = []
    for b, printed in ((1, 0.50), (2, 0.84), (4, 0.95), (8, 0.98)):
        series = "b=%d" % b
        loads = [run.values("f3", "", series, f, "load") for f in xs(run, "f3", "", series, "load") if f >= 12]
        relations.append(by_run(series, combined(lambda *each: mean(each), *loads), printed - 0.005))
    return relations


def f2_load(run, b, size, least, most=math.inf):
    """Mean load over the fingerprints from `least` to `most` bits, run by run."""
    panel = "a" if b == 4 else "b"
    fs = [f for f in xs(run, "f2", panel, size, "load") if least <= f <= most]
    return combined(lambda *each: mean(each), *(run.values("f2", panel, size, f, "load") for f in fs))


def f2_sizes(run, b):
    """Sizes below 2^30 that were run often enough for an interval."""
    panel = "a" if b == 4 else "b"
    sizes = {s for p, s, _, _ in run.points.get("f2", {}) if p == panel and s.startswith("m=")}
    return [s for s in sorted(sizes, key=lambda s: int(s[4:]))
            if s != "m=2^30" and len(f2_load(run, b, s, 6, 6)) >= STUDENT_LEAST]


def a3(run):
    return [by_run("b=%d %s f>=%d" % (b, size, least), f2_load(run, b, size, least, most), printed - 0.005)
            for b, printed, least, most in ((4, 0.95, 8, math.inf), (4, 0.95, 6, 6), (8, 0.98, 8, math.inf))
            for size in f2_sizes(run, b)]


def a3_billions(run):
    return [by_run("f=6 m=2^30", run.values("f2", "a", "m=2^30", 6, "load"), 0.95 - 0.005)]


def shortest(run, b, size, fs):
    """The f from which on the load stays within a point of that of long fingerprints (f >= 8), run by run; between two
    f by the straight line."""
    panel = "a" if b == 4 else "b"

    def of_one(*loads):
        enough = mean(l for f, l in zip(fs, loads) if f >= 8) - 0.01
        below = max((i for i, l in enumerate(loads) if l < enough), default=None)
        if below is None:
            return fs[0]
        return fs[below] + (fs[below + 1] - fs[below]) * (enough - loads[below]) / (loads[below + 1] - loads[below])
    return combined(of_one, *(run.values("f2", panel, size, f, "load") for f in fs))


def a4(run):
    def fs(b, size):
        panel = "a" if b == 4 else "b"
        return {f for f in xs(run, "f2", panel, size, "load")
                if len(run.values("f2", panel, size, f, "load")) >= STUDENT_LEAST}

    def compare(b, size, other_b, other_size):
        both = sorted(fs(b, size) & fs(other_b, other_size))
        return ratio("b=%d %s / b=%d %s" % (b, size, other_b, other_size), shortest(run, b, size, both),
                     shortest(run, other_b, other_size, both))
    sizes = {b: f2_sizes(run, b) for b in (4, 8)}
    return ([compare(b, s[-1], b, s[0]) for b, s in sizes.items()] +
            [compare(4, size, 8, size) for size in sizes[4] if size in sizes[8]])


def a5(run):
    def less(label, a, b):
        return by_run(label, difference(a, b), -0.005, 0.005)
    l2 = of(run, "l2", "load")
    relations = [less("L2 f=%d" % f, l2("cf", f), l2("cf-2hash")) for f in (6, 12)]
    for b, panel in ((4, "a"), (8, "b")):
        for size in f2_sizes(run, b):
            two = run.values("f2", panel, "cf-2hash:" + size, 0, "load")
            if not two:
                continue  # no such table of that size
            relations += [less("F2 b=%d %s f>=%d" % (b, size, least), f2_load(run, b, size, least, most), two)
                          for least, most in ((6, 6), (8, math.inf))]
    return relations


def a6(run):
    return [ratio("%s f=%g" % (size, f), run.values("g6", "a", size, f, "load"),
                  run.values("g6", "b", size, f, "load"))
            for size in sorted({s for _, s, _, _ in run.points["g6"]})
            for f in xs(run, "g6", "a", size, "load") if 6 <= f <= int(size[4:]) - 4]


def bound(f, b):
    """Equation (5), where 1 is as likely as two other fingerprints, and 0 is none."""
    p = 2.0 ** -f
    return 1 - (1 - 2 * p) * (1 - p) ** (2 * b) - 2 * p * (1 - 2 * p) ** (2 * b)


def a7(run):
    return [by_counts("b=%d f=%g" % (b, f), counts(run, "f3", "", "b=%d" % b, f, "fpr"), bound(f, b), high=1)
            for b in (1, 2, 4, 8) for f in xs(run, "f3", "", "b=%d" % b, "fpr")]


def bits_at(run, b, rate):
    """Bits per item at a rate, run by run: between two settings of f by the straight line over the logarithm."""
    series = "b=%d" % b
    fs = xs(run, "f3", "", series, "fpr")

    def of_one(*measured):
        line = sorted((math.log(e), bits) for e, bits in zip(measured[:len(fs)], measured[len(fs):]) if e > 0)
        for (e0, b0), (e1, b1) in zip(line, line[1:]):
            if e0 <= math.log(rate) <= e1:
                return b0 + (b1 - b0) * (math.log(rate) - e0) / (e1 - e0)
        return math.nan
    return combined(of_one, *(run.values("f3", "", series, f, m) for m in ("fpr", "bits_at_f") for f in fs))


def a8(run):
    return [ratio("b=%d/b=%d at %g" % (other, best, e), bits_at(run, other, e), bits_at(run, best, e))
            for best, others, rates in ((2, (4, 8), (0.05, 0.02, 0.01, 0.004)), (4, (2, 8), (1e-3, 3e-4, 1e-4, 3e-5)))
            for e in rates for other in others]


def a9(run):
    rate, bits = of(run, "t3", "fpr"), of(run, "t3", "bits_per_item")
    combinations = sum(1 for _ in combinations_with_replacement(range(16), 4))
    return [Counted("3876", combinations == 3876), ratio("bits", bits("ss-cf"), bits("cf"), 0.99, 1.01),
            ratio("rates", rate("cf"), rate("ss-cf"), *about(2))]


def a10(run):
    rate = of(run, "t3", "fpr")
    return [ratio("blk-BF/BF", rate("blk-bf"), rate("bf"), *about(2)),
            ratio("blk-BF/ss-CF", rate("blk-bf"), rate("ss-cf"), *about(4))]


def a11(run):
    rate = of(run, "t3", "fpr")
    return [by_run("load", run.values("t3", "", "dl-cbf", 0, "load"), 0.75, 0.81)] + [
        ratio("dl-CBF/" + other, rate("dl-cbf"), rate(other)) for other in OTHERS if other != "dl-cbf"]


def a12(run):
    def space(exp, series):
        return combined(lambda bits, rate: bits / bloom_bits(rate), of(run, exp, "bits_per_item")(series),
                        of(run, exp, "fpr")(series))
    return [by_run("dl-CBF", space("t3", "dl-cbf"), 1.45, 2.5), by_run("CBF", space("t1", "cbf"), 2.5, 4.5),
            by_run("QF", space("t1", "qf"), 0.5, 1.25), by_run("CF", space("t1", "cf"), high=1)]


def a13(run):
    return by_construction([Counted(series, sum(total(run, "g1", "", series, 0, "missed_" + at)[0]
                                                for at in ("25", "50", "75", "full")) == 0)
                            for series in ("cf", "ss-cf")])


def rates_meet(run, panel, series):
    """No answer differs from a fresh filter's, or where one does, the rates' intervals meet."""
    for x in xs(run, "g2", panel, series, "differ"):
        if total(run, "g2", panel, series, x, "differ")[0]:
            a, b = (by_counts("", counts(run, "g2", panel, series, x, metric), 1).interval(LEVEL)
                    for metric in ("fpr", "fpr_fresh"))
            if a[0] > b[1] or b[0] > a[1]:
                return False
    return True


def a14(run):
    return [Counted(panel + series, rates_meet(run, panel, series)) for panel in "ab" for series in ("cf", "ss-cf")]


def a15(run):
    return [Counted(series, total(run, "g3", "", series, 2, "false_negatives")[0] > 0) for series in ("cf", "ss-cf")]


def a16(run):
    relations = []
    for series, bs in (("cf", (1, 2, 4, 8)), ("ss-cf", (4,))):
        for b in bs:
            (twice, keys), (once, _), (other, _), (one, _) = (
                total(run, "g4", "", series, b, metric) for metric in ("fit_2b", "fit_b", "fit_other", "one_bucket"))
            relations += [Counted("%s b=%d, 2b" % (series, b), twice == keys - one and twice > 0),
                          Counted("%s b=%d, other" % (series, b), other == 0 and once == one)]
    return by_construction(relations)


def a17(run):
    relations = []
    for series in ("cf", "ss-cf"):
        for f in xs(run, "g5", "", series, "fpr"):
            if total(run, "g5", "", series, f, "fpr")[0] >= 20000:
                relations += [by_quotient("%s f=%g %s" % (series, f, metric), counts(run, "g5", "", series, f, metric),
                                          counts(run, "g5", "", series, f, "fpr"), 0.9, 1.1)
                              for metric in ("extra_present", "values_absent")]
    return relations


def a18(run):
    rate, present, absent = of(run, "t2", "fpr"), of(run, "t2", "refs_positive"), of(run, "t2", "refs_negative")
    return [by_run("BF, present", combined(lambda refs, e: refs - math.log2(1 / e), present("bf"), rate("bf")),
                   -0.5, 0.5),
            by_run("BF, absent", absent("bf"), 1.5, 2.5), two_buckets("CF, present", present("cf")),
            two_buckets("CF, absent", absent("cf"))]


def two_buckets(label, read):
    """Two whatever the table: one run tells, where all agree."""
    agree = len(set(read.values())) == 1
    return Counted(label, min(read.values()) == 2) if agree else by_run(label, read, 2, 2)


def whole(run, series, most, over):
    """Of a filter's settings the greatest, least or mean of bits over what `over` makes of the rate, run by run."""
    quotients_of = [combined(lambda bits, rate: bits / over(rate) if rate else math.nan,
                             *(run.values("p2", "", series, x, m) for m in ("bits_at_setting", "fpr")))
                    for x in xs(run, "p2", "", series, "fpr")]
    return combined(lambda *each: most([v for v in each if v == v]), *quotients_of)


def p2_bounds(run):
    return by_construction([by_run(series, whole(run, series, mean if series in LATER else min,
                                                 lambda rate: lower_bound(series, rate)), low=1, strict=True)
                            for series in ("bf", "xor", "fuse3", "fuse4", "gcs", "cf", "ss-cf", "qf", "dl-cbf", "rih")
                            + LATER])


def p2_smallest(run):
    return [by_run("ss-cf", whole(run, "ss-cf", max, lambda rate: 1.06 * (math.log2(1 / rate) + 2)), high=1,
                   strict=True)]


def g7_bloomier(run):
    return [by_counts("%s f=%g" % (series, f), counts(run, "g7", "", series, f, "values_absent"), ways * 2.0 ** -f,
                      *SAME)
            for series, ways in (("bloomier", 1), ("bloomier-mutable", 3))
            for f in xs(run, "g7", "", series, "values_absent")
            if total(run, "g7", "", series, f, "values_absent")[0] >= 1000]


def p6_seeds(run):
    once = STATIC + ("bloomier", "bloomier-mutable")
    return [by_counts(series, counts(run, "p6", "all", series, 0, "failed"), 1, high=1 / 11) for series in once] + \
           [Counted(series, total(run, "p6", "all", series, 0, "refused")[0] == 0) for series in once]


# --- speed --------------------------------------------------------------------------------------------------------

def faster(rate, a, b, x=0):
    return ratio("%s/%s at %g" % (a, b, x), rate(a, x), rate(b, x))


def level(rate, series, x, to):
    return ratio("%s at %g / %g" % (series, x, to), rate(series, x), rate(series, to), *SAME)


def blk_bf(run, exp, panel="", metric="lookup"):
    """blk-BF as the paper describes it; older runs have no other."""
    return "blk-bf-exit" if xs(run, exp, panel, "blk-bf-exit", metric) else "blk-bf"


def falls(rate, series, points):
    """Faster at each than at the next."""
    return [ratio("%s at %g / %g" % (series, x, after), rate(series, x), rate(series, after))
            for x, after in zip(points, points[1:])]


def b1(run):
    rate = of(run, "t3", "construction")
    slower, blocked = ("ss-cf", "bf", "dl-cbf", QF), blk_bf(run, "t3", metric="construction")
    pairs = ([(blocked, other) for other in ("cf",) + slower] + [("cf", other) for other in slower] +
             [(other, QF) for other in slower if other != QF])
    return [faster(rate, a, b) for a, b in pairs]


def b2(run):
    return [faster(of(run, "t3", "construction"), "cf", "ss-cf")]


def t3_integral(run):
    whole, slices = of(run, "t3", "whole"), of(run, "t3", "construction")
    return [by_run(series, quotients(whole(series), slices(series)), 1 / 1.05, 1.05)
            for series in ("cf", "ss-cf", "bf", "blk-bf", "qf", "dl-cbf")]


def b3(run):
    rate = of(run, "f5", "lookup")
    return [level(rate, "cf-branch", 100, 0)] + [
        by_run("50 / %d" % x, quotients(rate("cf-branch", 50), rate("cf-branch", x)), 0.75, 1) for x in (0, 100)]


def b4(run):
    rate, blocked = of(run, "f5", "lookup"), blk_bf(run, "f5")
    return falls(rate, "bf", SHARES) + falls(rate, blocked, SHARES) + [
        faster(rate, blocked, other) for other in (CF, SS_CF, "bf", QF, "dl-cbf")]


def b5(run, exp, shares):
    rate = of(run, exp, "lookup")
    return ([faster(rate, CF, SS_CF, p) for p in SHARES] + [faster(rate, SS_CF, "bf", p) for p in shares])


def b6(run):
    rate = of(run, "f5", "lookup")
    return [faster(rate, other, QF, p) for other in (CF, SS_CF, "bf", blk_bf(run, "f5"), "dl-cbf")
            for p in SHARES]


def b7(run):
    rate = of(run, "f5", "lookup")
    return [faster(rate, "dl-cbf", SS_CF, p) for p in SHARES] + [
        ratio("dl-CBF/BF", rate("dl-cbf"), rate("bf"), *about(0.7))]


def b8(run):
    return [faster(of(run, "f5", "lookup"), one, "bf", p) for one in (CF, "cf") for p in SHARES]


def b9(run):
    relations = []
    for panel in "ab":
        rate = steady(run, "f6", "lookup", panel)
        own = of(run, "f6", "lookup", panel)
        late, early = (quotients(own(QF, x), own(QF, y)) for x, y in ((0.75, 0.9), (0.6, 0.75)))
        relations += [level(rate, series, x, 0.9) for series in (CF, SS_CF) for x in (0.25, 0.5, 0.75)]
        relations += falls(rate, QF, (0.25, 0.5, 0.75))
        relations += [by_run("QF 0.75 / 0.9", late, 1 / 0.75), ratio("QF steeper", late, early)]
    return relations


def b10(run):
    absent, present = steady(run, "f6", "lookup", "a"), steady(run, "f6", "lookup", "b")
    return [r for series in ("bf", blk_bf(run, "f6", "a"))
            for r in [level(present, series, x, 1) for x in (0.05, 0.25, 0.5, 0.75)] +
            falls(absent, series, (0.05, 0.25, 0.5, 0.75, 1))]


def b11(run):
    absent, present = steady(run, "f6", "lookup", "a"), steady(run, "f6", "lookup", "b")
    return ([level(absent, "dl-cbf", x, 0.7) for x in (0.05, 0.25, 0.5)] +
            [level(present, "dl-cbf", x, 0.7) for x in (0.25, 0.5)] + falls(present, "dl-cbf", (0.05, 0.25)))


def b12(run):
    rate, steps = steady(run, "f7", "insert"), (0.125, 0.375, 0.625)
    return ([ratio("%s at %g" % (series, x), rate(series, x), rate(series, 0.875))
             for series in ("cf", "ss-cf", QF) for x in steps] +
            [level(rate, series, x, to) for series, to in (("bf", 0.875), ("blk-bf", 0.875), ("dl-cbf", 0.725))
             for x in steps])


def b13(run):
    rate, steps = of(run, "f8", "delete"), (0.075, 0.475, 0.725)
    return ([faster(rate, "cf", other, x) for other in (SS_CF, "dl-cbf", QF) for x in steps + (0.875,)
             if not (other == "dl-cbf" and x == 0.875)] +
            [level(steady(run, "f8", "delete"), series, x, 0.875) for series in ("cf", SS_CF) for x in steps] +
            [faster(rate, "dl-cbf", SS_CF, x) for x in steps] +
            [faster(rate, "dl-cbf", QF, x) for x in steps[1:]] +
            [faster(rate, SS_CF, QF, 0.875), faster(rate, QF, SS_CF, 0.075)])


def s1(run):
    lines, beyond = of(run, "s1", "lines_of_code"), of(run, "s1", "beyond_cf")
    if not lines(QF):
        raise Missing("lines of QF slot by slot")
    return [Counted(series, len(values) > 0) for series, values in
            (("CF", lines("cf")), ("ss-CF", beyond("ss-cf")), ("QF", lines(QF)))]


def c3(run):
    rate = of(run, "c3", "run")
    return [by_run("%s, %s, %d" % (series, metric, x), quotients(of(run, "c3", metric)(series, x), rate(series, x)),
                   1 / 1.02, 1.02)
            for series in OTHERS for x in (0, 100) for metric in ("slice", "slice_after")]


def c2(run):
    build, lookup = of(run, "c2", "construction"), of(run, "c2", "lookup")
    twice = [f for f in ("cf", "bf") if build(f + "-again", 0)]
    return [Control("A/A", [quotients(rate(f + "-again", p), rate(f, p))
                            for f in twice for rate, p in [(build, 0)] + [(lookup, p) for p in SHARES]])]


# --- this suite's own: the interleaved build, the limits of the machine ------------------------------------------

def l3(run):
    tables = sorted({(panel, x) for panel, _, x, metric in run.points["l3"] if metric == "load"})
    relations = []
    for panel, f in tables:
        batch, one = (run.values("l3", panel, series, f, "load") for series in ("cf-batch", "cf"))
        distance = ks_distance(batch.values(), one.values())
        critical = ks_critical(len(batch), len(one), LEVEL / len(tables))
        relations += [by_run(panel, difference(batch, one), -0.0025, 0.0025),
                      Counted(panel + " distance", distance <= critical)]
    return relations


def lookups(run, exp, panel, x):
    """{series: {turn: rate}} of those that take part: not the ceilings, nor those of millions of keys a call."""
    return {s: point.values() for (p, s, at, metric), point in run.points.get(exp, {}).items()
            if (p, at, metric) == (panel, x, "lookup") and not s.startswith("ceiling") and not s.endswith("-bulk")}


def fastest(rates, without=()):
    """The rates of the one with the highest median; `without` are words that its name must not have."""
    rates = {s: r for s, r in rates.items() if not any(word in s for word in without)}
    if not rates:
        raise Missing("lookups")
    return rates[max(rates, key=lambda s: median(per_process(rates[s])))]


def of_limit(run, panel, x, bar, without=(), exp="h1", lines=2, times=1.0):
    """The fastest lookup over the ceiling of one or two random lines."""
    best = fastest(lookups(run, exp, panel, x), without)
    ceiling = run.values(exp, panel, "ceiling-%d" % lines, x, "lookup")
    return by_run("%s at %g" % (panel, x), quotients(best, ceiling, times), bar)


def h1_best(run):
    return [of_limit(run, "cf12_p%d" % p, MIB_192, bar) for p, bar in ((0, 0.82), (50, 0.87), (100, 1.0))]


def h1_bits(run):
    return [of_limit(run, "cf16_p0", 262144, 0.92), of_limit(run, "cf8_p0", 131072, 0.85)]


def h1_avx2(run):
    return [of_limit(run, "cf12_p0", MIB_192, 0.72, ("avx512",)),
            of_limit(run, "cf12_p0", MIB_192, 0.65, ("avx512", "avx2"))]


def h1_over_cf(run):
    return [ratio("p=%d" % p, fastest(lookups(run, "h1", "cf12_p%d" % p, MIB_192)),
                  run.values("h1", "cf12_p%d" % p, "cf", MIB_192, "lookup"), bar) for p, bar in ((0, 1.4), (100, 1.7))]


def h1_cache(run):
    return [ratio("%s p=%d" % (series, p), *(run.values("h1", "cf12_p%d" % p, s, 192, "lookup")
                                             for s in (series, "cf")), bar)
            for series, bar in (("cf-avx512", 2.8), ("cf-avx2", 1.75)) for p in (0, 50, 100)]


def h1_bulk(run):
    return [ratio("bulk", *(run.values("h1", "cf12_p0", s, MIB_192, "lookup") for s in ("cf-bulk", "ceiling-2")), 1.25)]


def h1_sscf(run):
    relations = []
    for p, bar in ((0, 0.78), (50, 0.68), (100, 0.68)):
        panel = "sscf13_p%d" % p
        best = fastest(lookups(run, "h1", panel, MIB_192), ("decode",))
        relations += [of_limit(run, panel, MIB_192, bar, ("decode",)),
                      ratio(panel, best, run.values("h1", panel, "ss-cf-decode", MIB_192, "lookup"), 2.8)]
    return relations


def h1_bloom(run):
    return ([of_limit(run, "%s_p%d" % (table, p), MIB_192, bar, lines=1)
             for table, bar in (("sbbf", 0.80), ("blkbf", 0.74)) for p in (0, 50, 100)] +
            [of_limit(run, "bf_p100", MIB_192, 0.88, lines=1, times=9)])


def h2_4k(run):
    return [of_limit(run, "4k", MIB_192, 0.88, exp="h2")]


def h3(run, *relations):
    """(panel, load, metric, which, over which, bar): slice by slice."""
    return [ratio("%s %s/%s" % (panel, a, b), *(run.values("h3", panel, s, x, metric) for s in (a, b)), bar)
            for panel, x, metric, a, b, bar in relations]


def h3_build(run):
    return h3(run, ("all", 95, "insert", "cf-batch", "cf", 5), ("steps", 95, "insert", "cf-batch", "cf", 8))


def h3_search(run):
    return h3(run, ("steps", 95, "insert", "cf:bfs", "cf", 2))


def h3_delete(run):
    best = "cf-avx512" if run.values("h3", "emptied", "cf-avx512", 80, "delete") else "cf-batch"
    return h3(run, ("emptied", 80, "delete", best, "cf", 1.6), ("emptied", 80, "delete", best, "ceiling-2", 0.68))


def h4(run, work, bloom, low=-math.inf, high=math.inf):
    """At every number of keys, the least overhead of a cuckoo filter over the least of those Bloom filters. Three
    things are uncertain, the quotient of times and two rates: the level is divided among them alike. (Read off the
    published intervals; no page says it.)"""
    relations = []
    for n in sorted({x for panel, _, x, metric in run.points.get("h4", {}) if (panel, metric) == ("p0", "fpr")}):
        cost = overheads(lookup_costs(run, "p0", n), work)
        a, b = cheapest(cost, is_cuckoo), cheapest(cost, bloom)
        relations.append(Relation("%s/%s" % (a, b), lambda level, n=n, a=a, b=b: advantage(
            run, "p0", n, work, a, b, level / 3, level / 3)[1:], low, high, strict=True))
    return relations


def h4_little(run):
    return h4(run, 16, lambda s: s.startswith(("blk-bf", "sb-bf")), low=1)


def h4_much(run):
    return h4(run, 1e7, lambda s: is_bloom(s) and not s.startswith(("rb-bf", "cs-bf")), high=1)


def h5_gain(run):
    rate = of(run, "h5", "lookup", "192MiB")
    return [ratio(series, rate(series, 64), rate(series, 1), bar) for series, bar in H5_GAINS]


def h5_ceiling(run):
    rate = of(run, "h5", "lookup", "192MiB")
    return [ratio(series, rate(series, 64), rate("ceiling-%d" % lines, 64), 0.75)
            for series, lines in (("cf", 2), ("ss-cf", 2), ("blk-bf", 1))]


def h5_own(run):
    rate, own = of(run, "h5", "lookup", "192MiB"), of(run, "h5", "own", "192MiB")
    return [ratio(series, rate(series, 16), own(series)) for series, _ in H5_GAINS]


def h5_count(run):
    rate = of(run, "h5", "lookup", "bulk")
    return [ratio("counted", rate("cf-bulk:count"), rate("ceiling-2"), 1.25)]


def h6_sizes(run):
    """{number of keys: {filter: its costs, turn by turn}}, absent keys."""
    sizes = {}
    for panel, series, n, metric in sorted(run.points.get("h6", {})):
        if (panel, metric) == ("p0", "in_front") and store_beside(run, panel, n, series) == "store":
            sizes.setdefault(n, {})[series] = store_costs(run, panel, n, series)
    return sizes


def h6_map(run):
    return [by_run("n=%g" % n, combined(lambda *each: math.exp(mean(math.log(m / p) for m, p, *_ in each)),
                                        *costs.values()), *SAME) for n, costs in h6_sizes(run).items()]


def h6_choice(run):
    """Each process is judged by the filters that the medians of the other processes choose."""
    relations = []
    for n, costs in h6_sizes(run).items():
        turns = set.intersection(*(set(c) for c in costs.values()))
        regret, chosen = {}, set()
        for process in {t[0] for t in turns}:
            predicted, best = (min(costs, key=lambda s: median(per_process(
                {t: c[i] for t, c in costs[s].items() if t in turns and t[0] != process}))) for i in (1, 0))
            chosen.add((predicted, best))
            regret.update({t: costs[predicted][t][0] / costs[best][t][0] for t in turns if t[0] == process})
        relations.append(by_run("n=%g" % n, Turns(regret, True), high=1.1) if any(a != b for a, b in chosen)
                         else Counted("n=%g" % n, True))
    return relations


# --- many threads -------------------------------------------------------------------------------------------------

def x1_gain(run, panel, metric):
    return quotients(*(run.values("x1", panel, "cf-striped", n, metric) for n in (2, 1)))


def x1_readers(run):
    gains = [quotients(x1_gain(run, panel, "throughput"), x1_gain(run, panel, "ceiling")) for panel in "abc"]
    return [by_run("gain", combined(lambda *each: mean(each), *gains), 0.95)]


def x1_writers(run):
    if median(x1_gain(run, "d", "ceiling").values()) <= 1.1:
        raise Missing("a ceiling that scales")
    return [by_run("gain", x1_gain(run, "d", "throughput"), 1, strict=True)]


def x3_pages(run):
    policies = sorted({s for p, s, _, m in run.points["x3"] if (p, m) == ("policies", "moved")})
    return ([Counted(s, total(run, "x3", "policies", s, 0, "moved")[0] == 0) for s in policies] +
            [Counted("remote", total(run, "x3", "policies", "replicate", 0, "remote")[0] == 0)])


def x5_paths(run):
    longest = {a: run.values("x5", "b", "cf-striped", 100, "kicks_%d" % a) for a in (50, 75, 90, 95)}
    walk = run.values("x5", "b", "cf", 100, "kicks_95")
    return ([Counted(str(a), max(v.values()) <= 5) for a, v in longest.items()] +
            [Counted("walk", min(walk.values()) > 5)])


def x5_tail(run):
    return [ratio("p%g" % p, *(run.values("x5", "b", s, p, "insert_95") for s in ("cf", "cf-striped")))
            for p in (99, 99.9)]


def x5_omission(run):
    return [ratio("p99", *(run.values("x5", "c", "cf-striped", 99, m) for m in ("response_90", "service_90")), 2)]


def x6_readers(run):
    growing = of(run, "x6", "lookup_growing", "rate")
    return [ratio("growing / steady", growing("cf-rcu"), run.values("x6", "rate", "cf-rcu", 0, "lookup_steady"), 0.5)
            ] + [ratio(other, growing("cf-rcu"), growing(other), 2) for other in ("cf-grow-rwlock", "cf-grow-stop")]


def x6_waits(run):
    wait = of(run, "x6", "growing", "latency")
    return [ratio(other, wait(other, 90), wait("cf-rcu", 90), 10) for other in ("cf-grow-rwlock", "cf-grow-stop")]


def x6_errors(run):
    return [by_counts("doubled %d times" % g, counts(run, "x6", "fpr", "cf-rcu", g, "fpr"),
                      mean(run.values("x6", "fpr", "cf-rcu", g, "expected").values()), 0.9, 1.1) for g in (0, 1, 2)]


def x6_chain(run):
    rate = of(run, "x6", "lookup", "cost")
    return [ratio("chain", rate("cf-rcu", 4), rate("cf-chain", 4), 1.5)]


def x7(run, panel, checked, unchecked, bar):
    return [ratio(checked, *(run.values("x7", panel, s, 0, "lookup") for s in (checked, unchecked)), bar)]


def x7_hazard(run):
    def missed(series):
        return total(run, "x7", "hazard", series, 0, "missed")[0]
    return [Counted(s, missed(s) == 0) for s in ("cf-striped", "cf-striped-batch", "cf-inline", "cf-seqlock")] + [
        Counted("unchecked", missed("cf-unchecked") > 0)]


# --- other keys ---------------------------------------------------------------------------------------------------

SOUND = ("xxh3", "city", "xxh64", "murmur")
STREAMS = ("uniform", "sequential", "clustered", "shared-low", "shared-high")
K1_FILTERS = ("cf", "ss-cf")


def k1_sets(run, of_hash):
    """The panels of a hash: "sequential/xxh3"."""
    return sorted({panel for panel, *_ in run.points.get("k1", {}) if panel.endswith("/" + of_hash)})


def over_uniform(run, panel, series, low=-math.inf, high=math.inf):
    return by_quotient("%s %s" % (panel, series), counts(run, "k1", panel, series, 0, "fpr"),
                       counts(run, "k1", panel, series, 0, "fpr_uniform"), low, high)


def k1_keys(run):
    return [over_uniform(run, panel, series, 1 / 1.25, 1.25) for of_hash in SOUND for panel in k1_sets(run, of_hash)
            for series in sorted({s for p, s, *_ in run.points["k1"] if p == panel})
            if run.point("k1", panel, series, 0, "fpr") and run.point("k1", panel, series, 0, "fpr_uniform")
            and total(run, "k1", panel, series, 0, "fpr_uniform")[0]]  # one that keeps whole hashes never errs


def k1_loads(run):
    """Of all sets the load that is furthest from that of uniform keys, run by run."""
    relations = []
    for of_hash in SOUND:
        for series in K1_FILTERS:
            pairs = [run.values("k1", panel, series, 0, metric) for panel in k1_sets(run, of_hash)
                     if run.values("k1", panel, series, 0, "load")
                     and run.values("k1", panel, series, 0, "load_uniform") for metric in ("load", "load_uniform")]
            if pairs:
                furthest = combined(lambda *v: max(abs(a - b) for a, b in zip(v[::2], v[1::2])), *pairs)
                relations.append(by_run("%s %s" % (of_hash, series), furthest, high=0.02))
    return relations


def k1_control(run):
    relations = []
    for panel in ("sequential/identity", "shared-low/identity", "shared-high/identity"):
        less = difference(*(run.values("k1", panel, "cf", 0, m) for m in ("load", "load_uniform")))
        relations += [over_uniform(run, panel, "bf", low=2), by_run(panel, less, high=-0.1, strict=True)]
    return relations


def k1_doubtful(run):
    def less(series):
        keys, uniform = (counts(run, "k1", "sequential/mulshift", series, 0, m) for m in ("fpr", "fpr_uniform"))

        def interval(level):
            a, b = wilson_pooled(keys, level / 2), wilson_pooled(uniform, level / 2)
            return a[0] - b[1], a[1] - b[0]
        return Relation(series, interval, high=0, strict=True)
    return [less("cf"), less("qf")]


def k1_replay(run):
    relations = []
    for panel, series, x, metric in sorted(run.points["k1"]):
        if metric == "fpr_replay" and panel.split("/")[0] in STREAMS and panel.split("/")[1] in SOUND:
            again, asked = total(run, "k1", panel, series, x, metric)
            relations.append(Counted("%s %s" % (panel, series), again == asked))
    return by_construction(relations)


CLAIMS = {
    "A1 (ss-CF)": a1_sscf, "A1 (7.2 bits)": a1_bits, "A1 (CF)": a1_cf, "A2": a2, "A3": a3,
    "A3 (m = 2^30)": a3_billions, "A4": a4, "A5": a5, "A6": a6, "A7": a7, "A8": a8, "A9": a9, "A10": a10, "A11": a11,
    "A12": a12, "A13": a13, "A14": a14, "A15": a15, "A16": a16, "A17": a17, "A18": a18, "B1": b1, "B2": b2, "B3": b3,
    "B4": b4,
    "B5 (paper)": lambda run: b5(run, "f5", (50, 75, 100)), "B5 (;login:)": lambda run: b5(run, "l4", (75, 100)),
    "B6": b6, "B7": b7, "B8": b8, "B9": b9, "B10": b10, "B11": b11, "B12": b12, "B13": b13, "S1": s1, "A/A": c2,
    "C3": c3, "T3 (integral)": t3_integral,
    "L3": l3, "H1 (best)": h1_best, "H1 (bits)": h1_bits, "H1 (AVX2)": h1_avx2, "H1 (over CF)": h1_over_cf,
    "H1 (cache)": h1_cache, "H1 (bulk)": h1_bulk, "H1 (ss-CF)": h1_sscf, "H1 (Bloom)": h1_bloom, "H2 (4 KiB)": h2_4k,
    "H3 (build)": h3_build, "H3 (search)": h3_search, "H3 (delete)": h3_delete, "H4 (little)": h4_little,
    "H4 (much)": h4_much, "H5 (gain)": h5_gain, "H5 (ceiling)": h5_ceiling, "H5 (own loop)": h5_own,
    "H5 (count)": h5_count, "H6 (map)": h6_map, "H6 (choice)": h6_choice,
    "X1 (readers)": x1_readers, "X1 (writers)": x1_writers, "X3 (pages)": x3_pages,
    "X5 (paths)": x5_paths, "X5 (tail)": x5_tail, "X5 (omission)": x5_omission, "X6 (readers)": x6_readers,
    "X6 (waits)": x6_waits, "X6 (errors)": x6_errors, "X6 (chain)": x6_chain,
    "X7 (batch)": lambda run: x7(run, "alone", "cf-striped-batch", "cf-unchecked-batch", 0.90),
    "X7 (beside)": lambda run: x7(run, "beside", "cf-striped-batch", "cf-unchecked-batch", 0.72),
    "X7 (single)": lambda run: x7(run, "alone", "cf-striped", "cf-unchecked", 0.80), "X7 (hazard)": x7_hazard,
    "K1 (any keys)": k1_keys, "K1 (loads)": k1_loads, "K1 (no hash)": k1_control, "K1 (multiply-shift)": k1_doubtful,
    "K1 (replay)": k1_replay, "P2 (bounds)": p2_bounds, "P2 (smallest)": p2_smallest, "G7 (Bloomier)": g7_bloomier,
    "P6 (seeds)": p6_seeds,
}
COUNTED = {"S1"}  # it is told, whatever its relations say
