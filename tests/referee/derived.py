# SPDX-License-Identifier: MIT
"""Rows of results/*.csv that are computed from others: the paper's formulas, and what `explain ID` says.

Each function takes a run and returns {(panel, series, x, metric): row}.
"""
import math
import re
from fractions import Fraction
from math import comb

from ceilings import ceiling_of, lookup_lines, positive_share
from estimates import (LEVEL, by_process, ks_critical, ks_distance, mean, median, median_interval, per_process,
                       standard_deviation, timed_interval, wilson)
from run import Turns, nine, quotients
from views import DELETE, INTERLEAVED, STATIC


def computed(v, lo=math.nan, hi=math.nan):
    """The row of a computed point: n is 0, and it is its own mean, minimum and maximum."""
    return 0, v, lo, hi, v, v, v


def of_values(values):
    """The row of values of repetitions that are computed themselves."""
    values = list(values)
    lo, hi = median_interval(values)
    return len(values), median(values), lo, hi, mean(values), min(values), max(values)


def of_turns(values):
    """The same of {turn: value} of what was timed."""
    n, middle, _, _, *others = of_values(per_process(values))
    return (n, middle, *timed_interval(values), *others)


def mean_of(run, *key):
    return mean(run.values(*key).values())


def label_number(cell, name):
    return int(re.search(":%s=(\\d+)" % name, cell).group(1))


def bloom_bits(rate):
    """A space-optimised Bloom filter's bits per item, log2(1/rate)/ln 2."""
    return math.log2(1 / rate) / math.log(2)


def e3(run):
    """Equation (3): n choose 2b+1 groups, each of which collides with probability (2 / 2^f m)^2b."""
    rows = {}
    for (panel, series, x, metric), point in run.points["e3"].items():
        if metric == "observed_groups":
            cell = point.samples[0].cell
            m, f, b, n = (label_number(cell, name) for name in "mfbn")
            rows[panel, series, x, "expected"] = computed(
                float(comb(n, 2 * b + 1) * Fraction(2, 2 ** f * m) ** (2 * b)))
    return rows


def f3(run):
    """Section 5.1. alpha: mean load over f >= 12. bits_per_item: bits at each f, at the rate measured there."""
    rows, loads = {}, {}
    for (panel, series, f, metric), point in run.points["f3"].items():
        if metric == "load" and f >= 12 and series.startswith("b="):
            loads.setdefault(series, []).append(mean(point.values().values()))
        if metric == "bits_at_f" and series != "b=1":
            rate = mean_of(run, "f3", panel, series, f, "fpr")
            if rate > 0:
                rows[panel, series, nine(rate), "bits_per_item"] = point.row()
    for series, each in loads.items():
        rows["", series, 0.0, "alpha"] = computed(mean(each))
    return rows


def f4(run):
    """Section 6: the lines of Figure 4 at the measured mean load, where two of them cross, and the measured points."""
    rows, load = {}, {}
    for series in ("cf", "ss-cf"):
        load[series] = mean(mean(p.values().values()) for (_, s, _, metric), p in run.points["f4"].items()
                            if (s, metric) == (series, "load"))
    line = {"bf": bloom_bits, "bound": lambda e: math.log2(1 / e),
            "cf": lambda e: (math.log2(1 / e) + 3) / load["cf"],
            "ss-cf": lambda e: (math.log2(1 / e) + 2) / load["ss-cf"]}
    for i in range(81):  # 10^-5 to 10^-1, 20 to a decade: the grid is read off the published rows
        e = 10 ** (-5 + i / 20)
        for series, bits in line.items():
            rows["", series, nine(e), "bits_per_item"] = computed(bits(e))
    log_rate = (2 / load["ss-cf"]) / (1 / math.log(2) - 1 / load["ss-cf"])
    rate, bits = 2 ** -log_rate, log_rate / math.log(2)
    rows["", "crossover", nine(rate), "crossover"] = rows["", "crossover", 0.0, "crossover_bits"] = computed(bits)
    rows["", "crossover", 0.0, "crossover_fpr"] = computed(rate)
    for (panel, series, x, metric), point in run.points["f4"].items():
        if metric == "bits_at_setting":
            rate = mean_of(run, "f4", panel, series, x, "fpr")
            if rate > 0:
                rows[panel, series, nine(rate), "measured_bits_per_item"] = computed(mean(point.values().values()))
    rows.update(f4_built_once(run))
    return rows


