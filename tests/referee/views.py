# SPDX-License-Identifier: MIT
"""What each experiment shows of a record's samples, which have their program's words (harness/plan/experiment.h).

The tables are those of the `.views` of harness/exp; the renaming of F1, F2, F3 and G6 is theirs, too. Which experiments
look at a cell is said by its attempt (by).
"""
READS = ("ceiling-1", "ceiling-2")
UPDATES = ("ceiling-1-update", "ceiling-2-update")
ALL_OF_IT = {  # programs of which one experiment shows everything, under the program's names
    "groups": "e3", "example": "f1", "presence": "g1", "deletions": "g2", "strays": "g3", "copies": "g4",
    "lines": "s1", "misses": "t1", "kernels": "h1", "pages": "h2", "alignment": "h2",
    "policies": "h3", "map": "h4", "flight": "h5", "count": "h5", "guarded": "h6", "keys": "k1", "keys_timed": "k1",
    "nodes": "x3", "placement": "x3", "latency": "x5", "growth": "x6", "check": "x7",
    "fleet": "p5", "seeds": "p6",
}
SCALING = {"lookup-0": ("x1", "a"), "lookup-50": ("x1", "b"), "lookup-100": ("x1", "c"), "build": ("x1", "d"),
           "mix-95": ("x1", "e"), "mix-50": ("x1", "f"), "stripes": ("x2", ""), "churn-one": ("x4", "a"),
           "churn-all": ("x4", "b"), "memory": ("x4", "c")}
LIFE = {  # of a program's measure: experiment, panel, metric
    "lookup": [("f5", None, "lookup"), ("l4", None, "lookup"), ("c2", None, "lookup")],
    "construction": [("t3", None, "construction"), ("c2", None, "construction")],
    "lookup_absent": [("f6", "a", "lookup")], "lookup_present": [("f6", "b", "lookup")],
    "lookup_absent_occupancy": [("f6", "a", "occupancy")], "lookup_present_occupancy": [("f6", "b", "occupancy")],
    "insert": [("f7", None, "insert")], "insert_occupancy": [("f7", None, "occupancy")],
    "delete": [("f8", None, "delete")], "delete_occupancy": [("f8", None, "occupancy")],
    "slice": [("c3", "", "slice")], "run": [("c3", "", "run")], "slice_after": [("c3", "", "slice_after")],
}
for kind in ("beside", "anchor"):  # in turns with a table that stays as it is, and there
    LIFE.update({"lookup_absent_" + kind: [("f6", "a", "lookup_" + kind)],
                 "lookup_present_" + kind: [("f6", "b", "lookup_" + kind)],
                 "insert_" + kind: [("f7", None, "insert_" + kind)],
                 "delete_" + kind: [("f8", None, "delete_" + kind)]})
LIFE.update({m: [("t3", None, m)] for m in
             "items bits_per_item scratch attempts whole load huge_pages fpr lookup_asked asked_present fpr_asked"
             .split()})
SERIES = {"l4": ("bf", "cf", "cf-branch", "ss-cf", "ss-cf-decode"), "c2": ("cf", "cf-again", "bf", "bf-again"),
          "t2": ("bf", "cf", "ss-cf")}
TRACE = {"t1": "bits_per_item fpr deletes lines_positive lines_negative".split(),
         "t2": "bits_per_item fpr load refs_positive refs_negative".split()}
DELETE = ("cf", "ss-cf", "qf", "dl-cbf", "rih", "morton", "cf-any", "vacuum", "rsqf", "vqf")  # of P0's and P2's filters
STATIC = ("xor", "fuse3", "fuse4", "gcs", "ribbon", "ribbon-bumped")  # built once
# P4: a setting is the k of the rate 2^-k and so many more; of two Bloom filters it is that of the shape near 2^-k
SETTING_OVER = {"cf": 3, "ss-cf": 3, "dl-cbf": 4, "cf-any": 3, "vacuum": 3}
SETTING_OF = {("rb-bf", 6): 8, ("cs-bf", 8): 8, ("cs-bf", 10): 12}
LATER = ("morton", "cf-any", "vacuum", "rsqf", "prefix", "vqf", "ribbon", "ribbon-bumped", "rb-bf", "cs-bf")
FRONT = "bits_per_key fpr lookup_0 best_0 lookup_50 best_50 build best_build".split()
SIZES = "bits_per_key fpr lookup_0 best_0 build best_build delete".split()
STEPS = 20
INTERLEAVED = 2 ** 25  # from so many buckets on F2 takes cf-batch, as the page of `explain f2` says


def label(cell):
    """(program, filter, {parameter: text}) of a cell's label."""
    program, name, *rest = cell.split(":")
    return program, name, dict(part.split("=", 1) for part in rest if "=" in part)


