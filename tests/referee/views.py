# SPDX-License-Identifier: MIT
"""What each experiment shows of a record's samples, which have their program's words (harness/plan/experiment.h).

The tables are those of the `.views` of harness/exp; the renaming of F1, F2, F3 and G6 is theirs, too. A record does not
say which cells an experiment planned, so where several experiments share a program, the label of a cell decides:
what was asked of it (q=), its shape, and which other cells there are.
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
SERIES = {"l4": ("bf", "cf", "ss-cf", "ss-cf-decode"), "c2": ("cf", "cf-again"), "t2": ("bf", "cf", "ss-cf")}
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
# (log2 m, b, f) of L3's tables, at all scales
L3 = {(15, 4, 20), (15, 8, 12), (16, 4, 12), (18, 4, 12), (20, 4, 6), (20, 4, 12), (20, 8, 12)}


def label(cell):
    """(program, filter, {parameter: text}) of a cell's label."""
    program, name, *rest = cell.split(":")
    return program, name, dict(part.split("=", 1) for part in rest if "=" in part)


def shown(exp, series):
    return exp not in SERIES or series in SERIES[exp]


def life(parameters, place, series, x, measure):
    again = "copy" in parameters or place == "control"  # a second life: the control's alone
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


def is_of_p2(run, name, p, b, m):
    """Whether P2 planned the cell: of the items that its quotient filter has slots for. Its CF is F3's, at the f of its
    ss-CF."""
    if not run["p2"]:
        return False
    if name in LATER:  # whose fills no other experiment has
        return True
    if name == "bf":
        return int(p["n"]) == run["p2"]
    if name in ("cf", "ss-cf"):
        return 4 * m == run["p2"] and b == 4 and p["f"] in run["p2_f"]
    return name in DELETE or name in STATIC and int(p["f"]) <= 14  # F3 and F4 have 16 bits, too


def matches(name, place, series, x, measure):
    """G5 counts matching entries; G7 sees CF's as values that come back."""
    if measure in ("values_present", "extra_present", "values_absent", "fpr"):
        yield "g5", place, series, x, measure
    if name == "cf" and measure in ("values_present", "values_absent", "load", "bits_per_item"):
        yield "g7", place, series, x, "bits_at_setting" if measure == "bits_per_item" else measure


def field(run, p, place, series, x, measure):
    """P0 has the cells that are also near 2^-12, of them what is near 2^-8 and 2^-12; P1 the one of them with the most
    keys, and those near 2^-16. P3 has all cells, near 2^-8, and each filter has one setting there."""
    near = place.split("-")[-1]
    if "near12" in p["parts"] and near != "16":
        yield "p0", "2^-" + near if place == near else place.split("-")[0], series, x, measure
    if int(p["n"]) in run["field"] and place == near and measure in FRONT:
        yield "p1", "rounds", series, x, measure
    if place == "8" and measure in SIZES:
        yield "p3", "", series.split(":")[0], x, measure