def bound(series, rate):
    """The fewest bits per item: built once, log2(1/rate); with deletions H/rate, H the entropy of a cell that is taken
    so often."""
    if series not in DELETE:
        return math.log2(1 / rate)
    return math.log2(1 / rate) + (1 / rate - 1) * math.log2(1 / (1 - rate))


def f4_built_once(run):
    """Panel b, where filters were measured that are built once: both bounds, and those filters' lines. GCS adds the
    mean of its bits beyond a fingerprint's; the others take their mean cells a key, of a fingerprint's bits each."""
    measured = {}
    for (panel, series, r, metric), point in run.points["f4"].items():
        if (panel, metric) == ("b", "bits_at_setting"):
            bits = mean(point.values().values())
            measured.setdefault(series, []).append(bits - r if series == "gcs" else bits / r)
    line = {series: (lambda e, c=mean(each): math.log2(1 / e) + c) if series == "gcs" else
            (lambda e, c=mean(each): math.log2(1 / e) * c) for series, each in measured.items()}
    if line:
        line["bound"] = lambda e: bound("bf", e)
        line["bound-deleting"] = lambda e: bound("cf", e)
    return {("b", series, nine(10 ** (-5 + i / 20)), "bits_per_item"): computed(bits(10 ** (-5 + i / 20)))
            for series, bits in line.items() for i in range(81)}


def p0(run):
    """What a filter can do, and the lines of a lookup of an absent key."""
    rows = {}
    for (panel, series, x, metric) in run.points["p0"]:
        if metric == "bits_per_key":
            name = series.split(":")[0]
            rows[panel, series, x, "deletes"] = computed(float(name in DELETE))
            rows[panel, series, x, "static"] = computed(float(name in STATIC))
            rows[panel, series, x, "lines"] = computed(float(lookup_lines(series, 0)))
            rate = mean_of(run, "p0", panel, series, x, "fpr")
            if 0 < rate < 1:
                bits = median(per_process(run.values("p0", panel, series, x, "bits_per_key")))
                rows[panel, series, x, "over_log2"] = computed(bits / -math.log2(rate))
    rows.update(beside(run))
    return rows


BESIDE = """morton/cf lookup_0 best_0 build best_build delete; vqf/morton build best_build; vqf/cf lookup_0 best_0
delete; prefix/vqf build best_build; prefix/cf lookup_0 best_0 build best_build; xor/bf lookup_0 best_0;
xor/cf lookup_0 best_0; fuse3/xor build best_build; ribbon-bumped/bf lookup_0 best_0; rb-bf/blk-bf lookup_0 best_0;
rb-bf/cf lookup_0 best_0"""


def beside(run):
    """What the sources compare, near 2^-8: one filter's speed over another's, round by round."""
    speeds = {}
    for (panel, series, x, metric), point in run.points["p0"].items():
        if panel == "2^-8":
            speeds[series.split(":")[0], x, metric] = point.values()
    rows = {}
    for pair, *metrics in (line.split() for line in BESIDE.split(";")):
        one, other = pair.split("/")
        for (name, x, metric), mine in speeds.items():
            if name == one and metric in metrics and (other, x, metric) in speeds:
                rows["beside", pair, x, metric] = of_turns(quotients(mine, speeds[other, x, metric]))
    return rows


def front_rate(fpr):
    """The one of 8, 12 and 16 that the rate's bits are within a half of; None if they are of none."""
    return next((k for k in (8, 12, 16) if fpr and abs(-math.log2(fpr) - k) <= 0.5), None)


def does_as_much(one, other):
    return (one in DELETE or other not in DELETE) and (one not in STATIC or other in STATIC)