def shown(exp, series):
    return exp not in SERIES or series in SERIES[exp]


def life(place, series, x, measure):
    again = place == "control"  # a second life: the control's alone
    for exp, panel, metric in LIFE.get(measure, []):
        if shown(exp, series) and (exp == "c2" or not again):
            yield exp, "" if exp == "c2" else place if panel is None else panel, series, x, metric


def ground(place, series, x, measure):
    """A ceiling that is measured once stands beside every rate of a figure."""
    yield "c1", place, series, x, measure
    if measure != "rate":  # that of one of its styles
        if measure == "loads" and series in READS:
            yield "c1", "", series + "-loads", x, "rate"
        return
    if series in READS:
        for percent in range(0, 101, 25):
            yield "f5", place, series, percent, "lookup"
            yield "l4", place, series, percent, "lookup"
        for i in range(STEPS + 1):
            yield "f6", "a", series, i / STEPS, "lookup"
            yield "f6", "b", series, i / STEPS, "lookup"
    if series in UPDATES:
        yield "t3", "ceiling", series, x, "construction"
        for i in range(STEPS):
            yield "f7", place, series, (i + 0.5) / STEPS, "insert"
            yield "f8", place, series, (i + 0.5) / STEPS, "delete"


def matches(name, place, series, x, measure):
    """G5 counts matching entries; G7 sees CF's as values that come back."""
    if measure in ("values_present", "extra_present", "values_absent", "fpr"):
        yield "g5", place, series, x, measure
    if name == "cf" and measure in ("values_present", "values_absent", "load", "bits_per_item"):
        yield "g7", place, series, x, "bits_at_setting" if measure == "bits_per_item" else measure


def field(place, series, x, measure):
    """P0 has what is near 2^-8 and 2^-12, P1 all of its cells, P3 what is near 2^-8, one setting of each filter."""
    near = place.split("-")[-1]
    if near != "16":
        yield "p0", "2^-" + near if place == near else place.split("-")[0], series, x, measure
    if place == near and measure in FRONT:
        yield "p1", "rounds", series, x, measure
    if place == "8" and measure in SIZES:
        yield "p3", "", series.split(":")[0], x, measure


def fill(name, p, place, series, x, measure):
    """F2, G6, L2, L3 fill tables; F3, F4 and P2 look up absent keys in theirs, too, and in filters built once."""
    static, b, size = name in STATIC, int(p.get("b", 0)), place.split(":")[-1]
    bits = measure == "bits_per_item"
    if bits or measure in ("fpr", "load"):
        yield "p2", "", series, x, "bits_at_setting" if bits else measure
        yield "f3", "b" if static else "", series if static else "b=%d" % b, x, "bits_at_f" if bits else measure
        yield "f4", "b" if static else "", series, x, "bits_at_setting" if bits else measure
    if measure == "load":
        yield "f2", "a" if b == 4 else "b", "cf-2hash:" + size if name == "cf-2hash" else size, x, "load"
        yield "g6", "a" if name == "cf" else "b", size, x, "load"
        yield "l2", "", series, x, "load"
        yield "l3", place, series, x, "load"


def named(exp, metric, num):
    """The metric of a sample whose name has its value: an entry of Figure 1 is known by its slot, too."""
    return "%s_%d" % (metric, num) if exp == "f1" and metric == "slot" else metric


def seen(cell, place, series, x, measure):
    """(experiment, panel, series, x, metric) of a sample, by every experiment that looks at such cells."""
    program, name, p = label(cell)
    if program == "request":
        k = SETTING_OF.get((name, int(place)), int(place) - SETTING_OVER.get(name, 0))
        return [("p4", str(k), series, x, measure)]
    if program == "ageing":
        return [("x8", ("many-" if name.endswith("-batch") else "one-") + place, series, x, measure)]
    if program == "built":
        return [("x1", "d", series, x, measure)]
    if program == "values":
        return [("g7", place, series, x, "bits_at_setting" if measure == "bits_per_item" else measure)]
    if program == "matches":
        return matches(name, place, series, x, measure)
    if program == "field":
        return field(place, series, x, measure)
    if program in ALL_OF_IT:
        return [(ALL_OF_IT[program], place, series, x, measure)]
    if program == "scaling":
        return [SCALING[place] + (series, x, measure)]
    if program == "life":
        return life(place, series, x, measure)
    if program == "ground":
        return ground(place, series, x, measure)
    if program == "trace":
        return [(exp, place, series, x, measure) for exp in TRACE if measure in TRACE[exp] and shown(exp, series)]
    return fill(name, p, place, series, x, measure) if program == "fill" else []


def views(by, cell, place, series, x, measure):
    """[(experiment, panel, series, x, metric)] of a sample, by the experiments that planned its cell."""
    return [one for one in seen(cell, place, series, x, measure) if one[0] in by]