def fill(run, name, p, place, series, x, measure):
    """F2, G6, L2, L3 fill tables; F3, F4 and P2 look up absent keys (q) in theirs, too, and in filters built once."""
    b, m = int(p.get("b", 0)), int(p.get("m", 0))
    size = place.split(":")[-1]
    if "q" in p and is_of_p2(run, name, p, b, m):
        yield "p2", "", series, x, "bits_at_setting" if measure == "bits_per_item" else measure
    if "q" in p and name in LATER:
        return
    if "q" in p and name in STATIC:
        yield "f3", "b", series, x, "bits_at_f" if measure == "bits_per_item" else measure
        yield "f4", "b", series, x, "bits_at_setting" if measure == "bits_per_item" else measure
    elif "q" in p:
        if name == "cf" and b * m == run["f3"]:
            yield "f3", "", "b=%d" % b, x, "bits_at_f" if measure == "bits_per_item" else measure
        if run["f4"] and (name == "bf" and int(p["n"]) == 4 * run["f4"][0] or
                          name in ("cf", "ss-cf") and (m, b) == run["f4"]):
            yield "f4", "", series, x, "bits_at_setting" if measure == "bits_per_item" else measure
    elif measure == "load":
        # Larger ones are F2's alone. L3, G6 and L2 fill some of the others more often than F2 asks for, and F2 than G6.
        wanted = 30 if b == 4 and x in (0, 6) else 10
        shown = m > INTERLEAVED or m in run["f2"] and int(p["rep"]) < wanted
        if shown and b in (4, 8) and name in ("cf-2hash", "cf-batch" if m >= INTERLEAVED else "cf"):
            yield "f2", "a" if b == 4 else "b", "cf-2hash:" + size if name == "cf-2hash" else size, x, "load"
        most = 130 if (m, x) == (2 ** 20, 16) else 10
        if name in ("cf", "cf-nohash") and b == 4 and (m, x) in run["g6"] and int(p["rep"]) < most:
            yield "g6", "a" if name == "cf" else "b", size, x, "load"
        if b == 4 and m == run["l2"].get(name):
            yield "l2", "", series, x, "load"
        if name in ("cf", "cf-batch") and (m.bit_length() - 1, b, x) in L3:
            yield "l3", place, series, x, "load"


def tables(cells):
    """What only the whole run says: sizes of F2's tables (there with b = 8, too), entries of F3's (as many as with
    b = 1), items of P2's (the slots of its quotient filter) and the f of its ss-cf, shape of F4's (that of another
    ss-cf), G6's tables, and L2's, the largest with b = 4 that f = 2 was run at."""
    run = {"f2": set(), "f3": None, "f4": None, "g6": set(), "l2": {}, "p2": None, "p2_f": set()}
    cells = list(cells)
    # P1 has the most keys, and those with filters near 2^-16
    tables = [(int(p["n"]), p["parts"]) for _, _, p in map(label, cells) if "near12" in p.get("parts", "")]
    run["field"] = {n for n, parts in tables if n == max(tables)[0] or "near16" in parts}
    fills = [(name, p) for program, name, p in map(label, cells) if program == "fill" and "m" in p]
    run["p2"] = next((int(p["m"]) for name, p in fills if name == "qf"), None)
    for name, p in fills:
        m, b = int(p["m"]), int(p.get("b", 0))
        if "q" in p and b == 1:
            run["f3"] = m
        elif "q" in p and name == "ss-cf" and 4 * m == run["p2"]:
            run["p2_f"].add(p["f"])
        elif "q" in p and name == "ss-cf":
            run["f4"] = m, b
        elif name == "cf-nohash":
            run["g6"].add((m, int(p["f"])))
        elif "q" not in p and b == 8:
            run["f2"].add(m)
        elif "q" not in p and b == 4 and (name == "cf" and p["f"] == "2" or name == "cf-2hash"):
            run["l2"][name] = max(m, run["l2"].get(name, 0))
    return run


def named(exp, metric, num):
    """The metric of a sample whose name has its value: an entry of Figure 1 is known by its slot, too."""
    return "%s_%d" % (metric, num) if exp == "f1" and metric == "slot" else metric


def views(run, cell, place, series, x, measure):
    """[(experiment, panel, series, x, metric)] of a sample."""
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
        return field(run, p, place, series, x, measure)
    if program in ALL_OF_IT:
        return [(ALL_OF_IT[program], place, series, x, measure)]
    if program == "scaling":  # X2's tables are not X4's
        return [SCALING[place] + (series, x, measure)] if place != "memory" or "stripes" not in p else []
    if program == "life":
        return life(p, place, series, x, measure)
    if program == "ground":
        return ground(place, series, x, measure)
    if program == "trace":
        return [(exp, place, series, x, measure) for exp in TRACE if measure in TRACE[exp] and shown(exp, series)]
    return fill(run, name, p, place, series, x, measure) if program == "fill" else []