def p1(run):
    """Who is on the front of bits over log2(1/rate) and time, in how many processes: whom none dominates that takes no
    more of them and was faster, by the medians of the process. And how far behind the fastest of those one is."""
    rows, groups = {}, {}
    for (panel, series, n, metric), point in run.points["p1"].items():
        k = front_rate(mean_of(run, "p1", panel, series, n, "fpr"))
        if metric not in ("bits_per_key", "fpr") and k:
            groups.setdefault((metric, k, n), {})[series] = {t: 1000 / v for t, v in point.values().items()}
    # each rate for the most keys with which at least half as many filters have it as with any
    sizes = {}
    for (metric, k, n), times in groups.items():
        if metric == "lookup_0":
            sizes.setdefault(k, {})[n] = len(times)
    shown = {k: max(n for n, count in of.items() if 2 * count >= max(of.values())) for k, of in sizes.items()}
    for (metric, k, n), times in groups.items():
        if n != shown.get(k):
            continue
        bits = {s: median(per_process(run.values("p1", "rounds", s, n, "bits_per_key"))) for s in times}
        rate = {s: mean_of(run, "p1", "rounds", s, n, "fpr") for s in times}
        over = {s: bits[s] / -math.log2(rate[s]) for s in times}
        medians = {s: by_process(t) for s, t in times.items()}
        panel = "%s_%d" % (metric, k)
        for series, mine in times.items():
            smaller = [s for s in times if s != series and over[s] <= over[series]]
            alike = [s for s in smaller if does_as_much(s.split(":")[0], series.split(":")[0])]
            on = sum(not any(medians[s].get(p, math.inf) < v for s in smaller) for p, v in medians[series].items())
            row = rows[panel, series, n, "ns"] = of_turns(mine)
            rows[panel, series, n, "bits_per_key"] = computed(bits[series])
            rows[panel, series, n, "fpr"] = computed(rate[series])
            rows[panel, series, n, "over_log2"] = computed(over[series])
            rows[panel, series, n, "on_front"] = computed(on / len(medians[series]))
            rows[panel, series, n, "processes"] = computed(float(len(medians[series])))
            for called, others in (("behind", smaller), ("behind_alike", alike)):
                if others:
                    theirs = times[min(others, key=lambda s: median(medians[s].values()))]
                    rows[panel, series, n, called] = of_turns(
                        {t: v / theirs[t] for t, v in mine.items() if t in theirs})
            rows[panel, series, n, "deletes"] = computed(float(series.split(":")[0] in DELETE))
            rows[panel, series, n, "static"] = computed(float(series.split(":")[0] in STATIC))
            place = "front" if 2 * on > len(medians[series]) else "dominated"
            rows["drawn_" + panel, series, nine(over[series] * k), place] = computed(row[1], row[2], row[3])
    for (panel, series, n, metric) in run.points["p1"]:
        rate = metric == "fpr" and n in shown.values() and mean_of(run, "p1", panel, series, n, "fpr")
        if rate and not front_rate(rate):
            bits = median(per_process(run.values("p1", "rounds", series, n, "bits_per_key")))
            rows["apart", series, n, "bits_per_key"] = computed(bits)
            rows["apart", series, n, "fpr"] = computed(rate)
            rows["apart", series, n, "over_log2"] = computed(bits / -math.log2(rate))
    return rows


def p2(run):
    """Bits per item over the bound at the measured rate; of filters that delete in a panel of their own."""
    rows = {}
    for (panel, series, x, metric), point in run.points["p2"].items():
        if metric == "bits_at_setting":
            rate = mean_of(run, "p2", panel, series, x, "fpr")
            if rate:
                rows["b" if series in DELETE else "a", series, nine(rate), "over_bound"] = computed(
                    mean(point.values().values()) / bound(series, rate))
    return rows


def p4(run):
    """The rate reached over the one asked for, 2^-k; the panel is k. And who deletes."""
    rows = {}
    for (panel, series, x, metric), p in run.points["p4"].items():
        if metric == "fpr":
            rows[panel, series, x, "over_asked"] = computed(mean(p.values().values()) * 2 ** int(panel))
            rows[panel, series, x, "deletes"] = computed(float(series in DELETE))
    return rows


def g7(run):
    """Bits per item, values of 8 bits included, at the share of absent keys that return one; and both bounds."""
    rows = {}
    for (panel, series, x, metric), point in run.points["g7"].items():
        if metric == "bits_at_setting":
            absent = mean_of(run, "g7", panel, series, x, "values_absent")
            beside = 8 / mean_of(run, "g7", panel, series, x, "load") if series == "cf" else 0
            rows["", series, nine(absent), "bits_with_value"] = computed(mean(point.values().values()) + beside)
    for i in range(49):  # 10^-5 to 10^-1, twelve to a decade
        rate = 10 ** (-5 + i / 12)
        for series, of in (("bound", "bloomier"), ("bound-deleting", "cf")):
            rows["", series, nine(rate), "bits_with_value"] = computed(bound(of, rate) + 8)
    return rows


def t1(run):
    """Table 1: space, in Bloom filters of the same measured rate."""
    return {(panel, series, x, "space"):
            computed(mean(p.values().values()) / bloom_bits(mean_of(run, "t1", panel, series, x, "fpr")))
            for (panel, series, x, metric), p in run.points["t1"].items() if metric == "bits_per_item"}


def t2(run):
    """Table 2: the formulas at the measured rate and load."""
    rows = {}
    for (panel, series, x, metric), point in run.points["t2"].items():
        if metric == "fpr":
            rate = mean(point.values().values())
            rows[panel, series, x, "bits_formula"] = computed(
                bloom_bits(rate) if series == "bf" else
                (math.log2(1 / rate) + {"cf": 3, "ss-cf": 2}[series]) / mean_of(run, "t2", panel, series, x, "load"))
    return rows


def f2(run):
    """Of each table of 2^25 buckets and more: yes, its insertions were interleaved."""
    return {(panel, series, x, "interleaved"): of_values(1.0 for _ in point.samples)
            for (panel, series, x, metric), point in run.points["f2"].items()
            if metric == "load" and series.startswith("m=2^") and 2 ** int(series[4:]) >= INTERLEAVED}


def l2(run):
    """;login: Table 2: standard deviation of the load, and what two independent hashes reach beyond it."""
    rows = {}
    for (panel, series, x, metric), point in run.points["l2"].items():
        if series == "cf":
            loads = list(point.values().values())
            rows[panel, series, x, "load_sd"] = computed(standard_deviation(loads))
            rows[panel, series, x, "gap_to_optimal"] = computed(
                mean_of(run, "l2", panel, "cf-2hash", 0, "load") - mean(loads))
    return rows


def l3(run):
    """The interleaved build beside Algorithm 1's: spreads, differences with the same keys, distribution functions."""
    rows = {}
    tables = sorted({(panel, x) for panel, _, x, _ in run.points["l3"]})
    for panel, x in tables:
        loads = {series: run.values("l3", panel, series, x, "load") for series in ("cf", "cf-batch")}
        for series, each in loads.items():
            each = list(each.values())
            rows[panel, series, x, "load_sd"] = computed(standard_deviation(each))
            rows[panel, series, x, "load_min"] = computed(min(each))
            rows[panel, series, x, "load_max"] = computed(max(each))
        less = [loads["cf-batch"][i] - loads["cf"][i] for i in loads["cf"] if i in loads["cf-batch"]]
        row = rows[panel, "cf-batch", x, "less_cf"] = of_values(less)
        for column, name in ((1, "median"), (2, "median_from"), (3, "median_to")):
            rows[panel, "cf-batch", x, "less_cf_" + name] = computed(row[column])
        a, b = (list(loads[series].values()) for series in ("cf", "cf-batch"))
        rows[panel, "cf-batch", x, "ks_distance"] = computed(ks_distance(a, b))
        rows[panel, "cf-batch", x, "ks_critical"] = computed(ks_critical(len(a), len(b), LEVEL))
    by_size = sorted((int(panel.split("2^")[1]), x, panel) for panel, x in tables if panel.startswith("b=4"))
    largest = min(t for t in by_size if t[0] == by_size[-1][0])
    for name, (_, f, panel) in (("small", by_size[0]), ("large", largest)):
        for series in ("cf", "cf-batch"):
            loads = sorted(run.values("l3", panel, series, f, "load").values())
            for i, load in enumerate(loads):
                rows["ecdf", series, nine(load), name] = computed((i + 1) / len(loads))
    return rows


def h1(run):
    """over_best: the rate over that of the fastest lookup of the same panel and size by its median, round by round.
    Those of millions of keys a call take no part, nor do controls."""
    rows, groups = {}, {}
    for (panel, series, x, metric), point in run.points["h1"].items():
        if metric == "lookup" and not series.startswith("ceiling"):
            groups.setdefault((panel, x), {})[series] = point.values()
    for (panel, x), rates in groups.items():
        worth = [s for s in rates if not s.endswith(("-bulk", "-decode"))]
        best = max(worth, key=lambda s: median(per_process(rates[s])))
        for series, rate in rates.items():
            rows[panel, series, x, "over_best"] = of_turns(quotients(rate, rates[best]))
    return rows


def x8(run):
    """of_young: the aged table's rate over the young one's, round by round."""
    rows = {}
    for (panel, series, x, metric), point in run.points["x8"].items():
        kind, age = panel.split("-")
        if metric == "mixed" and age == "aged":
            young = run.points["x8"][kind + "-young", series, x, metric]
            rows[panel, series, x, "of_young"] = of_turns(quotients(point.values(), young.values()))
    return rows


def is_cuckoo(series):
    """One of the paper's, not one of the field since."""
    return series.startswith(("cf", "ss-cf")) and not series.startswith("cf-any")


def is_static(series):
    """Built once, of all keys; the others insert."""
    return series.startswith(STATIC)


def is_bloom(series):
    return series.startswith(("bf", "blk-bf", "sb-bf", "rb-bf", "cs-bf"))


def lookup_costs(run, panel, n):
    """H4: {filter: ({turn: ns of a lookup}, false positives a key that is looked up)}. Present keys cause none."""
    return {series: ({i: 1000 / v for i, v in point.values().items()},
                     (1 - positive_share(panel)) * mean_of(run, "h4", panel, series, n, "fpr"))
            for (p, series, x, metric), point in run.points["h4"].items()
            if (p, x, metric) == (panel, n, "lookup") and not series.startswith("ceiling")}


def overheads(costs, work):
    """{filter: {turn: ns a key}}, the lookup and the work that its false positives cause."""
    return {series: {i: v + rate * work for i, v in lookup.items()} for series, (lookup, rate) in costs.items()}


def advantage(run, panel, n, work, a, b, of_times=LEVEL / 2, of_rates=LEVEL / 4, costs=None):
    """How many times b's overhead a's is, with an interval that includes counting errors. Of the level, half goes to
    the times, half to the two rates (harness/stats/overhead.h)."""
    absent = 1 - positive_share(panel)
    costs = costs or lookup_costs(run, panel, n)
    times = {s: costs[s][0] for s in (a, b)}
    counts = {s: run.point("h4", panel, s, n, "fpr").counts() for s in (a, b)}
    rate = {s: mean_of(run, "h4", panel, s, n, "fpr") for s in (a, b)}
    ends = {s: wilson(sum(k for k, _ in c), sum(m for _, m in c), of_rates) for s, c in counts.items()}

    def over(rate_a, rate_b):
        return {i: (times[a][i] + absent * rate_a * work) / (times[b][i] + absent * rate_b * work)
                for i in times[a] if i in times[b]}

    lo = timed_interval(over(ends[a][0], ends[b][1]), of_times)[0]
    hi = timed_interval(over(ends[a][1], ends[b][0]), of_times)[1]
    return math.exp(median([math.log(v) for v in per_process(over(rate[a], rate[b]))])), lo, hi


def cheapest(costs, those=lambda series: True):
    return min((s for s in costs if those(s)), key=lambda s: median(per_process(costs[s])))


def h4(run):
    """The map of Lang et al.: who costs least for n keys where a key that is turned away saves so many ns of work."""
    rows = {}
    for panel, n in sorted({(panel, x) for panel, _, x, metric in run.points["h4"] if metric == "fpr"}):
        costs = lookup_costs(run, panel, n)
        inserting = {s: c for s, c in costs.items() if not is_static(s)}
        any_static = len(inserting) < len(costs)
        for power in range(0, 29, 2):
            work = 2.0 ** power
            cost = overheads(costs, work)
            best = cheapest(cost, lambda s: not is_static(s))
            rows["best_" + panel, best, work, "n=%d" % n] = computed(median(per_process(cost[best])))
            bloom, cuckoo = cheapest(cost, is_bloom), cheapest(cost, is_cuckoo)
            rows["gain_" + panel, "n=%d" % n, work, "bloom_over_cuckoo"] = computed(
                *advantage(run, panel, n, work, bloom, cuckoo, costs=costs))
            if any_static:
                rows["gain_" + panel, "n=%d" % n, work, "inserting_over_static"] = computed(
                    *advantage(run, panel, n, work, best, cheapest(cost, is_static), costs=costs))
        for what, those in (("map_", inserting), ("map_all_", costs))[:1 + any_static]:
            rows.update(h4_map(run, panel, n, what + panel, those, n))
    sizes = {x for _, _, x, metric in run.points["h4"] if metric == "fpr"}
    for n in {min(sizes), max(sizes)} if sizes else ():
        rows.update(h4_bounded(run, n))
    return rows


def h4_map(run, panel, n, name, costs, x):
    """Who of them costs least from which work on, and by how much half-way over the next, if there is another."""
    rows = {}
    for best, begin, end in reigns(costs, 1.0, 1e9) if costs else ():
        rows[name, best, x, "from"] = computed(begin)[:-1] + (end,)
        half_way = math.sqrt(begin * end)
        if len(costs) > 1:
            second = cheapest(overheads(costs, half_way), lambda s: s != best)
            rows[name, best, x, "margin"] = computed(*advantage(run, panel, n, half_way, second, best, costs=costs))
    return rows


def h4_bounded(run, n):
    """Where builds were timed, the map of all filters and absent keys, where each key's insertion serves so many
    lookups, which pay for it alike; and where only filters of at most so many bits a key are there."""
    costs, rows = lookup_costs(run, "p0", n), {}
    builds = {s: {process: 1000 / v for (process, _), v in run.values("h4", "p0", s, n, "build").items()}
              for s in costs}
    if not any(builds.values()):
        return rows
    for served in (0.1, 1.0, 10.0, 100.0, 1000.0, 10000.0):
        with_build = {s: ({t: v + builds[s][t[0]] / served for t, v in times.items() if t[0] in builds[s]}, rate)
                      for s, (times, rate) in costs.items() if builds[s]}
        rows.update(h4_map(run, "p0", n, "map_served_n=%d" % n, with_build, served))
    for budget in (9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 16.0, 18.0, 20.0):
        fitting = {s: c for s, c in costs.items() if mean_of(run, "h4", "p0", s, n, "bits_per_key") <= budget}
        rows.update(h4_map(run, "p0", n, "map_budget_n=%d" % n, fitting, budget))
    return rows


def reigns(costs, least, most):
    """(filter, from which work, to which work) it has the least median overhead: lines, and their lower envelope."""
    lines = {s: (median(per_process(lookup)), rate) for s, (lookup, rate) in costs.items()}
    best, begin, found = min(lines, key=lambda s: lines[s][0] + least * lines[s][1]), least, []
    while True:
        (a, r), end, after = lines[best], most, None
        for s, (b, q) in lines.items():
            if q < r and begin < (b - a) / (r - q) < end:
                end, after = (b - a) / (r - q), s
        found.append((best, begin, end))
        if after is None:
            return found
        best, begin = after, end


def g6(run):
    """What is lost without hashing the fingerprint: a less b."""
    return {("c", series, x, "loss"): computed(mean(p.values().values()) - mean_of(run, "g6", "b", series, x, "load"))
            for (panel, series, x, _), p in run.points["g6"].items() if panel == "a"}


def reached(rates, wanted):
    """How many in flight have the wanted rate: rates are those of 1, 2, 4, ... in flight. Between two, a straight line
    over both logarithms. None if no number has it."""
    if rates[0] >= wanted:
        return 1.0
    for i, (below, rate) in enumerate(zip(rates, rates[1:])):
        if rate >= wanted:
            return 2 ** (i + math.log(wanted / below) / math.log(rate / below))
    return None


def h5(run):
    """speed_up: over one key in flight. enough: keys in flight from which on it has 90 % of its greatest rate.
    own_in_flight: those with which it is as fast as its own loop. Each round by round, if most rounds have one."""
    points, rows = run.points["h5"], {}
    for panel, series in sorted({(p, s) for p, s, x, metric in points if metric == "lookup" and x == 1}):
        widths = sorted(x for p, s, x, metric in points if (p, s, metric) == (panel, series, "lookup") and x >= 1)
        rates = [run.values("h5", panel, series, x, "lookup") for x in widths]
        own, enough, alike = run.values("h5", panel, series, 0, "own"), {}, {}
        for x, rate in zip(widths, rates):
            rows[panel, series, x, "speed_up"] = of_turns(quotients(rate, rates[0]))
        for turn in rates[0]:
            curve = [rate[turn] for rate in rates]
            enough[turn] = reached(curve, 0.9 * max(curve))
            alike[turn] = reached(curve, own[turn]) if turn in own and own[turn] >= curve[0] else None
        for metric, found in (("enough", enough), ("own_in_flight", alike)):
            found = {turn: n for turn, n in found.items() if n}
            if len(found) > len(rates[0]) / 2:
                rows[panel, series, 0, metric] = of_turns(found)
    return rows


def store_beside(run, panel, n, series):
    """H6: a filter that was measured by itself has a store of its own."""
    own = "store:" + series.split(":")[0]
    return own if run.values("h6", panel, own, n, "lookup") else "store"


def store_costs(run, panel, n, series):
    """H6: {turn: (measured, predicted, t_l, e, t_w)}, ns a key. With a share p of present keys, t_l + p t_w(present) +
    (1 - p) e t_w(absent) is predicted, where e is the share of absent keys that the filter let through."""
    p, found, store = positive_share(panel), {}, store_beside(run, panel, n, series)
    behind, alone = (run.values("h6", panel, series, n, metric) for metric in ("in_front", "lookup"))
    through = run.values("h6", panel, series, n, "let_through")
    absent, present = (run.values("h6", where, store, n, "lookup") for where in ("p0", "p100"))
    for turn in behind.keys() & alone.keys() & through.keys() & absent.keys():
        if p == 0 or turn in present:
            t_l, e, t_w = 1000 / alone[turn], through[turn], 1000 / absent[turn]
            predicted = t_l + (p and p * 1000 / present[turn]) + (1 - p) * e * t_w
            found[turn] = 1000 / behind[turn], predicted, t_l, e, t_w
    return Turns(found, True)


def h6(run):
    """What a filter before a store costs, measured and predicted; what a false positive takes, (measured - t_l) / e,
    where it is a quarter of what is predicted, or more, in most turns; how much worse the best by prediction is."""
    rows, medians = {}, {}
    for panel, series, n, metric in sorted(run.points["h6"]):
        if metric == "lookup" and series.split(":")[0] == "store":
            rates = run.values("h6", panel, series, n, metric)
            rows[panel, series, n, "t_w"] = of_turns({i: 1000 / v for i, v in rates.items()})
        if metric != "in_front":
            continue
        costs = store_costs(run, panel, n, series)
        alone = run.values("h6", panel, store_beside(run, panel, n, series), n, "lookup")
        for name, value in (("measured", lambda m, p, t, e, w: m), ("predicted", lambda m, p, t, e, w: p),
                            ("t_l", lambda m, p, t, e, w: t), ("over_predicted", lambda m, p, t, e, w: m / p)):
            rows[panel, series, n, name] = of_turns({i: value(*c) for i, c in costs.items()})
        rows[panel, series, n, "gain"] = of_turns({i: 1000 / alone[i] / c[0] for i, c in costs.items()})
        taken = {i: (m - t) / e for i, (m, p, t, e, w) in costs.items() if e * w >= 0.25 * p}
        if panel == "p0" and len(taken) > len(costs) / 2:
            rows[panel, series, n, "t_w_behind"] = of_turns(taken)
        if store_beside(run, panel, n, series) == "store":  # of those the best is chosen
            medians.setdefault((panel, n), {})[series] = [
                rows[panel, series, n, m][1] for m in ("predicted", "measured")]
    for (panel, n), of in medians.items():
        chosen, best = (min(of, key=lambda s: of[s][i]) for i in (0, 1))
        rows[panel, chosen, n, "regret"] = of_turns(quotients(
            *(run.values("h6", panel, s, n, "in_front") for s in (best, chosen))))
    return rows


def faster_above(run, exp):
    """The share of positive queries from which on a filter's median rate is not below BF's, by the straight line
    between the shares that were measured; 0: at all of them."""
    rows = {}
    for series in ("ss-cf", "ss-cf-decode"):
        rates = [[run.values(exp, "", of, x, "lookup") for x in (0, 25, 50, 75, 100)] for of in (series, "bf")]
        if not all(map(all, rates)):
            continue
        leads = [of_turns(a)[1] - of_turns(b)[1] for a, b in zip(*rates)]
        below = [i for i, lead in enumerate(leads) if lead < 0]
        if not below:
            rows["", series, 0, "faster_than_bf_above"] = computed(0.0)
        elif below[-1] < 4:
            a, b = leads[below[-1]:below[-1] + 2]
            rows["", series, 0, "faster_than_bf_above"] = computed(0.25 * (below[-1] + a / (a - b)))
    return rows


def f5(run):
    return faster_above(run, "f5")


def l4(run):
    return faster_above(run, "l4")


def k1(run):
    """False positives over those with as many uniform keys."""
    return {(panel, series, x, "fpr_over_uniform"): computed(
                mean(p.values().values()) / mean_of(run, "k1", panel, series, x, "fpr_uniform"))
            for (panel, series, x, metric), p in run.points["k1"].items()
            if metric == "fpr" and run.point("k1", panel, series, x, "fpr_uniform")
            and mean_of(run, "k1", panel, series, x, "fpr_uniform")}


FORMULAS = {"e3": e3, "f2": f2, "f3": f3, "f4": f4, "f5": f5, "g6": g6, "g7": g7, "h1": h1, "h4": h4, "h5": h5,
            "h6": h6, "k1": k1, "l2": l2, "l3": l3, "l4": l4, "p0": p0, "p1": p1, "p2": p2, "p4": p4, "t1": t1,
            "t2": t2, "x8": x8}


def of_ceiling(run, exp):
    """The share of the ceiling of every rate that has one: repetition by repetition, each with its own ceiling."""
    rows, points = {}, run.points[exp]
    steps = {x for _, series, x, _ in points if series.startswith("ceiling")}

    def nearest(x):
        return min(steps, key=lambda step: abs(step - x)) if steps else x

    for panel, series, x, metric in points:
        found = None if series.startswith("ceiling") else ceiling_of(exp, panel, series, x, metric, nearest)
        if found and found[0] in points:
            ceiling, divisor = found
            shares = quotients(points[panel, series, x, metric].values(), points[ceiling].values(), divisor)
            if shares:
                rows[panel, series, x, "of_ceiling"] = of_turns(shares)
    return rows


def derived(run, exp):
    """All computed rows of an experiment that this referee can compute."""
    rows = FORMULAS[exp](run) if exp in FORMULAS else {}
    rows.update(of_ceiling(run, exp))
    return rows
